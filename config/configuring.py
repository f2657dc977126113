"""`config check | show | schema | get | set | describe`, and the first config of a new home with its example."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from zoneinfo import available_timezones

from config import embedding
from config.example import commented
from config.home import Home
from config.keys import NoSuchKey, below, changed, value_at
from config.load import Loaded, load, parse, save
from config.problems import secret_paths
from config.redaction import HIDDEN, Redaction
from config.rendering import DONE, FAILED, Say, fail
from config.schema import Config
from config.toolbox import outside_names
from memory.archive.audit_log import AuditLog
from memory.vocabulary.event import Json

EXAMPLE = "config.example.jsonc"


def run(what: str, home: Home, say: Say, *, who: str, key: str = "", value: str = "", as_json: bool) -> int:
    """The exit code. `who` asks for it."""
    if what == "schema":
        say("stdout", json.dumps(Config.model_json_schema(), ensure_ascii=False, indent=2) + "\n")
        return DONE
    try:
        match what:
            case "describe":
                return _describe(key, say, as_json=as_json)
            case "set":
                return _set(home, key, value, say, who)
    except NoSuchKey as error:
        return fail(say, error)
    loaded = load(home.config, os.environ, home.anima_names())
    if what == "check":
        return _check(loaded, home, say, as_json=as_json)
    if loaded.raw is not None and loaded.config is None and not _readable(loaded):
        return _check(loaded, home, say, as_json=False)
    try:
        found = value_at(shown(loaded), key) if what == "get" else shown(loaded)
    except NoSuchKey as error:
        return fail(say, error)
    is_text = isinstance(found, str) and not as_json
    say("stdout", (str(found) if is_text else json.dumps(found, ensure_ascii=False, indent=2)) + "\n")
    return DONE


def _describe(key: str, say: Say, *, as_json: bool) -> int:
    found = below(key)
    if as_json:
        say("stdout", json.dumps([asdict(one) for one in found], ensure_ascii=False) + "\n")
        return DONE
    for one in found:
        default = f" (default {one.default})" if one.default else ""
        say("stdout", f"{one.path}{default}\n    {one.description}\n")
    return DONE


def _set(home: Home, key: str, value: str, say: Say, who: str) -> int:
    """Change one key; what would leave the config unusable is told, and nothing is written."""
    loaded = load(home.config, os.environ, home.anima_names())
    if loaded.raw is not None and not isinstance(loaded.raw, Mapping):
        return _check(loaded, home, say, as_json=False)
    raw = changed(loaded.raw or {}, key, _typed(value))
    before = {str(problem) for problem in loaded.problems}
    after = parse(json.dumps(raw).encode(), os.environ, home.anima_names())
    new = [problem for problem in after.problems if str(problem) not in before]
    for problem in new:
        say("stderr", f"{problem}\n")
    if new:
        return FAILED
    AuditLog(home.logs, lambda: datetime.now(UTC), Redaction(after.secrets)).record(who, "config set", key, "done")
    save(home.config, raw)
    say("stdout", f"{key} is set; a fleet that runs takes it up at its next start\n")
    return DONE


def _typed(text: str) -> object:
    """JSON where it is some, else the text as it is: `true`, `8801`, `["slack:T01/U01"]`, `env:NAME`."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _readable(loaded: Loaded) -> bool:
    """Whether it can be shown although something is missing from the environment or the home."""
    try:
        Config.model_validate_json(json.dumps(loaded.raw), strict=True)
    except ValueError:
        return False
    return True


def _check(loaded: Loaded, home: Home, say: Say, *, as_json: bool) -> int:
    problems = [*loaded.problems, *embedding.problems(loaded.config, home)]
    for problem in problems:
        say("stderr", f"{problem}\n")
    from config.permission_notes import permission_notes, schedule_notes  # which knows all tools, and so all of memory

    outside = outside_names(loaded.config) if loaded.config else ()
    notes = [*loaded.notes, *(f"{name}'s permissions.md: {line}" for name, line in permission_notes(home, outside))]
    notes += [f"{name}'s {line}" for name, line in schedule_notes(home)]
    for note in notes:
        say("stderr", f"note: {note}\n")
    if as_json:
        found = [asdict(problem) for problem in problems]
        data = {"ok": not found, "problems": found, "notes": notes}
        say("stdout", json.dumps(data, ensure_ascii=False) + "\n")
    elif not problems:
        say("stdout", f"{home.config}: no problems\n")
    return FAILED if problems else DONE


def shown(loaded: Loaded) -> Mapping[str, Any]:
    """The whole config with its defaults. A secret is ***; one in a variable is told by the variable's name."""
    config = Config.model_validate_json(json.dumps(loaded.raw or {}), strict=True)
    data = config.model_dump(mode="json")
    for path, secret in secret_paths(config):
        holder = data
        for step in path[:-1]:
            holder = holder[step]
        text = secret.get_secret_value()
        holder[path[-1]] = text if text.startswith("env:") else HIDDEN
    return data


def write_first(home: Home, name: str, role: str) -> None:
    """config.json as small as it can be, and beside it every key with a word on each: JSON takes no comments."""
    raw: dict[str, Json] = {
        "version": 1,
        "system": {"timezone": local_timezone(os.environ)},
        "animas": {name: {"role": role}},
    }
    save(home.config, raw)
    (home.path / EXAMPLE).write_text(commented(), encoding="utf-8")


def local_timezone(environ: Mapping[str, str]) -> str:
    """The machine's own, where it tells; else UTC."""
    link = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    return next((name for name in (environ.get("TZ", ""), link) if name in available_timezones()), "UTC")
