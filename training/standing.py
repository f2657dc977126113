"""Fits the judge of sentences to its examples: `python -m training.standing`. Seeded; it needs scikit-learn.

A tenth of the examples, by hash, is blind: it is measured and not fitted. A test asks that the weights are of the data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from memory import formation
from memory.formation.message_filter import HANGS, STANDING_JUDGE, STANDS, SURE
from memory.language.linear_judge import LinearJudge, text_features
from training import linear as fitting
from training.linear import Example, Shape, is_blind

SHAPE = Shape(labels=(STANDS,), is_exclusive=False, size=20_000)
OF_PAIRS, OF_NOTHING = 0.4, 0.3
"""What examples count that were not written for this."""

_HANGING = frozenset({"fragment", "typo"})
_FOLDER = Path(__file__).parent / "examples"


def main() -> None:
    every = list(examples())
    blind = [one for one in every if is_blind(one.text)]
    judge = fitting.fit([one for one in every if not is_blind(one.text)], SHAPE)
    fitting.write(judge, Path(formation.__file__).parent / f"{STANDING_JUDGE}.npz", digest())
    print(json.dumps({"judge": STANDING_JUDGE, "examples": len(every), **_measured(judge, blind)}))


def examples() -> Iterator[Example]:
    for label, text, language, weight in _rows():
        labels = frozenset({STANDS} if label == STANDS else set())
        yield Example(text=text, blocks=text_features(text), labels=labels, weight=weight, language=language)


def digest() -> str:
    return fitting.digest(" ".join(map(str, row)) for row in _rows())


def _rows() -> Iterator[tuple[str, str, str, float]]:
    """Label, text, language, what it counts: sentences that were labelled, earlier messages of pairs, fragments, and
    messages that are worth nothing."""
    for file in sorted((_FOLDER / "standing").glob("*.tsv")):
        for line in file.read_text(encoding="utf-8").splitlines():
            label, text = line.split("\t")
            yield label, text, file.stem, 1.0
    pairs = list(_pairs())
    yield from ((STANDS, text, language, OF_PAIRS)
                for text, language in {earlier: language for language, _, earlier, _ in pairs}.items())  # fmt: skip
    hanging = {later: language for language, kind, _, later in pairs if kind in _HANGING}
    yield from ((HANGS, text, language, OF_PAIRS) for text, language in hanging.items())
    for file in sorted((_FOLDER / "messages").glob("*.tsv")):
        rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        yield from ((HANGS, row[5], file.stem, OF_NOTHING) for row in rows if row[0] == "none")


def _pairs() -> Iterator[tuple[str, str, str, str]]:
    """Language, kind, earlier and later message of each pair that is not blind."""
    for file in sorted((_FOLDER / "pairs").glob("*.tsv")):
        for line in filter(None, file.read_text(encoding="utf-8").splitlines()):
            _, kind, _, earlier, _, _, later = line.split("\t")
            if not is_blind(earlier):
                yield file.stem, kind, earlier, later


def _measured(judge: LinearJudge, blind: list[Example]) -> dict[str, float]:
    """Shares of the blind tenth, of what was written for this and of all: right; of what hangs, kept."""
    own = [one for one in blind if one.weight == 1.0]
    told = dict[str, float]()
    for name, some in (("own", own), ("all", blind)):
        taken = [judge.shares(one.blocks)[STANDS] >= SURE for one in some]
        is_so = [STANDS in one.labels for one in some]
        right = sum(one == other for one, other in zip(taken, is_so, strict=True))
        wrongly = sum(one and not other for one, other in zip(taken, is_so, strict=True))
        told |= {f"{name} blind": len(some), f"{name} right": round(right / max(1, len(some)), 3),
                 f"{name} hanging kept": round(wrongly / max(1, is_so.count(False)), 3)}  # fmt: skip
    return told


if __name__ == "__main__":
    main()
