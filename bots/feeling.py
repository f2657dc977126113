"""The feeling with which an anima answers: the last line of what its model says, which people do not see.

It is shown by the face on the post where a face of that feeling can be worn, else by a reaction to the question.
"""

from __future__ import annotations

from bots.answering import out_of
from bots.attempt import Attempt
from bots.boards.emoji import as_named_by
from bots.delivery.seam import Out
from bots.house import is_house
from bots.message import React


def reactions(one: Attempt) -> list[Out]:
    """What shows the feeling where no face does."""
    message = one.heard.message
    reaction = "" if one.is_felt_by_face else as_named_by(message.place.platform, one.expression)
    if not reaction or is_house(message.place) or not message.id:
        return []
    return [out_of(one.heard, "feeling", React(place=message.place, message_id=message.id, reaction=reaction))]
