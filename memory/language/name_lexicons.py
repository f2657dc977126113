"""Names of products and organisations: two lexicons as data, tech_names.txt and org_names.txt.

A name that is no word of a language counts wherever it stands. One that is ("Slack", "Go", "Getir", "ライン") is
doubtful, and counts where the place says so (see `NameCues`). For a `strict` one (a season,
a thing, an author) a capital letter is not enough, but another name in the sentence is; a `first_name` (or a place, or
a single letter) needs a word beside it that speaks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from memory.language.analyser import fold, has_cjk
from memory.language.language_packs import PACKS
from memory.language.pack_tables import read_shared_table
from memory.vocabulary.scripts import UNSPACED

TECH, ORG = "tech", "org"
PAUSES = ".,;:!?)"

_MOST_CAPITALS = 4
_LETTER = rf"[^\W_{UNSPACED}]"
WORD = re.compile(rf"(?:(?<![^\W_])\.)?{_LETTER}+(?:\.{_LETTER}+)*(?:\+\+|#)?")
"""A word of a script with spaces. Dots inside it are its own: Node.js, a.s., .NET."""

_ENTRY = re.compile(r"(.+?)(\?{0,2}|!)")
_LOWER_CASES = [
    (re.compile(pack.lowered_beside), str.maketrans(dict(pack.lowered))) for pack in PACKS.values() if pack.lowered
]
_SIGNS = re.compile(r"[^\w.+#]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconName:
    """A name and its folded words, one alone where it is Japanese. `kinds`: tech, org or both.

    `capitals`: a short name of capitals that is doubtful in any other form.
    """

    spelling: str
    words: tuple[str, ...]
    kinds: tuple[str, ...]
    is_doubtful: bool = False
    strict: bool = False
    first_name: bool = False
    capitals: bool = False


@lru_cache(maxsize=8192)
def folded_name(word: str) -> str:
    return fold(word)


def name_slug(name: str) -> str:
    """In lower case, words joined by "-"; signs stay inside a word (node.js, c++, a.ş)."""
    lower = lowered_name(name.replace("'", "").replace("’", ""))
    parts = (part.rstrip(".") for part in _SIGNS.split(lower.replace("_", "-")))
    return "-".join(part for part in parts if part.strip(".+#"))


def lowered_name(name: str) -> str:
    """In lower case, as the language writes it whose own letters the name has: a Turkish capital I has no dot."""
    for letters, lower_case in _LOWER_CASES:
        if letters.search(name):
            name = name.translate(lower_case)
    return name.lower().replace("i\N{COMBINING DOT ABOVE}", "i")


@cache
def names_with_spaces() -> Mapping[str, tuple[LexiconName, ...]]:
    """The names in scripts with spaces, by their first word, the longest first."""
    found: dict[str, list[LexiconName]] = {}
    for name in _lexicon():
        if not has_cjk(name.spelling):
            found.setdefault(name.words[0], []).append(name)
    return {first: tuple(sorted(names, key=lambda name: -len(name.words))) for first, names in found.items()}


@cache
def names_without_spaces() -> tuple[re.Pattern[str], Mapping[str, LexiconName]]:
    """What finds the names with letters of Japanese, the longest first, and the names by these letters."""
    written = ((name.spelling.lower(), name) for name in _lexicon() if has_cjk(name.spelling))
    names = {form: name for spelling, name in written for form in (spelling, spelling.replace(" ", ""))}
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True)))), names


def _lexicon() -> Iterable[LexiconName]:
    found: dict[tuple[str, ...], LexiconName] = {}
    for kind in (TECH, ORG):
        for name in _read(kind):
            before = found.get(name.words)
            found[name.words] = replace(before, kinds=(*before.kinds, kind)) if before else name
    return found.values()


def _read(kind: str) -> Iterator[LexiconName]:
    text = (files("memory.language") / f"{kind}_names.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    for entry in ",".join(lines).split(","):
        if found := _ENTRY.fullmatch(entry.strip()):
            yield _name(found, kind)


def _name(entry: re.Match[str], kind: str) -> LexiconName:
    spelling, mark = entry.groups()
    short = kind == ORG and spelling.isupper() and len(spelling) <= _MOST_CAPITALS and not has_cjk(spelling)
    return LexiconName(
        spelling=spelling,
        words=(spelling,) if has_cjk(spelling) else tuple(folded_name(word) for word in WORD.findall(spelling)),
        kinds=(kind,),
        is_doubtful=bool(mark),
        strict=mark == "??",
        first_name=mark == "!",
        capitals=short or bool(mark and spelling.isupper() and spelling.isascii()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCues:
    """Beside a name that is an ordinary word, too: that it is the one, or the other; and what makes a name that no
    lexicon holds: a legal form, what an institution calls itself, its letters."""

    after_tech: frozenset[str]
    after_tech_by_stem: tuple[str, ...]
    before_tech: frozenset[str]
    before_tech_pairs: frozenset[str]
    placed: frozenset[str]
    before_maker: frozenset[str]
    version: re.Pattern[str]
    at_work: frozenset[str]
    after_work_by_stem: tuple[str, ...]
    contractions: frozenset[str]
    unspaced_title: re.Pattern[str]
    unspaced_place: re.Pattern[str]
    unspaced_doubtful: re.Pattern[str]
    unspaced_before_maker: re.Pattern[str]
    unspaced_at_work: re.Pattern[str]
    legal_forms: frozenset[str]
    legal_in_any_case: frozenset[str]
    institutions: frozenset[str]
    of: frozenset[str]
    mixed_case: re.Pattern[str]
    no_mixed_case: re.Pattern[str]
    dotted: re.Pattern[str]
    unspaced_called: re.Pattern[str]
    form_first: re.Pattern[str]
    form_last: re.Pattern[str]
    institution: re.Pattern[str]
    no_institution: re.Pattern[str]
    before_a_name: re.Pattern[str]


NAME_CUES = read_shared_table(NameCues, "names")
