"""`board list | map | unmap | animas`: which rooms of which platforms are one board, and who lives there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from hashlib import sha256
from typing import cast

from bots.commands.admin_api import AdminApi, BoardState, ReloadOutcome, SideState
from bots.commands.command import FLEET_WIDE, Command, CommandAnswer, CommandUsageError
from bots.people.trust_policy import Asker, Role
from memory.vocabulary.event import Json

_WORD_CHARS = 6


async def list_boards(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """List the boards, the channels that show them, and what their platforms cannot do."""
    boards = await admin.boards()
    if asker.place:  # what happens on a board is told in a chat to those alone who read the board
        boards = [board if board.readers == asker.audience else _without_numbers(board) for board in boards]
    lines = [line for board in boards for line in _lines(board)]
    text = "\n".join(lines) or "There is no board yet: `board map NAME CHANNEL` makes one."
    data: list[Json] = [cast(Json, asdict(board)) for board in boards]
    return CommandAnswer(text=text, data={"boards": data})


def _without_numbers(board: BoardState) -> BoardState:
    """What stands in the config and what its platforms cannot do, and nothing of what was said there."""
    sides = tuple(replace(side, troubles=0, doubts=0, last_trouble="") for side in board.sides)
    return replace(board, posts=None, sides=sides)


def _lines(board: BoardState) -> list[str]:
    who = ", ".join(board.animas) or "nobody lives there"
    posts = "" if board.posts is None else f" · {board.posts} posts"
    return [f"**{board.name}** · {who}{posts}", *map(_side, board.sides)]


def _side(side: SideState) -> str:
    cannot = f" · cannot {'; cannot '.join(side.cannot)}" if side.cannot else ""
    failed = f" · {side.troubles} could not be carried there, last: {side.last_trouble}" if side.troubles else ""
    doubts = f" · {side.doubts} posts of which nobody can tell whether they arrived" if side.doubts else ""
    return f"- `{side.channel}`{cannot}{failed}{doubts}"


async def map_channel(
    admin: AdminApi, asker: Asker, board: str, channel: str, confirm: str = "", *, animas: str = ""
) -> CommandAnswer:
    """Let a channel show a board. Asks for a word first, for its readers will read what the others write.

    board: the board's name; a new one is made
    channel: slack:account/C0123, discord:account/guild/channel or telegram:account/-100555
    confirm: the word that the first answer tells
    animas: for a new board: who lives there, by commas; else all
    """
    there = next((item for item in await admin.boards() if item.name == board), None)
    sides = [side.channel for side in there.sides] if there else []
    if channel in sides:
        return CommandAnswer(text=f"`{channel}` shows **{board}** already.", data={"error": "mapped"}, ok=False)
    word = _word(board, channel, sides)
    if sides and confirm != word:
        return CommandAnswer(
            text=_warning(board, channel, sides, word), data={"confirm": word, "sides": list(sides)}, ok=False
        )
    living = _names(animas) or [anima.name for anima in admin.animas()]

    def edit(raw: dict[str, Json]) -> None:
        mapped = _section(_section(raw, "boards"), board)
        mapped.setdefault("animas", cast(Json, living))
        mapped["channels"] = [*cast(list[Json], mapped.get("channels") or []), channel]

    return _told(await _settled(admin, edit), f"`{channel}` shows **{board}** from now on.")


def _warning(board: str, channel: str, sides: list[str], word: str) -> str:
    others = ", ".join(f"`{side}`" for side in sides)
    return (
        f"Everybody who reads `{channel}` will then read what is written in {others} under the names of those who "
        f"write it, and the other way round; animas may tell there what is said on any side from then on. What was "
        f"said before is neither shown nor told there. Where that is meant: `board map {board} {channel} {word}`"
    )


async def unmap_channel(admin: AdminApi, asker: Asker, board: str, channel: str) -> CommandAnswer:
    """Let a channel show a board no more; what stands there stays.

    board: the board's name
    channel: as `board list` shows it
    """
    there = next((item for item in await admin.boards() if item.name == board), None)
    if there is None or channel not in [side.channel for side in there.sides]:
        return CommandAnswer(text=f"`{channel}` shows no board **{board}**.", data={"error": "not mapped"}, ok=False)

    def edit(raw: dict[str, Json]) -> None:
        mapped = _section(_section(raw, "boards"), board)
        mapped["channels"] = [item for item in cast(list[Json], mapped.get("channels") or []) if item != channel]

    return _told(await _settled(admin, edit), f"`{channel}` shows **{board}** no more.")


async def settle_animas(admin: AdminApi, asker: Asker, board: str, animas: str) -> CommandAnswer:
    """Say which animas live on a board: they hear it and answer there, and no others do.

    board: the board's name
    animas: all who live there from now on, by commas
    """
    living = _names(animas)
    if board not in [item.name for item in await admin.boards()]:
        return CommandAnswer(
            text=f"There is no board **{board}**: `board list` shows them.", data={"error": "board"}, ok=False
        )

    def edit(raw: dict[str, Json]) -> None:
        _section(_section(raw, "boards"), board)["animas"] = cast(Json, living)

    return _told(await _settled(admin, edit), f"Who lives on **{board}** from now on: {', '.join(living) or 'nobody'}.")


async def reload_config(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """Take up a changed config.json and changed animas now; what is not valid is refused whole."""
    try:
        return _told(await admin.settings.reload(), "")
    except KeyError:
        raise CommandUsageError("no fleet is running here") from None


async def _settled(admin: AdminApi, edit: Callable[[dict[str, Json]], None]) -> ReloadOutcome:
    try:
        return await admin.settings.change(edit)
    except KeyError:
        raise CommandUsageError("no fleet is running here") from None


def _told(done: ReloadOutcome, text: str) -> CommandAnswer:
    data: dict[str, Json] = {name: list(told) for name, told in asdict(done).items()}
    if done.problems:
        lines = ["The config is refused, and the old one stays:", *(f"- {problem}" for problem in done.problems)]
        return CommandAnswer(text="\n".join(lines), data=data, ok=False)
    lines = [text] if text else []
    lines += [f"Changed: {', '.join(f'`{item}`' for item in done.changed)}."] if done.changed and not text else []
    lines += [f"At the next start: {', '.join(f'`{item}`' for item in done.waiting)}."] if done.waiting else []
    return CommandAnswer(text="\n".join(lines) or "Nothing has changed.", data=data)


def _names(by_commas: str) -> list[str]:
    return list(dict.fromkeys(name.strip().casefold() for name in by_commas.split(",") if name.strip()))


def _section(raw: dict[str, Json], name: str) -> dict[str, Json]:
    """The object under this key, made where there is none."""
    found = raw.setdefault(name, {})
    if not isinstance(found, dict):
        raise CommandUsageError(f"{name} is no object in config.json")
    return found


def _word(board: str, channel: str, sides: list[str]) -> str:
    """The same until something of it changes."""
    return sha256("\n".join([board, channel, *sorted(sides)]).encode()).hexdigest()[:_WORD_CHARS]


BOARD_LIST = Command(path=("board", "list"), run=list_boards, role=Role.ADMIN)
BOARD_MAP = Command(path=("board", "map"), run=map_channel, role=Role.ADMIN)
BOARD_UNMAP = Command(path=("board", "unmap"), run=unmap_channel, role=Role.ADMIN)
BOARD_ANIMAS = Command(path=("board", "animas"), run=settle_animas, role=Role.ADMIN)
CONFIG_RELOAD = Command(path=("reload",), run=reload_config, role=Role.ADMIN, limit=FLEET_WIDE)
