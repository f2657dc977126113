"""A fact stands by itself: what hangs on what was said before, or tells nothing, stays in the log."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from memory import formation
from memory.formation.message_filter import SURE, standing_share
from tests.each import each
from tests.memory.stage import Stage
from training import standing as fitting

HANGING = ("They said yes right away!", "Thanks for the support, Nadia.", "I took it at the harbor.", "Yep, Theo!")


def test_the_weights_are_of_the_examples_that_are_here():
    with np.load(Path(formation.__file__).parent / "standing.npz") as told:
        assert str(told["data"]) == fitting.digest()


@each(
    "sentence",
    ["I started climbing two years ago.", "The wifi password is on the fridge.", "Ich bin gegen Nüsse allergisch.",
     "二階のプリンターが壊れている。", "Cevize alerjim var."],
)  # fmt: skip
def test_what_tells_something_by_itself_stands(sentence):
    assert standing_share(sentence) >= SURE


@each("sentence", [*HANGING, "Sie haben sofort ja gesagt.", "それはうれしいね。", "Harikaydı!"])
def test_what_points_at_something_before_it_hangs(sentence):
    assert standing_share(sentence) < SURE


@pytest.mark.ledger("FOR-05")
async def test_nothing_is_formed_of_what_hangs_and_it_stays_in_the_log(tmp_path):
    stage = await Stage.open(tmp_path)
    for text in ("I started climbing two years ago.", *HANGING):
        await stage.say(text)
    await stage.engine.formed()

    facts = await stage.engine.search("climbing harbor support yes", stage.told[0][1], scope="facts")
    turns = await stage.found("who took it at the harbor")
    await stage.engine.close()

    assert [one.text for one in facts] == ["Ada started climbing two years ago."]
    assert HANGING[2] in turns
