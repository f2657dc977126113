"""The conformance suite of delivery: every engine passes it, in this process and under kill -9."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar

import pytest

from bots.delivery import DATABASE, crash_points
from bots.delivery.contract import Delivery, Out, Think, Turn
from bots.delivery.crash_points import POINTS
from bots.delivery.embedded import EmbeddedDelivery
from bots.errors import InDoubt, Refused, SendFault, Unreachable
from tests.forked import Forked

pytestmark = pytest.mark.ledger("PLT-11", "PLT-12", "OPS-11")


Post = Callable[[Out, str, bool], Awaitable[str]]


class Posting:
    """A Carrier of one function; what it was told is kept."""

    def __init__(self, post: Post) -> None:
        self.post = post
        self.recorded: list[tuple[str, tuple[str, ...]]] = []
        self.given_up: list[tuple[str, str]] = []

    async def sent(self, out: Out, ids: Sequence[str]) -> None:
        self.recorded.append((out.slot, tuple(ids)))

    async def lost(self, out: Out, nonce: str, end: SendFault) -> None:
        self.given_up.append((out.slot, type(end).__name__))


class Desk:
    """A thinker that echoes and a platform that remembers, with a way to wait for both."""

    def __init__(self) -> None:
        self.thought: list[tuple[str, str]] = []
        self.posted: list[str] = []
        self.nonces: list[str] = []
        self.overlap: dict[str, int] = {}
        self.most: dict[str, int] = {}
        self.faults: list[Exception] = []
        self.changed = asyncio.Event()

    async def think(self, turn: Turn) -> Sequence[Out]:
        self.overlap[turn.lane] = self.overlap.get(turn.lane, 0) + 1
        self.most[turn.lane] = max(self.most.get(turn.lane, 0), self.overlap[turn.lane])
        await asyncio.sleep(0.001)
        self.overlap[turn.lane] -= 1
        self.thought.append((turn.lane, turn.key))
        self.changed.set()
        return [Out(slot="0", body=turn.body)]

    async def post(self, out: Out, nonce: str, in_doubt: bool) -> str:
        if self.faults:
            raise self.faults.pop(0)
        if nonce not in self.nonces:
            self.nonces.append(nonce)
            self.posted.append(out.body.decode())
        self.changed.set()
        return f"id-{nonce}"

    async def until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not happened():
                self.changed.clear()
                try:
                    await asyncio.wait_for(self.changed.wait(), 0.05)
                except TimeoutError:
                    continue


@asynccontextmanager
async def running(engine: Delivery, think: Think, post: Post) -> AsyncIterator[Posting]:
    carrier = Posting(post)
    task = asyncio.create_task(engine.run(think, carrier))
    await asyncio.sleep(0)
    try:
        yield carrier
    finally:
        task.cancel()
        await asyncio.wait({task})


class DeliveryContract:
    """Subclasses give `engine` (fresh) and, for the kills, `opened(path)`."""

    opened: ClassVar[Callable[[Path], Delivery]]

    async def settled(self, engine: Delivery) -> None:
        async with asyncio.timeout(10):
            while await engine.waiting():
                await asyncio.sleep(0.01)

    async def test_a_message_is_accepted_once(self, engine: Delivery) -> None:
        assert await engine.accept("a", "1", b"x")
        assert not await engine.accept("a", "1", b"x")
        assert await engine.accept("b", "1", b"x")

    async def test_who_in_a_place_has_seen_a_message_is_known_for_as_long_as_it_is(self, engine: Delivery) -> None:
        await engine.accept("alice@chat:W/D1", "1", b"x")
        await engine.accept("bob@chat:W/D1", "1", b"x")
        await engine.accept("carol@chat:W/D2", "1", b"x")

        assert await engine.took("chat:W/D1", "1") == {"alice", "bob"}
        assert await engine.took("chat:W/D1", "2") == frozenset()

    @pytest.mark.audit("C6")
    @pytest.mark.ledger("OPS-11")
    async def test_a_message_is_traced_by_what_was_posted_of_it(self, engine: Delivery) -> None:
        desk = Desk()
        await engine.accept("alice@chat:W/talk", "1:message", b"x")
        await engine.accept("alice@chat:W/other", "2:message", b"y")
        async with running(engine, desk.think, desk.post):
            await self.settled(engine)
        first = next(nonce for nonce, body in zip(desk.nonces, desk.posted, strict=True) if body == "x")

        found = await engine.trace(f"id-{first}", "chat:W/talk")

        assert found == await engine.trace("1:message")
        assert {"accepted", "sent", "done"} <= {step.what for step in found}
        assert await engine.trace(f"id-{first}", "chat:W/other") == []

    async def test_a_lane_is_served_in_key_order_one_at_a_time(self, engine: Delivery) -> None:
        desk = Desk()
        keys = [f"{n:04d}" for n in range(40)]
        for key in random.Random(1).sample(keys, len(keys)):
            await engine.accept(f"lane{int(key) % 3}", key, key.encode())
        async with running(engine, desk.think, desk.post):
            await desk.until(lambda: len(desk.posted) == 40)

        for lane in ("lane0", "lane1", "lane2"):
            assert [key for where, key in desk.thought if where == lane] == [
                k for k in keys if f"lane{int(k) % 3}" == lane
            ]
            assert desk.most[lane] == 1

    async def test_lanes_run_in_parallel(self, engine: Delivery) -> None:
        meeting = asyncio.Barrier(3)

        async def think(turn: Turn) -> Sequence[Out]:
            await meeting.wait()
            return []

        async with running(engine, think, Desk().post):
            for lane in "abc":
                await engine.accept(lane, "1", b"")
            await self.settled(engine)

    async def test_a_cut_send_is_asked_again_in_doubt_and_not_doubled(self, engine: Delivery) -> None:
        desk, doubts = Desk(), []

        async def post(out: Out, nonce: str, in_doubt: bool) -> str:
            doubts.append(in_doubt)
            if not in_doubt:
                desk.nonces.append(nonce)
                desk.posted.append("once")
                raise InDoubt("cut")
            return await desk.post(out, nonce, in_doubt)

        async with running(engine, desk.think, post):
            await engine.accept("a", "1", b"x")
            await self.settled(engine)

        assert doubts == [False, True]
        assert desk.posted == ["once"]

    async def test_what_the_platform_cannot_tell_stays_in_doubt_and_is_told_once(self, engine: Delivery) -> None:
        desk = Desk()
        desk.faults = [InDoubt("cut"), InDoubt("no way to know")]
        async with running(engine, desk.think, desk.post):
            await engine.accept("a", "1", b"x")
            await engine.accept("a", "2", b"y")
            await self.settled(engine)

        assert desk.posted == ["y"]
        (doubt,) = await engine.doubts(untold=True)
        await engine.told(doubt.nonce)
        assert (doubt.lane, doubt.key) == ("a", "1")
        assert await engine.doubts(untold=True) == []
        assert len(await engine.doubts()) == 1

    async def test_an_unreachable_platform_is_tried_again_in_order(self, engine: Delivery) -> None:
        desk = Desk()
        desk.faults = [Unreachable("away", 0.01), Unreachable("away", 0.01)]
        async with running(engine, desk.think, desk.post):
            for key in "123":
                await engine.accept("a", key, key.encode())
            await self.settled(engine)

        assert desk.posted == ["1", "2", "3"]

    async def test_a_refused_send_is_a_dead_letter_that_a_person_can_send_again(self, engine: Delivery) -> None:
        desk = Desk()
        desk.faults = [Refused("no such channel")]
        async with running(engine, desk.think, desk.post):
            await engine.accept("a", "1", b"x")
            await self.settled(engine)
            (letter,) = await engine.dead()
            assert letter.reason == "no such channel"
            assert await engine.resend(letter.id)
            await desk.until(lambda: desk.posted == ["x"])

        assert await engine.dead() == []

    async def test_a_poison_message_ends_among_the_dead_letters_and_the_lane_goes_on(self, engine: Delivery) -> None:
        desk = Desk()

        async def think(turn: Turn) -> Sequence[Out]:
            if turn.key == "1":
                raise ValueError("poison")
            return await desk.think(turn)

        async with running(engine, think, desk.post):
            await engine.accept("a", "1", b"x")
            await engine.accept("a", "2", b"y")
            await self.settled(engine)

        (letter,) = await engine.dead()
        assert (letter.key, letter.slot, desk.posted) == ("1", "", ["y"])

    async def test_stop_ends_the_turn_and_the_lane_goes_on_only_then(self, engine: Delivery) -> None:
        desk, events, began = Desk(), [], asyncio.Event()

        async def think(turn: Turn) -> Sequence[Out]:
            if turn.key != "1":
                events.append("second")
                return await desk.think(turn)
            began.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                await asyncio.sleep(0.02)
                events.append("first ended")
                raise
            return []

        async with running(engine, think, desk.post):
            await engine.accept("a", "1", b"x")
            await engine.accept("a", "2", b"y")
            await began.wait()
            async with asyncio.timeout(5):
                assert await engine.stop("a")
            assert not await engine.stop("b")
            await self.settled(engine)

        assert events == ["first ended", "second"]

    async def test_a_step_is_journaled_and_an_early_send_is_sent_once(self, engine: Delivery) -> None:
        desk, tries = Desk(), []

        async def think(turn: Turn) -> Sequence[Out]:
            first = await turn.send(Out(slot="stream", body=b"part"))

            async def act() -> str:
                tries.append(turn.attempt)
                return "done"

            assert await turn.once("act", act) == "done"
            if turn.attempt == 1:
                raise ValueError("crash after the step")
            assert turn.sent == {"stream": first}
            return [Out(slot="0", body=b"rest")]

        async with running(engine, think, desk.post):
            await engine.accept("a", "1", b"")
            await self.settled(engine)

        assert tries == [1]
        assert desk.posted == ["part", "rest"]

    async def test_shutdown_lets_an_open_turn_end_and_begins_no_new_one(self, engine: Delivery) -> None:
        desk, began = Desk(), asyncio.Event()

        async def think(turn: Turn) -> Sequence[Out]:
            began.set()
            await asyncio.sleep(0.05)
            return await desk.think(turn)

        async with running(engine, think, desk.post):
            await engine.accept("a", "1", b"x")
            await engine.accept("a", "2", b"y")
            await began.wait()

        assert desk.posted == ["x"]
        assert await engine.waiting() == {"a": 1}

    async def test_prune_keeps_the_dedup_window_and_each_lanes_newest(self, engine: Delivery) -> None:
        desk = Desk()
        async with running(engine, desk.think, desk.post):
            await engine.accept("a", "1:message", b"x")
            await self.settled(engine)

        assert await engine.prune(timedelta(0)) == 0
        assert not await engine.accept("a", "1:message", b"x")
        assert await engine.latest() == {"a": "1:message"}

    async def test_trace_tells_a_messages_life(self, engine: Delivery) -> None:
        desk = Desk()
        async with running(engine, desk.think, desk.post):
            await engine.accept("a", "1700.5:message", b"x")
            await self.settled(engine)

        assert [step.what for step in await engine.trace("1700.5")] == [
            "accepted", "thinking", "answering", "sending", "sent", "done",
        ]  # fmt: skip

    @pytest.mark.ledger("AUD-02")
    async def test_trace_in_a_room_tells_of_messages_in_it_and_its_threads_alone(self, engine: Delivery) -> None:
        for lane in ("a@slack:T/C1", "a@slack:T/C1#7", "a@slack:T/C12"):
            await engine.accept(lane, "1700.5:message", b"x")

        assert len(await engine.trace("1700.5")) == 3
        assert len(await engine.trace("1700.5", "slack:T/C1")) == 2

    @pytest.mark.ledger("PLT-14")
    async def test_an_open_gap_stays_where_it_began_until_it_is_closed(self, engine: Delivery) -> None:
        await engine.open_gaps("slack:main", {"slack:T/C1": "0005", "*": "then"})
        await engine.open_gaps("slack:main", {"slack:T/C1": "0009", "slack:T/C2": "0007"})
        await engine.close_gap("slack:main", "*")

        assert await engine.gaps("slack:main") == {"slack:T/C1": "0005", "slack:T/C2": "0007"}
        assert await engine.gaps("slack:other") == {}

    async def test_what_runs_is_told_while_it_runs(self, engine: Delivery) -> None:
        began, goes_on = asyncio.Event(), asyncio.Event()

        async def think(turn: Turn) -> Sequence[Out]:
            began.set()
            await goes_on.wait()
            return []

        async with running(engine, think, Desk().post):
            await engine.accept("a", "1", b"x")
            await began.wait()
            meanwhile = list(engine.running())
            goes_on.set()
            await self.settled(engine)

        assert meanwhile == ["a"]
        assert list(engine.running()) == []

    @pytest.mark.ledger("OPS-06")
    async def test_a_snapshot_is_a_home_s_file_with_all_of_it(self, engine: Delivery, tmp_path: Path) -> None:
        desk = Desk()
        async with running(engine, desk.think, desk.post):
            await engine.accept("a", "1:message", b"x")
            await self.settled(engine)
        await engine.accept("b", "2:message", b"y")
        await engine.open_gaps("chat:main", {"chat:W/talk": "0005"})

        for name, content in (await engine.snapshot()).items():
            (tmp_path / f"copy-{name}").write_bytes(content)
        copy = EmbeddedDelivery(tmp_path / f"copy-{DATABASE}", lambda: datetime.now(UTC))

        assert await copy.waiting() == {"b": 1}
        assert await copy.trace("1:message") == await engine.trace("1:message")
        assert await copy.gaps("chat:main") == {"chat:W/talk": "0005"}
        assert not await copy.accept("a", "1:message", b"x")
        await copy.close()

    # -------------------------------------------------------------------------------- kills

    def spawn(self, home: Path, crash_at: str = "") -> Forked:
        def live(_: object) -> None:
            crash_points.arm(crash_at)
            answer_thirty(self.opened, home)

        return Forked(live)

    def check(self, home: Path, messages: int) -> None:
        posts = [json.loads(line) for line in (home / "ledger.jsonl").read_text().splitlines()]
        assert len(posts) == messages, "each message has exactly one post"
        for lane in {post["lane"] for post in posts}:
            keys = [post["key"] for post in posts if post["lane"] == lane]
            assert keys == sorted(keys), "order within the lane"

    @pytest.mark.parametrize("point", POINTS)
    def test_a_kill_at_a_named_point_loses_and_doubles_nothing(self, point: str, tmp_path: Path) -> None:
        for crash_at in (f"{point}:3", ""):
            assert self.spawn(tmp_path, crash_at).wait() in (0, -signal.SIGKILL)

        self.check(tmp_path, 30)

    @pytest.mark.process
    def test_kills_at_random_moments_lose_and_double_nothing(self, tmp_path: Path) -> None:
        rng, killed = random.Random(7), 0
        for _ in range(12):
            child = self.spawn(tmp_path)
            if child.wait(0.02 + rng.random() * 0.1) is None:
                child.kill()
            killed += child.wait() == -signal.SIGKILL
        assert self.spawn(tmp_path).wait() == 0

        assert killed > 0
        self.check(tmp_path, 30)


def answer_thirty(open_engine: Callable[[Path], Delivery], home: Path) -> None:
    """Accept thirty messages in three lanes, answer them, end: what the kill tests run in a process of its own."""
    ledger = home / "ledger.jsonl"

    async def think(turn: Turn) -> Sequence[Out]:
        await asyncio.sleep(0.002)
        return [Out(slot="0", body=json.dumps({"lane": turn.lane, "key": turn.key}).encode())]

    async def post(out: Out, nonce: str, in_doubt: bool) -> str:
        written = ledger.read_text() if ledger.exists() else ""
        if not (in_doubt and nonce in written):
            with ledger.open("a") as file:
                file.write(json.dumps({**json.loads(out.body), "nonce": nonce}) + "\n")
        return nonce

    async def main() -> None:
        engine = open_engine(home)
        async with running(engine, think, post):
            for number in range(30):
                await engine.accept(f"lane{number % 3}", f"{number:04d}:message", b"x")
            while await engine.waiting():
                await asyncio.sleep(0.005)
        await engine.close()

    asyncio.run(main())


__all__ = ["DeliveryContract", "running"]
