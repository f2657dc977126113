"""`bench formation`: labelled messages, and what the rules would keep of them, judged by their labels."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.harness import Progress, Words, conditions, print_findings
from bench.judging import Predicted, by_language, silently_wrong
from config.command_line.arguments import DONE, BenchOptions
from memory.formation.entities import find_entities
from memory.formation.understanding import understand
from memory.language.dating.said_dates import iso_date, said_dates
from memory.language.prose import spoken
from memory.vocabulary.event import Json
from training.labelled import NONE, Dated, Labelled, Part, read, said_of

TUNING: Part = "tuning"
HELD_OUT: Part = "held_out"
_ENTITY = "entity://"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What was made of one message, and why nothing where nothing was."""

    label: Labelled
    predicted: Predicted
    because: str


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    part: Part = HELD_OUT if given.part == HELD_OUT else TUNING
    progress = Progress(options)
    progress(f"the rules understand the messages of the part {part}")
    made = [_made(label) for label in read(part)]
    found = by_language([one.label for one in made], {one.label.id: one.predicted for one in made})
    findings: dict[str, Json] = {language: judgement.as_json() for language, judgement in found.items()}
    if part == TUNING:  # nobody looks at what is held out
        findings["wrong"] = list(_wrong(made))
    print_findings(conditions(part=part), findings)
    return DONE


def _made(label: Labelled) -> Made:
    said = said_of(label)
    understood = understand(said)
    named = frozenset(one.uri.removeprefix(_ENTITY) for one in find_entities(said.text, said.workspace))
    named_days = said_dates(spoken(said.text), said.at)
    dates = tuple(Dated(text=said.text[one.start : one.end], iso=iso_date(one) or None) for one in named_days)
    predicted = Predicted(category=understood.category or NONE, entities=named, dates=tuple(filter(_is_listed, dates)))
    return Made(label=label, predicted=predicted, because=understood.because)


def _is_listed(date: Dated) -> bool:
    """The labels have no weekends and other stretches of days."""
    return date.iso is None or "/" not in date.iso or date.iso.endswith("/P7D")


def _wrong(made: Sequence[Made]) -> Iterator[Json]:
    """Every item that is not as it is labelled, with both."""
    for one in made:
        label, predicted = one.label, one.predicted
        told: dict[str, Json] = {}
        if label.category != predicted.category:
            told |= {"label": label.category, "made": predicted.category, "because": one.because}
        if label.entities != predicted.entities:
            told |= {
                "entities_missed": ", ".join(sorted(label.entities - predicted.entities)),
                "entities_wrong": ", ".join(sorted(predicted.entities - label.entities)),
            }
        if dates := silently_wrong(label, predicted):
            told["dates_wrong"] = "; ".join(f"{date.text}: {date.iso}" for date in dates)
        if told:
            yield {"id": label.id, "text": label.text, **told}


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("formation")
    parser.add_argument("--part", choices=(TUNING, HELD_OUT), default=TUNING, help="which half of the labels")
    return parser.parse_args(list(words))
