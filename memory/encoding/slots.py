"""Which question a clause answers that has one answer at a time, and how: patterns of the languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.encoding.classification import compiled
from memory.languages.forming import Slots, Slotted

MOST_LETTERS = 60
FAR = 300
"""Letters of a clause that are looked at."""
_SPACES = re.compile(r"\s+")
_EDGES = " '\"“”«»()「」"
_MENTION = re.compile(r"<@!?(\w+)[^>]*>")
_SECRET = re.compile(
    r"password|passcode|\bpin\b|secret|\btoken|api key|sifre|parola|パスワード|暗証|合言葉|秘密|トークン"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """`of` is a person's address or a folded name; `start` and `end` are where the value stands in the clause."""

    of: str
    attribute: str
    value: str
    start: int
    end: int

    @property
    def name(self) -> str:
        return f"{self.of} {self.attribute}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaking:
    """Who says the clause, and whom or what "she" or "it" would mean in it; empty where that is not sure."""

    person: str
    workspace: str
    referent: str = ""


def first_slot(folded: str, speaking: Speaking, language: Slots, denied: str) -> Slot | None:
    """The surest; none where the clause denies it."""
    found = next(slots(folded[:FAR], speaking, language), None)
    if found is None:
        return None
    start, end = told_in(folded, found)
    return None if compiled(denied).search(folded, start, found.start if language.is_denied_before else end) else found


def told_in(folded: str, slot: Slot) -> tuple[int, int]:
    """From where to where the part between commas goes that gives the value."""
    start = max(folded.rfind(mark, 0, slot.start) for mark in ",;、") + 1
    ends = [end for mark in ",;、" if (end := folded.find(mark, slot.end)) >= 0]
    return start, min(ends, default=len(folded))


def is_secret(folded: str) -> bool:
    """It speaks of what must not be kept."""
    return _SECRET.search(folded) is not None


def slots(folded: str, speaking: Speaking, language: Slots) -> Iterator[Slot]:
    """The slots of a clause, the surest first."""
    for slotted in language.patterns:
        match = compiled(slotted.pattern).search(folded)
        if match is not None and (found := _slot(match, slotted, speaking, language)):
            yield found


def _slot(match: re.Match[str], slotted: Slotted, speaking: Speaking, language: Slots) -> Slot | None:
    value, start = cut_value(*_group(match, "value"), language)
    if not value or len(value) > MOST_LETTERS or is_secret(match.group()):
        return None
    whose = _group(match, "of")[0]
    of = _of(whose, speaking, language) if whose else _speakers(match, slotted, speaking)
    what = _bare(_group(match, "what")[0], language)
    if of is None or (not of and (not what or not slotted.is_of_thing)):
        return None
    if not of and compiled(language.own).search(what):
        of = speaking.person
    of, attribute = _attribute(of, slotted.attribute, what, language)
    return Slot(of=of, attribute=attribute, value=value, start=start, end=start + len(value))


def _group(match: re.Match[str], name: str) -> tuple[str, int]:
    """The one of `value`, `value2` … that matched, for alternatives have names of their own."""
    for each in (name, f"{name}2", f"{name}3"):
        if each in match.re.groupindex and match[each] is not None:
            return match[each], match.start(each)
    return "", -1


def cut_value(value: str, start: int, language: Slots) -> tuple[str, int]:
    """Without articles before it and asides behind it."""
    pattern, before = compiled(language.cut), ""
    while value != before:
        before = value
        match = pattern.search(value)
        if match is not None and match.start() == 0 and match.end() < len(value):
            value, start = value[match.end() :], start + match.end()
        elif match is not None and match.start() > 0:
            value = value[: match.start()]
    start += len(value) - len(value.lstrip(_EDGES))
    return _SPACES.sub(" ", value.strip(_EDGES)), start


def _speakers(match: re.Match[str], slotted: Slotted, speaking: Speaking) -> str:
    is_mine = "my" in match.re.groupindex and match["my"] is not None
    return "" if slotted.is_of_thing and not is_mine else speaking.person


def _of(whose: str, speaking: Speaking, language: Slots) -> str | None:
    if mentioned := _MENTION.search(whose):
        return speaking.workspace + mentioned[1].upper()
    if compiled(language.theirs).search(whose):
        return speaking.referent or None
    mine = compiled(language.mine).search(whose)
    if mine and not speaking.person:
        return None
    if mine:
        relation = _bare(whose[: mine.start()] + whose[mine.end() :], language)
        return f"{speaking.person} {language.names.get(relation, relation)}"
    name = _bare(whose, language)
    if not name or compiled(language.nobody).search(name):
        return None
    return _one_name(name if name.isascii() else name.replace("の", " "), language)


def _bare(name: str, language: Slots) -> str:
    pattern, before = compiled(language.bare), ""
    while name != before:
        before, name = name, pattern.sub("", name).strip()
    return name


def _attribute(of: str, attribute: str, what: str, language: Slots) -> tuple[str, str]:
    """Under one name for all wordings: "price of tea", "tea's cost" and "the tea costs" are "tea price"."""
    if attribute == "{what}":
        if genitive := compiled(language.genitive).search(what):
            owner, _ = _group(genitive, "of")
            what, _ = _group(genitive, "attribute")
            of = f"{of} {language.names.get(_bare(owner, language), _bare(owner, language))}".strip()
        return of, _one_name(what, language)
    if attribute == "address":
        of = of.removesuffix(" server")  # whoever says "Garnet" means it
    if attribute == "date" and of.endswith(" birthday"):
        return of.removesuffix(" birthday"), "birthday"
    if of.endswith(f" {attribute}") or of == attribute:
        return of.removesuffix(attribute).strip(), attribute
    return of, attribute.replace("{what}", _one_name(what.removesuffix(" team"), language)).strip()


def _one_name(what: str, language: Slots) -> str:
    if what in language.names:
        return language.names[what]
    first, _, last = what.rpartition(" ")
    if not last.isascii() and (known := [name for name in language.names if last.endswith(name)]):
        ending = max(known, key=len)  # Japanese parts no words
        first, last = f"{first} {last.removesuffix(ending)}".strip(), ending
    return f"{first} {language.names.get(last, last)}".strip()
