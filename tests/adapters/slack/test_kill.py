"""Ended by kill -9 at any instant, a bot hears every message once."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest

from tests.adapters.slack.scene import server_with

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.ledger("PLT-11", "PLT-14")
async def test_of_all_that_was_said_over_many_lives_nothing_is_lost_or_doubled(tmp_path: Path):
    rng, heard, said = random.Random(5), tmp_path / "heard", []
    async with server_with() as server:
        said.append(await server.say("C01", "U01", "the first"))
        for life in range(12):
            bot = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.adapters.slack.one_life", server.api_base, str(heard), cwd=ROOT
            )
            hellos, last = server.sockets.hellos, life == 11
            async with asyncio.timeout(30):
                while server.sockets.hellos == hellos:
                    await asyncio.sleep(0.01)
            for n in range(20):
                said.append(await server.say("C01", "U01", f"{life}/{n} {'<@UBOT>' * rng.randrange(2)}"))
                await asyncio.sleep(rng.uniform(0, 0.01))
            if last:
                await server.settled()
                await asyncio.sleep(0.5)
            bot.kill()
            await bot.wait()
            said.append(await server.say("C01", "U01", "while nobody was there"))
        said.pop()

        keys = [line.partition(":")[0] for line in heard.read_text().splitlines()]
        assert len(keys) == len(set(keys))
        assert set(keys) == set(said)
