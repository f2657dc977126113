"""The embedded engine passes the conformance suite; what is its own is tested below."""

from __future__ import annotations

import asyncio
import random
import resource
import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bots.delivery.contract import RetryPatience
from bots.delivery.embedded import EmbeddedDelivery
from bots.errors import NotStored
from tests.contracts.delivery import DeliveryContract

QUICK = RetryPatience(grace_s=2.0, attempts=3, first_pause_s=0.01)


def open_engine(home: Path) -> EmbeddedDelivery:
    return EmbeddedDelivery(home / "delivery.sqlite3", lambda: datetime.now(UTC), patience=QUICK, rng=random.Random(1))


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[EmbeddedDelivery]:
    opened = open_engine(tmp_path)
    yield opened
    await opened.close()


class TestEmbedded(DeliveryContract):
    opened = staticmethod(open_engine)


async def test_a_full_disk_refuses_and_recovers(engine: EmbeddedDelivery) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    try:
        with pytest.raises(NotStored):
            for number in range(200):
                await engine.accept("a", f"{number:04d}", b"x" * 4000)
        held = await engine.waiting()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert held["a"] > 0
    assert await engine.accept("b", "1", b"there is room again")
    assert await engine.waiting() == {**held, "b": 1}


async def test_many_accepts_share_commits(engine: EmbeddedDelivery) -> None:
    results = await asyncio.gather(*(engine.accept("a", f"{n:05d}", b"x") for n in range(500)))

    assert all(results)
