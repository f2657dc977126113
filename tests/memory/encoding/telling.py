"""What somebody says, for tests of understanding: Ada says it, on a Wednesday in March."""

from datetime import datetime, timedelta, timezone

from memory.formation.understanding import understand
from memory.formation.utterances import Utterance

AT = datetime(2026, 3, 18, 10, 20, tzinfo=timezone(timedelta(hours=1)))
ADA, BEN, ANIMA = "slack:T01/U01", "slack:T01/U02", "slack:T01/BOT"
_PEOPLE = {"Ada": ADA, "Ben": BEN, "@anima": ANIMA}


def said(text, *before, own=False, at=AT):
    """`before`: "Ben: the port is 8080"; from "@anima" they are the anima's own."""
    earlier = [one.partition(": ") for one in before]
    return Utterance(
        id="now",
        text=text,
        at=at,
        person=ANIMA if own else ADA,
        speaker="Mira" if own else "Ada",
        own=own,
        before=tuple(
            Utterance(id=f"b{n}", text=words, at=at, person=_PEOPLE[who], speaker=who, own=who == "@anima")
            for n, (who, _, words) in enumerate(earlier)
        ),
    )


def stated(text, *before, **how):
    """What is stated in it."""
    return understand(said(text, *before, **how)).statements


def slots(text, *before):
    """Slot and value of each statement that has one; Ada's address is "ada"."""
    return [(one.slot.replace(ADA, "ada").replace(BEN, "ben"), one.value) for one in stated(text, *before) if one.slot]
