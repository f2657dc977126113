"""A admin for command tests: a fleet that is only what was put on it."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from bots.anima.anima_files import AnimaState
from bots.commands.admin_api import HealthCheck
from bots.delivery.contract import DeadLetter, TraceStep
from bots.people.trust_policy import Asker, Role
from bots.ports import ServerState
from memory.archive.audit_log import AuditEntry
from memory.index.keeper import IndexReport

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

OWNER = Asker(person="console:ada", role=Role.OWNER, audience="person:console:ada")
MEMBER = Asker(person="slack:T1/U1", role=Role.MEMBER, audience="group:slack:T1/C1", place="slack:T1/C1")
GUEST = replace(MEMBER, role=Role.GUEST)


@dataclass
class Letters:
    """The part of a delivery that commands ask."""

    dead_letters: list = field(default_factory=list)
    steps: dict = field(default_factory=dict)
    lanes: dict = field(default_factory=dict)

    async def doubts(self, *, untold=False):
        return []

    async def dead(self):
        return self.dead_letters

    async def waiting(self):
        return self.lanes

    async def resend(self, letter):
        return any(one.id == letter for one in self.dead_letters)

    async def trace(self, key, room=""):
        return self.steps.get(key, [])


class Facts:
    """What formation has counted."""

    async def counted(self):
        return {"heard": 10, "kept": 4, "left out: length": 6, "gate: create": 3, "gate: skip": 1, "facts": 3}


@dataclass
class Memory:
    """Finds what was put there for the audience."""

    found: dict = field(default_factory=dict)
    asked: list = field(default_factory=list)
    facts: Facts = field(default_factory=Facts)
    rebuilt: int = 0
    zone: tzinfo = UTC
    verified: IndexReport = field(
        default_factory=lambda: IndexReport(entries=9, indexed=9, vectors=7, filed=0, asked=9)
    )

    async def search(self, query, audience, scope="all", since=None, until=None, as_of=None, limit=10, whole=False):
        self.asked.append((query, str(audience), scope, as_of, limit))
        return self.found.get(str(audience), [])[:limit]

    async def audiences(self):
        return [*self.found, ""]

    async def last_night(self, before=None):
        return None

    async def events_of(self, path):
        return []

    async def read(self, path, audience):
        return f"{path} for {audience}"

    async def rebuild(self, progress=None):
        self.rebuilt += 1

    async def verify(self):
        return self.verified

    async def embedded(self):
        return 7, 9


@dataclass
class Acts:
    """An audit log that only remembers."""

    told: list = field(default_factory=list)

    def record(self, who, act, what="", outcome="", *, place=""):
        self.told.append((who, act, what, outcome))

    def newest(self):
        entries = enumerate(self.told, 1)
        return reversed(
            [AuditEntry(number=n, at=NOW, who=one[0], act=one[1], what=one[2], outcome=one[3]) for n, one in entries]
        )


@dataclass
class AdminDouble:
    home: Path = Path("/nowhere")
    zone: tzinfo = UTC
    states: list = field(default_factory=lambda: [AnimaState(name="alice", role="engineer", model="m", enabled=True)])
    delivery: Letters = field(default_factory=Letters)
    engine: Memory = field(default_factory=Memory)
    reports: dict = field(default_factory=dict)
    stopped: list = field(default_factory=list)
    made: list = field(default_factory=list)
    switched: list = field(default_factory=list)
    audit: Acts = field(default_factory=Acts)

    def clock(self):
        return NOW

    def animas(self):
        return self.states

    def servers(self):
        return [ServerState(name="time", state="connected, 2 tools", is_connected=True, lasts_s=7300, starts=3)]

    def accounts(self):
        return {"slack:main": "connected"}

    def page_link(self, person):
        return ""

    async def memory(self, anima):
        return self.engine

    async def stop_turns(self, anima="", place=""):
        self.stopped.append((anima, place))
        return 1

    async def why(self, anima, turn="", audience=""):
        report = self.reports.get((anima, turn))
        return report if report is None or audience in ("", report.audience) else None

    async def create_anima(self, name, *, role="", markdown=""):
        if any(state.name == name for state in self.states):
            raise FileExistsError(name)
        self.made.append((name, role, markdown))

    async def enable_anima(self, name, enabled):
        self.switched.append((name, enabled))

    async def checks(self, asker, *, offline=False):
        return [HealthCheck(subject="disk", ok=not offline, finding="full" if offline else "fine", advice="free some")]

    async def boards(self):
        return []

    @property
    def settings(self):
        raise KeyError("no fleet")

    def manifest(self, platform):
        return f"manifest of {platform}"


LETTER = DeadLetter(id=7, lane="alice@slack:T1/C1", key="1:message", slot="0", reason="no such channel")
STEP = TraceStep(at=NOW, what="accepted", detail="slack:main")
