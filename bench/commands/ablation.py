"""`bench ablation`: what each part of the default recipe is worth."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from bench.asking import FIGURES, opened, scored, worth
from bench.conversations import Conversation, UnreadableData, read_all
from bench.harness import Place, Progress, Words, conditions, place, print_findings
from bench.recipes import DEFAULT
from bench.score import MEASURES, Result, mean
from config.command_line.arguments import DONE, BenchOptions, fail, to_terminal
from memory.vocabulary.event import Json


def run(options: BenchOptions) -> int:
    """1 where the data cannot be read. Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    try:
        conversations = read_all(Path(given.data))
    except UnreadableData as reason:
        return fail(to_terminal, reason)
    where = conditions(data=[one.name for one in conversations])
    with place(given.embedder, progress) as here:
        results = asyncio.run(_all(conversations, here, progress))
        name = here.name
    whole: dict[str, Json] = {
        figure: round(100 * mean([MEASURES[figure](one) for one in results[""]]), 1) for figure in FIGURES
    }
    lost: dict[str, Json] = {
        part: {
            figure: {"points": round(of.points, 2), "interval_95": [round(of.low, 2), round(of.high, 2)]}
            for figure, of in figures.items()
        }
        for part, figures in worth(results).items()
    }
    print_findings({**where, "embedder": name}, {"questions": len(results[""]), "whole": whole, "lost_without": lost})
    return DONE


async def _all(conversations: Sequence[Conversation], here: Place, progress: Progress) -> dict[str, list[Result]]:
    results: dict[str, list[Result]] = {}
    for number, conversation in enumerate(conversations, 1):
        progress(f"{number} of {len(conversations)}: {conversation.name}")
        engine = await opened(conversation, here.folder, here.embedder, DEFAULT)
        try:
            for part, found in (await scored(engine, conversation)).items():
                results.setdefault(part, []).extend(found)
        finally:
            await engine.close()
    return results


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("ablation")
    parser.add_argument("--data", required=True, metavar="DIR", help="folder of <conversation>.json")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    return parser.parse_args(list(words))
