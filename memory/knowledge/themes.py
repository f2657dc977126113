"""Themes: facts that belong together become one note, and what the largest of them come to, a pattern.

Facts belong together that share what is named rarely, or rare words. A theme is a fact with the most such neighbours,
and these: so none is a chain of things of which the last has nothing to do with the first. By rules a note quotes the
fact that has most in common with the others, then all of them; with a model it tells them in one or two sentences, if
the cascade of validation believes these. What the notes are made of stays as it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from memory.archive import shelves
from memory.archive.paths import slug
from memory.consolidation.view import View
from memory.knowledge.asking import Asking, Form
from memory.knowledge.grounding import Utterance
from memory.knowledge.places import PATTERNS, THEMES, is_theme
from memory.knowledge.subjects import WRITTEN, hash_of, is_untouched, line_of
from memory.knowledge.validation import Validation
from memory.languages.analyser import query_terms
from memory.theories.bm25 import rarity
from memory.vocabulary.change import Change
from memory.vocabulary.event import Json
from memory.vocabulary.fact import Fact

LEAST = 3
"""So many facts make a theme."""

TOGETHER = 0.35
"""Two facts belong together from this share of what they hold in common, the rare counting more."""

EVERYWHERE = 0.25
"""A word or name in such a share of the facts tells nothing of any."""

MOST, MOST_PATTERNS, ASKED = 12, 3, 5
"""Themes and patterns of an audience, and questions to a model in a night."""

PATTERN_DAYS = 3
"""A pattern shows on so many days at least."""

IMPORTANCE, PATTERN_IMPORTANCE = 0.8, 0.85
TITLE_WORDS = 3

INSTRUCTIONS = """\
"facts" belong together. Tell in one or two short sentences what they say as a whole, leaving out what only one of them
says. Form: {"text": ""}.
"""


class Told(Form):
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


async def notes(view: View, facts: Sequence[Fact], ask: Asking, validation: Validation) -> list[Change]:
    """Themes and patterns that have to be written anew, and those that are none any more."""
    found = themes(facts)[:MOST]
    patterns = sorted((one for one in found if one.days >= PATTERN_DAYS), key=lambda one: (-one.days, one.title))
    made: dict[str, tuple[Theme, str, float]] = {}
    for folder, those, importance in (
        (THEMES, found, IMPORTANCE),
        (PATTERNS, patterns[:MOST_PATTERNS], PATTERN_IMPORTANCE),
    ):
        for theme in those:
            path = shelves.on_shelf(f"knowledge/{folder}/{slug(theme.title)}.md", view.audience)
            made.setdefault(path, (theme, folder.strip("_")[:-1], importance))
    written = list[Change]()
    for path, one in made.items():
        allowed = ask if len(written) < ASKED else Asking(None)
        if change := await _written(view, path, *one, allowed, validation):
            written.append(change)
    return [*written, *_over(view, made)]


def themes(facts: Sequence[Fact]) -> list[Theme]:
    """The largest first; a fact is of one theme at most."""
    held = {fact.id: _holds(fact) for fact in facts}
    counted = Counter(one for those in held.values() for one in those)
    weights = {
        one: rarity(len(facts), times)
        for one, times in counted.items()
        if 1 < times <= max(LEAST + 1, EVERYWHERE * len(facts))
    }
    beside = _neighbours(held, weights)
    known, found, taken = {fact.id: fact for fact in facts}, list[Theme](), set[str]()
    for id in sorted(beside, key=lambda one: (-len(beside[one]), one)):
        others = [other for other in beside[id] if other not in taken]
        if id in taken or len(others) < LEAST - 1:
            continue
        ids = {id, *others}
        taken |= ids
        shared = Counter(one for other in ids for one in held[other] if one in weights)
        words = sorted(shared, key=lambda one: (-shared[one] * weights[one], one))[:TITLE_WORDS]
        members = sorted((known[one] for one in ids), key=lambda fact: (fact.recorded_at, fact.id))
        found.append(Theme(centre=known[id], facts=tuple(members), words=tuple(words)))
    return sorted(found, key=lambda one: (-len(one.facts), one.title))


def _holds(fact: Fact) -> frozenset[str]:
    return frozenset((*query_terms(fact.text), *(name.casefold() for name in fact.entities)))


def _neighbours(held: Mapping[str, frozenset[str]], weights: Mapping[str, float]) -> dict[str, set[str]]:
    """Each fact with those that it belongs together with."""
    having: dict[str, list[str]] = defaultdict(list)
    for id, those in sorted(held.items()):
        for one in those & weights.keys():
            having[one].append(id)
    common: dict[tuple[str, str], float] = defaultdict(float)
    for one, ids in having.items():
        for pair in combinations(ids, 2):
            common[pair] += weights[one]
    whole = {id: sum(weights.get(one, 0.0) for one in those) for id, those in held.items()}
    beside: dict[str, set[str]] = defaultdict(set)
    for (one, other), weight in common.items():
        if weight >= TOGETHER * min(whole[one], whole[other]):
            beside[one].add(other)
            beside[other].add(one)
    return beside


async def _written(
    view: View, path: str, theme: Theme, what: str, importance: float, ask: Asking, validation: Validation
) -> Change | None:
    document = view.document(path)
    sources: list[Json] = [*dict.fromkeys(id for fact in theme.facts for id in (fact.id, *fact.sources))]
    if document is not None and (not is_untouched(document) or document.meta.get("sources") == sources):
        return None
    head, confidence = await _head(theme, ask, validation)
    text = "\n".join([f"# {theme.title}", "", head, "", *map(line_of, theme.facts)]) + "\n"
    meta: dict[str, Json] = {
        "category": what,
        "importance": importance,
        "sources": sources,
        "source_episodes": [*sorted({fact.recorded_at.date().isoformat() for fact in theme.facts})],
        "confidence": confidence,
        "auto_consolidated": True,
        WRITTEN: hash_of(text),
    }
    because = f"{len(theme.facts)} facts of {theme.days} days belong together"
    version = document.version if document else ""
    return Change(kind="write", path=path, text=text, meta=meta, because=because, expects=version)


async def _head(theme: Theme, ask: Asking, validation: Validation) -> tuple[str, float]:
    """The sentence that stands first, and its confidence: the model's if it is believed, else the centre's words."""
    if ask.is_possible:
        said: list[Json] = [fact.text for fact in theme.facts]
        told = await ask(INSTRUCTIONS, {"facts": said}, Told)
        text = " ".join(told.text.split()) if told else ""
        sources = [Utterance(fact.speaker, fact.text) for fact in theme.facts]
        if text and (validated := await validation(text, sources)).is_believed:
            return text, validated.confidence
    return " ".join(theme.centre.text.split()), theme.centre.confidence


def _over(view: View, made: Mapping[str, object]) -> Iterator[Change]:
    gone = [one for page in view.pages("knowledge", dormant=True) for one in page if is_theme(one.path)]
    for one in gone[: view.may_vanish]:
        if one.path not in made and is_untouched(view.document(one.path)):
            because = "its facts belong together no more"
            yield Change(kind="archive", path=one.path, because=because, expects=one.version)
