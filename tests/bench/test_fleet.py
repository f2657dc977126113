"""The fleet benchmark runs, and counts what it should; how much or how long is no test."""

from dataclasses import replace

from tests.bench.fleet import idle, talk


async def test_idle_animas_are_weighed_before_and_after_a_turn():
    found = await idle(animas=3, quiet_s=0)

    assert found.animas == 3
    assert found.answered


async def test_every_remark_of_a_talk_is_accounted_for():
    found = await talk(rate=60, seconds=0.5, animas=2)

    assert (found.said, found.accepted, sum(found.accepted_per_s)) == (30, 30, 30)
    assert (found.lost, found.doubled, found.in_order) == (0, 0, True)
    for flaw in ({"lost": 1}, {"doubled": 1}, {"in_order": False}, {"said_per_s": 20.0}):
        assert not replace(found, **flaw).holds
