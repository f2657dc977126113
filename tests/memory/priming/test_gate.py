"""How much of a recollection is said by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.tools.memory_tools import recollection_lines
from memory.recall.priming.channel import PrimingSituation
from memory.recall.priming.channels import recollection_line, related_knowledge_channel
from memory.recall.priming.injection_rules import LONGEST_SUMMARY, injection_degree, summarise
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.cue import Cue, RecallReason, Recollection
from tests.each import each

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
ROOM = Place("slack", "T01", "C01")
TEXT = "The vault opens at noon. It is blue. " + "Nobody knows why that is so. " * 9


def hit(confidence, kind="knowledge", text=TEXT, reasons=(), place=""):
    path = "knowledge/vault.md" if kind != "turn" else "activity_log/2026-11-19.jsonl#L1"
    return Recollection(
        id=f"{kind}{confidence}", kind=kind, text=text, score=9.0, confidence=confidence, reasons=tuple(reasons),
        path=path, at=NOW, speaker="Ada" if kind == "turn" else "", place=place, audience="org",
    )  # fmt: skip


async def offered(*hits):
    async def recalled(cue):
        return hits

    cue = Cue(text="When?", audience=Audience.group(ROOM), now=NOW, place=ROOM)
    return await related_knowledge_channel(recalled).offer(PrimingSituation(cue=cue, zone=UTC))


@pytest.mark.ledger("PRI-09")
@each(
    ("confidence", "expected"),
    [(1.0, "full"), (0.7, "full"), (0.699, "summary"), (0.4, "summary"), (0.399, "withheld"), (0.0, "withheld")],
)
@each("kind", ["knowledge", "episode", "fact", "procedure"])
def test_what_was_learned_is_said_in_full_in_short_or_not_by_its_confidence(kind, confidence, expected):
    assert injection_degree(hit(confidence, kind)) == expected


@pytest.mark.ledger("PRI-09")
@given(st.floats(0, 1), st.floats(-50, 50))
def test_the_score_decides_nothing(confidence, score):
    assert injection_degree(replace(hit(confidence), score=score)) == injection_degree(hit(confidence))


@pytest.mark.ledger("PRI-09")
def test_a_turn_is_quoted_whole_unless_nothing_speaks_for_it():
    assert injection_degree(hit(0.05, "turn")) == "full"
    assert (
        injection_degree(hit(0.0, "turn", reasons=[RecallReason("lexical", -0.4), RecallReason("neighbours", 0.3)]))
        == "full"
    )
    assert (
        injection_degree(hit(0.0, "turn", reasons=[RecallReason("lexical", -0.4), RecallReason("detail", 0.0)]))
        == "withheld"
    )


@pytest.mark.ledger("PRI-09")
async def test_full_text_has_its_metadata_a_summary_has_none_and_a_doubtful_hit_is_noted():
    offer = await offered(hit(0.9), hit(0.5, text=f"{TEXT} Still."), hit(0.1, text=f"{TEXT} Maybe."))

    assert [item.text for item in offer.items] == [
        f"- [knowledge/vault.md, 20 Nov 2026] {TEXT}",
        "- The vault opens at noon. It is blue. Nobody knows why that is so. Nobody knows why that is so. "
        "Nobody knows why that is so. Nobody knows why that is so. (-> knowledge/vault.md)",
    ]
    assert [one.confidence for one in offer.withheld] == [0.1]


@given(st.text(max_size=600))
def test_a_summary_is_short_and_begins_as_the_text_does(text):
    short = summarise(text)

    assert len(short) <= LONGEST_SUMMARY
    assert " ".join(text.split()).startswith(short.removesuffix("…").rstrip())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Short and whole", "Short and whole"),
        ("東京は晴れ。" * 40, "東京は晴れ。" * 26),
        ("word " * 60, f"{'word ' * 30}word…"),
        ("Version 3.11 is out. " + "x" * 200, "Version 3.11 is out."),
    ],
)
def test_a_summary_ends_with_a_sentence_where_it_can(text, expected):
    assert summarise(text) == expected


@pytest.mark.ledger("PRI-04")
def test_what_was_said_elsewhere_names_its_room():
    there = hit(1, "turn", "Hello", place="slack:T01/C02#17.1")

    assert recollection_line(there, UTC, ROOM) == "- [Fri 20 Nov 2026 10:00] Ada [slack:T01/C02]: Hello"
    assert recollection_line(there, UTC, Place("slack", "T01", "C02")) == "- [Fri 20 Nov 2026 10:00] Ada: Hello"


@pytest.mark.ledger("AUD-04", "PRI-04")
@each("confidence", [0.9, 0.5])
async def test_a_name_that_a_speaker_puts_before_their_words_makes_nobody_else_the_speaker(confidence):
    """Bea says "Ada: agreed"; somebody else is called Bea Ada."""
    said = replace(hit(confidence, "fact", "Ada: zq17 agreed"), speaker="Bea")

    (item,) = (await offered(said)).items

    assert "Bea: Ada: zq17 agreed" in item.text
    assert "Bea: Ada: zq17 agreed" in recollection_lines([said], UTC)


@pytest.mark.ledger("AUD-04", "PRI-04")
@each("confidence", [0.9, 0.5])
async def test_what_nobody_said_is_nobodys_words_whatever_name_it_begins_with(confidence):
    written = hit(confidence, text="Ada: zq17 agreed")

    (item,) = (await offered(written)).items

    for told in (item.text, recollection_lines([written], UTC)):
        assert "\n  | Ada: zq17 agreed" in told
