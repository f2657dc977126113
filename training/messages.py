"""Fit the judges of messages to all labelled examples: `python -m training.messages [JUDGE …]`.

Nothing of what is held out or blind is read. scikit-learn, which it needs, comes with the embeddings.
The pairs of statements lend their kinds as marks, the wishes their questions: there no other labels are known.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from memory.formation import classification
from memory.language.analyser import level
from memory.language.dating import said_dates
from memory.language.linear_judge import text_features
from training.labelled import ANIMA, CATEGORIES, LANGUAGES, NONE, Labelled, plain, practice, read
from training.linear import Example, Shape, digest, fit, is_blind, write

if TYPE_CHECKING:
    from memory.language.linear_judge import Keys

CATEGORY = Shape(labels=CATEGORIES, is_exclusive=True, size=50_000)
TENSE = Shape(labels=said_dates.TENSE_LABELS, is_exclusive=True, size=15_000)
MARKS = Shape(labels=classification.MARKS, is_exclusive=False, size=20_000)
LOST, JUNK = 1.5, 1.0
"""What it costs to lose something of a person, and to keep what is nothing."""

OF_WISHES = 0.3
"""What the label of a wish counts, which says only that nothing is told."""

OF_DOUBT = 0.4
"""What a day counts that is in doubt: some are for other reasons than their tense."""

SLOT = "◊"
OF_FRAMES = 0.4
PACKAGES = {said_dates.TENSE_JUDGE: "memory.language.dating"}
"""Of the judges that do not lie beside `worth`."""

OF_KINDS = {"question": "question", "quote": "quoted", "hearsay": "reported", "hypothetical": "hypothetical"}
OF_FLAGS = {"p": "personal", "q": "question", "Q": "quoted", "r": "reported", "h": "hypothetical"}
_ASKING = frozenset(("recall", "list", "decision", "open_question", "time", "about_me", "about_anima", "help"))
_TELLING = frozenset(("statement", "wish", "forget"))
_PAIRS = ("de", "en", "ja", "tr")


def main() -> None:
    for name, (shape, examples) in judges().items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        package = PACKAGES.get(name, classification.__package__ or "")
        path = Path(str(files(package).joinpath(f"{name}.npz")))
        write(fit(examples, shape), path, digests()[name])
        print(json.dumps({"judge": name, "examples": len(examples), "bytes": path.stat().st_size}))


def judges() -> Mapping[str, tuple[Shape, Sequence[Example]]]:
    """By name: what each is, and what it is fitted to."""
    labels, wishes = _labels(), list(_wishes())
    return {
        classification.CATEGORY: (CATEGORY, [*map(_of_category, labels), *_of_nothing(wishes)]),
        said_dates.TENSE_JUDGE: (TENSE, [*_of_days(labels), *_of_frames()]),
        classification.MARK: (MARKS, list(_unmarked([*map(_of_marks, labels), *_of_wishes(wishes), *_of_pairs()]))),
    }


def digests() -> Mapping[str, str]:
    """The hashes of their data."""
    told = [f"{one.category} {one.personal} {one.flags} {one.text}" for one in _labels()]
    told += [f"{wish} {text}" for wish, text in _wishes()]
    days = [f"{one.at} {one.text} {day.text} {day.iso}" for one in _labels() for day in one.dates]
    return {
        classification.CATEGORY: digest(told),
        said_dates.TENSE_JUDGE: digest([*days, *map(" ".join, _frames())]),
        classification.MARK: digest([*told, *(f"{k} {t}" for t, k in _later().items())]),
    }


def _of_days(labels: Sequence[Labelled]) -> Iterator[Example]:
    """What lies before the message was told of the past, what lies behind it is coming."""
    for label in labels:
        today, folded = label.at.date().isoformat(), level(label.text)
        for day in label.dates:
            words = level(day.text)
            at = folded.find(words)
            if at >= 0 and (told := _told(day.iso, today)):
                blocks = said_dates.tense_features(folded, at, at + len(words))
                weight = OF_DOUBT if told == "doubt" else 1.0
                yield Example(text=f"{at} {label.text}", blocks=blocks, labels=frozenset({told}), weight=weight)


def _of_frames() -> Iterator[Example]:
    """Short sentences, each with every day of its language."""
    for told, frame, day in _frames():
        folded, words = level(frame), level(day)
        at = folded.index(SLOT)
        text = folded.replace(SLOT, words)
        blocks = said_dates.tense_features(text, at, at + len(words))
        yield Example(text=text, blocks=blocks, labels=frozenset({told}), weight=OF_FRAMES)


def _frames() -> Iterator[tuple[str, str, str]]:
    for language in _PAIRS:
        (_, *days), *frames = (line.split("\t") for line in _lines(f"examples/plain/days/{language}.tsv"))
        yield from ((told, frame, day) for told, frame in frames for day in days)


def _told(iso: str | None, today: str) -> str:
    """Empty for a day, month or year that holds today."""
    if iso is None:
        return "doubt"
    first = iso.partition("/")[0]
    now = today[: len(first)]
    return "past" if first < now else "coming" if first > now else ""


def _unmarked(examples: Sequence[Example]) -> Iterator[Example]:
    """Each, and the questions once more without the mark that many leave out."""
    for one in examples:
        yield one
        if classification.QUESTION in one.labels and one.text.rstrip().endswith(("?", "？")):
            bare = one.text.rstrip().rstrip("?？")
            yield replace(one, text=bare, blocks=text_features(bare))


def _labels() -> Sequence[Labelled]:
    return (*read("tuning"), *practice(), *read("examples"), *plain())


def blocks_of(label: Labelled) -> tuple[Keys, Keys]:
    last = label.before[-1] if label.before else None
    return text_features(
        label.text, last.text if last else "", is_before_own=last is not None and last.speaker == ANIMA
    )


def _of_category(label: Labelled) -> Example:
    weight = JUNK if label.category == NONE else LOST if label.personal else 1.0
    return _example(label, frozenset({label.category}), weight=weight)


def _of_marks(label: Labelled) -> Example:
    """Of the older labels only what is personal is known."""
    if label.flags is None:
        has = frozenset({classification.PERSONAL} if label.personal else ())
        known = frozenset({classification.PERSONAL}) if label.category != NONE or label.personal else frozenset[str]()
        return _example(label, has, known)
    return _example(label, frozenset(OF_FLAGS[flag] for flag in label.flags if flag in OF_FLAGS))


def _example(
    label: Labelled, labels: frozenset[str], known: frozenset[str] | None = None, weight: float = 1.0
) -> Example:
    return Example(
        text=label.text,
        blocks=blocks_of(label),
        labels=labels,
        known=known,
        weight=weight,
        language=label.language,
    )


def _of_nothing(wishes: Sequence[tuple[str, str]]) -> Iterator[Example]:
    """Who asks or greets tells nothing that lasts."""
    for wish, text in wishes:
        if wish not in _TELLING:
            yield Example(text=text, blocks=text_features(text), labels=frozenset({NONE}), weight=OF_WISHES)


def _of_wishes(wishes: Sequence[tuple[str, str]]) -> Iterator[Example]:
    known = frozenset({classification.QUESTION, classification.QUOTED, classification.REPORTED})
    for wish, text in wishes:
        if wish in _ASKING or wish in _TELLING:
            labels = frozenset({"question"} if wish in _ASKING else ())
            yield Example(text=text, blocks=text_features(text), labels=labels, known=known)


def _of_pairs() -> Iterator[Example]:
    """The kind of a pair is that of the later message."""
    known = frozenset(OF_KINDS.values())
    for text, kind in _later().items():
        labels = frozenset({OF_KINDS[kind]} if kind in OF_KINDS else ())
        yield Example(text=text, blocks=text_features(text), labels=labels, known=known, weight=0.5)


def _later() -> Mapping[str, str]:
    rows = (line.split("\t") for language in _PAIRS for line in _lines(f"examples/pairs/{language}.tsv"))
    return {later: kind for _, kind, _, earlier, _, _, later in rows if not is_blind(earlier)}


def _wishes() -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        for line in _lines(f"examples/wishes/intents.{language}.tsv"):
            wish, text = line.split("\t", 1)
            yield wish, text


def _lines(name: str) -> Iterator[str]:
    text = files("training").joinpath(name).read_text(encoding="utf-8")
    yield from (line for line in text.split("\n") if line.strip())


if __name__ == "__main__":
    main()
