"""A small JSON object on disk: read whole, replaced whole; a broken one is kept in quarantine and told."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping

from memory.archive import event_line
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json

_log = logging.getLogger(__name__)


def read(files: Files, name: str, quarantine: Quarantine) -> dict[str, Json] | None:
    """The object; None where there is none or none that can be read."""
    content = files.read_or_none(name)
    if content is None:
        return None
    try:
        found = json.loads(content.decode())
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return found
    _log.warning("%s is no JSON object; its bytes are kept in %s", name, quarantine.keep(name, content))
    return None


def write(files: Files, name: str, state: Mapping[str, Json]) -> None:
    """Raises StorageFault; then the old state is still there."""
    files.replace(name, event_line.dump(state) + b"\n")
