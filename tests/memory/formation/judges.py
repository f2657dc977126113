"""A judge of pairs that says what it is told to, and nothing of all other pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory.formation.pairs import RELATIONS, Pair
from memory.vocabulary.errors import JudgeFault


@dataclass
class ScriptedJudge:
    """`says`: by the two texts, a relation and how probable it is; the rest of the probability is `unrelated`'s."""

    says: dict[tuple[str, str], tuple[str, float]] = field(default_factory=dict)
    sure: float = 0.6
    unsure: float = 0.4
    fault: str = ""
    asked: list[Pair] = field(default_factory=list)

    def __call__(self, pairs: Sequence[Pair]) -> list[Mapping[str, float]]:
        if self.fault:
            raise JudgeFault(self.fault)
        self.asked += pairs
        return [self._judged(pair) for pair in pairs]

    def _judged(self, pair: Pair) -> Mapping[str, float]:
        relation, share = self.says.get((pair.earlier, pair.later), ("unrelated", 1.0))
        told = dict.fromkeys(RELATIONS, 0.0) | {"unrelated": 1.0 - share}
        told[relation] += share
        return told
