"""Who may look at the page: links that open it once, and the sessions that they become."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest

from memory.vocabulary.ports import Clock

LINK_LASTS = timedelta(minutes=5)
SESSION_LASTS = timedelta(hours=12)
MOST_LINKS, MOST_SESSIONS = 32, 32
_TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSession:
    """One person at one browser. `form_token` proves that a form came from a page of this session."""

    person: str
    form_token: str
    until: datetime

    def made(self, form_token: str) -> bool:
        """Whether a form with this token is one of this session's."""
        return _is_same(form_token, self.form_token)


@dataclass(frozen=True, slots=True)
class _PageLink:
    person: str
    until: datetime


class PageDoor:
    """Keeps hashes of its tokens alone, in memory: an end of the program ends every session. The oldest give way."""

    def __init__(
        self, clock: Clock, new_token: Callable[[], str] = lambda: secrets.token_urlsafe(_TOKEN_BYTES)
    ) -> None:
        self._clock, self._new_token = clock, new_token
        self._links: dict[str, _PageLink] = {}
        self._sessions: dict[str, PageSession] = {}

    def link(self, person: str) -> str:
        """A token that opens the page as this person once, within five minutes."""
        token = self._new_token()
        self._links[_hashed(token)] = _PageLink(person, self._clock() + LINK_LASTS)
        _let_the_oldest_go(self._links, MOST_LINKS)
        return token

    def enter(self, token: str) -> str | None:
        """The secret of a new session; None where the link is used, over, or none."""
        key = _known(token, self._links)
        link = self._links.pop(key) if key else None
        if link is None or self._clock() >= link.until:
            return None
        secret = self._new_token()
        until = self._clock() + SESSION_LASTS
        self._sessions[_hashed(secret)] = PageSession(person=link.person, form_token=self._new_token(), until=until)
        _let_the_oldest_go(self._sessions, MOST_SESSIONS)
        return secret

    def session(self, secret: str) -> PageSession | None:
        """Of this secret, while it lasts."""
        key = _known(secret, self._sessions)
        session = self._sessions.get(key)
        if session is not None and self._clock() >= session.until:
            del self._sessions[key]
            return None
        return session

    def leave(self, secret: str) -> None:
        self._sessions.pop(_known(secret, self._sessions), None)


def _known(token: str, among: dict[str, _PageLink] | dict[str, PageSession]) -> str:
    """The key that this token has among these; empty where it has none. All are looked at, however soon it is found."""
    hashed = _hashed(token)
    return "".join([key for key in among if compare_digest(key, hashed)])


def _is_same(first: str, second: str) -> bool:
    return compare_digest(_hashed(first), _hashed(second))


def _hashed(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _let_the_oldest_go(kept: dict[str, _PageLink] | dict[str, PageSession], most: int) -> None:
    while len(kept) > most:
        del kept[next(iter(kept))]
