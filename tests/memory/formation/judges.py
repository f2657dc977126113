"""A judge of pairs that says what it is told to, and nothing of all other pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory.formation.update_judge import UNRELATED, UPDATES, MessagePair


@dataclass
class ScriptedJudge:
    """`says`: by the two texts, a relation and how probable it is; the rest of the probability is `unrelated`'s."""

    says: dict[tuple[str, str], tuple[str, float]] = field(default_factory=dict)
    sure: float = 0.6
    unsure: float = 0.4
    asked: list[MessagePair] = field(default_factory=list)

    def __call__(self, pairs: Sequence[MessagePair]) -> list[Mapping[str, float]]:
        self.asked += pairs
        return [self._judged(pair) for pair in pairs]

    def _judged(self, pair: MessagePair) -> Mapping[str, float]:
        relation, share = self.says.get((pair.earlier, pair.later), (UNRELATED, 1.0))
        told = dict.fromkeys((*UPDATES, UNRELATED), 0.0) | {UNRELATED: 1.0 - share}
        told[relation] += share
        return told
