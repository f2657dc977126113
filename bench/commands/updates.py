"""`bench updates`: stories in which something changes, or only seems to; and how the judge parts the blind pairs."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from bench.conversations import read_all
from bench.harness import Place, Progress, Words, conditions, names, place, print_findings
from bench.score import mean
from bench.updates import KEPT, LANGUAGES, RIGHT, STALE, Answered, asked, f1, stories, taken_for_updates
from config.command_line.arguments import DONE, BenchOptions, WrongUsage
from memory.formation.update_judge import RelationJudge, UpdateJudge
from memory.vocabulary.event import Json
from training.chats import labelled

JUDGED, RULES, NONE = "judged", "rules", "none"


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    where = conditions(by=given.by, part=given.part, chat=given.chat is not None)
    found: dict[str, Json] = {}
    with place(given.embedder, progress) as here:
        judge = UpdateJudge()
        if given.part:
            found["pairs"] = _pairs(judge, given.part)
        if given.chat:
            found["chat"] = {one.name: taken_for_updates(one, judge) for one in read_all(given.chat)}
        for by in given.by:
            told = asyncio.run(_answers(by, given, here, progress))
            found[by] = {name: _figures(of) for name, of in (("all", told), *_parted(told, given.languages))}
            found[f"{by} by kind"] = {kind: _figures(of) for kind, of in _by_kind(told)}
        name = here.name
    print_findings({**where, "embedder": name}, found)
    return DONE


async def _answers(by: str, given: Namespace, here: Place, progress: Progress) -> list[Answered]:
    told = []
    for language in given.languages:
        progress(f"{by}, {language}")
        for story in stories(language):
            folder = Path(here.folder) / by / story.id
            told.append(await asked(story, folder, here.embedder, is_judged=by == JUDGED, forms=by != NONE))
    if given.show:
        for one in told:
            if one.verdict != RIGHT or one.harmed:
                progress(f"{one.verdict}{' harmed' * one.harmed}, {one.story.kind}, {one.story.id}: {one.text}")
    return told


def _parted(told: Sequence[Answered], languages: Sequence[str]) -> list[tuple[str, list[Answered]]]:
    return [(one, [each for each in told if each.story.id.startswith(f"{one}-")]) for one in languages]


def _by_kind(told: Sequence[Answered]) -> list[tuple[str, list[Answered]]]:
    kinds = sorted({one.story.kind for one in told})
    return [(kind, [one for one in told if one.story.kind == kind]) for kind in kinds]


def _figures(told: Sequence[Answered]) -> dict[str, Json]:
    """In per cent. `harmed`: of the stories in which nothing is replaced."""
    changing = [one for one in told if one.story.changes]
    kept = [one for one in told if one.story.kind in KEPT]
    return {
        "stories": len(told),
        "right_first": _share([one.verdict == RIGHT for one in told]),
        "stale_first": _share([one.verdict == STALE for one in told]),
        "right_first_of_changes": _share([one.verdict == RIGHT for one in changing]),
        "right_first_of_lookalikes": _share([one.verdict == RIGHT for one in kept]),
        "harmed": _share([one.harmed for one in kept]),
    }


def _share(claims: Sequence[bool]) -> float | None:
    return round(100 * mean([float(one) for one in claims]), 1) if claims else None


def _pairs(judge: RelationJudge, part: str) -> dict[str, Json]:
    pairs = labelled([part])
    began = process_time()
    figures = f1(pairs, judge)
    cost = (process_time() - began) * 1000 / len(pairs)
    return {"pairs": len(pairs), "cpu_ms_a_pair": round(cost, 2), **figures}


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("updates")
    parser.add_argument("--languages", type=names, default=list(LANGUAGES), help=",".join(LANGUAGES))
    parser.add_argument("--by", type=names, default=[JUDGED, NONE], help=f"{JUDGED},{RULES},{NONE}")
    parser.add_argument("--part", choices=("blind", "validation", ""), default="blind", help="of the labelled pairs")
    parser.add_argument("--chat", type=Path, help="a folder of conversations: how many messages are taken for updates")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|MODEL", help="what embeds")
    parser.add_argument("--show", action="store_true", help="on stderr, every story that is not answered right")
    given = parser.parse_args(list(words))
    if unknown := set(given.languages) - set(LANGUAGES):
        raise WrongUsage(f"--languages: {', '.join(sorted(unknown))} is not spoken here ({', '.join(LANGUAGES)})")
    return given
