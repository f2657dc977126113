"""How many letters two animas may write to each other for one audience: so many an hour, and no words twice.

Each audience has its own budget: what was written for one is not to be noticed in front of another.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta

from bots.addressing import fold
from bots.parcel import Letter

AN_HOUR = 20
_HOUR = timedelta(hours=1)


class LetterBudget:
    """Of all pairs and audiences, since the start. A letter that is written again by the same turn counts once."""

    def __init__(self) -> None:
        self._written: dict[tuple[str, ...], deque[tuple[datetime, str, str]]] = {}

    def refusal(self, letter: Letter) -> str:
        """Why it is not to be sent; empty where it is, and is counted."""
        pair = tuple(sorted((letter.from_person, letter.to_person)))
        written = self._written.setdefault((*pair, letter.audience), deque())
        while written and letter.timestamp - written[0][0] >= _HOUR:
            written.popleft()
        if any(id == letter.id for _, id, _ in written):
            return ""
        said = f"{letter.from_person}: {fold(letter.content)}"
        if letter.type == "message" and any(one == said for _, _, one in written):
            return f"{letter.to_person} has this very letter already"
        if len(written) >= AN_HOUR:
            return f"{' and '.join(pair)} have written {AN_HOUR} letters to each other within the hour; wait"
        written.append((letter.timestamp, letter.id, said))
        return ""
