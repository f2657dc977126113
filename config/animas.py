"""Making animas in a home: templates from here, files by the archive."""

from __future__ import annotations

from importlib.resources import files as resources
from typing import get_args

from bots.persona import creation
from config.home import Home
from config.schema import Config
from config.section import Role
from memory.archive.directory import AnimaDirectory

STARTER = "alice"
STARTER_ROLE = "general"


def create(home: Home, name: str, *, role: str = "", markdown: str = "") -> AnimaDirectory:
    """A new anima's directory: from its role's template, one Markdown file, or blank.

    Raises ValueError for a name or role that is none, FileExistsError, StorageFault.
    """
    name = creation.checked_name(name)
    texts = new_files(name, role=role, markdown=markdown)
    return AnimaDirectory.create(home.anima(name), texts, {"role": role} if role else None)


def new_files(name: str, *, role: str = "", markdown: str = "") -> dict[str, str]:
    """File name → text of a new anima. Raises ValueError."""
    return creation.files(name, template("blank"), template(role) if role else "", markdown)


def template(role: str) -> str:
    """The role's Markdown file. Raises ValueError."""
    if role not in (*get_args(Role), "blank"):
        raise ValueError(f"{role!r} is no role: {', '.join(get_args(Role))}")
    return resources("config.templates").joinpath(f"{role}.md").read_text(encoding="utf-8")


def create_missing(home: Home, config: Config) -> list[str]:
    """Make what the config names and the home has not; their names."""
    there = set(home.anima_names())
    new = [name for name in config.animas if name not in there]
    for name in new:
        create(home, name, role=config.animas[name].role or "")
    return new
