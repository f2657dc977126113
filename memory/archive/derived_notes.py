"""Where notes lie that are made of facts alone: in folders whose names no turn can write, such as
`knowledge/<shelf>/_subjects/`.

Each line of such a note is a fact, by which recall finds what was said anyway: so these notes take no places among what
comes to mind. A search finds them, and profiles are made of them.
"""

from __future__ import annotations

from memory.archive import documents
from memory.archive.files import slug
from memory.vocabulary.address import Audience, Person, file_name
from memory.vocabulary.errors import AddressError

SUBJECTS = "_subjects"
THEMES, PATTERNS = "_themes", "_patterns"
_DERIVED = tuple(f"knowledge/{folder}/" for folder in (SUBJECTS, THEMES, PATTERNS))


def subject_path(subject: str, audience: str) -> str:
    """Where the note of a subject stands; empty where there can be none."""
    person = subject_person(subject)
    leaf = file_name(person) if person else slug(subject)
    try:
        return (
            documents.on_shelf(f"knowledge/{SUBJECTS}/{leaf}.md", Audience.parse(audience))
            if subject and audience
            else ""
        )
    except AddressError:
        return ""


def subject_person(subject: str) -> str:
    """Whom it is about, or whose it is ("slack:T01/U01 sister"); empty for a thing."""
    try:
        return str(Person.parse(subject.partition(" ")[0]))
    except AddressError:
        return ""


def is_derived(path: str) -> bool:
    """Whether the note is made of facts alone: of a subject, a theme or a pattern."""
    return documents.path_without_shelf(path).startswith(_DERIVED)


def is_theme(path: str) -> bool:
    """Whether it is a theme or a pattern."""
    return documents.path_without_shelf(path).startswith(_DERIVED[1:])


def is_subject_note(path: str) -> bool:
    """Whether the note is one of these."""
    return documents.path_without_shelf(path).startswith(f"knowledge/{SUBJECTS}/")
