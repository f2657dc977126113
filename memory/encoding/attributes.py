"""Which attribute a clause gives a value, and whose: by the patterns of its language, which are data.

A table `attributes` of a pack has rules: an attribute and a pattern over the folded clause. `value` is a group of it,
`proper` a value that begins with a capital; `of` has it, else the speaker; `what` and `thing` name an attribute of a
thing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from memory.encoding.said import Given, Said
from memory.languages.analyser import has_cjk, is_silent
from memory.languages.said_dates import SaidDate, iso
from memory.languages.said_times import clock
from memory.languages.tables import NEVER, any_of, read_table

_WHAT, _MY = "{what}", "my "
_MENTION = re.compile(r"<@!?(\w+)[^>]*>")
_MINE = any_of("marks", "mine")
_EDGES = " '\"“”«»()「」"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    attribute: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """No value is `bad`; nothing is told where it is `denied`, and what is `off` is not read."""

    bad: re.Pattern[str]
    denied: re.Pattern[str]
    off: re.Pattern[str] = re.compile(NEVER)
    names: Mapping[str, str]
    rules: tuple[_Rule, ...]

    def named(self, word: str) -> str:
        """By its one name for all languages, where it has one."""
        return self.names.get(word, word)


def attribute_in(folded: str, text: str, said: Said, dates: Sequence[SaidDate], code: str) -> Given | None:
    """The first that a rule finds. `text` is what is folded, letter by letter; `dates` have their places in it."""
    table = _table(code)
    read = table.off.sub(lambda match: " " * len(match[0]), folded)
    if table.denied.search(read):
        return None
    for rule in table.rules:
        for match in rule.pattern.finditer(read):
            if found := _found(match, rule.attribute, text, said, dates, table):
                return found
    return None


def _found(
    match: re.Match[str], attribute: str, text: str, said: Said, dates: Sequence[SaidDate], table: _Table
) -> Given | None:
    groups = {name: one for name, one in match.groupdict().items() if one}
    name = next((one for one in ("value", "proper", "proper2") if one in groups), "")
    start, end = match.span(name) if name else (0, 0)
    if name.startswith("proper"):
        end = _capitals(text, start, end)
    value = match.string[start:end].strip(_EDGES)
    if not value or table.bad.match(value):
        return None
    what = groups.get("what") or groups.get("what2") or ""
    if attribute.startswith(_WHAT):
        subject, attribute = _of_thing(attribute, what, groups.get("thing", "").strip(), table)
    else:
        subject = _whose(groups.get("of", ""), said, table)
        attribute = table.named(attribute.removeprefix(_MY).replace(_WHAT, table.named(what)))
    if not subject:
        return None
    read = value if attribute == "birthday" else _normal(value, start, end, dates)
    return Given(subject=subject, attribute=attribute, value=read, start=start, end=end)


def _of_thing(attribute: str, what: str, thing: str, table: _Table) -> tuple[str, str]:
    """The release of "release date", the payments team of "payments lead"; of a port alone the port."""
    if attribute != _WHAT:
        return what, attribute.removeprefix(_WHAT).strip()
    of, _, named = what.rpartition(" ")
    named = table.named(named)
    return (of, named) if (of := thing or of) else (named, "")


def _whose(of: str, said: Said, table: _Table) -> str:
    """Empty where nobody knows."""
    of = of.strip()
    if not of:
        return said.person
    if mentioned := _MENTION.fullmatch(of):
        return said.workspace + mentioned[1].upper()
    if mine := _MINE.match(of):
        return f"{said.person} {table.named(of[mine.end() :])}"
    if of in table.names:
        return f"{said.person} {table.names[of]}"
    return "" if is_silent(of) else of


def _capitals(text: str, start: int, end: int) -> int:
    """Where the words with a capital end; all of it where a script has none."""
    words = text[start:end].split(" ")
    if has_cjk(text[start:end]):
        return end
    kept = 0
    while kept < len(words) and words[kept][:1].isupper():
        kept += 1
    return start + len(" ".join(words[:kept]))


def _normal(value: str, start: int, end: int, dates: Sequence[SaidDate]) -> str:
    for said in dates:
        within = min(said.end, end) - max(said.start, start)
        if not said.unsure and within * 2 > end - start:
            return iso(said)
    return clock(value)


@cache
def _table(code: str) -> _Table:
    return read_table(_Table, code, "attributes")
