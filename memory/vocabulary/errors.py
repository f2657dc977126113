"""Everything that memory raises."""


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
