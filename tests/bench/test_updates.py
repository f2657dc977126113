"""The measure of updates: stories, F1, and how much of plain talk is taken for an update."""

from __future__ import annotations

from datetime import timedelta

from bench.conversations import Conversation, Turn
from bench.updates import KEPT, LANGUAGES, RIGHT, STALE, f1, judged, stories, taken_for_updates
from memory.formation.update_judge import MessagePair
from memory.vocabulary.cue import Recollection
from tests.memory.formation.judges import ScriptedJudge
from tests.memory.stage import MONDAY, TEAM
from training.chats import Labelled


def found(text: str, outdated: str = "") -> Recollection:
    known = {"score": 1.0, "confidence": 1.0, "reasons": (), "path": "", "audience": str(TEAM)}
    said = {"at": MONDAY, "speaker": "Ada", "place": ""}
    return Recollection(id=text, kind="turn", text=text, outdated=outdated, **known, **said)


def test_every_language_has_stories_of_both_sides():
    for language in LANGUAGES:
        kinds = {story.kind for story in stories(language)}

        assert kinds & KEPT
        assert kinds - KEPT


def test_the_first_recollection_decides_and_a_holding_message_that_is_marked_is_harmed():
    story = next(one for one in stories("en") if not one.changes and one.stale)
    holds, other = story.now[0], story.stale[0]

    assert judged(story, [found(holds), found(other)]).verdict == RIGHT
    assert judged(story, [found(other), found(holds)]).verdict == STALE
    assert judged(story, [found(holds, "no longer true since today: x")]).harmed
    assert not judged(story, [found(holds, "perhaps no longer true since today: x")]).harmed


def test_f1_is_worked_out_of_updates():
    pair = MessagePair(speaker="Ada", earlier="a", by="Ada", later="b")
    labels = [
        Labelled(pair=pair, relation=one, kind="plain", language="en", part="fit") for one in ("replaces", "adds")
    ]

    told = f1(labels, ScriptedJudge({("a", "b"): ("replaces", 0.9)}))

    assert told["update en"] == {"f1": 66.7, "precision": 50.0, "recall": 100.0}


def test_of_plain_talk_the_messages_count_that_are_taken_for_updates():
    turns = tuple(
        Turn(id=one, speaker="Ada", text=one, at=MONDAY + timedelta(hours=at)) for at, one in enumerate("abc")
    )
    talk = Conversation(name="talk", speakers=("Ada",), turns=turns, queries=(), now=MONDAY)

    assert taken_for_updates(talk, ScriptedJudge({("a", "c"): ("denies", 0.9)})) == 50.0
