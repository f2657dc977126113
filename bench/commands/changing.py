"""`bench changing`: generated lives in which things change; how often what was replaced comes back, by language."""

from __future__ import annotations

import asyncio
from argparse import BooleanOptionalAction, Namespace
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bench.changing import WORDS, Question, generate
from bench.changing_lists import HELD_OUT, PARTS
from bench.changing_run import FORMED, MARKED, NO_FACTS, NONE, PERFECT, RIGHT, STALE, Answered
from bench.changing_run import run as tell
from bench.harness import Place, Progress, Words, conditions, names, place, print_findings
from bench.score import interval, mean
from config.command_line.arguments import DONE, BenchOptions, WrongUsage
from memory.vocabulary.event import Json

_BY: Mapping[str, Callable[[Question], str]] = {
    "by_when": lambda asked: asked.when,
    "by_form": lambda asked: asked.form,
    "by_kind": lambda asked: asked.kind,
}


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    where = conditions(part=given.part, seeds=given.seeds, facts=given.facts, judged=given.judged)
    with place(given.embedder, progress) as here:
        found = {language: asyncio.run(_answers(language, given, here, progress)) for language in given.languages}
        name = here.name
    print_findings({**where, "embedder": name}, {language: _told(answers) for language, answers in found.items()})
    return DONE


async def _answers(language: str, given: Namespace, here: Place, progress: Progress) -> list[Answered]:
    answers: list[Answered] = []
    for seed in given.seeds:
        progress(f"{language}, seed {seed}")
        folder = Path(here.folder) / f"{language}-{seed}"
        lives = generate(language, seed, given.part)
        answers += await tell(lives, folder, here.embedder, given.facts, is_judged=given.judged)
    if given.show:
        for one in answers:
            if one.verdict != RIGHT:
                progress(f"{one.verdict}, {one.question.form}, {one.question.when}: {one.question.text} | {one.text}")
    return answers


def _told(answers: Sequence[Answered]) -> dict[str, Json]:
    """Per cent of all questions, and for every way to part them."""
    told: dict[str, Json] = {"questions": len(answers), **_figures(answers)}
    for name, by in _BY.items():
        parted: dict[str, list[Answered]] = defaultdict(list)
        for one in answers:
            parted[by(one.question)].append(one)
        told[name] = {key: {"questions": len(of), **_figures(of)} for key, of in sorted(parted.items())}
    return told


def _figures(answers: Sequence[Answered]) -> dict[str, Json]:
    """`stale` and `marked` (told to be stale) are shares of the questions that have a stale value, others of all."""
    changed = [one for one in answers if one.question.stale]
    told: dict[str, Json] = {"stale": None, "stale_interval_95": None, "marked": None}
    if changed:
        stale = [float(one.verdict == STALE) for one in changed]
        told = {"stale": _share(changed, STALE), "stale_interval_95": [_per_cent(end) for end in interval(stale)]}
        told["marked"] = _share(changed, MARKED)
    return {**told, "right": _share(answers, RIGHT), "none": _share(answers, NONE)}


def _share(answers: Sequence[Answered], verdict: str) -> float:
    return _per_cent(mean([float(one.verdict == verdict) for one in answers]))


def _per_cent(value: float) -> float:
    return round(100 * value, 1)


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("changing")
    parser.add_argument("--languages", type=names, default=list(WORDS), help=",".join(WORDS))
    parser.add_argument("--seeds", type=_numbers, default=[1, 2, 3], help="1,2,3")
    parser.add_argument("--part", choices=PARTS, default=HELD_OUT, help="which wordings")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    parser.add_argument("--facts", choices=(FORMED, PERFECT, NO_FACTS), default=FORMED, help="formed by whom")
    parser.add_argument("--judged", action=BooleanOptionalAction, default=True, help="by the judge of what holds")
    parser.add_argument("--show", action="store_true", help="on stderr, every question that is not answered right")
    given = parser.parse_args(list(words))
    if unknown := set(given.languages) - set(WORDS):
        raise WrongUsage(f"--languages: {', '.join(sorted(unknown))} is not spoken here ({', '.join(WORDS)})")
    return given


def _numbers(text: str) -> list[int]:
    return [int(one) for one in names(text)]
