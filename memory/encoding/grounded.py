"""Whether what a model tells of a message stands in that message: no word, number, day or name may come from elsewhere.

A statement may tell a message in other words only as far as its language needs that (see rewording in packs/README.md):
the speaker's name for "I", another ending of a word, ISO for a day that the message names.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from functools import cached_property

from memory.encoding.classification import code_of, compiled
from memory.encoding.entities import entities
from memory.encoding.model_answer import FormedFact
from memory.encoding.model_request import ATTRIBUTES, LONGEST_BEFORE, MOST_BEFORE, label
from memory.encoding.prose import prose
from memory.encoding.said import Said, Statement
from memory.languages.analyser import fold, is_cjk, is_silent, terms
from memory.languages.catalogue import NUMBERS, TELLING
from memory.languages.names import slug
from memory.languages.said_dates import iso, said_dates
from memory.languages.said_times import clock
from memory.languages.tables import any_of, words_of

_SECRET = any_of("marks", "secret")
"""What must not be kept."""

_REWORDING = words_of("rewording", "words")
_REWORDING_LETTERS = words_of("rewording", "letters")
"""What a statement may have although its message has it not, for it tells the same in the third person."""

_COUNTED = frozenset(NUMBERS) - words_of("rewording", "articles")
"""Numbers in words: no other word stands for one of them."""

CONFIDENCE = 0.7
MOST_LABEL_WORDS = 3

_ISO = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:/P7D)?")
_HIRAGANA = re.compile("[\u3040-\u309fー]")
_MENTION = re.compile(r"<@!?(\w+)(?:\|[^<>\n]*)?>")
_SPEAKER = frozenset({"speaker", "the speaker", "i", "me"})
_KNOWN_ATTRIBUTES = frozenset(word for attribute in ATTRIBUTES for word in attribute.split())
_SHORTEST_STEM, _LONGEST_ENDING = 3, 3


class Ungrounded(ValueError):
    """The fact says more than its message does; the message says why."""


class Grounds:
    """What one message offers to be told of it."""

    def __init__(self, said: Said) -> None:
        self.said = said
        earlier = (one.text[:LONGEST_BEFORE] for one in said.before[-MOST_BEFORE:])
        name = " ".join(label(said.speaker).split()[:MOST_LABEL_WORDS])
        self._source = _spaced(fold("\n".join((said.text, name, *earlier))))
        self._words = frozenset(terms(self._source))
        self._stems = tuple(word for word in self._words if len(word) >= _SHORTEST_STEM and word not in _COUNTED)

    @cached_property
    def dates(self) -> frozenset[str]:
        """Every day and span that the message names, as ISO."""
        found = said_dates(self.said.text, self.said.at)
        ends = {day.isoformat() for one in found for day in (one.first, one.last) if day}
        return frozenset({*ends, *map(iso, found), *_ISO.findall(self._source)} - {""})

    def statement(self, fact: FormedFact) -> Statement:
        """The fact as it may be kept. Raises Ungrounded."""
        start, end = self._place(fact.quote)
        self._require(fact.text)
        self._require_polarity(fact)
        subject = self._subject(fact.subject)
        slot, value = self._slot(subject, fact)
        return Statement(
            text=_spaced(fact.text),
            category=fact.category,
            subject=subject,
            slot=slot,
            value=value,
            valid_from=self._day(fact.valid_from),
            valid_until=self._day(fact.valid_until, after=True),
            reported=self._reported(fact, start, end),
            entities=self._entities(fact, start, end),
            corrects=fact.category == "correction",
            confidence=CONFIDENCE,
            start=start,
            end=end,
        )

    def _place(self, quote: str) -> tuple[int, int]:
        found = re.search(r"\s+".join(map(re.escape, quote.split())), self.said.text)
        if found is None:
            raise Ungrounded("the quote does not stand in the message")
        return found.start(), found.end()

    def _require(self, text: str) -> None:
        """All words are the message's."""
        for day in _ISO.findall(text):
            if day not in self.dates:
                raise Ungrounded("a day that the message does not name")
        if not all(map(self._has, terms(_ISO.sub(" ", text)))):
            raise Ungrounded("a word that the message does not have")

    def _require_polarity(self, fact: FormedFact) -> None:
        """A small word is all that it takes to say the contrary."""
        denied = compiled(TELLING[code_of(self.said.text)].denied)
        if bool(denied.search(fold(fact.text))) != bool(denied.search(fold(fact.quote))):
            raise Ungrounded("a denial that the message does not have, or one that is lost")

    def _has(self, term: str) -> bool:
        if term in self._words or is_silent(term) or term in _REWORDING or term in self.dates:
            return True
        if is_cjk(term[0]):
            return self._has_japanese(term)
        if any(letter.isdigit() for letter in term) or term in _COUNTED:
            return False
        return len(term) >= _SHORTEST_STEM and any(_is_form(term, word) for word in self._stems)

    def _has_japanese(self, term: str) -> bool:
        """Endings change, so of two letters only those count that are no hiragana."""
        meaning = _HIRAGANA.sub("", term)
        return not meaning or meaning in self._source or all(letter in _REWORDING_LETTERS for letter in meaning)

    def _subject(self, told: str) -> str:
        said = self.said
        if not told:
            return ""
        if fold(told) in _SPEAKER or fold(told) == fold(label(said.speaker)):
            return said.person
        if mention := _MENTION.fullmatch(told):
            if mention[1] not in {one[1] for one in _MENTION.finditer(said.text)}:
                raise Ungrounded("a mention that the message does not have")
            return said.workspace + mention[1]
        self._require(told)
        whose, _, relation = fold(told).partition(" ")
        if relation and whose in {"my", "our", "speaker's", f"{fold(label(said.speaker))}'s"}:
            return f"{said.person} {_spaced(relation)}"
        return _spaced(fold(told))

    def _slot(self, subject: str, fact: FormedFact) -> tuple[str, str]:
        """Slot and value. An attribute that nobody knows makes no slot; a value from elsewhere is a lie."""
        attribute, value = _spaced(fold(fact.attribute)), _spaced(fold(fact.value)).strip(" .")
        if _SECRET.search(f"{attribute} {fold(fact.text)}"):
            raise Ungrounded("a secret is no fact")
        if not value:
            return "", ""
        if value not in self._source and value.upper() not in self.dates:
            raise Ungrounded("a value that the message does not have")
        is_known = all(word in _KNOWN_ATTRIBUTES or word in self._words for word in attribute.split())
        if not subject or not attribute or not is_known:
            return "", ""
        return f"{subject} {attribute}", clock(value) if attribute == "time" else value

    def _day(self, day: date | None, *, after: bool = False) -> datetime | None:
        """Its beginning in the speaker's zone; `after`: its end."""
        if day is None:
            return None
        if day.isoformat() not in self.dates:
            raise Ungrounded("a day that the message does not name")
        began = datetime.combine(day, datetime.min.time(), self.said.at.tzinfo)
        return began + timedelta(days=1) if after else began

    def _reported(self, fact: FormedFact, start: int, end: int) -> str:
        if not prose(self.said.text)[start:end].strip():
            return "quoted"
        return "reported" if fact.reported else ""

    def _entities(self, fact: FormedFact, start: int, end: int) -> tuple[str, ...]:
        """Those that the rules find in its words, and what the model calls a name as far as it stands there."""
        found = (one for one in entities(self.said.text, self.said.workspace) if start <= one.start and one.end <= end)
        told = (self._entity(one) for one in fact.entities)
        return tuple(dict.fromkeys([*(one.uri for one in found), *told]))

    def _entity(self, told: str) -> str:
        kind, _, name = told.removeprefix("entity://").partition("/")
        if kind not in ("tech", "org") or not slug(name):
            raise Ungrounded("an entity of no known kind")
        if slug(name) not in slug(self.said.text):
            raise Ungrounded("an entity that the message does not name")
        return f"entity://{kind}/{slug(name)}"


def _is_form(term: str, word: str) -> bool:
    """Both begin alike and differ in their endings only."""
    shorter, longer = sorted((len(term), len(word)))
    common = next((at for at in range(shorter) if term[at] != word[at]), shorter)
    return common >= max(_SHORTEST_STEM, shorter - 1) and longer - common <= _LONGEST_ENDING


def _spaced(text: str) -> str:
    return " ".join(text.split())
