"""Fit the judge of how a writer is: `python -m training.care`; `python -m training.care bounds` measures it by
cross-validation over the writers' examples first, to choose what it must be sure of.

Two hands have written: `<language>.tsv` are the writers', who know no code; `second.<language>.tsv` are a developer's,
from life as well: these are fitted to and never measured. What only looks like distress is plain, and so are the other
examples of the house: chats, wishes, statements.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from zlib import crc32

import numpy as np

from memory.language import feelings, linear_judge
from memory.language.feelings import CARE_LABELS, DISTRESS, DISTRESS_KINDS, FEELING_KINDS, PLAIN, windows_of
from memory.language.linear_judge import LinearJudge, text_features
from training import linear as fitting
from training.linear import Example, Shape
from training.wants import LANGUAGES, talk_lines

SHAPE = Shape(labels=CARE_LABELS, is_exclusive=False, size=40_000)
LOOKS_ALIKE = "look_alike"
FOLDS = 5
LIGHT = 0.5
"""What an ordinary message counts beside one that was written to be told from distress."""
EACH = 4
"""Every so many ordinary messages of the house are examples."""

FALSE = (0.001, 0.0025, 0.005, 0.01, 0.02)


@dataclass(frozen=True, slots=True, kw_only=True)
class CareExample:
    """`is_writers`: of those who know no code. `is_chat`: an ordinary message of the house; `is_talk`: one line of a
    long talk of several people, which bounds are measured on."""

    text: str
    label: str
    language: str
    is_writers: bool = False
    is_chat: bool = False
    is_talk: bool = False

    @property
    def is_distress(self) -> bool:
        return self.label in DISTRESS_KINDS


def main() -> None:
    told = list(examples())
    if sys.argv[1:] == ["bounds"]:
        print(json.dumps(measured_bounds(told), indent=1, ensure_ascii=False))
        return
    path = Path(str(files(feelings.__package__ or "").joinpath(f"{feelings.CARE_JUDGE}.npz")))
    fitting.write(fitting.fit([*map(_example, told)], SHAPE), path, digest(told))
    print(json.dumps({"judge": feelings.CARE_JUDGE, "examples": len(told), "bytes": path.stat().st_size}))


def digest(told: Sequence[CareExample]) -> str:
    return fitting.digest(f"{one.label} {one.text}" for one in told)


def examples() -> Iterator[CareExample]:
    """All that it is fitted to."""
    for language in LANGUAGES:
        for stem, is_writers in (("{}.tsv", True), ("second.{}.tsv", False)):
            for line in _lines("care", stem.format(language)):
                text, label = line.rsplit("\t", 1)
                yield CareExample(text=text, label=label, language=language, is_writers=is_writers)
        for text in dict.fromkeys(_ordinary(language)):
            if crc32(text.encode()) % EACH == 0:
                yield CareExample(text=text, label=PLAIN, language=language, is_chat=True)
        for text in dict.fromkeys(talk_lines(language)):
            yield CareExample(text=text, label=PLAIN, language=language, is_talk=True)


def measured_bounds(told: Sequence[CareExample]) -> dict[str, object]:
    """Of each bound: what is heard of the writers' distress, and what of the rest is taken for it; of each feeling
    the same. Nobody is judged by what was fitted to them."""
    fold = [crc32(one.text.encode()) % FOLDS for one in told]
    sums = np.zeros((len(told), len(CARE_LABELS)))
    for number in range(FOLDS):
        judge = fitting.fitted([_example(one) for one, at in zip(told, fold, strict=True) if at != number], SHAPE)
        for row, (one, at) in enumerate(zip(told, fold, strict=True)):
            if at == number and (one.is_writers or one.is_talk):
                sums[row] = _surest(judge, one.text)
    return _figures(told, sums)


def _figures(told: Sequence[CareExample], sums: np.ndarray) -> dict[str, object]:
    score = sums[:, CARE_LABELS.index(DISTRESS)]
    is_talk = np.array([one.is_talk for one in told])
    is_writers = np.array([one.is_writers for one in told])
    is_distress = np.array([one.is_distress for one in told]) & is_writers
    is_alike = np.array([one.label == LOOKS_ALIKE for one in told]) & is_writers
    rest = is_writers & ~is_distress & ~is_alike
    language = np.array([one.language for one in told])
    rows = []
    for share in FALSE:
        bound = float(np.quantile(score[is_talk], 1 - share))
        heard = {code: _share(score[is_distress & (language == code)] >= bound) for code in LANGUAGES}
        rows.append(
            {
                "sum": round(bound, 3),
                "false in talks": share,
                "false in look-alikes": _share(score[is_alike] >= bound),
                "false in feelings": _share(score[rest] >= bound),
                "heard": _share(score[is_distress] >= bound),
                **heard,
            }
        )
    return {"distress": rows, "feelings": _figures_of_feelings(told, sums)}


def _figures_of_feelings(told: Sequence[CareExample], sums: np.ndarray) -> list[dict[str, float]]:
    """Of each bound: what of the writers' feelings is heard as what it is, and what of talks and of what looks like
    distress is taken for one."""
    felt = sums[:, [CARE_LABELS.index(kind) for kind in FEELING_KINDS]]
    best, score = felt.argmax(axis=1), felt.max(axis=1)
    is_talk = np.array([one.is_talk for one in told])
    is_alike = np.array([one.label == LOOKS_ALIKE for one in told])
    is_felt = np.array([one.is_writers and one.label in FEELING_KINDS for one in told])
    is_right = np.array([FEELING_KINDS[place] == one.label for place, one in zip(best, told, strict=True)])
    figures = []
    for share in FALSE:
        bound = float(np.quantile(score[is_talk], 1 - share))
        heard, wrong = is_felt & is_right & (score >= bound), is_felt & ~is_right & (score >= bound)
        figures.append(
            {
                "sum": round(bound, 3),
                "false in talks": share,
                "false in look-alikes": _share(score[is_alike] >= bound),
                "right": round(float(heard.sum() / is_felt.sum()), 4),
                "wrong kind": round(float(wrong.sum() / is_felt.sum()), 4),
            }
        )
    return figures


def _surest(judge: LinearJudge, text: str) -> np.ndarray:
    """The sums of the whole, with the highest for distress of any window."""
    each = np.array([judge.sums(text_features(window)) for window in windows_of(text)])
    whole: np.ndarray = each[0].copy()
    whole[CARE_LABELS.index(DISTRESS)] = each[:, CARE_LABELS.index(DISTRESS)].max()
    return whole


def _share(is_so: np.ndarray) -> float:
    return round(float(is_so.mean()), 4) if len(is_so) else 0.0


def _example(one: CareExample) -> Example:
    label = PLAIN if one.label == LOOKS_ALIKE else one.label
    labels = frozenset({label, DISTRESS}) if one.is_distress else frozenset({label})
    return Example(
        text=one.text,
        blocks=linear_judge.text_features(one.text),
        labels=labels,
        language=one.language,
        weight=LIGHT if one.is_chat else 1.0,
    )


def _ordinary(language: str) -> Iterator[str]:
    for stem in ("intents.{}.tsv", "heard.{}.tsv", "lives.{}.tsv"):
        yield from (line.split("\t", 1)[1] for line in _lines("wishes", stem.format(language)))
    yield from (line.split("\t")[2] for line in _lines("plain", f"{language}.tsv"))
    yield from (line.split(": ", 1)[1] for line in _lines("chat", f"{language}.txt") if ": " in line)


def _lines(folder: str, name: str) -> list[str]:
    text = (files("training") / "examples" / folder / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip()]


if __name__ == "__main__":
    main()
