"""How recollections are shown to a model: one line each, with date, speaker and file."""

from __future__ import annotations

from collections.abc import Iterable

from memory.vocabulary.recall import Recollection


def lines(found: Iterable[Recollection]) -> str:
    """`- [Mon 8 May 2023 13:56] Caroline: text (file: path)`; further lines of a text are indented."""
    return "\n".join(_line(one) for one in found)


def _line(one: Recollection) -> str:
    when = f"[{one.at:%a} {one.at.day} {one.at:%b %Y %H:%M}] " if one.at else ""
    speaker = f"{' '.join(one.speaker.split())}: " if one.speaker else ""
    text = one.text.strip().replace("\n", "\n  ")
    return f"- {when}{speaker}{text} (file: {one.path})"
