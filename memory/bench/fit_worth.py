"""Fit the weights of `memory.encoding.worth` to the labelled messages: `python -m memory.bench.fit_worth`.

Nothing of what is held out is read. It needs scikit-learn, which comes with the embeddings; the fleet does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from memory.bench.labelled import Labelled, practice, read, said_of
from memory.encoding import worth
from memory.encoding.understanding import evidence

SEEN_AT_LEAST = 2
"""A word of fewer messages tells more of the message than of the word."""

STRENGTH = 1.0
LOST, JUNK = 2.0, 1.3
"""What it costs to lose something of a person, and to keep what is nothing."""

Rows = Sequence[tuple[Mapping[str, float], str, float]]
"""Features, the category, and what a mistake costs."""


def main() -> None:
    path = Path(worth.__file__).with_name("worth.tsv")
    path.write_text(table(rows((*read("tuning"), *practice()))), encoding="utf-8", newline="\n")


def rows(labels: Sequence[Labelled]) -> Rows:
    """Of those that are judged by it; answers to questions go another way."""
    found = [(evidence(said_of(label)), label) for label in labels]
    each = [(seen, label) for seen, label in found if seen]
    counted = Counter(name for seen, _ in each for name in seen)
    return [
        ({name: value for name, value in seen.items() if counted[name] >= SEEN_AT_LEAST}, label.category, _cost(label))
        for seen, label in each
    ]


def table(fitted: Rows) -> str:
    """Tab-separated: a feature, and its weight for each category in hundredths."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    vectors = DictVectorizer()
    matrix = vectors.fit_transform([dict(features) for features, _, _ in fitted])
    model = LogisticRegression(C=STRENGTH, max_iter=5000, fit_intercept=False)
    model.fit(matrix, [category for _, category, _ in fitted], sample_weight=[cost for *_, cost in fitted])
    lines = ["\t".join(("feature", *model.classes_))]
    for name, weights in sorted(zip(vectors.get_feature_names_out(), model.coef_.T.tolist(), strict=True)):
        rounded = [round(worth.SCALE * weight) for weight in weights]
        if any(rounded):
            lines.append("\t".join((name, *map(str, rounded))))
    return "\n".join(lines) + "\n"


def _cost(label: Labelled) -> float:
    if label.category == worth.NOTHING:
        return JUNK
    return LOST if label.personal else 1.0


if __name__ == "__main__":
    main()
