"""What one Slack account is configured with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSettings:
    """One account. `app_token` is needed in socket mode, `signing_secret` in http mode.

    `own_anima` is the persona whose own bot this is; empty where one app wears many faces.
    """

    bot_token: str = field(repr=False)
    app_token: str = field(default="", repr=False)
    api_base: str = "https://slack.com/api/"
    mode: Literal["socket", "http"] = "socket"
    signing_secret: str = field(default="", repr=False)
    own_anima: str = ""
