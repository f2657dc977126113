"""Ranking signals: what speaks for or against a candidate beside the likeness of its words and of its meaning.

Base level: a memory is as near as its uses are many and recent.

Formula  written: 1 / (1 + e^-B) with B = ln(max(uses, 1)) - 0.5 ln(age in seconds since the last use);
         full: B = ln(Σ over kept uses age^-d + rest), where the n - k uses that are not kept count
         (n - k) (L^(1-d) - a^(1-d)) / ((1 - d) (L - a)), L the age of the first use, a of the oldest kept
Units    seconds in the written form; hours in the full one
Params   d = 0.5 (0 < d < 1), least age = 1 minute (> 0)
Source   Anderson & Schooler (1991), Psychological Science 2; Petrov (2006), ICCM (latest uses and closed form).

The written form is 0.11 after a minute, 0.016 after an hour and 0.003 after a day: it moves nothing but what was used
moments ago. It is kept for the recipe that names it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import log

FULL_CHARACTERS = 2000


def length(characters: int, full: int = FULL_CHARACTERS) -> float:
    """0 for nothing, 1 for a full page and everything longer."""
    return min(1.0, log(1 + max(0, characters)) / log(1 + full))


# --- open question --------------------------------------------------------------------------------------------------
# Open question: what ends by asking seldom holds the answer.
#
# Formula  1 if the text ends with a question mark (of any script, before a picture's caption), else 0
# Source   the project's own measurement: +1.7 points on the development chats.


_QUESTION_MARKS = ("?", "？", "؟")
_CLOSING_MARKS = frozenset("\"'”’)」』")


def open_question(text: str) -> float:
    """1 for a question, 0 for everything else."""
    if "?" not in text and "？" not in text and "؟" not in text:  # asked of every candidate
        return 0.0
    said, opening, caption = text.rstrip().rpartition("[image:")
    if not opening or caption.find("]") != len(caption) - 1:
        said = text
    end = len(said)
    while end and (said[end - 1].isspace() or said[end - 1] in _CLOSING_MARKS):
        end -= 1
    return float(said[:end].endswith(_QUESTION_MARKS))


# --- date match -----------------------------------------------------------------------------------------------------
# Date match: a question that names a day or a month asks for what was said then, or soon after.
#
# Formula  1 inside the named span; 1 - late / grace for what was said up to `grace` after it; else 0
# Params   grace = 3 days (≥ 0)
# Source   the project's own measurement: +1.2 points on the development chats.


GRACE_DAYS = 3


@dataclass(frozen=True, slots=True)
class DaySpan:
    """Days from `first` to `last`, both included; in every year where `yearly`."""

    first: date
    last: date
    yearly: bool = False

    def in_year(self, year: int) -> DaySpan:
        """The same days of another year."""
        shift = year - self.first.year
        return DaySpan(_shifted_years(self.first, shift), _shifted_years(self.last, shift))


def date_match(said: date, spans: tuple[DaySpan, ...], grace_days: int = GRACE_DAYS) -> float:
    """The best match over all named spans; 0 where none is named."""
    return max((_match_span(said, span, grace_days) for span in spans), default=0.0)


def _match_span(said: date, span: DaySpan, grace_days: int) -> float:
    if span.yearly:
        span = span.in_year(said.year)
    if span.first <= said <= span.last:
        return 1.0
    late = (said - span.last) / timedelta(days=1)
    return 1.0 - late / (grace_days + 1) if 0 < late <= grace_days else 0.0


def _shifted_years(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


# --- neighbours -----------------------------------------------------------------------------------------------------
# Neighbours: an answer stands next to what it answers, so a good turn lifts the turns beside it.
#
# Formula  s' = s + before · s(previous turn) + after · s(next turn), within one session
# Params   before = 0.4, after = 0.2 (0 … 1)
# Source   the project's own measurement: +4.3 points on the development chats.


PREVIOUS_TURN_SHARE = 0.4
NEXT_TURN_SHARE = 0.2


def with_neighbours(
    own: float,
    previous: float | None,
    following: float | None,
    before: float = PREVIOUS_TURN_SHARE,
    after: float = NEXT_TURN_SHARE,
) -> float:
    """The score with its neighbours' shares; None where there is no neighbour."""
    return own + before * (previous or 0.0) + after * (following or 0.0)


# --- mood -----------------------------------------------------------------------------------------------------------
# Mood congruence: what was said in the mood that somebody is in comes to mind more easily.
#
# Formula  score · 1.1 where the valences of message and memory have one sign, else · 1; for two sad ones only where
#          that is wanted: who is low is not to be kept there
# Units    valence -1 … 1
# Source   Bower (1981), American Psychologist 36; the number as described (RET-15).


MOOD_GROWTH = 1.1


def mood_factor(message: float, memory: float, *, when_sad: bool = False) -> float:
    """What the score of a memory is multiplied by."""
    if message > 0 < memory or (when_sad and message < 0 > memory):
        return MOOD_GROWTH
    return 1.0


def raised_by_mood(score: float, by: float) -> float:
    """The score multiplied; of one below nought that is a division, so that it rises too."""
    return score * by if score >= 0 else score / by


# --- source confidence ----------------------------------------------------------------------------------------------
# Source confidence: what came from a doubtful source is ranked down, never left out.
#
# Formula  doubt = 1 - confidence / bound below the bound, else 0; factor = 1 - 0.5 · doubt
# Params   bound = 0.3 (0 < bound ≤ 1)
# Source   the bound as described (RET-17); the slope is the project's own reading.


DOUBTED_BELOW = 0.3
FULL_DOUBT_LOSS = 0.5


def source_doubt(confidence: float, bound: float = DOUBTED_BELOW) -> float:
    """0 … 1: a signal with a weight below nought."""
    return max(0.0, 1 - max(0.0, confidence) / bound)


def source_factor(confidence: float, bound: float = DOUBTED_BELOW) -> float:
    """0.5 … 1: for what is multiplied, like the confidence of a recollection."""
    return 1 - FULL_DOUBT_LOSS * source_doubt(confidence, bound)
