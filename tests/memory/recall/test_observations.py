"""What is said in the present is seen at one instant: told, and asked at every instant what is believed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.theories.truth import Timeline
from memory.vocabulary.event import Event
from tests.memory.stage import ADA, ROOM, TEAM, Stage

SAID = {
    "en": ("I live in Porto. Actually, I live in Ghent.", "Where does Ada live?", "Ghent"),
    "ja": ("私はポルトに住んでいます。いや、実はヘントに住んでいます。", "Adaはどこに住んでいますか？", "ヘント"),
    "tr": ("Porto'da yaşıyorum. Aslında Gent'te yaşıyorum.", "Ada nerede yaşıyor?", "Gent"),
}


@pytest.mark.ledger("FOR-17")
@pytest.mark.parametrize("language", SAID)
async def test_who_corrects_themselves_in_the_same_message_is_believed_in_what_they_said_last(tmp_path, language):
    """M3: twelve messages, for the ids decided by chance."""
    told, asked, home = SAID[language]
    for number in range(12):
        stage = await Stage.open(tmp_path / str(number))
        stage.now += timedelta(seconds=number)
        await stage.say(told, id=f"message {number}")
        await stage.engine.settled()

        first = (await stage.engine.search(asked, TEAM, scope="facts"))[0]

        assert home in first.text
        assert first.outdated == ""
        await stage.engine.close()


LIVES, MOVED = "lives", "moved"
HOMES = {
    "en": {LIVES: "I live in Osaka.", MOVED: "Last month I moved to Kyoto.", "asked": "Where does Ada live?"},
    "ja": {
        LIVES: "私は大阪に住んでいます。",
        MOVED: "先月、京都に引っ越しました。",
        "asked": "Adaはどこに住んでいますか？",
    },
    "tr": {LIVES: "Osaka'da yaşıyorum.", MOVED: "Geçen ay Kyoto'ya taşındım.", "asked": "Ada nerede yaşıyor?"},
}
NAMED = {"Osaka": "osaka", "大阪": "osaka", "Kyoto": "kyoto", "京都": "kyoto"}
DISTANCES = {
    "seconds": timedelta(seconds=7),
    "a minute": timedelta(minutes=1),
    "an hour": timedelta(hours=1),
    "two days": timedelta(days=2),
    "six weeks": timedelta(weeks=6),
}
FIRST = datetime(2026, 9, 14, 10, tzinfo=UTC)
A_MOMENT = timedelta(seconds=1)


class Life:
    """Two words of Ada's, said one after the other, heard in any order; and what is believed of her home."""

    def __init__(self, stage, language):
        self.stage = stage
        self.words = HOMES[language]

    async def told(self, *heard):
        """(what, said at, heard at) in the order in which they are heard."""
        for what, said_at, heard_at in heard:
            meta = {"id": what, "audience": str(TEAM), "name": "Ada", "person": str(ADA)}
            late = {"recorded_at": heard_at.isoformat()} if heard_at > said_at else {}
            event = Event(
                ts=said_at, type="message_received", content=self.words[what], channel=str(ROOM), meta=meta | late
            )
            self.stage.now = heard_at
            await self.stage.engine.record(event)
            await self.stage.engine.settled()

    async def home(self, known_at):
        """What was believed at that instant of where she lives then; empty where nothing was."""
        found = await self.stage.engine.search(self.words["asked"], TEAM, scope="facts", as_of=known_at)
        named = [home for one in found for name, home in NAMED.items() if name in one.text]
        return " ".join(named)

    def homes_at(self, *instants):
        """What is known now of where she lived at these instants, in memory's own arithmetic."""
        strengths = self.stage.engine.parts.strengths
        facts = strengths.asked(lambda state: list(state.facts.values()))
        timeline = Timeline(facts, recorded_at=self.stage.now)
        return [" ".join(NAMED.get(one.value.title(), one.value) for one in timeline.believed(at)) for at in instants]


@pytest.fixture(params=HOMES)
async def life(request, tmp_path):
    stage = await Stage.open(tmp_path)
    yield Life(stage, request.param)
    await stage.engine.close()


def begin_of_the_month_before(at):
    return (at.replace(day=1) - timedelta(days=1)).replace(day=1, hour=0, minute=0, second=0)


@pytest.mark.ledger("FOR-17", "RET-18")
@pytest.mark.parametrize("distance", DISTANCES)
async def test_who_lives_somewhere_and_then_tells_of_a_move_lives_where_they_moved_to(life, distance):
    """M7: in whichever order the two words are heard of, Kyoto holds from then on."""
    second = FIRST + DISTANCES[distance]
    moved = begin_of_the_month_before(second)
    await life.told((LIVES, FIRST, FIRST), (MOVED, second, second))
    seen = ["osaka" if moved > FIRST else "kyoto"]

    assert await life.home(FIRST - A_MOMENT) == ""
    assert await life.home(FIRST) == "osaka"
    assert await life.home(second - A_MOMENT) == "osaka"
    assert await life.home(second) == "kyoto"
    assert await life.home(second + timedelta(days=30)) == "kyoto"
    assert life.homes_at(min(moved, FIRST) - A_MOMENT) == [""]
    assert life.homes_at(FIRST) == seen
    assert life.homes_at(moved, second, second + timedelta(days=30)) == ["kyoto"] * 3


@pytest.mark.ledger("FOR-17", "RET-18")
@pytest.mark.parametrize("distance", DISTANCES)
async def test_the_same_two_words_are_believed_the_same_when_the_first_of_them_is_heard_of_late(life, distance):
    """M7: what was said first arrives last, after a gap in the connection."""
    second = FIRST + DISTANCES[distance]
    late, moved = second + timedelta(minutes=20), begin_of_the_month_before(second)
    await life.told((MOVED, second, second), (LIVES, FIRST, late))

    assert await life.home(second - A_MOMENT) == ""
    assert await life.home(second) == await life.home(late) == await life.home(late + timedelta(days=30)) == "kyoto"
    assert life.homes_at(FIRST) == ["osaka" if moved > FIRST else "kyoto"]
    assert life.homes_at(moved, second, late) == ["kyoto"] * 3


@pytest.mark.ledger("FOR-17", "RET-18")
@pytest.mark.parametrize("distance", DISTANCES)
async def test_who_tells_of_a_move_and_says_after_it_where_they_live_is_believed_in_the_latest(life, distance):
    """M7, the other way round: the latest observation counts at later instants, and the move until then."""
    second = FIRST + DISTANCES[distance]
    await life.told((MOVED, FIRST, FIRST), (LIVES, second, second))

    assert await life.home(FIRST) == await life.home(second - A_MOMENT) == "kyoto"
    assert await life.home(second) == await life.home(second + timedelta(days=30)) == "osaka"
    assert life.homes_at(begin_of_the_month_before(FIRST), FIRST, second - A_MOMENT, second) == [
        *["kyoto"] * 3,
        "osaka",
    ]
