"""A question as recall understands it: its terms, and the people and the days that it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, tzinfo
from itertools import pairwise, takewhile

from memory.language.analyser import fold, has_cjk, query_terms, terms
from memory.language.answer_kinds import WantedAnswer, wanted_answer
from memory.language.dating.said_dates import asked_days
from memory.language.language_packs import language_of
from memory.language.pack_tables import patterns_of_each_language, words_of
from memory.theories.ranking_signals import DaySpan
from memory.vocabulary.address import Audience

SCOPES: dict[str, tuple[str, ...]] = {
    "all": (),
    "activity": ("turn",),
    "episodes": ("episode",),
    "facts": ("fact",),
    "knowledge": ("knowledge",),
    "procedures": ("procedure", "skill"),
}
"""What a search may be narrowed to -> kinds of memory; none: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuestion:
    """What recall is asked, by whom (an address). `without` are ids of events that are no memories of this moment.

    `as_of`: what was known and believed then, else now. `in_context`: short answers come with the question that they
    answer. `whole`: facts are told that hold no more, too. Without words, a span of time is enough.
    """

    text: str
    present: Audience
    now: datetime
    kinds: Collection[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    without: Collection[str] = ()
    asker: str = ""
    in_context: bool = False
    whole: bool = False
    limit: int = 10


def kinds_of(scope: str) -> Collection[str]:
    """Raises ValueError for a scope that there is not."""
    if scope not in SCOPES:
        raise ValueError(f"{scope!r} is no scope; there are: {', '.join(SCOPES)}")
    return SCOPES[scope]


# --- names ----------------------------------------------------------------------------------------------------------
# Names that are misspelled or short: "Muhammad", "Akim", "Kate" mean Mohammed, Joakim and Katherine of the place.
#
# Formula  j = (m / |a| + m / |b| + (m - t) / m) / 3, and j + 0.1 l (1 - j) with l letters alike at the beginning (4 at
#          most); m letters occur in both, no farther apart than half the longer word, t of them in another order
# Source   Winkler (1990), String Comparator Metrics, of Jaro (1989).


LIKE, LEAD = 0.84, 0.04
"""So alike a word and a name have to be, and so much more than the word and the next name."""
SHORTEST, LONGEST = 3, 24
MOST_NAMES = 32
"""Words of a question that are looked at."""


@dataclass(frozen=True, slots=True)
class MeantName:
    """The word, the name as displayed, and the part of it that the word is like."""

    word: str
    name: str
    part: str


def meant_name(text: str, names: Iterable[str], is_said: Callable[[str], bool]) -> MeantName | None:
    """The one of these names that a word of the text is like; None where there is none, or several.

    A word that was said before (`is_said`) is what it is, but where a name is begun or ended by it and it is written as
    a name: "and Kat?" of Katherine. Where the text has capitals a name has one, too.
    """
    inside = _capital(word for before, word in pairwise(text.split()) if before[-1] not in ".!?")
    capital = _capital(text.split())
    parts = {part: name for name in names for part in terms(name)[:2] if len(part) > SHORTEST and not has_cjk(part)}
    found = []
    for word in query_terms(text)[:MOST_NAMES]:
        if not SHORTEST <= len(word) <= LONGEST or word.isdigit() or (capital and word not in capital):
            continue
        near = _nearest(word, parts)
        if near and (not is_said(word) or (word in inside and _is_short(word, near))):
            found.append(MeantName(word, parts[near], near))
    return found[0] if len({item.name for item in found}) == 1 else None


def jaro_winkler(word: str, other: str) -> float:
    """0 … 1, by Jaro and Winkler."""
    reach = max(0, max(len(word), len(other)) // 2 - 1)
    taken: list[int] = []
    ours = ""
    for at, letter in enumerate(word):
        here = range(max(0, at - reach), min(len(other), at + reach + 1))
        place = next((where for where in here if where not in taken and other[where] == letter), None)
        if place is not None:
            taken.append(place)
            ours += letter
    if not ours:
        return 0.0
    moved = sum(letter != other[place] for letter, place in zip(ours, sorted(taken), strict=True)) / 2
    share = (len(ours) / len(word) + len(ours) / len(other) + (len(ours) - moved) / len(ours)) / 3
    led = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word[:4], other[:4], strict=False)))
    return share + 0.1 * led * (1 - share)


def _capital(words: Iterable[str]) -> set[str]:
    return {term for word in words if any(map(str.isupper, word)) for term in terms(word)}


def _nearest(word: str, parts: Collection[str]) -> str:
    """The part of a name that is like it, and plainly more so than those of others."""
    some = [part for part in parts if part[0] == word[0] or part.endswith(word)]
    ranked = sorted(((jaro_winkler(word, part), part) for part in some), reverse=True)
    if not ranked or ranked[0][0] < LIKE or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD):
        return ""
    return ranked[0][1]


def _is_short(word: str, part: str) -> bool:
    return part.startswith(word) or part.endswith(word)


# --- past -----------------------------------------------------------------------------------------------------------
# The past that a question asks about: "where did she live in April" wants what was so then, not what is so now.


LONGEST_DATED = 1000
"""Characters of a question that are looked at."""

_REASON, _TIME = (
    patterns_of_each_language("words", "intents.causal"),
    patterns_of_each_language("words", "intents.temporal"),
)


def asks_when(question: str) -> bool:
    """Whether it is after a time, and not after the reason for what happened then."""
    text = " ".join(fold(question).replace("’", "'").split())
    return any(sign.search(text) for sign in _TIME) and not any(sign.search(text) for sign in _REASON)


def asked_instant(question: str, now: datetime) -> datetime:
    """The end of the first past day or span that it names, else now. `now` is aware, in the zone of who asks."""
    past = next((day for day in _ends_of_spans(question[:LONGEST_DATED], now) if day < now.date()), None)
    return datetime.combine(past, time.max, now.tzinfo) if past else now


def _ends_of_spans(question: str, now: datetime) -> Iterator[date]:
    """The last days of what is named; of a month or day that comes every year the last one that is over."""
    today = now.date()
    for span in asked_days(question, today):
        years = (today.year, today.year - 1) if span.yearly else (span.last.year,)
        yield from (end for year in years if (end := span.in_year(year).last if span.yearly else span.last) < today)


# --- query ----------------------------------------------------------------------------------------------------------


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
    days: tuple[DaySpan, ...]
    zone: tzinfo
    asker: str = ""
    of_listener: bool = False
    today: date = date.min
    topic: str = ""
    wanted: WantedAnswer = field(default_factory=WantedAnswer)
    named_surely: float = 1.0


def understand_query(
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
        None
        if named
        else meant_name(_without(text, addressed), [name for name in speakers if name != listener], is_said)
    )
    asked = query_terms(text)
    names = addressed.union(*map(terms, named), [guessed.word] if guessed else [])
    if guessed:
        named, asked = frozenset([guessed.name]), [*asked, guessed.part]
    today = now.astimezone(zone).date()
    return Query(
        text=text,
        terms=search_stems([term for term in asked if term not in addressed] or asked, text)[:MAX_TERMS],
        named=named,
        days=tuple(span for span in asked_days(text, today) if not span.yearly or span.first == span.last),
        today=today,
        zone=zone,
        asker=asker if not named and words & _OF_MYSELF else "",
        of_listener=any(f" {phrase} " in f" {fold(text)} " for phrase in _OF_YOURSELF),
        topic=_without(text, names) or text,
        wanted=wanted_answer(text),
        named_surely=GUESSED if guessed else 1.0,
    )


def search_stems(asked: Sequence[str], text: str) -> tuple[str, ...]:
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
