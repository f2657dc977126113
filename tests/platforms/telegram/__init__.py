"""A Telegram that fits on loopback: the Bot API for the bot, hands and eyes for people."""

from tests.platforms.telegram.flood import Paces
from tests.platforms.telegram.server import TelegramLedger, TelegramServer
from tests.platforms.telegram.world import Bot, Chat, Post

__all__ = ["Bot", "Chat", "Paces", "Post", "TelegramLedger", "TelegramServer"]
