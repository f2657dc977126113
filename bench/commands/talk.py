"""`bench talk`: first-hour messages with what was said before them, answered by the running offline model."""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence

from bench.harness import Place, Progress, Words, conditions, names, place, print_findings
from bench.talking import LANGUAGES, PARTS, Item, Told, items, told
from config.command_line.arguments import DONE, FAILED, BenchOptions
from memory.vocabulary.event import Json

#: What is asked of a reply, and the share that is wanted.
MEASURES: Mapping[str, tuple[Callable[[Told], bool | None], float]] = {
    "right_kind": (lambda one: one.is_right, 0.95),
    "first_line_answers": (lambda one: one.answers, 0.85),
    "silent": (lambda one: one.is_silent, 0.95),
    "language": (lambda one: one.in_language, 1.0),
    "told_name": (lambda one: one.has_name, 1.0),
}


def run(options: BenchOptions) -> int:
    """1 where a share is below what is wanted."""
    given = _given(options.words)
    progress = Progress(options)
    chosen = items(given.part, tuple(given.languages))
    with place(given.embedder, progress) as here:
        found = asyncio.run(_all(chosen, here, progress))
        name = here.name
    if given.show:
        for one in found:
            if given.part == "open" and not one.is_good:
                progress(json.dumps(one.as_json(), ensure_ascii=False))
    by_language = {code: [one for one in found if one.item.language == code] for code in given.languages}
    findings: dict[str, Json] = {code: figures(each) for code, each in {**by_language, "all": found}.items()}
    print_findings(conditions(part=given.part, embedder=name), {"holds": holds(found), **findings})
    return DONE if holds(found) else FAILED


def figures(found: Sequence[Told]) -> dict[str, Json]:
    """Each share in per cent, of how many."""
    measured: dict[str, Json] = {"items": len(found)}
    for name, (measure, _) in MEASURES.items():
        asked = [is_so for one in found if (is_so := measure(one)) is not None]
        measured[name] = round(100 * sum(asked) / len(asked), 1) if asked else None
        measured[f"{name}_of"] = len(asked)
    return measured


def holds(found: Sequence[Told]) -> bool:
    told = figures(found)
    shares = {name: told[name] for name in MEASURES}
    return all(
        isinstance(share, float) and share >= 100 * MEASURES[name][1]
        for name, share in shares.items()
        if share is not None
    )


async def _all(chosen: Sequence[Item], here: Place, progress: Progress) -> list[Told]:
    found = []
    for number, item in enumerate(chosen, 1):
        if number % 50 == 0:
            progress(f"{number} of {len(chosen)}")
        found.append(await told(item, here.folder / item.id, here.embedder))
    return found


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("talk")
    parser.add_argument("--part", choices=PARTS, default="open", help="which half of the talk set")
    parser.add_argument("--languages", type=names, default=list(LANGUAGES), metavar="en,ja,tr", help="which of them")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    parser.add_argument("--show", action="store_true", help="tell the replies of the open half that are not as wanted")
    return parser.parse_args(list(words))
