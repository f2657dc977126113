"""A question as recall understands it: its terms, the people and the days that it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo

from memory.languages.analyser import fold, query_terms, terms
from memory.languages.answers import Wanted, wanted
from memory.languages.catalogue import language_of
from memory.languages.said_dates import asked_days
from memory.languages.tables import words_of
from memory.recall.names import meant
from memory.theories.date_match import Span

MAX_TERMS = 32
GUESSED = 0.6
"""What a name counts that somebody else's word is only like."""

_OWNER = re.compile(r"['’]\w{0,40}\W{0,8}$")

_OF_MYSELF = words_of("words", "of_myself")
_OF_YOURSELF = words_of("words", "of_yourself")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """`named` are the speakers, as displayed, whom the text names, `named_surely` how surely, 0 … 1 (a name may be
    misspelled); `days` what it says about the time. A month of no year is none of them: it asks how things were then
    (see `past`), not when somebody spoke of them.

    `asker` is the address of who asks, where they ask about themselves and nobody is named; `of_listener`: the text
    asks what the anima itself said or did. `topic` is the text without the names: whom it is about is known from who
    speaks, and a name says nothing about what is meant. `wanted` is the kind of answer.
    """

    text: str
    terms: tuple[str, ...]
    named: frozenset[str]
    days: tuple[Span, ...]
    zone: tzinfo
    asker: str = ""
    of_listener: bool = False
    today: date = date.min
    topic: str = ""
    wanted: Wanted = field(default_factory=Wanted)
    named_surely: float = 1.0


def understand(
    text: str,
    now: datetime,
    zone: tzinfo,
    speakers: Sequence[str],
    asker: str = "",
    listener: str = "",
    is_said: Callable[[str], bool] = lambda word: True,
) -> Query:
    """Look at the text alone; nothing is asked of a model. The listener's own name says only who is addressed.

    `is_said`: whether a word stands anywhere in memory; what was never said may be a name that is misspelled.
    """
    addressed = set(terms(listener))
    words = set(terms(text)) - addressed
    named = frozenset(name for name in speakers if is_named(name, words))
    guessed = (
        None if named else meant(_without(text, addressed), [name for name in speakers if name != listener], is_said)
    )
    asked = query_terms(text)
    names = addressed.union(*map(terms, named), [guessed.word] if guessed else [])
    if guessed:
        named, asked = frozenset([guessed.name]), [*asked, guessed.part]
    today = now.astimezone(zone).date()
    return Query(
        text=text,
        terms=stems([term for term in asked if term not in addressed] or asked, text)[:MAX_TERMS],
        named=named,
        days=tuple(span for span in asked_days(text, today) if not span.yearly or span.first == span.last),
        today=today,
        zone=zone,
        asker=asker if not named and words & _OF_MYSELF else "",
        of_listener=any(f" {phrase} " in f" {fold(text)} " for phrase in _OF_YOURSELF),
        topic=_without(text, names) or text,
        wanted=wanted(text),
        named_surely=GUESSED if guessed else 1.0,
    )


def stems(asked: Sequence[str], text: str) -> tuple[str, ...]:
    """The terms as they are looked for: `evin*` where a language has many endings, else as they are.

    The index goes by Porter's stems, which have an i for a y at the end: `yasiy` would be the beginning of nothing.
    """
    letters = language_of(text).stem_letters
    if not letters:
        return tuple(asked)
    cut = (f"{term[:letters].rstrip('y')}*" if len(term) > letters and term.isalpha() else term for term in asked)
    return tuple(dict.fromkeys(cut))


def _without(text: str, names: Collection[str]) -> str:
    """The text less these words, and what they own it by."""
    kept = (word for word in text.split() if not set(terms(_OWNER.sub("", word))) & set(names))
    return " ".join(kept) if names else text


def is_named(name: str, words: set[str]) -> bool:
    """Whether the name, or the first part of it, stands among the words."""
    parts = terms(name)
    return bool(parts) and len(parts[0]) > 1 and parts[0] in words
