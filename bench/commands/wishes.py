"""`bench wishes`: messages that wish something, and what is said of answers, in four languages; with `--public` a
public set (files of xSID, LANGUAGE.valid.conll or LANGUAGE.test.conll), which is read from where it lies."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from bench.harness import Words, conditions, names, print_findings
from bench.wishes import LANGUAGES, public_figures, verdict_figures, wish_figures, wish_items
from config.command_line.arguments import DONE, BenchOptions
from memory.vocabulary.event import Json


def run(options: BenchOptions) -> int:
    given = _given(options.words)
    findings: dict[str, Json] = {}
    if given.public is not None:
        findings = {file.name: public_figures(file) for file in sorted(given.public.glob(given.files))}
    else:
        for language in given.languages:
            findings[language] = {"wishes": wish_figures(wish_items(language)), "verdicts": verdict_figures(language)}
        each = [item for language in given.languages for item in wish_items(language)]
        findings["all"] = {"wishes": wish_figures(each)}
    print_findings(conditions(languages=list(given.languages)), findings)
    return DONE


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("wishes")
    parser.add_argument("--languages", type=names, default=list(LANGUAGES), metavar="en,de,tr,ja", help="which of them")
    parser.add_argument("--public", type=Path, metavar="FOLDER", help="a folder of xSID's files")
    parser.add_argument("--files", default="*.valid.conll", metavar="PATTERN", help="which files of that folder")
    return parser.parse_args(list(words))
