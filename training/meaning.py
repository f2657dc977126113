"""Fit what tells a wish by its meaning to the English examples of wishes: `python -m training.meaning
--models FOLDER`. The blind tenth is left out, and measured beside the judge of letters, which is fitted first
(`python -m training.wants wish`). It needs scikit-learn, which the fleet does not.

In the space of the student other languages gained nothing: 0 to -1 of 100 blind ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from adapters.models.embedders import exported, source
from adapters.models.embedders.exported import Int8
from memory.formation import message_intent
from memory.formation.message_intent import INTENTS, judge_intent
from training import wants as fitting
from training.linear import SEED, Example

LANGUAGE = "en"
STRENGTH = 30.0
"""How freely the weights of the regression may grow."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--models", type=Path, required=True, help="folder of exported models")
    bundled = source.minilm()
    if bundled is None:
        raise SystemExit("the bundled model is not installed")
    embedder = Int8.load(bundled, exported.export_folder(options.parse_args().models, bundled))
    seen, blind = ([one for one in part if one.language == LANGUAGE] for part in fitting.parted_wishes())
    rows, blind_rows = (embedder.embed([one.text for one in part], query=True) for part in (seen, blind))
    weights, bias = fit(seen, rows)
    np.savez_compressed(
        Path(message_intent.__file__).with_name(message_intent.MEANING_WEIGHTS),
        labels=np.array(INTENTS),
        space=np.array(message_intent.embedding_space(embedder.name)),
        language=np.array(LANGUAGE),
        weights=weights.astype(np.float16),
        bias=bias.astype(np.float32),
        data=np.array(fitting.digest("wish")),
    )
    message_intent.meaning_weights.cache_clear()
    print(json.dumps(measured(blind, blind_rows), indent=1))


def fit(examples: Sequence[Example], rows: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights, a column a label, and biases."""
    from sklearn.linear_model import LogisticRegression

    labels = np.array([INTENTS.index(label) for one in examples for label in one.labels])
    costs = np.array([one.weight for one in examples])
    model = LogisticRegression(C=STRENGTH, max_iter=400, random_state=SEED).fit(rows, labels, sample_weight=costs)
    return model.coef_.T, model.intercept_


def measured(blind: Sequence[Example], rows: NDArray[np.float32]) -> dict[str, float]:
    """Per cent of the blind that are right: by letters, and with the meaning."""
    by_letters = [judge_intent(one.text) in one.labels for one in blind]
    by_both = [judge_intent(one.text, row) in one.labels for one, row in zip(blind, rows, strict=True)]
    return {
        "blind": len(blind),
        "letters": round(100 * float(np.mean(by_letters)), 1),
        "with_meaning": round(100 * float(np.mean(by_both)), 1),
    }


if __name__ == "__main__":
    main()
