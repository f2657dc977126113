"""Recording: what happened goes into the activity log; index, files and notes follow what it amends."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

from memory.archive.attachments import Attachments
from memory.index.entry import Entry
from memory.index.keeper import Keeper
from memory.index.turns import message_key
from memory.retracting import Retracting
from memory.stores import Stores
from memory.vocabulary.address import Place
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.event import AMENDING, EDITED, Event

_log = logging.getLogger(__name__)


class Recording:
    """Blocking; call it from a thread. Raises StorageFault."""

    def __init__(self, stores: Stores, keeper: Keeper, retracting: Retracting) -> None:
        self._stores = stores
        self._keeper = keeper
        self._retracting = retracting

    def __call__(self, event: Event) -> bool:
        """False: it was there already."""
        log = self._stores.log()
        stored = log.append(event, self._stores.clock())
        is_amending = event.type in AMENDING and bool(event.channel)
        was = self._said_before(event) if is_amending else None
        if stored:
            self._keeper.recorded(f"activity_log/{log.file_of(event)}")
        if is_amending:
            self._amend_attachments(event)
        if was is not None:
            self._retracting.message_gone(was)
        return stored

    def all(self, events: Sequence[Event]) -> list[bool]:
        """The same for many that amend nothing, with one fsync a day; which are new."""
        log = self._stores.log()
        stored = log.append_many(events, self._stores.clock())
        for file in self.files_of(events, stored):
            self._keeper.recorded(f"activity_log/{file}")
        return stored

    def files_of(self, events: Sequence[Event], stored: Sequence[bool]) -> set[str]:
        """The day files that those of them which are new stand in."""
        log = self._stores.log()
        return {log.file_of(event) for event, new in zip(events, stored, strict=True) if new}

    def _said_before(self, event: Event) -> Entry | None:
        """What the message was that is edited or deleted now; asked before the index reads of that."""
        try:
            return self._keeper.index.of_message(message_key(event))
        except (MemoryFault, OSError):
            _log.warning("what a message said before cannot be looked up", exc_info=True)
            return None

    def _amend_attachments(self, event: Event) -> None:
        """What came with a message goes with it, or with the edit that takes it away. After it is on record, so that
        whoever keeps a file at this moment sees that the message is gone."""
        names = event.meta.get("files")
        still = [str(name) for name in names] if isinstance(names, list) and event.type == EDITED else []
        with suppress(AddressError):
            place = Place.parse(event.channel)
            Attachments(self._stores.directory).forget(place, str(event.meta.get("message_id", "")), still)
