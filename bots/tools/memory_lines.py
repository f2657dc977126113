"""How recollections are shown to a model that asked for them: one item each, as in its prompt, with file and score."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo

from memory.vocabulary.recall import Recollection


def lines(found: Iterable[Recollection], zone: tzinfo | None) -> str:
    """`- [Mon 8 May 2023 13:56] Caroline [slack:T01/C02]: text (file: path; score 1.20)` for what was said, else
    `- [path, 8 May 2023] text (score 1.20)`.

    Further lines of a text are indented.
    """
    return "\n".join(_said(one, zone) if one.kind == "turn" else _written(one, zone) for one in found)


def _said(one: Recollection, zone: tzinfo | None) -> str:
    at = one.at.astimezone(zone) if one.at else None
    when = f"[{at:%a} {at.day} {at:%b %Y %H:%M}] " if at else ""
    where = f" [{' '.join(one.place.split())}]" if one.place else ""
    return f"- {when}{' '.join(one.speaker.split())}{where}: {_text(one)} (file: {one.path}; score {one.score:.2f})"


def _written(one: Recollection, zone: tzinfo | None) -> str:
    at = one.at.astimezone(zone) if one.at else None
    day = f", {at.day} {at:%b %Y}" if at else ""
    label = f"{' '.join(one.speaker.split())} " if one.speaker else ""
    return f"- [{one.path}{day}] {label}{_text(one)} (score {one.score:.2f})"


def _text(one: Recollection) -> str:
    return "\n  ".join(one.text.strip().splitlines())
