"""How recollections are shown to a model that asked for them: one item each, as in its prompt, with file and score."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo

from memory.vocabulary.quoting import quoted
from memory.vocabulary.recall import Recollection


def lines(found: Iterable[Recollection], zone: tzinfo | None) -> str:
    """`- [Mon 8 May 2023 13:56] Caroline [slack:T01/C02]: text` for what was said, else `- [path, 8 May 2023] text`.

    Further lines of a text stand behind a bar; file and score follow in brackets, on a line of their own.
    """
    return "\n".join(_said(one, zone) if one.kind == "turn" else _written(one, zone) for one in found)


def _said(one: Recollection, zone: tzinfo | None) -> str:
    at = one.at.astimezone(zone) if one.at else None
    when = f"[{at:%a} {at.day} {at:%b %Y %H:%M}] " if at else ""
    where = f" [{' '.join(one.place.split())}]" if one.place else ""
    text = quoted(one.text.strip())
    return f"- {when}{' '.join(one.speaker.split())}{where}: {text}\n  (file: {one.path}; score {one.score:.2f})"


def _written(one: Recollection, zone: tzinfo | None) -> str:
    at = one.at.astimezone(zone) if one.at else None
    day = f", {at.day} {at:%b %Y}" if at else ""
    label = f"{' '.join(one.speaker.split())} " if one.speaker else ""
    return f"- [{one.path}{day}] {label}{quoted(one.text.strip())}\n  (score {one.score:.2f})"
