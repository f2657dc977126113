"""Fit the judges of messages to all labelled examples: `python -m memory.bench.fit_messages [JUDGE …]`.

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

from memory.bench.labelled import ANIMA, CATEGORIES, LANGUAGES, NONE, Labelled, plain, practice, read
from memory.encoding import worth
from memory.judges.features import of_text
from memory.judges.fitting import Example, Shape, digest, fit, is_blind, write

if TYPE_CHECKING:
    from memory.judges.features import Keys

CATEGORY = Shape(labels=CATEGORIES, is_exclusive=True, size=50_000)
MARKS = Shape(labels=worth.MARKS, is_exclusive=False, size=20_000)
LOST, JUNK = 1.5, 1.0
"""What it costs to lose something of a person, and to keep what is nothing."""

OF_WISHES = 0.3
"""What the label of a wish counts, which says only that nothing is told."""

OF_KINDS = {"question": "question", "quote": "quoted", "hearsay": "reported", "hypothetical": "hypothetical"}
OF_FLAGS = {"p": "personal", "q": "question", "Q": "quoted", "r": "reported", "h": "hypothetical"}
_ASKING = frozenset(("recall", "list", "decision", "open_question", "time", "about_me", "about_anima", "help"))
_TELLING = frozenset(("statement", "wish", "forget"))
_PAIRS = ("de", "en", "ja", "tr")


def main() -> None:
    for name, (shape, examples) in judges().items():
        if name not in (sys.argv[1:] or (worth.CATEGORY, worth.MARK)):
            continue
        path = Path(worth.__file__).with_name(f"{name}.npz")
        write(fit(examples, shape), path, digests()[name])
        print(json.dumps({"judge": name, "examples": len(examples), "bytes": path.stat().st_size}))


def judges() -> Mapping[str, tuple[Shape, Sequence[Example]]]:
    """By name: what each is, and what it is fitted to."""
    labels, wishes = _labels(), list(_wishes())
    return {
        worth.CATEGORY: (CATEGORY, [*map(_of_category, labels), *_of_nothing(wishes)]),
        worth.MARK: (MARKS, list(_unmarked([*map(_of_marks, labels), *_of_wishes(wishes), *_of_pairs()]))),
    }


def digests() -> Mapping[str, str]:
    """The hashes of their data."""
    told = [f"{one.category} {one.personal} {one.flags} {one.text}" for one in _labels()]
    told += [f"{wish} {text}" for wish, text in _wishes()]
    return {worth.CATEGORY: digest(told), worth.MARK: digest([*told, *(f"{k} {t}" for t, k in _later().items())])}


def _unmarked(examples: Sequence[Example]) -> Iterator[Example]:
    """Each, and the questions once more without the mark that many leave out."""
    for one in examples:
        yield one
        if worth.QUESTION in one.labels and one.text.rstrip().endswith(("?", "？")):
            bare = one.text.rstrip().rstrip("?？")
            yield replace(one, text=bare, blocks=of_text(bare))


def _labels() -> Sequence[Labelled]:
    return (*read("tuning"), *practice(), *read("examples"), *plain())


def blocks_of(label: Labelled) -> tuple[Keys, Keys]:
    last = label.before[-1] if label.before else None
    return of_text(label.text, last.text if last else "", is_before_own=last is not None and last.speaker == ANIMA)


def _of_category(label: Labelled) -> Example:
    weight = JUNK if label.category == NONE else LOST if label.personal else 1.0
    return _example(label, frozenset({label.category}), weight=weight)


def _of_marks(label: Labelled) -> Example:
    """Of the older labels only what is personal is known."""
    if label.flags is None:
        has = frozenset({worth.PERSONAL} if label.personal else ())
        known = frozenset({worth.PERSONAL}) if label.category != NONE or label.personal else frozenset[str]()
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
            yield Example(text=text, blocks=of_text(text), labels=frozenset({NONE}), weight=OF_WISHES)


def _of_wishes(wishes: Sequence[tuple[str, str]]) -> Iterator[Example]:
    known = frozenset({worth.QUESTION, worth.QUOTED, worth.REPORTED})
    for wish, text in wishes:
        if wish in _ASKING or wish in _TELLING:
            labels = frozenset({"question"} if wish in _ASKING else ())
            yield Example(text=text, blocks=of_text(text), labels=labels, known=known)


def _of_pairs() -> Iterator[Example]:
    """The kind of a pair is that of the later message."""
    known = frozenset(OF_KINDS.values())
    for text, kind in _later().items():
        labels = frozenset({OF_KINDS[kind]} if kind in OF_KINDS else ())
        yield Example(text=text, blocks=of_text(text), labels=labels, known=known, weight=0.5)


def _later() -> Mapping[str, str]:
    rows = (
        line.split("\t") for language in _PAIRS for line in _lines("memory.formation.examples", f"pairs/{language}.tsv")
    )
    return {later: kind for _, kind, _, earlier, _, _, later in rows if not is_blind(earlier)}


def _wishes() -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        for line in _lines("memory.wants", f"intents.{language}.tsv"):
            wish, text = line.split("\t", 1)
            yield wish, text


def _lines(package: str, name: str) -> Iterator[str]:
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    yield from (line for line in text.split("\n") if line.strip())


if __name__ == "__main__":
    main()
