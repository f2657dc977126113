"""Whom or what a sentence is about: the speaker, somebody by name, or a thing that is named. In doubt nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.encoding.called import Called
from memory.encoding.classification import compiled
from memory.encoding.said import Said
from memory.languages.analyser import fold
from memory.languages.cues import Cues


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The sentence folded, who says it, and in which language."""

    folded: str
    said: Said
    language: Cues

    @property
    def names(self) -> frozenset[str]:
        """Of those who have spoken."""
        return frozenset(self.said.people) | {fold(one.speaker) for one in self.said.before}

    def is_person(self, one: Called) -> bool:
        return bool(self.address(one.name))

    def address(self, name: str) -> str:
        """Of whoever goes by the name here, where only one does."""
        if known := self.said.people.get(name):
            return known
        found = {one.person for one in self.said.before if not one.own and fold(one.speaker) == name}
        return found.pop() if len(found) == 1 else ""

    def is_marked(self, one: Called) -> bool:
        """As a thing, by the words around it."""
        before, behind = self.folded[: one.start], self.folded[one.end :]
        thing, of_thing = compiled(self.language.thing), compiled(self.language.of_thing)
        return bool(thing.search(behind) or of_thing.search(before))

    def acts(self, one: Called) -> bool:
        """As somebody who has or does something."""
        behind = self.folded[one.end :]
        return bool(compiled(self.language.whose).search(behind) or compiled(self.language.who).search(behind))


def of_thing(names: Sequence[Called], spoken: Spoken) -> str:
    """The folded name of the one thing that is named."""
    things = [one for one in names if not spoken.is_person(one) and not one.is_titled]
    if len({one.name for one in things}) > 1:
        things = [one for one in things if spoken.is_marked(one)] or [one for one in things if not one.is_first]
    if len({one.name for one in things}) > 1:
        things = [one for one in things if compiled(spoken.language.topic).search(spoken.folded[one.end :])]
    found = {one.name for one in things}
    return found.pop() if len(found) == 1 else ""


def of_person(names: Sequence[Called], spoken: Spoken, elliptic: str = r"(?!)") -> str:
    """An address, or the folded name of whoever has none here. A sentence is the speaker's where it is `elliptic`,
    too.
    """
    language, folded = spoken.language, spoken.folded
    around = compiled(language.reason).sub("", folded)
    if compiled(language.relation).search(around) or compiled(language.others).search(around):
        return ""
    acting = [one for one in names if spoken.acts(one) or spoken.is_person(one)]
    others = [one for one in names if one not in acting and not compiled(language.no_person).search(one.name)]
    if language.names:
        others = [one for one in others if compiled(language.owns).match(folded, one.end)]
        acting = [one for one in acting if spoken.acts(one) or compiled(language.owns).match(folded, one.end)]
    found = {one.name for one in acting}
    if compiled(language.me).search(folded):
        return "" if found else spoken.said.person
    if found:
        name = found.pop()
        return "" if found else spoken.address(name) or name
    is_elliptic = any(compiled(each).search(folded) for each in (language.elliptic, elliptic))
    return spoken.said.person if is_elliptic and not others else ""
