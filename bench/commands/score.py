"""`bench score`: the figures of a ranking file, and the difference to another one."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from bench.asking import read_lines, results
from bench.conversations import Conversation, UnreadableData, read_all
from bench.harness import Words, print_findings, told
from bench.score import Result, compared
from config.command_line.arguments import DONE, BenchOptions, fail, to_terminal
from memory.vocabulary.event import Json


def run(options: BenchOptions) -> int:
    """1 where a file cannot be read. Raises WrongUsage."""
    given = _given(options.words)
    try:
        conversations = read_all(Path(given.data))
        ours = _scored(conversations, Path(given.file))
        findings = told(ours)
        if given.against:
            findings["difference"] = _differences(ours, _scored(conversations, Path(given.against)))
    except (UnreadableData, ValueError, OSError) as reason:
        return fail(to_terminal, reason)
    print_findings({"data": given.data, "file": given.file, "against": given.against}, findings)
    return DONE


def _scored(conversations: Sequence[Conversation], file: Path) -> list[Result]:
    """Only conversations that the file has questions of. Raises ValueError, OSError."""
    lines = read_lines(file)
    asked = [one for one in conversations if any(query.id in lines for query in one.queries)]
    if not asked:
        raise ValueError(f"{file} has no question of these conversations")
    return [result for conversation in asked for result in results(conversation, lines)]


def _differences(ours: Sequence[Result], theirs: Sequence[Result]) -> dict[str, Json]:
    """In points, with the 95 % interval of the paired difference."""
    return {
        name: {"points": round(100 * middle, 1), "interval_95": [round(100 * low, 1), round(100 * high, 1)]}
        for name, (middle, low, high) in compared(ours, theirs).items()
    }


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("score")
    parser.add_argument("data", metavar="DATA", help="folder of <conversation>.json")
    parser.add_argument("file", metavar="FILE", help="a ranking file of `bench recall`")
    parser.add_argument("--against", metavar="FILE", help="another one, to be compared with")
    return parser.parse_args(list(words))
