"""Habits that were planted among noise are found, and few others; a habit is written up in words that were asked."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random

import pytest

from memory.sleep.procedure_learning import recurring_patterns
from memory.vocabulary.event import Event
from tests.memory.stage import MONDAY

TOOLS = ("search_memory", "read_memory_file", "write_memory_file", "send_file", "post_channel", "read_channel")
PLANTED, NOISE = 12, 150


def a_week(rng):
    """Uses of tools in a week: planted sequences that come three to five times, and turns of all sorts; the planted."""
    planted = [
        [(rng.choice(TOOLS), {"path": f"knowledge/{name}-{step}.md"}) for step in range(rng.randint(2, 4))]
        for name in range(PLANTED)
    ]
    turns = [steps for steps in planted for _ in range(rng.randint(3, 5))]
    turns += [
        [(rng.choice(TOOLS), {"query": f"{rng.randrange(60)}"}) for _ in range(rng.randint(1, 4))] for _ in range(NOISE)
    ]
    rng.shuffle(turns)
    events = []
    for number, steps in enumerate(turns):
        at = MONDAY + timedelta(days=rng.randrange(7), minutes=number)
        around = [(rng.choice(TOOLS), {"query": f"once {number}"})] if rng.random() < 0.3 else []
        for place, (tool, arguments) in enumerate([*around, *steps]):
            meta = {"id": f"e{number}/alice/tool/{place}", "ok": True}
            words = json.dumps(arguments)
            events.append(Event(ts=at + timedelta(seconds=place), type="tool_use", tool=tool, content=words, meta=meta))
    return sorted(events, key=lambda event: event.ts), planted


@pytest.mark.ledger("PRO-03")
def test_nine_of_ten_planted_habits_are_found_and_at_most_one_of_twenty_is_invented():
    found, wanted, invented = 0, 0, 0
    for seed in range(5):
        events, planted = a_week(Random(seed))
        seen = {tuple(map(str, pattern.actions)) for pattern in recurring_patterns(events)}
        meant = {tuple(f"{tool}(path={told['path']})" for tool, told in steps) for steps in planted}
        wanted += len(meant)
        found += len(meant & seen)
        invented += len(seen - meant)

    assert found >= 0.9 * wanted
    assert invented <= 0.05 * (found + invented)
