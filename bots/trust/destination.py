"""Where words go that leave a talk: found before anybody is asked, shown in the question, bound to the yes.

Each act that reaches somebody besides those who are present has one: a message, a post, a call, and each use of a tool
that reaches a service outside, reading or writing, for what is asked for carries words, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from bots.addressee import Addressee
from bots.addressing import fold
from bots.errors import NotCalled
from bots.house import own_place
from bots.mind import Mind
from bots.parcel import Heard
from bots.repeats import told_before
from bots.stage import Stage
from bots.tools.tool import ToolFault
from bots.trust.clearance import Destination
from memory.archive.contacts import NAME
from memory.audience import covers
from memory.vocabulary.address import Audience, Person, Place


async def of_message(stage: Stage, mind: Mind, heard: Heard, to: str, text: str) -> Destination:
    """The places of the person who is meant, in the order in which they are tried. Raises ToolFault."""
    found = await _places(stage, mind, _own_address(stage, heard, to) or to)
    if not found:
        colleagues = ", ".join(other.name for other in stage.minds.values() if other is not mind) or "none"
        raise ToolFault(f"nobody is known as {to[:80]!r}: give an address; your colleagues are: {colleagues}")
    for person in found:
        await _check_new(stage, mind, heard, person.name, person.place, text)
    return Destination(
        shown=tuple(dict.fromkeys(_shown(there.name, str(there.audience.alone or there.place)) for there in found)),
        bound=tuple(dict.fromkeys(str(there.audience) for there in found)),
        readers=tuple(dict.fromkeys(there.audience for there in found)),
        people=tuple(found),
    )


async def of_post(stage: Stage, mind: Mind, heard: Heard, board: str, text: str) -> Destination:
    """Whoever reads a board on which the anima lives. Raises ToolFault."""
    readers = readers_of(stage, mind, board)
    await _check_new(stage, mind, heard, board, own_place(mind.name, "boards", readers), text)
    return Destination(shown=(f"{board} ({len(readers.rooms)})",), bound=(f"{board} {readers}",), readers=(readers,))


async def of_call(stage: Stage, heard: Heard, turn: str, to: str, text: str, priority: str) -> Destination:
    """Whom a call goes to, in order; `turn` is that of the call, which may have been made already. Raises ToolFault."""
    calling = stage.calling
    try:
        rungs = calling.rungs(_own_address(stage, heard, to) or to)
        await calling.check_new(text, rungs, heard.message.audience, turn)
    except NotCalled as no:
        raise ToolFault(str(no)) from None
    people = tuple(dict.fromkeys(rung.person for rung in rungs))
    return Destination(
        shown=tuple(_shown(calling.routing.name_of(person), person) for person in people),
        bound=tuple(sorted(f"{rung.person} {rung.channel}" for rung in rungs)),
        readers=tuple(Audience.person(Person.parse(calling.contacts.known_as(person))) for person in people),
        rungs=calling.in_order(rungs, priority),
    )


def boards_of(stage: Stage, mind: Mind) -> list[str]:
    """Where the anima lives."""
    return [board.name for board in stage.roster.boards if mind.name in board.animas]


def readers_of(stage: Stage, mind: Mind, board: str) -> Audience:
    """Of a board on which the anima lives. Raises ToolFault."""
    yours = boards_of(stage, mind)
    readers = stage.board_readers(board) if board in yours else None
    if readers is None:
        raise ToolFault(f"you live on no board {board[:80]!r}; yours are: {', '.join(yours) or 'none'}")
    return readers


async def may_all_read(stage: Stage, heard: Heard, readers: Sequence[Audience]) -> bool:
    """Whether all of them could read this talk anyway. Raises nothing: where nobody can tell, the answer is no."""
    rooms = await stage.rooms_known(()) if readers else []
    for reader in readers:
        await stage.rooms.refresh(reader, rooms)
        if not covers(str(heard.message.audience), reader, stage.rooms):
            return False
    return True


async def _places(stage: Stage, mind: Mind, to: str) -> list[Addressee]:
    found: list[Addressee] = []
    while (there := await stage.person(mind.name, to, [known.place for known in found])) is not None:
        if any(known.place == there.place for known in found):
            break
        found.append(there)
    return found


def _own_address(stage: Stage, heard: Heard, to: str) -> str:
    """The address of who is answered, where they are meant by the name that they have given themselves.

    That name is theirs alone: it leads nobody else's words to them. A name of the config goes before it.
    """
    calling, person = stage.calling, str(heard.answered.person)
    own = fold(calling.contacts.settled(person, NAME))
    return person if own and own == fold(to.removeprefix("@")) and not calling.routing.addresses(to) else ""


async def _check_new(stage: Stage, mind: Mind, heard: Heard, name: str, place: Place, text: str) -> None:
    """What no message of a person began does not say the same twice a day. Raises ToolFault."""
    if heard.woken_by and await told_before(mind, place, text, stage.clock()):
        raise ToolFault(f"{name} was told so within the last 24 hours; it is not repeated")


def _shown(name: str, address: str) -> str:
    return address if name == address else f"{name} ({address})"
