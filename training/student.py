"""Fits the student: `python -m training.student`, about eight minutes of one core.

Each text of another language is to get the vector that the English model gives to its English: by its cosine, and by
being nearer to it than to that of any other text of the batch. A question is to be near what answers it, too. A tenth
of the groups is blind: only the figures that are printed at the end come from it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from adapters.models.embedders import exported, source
from adapters.models.embedders.exported import Int8
from adapters.models.embedders.student import (
    FITTED,
    STUDENT_MARK,
    WEIGHTS,
    Multilingual,
    Student,
    features_of,
)
from memory.index import calibration
from memory.index.calibration import fit_calibration, shipped_calibrations
from memory.language.linear_judge import feature_places
from memory.vocabulary.ports import Embedder
from training import parallel
from training.linear import digest, is_blind
from training.parallel import Text

SEED = 7
FEATURES, WIDTH = 40_000, 112
"""How many features are known, and in how many numbers each is told."""

EPOCHS, BATCH, RATE, DECAY = 20, 256, 6e-3, 0.89
DROPPED = 0.15
"""Of the features of a text, each time."""
SHARP = 0.05
"""Temperature of the comparison within a batch."""
WORD = 0.5
"""What a word of the list counts beside a sentence."""
ANSWERS = 0.3
"""What a question's nearness to its answer counts beside the nearness to its English."""

Rows = NDArray[np.float32]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--models", type=Path, required=True, help="folder of exported models")
    options.add_argument("--to", type=Path, default=WEIGHTS)
    given = options.parse_args()
    bundled = source.minilm()
    if bundled is None:
        raise SystemExit("the bundled model is not installed")
    teacher = Int8.load(bundled, exported.export_folder(given.models, bundled))
    every = list(texts())
    print(f"{len(every)} texts", flush=True)
    wanted = teacher.embed([one.english for one in every])
    learned = [at for at, one in enumerate(every) if not is_held_back(one)]
    student = fit([every[at] for at in learned], wanted[learned])
    write(student, given.to)
    found = {code: figures(every, wanted, student, teacher, code) for code in parallel.LANGUAGES}
    told = {"version": version_of(given.to), "data": data_of(every), "blind": found}
    FITTED.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    calibrate(Multilingual(teacher, student))
    print(json.dumps(told, indent=1))


def version_of(weights: Path) -> str:
    return sha256(weights.read_bytes()).hexdigest()[:8]


def calibrate(embedder: Embedder) -> None:
    """Ship what a similarity means with the new weights, and not what it meant with those before."""
    path = Path(calibration.__file__).with_name("calibration_fitted.json")
    others = {name: scales for name, scales in shipped_calibrations().items() if STUDENT_MARK not in name}
    path.write_text(
        calibration.calibrations_as_json({embedder.name: fit_calibration(embedder).scales, **others}), encoding="utf-8"
    )


def texts() -> Iterator[Text]:
    """The examples of all languages."""
    for code in parallel.LANGUAGES:
        yield from parallel.grouped(code)
        yield from parallel.words(code)


def data_of(every: Sequence[Text]) -> str:
    """The hash of the examples."""
    return digest(f"{one.text}\t{one.english}" for one in every)


def is_held_back(one: Text) -> bool:
    return bool(one.group) and is_blind(f"{one.language}{one.group}")


class Network(torch.nn.Module):
    """The student while it learns."""

    def __init__(self, known: int, wanted: Rows) -> None:
        super().__init__()
        self.table = torch.nn.EmbeddingBag(known, WIDTH, mode="sum")
        self.project = torch.nn.Linear(WIDTH, wanted.shape[1])
        torch.nn.init.normal_(self.table.weight, std=0.05)
        with torch.no_grad():  # begins as the directions in which the wanted vectors differ most
            self.project.weight.copy_(torch.tensor(np.linalg.svd(wanted, full_matrices=False)[2][:WIDTH].T))
            self.project.bias.zero_()

    def forward(self, texts: Sequence[NDArray[Any]]) -> torch.Tensor:
        starts = np.cumsum([0, *(len(one) for one in texts[:-1])])
        total = self.table(torch.tensor(np.concatenate(texts)), torch.tensor(starts))
        lengths = torch.tensor([len(one) for one in texts], dtype=torch.float32).sqrt()[:, None]
        return functional.normalize(self.project(total / lengths), dim=1)


def fit(learned: Sequence[Text], wanted: Rows) -> Student:
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    chance = np.random.default_rng(SEED)
    each = [features_of(one.text) for one in learned]
    keys = _known(learned, each)
    found = [at[is_known] for at, is_known in (feature_places(one, keys) for one in each)]
    network = Network(len(keys), wanted)
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.ExponentialLR(optimiser, DECAY)
    goals = torch.tensor(wanted)
    weights = torch.tensor([1.0 if one.group else WORD for one in learned])
    answers = _answers(learned)
    for epoch in range(EPOCHS):
        total = 0.0
        for batch in np.array_split(order := chance.permutation(len(learned)), len(order) // BATCH + 1):
            rows = network([_some(found[at], chance) for at in batch])
            loss = (weights[batch] * _loss(rows, goals[batch])).mean()
            asked = [(row, chance.choice(answers[at])) for row, at in enumerate(batch) if at in answers]
            if len(asked) > 1:
                told = network([_some(found[at], chance) for _, at in asked])
                near = rows[[row for row, _ in asked]] @ told.T / SHARP
                loss = loss + ANSWERS * functional.cross_entropy(near, torch.arange(len(asked)))
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            total += loss.item()
        schedule.step()
        print(f"epoch {epoch + 1} of {EPOCHS}: {total / (len(learned) // BATCH + 1):.3f}", flush=True)
    return _student(network, keys)


def _known(learned: Sequence[Text], each: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The commonest features, of two texts at least; one word of the list is enough."""
    counts = Counter[int]()
    for one, own in zip(learned, each, strict=True):
        counts.update(dict.fromkeys(np.unique(own).tolist(), 1 if one.group else 2))
    return np.array(sorted(key for key, count in counts.most_common(FEATURES) if count > 1), dtype=np.uint32)


def _some(places: NDArray[Any], chance: np.random.Generator) -> NDArray[Any]:
    kept = places[chance.random(len(places)) >= DROPPED]
    return kept if len(kept) else places


def _answers(learned: Sequence[Text]) -> dict[int, list[int]]:
    """The places of what answers each question."""
    told: dict[tuple[str, str], list[int]] = {}
    for at, one in enumerate(learned):
        if one.role == "answer":
            told.setdefault((one.language, one.group), []).append(at)
    asked = ((at, told.get((one.language, one.group))) for at, one in enumerate(learned) if one.role == "ask")
    return {at: found for at, found in asked if found}


def _loss(rows: torch.Tensor, goals: torch.Tensor) -> torch.Tensor:
    likeness = rows @ goals.T
    is_same = (goals @ goals.T > 0.999) & ~torch.eye(len(goals), dtype=torch.bool)
    compared = functional.cross_entropy(
        (likeness / SHARP).masked_fill(is_same, -1e9), torch.arange(len(goals)), reduction="none"
    )
    return 4 * (1 - likeness.diagonal()) + compared


def _student(network: Network, keys: NDArray[Any]) -> Student:
    table = network.table.weight.detach().numpy()
    scales = np.maximum(np.abs(table).max(axis=1), 1e-9) / 127
    return Student(
        keys=keys,
        table=np.round(table / scales[:, None]).astype(np.int8),
        scales=scales.astype(np.float16).astype(np.float32),
        projection=network.project.weight.detach().numpy().T.astype(np.float16).astype(np.float32),
        offset=network.project.bias.detach().numpy().astype(np.float32),
    )


def write(student: Student, path: Path) -> None:
    np.savez_compressed(
        path,
        steps=np.diff(student.keys, prepend=np.uint32(0)).astype(np.uint32),
        table=student.table,
        scales=student.scales.astype(np.float16),
        projection=student.projection.astype(np.float16),
        offset=student.offset,
    )


def figures(every: Sequence[Text], wanted: Rows, student: Student, teacher: Embedder, language: str) -> dict[str, Any]:
    """Of the blind groups of a language, per cent: texts nearest to their own English, and questions nearest to an
    answer among all that is not asked: by the student, by the English model on the same texts, by it on the English."""
    at = [place for place, one in enumerate(every) if is_held_back(one) and one.language == language]
    blind = [every[place] for place in at]
    goals = wanted[at]
    raw = teacher.embed([one.text for one in blind])
    own = np.stack([student.vector(one.text) for one in blind])
    asks = [n for n, one in enumerate(blind) if one.role == "ask"]
    others = [n for n, one in enumerate(blind) if one.role != "ask"]

    def answered(questions: Rows, memories: Rows) -> float:
        nearest = (questions[asks] @ memories[others].T).argmax(axis=1)
        pairs = [(blind[ask], blind[others[place]]) for ask, place in zip(asks, nearest, strict=True)]
        return _share([found.role == "answer" and found.group == ask.group for ask, found in pairs])

    return {
        "texts": len(blind),
        "translations": _share(((own @ goals.T).argmax(axis=1) == np.arange(len(blind))).tolist()),
        "answers": answered(own, own),
        "answers_english_model": answered(raw, raw),
        "answers_on_the_english": answered(goals, goals),
        "answers_across": answered(own, goals),
    }


def _share(right: Sequence[bool]) -> float:
    return round(100 * sum(right) / max(1, len(right)), 1)


if __name__ == "__main__":
    main()
