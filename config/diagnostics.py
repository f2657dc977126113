"""`doctor`: what works, what is missing, what to do. Each check is a function; the tuple is their order."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import stat
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from bots.commands.admin_api import HealthCheck
from config import embedder_choice
from config.home import FORMAT, Home, HomeFault
from config.process import utc_now
from config.settings import problems as semantics
from config.settings.anima_settings import KEYLESS, mode_notes, mode_of, settings_of
from config.settings.config_schema import OFFLINE, Config
from config.settings.load import Loaded
from config.settings.toolbox import outside_names
from memory.archive.audit_log import AuditLog

OFFLINE_PATIENCE_S = 180
_ENOUGH_BYTES = 500_000_000
_TOO_FEW_BYTES = 100_000_000

#: A live check, asked of a running fleet: tokens, scopes, intents, privacy mode.
Live = Callable[[], Awaitable[Sequence[HealthCheck]]]


@dataclass(frozen=True, slots=True)
class ExaminedHome:
    """What is looked at."""

    home: Home
    loaded: Loaded | None


async def examine(home: Home, loaded: Loaded | None, live: Sequence[Live] = (), *, offline: bool) -> list[HealthCheck]:
    """All checks; with `offline` also the proof that nothing needs the network. None of them asks the network,
    but the live ones."""
    patient = ExaminedHome(home, loaded)
    found = await asyncio.to_thread(lambda: [check for item in CHECKS for check in item(patient)])
    found.append(await _sqlite())
    if not offline:
        found += [check for ask in live for check in await ask()]
    if offline:
        found += await _offline_proof()
    return found


# ------------------------------------------------------------------------------------------------ the machine


def _python(patient: ExaminedHome) -> Iterator[HealthCheck]:
    found = ".".join(str(part) for part in sys.version_info[:3])
    yield HealthCheck(subject="Python", ok=sys.version_info >= (3, 11), finding=found, advice="3.11 or newer is needed")


def _permissions(patient: ExaminedHome) -> Iterator[HealthCheck]:
    from config.permission_notes import permission_notes, schedule_notes  # which knows all tools, and so all of memory

    config = patient.loaded.config if patient.loaded else None
    for name, line in permission_notes(patient.home, outside_names(config) if config else ()):
        yield HealthCheck(subject=f"{name}: permissions.md", ok=None, finding=line)
    for name, line in schedule_notes(patient.home):
        yield HealthCheck(
            subject=f"{name}: own hours", ok=False, finding=line, advice="correct the file; it is read at once"
        )


def _audit_log(patient: ExaminedHome) -> Iterator[HealthCheck]:
    if not patient.home.logs.exists():
        return
    problems = AuditLog(patient.home.logs, utc_now).verify().problems
    advice = "`audit verify` tells more; a backup may have what is missing"
    yield HealthCheck(
        subject="Audit log", ok=not problems, finding="; ".join(problems) or "as it was written", advice=advice
    )


def _thinking(patient: ExaminedHome) -> Iterator[HealthCheck]:
    config = patient.loaded.config if patient.loaded else None
    if config is None:
        return
    told = dict(mode_notes(config))
    for name in config.animas:
        way = mode_of(config, settings_of(config, name))
        if settings_of(config, name).model != OFFLINE:
            finding = f"{way.told}; {told[name]}" if name in told else way.told
            yield HealthCheck(subject=f"{name}: thinking", ok=None if name in told else True, finding=finding)


#: Distribution → what it is for.
PACKAGES = {
    "slack-bolt": "Slack",
    "discord.py": "Discord",
    "python-telegram-bot": "Telegram",
    "litellm": "language models",
    "claude-agent-sdk": "Claude as an agent",
    "anthropic": "Claude by Anthropic",
    "mcp": "MCP servers",
    "chromadb": "vectors",
    "sentence-transformers": "embeddings",
    "onnxruntime": "fast embeddings",
    "psycopg": "PostgreSQL",
}


def _packages(patient: ExaminedHome) -> Iterator[HealthCheck]:
    config = patient.loaded.config if patient.loaded else None
    needed = _needed_packages(config) if config else set()
    for name, purpose in PACKAGES.items():
        try:
            yield HealthCheck(subject=purpose, ok=True, finding=f"{name} {version(name)}")
        except PackageNotFoundError:
            ok = False if name in needed else None
            yield HealthCheck(
                subject=purpose, ok=ok, finding=f"{name} is not installed", advice="`make run` installs it"
            )


def _needed_packages(config: Config) -> set[str]:
    names = {"slack": "slack-bolt", "discord": "discord.py", "telegram": "python-telegram-bot"}
    needed = {names[platform] for platform in semantics.enabled_platforms(config)}
    if any(settings_of(config, name).model != OFFLINE for name in config.animas):
        needed.add("litellm")
    if config.fleet.store is not None:
        needed.add("psycopg")
    return needed


async def _sqlite() -> HealthCheck:
    """Asked of another interpreter: only memory and delivery know SQLite here."""
    script = (
        "import sqlite3; c = sqlite3.connect(':memory:'); c.execute('create virtual table t using fts5(a)');"
        "print(sqlite3.sqlite_version)"
    )
    code, out, _ = await _run([sys.executable, "-c", script], 20)
    if code != 0:
        return HealthCheck(subject="SQLite", ok=False, finding="no full-text search", advice="use a Python with FTS5")
    return HealthCheck(subject="SQLite", ok=True, finding=f"{out.strip()} with full-text search")


# ------------------------------------------------------------------------------------------------ the home


def _home(patient: ExaminedHome) -> Iterator[HealthCheck]:
    path = patient.home.path
    if not patient.home.exists():
        yield HealthCheck(
            subject="home", ok=None, finding=f"none at {path}", advice="`init` or the first `start` makes one"
        )
        return
    try:
        patient.home.check()
    except HomeFault as fault:
        yield HealthCheck(subject="home", ok=False, finding=str(fault))
        return
    if not os.access(path, os.W_OK):
        yield HealthCheck(subject="home", ok=False, finding=f"{path} cannot be written", advice="give it to this user")
        return
    yield HealthCheck(subject="home", ok=True, finding=f"{path}, format {FORMAT}")
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        yield HealthCheck(
            subject="privacy", ok=False, finding=f"other users can read it ({mode:03o})", advice="chmod 700 it"
        )
    owner = patient.home.owner()
    free = owner is None or owner == os.getpid()
    yield HealthCheck(subject="lock", ok=True, finding="free" if free else f"a fleet runs with pid {owner}")


def _disk(patient: ExaminedHome) -> Iterator[HealthCheck]:
    place = next(path for path in (patient.home.path, *patient.home.path.parents) if path.exists())
    free = shutil.disk_usage(place).free
    finding = f"{free / 1e9:.1f} GB free"
    ok = True if free >= _ENOUGH_BYTES else None if free >= _TOO_FEW_BYTES else False
    yield HealthCheck(subject="disk", ok=ok, finding=finding, advice="free some space: a full disk accepts no messages")


# ------------------------------------------------------------------------------------------------ the config


def _config(patient: ExaminedHome) -> Iterator[HealthCheck]:
    if patient.loaded is None:
        return
    for problem in patient.loaded.problems:
        yield HealthCheck(
            subject="config", ok=False, finding=f"{problem.path}: {problem.value}", advice=problem.allowed
        )
    for note in patient.loaded.notes:
        yield HealthCheck(subject="config", ok=None, finding=note)
    if not patient.loaded.problems:
        yield HealthCheck(subject="config", ok=True, finding="no problems")


def _accounts(patient: ExaminedHome) -> Iterator[HealthCheck]:
    config = patient.loaded.config if patient.loaded else None
    if config is None:
        return
    on = semantics.enabled_platforms(config)
    found = [item for item in semantics.accounts_of(config) if item[0] in on]
    for platform, name, account in found:
        missing = [key for key, value, _ in semantics.needed_of_account(config, account) if not value]
        ok = not missing
        finding = f"{', '.join(missing)} missing" if missing else "credentials are complete"
        yield HealthCheck(subject=f"{platform}:{name}", ok=ok, finding=finding, advice=f"see `manifest {platform}`")
    if not found:
        advice = "`manifest slack`, `manifest discord`, `manifest telegram`"
        yield HealthCheck(subject="platforms", ok=None, finding="none is enabled: the console only", advice=advice)


def _models(patient: ExaminedHome) -> Iterator[HealthCheck]:
    config = patient.loaded.config if patient.loaded else None
    for name in sorted({*(config.animas if config else ()), *patient.home.anima_names()}):
        if config is None:
            return
        settings = settings_of(config, name)
        if settings.model == OFFLINE:
            advice = "a credential and anima_defaults.model give it a language model"
            yield HealthCheck(subject=name, ok=None, finding="the offline model", advice=advice)
        elif settings.credential or settings.model.partition("/")[0] in KEYLESS:
            yield HealthCheck(subject=name, ok=True, finding=f"{settings.model} by {settings.credential or 'no key'}")
        else:
            advice = "name one in credentials"
            yield HealthCheck(
                subject=name, ok=None, finding=f"{settings.model} has no credential in the config", advice=advice
            )


def _recall(patient: ExaminedHome) -> Iterator[HealthCheck]:
    config = patient.loaded.config if patient.loaded else None
    if config is not None:
        choice = embedder_choice.choose(config, patient.home)
        waits = "" if choice.is_at_hand or not choice.candidates else "; the first start prepares it within a minute"
        yield HealthCheck(subject="recall", ok=choice.ok, finding=f"{choice.finding}{waits}", advice=choice.advice)


CHECKS: tuple[Callable[[ExaminedHome], Iterable[HealthCheck]], ...] = (
    _python,
    _packages,
    _home,
    _disk,
    _config,
    _accounts,
    _models,
    _thinking,
    _recall,
    _permissions,
    _audit_log,
)


# ------------------------------------------------------------------------------------------------ offline


async def _offline_proof() -> list[HealthCheck]:
    code, out, complaints = await _run([sys.executable, "-m", "config.offline_proof"], OFFLINE_PATIENCE_S)
    try:
        proof = json.loads(out.strip().splitlines()[-1])
    except (ValueError, IndexError):
        last = (complaints.strip().splitlines() or [f"exit code {code}"])[-1]
        return [HealthCheck(subject="offline", ok=False, finding=f"the check did not finish: {last}")]
    tried = sorted(set(proof["attempts"]))
    failed, answer = proof["failed"], str(proof["answer"])
    spoke = bool(answer) and not answer.startswith("failed")
    return [
        HealthCheck(
            subject="offline: connections",
            ok=not tried,
            finding=f"tried: {', '.join(tried)}" if tried else "none tried",
        ),
        HealthCheck(
            subject="offline: imports",
            ok=not failed,
            finding="; ".join(f"{k}: {v}" for k, v in failed.items()) or "all",
        ),
        HealthCheck(subject="offline: a talk", ok=spoke, finding="answered" if spoke else answer or "no answer"),
    ]


async def _run(command: Sequence[str], patience_s: float) -> tuple[int, str, str]:
    pipe = asyncio.subprocess.PIPE
    env = {key: value for key, value in os.environ.items() if key != "ANIMA_HOME"}
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=env)
    try:
        out, err = await asyncio.wait_for(process.communicate(), patience_s)
    except TimeoutError:
        process.kill()
        await process.wait()
        return 1, "", "it took too long"
    return process.returncode or 0, out.decode(errors="replace"), err.decode(errors="replace")
