"""Making and switching animas in a home: templates from here, files by the archive."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files as resources
from typing import get_args

from bots.persona import creation, status
from config.home import Home
from config.schema import Config, Role

STARTER = "alice"
STARTER_ROLE = "general"


def template(role: str) -> str:
    """The role's Markdown file. Raises ValueError."""
    if role not in (*get_args(Role), "blank"):
        raise ValueError(f"{role!r} is no role: {', '.join(get_args(Role))}")
    return resources("config.templates").joinpath(f"{role}.md").read_text(encoding="utf-8")


def new_files(name: str, *, role: str = "", markdown: str = "") -> dict[str, str]:
    """File name → text of a new anima. Raises ValueError."""
    own = template(role) if role else ""
    return creation.files(name, template("blank"), own, markdown, role=role)


def missing(home: Home, config: Config) -> dict[str, dict[str, str]]:
    """Anima → files of all that the config names and that have no directory yet."""
    there = set(home.anima_names())
    return {name: new_files(name, role=one.role or "") for name, one in config.animas.items() if name not in there}


def switched(text: str, enabled: bool) -> str:
    """status.json with another `enabled`."""
    return status.dump(replace(status.parse(text), enabled=enabled))
