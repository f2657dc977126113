"""The pace, with a clock that only moves by sleeping."""

from __future__ import annotations

import asyncio
import heapq

import pytest

from adapters.telegram.sender import TelegramLimits, TelegramPace


class Time:
    """Sleepers wake in order; time jumps to the next of them once nobody else runs."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        awake = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, len(self._sleepers), awake))
        await awake

    async def pass_until(self, *tasks: asyncio.Task[None]) -> None:
        while not all(task.done() for task in tasks):
            for _ in range(20):
                await asyncio.sleep(0)
            if self._sleepers:
                self.now, _, awake = heapq.heappop(self._sleepers)
                if not awake.done():  # its sleeper may have given up
                    awake.set_result(None)


async def spoken(
    chats: list[str], *, group: bool = False, limits: TelegramLimits | None = None
) -> list[tuple[float, str, int]]:
    """(time, chat, number) of messages asked for all at once."""
    time, said = Time(), []
    pace = TelegramPace(limits or TelegramLimits(), lambda: time.now, time.sleep)

    async def say(chat: str, number: int) -> None:
        async with pace.in_chat(chat, is_group=group) as go:
            await go.turn()
            said.append((time.now, chat, number))
            go.done()

    await time.pass_until(*(asyncio.create_task(say(chat, n)) for n, chat in enumerate(chats)))
    return said


@pytest.mark.ledger("PLT-10")
async def test_a_chat_hears_one_message_a_second_in_order() -> None:
    said = await spoken(["a"] * 5)

    assert said == [(float(n), "a", n) for n in range(5)]


@pytest.mark.ledger("PLT-10")
async def test_a_group_hears_twenty_messages_a_minute() -> None:
    times = [at for at, _, _ in await spoken(["g"] * 41, group=True)]

    assert times[19] == 19.0
    assert times[20] == 60.0
    assert times[40] == 120.0


@pytest.mark.ledger("PLT-10")
async def test_all_chats_together_hear_thirty_messages_a_second() -> None:
    times = [at for at, _, _ in await spoken([f"chat {n}" for n in range(75)])]

    assert [times.count(second) for second in (0.0, 1.0, 2.0)] == [30, 30, 15]


@pytest.mark.ledger("PLT-10")
async def test_quiet_in_one_chat_is_no_quiet_in_another() -> None:
    time, said = Time(), []
    pace = TelegramPace(TelegramLimits(), lambda: time.now, time.sleep)

    async def say(chat: str, quiet: float) -> None:
        async with pace.in_chat(chat, is_group=False) as go:
            await go.turn()
            if quiet:
                go.quiet(quiet)
                await go.turn()
            said.append((chat, time.now))
            go.done()

    await time.pass_until(*(asyncio.create_task(say(*one)) for one in (("a", 30.0), ("a", 0.0), ("b", 0.0))))

    assert said == [("b", 0.0), ("a", 30.0), ("a", 31.0)]


@pytest.mark.ledger("PLT-10")
async def test_who_gives_up_waiting_blocks_nobody() -> None:
    time = Time()
    pace = TelegramPace(TelegramLimits(), lambda: time.now, time.sleep)

    async def say() -> None:
        async with pace.in_chat("a", is_group=False) as go:
            await go.turn()
            go.done()

    first, given_up, last = (asyncio.create_task(say()) for _ in range(3))
    await asyncio.sleep(0)
    given_up.cancel()
    await time.pass_until(first, given_up, last)

    assert last.exception() is None


async def test_chats_of_long_ago_are_forgotten() -> None:
    time = Time()
    pace = TelegramPace(TelegramLimits(), lambda: time.now, time.sleep)
    for n in range(1000):
        time.now += 10
        async with pace.in_chat(f"chat {n}", is_group=True) as go:
            await go.turn()
            go.done()

    assert len(pace._chats) < 300
