"""A language pack: the words that recall and priming need to know of a language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguagePack:
    """Words in folded lower case (see `analyser.fold`).

    `stop_words` say nothing in a query; `question_words` only say that something is asked. `months` are numbers from
    one; `days_ago` are words for a day near now. `greetings`, `acknowledgements` and `requests` sort messages.
    `stem_letters` is how many letters of a word are its stem, where endings are many and regular; 0: they are few.
    `question_endings` mark a question where no question mark stands.
    `letters` is a pattern for those that no other language has. `of_myself` are words by which a speaker means
    themselves, `of_yourself` phrases that ask what the listener did.

    Time: `weekdays` count from Monday as nought. `spans` are phrases for a calendar week, weekend, month or year with
    how many of them it is away ("last week": week, -1). "3 days ago" is one of `numbers` (or digits), of `units` and
    of `ago`; a weekday after one of `latest` is the nearest one before today.

    Patterns, over folded text: `intents` and `wishes` tell what a question is after (see recall.intent and
    recall.expansion), `templates` are the beginnings of answers to such a wish, with {topic}; `topic_frame` is what a
    question adds to its topic where the language has no spaces. `rule` and `way` know knowledge that states a rule
    or tells how something is done.

    Compound questions: `name_link` stands between names, `connectives` between clauses, after each of which one of
    `openers` may begin a question; `together` are words that need both names at once.
    """

    code: str
    has_spaces: bool = True
    stop_words: frozenset[str] = frozenset()
    question_words: frozenset[str] = frozenset()
    stem_letters: int = 0
    letters: str = ""
    months: Mapping[str, int] = field(default_factory=dict)
    days_ago: Mapping[str, int] = field(default_factory=dict)
    greetings: frozenset[str] = frozenset()
    acknowledgements: frozenset[str] = frozenset()
    requests: tuple[str, ...] = ()
    question_endings: tuple[str, ...] = ()
    of_myself: frozenset[str] = frozenset()
    of_yourself: tuple[str, ...] = ()
    weekdays: Mapping[str, int] = field(default_factory=dict)
    spans: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    ago: tuple[str, ...] = ()
    latest: tuple[str, ...] = ()
    intents: Mapping[str, str] = field(default_factory=dict)
    wishes: Mapping[str, str] = field(default_factory=dict)
    templates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    topic_frame: str = ""
    rule: str = ""
    way: str = ""
    name_link: str = ""
    connectives: tuple[str, ...] = ()
    openers: frozenset[str] = frozenset()
    together: tuple[str, ...] = ()


def words(text: str) -> frozenset[str]:
    """Single words, parted by spaces."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Phrases of one or more words, parted by commas."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(","))


def pattern(text: str) -> re.Pattern[str]:
    """A pattern of a pack, which may go over several lines; one that is empty matches nothing."""
    return re.compile("".join(line.strip() for line in text.splitlines()) or r"(?!)")
