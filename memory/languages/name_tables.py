"""What stands around a name, or in it, and tells that it is one: packs/README.md tells what each field is for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.languages.tables import ANY, read_table

PAUSES = ".,;:!?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCues:
    """Beside a name that is an ordinary word, too: that it is the one, or the other."""

    after_tech: frozenset[str]
    after_tech_by_stem: tuple[str, ...]
    before_tech: frozenset[str]
    before_tech_pairs: frozenset[str]
    placed: frozenset[str]
    before_maker: frozenset[str]
    version: re.Pattern[str]
    at_work: frozenset[str]
    after_work_by_stem: tuple[str, ...]
    english_endings: frozenset[str]
    verbs: frozenset[str]
    japanese_title: re.Pattern[str]
    japanese_place: re.Pattern[str]
    japanese_doubtful: re.Pattern[str]
    japanese_before_maker: re.Pattern[str]
    japanese_at_work: re.Pattern[str]


NAME_CUES = read_table(NameCues, ANY, "name_cues")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePatterns:
    """Of a name that no lexicon holds: a legal form, what an institution calls itself, its letters."""

    legal_forms: frozenset[str]
    legal_in_any_case: frozenset[str]
    institutions: frozenset[str]
    of: frozenset[str]
    mixed_case: re.Pattern[str]
    no_mixed_case: re.Pattern[str]
    dotted: re.Pattern[str]
    japanese_called: re.Pattern[str]
    form_first: re.Pattern[str]
    form_last: re.Pattern[str]
    institution: re.Pattern[str]
    no_institution: re.Pattern[str]
    before_a_name: re.Pattern[str]


NAME_PATTERNS = read_table(NamePatterns, ANY, "name_patterns")
