"""Word lists of a gathering, read from lines: what people say of themselves, of others, and about nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """Something that is true of a person: how it is said, asked and told on. `is_many`: several values at once.

    `says` tell it; `opener` and `tail` tell it in two messages, or the tail answers `asked`. `chatter` shares its
    words and tells nothing.
    """

    name: str
    is_many: bool
    says: tuple[str, str]
    opener: str
    tail: str
    asked: str
    questions: tuple[str, str]
    report: str
    chatter: tuple[str, str]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """One language's words. `owners` are the names as owners: Ada's, Ayşe'nin, 佐藤さんの."""

    people: tuple[str, ...]
    owners: tuple[str, ...]
    nicknames: tuple[str, ...]
    relations: tuple[Relation, ...]
    fillers: tuple[str, ...]
    thanks: tuple[str, ...]
    said_on: str


def lists(
    *, people: str, nicknames: str, relations: str, fillers: str, thanks: str, said_on: str, owner: str = "{p}"
) -> Lists:
    """`people` are names, or name=name as an owner; a relation is one line of parts between bars."""
    named = [name.partition("=") for name in people.split()]
    return Lists(
        people=tuple(name for name, _, _ in named),
        owners=tuple(own or owner.format(p=name) for name, _, own in named),
        nicknames=tuple(nicknames.split()),
        relations=tuple(_relation(line) for line in relations.strip().splitlines()),
        fillers=_parts(fillers, "|"),
        thanks=_parts(thanks, "|"),
        said_on=said_on,
    )


def _relation(line: str) -> Relation:
    name, say, other_say, opener, tail, asked, question, other_question, report, *chatter, values = _parts(line, "|")
    return Relation(
        name=name.rstrip("*"),
        is_many=name.endswith("*"),
        says=(say, other_say),
        opener=opener,
        tail=tail,
        asked=asked,
        questions=(question, other_question),
        report=report,
        chatter=(chatter[0], chatter[1]),
        values=_parts(values, ";"),
    )


def _parts(text: str, mark: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split(mark))
