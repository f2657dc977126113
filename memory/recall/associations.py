"""Associations: what is linked to the notes that were found comes to mind with them (RET-09).

The walk knows only what the people present may read, as the links do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.index.entry import FACT, KEPT
from memory.index.keeper import Keeper
from memory.index.links import Links, admitted
from memory.index.text import TextIndex
from memory.index.within import Within
from memory.theories.rank_fusion import rank_fusion
from memory.theories.spreading_activation import MAX_HOPS, spread

MOST = 20
"""So many that no other arm has found."""

BEST = 5
"""So many of the notes that were found wake others."""

ENOUGH = 1e-3
"""Share of the activation; what a further step of the walk would move is too little to change places by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spreading:
    """What takes part, how far it spreads, from which similarity on two memories are linked unasked."""

    kinds: tuple[str, ...] = ("knowledge", "episode", "fact")
    max_hops: int = MAX_HOPS
    threshold: float = 0.75
    is_kept: bool = True


USUAL_SPREADING = Spreading()


class Associations:
    """The graph arm of one anima's recall. Costs nothing where there are no documents."""

    def __init__(self, keeper: Keeper, scale_of: Callable[[str], Callable[[float], float]], how: Spreading) -> None:
        self._keeper = keeper
        self._scale_of = scale_of
        kinds = (*how.kinds, KEPT) if FACT in how.kinds else how.kinds
        self._links = Links(kinds, how.threshold, is_kept=how.is_kept)
        self._max_hops = how.max_hops

    def __call__(self, index: TextIndex, within: Within, hits: Sequence[Sequence[str]]) -> dict[str, float]:
        """The activation of the hits, one list of ids per arm, best first, and of the most active beyond them."""
        active = self._spread(index, within, hits)
        known = {id for arm in hits for id in arm}
        new = sorted((id for id in active if id not in known), key=lambda id: (-active[id], id))[:MOST]
        return {id: share for id, share in active.items() if id in known} | {id: active[id] for id in new}

    def _spread(self, index: TextIndex, within: Within, hits: Sequence[Sequence[str]]) -> dict[str, float]:
        known = self._links.within(index, self._keeper.vectors(), self._scale_of(""), within)
        if known is None:
            return {}
        linked = admitted(known, within)
        fused = rank_fusion(hits)
        best = sorted((id for id in fused if id in linked.moments), key=lambda id: (-fused[id], id))[:BEST]
        return spread(linked.graph, {id: fused[id] for id in best}, max_hops=self._max_hops, enough=ENOUGH)
