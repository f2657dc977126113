"""Generated Markdown: everything that splitting and rendering must look after, nested and long."""

from __future__ import annotations

from hypothesis import strategies as st

_WORDS = [
    "word",
    "snake_case",
    "2*3",
    "日本語の文章です。",
    "👩‍👩‍👧‍👦",
    "🇩🇪🇫🇷",
    "👍🏽",
    "שלום",
    "مرحبا",
    "e\u0301",
    "a|b",
    "<b>bold?</b>",
    "&amp;",
    "&",
    "1.",
    "2)",
    "-",
    "#",
    ">",
    "=",
    "---",
    "```",
    "[x]",
    "!",
    "\\",
    "nul\0",
    "@everyone",
    "end.",
    "*",
    "_",
    "~~",
    "]",
    "x" * 90,
    "字" * 70,
]
word = st.sampled_from(_WORDS) | st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=8
)
words = st.lists(word, min_size=1, max_size=6).map(" ".join)

_MARKED = [
    "**{}**",
    "*{}*",
    "_{}_",
    "~~{}~~",
    "`{}`",
    "[{}](https://example.org/a_(b)?q=1)",
    "![{}](https://example.org/i.png)",
    "**a *{}* b**",
    "<https://example.org/auto>{}",
    "{}  \nnext",
    "{}\\\nnext",
]
piece = words | st.builds(str.format, st.sampled_from(_MARKED), words)
paragraph = st.lists(piece, min_size=1, max_size=4).map(" ".join)
long_paragraph = st.builds(lambda text, n: (text + " ") * n, paragraph, st.integers(1, 16))
heading = st.builds(lambda n, text: "#" * n + " " + text.replace("\n", " "), st.integers(1, 6), words)
_line = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=30) | st.sampled_from(
    ["x = 1", "", "```", "~~~~", "    indented", "y" * 200, "日" * 100, "👩‍👩‍👧" * 20]
)
fence = st.builds(
    lambda info, lines: f"`````{info}\n" + "\n".join(lines) + "\n`````",
    st.sampled_from(["", "python", "c++ title=x"]),
    st.lists(_line, max_size=8),
)
_cell = words.map(lambda text: text.replace("|", "\\|").replace("\n", " "))
table = st.builds(
    lambda rows: "| one | two | three |\n|---|:-:|--:|\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows),
    st.lists(st.lists(_cell, min_size=3, max_size=3), max_size=4),
)
rule = st.just("***")
leaf = paragraph | long_paragraph | heading | fence | table | rule


def _indent(text: str, first: str, rest: str) -> str:
    return first + text.replace("\n", "\n" + rest)


def _list(ordered: bool, start: int, glue: str, items: list[str]) -> str:
    signs = [f"{start + n}. " if ordered else "- " for n in range(len(items))]
    return glue.join(_indent(item, sign, " " * len(sign)) for sign, item in zip(signs, items, strict=True))


def _containers(block: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inner = st.lists(block, min_size=1, max_size=3).map("\n\n".join)
    return inner.map(lambda text: _indent(text, "> ", "> ")) | st.builds(
        _list,
        st.booleans(),
        st.integers(0, 99),
        st.sampled_from(["\n", "\n\n"]),
        st.lists(inner, min_size=1, max_size=3),
    )


block = st.recursive(leaf, _containers, max_leaves=5)
document = st.lists(block, max_size=4).map("\n\n".join)
