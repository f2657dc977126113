"""Telegram's commands: which words of a message are meant for the fleet, and what BotFather must be told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

#: What people see behind the slash; `/anima WORDS` is every admin command.
MENU: tuple[tuple[str, str], ...] = (
    ("anima", "talk to the fleet: /anima help"),
    ("stop", "stop the answer that is being written"),
    ("help", "what can be asked here"),
)
#: Commands of their own besides `/anima`; Telegram sends `/start` when a chat begins.
WORDS = ("start", "stop", "help")

_COMMAND = re.compile(r"/(?P<name>[A-Za-z0-9_]{1,32})(?:@(?P<bot>\w+))?(?=\s|$)(?P<rest>.*)", re.DOTALL)

STEPS = """\
1. In Telegram, write to @BotFather: /newbot, choose a name and a username; it answers with the token.
2. Put the token into an environment variable and name it in the config:
   "telegram": {"enabled": true, "accounts": {"main": {"bot_token": "env:TELEGRAM_BOT_TOKEN"}}}
   For an anima's own bot add "anima": "<its name>" to the account.
3. For groups: /setprivacy, choose the bot, Disable, so that it hears more than commands, replies and mentions;
   then take the bot out of its groups and add it again, for the change counts only from then on.
   Or make the bot an admin of the group: then it hears everything, and reactions too.
4. /setjoingroups, Enable, if it shall be added to groups.
5. Write to the bot, /start: a bot cannot begin a chat by itself.
6. One token, one process: a second one that asks for updates with it gets error 409.
"""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a message is as to commands: `to_other` bots', one of ours (`words`), or talk."""

    kind: Literal["talk", "command", "to_other"]
    words: str = ""


def spoken(text: str, username: str) -> Spoken:
    """Only a message that begins with a command is one; text that merely contains a command is talk."""
    found = _COMMAND.match(text)
    if found is None:
        return Spoken("talk")
    if found["bot"] is not None and found["bot"].lower() != username.lower():
        return Spoken("to_other")
    name, rest = found["name"].lower(), found["rest"].strip()
    if name == "anima":
        return Spoken("command", rest)
    if name in WORDS:
        return Spoken("command", f"{name} {rest}".strip())
    return Spoken("talk")
