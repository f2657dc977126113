"""Fit the judge of updates to its examples: `python -m training.updates --models FOLDER`. Seeded, some
ten minutes of one core; it needs scikit-learn and the bundled model, which the fleet's judge does not.

The linear judge of later messages is fitted first; the trees see what it says of messages that it was not fitted to,
a fifth after the other. Bounds come from what is held out.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adapters.models.embedders import source
from adapters.models.embedders.embedder_candidates import candidates
from adapters.models.embedders.source import ModelFolder
from memory.formation import update_judge
from memory.formation.update_judge import NOTHING, UPDATE, UPDATE_LABELS, UPDATES, pair_signals
from memory.language.analyser import terms
from memory.language.linear_judge import hash_features, text_features
from training import linear as fitting
from training.chats import FIT, HELD, NEVER_SAID, OTHER_THINGS, Offered, offered, rows
from training.linear import SEED, Example, Shape

Floats = NDArray[np.float32]

FOLDER = Path(update_judge.__file__).parent
SHAPE = Shape(labels=UPDATE_LABELS, is_exclusive=True, size=40_000)
FOLDS = 5
TOLD = ("threads", "chat", "pairs", "messages")
"""Sources of which later messages are told what they change; of the others that is something that is not there."""

WEIGHTS: Mapping[str, float] = {
    **{"threads": 3.0, "chat": 3.0, "pairs": 1.0, "messages": 1.0},
    **{NEVER_SAID: 1.0, OTHER_THINGS: 1.0},
}
"""What an example counts: chats are what a judge is asked about."""

WITHOUT_MEANING = 0.2
"""The share of examples whose likeness is hidden: it is not known where nothing embeds."""

SEEN_AT_LEAST = 3
"""Texts with a term whose rarity is kept."""

RIGHT_WHERE_SURE, RIGHT_WHERE_UNSURE = 0.6, 0.5
"""Of the held-out messages whose surest link reaches a bound, so many change that earlier one."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--models", type=Path, required=True, help="folder of exported models")
    bundled = source.minilm()
    if bundled is None:
        raise SystemExit("the bundled model is not installed")
    examples = list(_with_likeness(offered(SEED), bundled, options.parse_args().models))

    changed = _changed(examples)
    rarity = _rarity(examples)
    each = [pair_signals(one.pairs, at, rarity) for one, at in zip(examples, changed, strict=True)]
    model = _trees(examples, each)
    shares = [model.predict_proba(one)[:, 1] for one in each]
    held = [(one, share) for one, share in zip(examples, shares, strict=True) if one.part == HELD]
    bounds: dict[str, Any] = {"sure": _bound(held, RIGHT_WHERE_SURE), "unsure": _bound(held, RIGHT_WHERE_UNSURE)}
    np.savez_compressed(
        FOLDER / update_judge.TREES, data=np.array(digest()), **_kept(model), **_terms(rarity), **bounds
    )
    print(json.dumps({**bounds, **measured(held, bounds["sure"])}, indent=1))


def digest() -> str:
    return fitting.digest(rows())


def measured(held: Sequence[tuple[Offered, Floats]], sure: float) -> dict[str, Any]:
    """By source of the held-out examples: messages, those that change something, of these found, and messages of which
    something wrong is said, per cent."""
    told: dict[str, Any] = {}
    for name in WEIGHTS:
        some = [(one, share) for one, share in held if one.source == name]
        changing = [one for one in some if _changes(one[0])]
        found = [one for one in changing if _is_right(*one, sure)]
        wrong = [one for one in some if one[1].max() >= sure and not _is_right(*one, sure)]
        told[name] = {
            "messages": len(some),
            "changing": len(changing),
            "found": round(100 * len(found) / max(1, len(changing)), 1),
            "wrong": round(100 * len(wrong) / max(1, len(some)), 1),
        }
    return told


def _with_likeness(examples: Sequence[Offered], bundled: ModelFolder, models: Path) -> Iterator[Offered]:
    """As the fleet's own embedder sees it; of some examples it is hidden."""
    (candidate,) = candidates(bundled, models)
    embedder = candidate.load()
    texts = sorted({text for one in examples for pair in one.pairs for text in (pair.earlier, pair.later)})
    vectors = dict(zip(texts, embedder.embed(texts), strict=True))
    chance = random.Random(SEED)
    for one in examples:
        hidden = one.part == FIT and chance.random() < WITHOUT_MEANING
        alike = [None if hidden else float(vectors[pair.earlier] @ vectors[pair.later]) for pair in one.pairs]
        pairs = (replace(pair, likeness=like) for pair, like in zip(one.pairs, alike, strict=True))
        yield replace(one, pairs=tuple(pairs))


def _changed(examples: Sequence[Offered]) -> list[float]:
    """How much speaks for a change in each later message, by a judge that was not fitted to it."""
    as_examples = [_example(one) for one in examples]
    scenes = sorted({one.scene for one in examples})
    fold_of = {scene: at % FOLDS for at, scene in enumerate(random.Random(SEED).sample(scenes, len(scenes)))}
    found = [0.0] * len(examples)
    for fold in range(-1, FOLDS):
        is_out = [fold_of[one.scene] == fold or one.part == HELD for one in examples]
        shown = [
            one for one, out, of in zip(as_examples, is_out, examples, strict=True) if not out and of.source in TOLD
        ]
        judge = fitting.fit(shown, SHAPE)
        if fold < 0:
            fitting.write(judge, FOLDER / f"{UPDATE}.npz", digest())
        for at, one in enumerate(examples):
            if (one.part == HELD) == (fold < 0) and is_out[at]:
                found[at] = -float(judge.sums(as_examples[at].blocks)[UPDATE_LABELS.index(NOTHING)])
    return found


def _example(one: Offered) -> Example:
    label = next((relation for relation in one.relations if relation in UPDATES), NOTHING)
    later, before = one.pairs[0].later, one.pairs[0].before
    weight = 0.5 if one.source == "messages" else 1.0
    return Example(
        text=f"{before}\n{later}", blocks=text_features(later, before), labels=frozenset({label}), weight=weight
    )


def _rarity(examples: Sequence[Offered]) -> dict[str, float]:
    """Of terms; of all others that of the empty one."""
    texts = {text for one in examples for pair in one.pairs for text in (pair.earlier, pair.later)}
    counted = Counter(term for text in texts for term in set(terms(text)))
    most = log(len(texts) + 1)
    kept = {term: most - log(times + 1) for term, times in counted.items() if times >= SEEN_AT_LEAST}
    return {**kept, "": most}


def _trees(examples: Sequence[Offered], each: Sequence[Floats]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    fit = [at for at, one in enumerate(examples) if one.part == FIT]
    weights = [WEIGHTS[examples[at].source] for at in fit for _ in examples[at].relations]
    is_update = [relation in UPDATES for at in fit for relation in examples[at].relations]
    model = HistGradientBoostingClassifier(
        max_iter=150,
        learning_rate=0.08,
        max_leaf_nodes=15,
        min_samples_leaf=30,
        l2_regularization=1.0,
        random_state=SEED,
    )
    return model.fit(np.concatenate([each[at] for at in fit]), is_update, sample_weight=weights)


def _kept(model: Any) -> dict[str, Any]:
    """The trees as arrays, a row a tree."""
    nodes = [one[0].nodes for one in model._predictors]
    width = max(map(len, nodes))

    def table(name: str, kind: Any) -> NDArray[Any]:
        found = np.zeros((len(nodes), width), kind)
        for row, tree in enumerate(nodes):
            found[row, : len(tree)] = tree[name]
        return found

    is_leaf = table("is_leaf", bool)
    own = np.broadcast_to(np.arange(width), is_leaf.shape)
    return {
        "column": table("feature_idx", np.int8),
        "bound": table("num_threshold", np.float32),
        "left": np.where(is_leaf, own, table("left", np.int8)).astype(np.int8),
        "right": np.where(is_leaf, own, table("right", np.int8)).astype(np.int8),
        "unknown_left": table("missing_go_to_left", bool),
        "value": table("value", np.float32) * is_leaf,
        "base": np.array(model._baseline_prediction.item()),
        "depth": np.array(max(int(tree["depth"].max()) for tree in nodes)),
    }


def _terms(rarity: Mapping[str, float]) -> dict[str, Any]:
    keys = hash_features(rarity)
    keys, first = np.unique(keys, return_index=True)
    steps = np.diff(keys, prepend=np.uint32(0)).astype(np.uint32)
    return {"steps": steps, "rarity": np.array(list(rarity.values()))[first].astype(np.float16)}


def _bound(held: Sequence[tuple[Offered, Floats]], right: float) -> float:
    """The lowest from which on so many of the messages of chats that reach it do change what they are said to."""
    chats = [(one, share) for one, share in held if one.source in ("threads", "chat", "messages", NEVER_SAID)]
    for bound in np.arange(0.2, 0.96, 0.01):
        above = [(one, share) for one, share in chats if share.max() >= bound]
        if above and sum(_is_right(*one, float(bound)) for one in above) / len(above) >= right:
            return round(float(bound), 2)
    return 0.96


def _changes(one: Offered) -> bool:
    return any(relation in UPDATES for relation in one.relations)


def _is_right(one: Offered, shares: Floats, bound: float) -> bool:
    return bool(shares.max() >= bound) and one.relations[int(shares.argmax())] in UPDATES


if __name__ == "__main__":
    main()
