"""Reading config.json: every problem at once, secrets looked up in the environment, nothing half read."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit

from pydantic import SecretStr, ValidationError

from config.settings.anima_settings import KEYLESS, mode_notes, price_notes, settings_of, used_credentials
from config.settings.config_schema import OFFLINE, Config
from config.settings.problems import (
    AccountSection,
    Problem,
    account_path,
    accounts_of,
    dotted,
    enabled_platforms,
    needed_of_account,
    of_validation,
    problems_of,
    secret_paths,
    shown,
)
from config.settings.toolbox import tool_notes
from memory.vocabulary.event import Json

_ENV = "env:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What reading a config gave. `config` is None when it cannot be used; `notes` are worth a word, no more.

    `raw` is the file as it stands, for `config show`: secrets are still `env:NAME` there.
    """

    config: Config | None
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    raw: Json = None

    @property
    def secrets(self) -> tuple[str, ...]:
        """Every secret's text, for redaction; the password within an address by itself, too."""
        if self.config is None:
            return ()
        found = [secret.get_secret_value() for _, secret in secret_paths(self.config)]
        passwords = (unquote(urlsplit(text).password or "") for text in found if "://" in text)
        return (*found, *(password for password in passwords if password))


Uses: TypeAlias = Container[str]
"""Sections of the config whose secrets are needed for what is to be done."""

ALL: Uses = frozenset({"credentials", "external_messaging", "human_notification", "mcp"})


def load(path: Path, environ: Mapping[str, str], animas: Iterable[str] = (), *, uses: Uses = ALL) -> Loaded:
    """The config at `path`; a missing file is the default config. Changes nothing but the file's mode."""
    try:
        notes = _keep_private(path)
        content = path.read_bytes()
    except FileNotFoundError:
        return parse(b"{}", environ, animas)
    except OSError as error:
        return Loaded(config=None, problems=(Problem(path.name, "unreadable", error.strerror or "an I/O error"),))
    found = parse(content, environ, animas, path.name, uses=uses)
    return Loaded(config=found.config, problems=found.problems, notes=(*notes, *found.notes), raw=found.raw)


def parse(
    content: bytes,
    environ: Mapping[str, str],
    animas: Iterable[str] = (),
    name: str = "config.json",
    *,
    uses: Uses = ALL,
) -> Loaded:
    """A config from its bytes. Secrets are missed in the sections that are used alone."""
    raw, broken = _json(content, name)
    if broken:
        return Loaded(config=None, problems=tuple(broken))
    config, found, sound = _validate(raw)
    resolved, missing = _resolve(config, sound, environ, uses)
    bad = {problem.path for problem in (*found, *missing)}
    found += missing
    found += [item for item in problems_of(resolved, frozenset(animas)) if not _told(item.path, bad)]
    if found:
        return Loaded(config=None, problems=tuple(found), raw=raw)
    return Loaded(config=resolved, notes=tuple(_notes(resolved)), raw=raw)


def dump(raw: Mapping[str, Json]) -> str:
    return json.dumps(raw, ensure_ascii=False, indent=2) + "\n"


def save(path: Path, raw: Mapping[str, Json]) -> None:
    """Write the file whole or not at all, readable by its owner only."""
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(dump(raw))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _keep_private(path: Path) -> list[str]:
    """Tokens may stand in it: what others can read is made private, and said."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & 0o077:
        return []
    try:
        path.chmod(0o600)
    except OSError:
        return [f"{path.name} can be read by others (mode {mode:03o}): chmod 600 it"]
    return [f"{path.name} could be read by others (mode {mode:03o}): it is 600 now"]


# ------------------------------------------------------------------------------------------------ JSON


class _Twice(ValueError):
    """A key stands twice in one object."""


def _json(content: bytes, name: str) -> tuple[Any, list[Problem]]:
    try:
        raw = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        return None, [Problem(f"{name} byte {error.start + 1}", "not text", "UTF-8")]
    except json.JSONDecodeError as error:
        return None, [Problem(f"{name} line {error.lineno}, column {error.colno}", "broken JSON", error.msg)]
    except RecursionError:
        return None, [Problem(name, "broken JSON", "fewer levels")]
    except _Twice as error:
        return None, [Problem(name, shown(str(error)), "each key once in an object")]
    if not isinstance(raw, dict):
        return None, [Problem(name, shown(raw), "an object {…}")]
    return raw, []


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _Twice(next(key for key in keys if keys.count(key) > 1))
    return found


# ------------------------------------------------------------------------------------------------ types


def _validate(raw: Any) -> tuple[Config, list[Problem], Any]:
    """The config without its ill-typed parts, what was wrong with them, and the JSON that is left.

    The rest is read all the same, so that a missing variable is told together with a mistyped key.
    """
    found: list[Problem] = []
    sound = json.loads(json.dumps(raw))
    while True:
        try:
            return Config.model_validate_json(json.dumps(sound), strict=True), found, sound
        except ValidationError as error:
            told = {problem.path for problem in found}
            found += [item for item in sorted(of_validation(error, Config)) if item.path not in told]
            for item in error.errors(include_url=False, include_input=False, include_context=False):
                _remove(sound, _removable(item["loc"], item["type"]))


def _removable(path: tuple[str | int, ...], kind: str) -> list[str]:
    """Of a list the whole goes; of what is missing, the object around it."""
    steps = [step for step in path if step != "[key]"]
    names = [str(step) for step in takewhile(lambda step: isinstance(step, str), steps)]
    return names[:-1] if kind == "missing" else names


def _remove(raw: dict[str, Any], path: list[str]) -> None:
    holder = raw
    for step in path[:-1]:
        holder = holder.get(step, {})
    holder.pop(path[-1], None)


def _told(path: str, bad: set[str]) -> bool:
    """Whether the path, something around it or something in it was complained of already."""
    return any(path == item or path.startswith(f"{item}.") or item.startswith(f"{path}.") for item in bad)


# ------------------------------------------------------------------------------------------------ environment


def _resolve(config: Config, raw: Any, environ: Mapping[str, str], uses: Uses) -> tuple[Config, list[Problem]]:
    """The config with `env:NAME` looked up; what nobody needs and nobody set is left as it stands."""
    needed = [path for path in _needed(config) if path[0] in uses]
    needed.append(("fleet",))  # nothing is done in a home whose inbox cannot be reached
    missing = []
    copy = json.loads(json.dumps(raw))
    for path, secret in secret_paths(config):
        text = secret.get_secret_value()
        if not text.startswith(_ENV):
            continue
        variable = text.removeprefix(_ENV)
        if environ.get(variable):
            _put(copy, path, environ[variable])
        elif variable and any(path[: len(beginning)] == beginning for beginning in needed):
            missing.append(Problem(dotted(path), text, f"the variable {variable} is not set"))
    return Config.model_validate_json(json.dumps(copy), strict=True), missing


def _put(raw: Any, path: tuple[str, ...], value: str) -> None:
    for step in path[:-1]:
        raw = raw[step]
    raw[path[-1]] = value


def _needed(config: Config) -> list[tuple[str, ...]]:
    """The beginnings of the paths of all secrets that an enabled part of the config uses."""
    found: list[tuple[str, ...]] = [("credentials", name) for name in used_credentials(config)]
    for platform, name, account in accounts_of(config):
        if platform in enabled_platforms(config):
            here = ("external_messaging", platform, "accounts", name)
            found += [(*here, key) for key, _, _ in needed_of_account(config, account)]
    if config.external_messaging.telegram.enabled and config.external_messaging.telegram.mode == "webhook":
        found.append(("external_messaging", "telegram", "secret_token"))
    asked = {tool.credential or name for name, tool in config.tools.items()}
    found += [("credentials", name) for name in asked]
    found += [
        ("mcp", name, "env" if item.command else "token")
        for name, item in config.mcp.items()
        if item.command or item.url
    ]
    if config.human_notification.enabled:
        found += [("human_notification", channel) for channel in config.human_notification.channels]
    return found


# ------------------------------------------------------------------------------------------------ notes


def _notes(config: Config) -> Iterator[str]:
    for path, secret in secret_paths(config):
        if (text := secret.get_secret_value()).startswith(_ENV):
            yield f"{dotted(path)}: {text.removeprefix(_ENV)} is not set; nothing needs it now"
    for platform, name, account in accounts_of(config):
        yield from _token_notes(account_path(platform, name), platform, account)
    yield from _model_notes(config)
    yield from _guild_notes(config)
    yield from tool_notes(config)
    if config.server.host not in ("127.0.0.1", "::1", "localhost"):
        yield f"server.host: {config.server.host} is open to the network"


_SHAPES = {("slack", "bot_token"): "xoxb-", ("slack", "app_token"): "xapp-"}


def _token_notes(path: str, platform: str, account: AccountSection) -> Iterator[str]:
    for key, beginning in ((key, text) for (where, key), text in _SHAPES.items() if where == platform):
        token = getattr(account, key)
        if isinstance(token, SecretStr) and not token.get_secret_value().startswith((beginning, _ENV)):
            yield f"{path}.{key}: such tokens usually begin with {beginning}"
    if platform == "telegram" and account.bot_token and ":" not in account.bot_token.get_secret_value():
        yield f"{path}.bot_token: such tokens usually look like 123456:letters"


def _guild_notes(config: Config) -> Iterator[str]:
    discord = config.external_messaging.discord
    rooms = [room for board in config.boards.values() for room in board.channels if room.startswith("discord:")]
    if discord.enabled and not (discord.guilds or rooms):
        yield "external_messaging.discord.guilds: no server is named, so it listens wherever somebody adds the bot"


def _model_notes(config: Config) -> Iterator[str]:
    for name in config.animas:
        settings = settings_of(config, name)
        provider = settings.model.partition("/")[0]
        if settings.model != OFFLINE and not settings.credential and provider not in KEYLESS:
            yield f"animas.{name}: {settings.model} has no credential in the config"
    for name, line in mode_notes(config):
        yield f"animas.{name}: {line}"
    yield from price_notes(config)
