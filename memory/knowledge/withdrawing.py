"""Withdrawing: what was taken back, or whose message is gone, is told by no note from that moment on, not from the
next night on. A note loses the line; what was made of the message alone is put away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from hashlib import sha256

from memory.archive import shelves
from memory.archive.documents import KINDS, Document, Documents
from memory.knowledge.places import is_of_subject, path_of
from memory.knowledge.subjects import WRITTEN, hash_of, is_untouched, line_of
from memory.vocabulary.address import Audience
from memory.vocabulary.change import Change, Outcome
from memory.vocabulary.errors import AddressError
from memory.vocabulary.fact import Fact

BECAUSE = "what it was made of was taken back"
_DERIVED = tuple(kind for kind in KINDS if kind in ("knowledge", "procedures"))


class Withdrawing:
    """Blocking; call it from a thread. Raises StorageFault."""

    def __init__(self, documents: Documents, apply: Callable[[str, Sequence[Change]], list[Outcome]]) -> None:
        self._documents = documents
        self._apply = apply

    def facts(self, facts: Iterable[Fact]) -> bool:
        """Take their lines out of the notes of their subjects; whether there were any."""
        lines: dict[str, set[str]] = {}
        for fact in facts:
            if path := path_of(fact.subject, fact.audience):
                lines.setdefault(path, set()).add(line_of(fact))
        return self._carry_out(
            [
                _without(document, lines[path])
                for path in lines
                if (document := self._documents.read(path)) is not None and not document.problem
            ]
        )

    def events(self, ids: Collection[str], audience: str) -> None:
        """Put away what was made of one of these events or facts; notes of subjects follow their facts."""
        try:
            folder = shelves.shelf(Audience.parse(audience))
        except AddressError:
            return
        paths = [path for kind in _DERIVED for path in self._documents.paths(kind) if shelves.shelf_of(path) == folder]
        made = (document for path in paths if (document := self._documents.read(path)) is not None)
        self._carry_out([_away(document) for document in made if _rests_on(document, ids)])

    def _carry_out(self, planned: Sequence[Change | None]) -> bool:
        changes = [change for change in planned if change is not None]
        if changes:
            named = " ".join(f"{one.path} {one.expects}" for one in changes)
            self._apply(f"withdrawn-{sha256(named.encode()).hexdigest()[:24]}", changes)
        return bool(changes)


def _without(document: Document, lines: Collection[str]) -> Change | None:
    kept = [line for line in document.body.split("\n") if line not in lines]
    body = "\n".join(kept)
    if body == document.body:
        return None
    if not any(line.startswith("- ") for line in kept):
        return _away(document)
    meta = {WRITTEN: hash_of(body)} if is_untouched(document) else {}
    return Change(
        kind="write", path=document.path, text=body, meta=meta, because=BECAUSE, expects=document.version
    )  # fmt: skip


def _rests_on(document: Document, ids: Collection[str]) -> bool:
    is_made = any(document.meta.get(name) is True for name in ("auto_consolidated", "auto_distilled"))
    sources = document.meta.get("sources")
    return is_made and not is_of_subject(document.path) and isinstance(sources, list) and bool({*sources} & {*ids})


def _away(document: Document) -> Change:
    return Change(kind="archive", path=document.path, because=BECAUSE, expects=document.version)
