"""Rules of forgetting: what each would do with a memory, and why. What protects a memory is asked before any rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias

from memory.language.analyser import terms
from memory.theories import salience, tiers
from memory.theories.retention import ForgettingCurve, retention_after
from memory.vocabulary.change import KEEP_VERDICT, ForgettingVerdict, Memory
from memory.vocabulary.event import Json
from memory.vocabulary.fact import Strength

Protection: TypeAlias = Callable[[Memory, Strength, datetime], str]
"""Why it may not fade; empty: it may."""

PROVEN_VERSION = 3
_DAY_WRITTEN = re.compile(r"(?<!\d)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)(?!\d)")
IMPORTANT = "[IMPORTANT]"


def is_skill(memory: Memory, strength: Strength, now: datetime) -> str:
    return "a skill" if memory.kind == "skill" else ""


def is_of_users(memory: Memory, strength: Strength, now: datetime) -> str:
    return "what is known of a person" if memory.path.startswith("shared/users/") else ""


def is_marked_important(memory: Memory, strength: Strength, now: datetime) -> str:
    return "marked as important" if IMPORTANT in memory.text else ""


def is_proven_procedure(memory: Memory, strength: Strength, now: datetime) -> str:
    version = memory.meta.get("version")
    is_proven = memory.kind == "procedure" and isinstance(version, int) and version >= PROVEN_VERSION
    return "a procedure that was mended often enough" if is_proven else ""


def is_protected(memory: Memory, strength: Strength, now: datetime) -> str:
    return "protected by its head" if memory.says("protected") else ""


def is_anchored(memory: Memory, strength: Strength, now: datetime) -> str:
    may = tiers.anchors_permit("forget", is_pinned=strength.pinned, is_immutable=memory.says("immutable"))
    return "" if may else "pinned"


def is_essential(memory: Memory, strength: Strength, now: datetime) -> str:
    """What would hurt or harm if it were forgotten: health, family, names, rules, as far as its importance says so."""
    told = memory.fact.importance if memory.fact else 0.0
    is_over = memory.replaced_by or (memory.valid_until is not None and memory.valid_until <= now)
    return "essential" if max(strength.importance, told) >= salience.CRITICAL_FROM and not is_over else ""


def lies_ahead(memory: Memory, strength: Strength, now: datetime) -> str:
    """What begins, ends or names a day that is still to come."""
    fact = memory.fact
    days = [date.fromisoformat(day) for day in _DAY_WRITTEN.findall(memory.text)] if fact else []
    begins = fact is not None and fact.valid_from > now
    ends = memory.valid_until is not None and memory.valid_until > now
    return "it lies ahead" if begins or ends or any(day >= now.date() for day in days) else ""


def holds_instead(memory: Memory, strength: Strength, now: datetime) -> str:
    """What holds never sleeps before what it took the place of."""
    return f"it holds instead of {memory.instead_of}" if memory.instead_of else ""


PROTECTIONS: tuple[Protection, ...] = (
    is_essential,
    lies_ahead,
    holds_instead,
    is_skill,
    is_of_users,
    is_marked_important,
    is_proven_procedure,
    is_protected,
    is_anchored,
)


def protected(memory: Memory, strength: Strength, now: datetime) -> str:
    """Why a memory may not fade; empty where it may."""
    return next(filter(None, (protection(memory, strength, now) for protection in PROTECTIONS)), "")


# --- rule -----------------------------------------------------------------------------------------------------------


ForgettingRule: TypeAlias = Callable[[Memory, Strength, datetime], ForgettingVerdict]

_DAY = timedelta(days=1)


def judge_memory(
    memory: Memory, strength: Strength, now: datetime, rules: Iterable[ForgettingRule]
) -> ForgettingVerdict:
    """What the first rule says that would do something; nothing where something protects the memory."""
    if why := protected(memory, strength, now):
        return ForgettingVerdict("keep", why)
    return next((item for rule in rules if (item := rule(memory, strength, now)).act != "keep"), KEEP_VERDICT)


def idle_days(memory: Memory, strength: Strength, now: datetime) -> float:
    """How long it was not used: since its last use, or since it became known; 0 where neither is known."""
    since = max(filter(None, (strength.last_access, strength.reviewed, strength.born, memory.at)), default=now)
    return max(0.0, (now - since) / _DAY)


# --- contradicted ---------------------------------------------------------------------------------------------------
# Contradicted: of two that cannot both hold the one that holds no more may sleep.


def contradicted(memory: Memory, strength: Strength, now: datetime) -> ForgettingVerdict:
    newer = memory.replaced_by or str(memory.meta.get("superseded_by") or "")
    return ForgettingVerdict("dormant", f"replaced by {newer}") if newer else KEEP_VERDICT


# --- expired --------------------------------------------------------------------------------------------------------
# Expired: what was foreseen for a time that has passed may sleep.


def expired(memory: Memory, strength: Strength, now: datetime) -> ForgettingVerdict:
    ended = memory.valid_until
    return (
        ForgettingVerdict("dormant", f"ended on {ended:%Y-%m-%d}")
        if ended is not None and ended <= now
        else KEEP_VERDICT
    )


# --- useless --------------------------------------------------------------------------------------------------------
# Useless: what helped nobody, and was not used for a month, may sleep.
#
# Formula  earned utility < 0.15 and unused for 30 days or more
# Source   SLP-13; the earned utility, before drift, or all that is idle would be lifted towards 0.5.


USELESS_BELOW = 0.15
IDLE_DAYS = 30.0


def useless(memory: Memory, strength: Strength, now: datetime) -> ForgettingVerdict:
    idle = idle_days(memory, strength, now)
    if strength.utility >= USELESS_BELOW or idle < IDLE_DAYS:
        return KEEP_VERDICT
    return ForgettingVerdict("dormant", f"utility {strength.utility:.2f}, unused for {idle:.0f} days")


# --- redundant ------------------------------------------------------------------------------------------------------
# Redundant: of two that say the same the less useful one may sleep.


SAME_ABOVE = 0.9


def redundant(memory: Memory, strength: Strength, now: datetime) -> ForgettingVerdict:
    return ForgettingVerdict("dormant", f"the same as {memory.double_of}") if memory.double_of else KEEP_VERDICT


def what_it_says(memory: Memory) -> Hashable:
    """Equal for two that are near and no two values of one thing: the same words, and where they fill a slot, the same
    one with the same value."""
    slot = (memory.fact.slot, memory.fact.value) if memory.fact else ()
    return slot, frozenset(terms(memory.text))


def says_the_same(item: Memory, other: Memory) -> bool:
    return what_it_says(item) == what_it_says(other)


# --- overfull -------------------------------------------------------------------------------------------------------
# Overfull: above so many active memories the least useful ones sleep; counted for an anima and audience.
#
# Formula  more than 500 active: down to nine tenths of that, by rising (earned utility, last use)
# Source   SLP-13. What is protected does not count.


MOST_ACTIVE = 500
SHARE_LEFT = 0.9

_NEVER = datetime.min.replace(tzinfo=UTC)


def overfull(
    held: Sequence[tuple[Memory, Strength]], now: datetime, most: int = MOST_ACTIVE
) -> list[tuple[Memory, str]]:
    """Those that sleep, the least useful first, and why."""
    counted = [(memory, strength) for memory, strength in held if not protected(memory, strength, now)]
    if len(counted) <= most:
        return []
    counted.sort(key=lambda item: (item[1].utility, item[1].importance, _last(*item), item[0].id))
    why = f"{len(counted)} active memories, more than {most}"
    return [(memory, why) for memory, _ in counted[: len(counted) - int(SHARE_LEFT * most)]]


def _last(memory: Memory, strength: Strength) -> datetime:
    return strength.last_access or memory.at or _NEVER


# --- faded ----------------------------------------------------------------------------------------------------------
# Faded: what is hardly near any more, was used less than others and is old enough may sleep.
#
# Formula  accesses < mean accesses and age > least retention of its category (see adaptive_threshold), and
#          R(felt days, stability) · share left of its category < 0.3
# Units    days, as the tier feels them
# Limits   what is important (≥ 0.6) stays
# Source   STR-04, STR-05, STR-09.


NEAR_FROM = 0.3
IMPORTANT_FROM = 0.6


def felt_days(memory: Memory, strength: Strength, now: datetime) -> float:
    """How long ago it seems that a memory was used, said again or learned."""
    since = strength.reviewed or strength.born or memory.at or now
    return tiers.felt_days((now - since) / _DAY, strength.tier)


def nearness(memory: Memory, strength: Strength, now: datetime, curve: ForgettingCurve) -> float:
    """How near a memory is, 0 … 1: what its category and tier leave of its retention."""
    felt = felt_days(memory, strength, now)
    return retention_after(felt, strength.stability_days, curve) * tiers.decayed_share(memory.category, felt)


def faded(mean_accesses: float, curve: ForgettingCurve) -> ForgettingRule:
    """The rule among memories that were used so often on average."""

    def rule(memory: Memory, strength: Strength, now: datetime) -> ForgettingVerdict:
        if strength.importance >= IMPORTANT_FROM:
            return KEEP_VERDICT
        age = (now - memory.at) / _DAY if memory.at else 0.0
        if not tiers.is_dormancy_candidate(strength.access_count, age, memory.category, mean_accesses):
            return KEEP_VERDICT
        near = nearness(memory, strength, now, curve)
        return (
            KEEP_VERDICT
            if near >= NEAR_FROM
            else ForgettingVerdict("dormant", f"faded to {near:.2f} after {age:.0f} days")
        )

    return rule


# --- hardly used ----------------------------------------------------------------------------------------------------
# Hardly used: what is marked as of low activity; a month or two later it may be put away.
#
# Formula  knowledge: unused ≥ 90 days and < 3 accesses; procedures: unused ≥ 180 days and < 3 uses, or utility < 0.3
#          and ≥ 3 failures at once; put away: marked ≥ 60 days ago and unused since then
# Source   synaptic downscaling, Tononi & Cirelli (2003), Brain Research Bulletin 62; the numbers: SLP-10, SLP-11.


KNOWLEDGE_IDLE_DAYS = 90.0
PROCEDURE_IDLE_DAYS = 180.0
FEW_USES = 3
POOR_UTILITY = 0.3
MANY_FAILURES = 3
PUT_AWAY_AFTER = timedelta(days=60)

LOW_ACTIVITY_MARK = "low_activity_since"


def hardly_used(memory: Memory, strength: Strength, now: datetime) -> ForgettingVerdict:
    idle = idle_days(memory, strength, now)
    if memory.kind == "knowledge":
        return _low(idle) if idle >= KNOWLEDGE_IDLE_DAYS and strength.access_count < FEW_USES else KEEP_VERDICT
    if memory.kind != "procedure":
        return KEEP_VERDICT
    if strength.utility < POOR_UTILITY and _count(memory.meta.get("failure_count")) >= MANY_FAILURES:
        return ForgettingVerdict("low", f"it failed too often (utility {strength.utility:.2f})")
    uses = max(strength.access_count, _count(memory.meta.get("success_count")))
    return _low(idle) if idle >= PROCEDURE_IDLE_DAYS and uses < FEW_USES else KEEP_VERDICT


def long_unused(memory: Memory, strength: Strength, now: datetime) -> ForgettingVerdict:
    since = marked_since(memory)
    if since is None or now - since < PUT_AWAY_AFTER or (strength.last_access or since) > since:
        return KEEP_VERDICT
    return ForgettingVerdict("archive", f"hardly used since {since:%Y-%m-%d}")


def marked_since(memory: Memory) -> datetime | None:
    """Since when it is marked; None: it is not."""
    try:
        return datetime.fromisoformat(str(memory.meta.get(LOW_ACTIVITY_MARK) or ""))
    except ValueError:
        return None


def _low(idle: float) -> ForgettingVerdict:
    return ForgettingVerdict("low", f"unused for {idle:.0f} days")


def _count(value: Json) -> int:
    return value if isinstance(value, int) else 0


# --- catalogue ------------------------------------------------------------------------------------------------------
# All rules of forgetting, in the order in which they are asked.


STRATEGIC_RULES: tuple[ForgettingRule, ...] = (contradicted, expired, useless, redundant)
"""Every night; then, above a number of active memories, the least useful ones sleep (see `overfull`)."""
