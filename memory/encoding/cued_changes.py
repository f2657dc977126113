"""What has changed, where no cue tells it: a mark of change, and one value of the type of what was told before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from memory.encoding.called import Called, called
from memory.encoding.classification import BASE_CONFIDENCE, FACT, compiled
from memory.encoding.corrections import told_of
from memory.encoding.cued import cued, level
from memory.encoding.rewriting import shortened
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.typed import typed
from memory.languages.cues import CUES, DAY, FOOD, FULL_NAME, NAME, PRICE, TITLED, TYPED, Cue, Cues
from memory.languages.said_dates import said_dates

LONGEST = 120
_NUMBER = re.compile(r"\d[\d.:-]+\d")
_AMBIGUOUS = frozenset({DAY, PRICE})
"""Values of so many things that the one must be named."""

Stated = Callable[[Said], Sequence[Statement]]
"""What an earlier message states."""


def changes(said: Said, text: str, code: str, stated: Stated) -> Understood | None:
    """By what was said before it in the same place: of the speaker, or of a thing that the message names."""
    if not said.before or len(text) > LONGEST or "?" in text:
        return None
    language, folded = CUES[code], level(text)
    if not compiled(language.changed).search(folded) or compiled(language.heard).search(folded):
        return None
    if compiled(language.doubt).search(folded):
        return None
    change = _Change(said=said, folded=folded, language=language, names=called(text, folded, (), language))
    found = ((earlier, change.of(earlier)) for earlier in _earlier(change, stated))
    earlier, value = next(
        ((earlier, value) for earlier, value in found if value not in ("", earlier.value)), (None, "")
    )
    if earlier is None or cued(text, said, said_dates(text, said.at), code) is not None:
        return None
    return _understood(text, earlier, value, said)


def _earlier(change: _Change, stated: Stated) -> Iterator[Statement]:
    """The last ones first, of those that share a name or a number; of a person only in the person's own words."""
    said, words = change.said, change.words
    for one in reversed(said.before):
        if not words or not any(word in level(one.text) for word in words):
            continue
        for told in reversed(stated(one)):
            is_open = told.slot and told.value and not told.valid_until
            if is_open and (told.subject == said.person or ":" not in told.subject):
                yield told


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    said: Said
    folded: str
    language: Cues
    names: Sequence[Called]

    @property
    def words(self) -> set[str]:
        """By which it can be about what was said before."""
        foods = (one["value"] for one in compiled(self.language.foods).finditer(self.folded))
        return {one.name for one in self.names} | set(foods) | set(_NUMBER.findall(self.folded))

    def of(self, earlier: Statement) -> str:
        """The new value of what was told; empty where the message is not about it."""
        cue = next((cue for cue in self.language.cues if _is_of(earlier, cue)), None)
        if cue is None or (cue.against and compiled(cue.against).search(self.folded)):
            return ""
        named = {one.name for one in self.names}
        letter, title = self.language.letter, self.language.addressed
        old = re.search(rf"(?<!{letter}){re.escape(earlier.value)}{title}(?!{letter})", self.folded)
        if cue.is_of_thing and earlier.subject not in named and (cue.sort in _AMBIGUOUS or not old):
            return ""
        if not cue.is_of_thing and not compiled(self.language.me).search(self.folded) and not old:
            return ""
        if cue.sort in TYPED:
            return self._typed(cue, earlier)
        is_given_up = old and compiled(self.language.given_up).search(self.folded[old.end() :])
        return self._named(cue, earlier, old) if old and is_given_up else ""

    def _typed(self, cue: Cue, earlier: Statement) -> str:
        found = typed(self.folded, said_dates(self.folded, self.said.at), self.said.at, self.language)
        values = {one.value for one in found if one.sort == cue.sort} - {earlier.value}
        others = {one.name for one in self.names if not one.is_first} - {earlier.subject}
        return values.pop() if len(values) == 1 and not others else ""

    def _named(self, cue: Cue, earlier: Statement, old: re.Match[str]) -> str:
        if cue.sort == FOOD:
            foods = {one["value"] for one in compiled(self.language.foods).finditer(self.folded)} - {earlier.value}
            return foods.pop() if len(foods) == 1 else ""
        if cue.sort not in (NAME, TITLED, FULL_NAME):
            return ""
        rest = [one for one in self.names if one.end <= old.start() or old.end() <= one.start]
        rest = [one for one in rest if one.name != earlier.subject and one.name not in self.said.people]
        if len(rest) > 1:
            rest = [one for one in rest if not one.is_first]
        if len(rest) != 1 or rest[0].is_titled != (cue.sort == TITLED):
            return ""
        return rest[0].name


def _is_of(earlier: Statement, cue: Cue) -> bool:
    return earlier.slot.endswith(cue.attribute.replace("{what}", "").rstrip())


def _understood(text: str, earlier: Statement, value: str, said: Said) -> Understood:
    confidence = BASE_CONFIDENCE[FACT] + 0.1
    alone = Statement(text=text.strip(), category=FACT, confidence=confidence, end=len(text))
    told = replace(
        alone,
        text=shortened(told_of(alone, earlier, said)),
        subject=earlier.subject,
        slot=earlier.slot,
        value=value,
        corrects=":" not in earlier.subject,
    )
    return Understood(category=FACT, confidence=confidence, statements=(told,))
