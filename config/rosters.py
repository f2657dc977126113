"""From a config to who lives where, and who may do what."""

from __future__ import annotations

from collections.abc import Iterable

from adapters.telegram.moves import Moves
from bots.people.standing import Standing
from bots.roster import Board, Roster
from config.schema import Config
from config.settings import settings_of
from memory.vocabulary.address import Account


def roster_of(config: Config, animas: tuple[str, ...], moves: Moves) -> Roster:
    """Who lives where. A group that moved is where it was, whichever of its ids the config names."""
    return Roster(
        animas=animas,
        boards=tuple(
            Board(
                name=name,
                animas=tuple(board.animas),
                rooms=tuple(_room(entry, moves) for entry in board.channels),
                ambient=board.ambient,
                letters=board.letters,
            )
            for name, board in config.boards.items()
        ),
        own={**dict(_own(config)), **{Account("console", name): name for name in animas}},
        ambient={
            "slack": config.external_messaging.slack.ambient,
            "discord": config.external_messaging.discord.ambient,
            "telegram": config.external_messaging.telegram.ambient,
        },
        avatars={name: avatar for name in animas if (avatar := settings_of(config, name).avatar)},
    )


def standing_of(config: Config, roster: Roster) -> Standing:
    return Standing(
        owners=frozenset(config.admins.owner),
        admins=frozenset(config.admins.admin),
        guests=config.access.guests,
        is_mapped=roster.is_mapped,
    )


def _room(entry: str, moves: Moves) -> tuple[Account, str]:
    address, _, room = entry.partition("/")
    account = Account.parse(address)
    return account, moves.home(room) if account.platform == "telegram" else room


def _own(config: Config) -> Iterable[tuple[Account, str]]:
    messaging = config.external_messaging
    own = {
        **{Account("slack", name): one.anima for name, one in messaging.slack.accounts.items()},
        **{Account("discord", name): one.anima for name, one in messaging.discord.accounts.items()},
        **{Account("telegram", name): one.anima for name, one in messaging.telegram.accounts.items()},
    }
    yield from ((account, anima) for account, anima in own.items() if anima)
