"""Marks, frames and heads: pure laws."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord import outbound
from bots.message import Persona, Send
from memory.vocabulary.address import Place

TEXTS = st.text(max_size=300)
ROOM = Place("discord", "1", "2")


@pytest.mark.ledger("PLT-12")
@given(TEXTS, TEXTS)
def test_marks_and_nonces_differ_where_sends_differ(one: str, other: str) -> None:
    assert (outbound.mark(one) == outbound.mark(other)) == (one == other)
    assert (outbound.nonce(one) == outbound.nonce(other)) == (one == other)
    assert len(outbound.nonce(one)) <= 25


@pytest.mark.ledger("PLT-12")
@given(TEXTS)
def test_a_mark_is_invisible_and_can_be_taken_out(own: str) -> None:
    mark = outbound.mark(own)

    assert not mark.isprintable()
    assert outbound.without_marks(f"tea{mark}") == "tea"


@pytest.mark.ledger("PLT-12")
@given(TEXTS, TEXTS, TEXTS)
def test_a_post_tells_its_frame_again(own: str, author: str, question: str) -> None:
    heads = ("", outbound.quote_head(author, question), outbound.name_head(Persona(name=author or "Alice")))
    for head in heads:
        frame = outbound.frame(own, head)
        assert outbound.frame_of(frame.around("hello *there*")) == frame


@pytest.mark.ledger("PLT-08", "PLT-12")
@settings(max_examples=25, deadline=None)
@given(st.text(alphabet="ab *_`>#-\n|👩é漢", max_size=6000), TEXTS)
def test_every_chunk_fits_with_its_mark_and_the_longest_head(markdown: str, own: str) -> None:
    head = outbound.quote_head("n" * 500, "q" * 500)
    for chunk in outbound.split(markdown):
        content = outbound.frame(own, head).around(chunk)
        assert len(content) <= outbound.LIMIT
        assert outbound.mark(own) in content
        assert content.startswith("> **nnn")


@pytest.mark.parametrize(
    ("author", "question", "head"),
    [
        ("Ada", "What is\nthe *time*?", "> **Ada:** What is the time?\n"),
        ("A**da", "`x` <@1> [a](b)", "> **Ada:** x <@1 a(b)\n"),
        ("Ada", "", ""),
        ("Ada", "w" * 200, "> **Ada:** " + "w" * 89 + "…\n"),
    ],
)
def test_a_quote_is_one_plain_line(author: str, question: str, head: str) -> None:
    assert outbound.quote_head(author, question) == head


def test_nobody_is_pinged_and_nothing_unfolds() -> None:
    bot = outbound.bot_post(Send(place=ROOM, text="@everyone", reply_to="1"), "@everyone", "n")
    hook = outbound.webhook_post(Send(place=ROOM, text="@everyone"), "@everyone", Persona(name="Alice"))

    assert bot["allowed_mentions"] == hook["allowed_mentions"] == {"parse": [], "replied_user": False}
    assert bot["flags"] == hook["flags"] == 4


def test_only_an_address_is_a_face() -> None:
    act = Send(place=ROOM, text="x")
    assert "avatar_url" not in outbound.webhook_post(act, "x", Persona(name="A", avatar=":robot:"))
    assert (
        outbound.webhook_post(act, "x", Persona(name="A", avatar="https://e.org/a"))["avatar_url"] == "https://e.org/a"
    )
