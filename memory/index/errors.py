"""What may go wrong with an index. None of it loses a memory."""

from __future__ import annotations

from memory.vocabulary.errors import MemoryFault


class IndexDamaged(MemoryFault):
    """The text index cannot be read. Delete it: it is made anew from the archive."""


class IndexUnreachable(MemoryFault):
    """The text index cannot be opened: look at space, permission and who else holds it. Nothing recorded is lost."""
