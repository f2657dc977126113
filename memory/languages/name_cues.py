"""What stands beside a name and says that it is one, though it is an ordinary word, too; or that it is that word.

Folded words (analyser.fold), all languages with spaces together; Japanese by patterns over what stands around.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.languages.tables import ANY, read_table

PAUSES = ".,;:!?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCues:
    after_tech: frozenset[str]
    """Right after a product: "the Slack channel", "a go compiler"."""
    after_tech_by_stem: tuple[str, ...]
    """The same in Turkish, by how the word begins."""
    before_tech: frozenset[str]
    before_tech_pairs: frozenset[str]
    """The two words before a product: "written in rust", "ping me on slack"."""
    placed: frozenset[str]
    """Before a product with which a clause ends: "ask me on slack"."""
    before_maker: frozenset[str]
    """The two words before whoever makes or owns something."""
    version: re.Pattern[str]
    """A number of a version right after the name."""
    at_work: frozenset[str]
    """The two words before whoever employs or teaches somebody."""
    before_org: frozenset[str]
    after_org: frozenset[str]
    """Right after a company: "apple announced"."""
    after_work_by_stem: tuple[str, ...]
    """In Turkish, after the name that has a case ending: "Getir'de çalışıyorum"."""
    english_endings: frozenset[str]
    """After an apostrophe; whatever else stands there is an ending of Turkish."""
    verbs: frozenset[str]
    """After a name with which a sentence begins."""
    articles: frozenset[str]
    owned: frozenset[str]
    """Before a thing that is called by its maker's name: "an HP", "my old BMW"."""
    my_endings: frozenset[str]
    """Of Turkish: "BMW'm", my BMW."""
    small: frozenset[str]
    links: frozenset[str]
    """Between two products of which one speaks for the other."""
    ordinary: frozenset[str]
    """Two words side by side of which one is no name here."""
    japanese_title: re.Pattern[str]
    japanese_place: re.Pattern[str]
    """Right after what would else be the name of an organisation: a place, an age, a person."""
    japanese_doubtful: re.Pattern[str]
    """Right after a name that is a word of Japanese, too."""
    japanese_before_maker: re.Pattern[str]
    japanese_at_work: re.Pattern[str]


NAME_CUES = read_table(NameCues, ANY, "name_cues")
