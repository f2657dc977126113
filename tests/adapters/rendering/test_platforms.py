"""Each platform is given Markdown in its own way."""

from __future__ import annotations

import time
from types import ModuleType

import pytest
from hypothesis import given, settings

from adapters.discord import markdown as discord
from adapters.rendering import layout
from adapters.slack import markdown as slack
from adapters.telegram import markdown as telegram
from adapters.telegram.markdown import TelegramEntity
from tests.adapters.rendering.markdown import document
from tests.contracts.adapter import long_markdown
from tests.each import each

pytestmark = pytest.mark.ledger("PLT-08")

TABLE = "| name | n |\n|:-----|--:|\n| 日本 | 1 |\n| a\\|b | 22 |"


@each(
    ("markdown", "text"),
    [
        ("**bold** *it* ~~no~~ `code`", "**bold** *it* ~~no~~ `code`"),
        ("# One\n\n#### Four", "# One\n\n**Four**"),
        ("Setext\n===", "# Setext"),
        ("[x](https://e.org/a_(b))", "[x](<https://e.org/a_(b)>)"),
        ("[x](https://e.org/a_b)", "[x](https://e.org/a_b)"),
        ("<https://e.org/a_b>", "https://e.org/a_b"),
        ("https://e.org/a_b_c", "https://e.org/a_b_c"),
        ("![cat](https://e.org/c.png)", "[cat](https://e.org/c.png)"),
        ("[x](relative/page)", "x (relative/page)"),
        ("hello @everyone and @here", "hello @\u200beveryone and @\u200bhere"),
        ("<b>not bold</b>", "<b>not bold</b>"),
        ("2 \\* 3 \\* 4", "2 \\* 3 \\* 4"),
        ("snake_case_name", "snake_case_name"),
        ("> a\n>\n> > b", "> a\n> \n> b"),
        ("- a\n  - b\n\n3. c\n4. d", "- a\n  - b\n\n3. c\n4. d"),
        ("a  \nb\nc", "a\nb\nc"),
        ("~~~python x=1\ncode\n~~~", "```python\ncode\n```"),
        ("\\# no heading", "\\# no heading"),
        ("1\\. no list", "1\\. no list"),
        (TABLE, "```\nname |   n\n-----+----\n日本 |   1\na|b  |  22\n```"),
        ("a\n\n---\n\nb", "a\n\n──────────\n\nb"),
        ("", ""),
    ],
)
def test_discord_gets_its_own_markdown(markdown: str, text: str) -> None:
    assert discord.render(markdown) == text


@each(
    ("markdown", "text", "entities"),
    [
        ("**b** *i* ~~s~~", "b i s", [("bold", 0, 1), ("italic", 2, 1), ("strikethrough", 4, 1)]),
        ("👩‍👩‍👧 **b**", "👩‍👩‍👧 b", [("bold", 9, 1)]),
        ("**a `c` d**", "a c d", [("bold", 0, 2), ("code", 2, 1), ("bold", 3, 2)]),
        ("***x***", "x", [("italic", 0, 1), ("bold", 0, 1)]),
        ("# Title", "Title", [("bold", 0, 5)]),
        ("> q\n> r", "q\nr", [("blockquote", 0, 3)]),
        ("> a\n>\n> > b", "a\n\nb", [("blockquote", 0, 4)]),
        ("<i>text</i>", "<i>text</i>", []),
        ("- a\n- b", "• a\n• b", []),
        ("", "", []),
    ],
)
def test_telegram_gets_text_and_entities(markdown: str, text: str, entities: list[tuple[str, int, int]]) -> None:
    rendered = telegram.render(markdown)

    assert rendered.text == text
    assert [(one.type, one.offset, one.length) for one in rendered.entities] == entities


def test_telegram_links_and_code_carry_address_and_language() -> None:
    rendered = telegram.render("[x](https://e.org/a_(b))\n\n```py\n1\n```\n\n[y](relative)")

    assert rendered.text == "x\n\n1\n\ny (relative)"
    assert rendered.entities == (
        TelegramEntity("text_link", 0, 1, url="https://e.org/a_(b)"),
        TelegramEntity("pre", 3, 1, language="py"),
    )


def test_telegram_shows_tables_aligned_in_code() -> None:
    rendered = telegram.render(TABLE)

    assert rendered.text.split("\n")[0] == "name |   n"
    assert [one.type for one in rendered.entities] == ["pre"]


@pytest.mark.process
@given(document)
@settings(max_examples=25, deadline=None)
def test_telegram_entities_lie_inside_the_text_and_cut_no_surrogates(markdown: str) -> None:
    rendered = telegram.render(markdown)
    units = rendered.text.encode("utf-16-le")

    for one in rendered.entities:
        assert one.length > 0
        covered = units[2 * one.offset : 2 * (one.offset + one.length)]
        assert len(covered) == 2 * one.length
        covered.decode("utf-16-le")
    assert rendered.text == rendered.text.strip()


@pytest.mark.process
@given(document)
@settings(max_examples=25, deadline=None)
def test_in_telegram_code_overlaps_no_other_style(markdown: str) -> None:
    entities = [one for one in telegram.render(markdown).entities if one.type != "blockquote"]
    codes = [one for one in entities if one.type in ("code", "pre")]

    for code in codes:
        others = [one for one in entities if one is not code]
        assert not any(_overlap(code, one) for one in others)


def _overlap(one: TelegramEntity, other: TelegramEntity) -> bool:
    return one.offset < other.offset + other.length and other.offset < one.offset + one.length


@each(
    ("markdown", "text"),
    [
        ("**b** *i* ~~s~~ `c`", "*b* _i_ ~s~ `c`"),
        ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
        ("[x](https://e.org/a_(b)?q=1&r=2)", "<https://e.org/a_(b)?q=1&amp;r=2|x>"),
        ("<!channel>", "&lt;!channel&gt;"),
        ("## T *x*", "*T x*"),
        ("- a\n  1. b", "• a\n    1. b"),
        ("> a\n>\n> b", "> a\n> \n> b"),
        ("```\n<x>\n```", "```\n&lt;x&gt;\n```"),
    ],
)
def test_slacks_fallback_is_mrkdwn(markdown: str, text: str) -> None:
    assert slack.render(markdown).text == text


def test_slack_shows_markdown_as_it_is() -> None:
    assert slack.render("# T\n\n**b**").blocks == ({"type": "markdown", "text": "# T\n\n**b**"},)


def test_slack_shows_a_table_natively_between_the_text() -> None:
    blocks = slack.render(f"before\n\n{TABLE}\n\nafter").blocks

    assert [block["type"] for block in blocks] == ["markdown", "table", "markdown"]
    assert blocks[1]["rows"] == [
        [{"type": "raw_text", "text": "name"}, {"type": "raw_text", "text": "n"}],
        [{"type": "raw_text", "text": "日本"}, {"type": "raw_text", "text": "1"}],
        [{"type": "raw_text", "text": "a|b"}, {"type": "raw_text", "text": "22"}],
    ]
    assert blocks[1]["column_settings"] == [
        {"align": "left", "is_wrapped": True},
        {"align": "right", "is_wrapped": True},
    ]


def test_slack_takes_one_native_table_a_message() -> None:
    blocks = slack.render(f"{TABLE}\n\nand\n\n{TABLE}").blocks

    assert [block["type"] for block in blocks] == ["table", "markdown"]
    assert str(blocks[1]["text"]).startswith("and\n\n```\nname |")


def test_a_table_too_long_for_slack_is_aligned_text() -> None:
    blocks = slack.render("| a |\n|---|\n" + "| x |\n" * 150).blocks

    assert [block["type"] for block in blocks] == ["markdown"]


def test_nobody_is_called_by_a_channel_mention_in_slack() -> None:
    assert "<!channel>" not in str(slack.render("wake `<!channel>` up <!here|here>").blocks)
    assert "<!here" not in str(slack.render("wake `<!channel>` up <!here|here>").blocks)


@each(
    ("markdown", "text"),
    [
        ("**b** [x](https://e.org/(y))", "b x (https://e.org/(y))"),
        ("- a\n  - b\n\n7. c", "- a\n  - b\n\n7. c"),
        ("- a\n\n- b", "- a\n\n- b"),
        ("> quote\n> on", "> quote\n> on"),
        ("```py\nx\n\ny\n```", "x\n\ny"),
        ("<script>x</script>", "<script>x</script>"),
        ("a\0b", "a\ufffdb"),
        ("![](https://e.org/i.png)", "https://e.org/i.png"),
    ],
)
def test_plain_text_is_what_a_person_reads(markdown: str, text: str) -> None:
    assert layout.plain_text(markdown) == text


@pytest.mark.process
@pytest.mark.parametrize("platform", [slack, discord, telegram])
def test_a_long_text_is_cut_for_every_platform_in_time_in_line_with_its_length(platform: ModuleType) -> None:
    chunks, short = cut(platform, 50_000)
    more, long = cut(platform, 200_000)

    assert len(more) > 3 * len(chunks) > 10
    assert long < 10 * short + 0.2  # four times of it, on an idle machine


def cut(platform: ModuleType, size: int) -> tuple[list[str], float]:
    """The chunks, and the CPU seconds that they took."""
    began = time.thread_time()
    return platform.split(long_markdown(size)), time.thread_time() - began


def test_what_is_kept_back_is_not_used() -> None:
    markdown = "word " * 2000

    assert all(len(discord.render(chunk)) <= 1500 for chunk in discord.split(markdown, reserve=500))
    assert all(telegram.utf16(telegram.render(chunk).text) <= 3000 for chunk in telegram.split(markdown, reserve=1096))


def test_chunks_are_filled() -> None:
    chunks = discord.split("Some words of a sentence. " * 1000)

    assert all(len(discord.render(chunk)) > 1700 for chunk in chunks[:-1])


def test_no_telegram_message_has_more_than_a_hundred_entities() -> None:
    chunks = telegram.split("**b** and " * 300)

    assert sum(len(telegram.render(chunk).entities) for chunk in chunks) == 300
    assert all(len(telegram.render(chunk).entities) <= 100 for chunk in chunks)
