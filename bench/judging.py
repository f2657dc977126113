"""Figures of formation: how near what was kept of labelled messages is to what should be kept. Shares are 0..1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory.vocabulary.event import Json
from training.labelled import NONE, Dated, Labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicted:
    """What was made of one message. A date without `iso` is unsure, as good as not found; "none" keeps nothing.

    The words of a date are those of the message, letter for letter.
    """

    category: str = NONE
    entities: frozenset[str] = frozenset()
    dates: tuple[Dated, ...] = ()


NOTHING = Predicted()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """What was found rightly, what wrongly, and what was missed. A share of nothing is 0."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float:
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missed)

    def as_json(self) -> dict[str, Json]:
        return {
            "precision": _per_cent(self.precision),
            "recall": _per_cent(self.recall),
            "f1": _per_cent(self.f1),
            "labelled": self.right + self.missed,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """All figures over some messages.

    `confusion` counts (label, prediction). `dates` can be fixed, `dates_right` were; `silently_wrong` predictions give
    an ISO date where the label has another one, is uncertain, or sees no date. `junk` is labelled "none".
    """

    confusion: Mapping[tuple[str, str], int]
    entities: Hits
    dates: int
    dates_right: int
    silently_wrong: int
    junk: int
    junk_kept: int
    personal: int
    personal_lost: int

    @property
    def items(self) -> int:
        return sum(self.confusion.values())

    @property
    def categories(self) -> dict[str, Hits]:
        """Of every category that was labelled or predicted, "none" among them."""
        return {name: self._hits(name) for name in sorted({name for pair in self.confusion for name in pair})}

    @property
    def macro_f1(self) -> float:
        """The mean over the categories, each with the same weight."""
        each = [hits.f1 for hits in self.categories.values()]
        return _share(sum(each), len(each))

    @property
    def date_accuracy(self) -> float:
        return _share(self.dates_right, self.dates)

    @property
    def junk_kept_share(self) -> float:
        return _share(self.junk_kept, self.junk)

    @property
    def personal_lost_share(self) -> float:
        return _share(self.personal_lost, self.personal)

    def as_json(self) -> dict[str, Json]:
        """Shares in per cent."""
        categories: dict[str, Json] = {name: hits.as_json() for name, hits in self.categories.items()}
        return {
            "items": self.items,
            "macro_f1": _per_cent(self.macro_f1),
            "categories": categories,
            "entities": self.entities.as_json(),
            "dates": {
                "resolvable": self.dates,
                "accuracy": _per_cent(self.date_accuracy),
                "silently_wrong": self.silently_wrong,
            },
            "junk": {"items": self.junk, "kept": _per_cent(self.junk_kept_share)},
            "personal": {"items": self.personal, "lost": _per_cent(self.personal_lost_share)},
        }

    def _hits(self, name: str) -> Hits:
        right = self.confusion.get((name, name), 0)
        predicted = sum(count for (_, other), count in self.confusion.items() if other == name)
        labelled = sum(count for (label, _), count in self.confusion.items() if label == name)
        return Hits(right=right, wrong=predicted - right, missed=labelled - right)


Predictions = Mapping[str, Predicted]
"""By the id of the message; nothing was kept of one that is missing."""


def judge(labels: Sequence[Labelled], predictions: Predictions) -> Judgement:
    pairs = [(label, predictions.get(label.id, NOTHING)) for label in labels]
    junk = [predicted for label, predicted in pairs if label.category == NONE]
    personal = [predicted for label, predicted in pairs if label.personal]
    return Judgement(
        confusion=Counter((label.category, predicted.category) for label, predicted in pairs),
        entities=Hits(
            right=sum(len(label.entities & predicted.entities) for label, predicted in pairs),
            wrong=sum(len(predicted.entities - label.entities) for label, predicted in pairs),
            missed=sum(len(label.entities - predicted.entities) for label, predicted in pairs),
        ),
        dates=sum(date.iso is not None for label in labels for date in label.dates),
        dates_right=sum(_fixed_right(label, predicted) for label, predicted in pairs),
        silently_wrong=sum(len(silently_wrong(label, predicted)) for label, predicted in pairs),
        junk=len(junk),
        junk_kept=sum(predicted.category != NONE for predicted in junk),
        personal=len(personal),
        personal_lost=sum(predicted.category == NONE for predicted in personal),
    )


def by_language(labels: Sequence[Labelled], predictions: Predictions) -> dict[str, Judgement]:
    """Of every language that occurs, and of "all"."""
    languages = sorted({label.language for label in labels})
    return {
        "all": judge(labels, predictions),
        **{name: judge([one for one in labels if one.language == name], predictions) for name in languages},
    }


def silently_wrong(label: Labelled, predicted: Predicted) -> tuple[Dated, ...]:
    """The dates that were given without a doubt and are not those of the label."""
    return tuple(date for date in _sure(predicted.dates) if not _agrees(label.text, date, label.dates))


def _fixed_right(label: Labelled, predicted: Predicted) -> int:
    return sum(_agrees(label.text, date, predicted.dates) for date in _sure(label.dates))


def _sure(dates: Sequence[Dated]) -> Iterator[Dated]:
    return (date for date in dates if date.iso is not None)


def _agrees(text: str, date: Dated, others: Sequence[Dated]) -> bool:
    """One of the others is the same date, said by words that overlap."""
    return any(other.iso == date.iso and _overlap(text, date.text, other.text) for other in others)


def _overlap(text: str, one: str, other: str) -> bool:
    places = [(at, at + len(other)) for at in _places(text, other)]
    return any(at < end and start < at + len(one) for at in _places(text, one) for start, end in places)


def _places(text: str, words: str) -> Iterator[int]:
    """Every place, for a predictor may tell words once that are said twice."""
    at = text.find(words) if words else -1
    while at >= 0:
        yield at
        at = text.find(words, at + 1)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _per_cent(value: float) -> float:
    return round(100 * value, 1)
