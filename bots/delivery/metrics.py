"""What a fleet counts about itself, for Prometheus: served by the HTTP server, read by the operator alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bots.ports import ServerState, Spent
from memory.vocabulary.cue import Primed

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 180.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetFigures:
    """What is so at this moment: it is asked for when the figures are."""

    lanes: int  # in which a turn is thought about or sent
    waiting: int  # turns accepted and not done
    doubts: int
    dead: int
    servers: Sequence[ServerState] = ()


class Metrics:
    """One fleet's figures, in a registry of their own: two fleets in one process never mix."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, registry=registry, buckets=_SECONDS)
        self._turns = counter("anima_turns", "Turns that ended", ("anima", "outcome"))
        self._turn_s = histogram("anima_turn_seconds", "From a message heard to its answer")
        self._prime_s = histogram("anima_prime_seconds", "Automatic recall before a turn")
        self._dropped = counter("anima_prime_dropped", "Channels of recall that came late or failed", ("channel",))
        self._accounts = gauge("anima_account_connected", "1: the account is connected", ("account",))
        self._calls = counter("anima_model_calls", "Calls of models", ("anima", "model", "outcome"))
        self._usd = counter("anima_model_cost_usd", "US dollars for them, where a price is known", ("anima", "model"))
        self._tokens = counter("anima_model_tokens", "Tokens of them", ("anima", "model", "direction"))
        self._nights = counter("anima_nights", "Nights that were slept", ("anima", "stage", "state"))
        self._night_s = histogram("anima_night_seconds", "How long a night took")
        self._lanes = gauge("anima_lanes_busy", "Lanes in which a turn is thought about or sent")
        self._waiting = gauge("anima_turns_waiting", "Turns that are accepted and not done")
        self._doubts = gauge("anima_sends_in_doubt", "Sends that may or may not have arrived")
        self._dead = gauge("anima_dead_letters", "Answers that could not be delivered")
        self._servers = gauge("anima_mcp_connected", "1: the MCP server is connected", ("server",))
        self._starts = gauge("anima_mcp_starts", "How often it was begun", ("server",))

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

    def called(self, anima: str, call: Spent) -> None:
        """A call of a model has ended."""
        self._calls.labels(anima, call.model, call.outcome).inc()
        self._usd.labels(anima, call.model).inc(call.usd or 0.0)
        self._tokens.labels(anima, call.model, "input").inc(call.usage.input_tokens)
        self._tokens.labels(anima, call.model, "output").inc(call.usage.output_tokens)

    def slept(self, anima: str, stage: str, state: str, seconds: float) -> None:
        """A night has ended."""
        self._nights.labels(anima, stage, state).inc()
        self._night_s.observe(seconds)

    def exposition(self, now: FleetFigures) -> bytes:
        """All of it in Prometheus' text format."""
        self._lanes.set(now.lanes)
        self._waiting.set(now.waiting)
        self._doubts.set(now.doubts)
        self._dead.set(now.dead)
        for server in now.servers:
            self._servers.labels(server.name).set(server.is_connected)
            self._starts.labels(server.name).set(server.starts)
        return generate_latest(self._registry)
