"""Fit the judge of what holds to its examples: `python -m training belief --models FOLDER`. Seeded, some minutes of one
core; it needs the bundled model, whose likenesses the judge sees where there are any.

Every story is told to a memory of its own, and all of a language in rooms of 300 lines; its questions are asked through
the product's own recall. The trees of `choice` learn which of the first found answers, on top of the score; those of
`change` which later line takes the place of an earlier one, among those like it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adapters.models.embedders import source
from adapters.models.embedders.embedder_candidates import candidates
from bench.product import UNFORMED, memory
from bench.told_stories import (
    BEGINNING,
    READERS,
    ROOM,
    AskedQuestion,
    Room,
    ToldLine,
    ToldStory,
    line_id,
    person_of,
    read_stories,
    rooms,
)
from memory.index.entry import IndexEntry
from memory.language.analyser import query_terms
from memory.recall import belief
from memory.recall.belief import LOOKED_AT, BeliefQuestion, FoundAnswer, ToldMemory, answer_signals, pair_signals
from memory.recall.priming.channels import KNOWN_KINDS
from memory.theories.ranking_signals import open_question
from memory.vocabulary.address import Person
from memory.vocabulary.cue import Cue
from memory.vocabulary.ports import Embedder
from training.boosting import FittedTrees, TreeShape, boosted, list_slope, logistic_slope

Floats = NDArray[Any]

EXAMPLES = Path(__file__).parent / "examples" / "belief"
WEIGHTS = Path(belief.__file__).with_name(belief.TREES)
ALONE, CROWDED = 1, 300
"""Lines of a room: each story by itself, and among others."""

CHOICE = TreeShape(trees=100, depth=4)
CHANGE = TreeShape(trees=120, depth=4, leaf=20, l2=4.0, columns=0.8)
SEEDS = range(3)
FOLDS = 5

LEAD, SURE = 0.7, 0.8
"""Chosen on chats that nothing is fitted to (docs/research/belief.md)."""

MOST_LATER = 30
"""Later lines of its own story that a line is compared with."""

NEAR, ALIKE = 6, 4
"""Lines of others that are weighed beside a line's own story: those nearest by meaning, and by words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedExample:
    """A question of a story with the first that recall found, and which of them answer (`now`), or did (`past`)."""

    story: str
    signals: Floats
    scores: Floats
    now: Floats
    past: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class PairExample:
    """A line, and later ones with which it is compared; `replaced` by which of them it is."""

    story: str
    signals: Floats
    replaced: Floats


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--models", type=Path, required=True, help="folder of exported models")
    bundled = source.minilm()
    if bundled is None:
        raise SystemExit("the bundled model is not installed")
    (candidate,) = candidates(bundled, options.parse_args().models)
    embedder = candidate.load()
    stories = read_stories(EXAMPLES)
    asked = [found for most in (ALONE, CROWDED) for found in asked_examples(stories, most, embedder)]
    pairs = [found for by in (embedder, None) for found in pair_examples(stories, by)]
    told = {**held_out_choice(asked), **held_out_change(pairs)}
    save(fit_choice(asked), fit_change(pairs))
    print(json.dumps(told, indent=1))


# --- asking ---------------------------------------------------------------------------------------------------------


def asked_examples(stories: Sequence[ToldStory], most_lines: int, embedder: Embedder | None) -> list[AskedExample]:
    """Those where anything was found."""
    found: list[AskedExample] = []
    for room in rooms(stories, most_lines):
        with tempfile.TemporaryDirectory(prefix="anima-fit-") as folder:
            found += asyncio.run(_asked(room, Path(folder), embedder))
    return found


async def _asked(room: Room, folder: Path, embedder: Embedder | None) -> list[AskedExample]:
    clock, found = [BEGINNING], list[AskedExample]()
    engine = await memory(folder / "animas" / "main", lambda: clock[0], embedder=embedder, config=UNFORMED)
    for at, happening in room.course():
        clock[0] = at
        if isinstance(happening, tuple):
            story, question = happening
            await engine.settled()
            cue = Cue(
                text=question.text,
                audience=READERS,
                now=at,
                sender=Person.parse(person_of(question.by)),
                sender_name=question.by,
                place=ROOM,
            )
            asked = engine.parts.surroundings.question(cue, KNOWN_KINDS)
            answers = await asyncio.to_thread(engine.parts.recall.answers, asked)
            if answers and question.now:
                found.append(_example(story, question, answers[:LOOKED_AT]))
        else:
            await engine.record(happening)
    await engine.close()
    return found


def _example(story: ToldStory, question: AskedQuestion, answers: Sequence[FoundAnswer]) -> AskedExample:
    asked = BeliefQuestion(text=question.text, asker=person_of(question.by))
    ids = [answer.candidate.entry.id for answer in answers]
    return AskedExample(
        story=story.name,
        signals=answer_signals(asked, answers),
        scores=np.array([answer.score for answer in answers]),
        now=np.array([id in {line_id(story, number) for number in question.now} for id in ids], float),
        past=np.array([id in {line_id(story, number) for number in question.past} for id in ids], float),
    )


# --- pairs ----------------------------------------------------------------------------------------------------------


def pair_examples(stories: Sequence[ToldStory], embedder: Embedder | None) -> list[PairExample]:
    """Of every line that states something, against the later ones of its story and the nearest of others."""
    told = [(story, line) for story in stories for line in story.lines]
    memories = _memories(told, embedder)
    terms = [frozenset(query_terms(line.text)) for _, line in told]
    of_language: dict[str, list[int]] = {}
    for place, (story, _) in enumerate(told):
        of_language.setdefault(story.language, []).append(place)
    found, first = list[PairExample](), 0
    for story in stories:
        places = range(first, first + len(story.lines))
        first += len(story.lines)
        others = [place for place in of_language[story.language] if place not in places]
        for place in places:
            if not open_question(memories[place].entry.text):
                near = _nearest(place, others, memories, terms)
                found.append(_pairs(story, place, places, near, told, memories))
    return [example for example in found if len(example.signals)]


def _pairs(
    story: ToldStory,
    place: int,
    places: range,
    near: Sequence[int],
    told: Sequence[tuple[ToldStory, ToldLine]],
    memories: Sequence[ToldMemory],
) -> PairExample:
    number = told[place][1].number
    by = {now for item in story.questions if number in item.past for now in item.now}
    later = [at for at in places if told[at][1].number > number][:MOST_LATER]
    own = memories[place]
    shift = timedelta(days=random.Random(f"{story.name} {number}").randrange(1, 90))
    foreign = [_said_at(memories[at], own, shift) for at in near]
    return PairExample(
        story=story.name,
        signals=belief.matrix([pair_signals(own, other) for other in (*(memories[at] for at in later), *foreign)]),
        replaced=np.array([told[at][1].number in by for at in later] + [False] * len(foreign), float),
    )


def _said_at(memory: ToldMemory, after: ToldMemory, shift: timedelta) -> ToldMemory:
    """A line of another story, as if it had been said after that one."""
    return memory._replace(entry=memory.entry._replace(at=(after.entry.at or BEGINNING) + shift))


def _nearest(
    place: int, others: Sequence[int], memories: Sequence[ToldMemory], terms: Sequence[frozenset[str]]
) -> list[int]:
    """Of the lines of others."""
    shared = sorted(others, key=lambda at: -len(terms[place] & terms[at]))[:ALIKE]
    own = memories[place].vector
    if own is None:
        return shared
    cosines = [-float(own @ memories[at].vector) for at in others]
    near = [others[at] for at in np.argsort(cosines, kind="stable")[:NEAR]]
    return list(dict.fromkeys([*near, *shared]))


def _memories(told: Sequence[tuple[ToldStory, ToldLine]], embedder: Embedder | None) -> list[ToldMemory]:
    vectors = embedder.embed([line.text for _, line in told]) if embedder else [None] * len(told)
    entries = [
        IndexEntry(
            id=line_id(story, line.number),
            kind="turn",
            text=line.text,
            path="",
            audience=str(READERS),
            at=BEGINNING + timedelta(days=line.day, minutes=2 * line.number),
            person=person_of(line.by),
        )
        for story, line in told
    ]
    return [
        ToldMemory(entry, entries[at - 1] if at and told[at - 1][0] is told[at][0] else None, vectors[at])
        for at, entry in enumerate(entries)
    ]


# --- fitting --------------------------------------------------------------------------------------------------------


def fit_choice(examples: Sequence[AskedExample]) -> FittedTrees:
    """From the questions of which an answer was found."""
    used = [example for example in examples if example.now.any()]
    groups = np.repeat(np.arange(len(used)), [len(example.now) for example in used])
    now, scores = (np.concatenate([getattr(example, name) for example in used]) for name in ("now", "scores"))
    slope = list_slope(now, groups, np.ones(len(groups)), scores)
    return boosted(np.concatenate([example.signals for example in used]), groups, slope, CHOICE, SEEDS)


def fit_change(examples: Sequence[PairExample]) -> tuple[FittedTrees, float]:
    groups = np.repeat(np.arange(len(examples)), [len(example.replaced) for example in examples])
    replaced = np.concatenate([example.replaced for example in examples])
    base = log(replaced.mean() / (1 - replaced.mean()))
    slope = logistic_slope(replaced, np.ones(len(groups)), base)
    return boosted(np.concatenate([example.signals for example in examples]), groups, slope, CHANGE, SEEDS), base


def save(choice: FittedTrees, change: tuple[FittedTrees, float]) -> None:
    trees, base = change
    np.savez_compressed(
        WEIGHTS,
        **{f"choice_{name}": part for name, part in choice._asdict().items()},
        **{f"change_{name}": part for name, part in trees._asdict().items()},
        choice_base=np.array(0.0),
        change_base=np.array(base),
        lead=np.array(LEAD),
        sure=np.array(SURE),
    )


def read_trees(fitted: FittedTrees, base: float = 0.0) -> belief.BoostedTrees:
    """As the product reads them."""
    return belief.BoostedTrees(column=fitted.column.astype("int64"), bound=fitted.bound, value=fitted.value, base=base)


# --- held out -------------------------------------------------------------------------------------------------------


def held_out_choice(examples: Sequence[AskedExample]) -> dict[str, Any]:
    """In per cent, of stories that the trees have not seen: right first as ranked, and as chosen; past first."""
    ranked, right, past = list[float](), list[float](), list[float]()
    for fold in range(FOLDS):
        seen, held = _parted(examples, fold)
        trees = read_trees(fit_choice(seen))
        for example in held:
            sums = trees.sums(example.signals) + example.scores
            best = int(sums.argmax()) if sums.max() - sums[0] > LEAD else 0
            ranked.append(example.now[0])
            right.append(example.now[best])
            past.append(example.past[best])
    names = ("ranked_right_first", "chosen_right_first", "chosen_past_first")
    return {name: round(100 * float(np.mean(each)), 1) for name, each in zip(names, (ranked, right, past), strict=True)}


def held_out_change(examples: Sequence[PairExample]) -> dict[str, Any]:
    """How many lines that were replaced are surely so, and of how many that is said though they were not."""
    found = wrong = every = 0
    for fold in range(FOLDS):
        seen, held = _parted(examples, fold)
        trees, base = fit_change(seen)
        for example in held:
            share = 1 / (1 + np.exp(-read_trees(trees, base).sums(example.signals)))
            is_past = bool(share.max() >= SURE)
            every += bool(example.replaced.any())
            found += is_past and bool(example.replaced.any())
            wrong += is_past and not example.replaced.any()
    return {"replaced": every, "surely": found, "wrongly": wrong, "lines": len(examples)}


def _parted(examples: Sequence[Any], fold: int) -> tuple[list[Any], list[Any]]:
    """By story: those to fit to, and those that are held out."""
    of = [blake2b(example.story.encode(), digest_size=2).digest()[0] % FOLDS for example in examples]
    return (
        [example for example, part in zip(examples, of, strict=True) if part != fold],
        [example for example, part in zip(examples, of, strict=True) if part == fold],
    )


if __name__ == "__main__":
    main()
