"""Who may read a channel: Discord's order of roles and overwrites, as a table."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.discord.directory import Directory

VIEW = str(1 << 10)
ADMIN = str(1 << 3)
ALL_ROLES = (("1", VIEW), ("20", "0"), ("30", ADMIN))


def overwrite(id_: str, *, person: bool = False, allow: str = "0", deny: str = "0") -> dict[str, Any]:
    return {"id": id_, "type": int(person), "allow": allow, "deny": deny}


def member(id_: str, *roles: str) -> dict[str, Any]:
    return {"user": {"id": id_}, "roles": list(roles)}


def directory(*overwrites: dict[str, Any], everyone: str = VIEW) -> Directory:
    known = Directory()
    roles = [{"id": id_, "name": id_, "permissions": everyone if id_ == "1" else may} for id_, may in ALL_ROLES]
    channel = {"id": "5", "type": 0, "name": "room", "permission_overwrites": list(overwrites)}
    guild = {"id": "1", "name": "g", "owner_id": "99", "roles": roles, "channels": [channel], "threads": []}
    known.hear("GUILD_CREATE", guild)
    return known


PEOPLE = (member("7"), member("8", "20"), member("9", "30"), member("99"))
CLOSED = overwrite("1", deny=VIEW)


@pytest.mark.ledger("LOG-03")
@pytest.mark.parametrize(
    ("overwrites", "readers", "kind"),
    [
        ((), {"7", "8", "9", "99"}, "open"),
        ((CLOSED,), {"9", "99"}, "group"),
        ((CLOSED, overwrite("20", allow=VIEW)), {"8", "9", "99"}, "group"),
        ((CLOSED, overwrite("7", person=True, allow=VIEW)), {"7", "9", "99"}, "group"),
        ((overwrite("20", deny=VIEW),), {"7", "9", "99"}, "open"),
        ((overwrite("20", deny=VIEW), overwrite("8", person=True, allow=VIEW)), {"7", "8", "9", "99"}, "open"),
        ((overwrite("7", person=True, deny=VIEW),), {"8", "9", "99"}, "open"),
    ],
)
def test_readers(overwrites: tuple[dict[str, Any], ...], readers: set[str], kind: str) -> None:
    known = directory(*overwrites)

    assert known.readers("5", PEOPLE) == readers
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
    assert directory().readers("404", PEOPLE) is None
