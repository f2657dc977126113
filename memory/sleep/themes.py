"""Themes: facts that belong together become one note, and what the largest of them come to, a pattern.

A category with many facts has a note of its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from memory.archive import documents
from memory.archive.derived_notes import PATTERNS, THEMES, is_theme
from memory.archive.files import slug
from memory.language.analyser import query_terms
from memory.sleep.night_judge import AnswerForm, ModelAsker
from memory.sleep.night_view import NightView
from memory.sleep.subject_notes import WRITTEN_HASH, body_hash, fact_line, is_untouched
from memory.sleep.validation import SourceText, Validation
from memory.theories.text_retrieval import inverse_document_frequency
from memory.vocabulary.change import Change, Memory
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FACT_CATEGORIES, Fact
from memory.vocabulary.ports import Judge

LEAST_FACTS = 3
"""So many facts make a theme."""

TOGETHER = 0.35
"""Two facts belong together from this share of what they hold in common, the rare counting more."""

EVERYWHERE = 0.25
"""A word or name in such a share of the facts tells nothing of any."""

MOST, MOST_PATTERNS, ASKED = 12, 3, 5
"""Themes and patterns of an audience, and questions to a model in a night."""

PATTERN_DAYS = 3
"""A pattern shows on so many days at least."""

THEME_IMPORTANCE, PATTERN_IMPORTANCE = 0.8, 0.85
TITLE_WORDS = 3

THEME_INSTRUCTIONS = """\
"facts" belong together. Tell in one or two short sentences what they say as a whole, leaving out what only one of them
says. Form: {"text": ""}.
"""


class ThemeTold(AnswerForm):
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Facts, the oldest first; `centre` has most in common with the others. `words` are what they share."""

    centre: Fact
    facts: tuple[Fact, ...]
    words: tuple[str, ...]

    @property
    def title(self) -> str:
        return " ".join(self.words)

    @property
    def days(self) -> int:
        """On how many days they were told."""
        return len({fact.said_at.date() for fact in self.facts})


async def write_theme_notes(
    view: NightView, facts: Sequence[Fact], ask: ModelAsker, validation: Validation
) -> list[Change]:
    """Themes and patterns that have to be written anew, and those that are none any more."""
    found = find_themes(facts)[:MOST]
    patterns = sorted((item for item in found if item.days >= PATTERN_DAYS), key=lambda item: (-item.days, item.title))
    made: dict[str, tuple[Theme, str, float]] = {}
    for folder, those, importance in (
        (THEMES, found, THEME_IMPORTANCE),
        (PATTERNS, patterns[:MOST_PATTERNS], PATTERN_IMPORTANCE),
    ):
        for theme in those:
            path = documents.on_shelf(f"knowledge/{folder}/{slug(theme.title)}.md", view.audience)
            made.setdefault(path, (theme, folder.strip("_")[:-1], importance))
    written = list[Change]()
    for path, item in made.items():
        allowed = ask if len(written) < ASKED else ModelAsker(None)
        if change := await _written(view, path, *item, allowed, validation):
            written.append(change)
    return [*written, *_over(view, made)]


def find_themes(facts: Sequence[Fact]) -> list[Theme]:
    """The largest first; a fact is of one theme at most."""
    held = {fact.id: _holds(fact) for fact in facts}
    counted = Counter(item for those in held.values() for item in those)
    weights = {
        item: inverse_document_frequency(len(facts), times)
        for item, times in counted.items()
        if 1 < times <= max(LEAST_FACTS + 1, EVERYWHERE * len(facts))
    }
    beside = _neighbours(held, weights)
    known, found, taken = {fact.id: fact for fact in facts}, list[Theme](), set[str]()
    for id in sorted(beside, key=lambda item: (-len(beside[item]), item)):
        others = [other for other in beside[id] if other not in taken]
        if id in taken or len(others) < LEAST_FACTS - 1:
            continue
        ids = {id, *others}
        taken |= ids
        shared = Counter(item for other in ids for item in held[other] if item in weights)
        words = sorted(shared, key=lambda item: (-shared[item] * weights[item], item))[:TITLE_WORDS]
        members = sorted((known[item] for item in ids), key=lambda fact: (fact.recorded_at, fact.id))
        found.append(Theme(centre=known[id], facts=tuple(members), words=tuple(words)))
    return sorted(found, key=lambda item: (-len(item.facts), item.title))


def _holds(fact: Fact) -> frozenset[str]:
    return frozenset((*query_terms(fact.text), *(name.casefold() for name in fact.entities)))


def _neighbours(held: Mapping[str, frozenset[str]], weights: Mapping[str, float]) -> dict[str, set[str]]:
    """Each fact with those that it belongs together with."""
    having: dict[str, list[str]] = defaultdict(list)
    for id, those in sorted(held.items()):
        for item in those & weights.keys():
            having[item].append(id)
    common: dict[tuple[str, str], float] = defaultdict(float)
    for item, ids in having.items():
        for pair in combinations(ids, 2):
            common[pair] += weights[item]
    whole = {id: sum(weights.get(item, 0.0) for item in those) for id, those in held.items()}
    beside: dict[str, set[str]] = defaultdict(set)
    for (item, other), weight in common.items():
        if weight >= TOGETHER * min(whole[item], whole[other]):
            beside[item].add(other)
            beside[other].add(item)
    return beside


async def _written(
    view: NightView, path: str, theme: Theme, what: str, importance: float, ask: ModelAsker, validation: Validation
) -> Change | None:
    document = view.document(path)
    sources: list[Json] = [*dict.fromkeys(id for fact in theme.facts for id in (fact.id, *fact.sources))]
    if document is not None and (not is_untouched(document) or document.meta.get("sources") == sources):
        return None
    head, confidence = await _head(theme, ask, validation)
    text = "\n".join([f"# {theme.title}", "", head, "", *map(fact_line, theme.facts)]) + "\n"
    meta: dict[str, Json] = {
        "category": what,
        "importance": importance,
        "sources": sources,
        "source_episodes": [*sorted({fact.recorded_at.date().isoformat() for fact in theme.facts})],
        "confidence": confidence,
        "auto_consolidated": True,
        WRITTEN_HASH: body_hash(text),
    }
    because = f"{len(theme.facts)} facts of {theme.days} days belong together"
    version = document.version if document else ""
    return Change(kind="write", path=path, text=text, meta=meta, because=because, expects=version)


async def _head(theme: Theme, ask: ModelAsker, validation: Validation) -> tuple[str, float]:
    """The sentence that stands first, and its confidence: the model's if it is believed, else the centre's words."""
    if ask.is_possible:
        said: list[Json] = [fact.text for fact in theme.facts]
        told = await ask(THEME_INSTRUCTIONS, {"facts": said}, ThemeTold)
        text = " ".join(told.text.split()) if told else ""
        sources = [SourceText(fact.speaker, fact.text) for fact in theme.facts]
        if text and (validated := await validation(text, sources)).is_believed:
            return text, validated.confidence
    return " ".join(theme.centre.text.split()), theme.centre.confidence


def _over(view: NightView, made: Mapping[str, object]) -> Iterator[Change]:
    gone = [item for page in view.pages("knowledge", dormant=True) for item in page if is_theme(item.path)]
    for item in gone[: view.may_vanish]:
        if item.path not in made and is_untouched(view.document(item.path)):
            because = "its facts belong together no more"
            yield Change(kind="archive", path=item.path, because=because, expects=item.version)


# --- themes ---------------------------------------------------------------------------------------------------------
# Themes: which facts belong together, and what shows in them on several days; of the latest ones of an audience.


async def plan_themes(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    facts: list[Fact] = []
    for page in view.pages("fact"):
        replaced = view.replaced(page)
        facts = [item.fact for item in page if item.fact and item.id not in replaced and _may_be_told(item.fact, now)]
    ask = ModelAsker(judge)
    return await write_theme_notes(view, facts, ask, Validation(view.aids.entailment, ask))


def _may_be_told(fact: Fact, now: datetime) -> bool:
    """Of people who are trusted, in their own name, and not over."""
    return not (fact.trust or fact.reported) and (fact.valid_until is None or fact.valid_until > now)


# --- category summaries ---------------------------------------------------------------------------------------------
# Category summaries: where ten or more facts of a category are awake, one note tells the most important of them.
#
# The note is written anew each night from what is believed then; where there are fewer, it is put away.


SUMMARY_FROM = 10
MOST_LINES = 12
SUMMARY_IMPORTANCE = 0.8


async def plan_category_summaries(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    found: dict[str, list[Memory]] = {category: [] for category in FACT_CATEGORIES}
    for page in view.pages("fact"):
        replaced = view.replaced(page)
        for memory in page:
            if memory.category in found and memory.id not in replaced and memory.fact and not memory.fact.trust:
                found[memory.category].append(memory)
    return [change for category, memories in found.items() if (change := _summary(view, category, memories))]


def _summary(view: NightView, category: str, memories: list[Memory]) -> Change | None:
    path = documents.on_shelf(f"knowledge/summaries/{category}.md", view.audience)
    known = view.document(path)
    if len(memories) < SUMMARY_FROM:
        because, seen = f"fewer than {SUMMARY_FROM} are awake", known.version if known else ""
        return Change(kind="archive", path=path, because=because, expects=seen) if known else None
    best = sorted(memories, key=lambda item: (-_weight(view, item), item.id))[:MOST_LINES]
    lines = [
        f"- {' '.join(item.text.split())}"
        for item in sorted(best, key=lambda item: (item.at or view.beginning, item.id))
    ]
    text = "\n".join([f"# {category}", "", *lines]) + "\n"
    if known is not None and known.body == text:
        return None
    sources: list[Json] = [item.id for item in best]
    meta: dict[str, Json] = {"category": "summary", "importance": SUMMARY_IMPORTANCE, "auto_consolidated": True}
    because, version = f"{len(memories)} of this category are awake", known.version if known else ""
    return Change(
        kind="write", path=path, text=text, meta={**meta, "sources": sources}, because=because, expects=version
    )


def _weight(view: NightView, memory: Memory) -> float:
    strength = view.strength(memory.id)
    return strength.importance + strength.utility
