"""How names that no lexicon holds are known: by a legal form, by what an institution calls itself, by their letters."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.languages.tables import ANY, read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePatterns:
    legal_forms: frozenset[str]
    """Folded; after the name that they belong to."""
    legal_in_any_case: frozenset[str]
    """Are no words, so that they count in lower case, too."""
    institutions: frozenset[str]
    """Folded; in capitals, after or before ("University of …") the name."""
    of: frozenset[str]
    employed: frozenset[str]
    """The two words before an employer whose name nobody knows; none after which people stand, too."""
    firm: re.Pattern[str]
    """In Turkish, right after the name of a firm."""
    mixed_case: re.Pattern[str]
    no_mixed_case: re.Pattern[str]
    """Names of people, and of errors."""
    dotted: re.Pattern[str]
    called: re.Pattern[str]
    """Before a name that is introduced; the name is the run of capitals after it."""
    japanese_called: re.Pattern[str]
    form_first: re.Pattern[str]
    form_last: re.Pattern[str]
    institution: re.Pattern[str]
    no_institution: re.Pattern[str]
    """Kinds of institutions, not names."""
    before_a_name: re.Pattern[str]
    """Words in the letters of names that stand right before one."""


NAME_PATTERNS = read_table(NamePatterns, ANY, "name_patterns")
