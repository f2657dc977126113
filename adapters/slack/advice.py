"""What to do about each no of Slack that waiting does not mend."""

from __future__ import annotations

from collections.abc import Iterable

from adapters.slack.api import TOKEN_ERRORS, ApiFault

_ADVICE = {
    "missing_scope": "the app lacks the scope {needed}: add it under OAuth & Permissions and reinstall the app",
    "account_inactive": "the app was uninstalled or its user deactivated: install it again and set the new bot_token",
    "token_revoked": "the token was revoked: install the app again and set the new token",
    "token_expired": "the token has expired: switch token rotation off, or set a new token",
    "not_allowed_token_type": "bot_token must begin with xoxb-, app_token with xapp-",
    "invalid_auth": "the {token} is not valid: copy it again from the app's settings at api.slack.com/apps",
}

NO_SECRET = "http mode needs signing_secret: copy it from the app's Basic Information"


class ForGood(Exception):
    """The account cannot work until somebody changes something; the message says what."""


def is_for_good(fault: ApiFault) -> bool:
    return fault.error in TOKEN_ERRORS or fault.error in _ADVICE


def advice(fault: ApiFault, token: str) -> ForGood:
    """What to do; `token` is the name of the setting that was used."""
    words = _ADVICE.get(fault.error, _ADVICE["invalid_auth"])
    needed = fault.needed or ("connections:write (of the app-level token)" if token == "app_token" else "it asks for")
    return ForGood(f"{fault.error}: " + words.format(needed=needed, token=token))


def lacking(scopes: Iterable[str]) -> ForGood:
    return ForGood("missing_scope: " + _ADVICE["missing_scope"].format(needed=", ".join(sorted(scopes))))
