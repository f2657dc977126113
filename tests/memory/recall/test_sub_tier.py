"""The sub-tier of a memory."""

from __future__ import annotations

import pytest

from memory.recall.sub_tier import sub_tier
from tests.each import each


@pytest.mark.ledger("STR-08")
@each(
    ("kind", "text", "category", "source", "expected"),
    [
        ("turn", "I always forget", "", "user_message", "personal"),
        ("episode", "We met", "", "federation", "vicarious"),
        ("episode", "We met", "", "", "observed"),
        ("knowledge", "Always restart the proxy first", "", "", "schematic"),
        ("knowledge", "必ず再起動する", "", "", "schematic"),
        ("fact", "Her zaman önce yedekle", "", "", "schematic"),
        ("knowledge", "How to restart the proxy", "", "", "procedural"),
        ("knowledge", "再起動の方法", "", "", "procedural"),
        ("procedure", "Never skip a step", "", "", "procedural"),
        ("knowledge", "Ada likes tea", "pattern", "", "schematic"),
        ("fact", "The port is 8080", "", "", "factual"),
    ],
)
def test_source_category_and_words_make_the_sub_tier(kind, text, category, source, expected):
    assert sub_tier(kind, text, category, source) == expected
