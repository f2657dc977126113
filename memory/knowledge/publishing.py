"""Publishing: what the night has written about people stands in their profiles too, which all animas share (SLP-18).

    shared/users/<person>/index.md      a section for each anima and audience, labelled for that audience alone

A profile that a person wrote for some readers alone, or without saying for whom it is, stays as it is: a label for all
of it would make it everybody's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from memory.archive import shelves
from memory.archive.documents import Document, Documents
from memory.archive.locks import lock_of
from memory.archive.people import Profile, ProfileShelf
from memory.knowledge.places import is_of_subject, person_of
from memory.knowledge.subjects import WRITTEN
from memory.vocabulary.address import ORG

_LABEL = re.compile(r"<!--")


class Publishing:
    """Of one anima. Blocking; raises StorageFault."""

    def __init__(self, documents: Documents, shelf: ProfileShelf, anima: str) -> None:
        self._documents = documents
        self._shelf = shelf
        self._anima = anima

    def __call__(self) -> None:
        """Bring all profiles abreast of this anima's notes."""
        with lock_of(self._shelf.root):
            told = self._told()
            known = {profile.person: profile for profile in self._shelf.all()}
            for person in sorted({*told, *known}):
                before = known.get(person) or Profile(person=person, text="")
                after = self._published(before, told.get(person, {}))
                if after is not None and after.text != before.text:
                    self._shelf.write(after)

    def _told(self) -> dict[str, dict[str, Document]]:
        """Person → audience → note."""
        found: dict[str, dict[str, Document]] = {}
        for path in self._documents.paths("knowledge"):
            folder = shelves.shelf_of(path)
            audience = shelves.audience_of(folder) if folder else None
            if audience is None or not is_of_subject(path):
                continue
            document = self._documents.read(path)
            person = person_of(str(document.meta.get("subject"))) if document else ""
            if document is not None and person and not document.problem and WRITTEN in document.meta:
                found.setdefault(person, {})[str(audience)] = document
        return found

    def _published(self, profile: Profile, told: Mapping[str, Document]) -> Profile | None:
        others = self._without_own(profile.text)
        if others.strip() and profile.meta.get("audience") != str(ORG):
            return replace(profile, text=others)
        own = [self._section(audience, note) for audience, note in sorted(told.items())]
        text = "\n".join(filter(None, [others.strip("\n"), *own]))
        name = profile.name or next((note.title for note in told.values()), "")
        return replace(
            profile, text=f"{text}\n" if text else "", name=name, meta={**profile.meta, "audience": str(ORG)}
        )

    def _section(self, audience: str, note: Document) -> str:
        lines = [_LABEL.sub("&lt;!--", line) for line in note.body.splitlines() if line.startswith("- ")]
        return "\n".join([f"{self._heading}{audience}", f"<!-- audience: {audience} -->", *lines])

    def _without_own(self, text: str) -> str:
        kept, is_own = list[str](), False
        for line in text.split("\n"):
            if line.startswith("#"):
                is_own = line.startswith(self._heading)
            if not is_own:
                kept.append(line)
        return "\n".join(kept)

    @property
    def _heading(self) -> str:
        return f"## Learned by {self._anima} for "
