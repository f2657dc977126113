"""Skills and procedures in three stages."""

from __future__ import annotations

import pytest

from memory.recall.priming.channels import matched_skills
from memory.vocabulary.cue import Recollection
from tests.memory.stage import TEAM, Stage


def ability(text, confidence=0.0):
    path = f"skills/{text.partition(':')[0]}.md"
    return Recollection(
        id=path, kind="skill", text=text, score=0.0, confidence=confidence, reasons=(), path=path, at=None,
        speaker="", place="", audience="org",
    )  # fmt: skip


INVOICE, LETTER = ability("invoice: How to write an invoice"), ability("letter: Writing letters to customers")
ROSES, BUDGET = ability("roses: Plants in spring", 0.3), ability("budget: Yearly figures", 0.55)


@pytest.mark.ledger("PRI-05", "PRO-04")
def test_the_first_stage_that_matches_has_the_top_place():
    found = matched_skills("Please write [invoice] for the customer", [BUDGET, LETTER, ROSES, INVOICE])

    assert [one.path for one in found] == ["skills/invoice.md", "skills/letter.md", "skills/budget.md"]
    assert [one.reasons[0].signal for one in found] == ["keyword", "words in common", "similarity"]


@pytest.mark.ledger("PRO-04")
def test_more_words_in_common_stand_higher_and_forms_of_a_word_are_the_word():
    found = matched_skills("A letter to the customer about invoices", [INVOICE, LETTER])

    assert [one.path for one in found] == ["skills/letter.md", "skills/invoice.md"]


@pytest.mark.ledger("PRO-04")
def test_a_bracketed_keyword_is_found_in_any_script_and_case():
    kaigi = ability("meeting: 会議の議事録を書く")

    assert matched_skills("[議事録] お願いします", [INVOICE, kaigi])[0].path == kaigi.path
    assert matched_skills("do the [INVOICE] thing", [kaigi, INVOICE])[0].path == INVOICE.path


@pytest.mark.ledger("PRO-04", "PRI-12")
async def test_a_procedure_is_found_by_its_description_and_keeps_its_reasons(tmp_path):
    stage = await Stage.open(tmp_path)
    folder = tmp_path / "animas" / "alice" / "procedures"
    folder.mkdir(parents=True, exist_ok=True)
    head = f"---\naudience: {TEAM}\ndescription: Shipping a release to customers\n---\n"
    (folder / "ship.md").write_text(f"{head}1. Tag it\n2. Push it\n")

    primed = await stage.engine.prime(stage.cue("Please do the [release] now"))

    assert primed.text("skills") == "- ship: Shipping a release to customers (procedures/ship.md)"
    assert primed.recollections[0].reasons[0].signal == "keyword"
    assert await stage.engine.read("procedures/ship.md", TEAM) == "1. Tag it\n2. Push it"
