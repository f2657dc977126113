"""Splitting loses nothing, fits always, and leaves each chunk whole in itself."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adapters.discord import markdown as discord
from adapters.rendering import layout
from adapters.rendering.document import MarkdownBlock, Runs, parse, plain_runs
from adapters.rendering.splitting import split
from adapters.slack import markdown as slack
from adapters.telegram import markdown as telegram
from tests.adapters.rendering.markdown import document
from tests.each import each

pytestmark = pytest.mark.ledger("PLT-08")

_law = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def said(chunks: list[str]) -> str:
    """All the text that people read in the chunks, headers of continued tables and white space aside."""
    parts: list[str] = []
    for chunk in chunks:
        for block in parse(chunk):
            parts.extend(_said(block))
    return _ADDRESS.sub("", re.sub(r"[\s|]", "", "".join(parts)))


#: Where emphasis cannot be written in part, links are told as text with their addresses.
_ADDRESS = re.compile(r"\(https://example\.org/(?:a_\(b\)\?q=1|i\.png)\)")


def _said(block: MarkdownBlock) -> list[str]:
    if block.kind == "table":
        return [_letters(cell.runs) for row in block.rows if row for cell in row if _HEADER not in _header(row)]
    if block.kind == "code":
        return [block.text]
    return [_letters(block.runs), *(text for child in block.children for text in _said(child))]


_HEADER = "one two three"


def _header(row: list) -> str:  # type: ignore[type-arg]
    return " ".join(_letters(cell.runs) for cell in row)


def _letters(runs: Runs) -> str:
    """Without addresses: they are repeated where a link is cut."""
    return "".join(run.text for run in runs)


def up_to(limit: int) -> Callable[[str], float]:
    return lambda chunk: len(layout.plain_text(chunk)) / limit


@example("0. word\n\n   2) word\n\n   | one | two | three |\n   |---|:-:|--:|\n   | word | word | word |", 60)
@example("# word # #\n\n" + "word " * 40, 120)  # the first sign is text, the second closes the heading
@given(document, st.integers(120, 1500))
@_law
def test_nothing_is_missing_and_every_chunk_fits(markdown: str, limit: int) -> None:
    chunks = split(markdown, up_to(limit))

    assert all(len(layout.plain_text(chunk)) <= limit for chunk in chunks)
    assert said(chunks).replace("onetwothree", "") == said([markdown]).replace("onetwothree", "")


@given(document, st.integers(120, 1500))
@_law
def test_no_chunk_is_blank(markdown: str, limit: int) -> None:
    chunks = split(markdown, up_to(limit))

    assert all(layout.plain_text(chunk).strip() for chunk in chunks)


@given(document)
@_law
def test_every_platform_takes_every_chunk(markdown: str) -> None:
    for chunk in discord.split(markdown * 4, reserve=40):
        assert 0 < len(discord.render(chunk)) <= discord.LIMIT - 40
    for chunk in telegram.split(markdown * 4, reserve=40):
        rendered = telegram.render(chunk)
        assert 0 < telegram.utf16(rendered.text) <= telegram.LIMIT - 40
        assert len(rendered.entities) <= telegram.MOST_ENTITIES
    for chunk in slack.split(markdown * 8):
        shown = [str(block["text"]) for block in slack.render(chunk).blocks if block["type"] == "markdown"]
        assert sum(map(len, shown)) <= slack.LIMIT


@given(document, st.integers(120, 600))
@_law
def test_discords_fences_are_balanced_in_every_chunk(markdown: str, limit: int) -> None:
    for chunk in split(markdown, up_to(limit)):
        fences = [line for line in discord.render(chunk).split("\n") if re.match(r"[> \d.-]*```", line)]

        assert len(fences) % 2 == 0


def test_nothing_gives_no_chunk() -> None:
    assert split("", lambda chunk: 0.0) == []
    assert split(" \n\n\t\n", lambda chunk: 0.0) == []


@each("markdown", ["&nbsp;", "\u200b", "[a]: https://example.org", "> ", "- ", "```\n```", "#", "\u200b\n\n&#32;"])
def test_what_cannot_be_seen_is_no_message(markdown: str) -> None:
    assert split(markdown, lambda chunk: 0.0) == []


def test_what_fits_is_left_as_it_was_written() -> None:
    written = "a  \nb\n\n* x\n* y\n\nSetext\n==="

    assert split(written, lambda chunk: 0.0) == [written]


@each(
    ("markdown", "limit", "chunks"),
    [
        ("One sentence. Another one.", 18, ["One sentence.", "Another one."]),
        ("```py\na = 1\nb = 2\n```", 17, ["```py\na = 1\n```", "```py\nb = 2\n```"]),
        (
            "| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |",
            38,
            ["| a | b |\n| --- | --: |\n| 1 | 2 |", "| a | b |\n| --- | --: |\n| 3 | 4 |"],
        ),
        ("> one\n>\n> two", 8, ["> one", "> two"]),
        ("3. one\n4. two\n5. three", 14, ["3. one\n4. two", "5. three"]),
        ("**one two three four**", 14, ["**one two**", "**three four**"]),
        ("# Title\n\ntext text\n\nmore more", 22, ["# Title\n\ntext text", "more more"]),
        ("日本語。日本語。日本語。", 8, ["日本語。日本語。", "日本語。"]),
        ("see [x](https://e.org/(y)) then `code it`", 28, ["see [x](<https://e.org/(y)>)", "then `code it`"]),
        ("one two # three", 8, ["one two", "\\# three"]),
        ("- one\n- two\n  - three", 12, ["- one\n- two", "- three"]),
    ],
)
def test_cuts_come_at_the_best_place(markdown: str, limit: int, chunks: list[str]) -> None:
    assert split(markdown, lambda chunk: len(chunk) / limit) == chunks


def test_characters_of_several_code_points_are_not_cut() -> None:
    family = "👩‍👩‍👧‍👦"
    chunks = split(family * 40, lambda chunk: len(chunk) / 50)

    assert set("".join(chunks).replace(family, "")) == set()
    assert all(len(chunk) % len(family) == 0 for chunk in chunks)


def test_a_reference_defined_elsewhere_still_leads_somewhere() -> None:
    markdown = "See [the page][p] now.\n\n" + "filler " * 40 + "\n\n[p]: https://example.org/page"
    chunks = split(markdown, lambda chunk: len(chunk) / 120)

    assert "[the page](https://example.org/page)" in chunks[0]


def test_a_row_wider_than_any_message_is_still_told() -> None:
    markdown = "| a | b |\n|---|---|\n| " + "left " * 50 + "| " + "right " * 50 + "|"
    chunks = split(markdown, lambda chunk: len(chunk) / 100)

    assert sum(chunk.count("left") for chunk in chunks) == 50
    assert sum(chunk.count("right") for chunk in chunks) == 50


def test_a_link_with_an_address_longer_than_a_message_is_still_told() -> None:
    url = "https://example.org/" + "a" * 300
    chunks = split(f"[here]({url})", lambda chunk: len(chunk) / 100)

    assert "here" in chunks[0]
    assert url in "".join(chunks).replace("\\", "")


_LONG: dict[str, Callable[[int], str]] = {
    "one paragraph": lambda n: "word and more words. " * n,
    "one word": lambda n: "x" * (20 * n),
    "one fence": lambda n: "```\n" + "a line of code here\n" * n + "```",
    "one line of code": lambda n: "```\n" + "x" * (20 * n) + "\n```",
    "one table": lambda n: "| a | b |\n|---|---|\n" + "| one | two words |\n" * n,
    "one list": lambda n: "- an item of it\n" * n,
    "many lines": lambda n: "a line\n\n" * n,
    "emphasis": lambda n: "some **bold** and *slanted* words among others of a sentence. " * (n // 3),
    "one quote": lambda n: "> quoted words\n" * n,
}


@pytest.mark.parametrize("what", _LONG)
def test_a_long_text_is_cut_in_time_in_line_with_its_length(what: str) -> None:
    short = cut(_LONG[what](1000))
    long = cut(_LONG[what](4000))

    assert long < 10 * short + 0.1  # four times of it, on an idle machine


def cut(markdown: str) -> float:
    """The CPU seconds that it takes."""
    measured = 0

    def share(chunk: str) -> float:
        nonlocal measured
        measured += len(chunk)
        return len(chunk) / 2000

    gc.collect()
    gc.freeze()  # what other tests left behind is not looked through
    try:
        began = time.thread_time()
        chunks = split(markdown, share)
        took = time.thread_time() - began
    finally:
        gc.unfreeze()

    assert len(chunks) > 2
    assert measured < 5 * len(markdown)
    return took


def test_plain_text_of_runs_names_the_addresses() -> None:
    [paragraph] = parse("[a](https://e.org) ![b](https://e.org/i) <https://e.org>")

    assert plain_runs(paragraph.runs) == "a (https://e.org) b (https://e.org/i) https://e.org"
