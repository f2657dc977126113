"""Everything that memory raises."""

from __future__ import annotations


class MemoryFault(Exception):
    """The root of memory's errors."""


class AddressError(MemoryFault, ValueError):
    """The text is no address; the message shows the expected form."""


class StorageFault(MemoryFault):
    """The archive could not be written (full disk, no permission). Nothing was stored: free space, then try again."""


class NotAllowed(MemoryFault):
    """The audience present may not read or write this."""


class EmbedderNotReady(MemoryFault):
    """The embedding model is still being loaded: go on without it, and ask again later."""


class EmbedderFault(MemoryFault):
    """The embedding model cannot be used; the message says what to do. Recall goes by words."""


class JudgeFault(MemoryFault):
    """A model gave no whole answer in time to a question of memory. Rules decide in its place."""


# --- errors ---------------------------------------------------------------------------------------------------------
# What may go wrong with an index. None of it loses a memory.


class IndexDamaged(MemoryFault):
    """The text index cannot be read. Delete it: it is made anew from the archive."""


class IndexUnreachable(MemoryFault):
    """The text index cannot be opened: look at space, permission and who else holds it. Nothing recorded is lost."""
