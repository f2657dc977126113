"""How an anima's answers about what changed are judged."""

from __future__ import annotations

from dataclasses import replace

from bench.changing import NOW, Question, generate
from bench.changing_run import answered, run
from memory.vocabulary.cue import Recollection


def test_the_first_recollection_that_gives_any_value_of_the_slot_is_judged_and_right_beside_stale_is_right():
    asked = Question(
        text="", kind="home", about=0, form="changed", when="now", at=NOW, right=("Ghent", "GENT"), stale=("Porto",)
    )

    def verdict(*texts, **more):
        return answered(asked, [recollection(text, **more) for text in texts]).verdict

    assert verdict("rain again", "i live in gent", "Porto it was") == "right"
    assert verdict("rain again", "I live in PORTO", "Ghent it is") == "stale"
    assert verdict("Porto no more, Ghent now") == "right"
    assert verdict("I live in Porto", outdated="Ghent") == "marked"
    assert verdict("I live in Porto", outdated="Leeds") == "stale"
    assert verdict("rain again") == "none"


def recollection(text, outdated=""):
    return Recollection(
        id="t1",
        kind="turn",
        text=text,
        score=1.0,
        confidence=1.0,
        reasons=(),
        path="",
        at=NOW,
        speaker="Ada",
        place="",
        audience="",
        outdated=outdated,
    )


async def test_lives_are_told_to_an_anima_and_asked_of_it(tmp_path):
    lives = generate("en", 1)
    few = replace(lives, questions=lives.questions[:6])

    found = await run(few, tmp_path, None)

    assert [one.question for one in found] == list(few.questions)
