"""What was fitted: the weights, and beside them the seed, their hash, the temperature and the bounds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

WEIGHTS = Path(__file__).with_name("weights.safetensors")
FITTED = Path(__file__).with_name("fitted.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """`sure`, `unsure`: from which probability on an earlier message is replaced, or said to be perhaps so.
    `reads_gap`: it was fitted with the time between the messages."""

    sha256: str
    temperature: float
    sure: float
    unsure: float
    reads_gap: bool


def fitted(path: Path = FITTED) -> Fitted:
    told = json.loads(path.read_text(encoding="utf-8"))
    return Fitted(
        sha256=str(told["sha256"]),
        temperature=float(told["temperature"]),
        sure=float(told["sure"]),
        unsure=float(told["unsure"]),
        reads_gap=told["reads_gap"] is True,
    )
