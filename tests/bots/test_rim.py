"""The rim: whatever an adapter, a library or a disk raises, each message ends well, in doubt, or as a dead letter."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.delivery.embedded import EmbeddedDelivery
from bots.delivery.error_boundary import ErrorBoundary, call_with_known_faults
from bots.errors import NotStored, Unreachable
from bots.message import Act, Kind, Receipt, Send
from bots.ports import Chunk, Connection, Sink
from memory.vocabulary.errors import StorageFault
from tests.bots.house import House, until
from tests.bots.platform import MAIN, MemoryAdapter

ODD = [
    KeyError("id"),
    AttributeError("'str' object has no attribute 'get'"),
    json.JSONDecodeError("Expecting value", "<html>", 0),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
    RecursionError("maximum recursion depth exceeded"),
    TimeoutError(),
    OSError(28, "No space left on device"),
    sqlite3.OperationalError("database or disk is full"),
    asyncio.CancelledError(),
    BaseExceptionGroup("several", [asyncio.CancelledError(), KeyError("id")]),
]


def house(tmp_path: Path, *script: object) -> House:
    return House(home=tmp_path, models={"alice": ScriptedModel(list(script) or ["Yes."] * 9)})  # type: ignore[arg-type]


class Odd:
    """Lets an adapter's posts raise what they should not: so often, before or after the platform has taken it."""

    def __init__(self, adapter: MemoryAdapter, odd: BaseException, *, times: int, after: bool) -> None:
        self.left = times
        perform = adapter.perform

        async def breaking(act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
            if not isinstance(act, Send) or self.left <= 0:
                return await perform(act, nonce, in_doubt)
            self.left -= 1
            if after:
                await perform(act, nonce, in_doubt)
            raise odd

        adapter.perform = breaking  # type: ignore[method-assign]


@pytest.mark.ledger("PLT-12", "PLT-10")
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
async def test_whatever_a_post_raises_its_message_is_answered_once_and_the_lane_goes_on(
    tmp_path: Path, odd: BaseException, after: bool
) -> None:
    """F1: any exception from `post` but three killed the lane's task, and the row was taken first for ever."""
    place = house(tmp_path, "One.", "Two.")
    talk = place.world.direct("ada")
    Odd(place.adapter, odd, times=2, after=after)
    async with place.open():
        await place.ask("ada", talk, "first")
        await place.ask("ada", talk, "second")

    assert [post.text for post in place.world.posts] == ["One.", "Two."]
    assert [event.content for event in place.log("alice", "response_sent")] == ["One.", "Two."]


@pytest.mark.ledger("PLT-12", "OPS-11")
async def test_a_post_that_breaks_every_time_is_in_doubt_with_its_reason_and_the_lane_goes_on(tmp_path: Path) -> None:
    """F1"""
    place = house(tmp_path, "One.", "Two.")
    talk = place.world.direct("ada")
    Odd(place.adapter, KeyError("id"), times=8, after=False)
    async with place.open() as fleet:
        await place.ask("ada", talk, "first")
        await place.ask("ada", talk, "second")
        steps = await fleet.delivery.trace(place.world.said[0].id)

    assert [post.text for post in place.world.posts] == ["Two."]
    assert [event.meta["in_doubt"] for event in place.log("alice", "error")] == [True]
    (doubt,) = [step for step in steps if step.what == "in_doubt"]
    assert "broken 8 times: KeyError" in doubt.detail


async def test_only_the_cancellation_of_this_very_task_ends_a_call() -> None:
    """F1: a CancelledError that a library lets out is a fault like any other."""

    async def leaks() -> None:
        raise asyncio.CancelledError

    with pytest.raises(Exception, match="CancelledError"):
        await call_with_known_faults(leaks())

    waiting = asyncio.create_task(call_with_known_faults(asyncio.Event().wait()))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


# ---------------------------------------------------------------------------------------------------- accounts


class Ears(MemoryAdapter):
    """An adapter whose connection does what a test wants."""

    breaks: list[BaseException]

    async def run(self, sink: Sink) -> None:
        if self.breaks:
            raise self.breaks.pop(0)
        await super().run(sink)


@pytest.mark.ledger("PLT-10", "PLT-14")
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
async def test_an_account_that_breaks_begins_again_and_is_told_of_once_and_when_it_is_over(
    tmp_path: Path, odd: BaseException
) -> None:
    """F3, F4: it was failed for good."""
    place = house(tmp_path)
    place.world.adapters.clear()
    place.adapter = ears = Ears(world=place.world)
    ears.breaks = [odd, odd]
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "are you there?")

    states = [str(line["state"]) for line in place.told if line["event"] == "account"]
    assert len(states) == 2
    assert states[0].startswith("connecting: trying again")
    assert states[1] == "connected"
    assert [post.text for post in place.world.posts] == ["Yes."]


@pytest.mark.ledger("PLT-11", "PLT-14")
@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), StorageFault("the log cannot be read")])
async def test_a_fault_at_a_rooms_first_message_leaves_nothing_unheard(tmp_path: Path, fault: Exception) -> None:
    """F3: the first message in a room reads the log; what that raised failed the account, or lost the message."""
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open() as fleet:
        engine = place.animas["alice"].engine
        recent, faults = engine.recent, [fault, fault]

        async def failing(*asked: object, **bounds: object) -> object:
            if faults:
                raise faults.pop(0)
            return await recent(*asked, **bounds)  # type: ignore[arg-type]

        engine.recent = failing  # type: ignore[method-assign, assignment]
        with suppress(NotStored):  # a platform that does not say it again, such as Slack after an hour
            await place.world.say("ada", room, "alice, hello", mentions=MAIN)
        await until(lambda: len(place.world.posts) == 1)
        await until(lambda: fleet.accounts()["chat:main"] == "connected")

    states = [str(line["state"]) for line in place.told if line["event"] == "account"]
    assert [state.partition(":")[0] for state in states] == ["connected"] * 3
    assert "cannot be stored" in states[1]


@pytest.mark.ledger("PLT-14")
async def test_a_full_disk_when_the_connection_drops_loses_nothing_and_fails_no_account(tmp_path: Path) -> None:
    """F4"""
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open() as fleet:
        await place.ask("ada", room, "alice, hello", mentions=MAIN)
        sink, full = fleet.sink, _full_disk(fleet.delivery)
        await sink.connection(MAIN, Connection.CONNECTING, "lost")
        place.adapter.sink = None
        await place.world.say("ada", room, "alice, are you there?", mentions=MAIN)
        place.adapter.sink = sink
        await sink.connection(MAIN, Connection.CONNECTED)
        await asyncio.sleep(0.05)
        full()
        await until(lambda: len(place.world.posts) == 2)
        await place.settled()

    assert place.told[-1]["state"] == "connected"


def _full_disk(delivery: object) -> Callable[[], None]:
    """Gaps cannot be written until the result is called."""
    assert isinstance(delivery, EmbeddedDelivery)

    async def refuse(*_: object, **__: object) -> None:
        raise NotStored("the disk is full")

    whole, delivery.open_gaps = delivery.open_gaps, refuse  # type: ignore[method-assign]

    def free() -> None:
        delivery.open_gaps = whole  # type: ignore[method-assign]

    return free


@pytest.mark.process
@pytest.mark.ledger("PLT-11")
async def test_a_message_that_breaks_the_reception_every_time_becomes_a_dead_letter(tmp_path: Path) -> None:
    """F3: those behind it are heard."""
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open() as fleet:
        partners = fleet.sink._partners
        whole = partners.known

        async def chokes(message: object, here: object) -> object:
            if "poison" in message.text:  # type: ignore[attr-defined]
                raise RecursionError("too deep")
            return await whole(message, here)  # type: ignore[arg-type]

        partners.known = chokes  # type: ignore[method-assign, assignment]
        while not await fleet.delivery.dead():  # it is asked for again by the platform and by the catch-up
            with suppress(NotStored):
                await fleet.sink.deliver(await _heard(place, room, "poison", again=True))
        await place.ask("ada", room, "alice, hello", mentions=MAIN)
        (letter,) = await fleet.delivery.dead()

    assert "RecursionError" in letter.reason
    assert [post.text for post in place.world.posts] == ["Yes."]


async def _heard(place: House, room: object, text: str, *, again: bool) -> object:
    known_ = [one for one in place.world.said if one.text == text]
    if not (again and known_):
        sink, place.adapter.sink = place.adapter.sink, None
        await place.world.say("ada", room, text)  # type: ignore[arg-type]
        place.adapter.sink = sink
        known_ = place.world.said[-1:]
    return place.adapter.as_heard(known_[0])


@pytest.mark.ledger("PLT-14")
async def test_a_history_that_cannot_be_read_is_asked_for_until_it_can(tmp_path: Path) -> None:
    """F3: an odd answer closed the gap, and what was said meanwhile stayed unheard."""
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open():
        await place.ask("ada", room, "alice, hello", mentions=MAIN)
    await place.world.say("ada", room, "alice, are you there?", mentions=MAIN)
    history, faults = place.adapter.history, [KeyError("messages"), AttributeError("items")]

    async def odd(where: object, after: str) -> object:
        if faults:
            raise faults.pop()
        return await history(where, after)  # type: ignore[arg-type]

    place.adapter.history = odd  # type: ignore[method-assign, assignment]
    async with place.open():
        await until(lambda: len(place.world.posts) == 2)
        await place.settled()


# ---------------------------------------------------------------------------------------------------- slots, stops


SLOW = [Chunk(text="Once upon "), 0.08, Chunk(text="a time."), Chunk(end="stop")]


@pytest.mark.ledger("PLT-09", "PLT-10")
async def test_streams_that_wait_for_the_platform_hold_no_place_of_others(tmp_path: Path) -> None:
    """F15: as many as may be thought at once, all of them with a first post that the platform does not take."""
    place = House(home=tmp_path, models={"alice": ScriptedModel([SLOW] * 3 + ["Yes."])})
    place.parallel_turns = 3
    gone = {place.world.direct(f"person{n}"): f"person{n}" for n in range(3)}
    _away(place.adapter, lambda act: act.place in gone)
    async with place.open():
        for talk, person in gone.items():
            await place.world.say(person, talk, "tell me a story")
        model = place.models["alice"]
        assert isinstance(model, ScriptedModel)
        await until(lambda: len(model.asked) == 3)
        await place.world.say("ada", place.world.direct("ada"), "is it so?")
        await until(lambda: bool(place.world.posts), 5.0)

        assert [post.text for post in place.world.posts] == ["Yes."]


def _away(adapter: MemoryAdapter, where: Callable[[Send], bool]) -> list[Send]:
    """The platform takes none of these sends; what was tried is kept."""
    perform, tried = adapter.perform, list[Send]()

    async def away(act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        if isinstance(act, Send) and where(act):
            tried.append(act)
            raise Unreachable("away", 0.02)
        return await perform(act, nonce, in_doubt)

    adapter.perform = away  # type: ignore[method-assign]
    return tried


LONG = " ".join(f"word{n}" for n in range(300))


@pytest.mark.ledger("OPS-10", "PLT-12")
async def test_a_stop_while_chunks_are_sent_cancels_the_rest_and_what_is_there_says_so(tmp_path: Path) -> None:
    """F17: “Nothing was running.”, and all went out."""
    place = house(tmp_path, LONG, "Next.")
    talk = place.world.direct("ada")
    _away(place.adapter, lambda act: act.private_to is None and len(place.world.posts) == 2)
    async with place.open():
        await place.world.say("ada", talk, "tell me all")
        await until(lambda: len(place.world.posts) == 2)
        answer = await place.command("ada", place.world.direct("ada"), "stop")
        await place.settled()
        await place.ask("ada", talk, "and now?")

    *sent, last = [post for post in place.world.posts if post.private_to is None]
    assert answer.text == "Stopped 1 turn."
    assert len(sent) == 3  # the second chunk is full: the mark is a post of its own
    assert LONG.startswith(sent[0].text + sent[1].text)
    assert sent[2].text == "*(stopped)*"
    assert last.text == "Next."
    said = place.log("alice", "response_sent")[0]
    assert said.content.endswith("*(stopped)*")
    assert said.meta["message_ids"] == [post.id for post in sent]


@pytest.mark.ledger("OPS-10")
async def test_a_stop_before_anything_was_sent_leaves_nothing(tmp_path: Path) -> None:
    """F17"""
    place = house(tmp_path, "One.", "Two.")
    talk = place.world.direct("ada")
    away = [True]
    tried = _away(place.adapter, lambda act: away[0])
    async with place.open() as fleet:
        await place.world.say("ada", talk, "hello")
        await until(lambda: bool(tried))
        assert await fleet.stop_turns() == 1
        await place.settled()
        away.clear()
        away.append(False)
        await place.ask("ada", talk, "again")

    assert [post.text for post in place.world.posts] == ["Two."]
    assert [event.content for event in place.log("alice", "response_sent")] == ["Two."]


# ---------------------------------------------------------------------------------------------------- who rests


@pytest.mark.ledger("OPS-11", "FLT-10")
async def test_what_a_disabled_anima_had_to_say_ends_as_a_dead_letter_with_that_reason(tmp_path: Path) -> None:
    """F14: it ended in a KeyError at each start, and `why` hung."""
    place = House(home=tmp_path, models={"alice": ScriptedModel(["Yes."] * 3), "bob": ScriptedModel(["No."] * 3)})
    room = place.world.add_room("talk", "ada")
    place.owners = frozenset({"chat:W/ada"})
    place.grace_s = 0.0
    tried = _away(place.adapter, lambda act: True)
    async with place.open():
        await place.world.say("ada", room, "bob, hello", mentions=MAIN)
        await place.world.say("ada", room, "bob, are you there?", mentions=MAIN)
        await until(lambda: bool(tried))
    del place.adapter.perform  # type: ignore[method-assign]
    del place.models["bob"]
    async with place.open() as fleet:
        await place.settled()
        letters = await fleet.delivery.dead()
        why = await place.command("ada", room, "why bob")

    assert {letter.reason for letter in letters} == {"the anima bob is disabled or not there any more"}
    assert {letter.slot for letter in letters} == {"", "0"}
    assert why.text
    assert [post for post in place.world.posts if post.private_to is None] == []


@pytest.mark.ledger("FLT-10")
async def test_a_command_that_breaks_is_answered_in_one_line(tmp_path: Path) -> None:
    """F14: it hung."""
    place = house(tmp_path)
    async with place.open() as fleet:

        async def breaks(*_: object, **__: object) -> object:
            raise ZeroDivisionError

        fleet.why = breaks  # type: ignore[method-assign, assignment]
        answer = await place.command("ada", place.world.direct("ada"), "why")

    assert "failed" in answer.text


@pytest.mark.ledger("PLT-11")
async def test_a_command_that_is_handed_over_twice_runs_once_also_after_a_restart(tmp_path: Path) -> None:
    """B12: a signed slash command replayed within five minutes ran again."""
    place = house(tmp_path)
    talk = place.world.direct("ada")
    async with place.open() as fleet:
        await place.command("ada", talk, "help")
        given = place.adapter.as_heard(next(one for one in place.world.said if one.kind is Kind.COMMAND))
        before = len(place.world.posts)
        assert not await fleet.sink.deliver(given)
    async with place.open() as fleet:
        assert not await fleet.sink.deliver(given)
        await until(lambda: fleet.sink.is_idle)

    assert len(place.world.posts) == before


async def test_the_inbox_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """B12"""
    place = house(tmp_path)
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "hello")
        rights = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.glob("delivery.sqlite3*")}

    assert len(rights) >= 2
    assert set(rights.values()) == {0o600}


# ---------------------------------------------------------------------------------------------------- records


@pytest.mark.ledger("PLT-12")
async def test_every_chunks_id_is_kept_and_found_by_the_event_of_the_answer(tmp_path: Path) -> None:
    """Later mirrors need them: only the last one was kept."""
    place = house(tmp_path, [Chunk(text=LONG), 0.08, Chunk(end="stop")])
    async with place.open() as fleet:
        posts = await place.ask("ada", place.world.direct("ada"), "tell me all")
        (said,) = place.log("alice", "response_sent")
        found = await fleet.delivery.posts(str(said.meta["id"]))

    ids = [post.id for post in posts]
    assert len(ids) > 2
    assert list(dict.fromkeys(found.values())) == ids
    assert said.meta["message_ids"] == ids


@pytest.mark.ledger("OPS-11")
async def test_no_dead_letter_posts_half_an_answer(tmp_path: Path) -> None:
    """F18: `dead resend` posted a preview."""
    place = house(tmp_path, SLOW)
    place.adapter.faults = []
    from bots.errors import Refused

    place.adapter.faults = [Refused("no permission"), Refused("no permission")]
    async with place.open() as fleet:
        await place.ask("ada", place.world.direct("ada"), "tell me a story")
        letters = await fleet.delivery.dead()
        assert await fleet.delivery.resend(letters[0].id)
        await until(lambda: bool(place.world.posts))

    assert [letter.slot for letter in letters] == ["0"]
    assert [post.texts for post in place.world.posts] == [["Once upon a time."]]


def test_the_rim_is_an_adapter() -> None:
    assert ErrorBoundary(MemoryAdapter(world=House(home=Path(), models={}).world)).account == MAIN
