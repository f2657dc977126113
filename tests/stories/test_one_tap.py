"""A wish is kept and told back with a button that drops it, on each platform; the reminder comes once and tells her."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.models.scripted import ScriptedModel
from tests.bench.house import running_fleet, write_home
from tests.bench.venues import VENUES, Answer, DiscordVenue, SlackVenue, TelegramVenue, Venue
from tests.bots.house import until

pytestmark = [pytest.mark.timeout(60), pytest.mark.ledger("FOR-27", "PLT-01")]
SCALE = 0.02


class Clock:
    """The real one, and what was skipped."""

    def __init__(self) -> None:
        self.skipped = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.skipped


def buttons(venue: Venue, room: str, post: str) -> list[tuple[str, str]]:
    match venue:
        case SlackVenue():
            return venue.server.channels[room].posts[post].buttons
        case DiscordVenue():
            return venue.server.world.channels[room].messages[post].buttons
        case TelegramVenue():
            return next(one.buttons for one in venue.server.posts(int(room)) if str(one.id) == post)
    raise AssertionError


async def press(venue: Venue, room: str, person: str, post: str, value: str) -> None:
    match venue:
        case SlackVenue():
            await venue.server.press(person, room, post, "choice", value)
        case DiscordVenue():
            await venue.server.press(person, room, post, value)
        case TelegramVenue():
            await venue.server.press(int(room), int(person), int(post), value)


def home_config(venue: Venue, room: str) -> dict[str, Any]:
    return {
        "anima_defaults": {"model": "offline"},
        "animas": {"alice": {}},
        "external_messaging": {venue.name: venue.section()},
        "boards": {"all": {"animas": ["alice"], "channels": [venue.entry(room)]}},
    }


def has(venue: Venue, room: str, words: str) -> list[Answer]:
    return [one for one in venue.answers(room) if words in one.text]


@pytest.mark.parametrize("name", VENUES)
async def test_a_wish_is_kept_at_once_dropped_by_one_tap_and_comes_once(name: str, tmp_path: Path) -> None:
    clock = Clock()
    async with VENUES[name](lambda: datetime.now(UTC), scale=SCALE) as venue:
        ada, room = venue.add_person("Ada"), venue.add_room("talk")
        home, config = write_home(tmp_path, home_config(venue, room))
        models = {"alice": ScriptedModel(["I see.", "I see."])}
        async with running_fleet(home, config, clock=clock, models=models, scale=SCALE) as fleet:
            await venue.say(room, ada, "alice: remind me in 5 minutes to water the plants", call=True)
            await until(lambda: bool(has(venue, room, "– water the plants")))
            await venue.say(room, ada, "alice: remind me in 4 minutes to feed the cat", call=True)
            await until(lambda: bool(has(venue, room, "– feed the cat")))
            (echo,) = has(venue, room, "– feed the cat")
            offered = buttons(venue, room, echo.id)
            await press(venue, room, ada, echo.id, dict(offered)["drop"])
            await until(lambda: bool(has(venue, room, "chose: drop")))
            left = buttons(venue, room, echo.id)
            clock.skipped = timedelta(minutes=5)
            for _ in range(2):
                await fleet.reminding.look()
            await until(lambda: bool(has(venue, room, "Reminder: water the plants")))

        (reminder,) = has(venue, room, "Reminder: water the plants")
        cats = has(venue, room, "Reminder: feed the cat")
    assert cats == []
    assert [label for label, _ in offered] == ["drop"]
    assert left == []
    assert "Ada" in reminder.text or f"<@{ada}>" in reminder.text
