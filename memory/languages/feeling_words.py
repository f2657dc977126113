"""The words by which feelings show, of one language (FeelingWords), and which kinds of them there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memory.languages.pack import phrases

POSITIVE, NEGATIVE, URGENT, PROFANE = "positive", "negative", "urgent", "profane"
INTENSIFIER, NEGATION = "intensifier", "negation"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeelingWords:
    """Phrases parted by commas, folded; a `*` at the end of one is any ending.

    `emotions` has words for each of Ekman's six. A word may be in several lists. `intensifier` goes before what it
    strengthens, `negation` before what it turns; `negation_after` are patterns of what turns the word before them.
    """

    positive: str
    negative: str
    urgent: str
    profane: str
    intensifier: str
    negation: str = ""
    negation_after: str = ""
    emotions: Mapping[str, str] = field(default_factory=dict)

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
        for kind, text in named.items():
            yield from ((phrase, kind) for phrase in phrases(text) if phrase)
