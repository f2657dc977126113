"""Intentional memorisation: what an anima writes down for itself, below knowledge, procedures and state."""

from __future__ import annotations

from hashlib import sha256

from memory.archive import frontmatter
from memory.archive.directory import AnimaDirectory
from memory.archive.documents import Documents
from memory.archive.paths import UnsafePath, parts, slug
from memory.archive.redaction import Redact, nothing
from memory.audience import covers
from memory.recall.reading import audience_of
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock, Membership
from memory.vocabulary.recall import Change

SHELVES = ("knowledge", "procedures")
TRUST = "anima"
"""A model's own words: no more to be trusted than what it had read."""


class Memorising:
    """Blocking; call it from a thread."""

    def __init__(
        self,
        directory: AnimaDirectory,
        documents: Documents,
        clock: Clock,
        membership: Membership | None,
        redact: Redact = nothing,
    ) -> None:
        self._directory = directory
        self._documents = documents
        self._clock = clock
        self._membership = membership
        self._redact = redact

    def __call__(self, path: str, text: str, present: Audience, reason: str) -> Change:
        """Write, or archive where the text is empty. Raises NotAllowed, StorageFault.

        What is written may be read by those who are present now; what they may not read they cannot replace.
        """
        path = safe_path(path)
        if path.startswith("state/"):
            return self._write_state(path, text, present, reason)
        return self._write_document(path, text, present, reason)

    def _write_document(self, path: str, text: str, present: Audience, reason: str) -> Change:
        old = self._documents.read(path)
        expects = old.version if old else ""
        if old:
            self._refuse_hidden(path, str(old.meta.get("audience") or ""), present)
        if not text.strip():
            if old:
                self._documents.archive(path)
            return Change(path=path, because=reason, text="", expects=expects, applied=old is not None)
        meta: dict[str, Json] = {**(old.meta if old else {}), "audience": str(present), "trust": TRUST}
        if old:
            meta["version"] = _next(old.meta.get("version"))
        written = self._documents.write(path, meta, text, expects)
        return Change(path=path, because=reason, text=text, expects=expects, applied=written.applied)

    def _write_state(self, path: str, text: str, present: Audience, reason: str) -> Change:
        old = self._directory.read_text(path)
        if old:
            self._refuse_hidden(path, audience_of(old), present)
        now = self._clock().isoformat()
        head: dict[str, Json] = {"audience": str(present), "trust": TRUST, "created_at": now, "updated_at": now}
        self._directory.write_text(path, frontmatter.render(head, self._redact(text)) if text.strip() else "")
        expects = sha256(old.encode()).hexdigest() if old else ""
        return Change(path=path, because=reason, text=text, expects=expects, applied=True)

    def _refuse_hidden(self, path: str, audience: str, present: Audience) -> None:
        if not covers(audience, present, self._membership):
            raise NotAllowed(f"{path!r} may not be changed here: choose another name")


def safe_path(path: str) -> str:
    """The path with names that every file system takes. Raises NotAllowed for everything but the anima's notes."""
    folder, *names = path.strip().removeprefix("./").split("/")
    is_note = folder in SHELVES or (folder == "state" and len(names) == 1)
    if not is_note or not all(names) or ".." in names:
        raise NotAllowed(f"{path[:120]!r} cannot be written: choose knowledge/…, procedures/… or state/….md")
    *folders, leaf = names
    named = "/".join([folder, *(slug(name) for name in folders), f"{_leaf(leaf)}.md"])
    try:
        parts(named)
    except UnsafePath as error:
        raise NotAllowed(str(error)) from error
    return named


def _leaf(name: str) -> str:
    stem = name.removesuffix(".md")
    # A name that was generated once is kept as it is: `current_task` is not `current-task`.
    plain = stem.replace("_", "").replace("-", "")
    return stem if plain.isascii() and plain.isalnum() and len(stem) <= 80 else slug(stem)


def _next(version: Json) -> int:
    return version + 1 if isinstance(version, int) else 1
