"""How a server of tools (MCP) stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerState:
    """A server of tools (MCP): `state` is what a person reads of it, `lasts_s` for how many seconds it is so, `starts`
    how often it was connected."""

    name: str
    state: str
    is_connected: bool
    lasts_s: float
    starts: int
