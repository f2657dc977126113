"""Who said a text: one author, told from an event's type and fields, in logs of today and of before."""

from datetime import UTC, datetime

import pytest

from memory.formation.utterances import UtteranceReader
from memory.index.entry import turn_entry
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Author, Event, author_of
from tests.each import each

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
ADA = "slack:T01/U01"


def event(type, sender, **meta):
    return Event(ts=NOON, type=type, content="We close at four.", sender=sender, meta={"audience": "org", **meta})


@pytest.mark.ledger("LOG-01", "AUD-04")
@each(
    ("told", "author"),
    [
        (event("message_received", ADA), "person:slack:T01/U01"),
        (event("message_edited", ADA), "person:slack:T01/U01"),
        (event("reaction_added", ADA), "person:slack:T01/U01"),
        (event("dm_received", "anima:bob"), "colleague:bob"),
        (event("message_received", "anima:bob"), "colleague:bob"),
        (event("dm_received", "bob"), "colleague:bob"),
        (event("response_sent", "alice"), "anima:alice"),
        (event("tool_use", "alice"), "anima:alice"),
        (event("error", ""), "program"),
        (event("tool_result", "alice", author="tool:web_search"), "tool:web_search"),
        (event("notice", "alice", author="program"), "program"),
        (event("message_received", ADA, author="nobody knows"), "program"),
        (event("message_received", "tool:web_search"), "tool:web_search"),
        (event("message_received", ADA, id="slack:T01/D1/17.1~0123456789ab:message"), "program"),
        (event("message_received", ADA, id="slack:T01/D1/17.1~0123456789abcdef:message"), "program"),
        (event("message_received", ADA, id="slack:T01/D1/17.1:message"), "person:slack:T01/U01"),
        (event("dm_received", "anima:bob", id="anima:alice/bob/17.1~0123456789ab:message"), "colleague:bob"),
    ],
)
def test_every_event_has_one_author(told, author):
    assert str(author_of(told)) == author


@each("text", ["person:slack:T01/U01", "anima:alice", "colleague:bob", "tool:web_search", "program"])
def test_an_author_is_read_as_it_was_written(text):
    assert str(Author.parse(text)) == text


def test_what_is_no_author_is_refused():
    with pytest.raises(AddressError):
        Author.parse("slack:T01/U01")


@pytest.mark.ledger("AUD-04")
def test_nothing_is_formed_of_what_the_program_kept_in_a_persons_name_before(tmp_path):
    old = event("message_received", ADA, id="slack:T01/D1/17.1~0123456789ab:message", trust="owner", person=ADA)

    assert UtteranceReader(UTC).heard(old) is None
    remembered = turn_entry(old, UTC, "activity_log/2026-11-20.jsonl", 1, 0)
    assert remembered is not None
    assert remembered.trust == "program"
