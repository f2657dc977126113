"""A language pack: the words that recall and priming need to know of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguagePack:
    """Words in folded lower case (see `analyser.fold`).

    `stop_words` say nothing in a query; `question_words` only say that something is asked. `months` are numbers from
    one; `days_ago` are words for a day near now. `greetings`, `acknowledgements` and `requests` sort messages.
    `question_endings` mark a question where no question mark stands.
    `of_myself` are words by which a speaker means themselves, `of_yourself` phrases that ask what the listener did.
    """

    code: str
    stop_words: frozenset[str]
    question_words: frozenset[str]
    months: Mapping[str, int] = field(default_factory=dict)
    days_ago: Mapping[str, int] = field(default_factory=dict)
    greetings: frozenset[str] = frozenset()
    acknowledgements: frozenset[str] = frozenset()
    requests: tuple[str, ...] = ()
    question_endings: tuple[str, ...] = ()
    of_myself: frozenset[str] = frozenset()
    of_yourself: tuple[str, ...] = ()


def words(text: str) -> frozenset[str]:
    """Single words, parted by spaces."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Phrases of one or more words, parted by commas."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(","))
