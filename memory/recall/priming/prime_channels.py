"""Priming: all channels at once, a deadline for all, budgets when it is known what there is to say."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from time import perf_counter

from memory.recall.priming.channel import (
    LEFTOVERS,
    USUAL_BUDGETS,
    Offer,
    PrimingBudgets,
    PrimingChannel,
    PrimingSituation,
    budget_shares,
)
from memory.recall.priming.channels import IMPORTANT
from memory.recall.priming.injection_rules import is_about_the_past, is_worth_a_search, message_type
from memory.vocabulary.cue import Primed, PrimedBlock

_log = logging.getLogger(__name__)

PRIMING_DEADLINE_S = 2.0
"""A broken channel must not delay speech: what is not there by then is left out. It is short beside the time that a
model takes, and long beside the time that a busy machine takes."""


async def prime(
    situation: PrimingSituation,
    channels: Sequence[PrimingChannel],
    budget: int | None = None,
    deadline_s: float = PRIMING_DEADLINE_S,
    budgets: PrimingBudgets = USUAL_BUDGETS,
    window: int = 0,
) -> Primed:
    """What the channels bring in time, within the budget of the kind of message (or the one that is given).

    `window` is that of the model which will read it, in tokens.
    """
    began = perf_counter()
    kind = message_type(situation.cue)
    total = budgets.total(kind, channels, window) if budget is None else budget
    searching = is_worth_a_search(situation.cue)
    asked = [channel for channel in channels if searching or not channel.retrieves]
    offers, late = await _gather(situation, asked, deadline_s)
    of_the_past = is_about_the_past(situation.cue, situation.zone)
    blocks = _blocks(offers, budget_shares(asked, budgets.shared_as(kind), total, of_the_past=of_the_past), total)
    said = {found.id for block in blocks for found in block.recollections}
    return Primed(
        blocks=tuple(blocks),
        message_type=kind,
        late=late,
        elapsed_ms=(perf_counter() - began) * 1000,
        withheld=tuple(found for offer in offers for found in offer.withheld if found.id not in said),
    )


async def _gather(
    situation: PrimingSituation, channels: Sequence[PrimingChannel], deadline_s: float
) -> tuple[list[Offer], tuple[str, ...]]:
    tasks = {channel.name: asyncio.ensure_future(channel.offer(situation)) for channel in channels}
    if not tasks:
        return [], ()
    try:
        await asyncio.wait(tasks.values(), timeout=deadline_s)
    finally:
        for task in tasks.values():
            task.cancel()
    offers, late = [], []
    for name, task in tasks.items():
        if task.done() and not task.cancelled() and task.exception() is None:
            offers.append(task.result())
        else:
            late.append(name)
            _tell(name, task)
    return offers, tuple(late)


def _tell(name: str, task: asyncio.Future[Offer]) -> None:
    error = task.exception() if task.done() and not task.cancelled() else None
    _log.warning("priming went on without %s", name, exc_info=error)


def _blocks(offers: Sequence[Offer], given: dict[str, int], total: int) -> list[PrimedBlock]:
    """Each within its share; then those that are asked first get what the others left."""
    blocks: dict[str, PrimedBlock] = {}
    spent: dict[str, int] = {}
    said = _always_said(offers, given)
    offers = [offer if offer.channel == IMPORTANT else offer.without(said) for offer in offers]
    for offer in offers:
        blocks[offer.channel], spent[offer.channel] = offer.block(given.get(offer.channel, 0))
    spare = max(total, sum(given.values())) - sum(spent.values())
    for offer in sorted((offer for offer in offers if offer.channel in LEFTOVERS), key=_by_claim):
        before = spent[offer.channel]
        blocks[offer.channel], spent[offer.channel] = offer.without(said).block(before + spare)
        spare -= spent[offer.channel] - before
        said |= {id for found in blocks[offer.channel].recollections for id in (found.id, *found.ids)}
    return [block for block in blocks.values() if block.text]


def _always_said(offers: Sequence[Offer], given: dict[str, int]) -> frozenset[str]:
    """What is always in mind is not said twice."""
    blocks = [offer.block(given.get(IMPORTANT, 0))[0] for offer in offers if offer.channel == IMPORTANT]
    return frozenset(found.id for block in blocks for found in block.recollections)


def _by_claim(offer: Offer) -> int:
    return LEFTOVERS.index(offer.channel)
