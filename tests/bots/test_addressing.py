"""Who is addressed in shared identity."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bots.message import Kind, Message
from bots.people.addressing import NOTHING_KNOWN, ConversationSoFar, addressed_animas, named_in
from memory.vocabulary.address import Account, Audience, Person, Place
from tests.each import each

PLACE = Place("slack", "T01", "C1")
ADA = Person("slack", "T01", "U1")
HERE = ("alice", "bob")
pytestmark = pytest.mark.ledger("PLT-06", "PLT-07")


def said(text: str, *, mention: bool = False, direct: bool = False, kind: Kind = Kind.MESSAGE) -> Message:
    return Message(
        kind=kind,
        account=Account("slack", "main"),
        place=PLACE,
        id="1",
        order="1",
        author=ADA,
        author_name="Ada",
        at=datetime(2026, 1, 1, tzinfo=UTC),
        audience=Audience.open(PLACE),
        text=text,
        mentions_app=mention,
        is_direct=direct,
    )


def named_animas(*given: object) -> tuple[str, ...]:
    return addressed_animas(*given).names  # type: ignore[arg-type]


@each(
    ("text", "who"),
    [
        ("alice, are you there?", ("alice",)),
        ("Alice: are you there?", ("alice",)),
        ("ＡＬＩＣＥ：います?", ("alice",)),
        ("alice、元気?", ("alice",)),
        ("alice and bob, lunch?", ("alice", "bob")),
        ("bob, alice: lunch?", ("bob", "alice")),
        ("alice, bob is late", ("alice",)),
        ("what do you think, @bob?", ("bob",)),
        ("@bob and @alice come", ("bob", "alice")),
        ("I met alice today", ()),
        ("alice is nice", ()),
        ("alice's idea, not mine", ()),
        ("malice: a word", ()),
        ("write to me@bob.example", ()),
        ("hey alice, hi", ()),
        ("hello everyone", ()),
    ],
)
def test_in_a_room_a_name_addresses_in_front_or_with_an_at_sign(text: str, who: tuple[str, ...]) -> None:
    assert named_animas(said(text), HERE) == who


@each(
    ("text", "who"),
    [
        ("hey alice, hi", ("alice",)),
        ("good morning bob: hi", ("bob",)),
        ("alice, bob: hi", ("alice", "bob")),
        ("Bob please read this", ("bob",)),
        ("bobby please read this", ("alice",)),
    ],
)
def test_where_the_app_is_mentioned_a_name_within_the_first_words_is_enough(text: str, who: tuple[str, ...]) -> None:
    assert named_animas(said(text, mention=True), HERE) == who


def test_a_name_in_the_middle_of_a_call_is_only_talked_about() -> None:
    call = said("tell me what alice thinks of it: is she well", mention=True)

    assert named_animas(call, HERE, ConversationSoFar(last_partner="bob")) == ("bob",)


def test_a_mention_without_a_name_is_answered_by_exactly_one() -> None:
    call = said("are you there?", mention=True)

    assert named_animas(call, HERE) == ("alice",)
    assert named_animas(call, HERE, ConversationSoFar(last_partner="bob")) == ("bob",)
    assert named_animas(call, HERE, ConversationSoFar(replied_to="alice", last_partner="bob")) == ("alice",)


def test_a_reply_is_for_the_anima_that_it_answers_and_a_name_is_stronger() -> None:
    known = ConversationSoFar(replied_to="bob")

    assert named_animas(said("yes"), HERE, known) == ("bob",)
    assert named_animas(said("alice, and you?"), HERE, known) == ("alice",)


def test_edits_reactions_and_strangers_address_nobody() -> None:
    assert named_animas(said("alice, hi", kind=Kind.EDIT), HERE) == ()
    assert named_animas(said("carol, hi", mention=False), HERE) == ()
    assert named_animas(said("hi", direct=True), ()) == ()


def test_ambient_talk_is_answered_by_one_where_the_room_wants_it() -> None:
    question, remark = said("what is for lunch?"), said("I am hungry")
    talking = ConversationSoFar(last_partner="bob", is_talking=True)

    assert named_animas(question, HERE) == ()
    assert [named_animas(one, HERE, talking, "smart") for one in (question, remark)] == [("bob",), ()]
    assert named_animas(question, HERE, ConversationSoFar(last_partner="bob"), "smart") == ()
    assert [named_animas(one, HERE, NOTHING_KNOWN, "all") for one in (question, remark)] == [("alice",), ("alice",)]
    assert named_animas(replace(remark, author_is_bot=True), HERE, NOTHING_KNOWN, "all") == ()


@pytest.mark.ledger("PLT-07")
@each("text", ["@bob-smith, see this", "ask @bob.smith", "@bobby", "@bob_s hello", "x@bob"])
def test_a_longer_name_that_begins_so_is_anothers(text: str) -> None:
    """F8: `@bob-smith` woke bob."""
    assert named_in(text, ("alice", "bob"), anywhere_in_front=False) == ()


@pytest.mark.ledger("PLT-07")
@each("text", ["@bob.", "@bob, hi", "see @bob!", "(@bob)", "@bob- hi", "@bob… hm"])
def test_a_name_with_a_mark_behind_it_is_the_name(text: str) -> None:
    assert named_in(text, ("alice", "bob"), anywhere_in_front=False) == ("bob",)


@pytest.mark.ledger("PLT-07")
def test_a_mentioned_person_calls_no_anima_of_the_same_name() -> None:
    """F8."""
    both = said("@Bob and @bob: hello")

    assert named_animas(replace(both, people=((0, 4),)), ("alice", "bob")) == ("bob",)
    assert named_animas(replace(both, people=((0, 4), (9, 13))), ("alice", "bob")) == ()
    assert named_animas(replace(both, text="bob, hello", people=((0, 3),)), ("alice", "bob")) == ()
