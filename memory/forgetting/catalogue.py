"""All rules of forgetting, in the order in which they are asked."""

from __future__ import annotations

from memory.forgetting.contradicted import contradicted
from memory.forgetting.expired import expired
from memory.forgetting.redundant import redundant
from memory.forgetting.rule import Rule
from memory.forgetting.useless import useless

STRATEGIC: tuple[Rule, ...] = (contradicted, expired, useless, redundant)
"""Every night; then, above a number of active memories, the least useful ones sleep (see `overfull`)."""
