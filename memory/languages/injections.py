"""Text that speaks to the program behind the anima: commands to forget its rules, forged roles, forged memory.

Patterns over folded text (analyser.fold) without invisible characters, all languages together. They are for what says
nothing about the world; what somebody merely claims of themselves is a matter of trust, not of patterns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.languages.tables import read_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Injections:
    """`squeezed` is what `commands` say without their spaces. By `marks` models know who speaks, and forged turns are
    known by them; `notices` the platform gives by itself, or they are commands of a shell or of the anima.
    """

    commands: str
    marks: str
    notices: str
    squeezed: str = r"(?!)"


_ALL = read_tables(Injections, "injections")

INJECTION = re.compile("|".join(one.commands for one in _ALL))
MARKS = re.compile("|".join(one.marks for one in _ALL), re.MULTILINE)
NOTICES = re.compile("|".join(one.notices for one in _ALL), re.MULTILINE)
SQUEEZED = re.compile("|".join(one.squeezed for one in _ALL))

SPACED_OUT = re.compile(r"(?:\b\w[\s._*|-]+){7,}\w\b")
"""Letters kept apart, so that no word of them is seen."""
