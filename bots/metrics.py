"""What a fleet counts about itself, for Prometheus: served by the HTTP server, read by the operator alone."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from memory.vocabulary.recall import Primed

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 180.0)


class Metrics:
    """One fleet's figures, in a registry of their own: two fleets in one process never mix."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._turns = Counter("anima_turns", "Turns that ended", ("anima", "outcome"), registry=registry)
        self._turn_s = Histogram("anima_turn_seconds", "From a message heard to its answer", (), registry=registry,
                                 buckets=_SECONDS)  # fmt: skip
        self._prime_s = Histogram("anima_prime_seconds", "Automatic recall before a turn", (), registry=registry,
                                  buckets=_SECONDS)  # fmt: skip
        self._dropped = Counter("anima_prime_dropped", "Priming channels that missed the deadline or failed",
                                ("channel",), registry=registry)  # fmt: skip
        self._accounts = Gauge("anima_account_connected", "1: the account is connected", ("account",),
                               registry=registry)  # fmt: skip

    def primed(self, primed: Primed) -> None:
        """Automatic recall has ended."""
        self._prime_s.observe(primed.elapsed_ms / 1000)
        for channel in primed.late:
            self._dropped.labels(channel).inc()

    def answered(self, anima: str, outcome: str, seconds: float) -> None:
        """A turn has thought; `outcome` is `answered`, or why there is no answer."""
        self._turns.labels(anima, outcome).inc()
        self._turn_s.observe(seconds)

    def account(self, name: str, *, is_connected: bool) -> None:
        """An account's state has changed."""
        self._accounts.labels(name).set(is_connected)

    def exposition(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self._registry)
