"""How people are called, as the config has it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSettings:
    """`channels` in the order in which they are tried; `people` who is called where nobody is named, in their order.

    `approvers` are the addresses of those who may allow an act, owners first.

    `pagers`: channel → the address of the one who is reached by it. `quiet_hours` hold for whoever has none of their
    own, in `zone`.
    """

    enabled: bool = False
    channels: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    approvers: tuple[str, ...] = ()
    pagers: tuple[tuple[str, str], ...] = ()
    quiet_hours: str = ""
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    escalate_after: timedelta = timedelta(minutes=15)
