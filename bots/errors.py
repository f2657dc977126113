"""Everything that bots raise."""


class BotFault(Exception):
    """The root of the bots' errors."""


class SendFault(BotFault):
    """An act did not (visibly) happen on the platform."""


class Refused(SendFault):
    """The platform will never take this act (no such channel, no permission): it becomes a dead letter."""


class Unreachable(SendFault):
    """The act surely did not happen (no connection, 5xx before acceptance): try again later.

    `retry_after_s` is the platform's own wish, if it said one.
    """

    def __init__(self, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class InDoubt(SendFault):
    """The act may have happened (connection cut after the request went out).

    Raised with `in_doubt=False`: the send is asked again with `in_doubt=True`, so that it is looked up first.
    Raised with `in_doubt=True`: the platform cannot tell; the send stays in doubt and is shown to a person.
    """


class Broken(SendFault):
    """The platform's code raised what no adapter should raise: whether the act happened is unknown.

    It is tried again a few times, looked up first; then it is in doubt, or a dead letter where a copy does no harm.
    """


class Halted(SendFault):
    """It was not sent, and is not to be now: somebody has stopped the turn, or the fleet ends."""


class NotCalled(BotFault):
    """Nobody is called; the message says why."""


_LASTING = frozenset({"refused", "key_refused", "unknown_model", "web_page"})


class ModelFault(BotFault):
    """The model failed before or within its answer: nothing may be shown as whole.

    `reason` is one of: unreachable, refused, key_refused (401, 403), unknown_model (404), rate_limited (429),
    provider_fault (5xx), web_page (HTML instead of an answer), no_first_token, stalled, too_long, cut, garbage, empty,
    stopped, no_money (a cap of the day is reached). `retry_after_s` is the provider's own wish, if it said one.
    """

    def __init__(self, reason: str, detail: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.retry_after_s = retry_after_s

    @property
    def lasts(self) -> bool:
        """Whether the same words will fail again until somebody changes something."""
        return self.reason in _LASTING


class NotStored(BotFault):
    """The inbox could not be written: the platform must not be acknowledged. Free space on the home's disk."""


class NotOwner(NotStored):
    """Another process runs the fleet, or may: what this one does has no effect any more. Nothing is to be done."""
