"""What is made of messages that wish something, and of what is said of an answer; and wishes of a public set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Literal

from memory.formation.message_intent import ACTS, QUESTIONS, MessageIntent, judge_intent
from memory.formation.message_span import meant
from memory.formation.reminder_requests import requested_reminder
from memory.language.feedback import AGAINST, judge_verdict
from memory.vocabulary.event import Json

LANGUAGES = ("en", "de", "tr", "ja")
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
DONE_FOR = ("remind", "reminders", "forget", "correct")
"""Labels whose messages are to be done, or asked back about."""

SAID_AS: Mapping[str, frozenset[MessageIntent]] = {
    "ask": QUESTIONS | {"about_me", "time"},
    "ask_world": QUESTIONS | {"time", "help", "about_anima", "smalltalk", "reaction"},
    "tell": frozenset(("statement",)),
    "thank": frozenset(("thanks", "reaction")),
    "greet": frozenset(("greeting", "goodbye", "smalltalk")),
    "feel": frozenset(("feel", "statement", "smalltalk", "reaction")),
}
Fate = Literal["done", "asked back", "kept", "answered"]
"""What becomes of a wish: carried out, asked about, taken for something told, taken for a question or talk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WishItem:
    """A message with its label, and the words that say what is meant."""

    text: str
    label: str
    meant: str


def wish_items(language: str) -> list[WishItem]:
    return [WishItem(text=text, label=label, meant=meant) for text, label, meant in _rows(f"wishes.{language}.tsv")]


def fate_of(item: WishItem) -> Fate:
    intent = judge_intent(item.text)
    if item.label == "remind" and (reminder := requested_reminder(item.text, NOON)) is not None:
        return "done" if reminder.when or reminder.event else "asked back"
    if intent == item.label:
        return "done"
    return "kept" if intent in ("statement", "feel", "correct") else "answered"


def wish_figures(items: Sequence[WishItem]) -> dict[str, Json]:
    """Per cent; `false_acts`: of messages that ask for no act, taken for one."""
    found: dict[str, Json] = {"items": len(items)}
    for label in DONE_FOR:
        fates = [fate_of(item) for item in items if item.label == label]
        found[label] = {fate: _per_cent(fates.count(fate), len(fates)) for fate in ("done", "asked back", "kept")}
    others = [item for item in items if item.label not in (*DONE_FOR, "stop")]
    found["false_acts"] = _per_cent(sum(judge_intent(item.text) in ACTS for item in others), len(others))
    found["label"] = _per_cent(sum(_is_heard(item) for item in items), len(items))
    spanned = [item for item in items if item.label in DONE_FOR and item.meant]
    found["span_overlap"] = round(100 * sum(map(_overlap, spanned)) / max(1, len(spanned)), 1)
    return found


def verdict_figures(language: str) -> dict[str, Json]:
    """Per cent: of what is said against an answer that is heard as that, of other messages, and of all labels."""
    rows = [(judge_verdict(answer, text), label) for answer, text, label in _rows(f"feedback.{language}.tsv")]
    against = [verdict in AGAINST for verdict, label in rows if label in AGAINST]
    others = [verdict in AGAINST for verdict, label in rows if label not in AGAINST]
    return {
        "items": len(rows),
        "heard": _per_cent(sum(against), len(against)),
        "false": _per_cent(sum(others), len(others)),
        "label": _per_cent(sum(verdict == label for verdict, label in rows), len(rows)),
    }


def public_figures(file: Path) -> dict[str, Json]:
    """Of a file of xSID (CoNLL with `# text` and `# intent`): wishes to be reminded that are heard, and false alarms
    among what has to do with neither reminders nor alarms."""
    rows = list(_of_conll(file))
    wished = [judge_intent(text) == "remind" for text, intent in rows if intent == "reminder/set_reminder"]
    managed = [
        judge_intent(text) == "reminders"
        for text, intent in rows
        if intent in ("reminder/cancel_reminder", "reminder/show_reminders")
    ]
    others = [
        judge_intent(text) in ("remind", "reminders")
        for text, intent in rows
        if not intent.startswith(("reminder/", "alarm/"))
    ]
    return {
        "set": _per_cent(sum(wished), len(wished)),
        "set_of": len(wished),
        "listed_or_cancelled": _per_cent(sum(managed), len(managed)),
        "listed_or_cancelled_of": len(managed),
        "false": _per_cent(sum(others), len(others)),
        "false_of": len(others),
    }


def _is_heard(item: WishItem) -> bool:
    intent = judge_intent(item.text)
    return intent == item.label or intent in SAID_AS.get(item.label, ())


def _overlap(item: WishItem) -> float:
    """Letters that both spans have, of those that either has."""
    found, wanted = meant(item.text, item.label), item.meant
    if not found or found not in item.text or wanted not in item.text:
        return 0.0
    start, other = item.text.index(found), item.text.index(wanted)
    ends = start + len(found), other + len(wanted)
    return max(0, min(ends) - max(start, other)) / (max(ends) - min(start, other))


def _of_conll(file: Path) -> Iterator[tuple[str, str]]:
    """Japanese stands there with spaces between its words, which nobody writes."""
    is_unspaced, text = file.name.startswith("ja"), ""
    for line in file.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "# text":
            text = value.strip().replace(" ", "") if is_unspaced else value.strip()
        elif name.strip() == "# intent":
            yield text, value.strip()


def _rows(name: str) -> list[list[str]]:
    text = (files("bench") / "data" / "wishes" / name).read_text(encoding="utf-8")
    return [[*line.split("\t"), ""][:3] for line in text.splitlines() if line.strip()]


def _per_cent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None
