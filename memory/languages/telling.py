"""How a language tells who said something and since when it is so: what formation needs to retell a clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.languages.tables import CODES, read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """Patterns over folded text. `fillers` say nothing. `and_` parts clauses, each with a statement of its own.

    `reported`: somebody (`who`) is said to have said `what`; `quoted`: their words stand between marks. `ended` was so
    once, `denied` is not so; `since` and `until` stand before or behind the day from which, up to which it is so.
    `amended`: the new `value` in a correction that leaves out what it is about. `clock` is a time of the day.
    `oneself` are the names of the speaker. `past` tells of a month as of the last one. `recurring`: a weekday is that
    of every week. Values of several attributes are told apart by `lists`; a clause that is `elided` has no subject but
    the speaker, `i`, of the clause before, which `elides` it. `is_indirect`: where somebody is reported, "I" is not
    that person. What is `shared` by clauses may be somebody else: they are not told apart.
    """

    fillers: str
    and_: str
    reported: str
    quoted: str
    ended: str
    denied: str
    amended: str
    clock: str
    oneself: frozenset[str]
    since: str = r"(?!)"
    until: str = r"(?!)"
    past: str = ""
    recurring: str = r"(?!)"
    lists: str = r"(?!)"
    elided: str = r"(?!)"
    elides: str = r"(?!)"
    shared: str = r"(?!)"
    i: str = ""
    is_indirect: bool = False


TELLING: Mapping[str, Telling] = {code: read_table(Telling, code, "telling") for code in CODES}
