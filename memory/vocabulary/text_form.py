"""Text in a form that does no harm: Unicode's compatible form with a bound on its marks, and people's words quoted as
data.

To sort the marks on a letter takes the square of their number; nobody but an attacker puts more on it than
`MOST_MARKS`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

MOST_MARKS = 30
"""Marks on one letter that stay: as many as in Unicode's own stream-safe form (UAX 15)."""

_HEAP = re.compile(rf"[^\w\s\x00-\x7f]{{{MOST_MARKS + 1}}}")


def normal(text: str) -> str:
    """Unicode's compatible form (NFKC), in time in line with the text's length."""
    if text.isascii():
        return text
    return _heaped(text) if _HEAP.search(text) else unicodedata.normalize("NFKC", text)


@lru_cache(maxsize=8)  # letter by letter; one message is looked at several times
def _heaped(text: str) -> str:
    return unicodedata.normalize("NFKC", "".join(_safe(text)))


def _safe(text: str) -> Iterator[str]:
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            yield letter


# --- quoting --------------------------------------------------------------------------------------------------------
# Quoting: people's words and names as data in a text that a model reads, in a form that no content can imitate.
#
# A message is `Name: its first line`; each further line stands indented behind a bar, so a line that begins with
# anything else is none of theirs; what nobody said begins behind it, too, where it would read as somebody's words.
# Names are short and hold none of the marks that stand around them; where two people
# go by one name, each bears the end of their address: `Ada#U01`.


BAR = "\n  | "
LONGEST_NAME = 80
_READS_AS_SAID = re.compile(rf"[^:：\n]{{1,{LONGEST_NAME}}}[:：]")
_MARKS = frozenset("()[]{}<>:#|：＃")
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def quoted(text: str) -> str:
    """The text as data: whatever breaks a line begins one behind the bar."""
    return BAR.join(text.splitlines())


def attributed(head: str, speaker: str, text: str) -> str:
    """`head Name: text`, quoted. What nobody said (`speaker` is empty) is never taken for anybody's words."""
    if speaker:
        return f"{head} {speaker}: {quoted(text)}"
    return f"{head}{BAR}{quoted(text)}" if _READS_AS_SAID.match(text) else f"{head} {quoted(text)}"


def unquoted(text: str) -> str:
    """The text that was quoted."""
    return text.replace(BAR, "\n")


@lru_cache(maxsize=1024)  # the same few are shown all the time
def shown_name(name: str) -> str:
    """A display name in one short line, without what cannot be seen and without our marks."""
    seen = "".join(" " if sign in _MARKS or unicodedata.category(sign) in _UNSEEN else sign for sign in name)
    return " ".join(seen.split())[:LONGEST_NAME].rstrip()


@dataclass(frozen=True, slots=True)
class Names:
    """Whom a name means, among the people that are known."""

    persons: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, people: Iterable[tuple[str, str]]) -> Names:
        """Of names as displayed, and the addresses of those who bear them."""
        found: dict[str, set[str]] = {}
        for name, person in people:
            if person:
                found.setdefault(_alike(name), set()).add(person)
        return cls({name: frozenset(persons) for name, persons in found.items()})

    def shown(self, name: str, person: str) -> str:
        """The name as it stands in a text: with the end of the address where others go by it too."""
        plain = shown_name(name) or shown_name(person)
        is_shared = bool(person) and bool(self.persons.get(_alike(name), frozenset()) - {person})
        return f"{plain}#{shown_name(person.rpartition('/')[2].rpartition(':')[2])}" if is_shared else plain


@lru_cache(maxsize=1024)
def _alike(name: str) -> str:
    """What looks alike: without case, width and accents."""
    wide = unicodedata.normalize("NFKD", shown_name(name)).casefold()
    return "".join(sign for sign in wide if not unicodedata.combining(sign))
