"""The running fleet as its commands see it, and the values that it answers with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # a command line that asks a running fleet needs neither a memory nor a delivery of its own
    from bots.anima.anima_files import AnimaState
    from bots.delivery.contract import Delivery
    from bots.delivery.intake import Exported, IntakeGate
    from bots.people.account_linking import AccountLinking
    from bots.people.calling import Calling
    from bots.people.help_lines import HelpLines
    from bots.people.trust_policy import Asker
    from bots.ports import ServerState
    from bots.schedule.slots import Slots
    from bots.turn.turn_report import TurnReport
    from memory.archive.audit_log import AuditLog
    from memory.archive.contacts import Contacts
    from memory.archive.requests import PersonQuestion, PersonQuestions, Reminders
    from memory.engine import MemoryEngine
    from memory.vocabulary.event import Json
    from memory.vocabulary.ports import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthCheck:
    """One line of `doctor`: `ok` None is "cannot be known here"; `advice` says what to do."""

    subject: str
    ok: bool | None
    finding: str
    advice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReloadOutcome:
    """What became of a changed config: refused whole for its `problems`, else `changed` holds already and `waiting`
    does from the next start on. All are keys; a problem says what is wrong with one."""

    problems: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SideState:
    """One side of a board. `channel` is as the config names it; `cannot` is what its platform cannot do, `troubles` and
    `doubts` are how many copies could not be made there, or may be there."""

    channel: str
    account: str
    cannot: tuple[str, ...]
    troubles: int
    doubts: int
    last_trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardState:
    """One board as `board list` shows it."""

    name: str
    animas: tuple[str, ...]
    sides: tuple[SideState, ...]
    posts: int | None = None
    readers: str = ""


class FleetSettings(Protocol):
    """The config of a running fleet."""

    async def reload(self) -> ReloadOutcome:
        """Take up config.json and the animas' files as they are now."""
        ...

    async def renew(self) -> ReloadOutcome:
        """Take up the animas' files alone: one was made, enabled or disabled."""
        ...

    async def change(self, edit: Callable[[dict[str, Json]], None]) -> ReloadOutcome:
        """Edit config.json and take it up, or leave it as it was. Raises StorageFault."""
        ...

    def raw(self) -> dict[str, Json]:
        """config.json as it stands."""
        ...


class AdminApi(Protocol):
    """The fleet as its commands see it."""

    @property
    def home(self) -> Path: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def delivery(self) -> Delivery: ...

    @property
    def zone(self) -> tzinfo:
        """In which days are counted."""
        ...

    @property
    def audit(self) -> AuditLog: ...

    @property
    def door(self) -> IntakeGate: ...

    @property
    def contacts(self) -> Contacts: ...

    @property
    def calling(self) -> Calling: ...

    @property
    def help_lines(self) -> HelpLines:
        """Where somebody in distress finds help."""
        ...

    @property
    def linking(self) -> AccountLinking: ...

    @property
    def rhythm(self) -> Slots:
        """The animas' own hours."""
        ...

    def animas(self) -> Sequence[AnimaState]: ...

    def accounts(self) -> Mapping[str, str]:
        """Account address -> "connected", "connecting…", "failed: …", "disabled"."""
        ...

    def servers(self) -> Sequence[ServerState]:
        """Of tools."""
        ...

    async def memory(self, anima: str) -> MemoryEngine:
        """Raises KeyError for an unknown anima."""
        ...

    def reminders(self, anima: str) -> Reminders:
        """Raises KeyError for an unknown anima."""
        ...

    def questions(self, anima: str) -> PersonQuestions:
        """Raises KeyError for an unknown anima."""
        ...

    async def press(self, anima: str, question: PersonQuestion, choice: str, account: str) -> bool:
        """Answer a question as its person would by its button; False: what asked it is not known any more.

        Raises KeyError where no fleet is running, NotStored.
        """
        ...

    def page_link(self, person: str) -> str:
        """An address that opens the page as this person, once and soon; empty where there is no page."""
        ...

    def rest(self) -> None:
        """End soon, so that what no open home can have done to it is done; who runs the fleet begins it again."""
        ...

    async def stop_turns(self, anima: str = "", place: str = "") -> int:
        """Cancel running turns (of one anima, in one place); how many there were."""
        ...

    async def why(self, anima: str, turn: str = "", audience: str = "") -> TurnReport | None:
        """The last turn's report, or that of the turn which answered the message with this id; of the turns in front
        of this audience, or of all."""
        ...

    async def checks(self, asker: Asker, *, offline: bool = False) -> Sequence[HealthCheck]:
        """What the asker may know of how well everything is."""
        ...

    async def create_anima(self, name: str, *, role: str = "", markdown: str = "") -> None:
        """A new anima from its role's template, from one Markdown file, or blank; it hears from now on.

        Raises FileExistsError, and ValueError for a name that cannot be one.
        """
        ...

    async def enable_anima(self, name: str, enabled: bool) -> None:
        """Let it hear and speak, or not any more. Raises KeyError."""
        ...

    def exported(self, platform: str, path: Path) -> Iterator[Exported]:
        """What an export of this platform holds. Raises KeyError, and Unreadable while it is read."""
        ...

    async def boards(self) -> Sequence[BoardState]: ...

    @property
    def settings(self) -> FleetSettings:
        """Raises KeyError where no fleet is running."""
        ...

    def manifest(self, platform: str) -> str:
        """Print the Slack app manifest, the Discord invite link or the BotFather steps. Raises KeyError."""
        ...
