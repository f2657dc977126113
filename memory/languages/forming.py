"""What formation needs to know of a language beside its cues: who commands, who answers, which language it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.languages.tables import CODES, read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Forming:
    """Patterns are over folded text (see `languages.aligned`), a sentence at a time.

    `hostile` knows messages that no word is taken of: commands, spam, pretended ranks. `sign` knows the language where
    its commonest words do not, `marked` its letters, over the text as it is; many of its words have an `ending`, where
    none is spelled as only those of the first language are (`spelling`). `yes`, `no` and `unsure` begin answers;
    `personal` is in what people say of themselves.
    """

    code: str
    sign: str = ""
    marked: str = ""
    ending: str = ""
    spelling: str = ""
    hostile: str = ""
    yes: str = ""
    no: str = ""
    unsure: str = ""
    personal: str = ""


FORMING: Mapping[str, Forming] = {code: read_table(Forming, code, "forming") for code in CODES}
FIRST = FORMING[CODES[0]]
"""The language of a text that nothing tells from another."""
