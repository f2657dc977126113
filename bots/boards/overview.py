"""What `board list` shows: the sides of each board, what their platforms cannot do, and what went wrong there."""

from __future__ import annotations

from collections.abc import Mapping

from bots.boards.boards import Boards
from bots.boards.copies import Side
from bots.commands.desk import BoardState, SideState
from bots.ports import Adapter, Capabilities
from bots.roster import Board, Roster
from memory.vocabulary.address import Account, Place


async def overview(boards: Boards, roster: Roster, adapters: Mapping[Account, Adapter]) -> list[BoardState]:
    """Of all boards. Raises NotStored."""
    return [await _board(board, boards, roster, adapters) for board in roster.boards]


async def _board(board: Board, boards: Boards, roster: Roster, adapters: Mapping[Account, Adapter]) -> BoardState:
    state = await boards.state(board.name)
    sides = []
    for side, place in boards.places(board).items():
        troubles = [one for one in state.troubles if one.side == side]
        account = roster.speaker(place)
        sides.append(
            SideState(
                channel=next(f"{one}/{room}" for one, room in board.rooms if _is_of(side, one, room)),
                account=str(account or ""),
                cannot=_cannot(adapters.get(account) if account is not None else None, place),
                troubles=sum(not one.is_doubt for one in troubles),
                doubts=sum(one.is_doubt for one in troubles),
                last_trouble=troubles[-1].what if troubles else "",
            )
        )
    return BoardState(name=board.name, animas=board.animas, sides=tuple(sides), posts=len(state))


def _is_of(side: Side, account: Account, room: str) -> bool:
    return side == f"{account.platform}:{room.rpartition('/')[2]}"


def _cannot(adapter: Adapter | None, place: Place) -> tuple[str, ...]:
    """What people on this side miss."""
    if adapter is None:
        return ("be reached",)
    able: Capabilities = adapter.capabilities(place)
    told = {
        "show other names": able.personas,
        "be told of what others have deleted there": able.tells_deletions,
        "look up whether a post arrived": able.history,
        "have threads under messages": able.answers_in_threads,
    }
    return tuple(what for what, can in told.items() if not can)
