"""`bench gathering`: a generated room of many people, in three languages, asked of recall and of simple baselines."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from bench.gathering import WORDS, generate
from bench.gathering_run import Answered, Outcome
from bench.gathering_run import run as tell
from bench.harness import Place, Progress, Words, conditions, names, place, print_findings
from bench.score import interval, mean
from config.command_line.arguments import DONE, BenchOptions, WrongUsage
from memory.vocabulary.event import Json


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    where = conditions(words=given.words, seeds=given.seeds)
    with place(given.embedder, progress) as here:
        found = {language: asyncio.run(_outcomes(language, given, here, progress)) for language in given.language}
        name = here.name
    print_findings({**where, "embedder": name}, {language: _told(outcomes) for language, outcomes in found.items()})
    return DONE


async def _outcomes(language: str, given: Namespace, here: Place, progress: Progress) -> list[Outcome]:
    outcomes = []
    for seed in given.seeds:
        progress(f"{language}, seed {seed}")
        folder = Path(here.folder) / f"{language}-{seed}"
        outcomes.append(await tell(generate(language, seed, given.words), folder, here.embedder))
    return outcomes


def _told(outcomes: Sequence[Outcome]) -> dict[str, Json]:
    """Per cent of questions with all their evidence in the first ten, and how well it is told who said what."""
    answers = {
        system: [one for outcome in outcomes for one in outcome.answers[system]] for system in outcomes[0].answers
    }
    told: dict[str, Json] = {"questions": len(answers["default"])}
    for system, given in answers.items():
        kinds: dict[str, list[Answered]] = defaultdict(list)
        for one in given:
            kinds[one.question.kind.partition(",")[0]].append(one)
        told[system] = {
            "all@10": _per_cent([float(one.has_all) for one in given]),
            "recall@10": _per_cent([one.recall for one in given]),
            "all@10_by_kind": {
                kind: _per_cent([float(one.has_all) for one in of]) for kind, of in sorted(kinds.items())
            },
        }
        if system != "default":
            pairs = zip(answers["default"], given, strict=True)
            ahead = [float(ours.has_all) - float(theirs.has_all) for ours, theirs in pairs]
            low, high = interval(ahead)
            told[f"ahead_of_{system}"] = {"points": _per_cent(ahead), "interval_95": [_points(low), _points(high)]}
    lines, mislabelled = sum(one.lines for one in outcomes), sum(one.mislabelled for one in outcomes)
    stated, usurped = sum(one.stated for one in outcomes), sum(one.usurped for one in outcomes)
    told["attribution"] = {
        "lines": lines,
        "mislabelled": mislabelled,
        "matters_found": stated,
        "a_labelled_stranger_first": usurped,
    }
    return told


def _per_cent(values: Sequence[float]) -> float:
    return _points(mean(values))


def _points(value: float) -> float:
    return round(100 * value, 1)


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("gathering")
    parser.add_argument("--language", type=names, default=list(WORDS), help=",".join(WORDS))
    parser.add_argument("--seeds", type=_numbers, default=[1, 2, 3], help="1,2,3")
    parser.add_argument("--words", choices=("tuning", "held_out"), default="held_out", help="which word lists")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    given = parser.parse_args(list(words))
    if unknown := set(given.language) - set(WORDS):
        raise WrongUsage(f"--language: {', '.join(sorted(unknown))} is not spoken here ({', '.join(WORDS)})")
    return given


def _numbers(text: str) -> list[int]:
    return [int(one) for one in names(text)]
