"""`bench recall`: conversations through the real write path, their questions through the real recall."""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

from bench.asking import Answer, ask, opened, results
from bench.conversations import Conversation, UnreadableData, misspelled, read_all
from bench.harness import Place, Progress, Words, conditions, place, print_findings, told
from bench.recipes import DEFAULT, recall_of
from bench.score import Result
from config.command_line.arguments import DONE, BenchOptions, WrongUsage, fail, to_terminal
from memory.vocabulary.event import Json


def run(options: BenchOptions) -> int:
    """1 where the data cannot be read. Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    try:
        conversations = read_all(Path(given.data), tuple(given.conversation or ()))
    except UnreadableData as reason:
        return fail(to_terminal, reason)
    if given.misspelled:
        conversations = list(map(misspelled, conversations))
    names: list[Json] = [one.name for one in conversations]
    where = conditions(
        recipe=given.recipe, mood=given.mood, formation=given.formation, data=names, misspelled=given.misspelled
    )
    with place(given.embedder, progress) as here:
        answers, scored = asyncio.run(_all(conversations, here, given, progress))
        name = here.name
    lines = "".join(json.dumps(one.as_json(), ensure_ascii=False) + "\n" for one in answers)
    Path(given.out).write_text(lines, encoding="utf-8")
    times: dict[str, Json] = {
        "cpu_ms_mean": round(mean(one.cpu_ms for one in answers), 2),
        "cpu_ms_median": round(median(one.cpu_ms for one in answers), 2),
        "ms_median": round(median(one.ms for one in answers), 2),
    }
    print_findings({**where, "embedder": name}, {**told(scored), "recall": times, "out": given.out})
    return DONE


async def _all(
    conversations: Sequence[Conversation], here: Place, given: Namespace, progress: Progress
) -> tuple[list[Answer], list[Result]]:
    answers: list[Answer] = []
    scored: list[Result] = []
    for number, conversation in enumerate(conversations, 1):
        progress(f"{number} of {len(conversations)}: {conversation.name}, {len(conversation.turns)} turns")
        forms = given.formation == "rules"
        engine = await opened(conversation, here.folder, here.embedder, given.recipe, forms=forms, mood=given.mood)
        try:
            found = [await ask(engine, conversation, query) for query in conversation.queries]
        finally:
            await engine.close()
        answers += found
        scored += results(conversation, {one.query.id: one.as_json() for one in found})
    return answers, scored


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("recall")
    parser.add_argument("--data", required=True, metavar="DIR", help="folder of <conversation>.json")
    parser.add_argument("--out", required=True, metavar="FILE", help="the ranking file, one line a question")
    parser.add_argument("--recipe", default=DEFAULT, help="how it is ranked")
    parser.add_argument("--mood", choices=("off", "glad", "any"), default="off", help="when a like mood counts")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    parser.add_argument("--formation", choices=("rules", "none"), default="rules", help="whether facts are formed")
    parser.add_argument("--conversation", action="append", help="one of them (may be repeated); else all")
    parser.add_argument("--misspelled", action="store_true", help="the names in the questions are misspelled, seeded")
    given = parser.parse_args(list(words))
    try:
        recall_of(given.recipe)
    except ValueError as error:
        raise WrongUsage(f"--recipe: {error}") from None
    if not Path(given.out).absolute().parent.is_dir():
        raise WrongUsage(f"--out: there is no folder {Path(given.out).absolute().parent}")
    return given
