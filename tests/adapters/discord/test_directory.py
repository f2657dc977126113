"""Who may read a channel: Discord's order of roles and overwrites, as a table."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.discord.directory import DiscordDirectory
from memory.vocabulary.address import Place
from tests.each import each

VIEW, PAST = str(1 << 10), str(1 << 16)
READ = str(1 << 10 | 1 << 16)
ADMIN = str(1 << 3)
ALL_ROLES = (("1", READ), ("20", "0"), ("30", ADMIN))


def overwrite(id_: str, *, person: bool = False, allow: str = "0", deny: str = "0") -> dict[str, Any]:
    return {"id": id_, "type": int(person), "allow": allow, "deny": deny}


def directory(*overwrites: dict[str, Any], everyone: str = READ) -> DiscordDirectory:
    known = DiscordDirectory()
    roles = [{"id": id_, "name": id_, "permissions": everyone if id_ == "1" else may} for id_, may in ALL_ROLES]
    channel = {"id": "5", "type": 0, "name": "room", "permission_overwrites": list(overwrites)}
    guild = {"id": "1", "name": "g", "owner_id": "99", "roles": roles, "channels": [channel], "threads": []}
    known.hear("GUILD_CREATE", guild)
    return known


PEOPLE = {"7": (), "8": ("20",), "9": ("30",), "99": ()}
ROOM = Place("discord", "1", "5")
CLOSED = overwrite("1", deny=VIEW)


@pytest.mark.ledger("LOG-03")
@each(
    ("overwrites", "readers", "kind"),
    [
        ((), {"7", "8", "9", "99"}, "open"),
        ((CLOSED,), {"9", "99"}, "group"),
        ((CLOSED, overwrite("20", allow=VIEW)), {"8", "9", "99"}, "group"),
        ((CLOSED, overwrite("7", person=True, allow=VIEW)), {"7", "9", "99"}, "group"),
        ((overwrite("20", deny=VIEW),), {"7", "9", "99"}, "group"),
        ((overwrite("20", deny=VIEW), overwrite("8", person=True, allow=VIEW)), {"7", "8", "9", "99"}, "group"),
        ((overwrite("7", person=True, deny=VIEW),), {"8", "9", "99"}, "group"),
        ((overwrite("1", deny=PAST),), {"9", "99"}, "group"),
        ((overwrite("20", deny=PAST),), {"7", "9", "99"}, "group"),
        ((overwrite("20", deny="2048"),), {"7", "8", "9", "99"}, "open"),
    ],
)
def test_readers(overwrites: tuple[dict[str, Any], ...], readers: set[str], kind: str) -> None:
    """A room is open where every member reads it; a role or a person that is kept out makes it a closed one."""
    known = directory(*overwrites)

    assert {who for who, roles in PEOPLE.items() if known.may_read(who, roles, ROOM)} == readers
    assert known.is_open(ROOM) is (kind == "open")
    spot = known.spot("5")
    assert spot is not None
    assert spot.audience.kind == kind


def test_a_closed_channel_changes_its_audience_at_once() -> None:
    known = directory()
    known.hear(
        "CHANNEL_UPDATE", {"id": "5", "type": 0, "guild_id": "1", "name": "room", "permission_overwrites": [CLOSED]}
    )

    spot = known.spot("5")
    assert spot is not None
    assert spot.audience.kind == "group"


def test_a_guild_in_an_outage_is_not_forgotten() -> None:
    known = directory()
    known.hear("GUILD_CREATE", {"id": "1", "unavailable": True})

    assert known.guilds["1"].name == "g"


def test_what_is_not_known_is_unknown() -> None:
    assert directory().spot("404") is None
    assert not directory().may_read("99", (), Place("discord", "1", "404"))
    assert not directory().may_read("99", (), Place("discord", "2", "5"))
    assert not directory().is_open(Place("discord", "1", "404"))
