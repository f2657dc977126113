"""How a correction says that it is one, in a language that does not part its words; over folded text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.languages.catalogue import LANGUAGES
from memory.languages.tables import read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Amending:
    """`mark` is in what is a correction, `soft` in what may be one. `part` parts it: a part that takes back is
    `denied`, and `denies` stands right behind what it takes back; one with `slip` is about nothing but the slip, one
    with `aside` is no value. `opening` and `closing` are around a value. `asked` begins what only seems to ask.

    A value is a `name`, where it is said to correct also a `soft_name`, or a `dish`; one that is `busy` is none.
    `who` and `title` are behind names of people, `addressed` what of it may stand behind one that was told.
    """

    mark: str
    soft: str
    denied: str
    denies: str
    part: str
    slip: str
    aside: str
    opening: str
    closing: str
    emoji: str
    name: str
    soft_name: str
    dish: str
    busy: str
    asked: str
    who: str
    title: str
    addressed: tuple[str, ...]


AMENDING: Mapping[str, Amending] = {
    pack.code: read_table(Amending, pack.code, "amends") for pack in LANGUAGES if not pack.has_spaces
}
