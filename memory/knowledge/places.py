"""Where notes lie that are made of facts alone: in folders whose names no turn can write, such as
`knowledge/<shelf>/_subjects/`.

Each line of such a note is a fact, by which recall finds what was said anyway: so these notes take no places among what
comes to mind. A search finds them, and profiles are made of them.
"""

from __future__ import annotations

from memory.archive import shelves
from memory.archive.paths import slug
from memory.vocabulary.address import Audience, Person, file_name
from memory.vocabulary.errors import AddressError

FOLDER = "_subjects"
THEMES, PATTERNS = "_themes", "_patterns"
_DERIVED = tuple(f"knowledge/{folder}/" for folder in (FOLDER, THEMES, PATTERNS))


def path_of(subject: str, audience: str) -> str:
    """Where the note of a subject stands; empty where there can be none."""
    person = person_of(subject)
    leaf = file_name(person) if person else slug(subject)
    try:
        return (
            shelves.on_shelf(f"knowledge/{FOLDER}/{leaf}.md", Audience.parse(audience)) if subject and audience else ""
        )
    except AddressError:
        return ""


def person_of(subject: str) -> str:
    """Whom it is about, or whose it is ("slack:T01/U01 sister"); empty for a thing."""
    try:
        return str(Person.parse(subject.partition(" ")[0]))
    except AddressError:
        return ""


def is_derived(path: str) -> bool:
    """Whether the note is made of facts alone: of a subject, a theme or a pattern."""
    return shelves.plain(path).startswith(_DERIVED)


def is_theme(path: str) -> bool:
    """Whether it is a theme or a pattern."""
    return shelves.plain(path).startswith(_DERIVED[1:])


def is_of_subject(path: str) -> bool:
    """Whether the note is one of these."""
    return shelves.plain(path).startswith(f"knowledge/{FOLDER}/")
