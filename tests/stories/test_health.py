"""The fleet tells how it is: health, figures for Prometheus, one line of the log a turn; in every mode."""

import asyncio
import socket

import aiohttp
import pytest

from tests.stories.bad_input.product import Product, no_traceback, town


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def fetched(port, path):
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


@pytest.mark.ledger("OPS-04", "OPS-07")
async def test_a_fleet_that_polls_serves_health_and_figures_and_logs_each_turn_in_one_line(tmp_path):
    """F19: the log is silent on a normal turn; /healthz only with a webhook account."""
    port = free_port()
    async with town("slack") as place:
        product = Product(tmp_path / "home", place.config(server={"port": port}))
        async with product.running() as life:
            answer = await place.answered("slack", "My secret word is xylophone.", 40)
            health, ready, figures = await asyncio.gather(*(fetched(port, f"/{name}") for name in PATHS))

    turns = [line for line in product.log().splitlines() if "a turn has thought" in line]
    assert answer
    assert (health[0], ready[0], figures[0]) == (200, 200, 200)
    assert 'anima_turns_total{anima="alice",outcome="answered"} 1.0' in figures[1]
    assert 'anima_account_connected{account="slack:main"} 1.0' in figures[1]
    assert len(turns) == 1
    assert all(field in turns[0] for field in ("anima=alice", "outcome=answered", "recalled=", "model=offline"))
    assert "xylophone" not in product.log() + figures[1]
    no_traceback(*life.err)


PATHS = ("healthz", "readyz", "metrics")


@pytest.mark.ledger("OPS-04")
async def test_a_port_that_is_taken_keeps_no_fleet_from_starting_where_nobody_posts_to_it(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        async with town("slack") as place:
            product = Product(tmp_path / "home", place.config(server={"port": taken.getsockname()[1]}))
            async with product.running() as life:
                answer = await place.answered("slack", "Hello?", 40)

    assert answer
    assert "health and metrics are not served: server.port" in product.log()
    assert not [line for line in life.err if "server.port" in line]
