"""Everything that memory raises."""


class MemoryFault(Exception):
    """The root of memory's errors."""


class AddressError(MemoryFault, ValueError):
    """The text is no address; the message shows the expected form."""


class StorageFault(MemoryFault):
    """The archive could not be written (full disk, no permission). Nothing was stored: free space, then try again."""


class NotAllowed(MemoryFault):
    """The audience present may not read or write this."""
