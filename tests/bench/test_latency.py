"""The latency benchmark runs, and counts what it should; how long anything takes is no test."""

from tests.bench.crowd import PLATFORMS
from tests.bench.latency import HEAVY, first_posts, starts, under_load


async def test_messages_during_long_answers_are_all_counted():
    found = await under_load(turns=3, rate=30, seconds=0.4)

    assert found.speaking_at_once == 3
    assert found.lost == 0
    assert [one.durable.count for one in found.platforms] == [one.said for one in found.platforms] == [4, 4, 4]
    assert [one.acked.count if one.acked else 0 for one in found.platforms] == [4, 0, 4]


async def test_a_start_imports_nothing_heavy():
    found = await starts(runs=1)

    assert found.heavy == ()
    assert found.dearest
    assert set(HEAVY) >= {"torch", "litellm", "chromadb"}


async def test_every_platform_shows_a_first_post_after_the_question_was_stored():
    found = await first_posts(questions=1)

    assert [(one.platform, one.answered) for one in found] == [(name, 1) for name in PLATFORMS]
    assert all(0 < one.from_accepted.p50_ms <= one.from_sent.p50_ms for one in found)
