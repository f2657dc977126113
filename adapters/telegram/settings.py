"""What one Telegram account is told by the config."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramSettings:
    """`own_anima` names the anima whose own bot this is; empty: one bot wears many personas (a name line each).

    `public_url` is what Telegram reaches in webhook mode; `/telegram/<account>` is put behind it.
    """

    bot_token: str = field(repr=False)
    api_base: str = "https://api.telegram.org"
    mode: Literal["polling", "webhook"] = "polling"
    public_url: str = ""
    secret_token: str = field(default="", repr=False)
    own_anima: str = ""

    @property
    def webhook_secret(self) -> str:
        """There always is one: without `secret_token` it is derived from the bot's token, the same at every start."""
        if self.secret_token:
            return self.secret_token
        return hmac.new(self.bot_token.encode(), b"webhook", hashlib.sha256).hexdigest()

    def without_secrets(self, text: str) -> str:
        """The text, fit for logs and errors."""
        for secret in (self.bot_token, self.bot_token.replace(":", "%3A"), self.bot_token.partition(":")[2]):
            text = text.replace(secret, "***") if secret else text
        return text
