"""Putting a question on record: bound to one person, one matter and one turn, before it is posted."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256

from bots.mind import Mind
from bots.parcel import Heard
from memory.archive.questions import Question
from memory.vocabulary.address import Place

EXPIRES_AFTER = timedelta(days=7)
_ID_CHARS = 12


async def put_to(
    mind: Mind,
    heard: Heard,
    place: Place,
    now: datetime,
    kind: str,
    about: str,
    text: str,
    choices: Mapping[str, str],
) -> Question:
    """To who is answered, to be posted in the place; once a turn and kind. Raises StorageFault."""
    message = heard.message
    turn = f"{message.place}/{message.key}"
    known = await asyncio.to_thread(mind.questions.asked_in, turn, kind)
    if known is not None:
        return known
    question = Question(
        id=sha256(f"{mind.name} {kind} {about} {turn}".encode()).hexdigest()[:_ID_CHARS],
        kind=kind,
        about=about,
        person=str(heard.answered.person),
        place=str(place),
        turn=turn,
        text=text,
        choices=choices,
        asked_at=now,
        expires_at=now + EXPIRES_AFTER,
    )
    await asyncio.to_thread(mind.questions.ask, question)
    return question
