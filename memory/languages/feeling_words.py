"""The words by which feelings show, of one language (FeelingWords), and which kinds of them there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory.languages.tables import of_each

POSITIVE, NEGATIVE, URGENT, PROFANE = "positive", "negative", "urgent", "profane"
INTENSIFIER, NEGATION = "intensifier", "negation"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeelingWords:
    """Phrases, folded; a `*` at the end of one is any ending.

    `emotions` has words for each of Ekman's six. A word may be in several lists. `intensifier` goes before what it
    strengthens, `negation` before what it turns; `negation_after` are patterns of what turns the word before them,
    `negative_ending` of endings that turn their stem. A negation reaches over none of `breaks`, and turns nothing where
    one of `turns_nothing` stands between.
    """

    positive: tuple[str, ...]
    negative: tuple[str, ...]
    urgent: tuple[str, ...]
    profane: tuple[str, ...]
    intensifier: tuple[str, ...]
    negation: tuple[str, ...] = ()
    negation_after: str = ""
    negative_ending: str = ""
    breaks: tuple[str, ...] = ()
    turns_nothing: frozenset[str] = frozenset()
    emotions: Mapping[str, tuple[str, ...]]

    def kinds(self) -> Iterator[tuple[str, str]]:
        """Every phrase with a kind that it is of."""
        named = {
            POSITIVE: self.positive,
            NEGATIVE: self.negative,
            URGENT: self.urgent,
            PROFANE: self.profane,
            INTENSIFIER: self.intensifier,
            NEGATION: self.negation,
            **self.emotions,
        }
        return ((phrase, kind) for kind, of in named.items() for phrase in of)


FEELINGS = of_each(FeelingWords, "feelings")
