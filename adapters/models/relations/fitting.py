"""Fits the judge of pairs to the examples: `python -m adapters.models.relations.fitting`, 20 minutes on two cores.

The blind tenth is never read; one block of groups in ten is held out to choose the temperature and the thresholds.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import torch
from torch.nn import functional

from adapters.models.embedders.exported import TOKENIZER
from adapters.models.embedders.source import minilm
from adapters.models.relations.fitted import FITTED, WEIGHTS, fitted
from adapters.models.relations.network import RANK, Network, load, save
from adapters.models.relations.reading import Reader
from memory.formation.pairs import EXAMPLES, RELATIONS, Labelled, Pair, is_blind, labelled

BATCH, EPOCHS, SEED, RATE, HEAD_RATE = 32, 4, 7, 7e-4, 1e-3
SEEN_AT_LEAST = 8
"""A piece that is seen less often keeps the bundled vector."""
PRECISE = 0.9
"""So many of what is surely replaced must be so, among the pairs that are held out."""
CHAT_AT_MOST, PLAIN_HELD = 0.005, 600
"""And so many pairs of plain chat may be taken for updates at most, of so many."""
STRANGERS = 0.15
"""Pairs of two scenes, which have no bearing on each other, for each labelled one."""
ALIKE, PLAIN = 0.2, 0.25
"""Updates of other things of the same kind, and pairs of plain chat, for each labelled pair."""
_OF_THINGS = frozenset({"value", "number", "place", "job", "food", "date", "plan_moved", "owner", "list"})
_WORDS = re.compile(r"[一-鿿々ァ-ヿー]{2}|[^\W\d_一-鿿々ぁ-ヿー]{4,}")
_UPDATES = tuple(RELATIONS.index(one) for one in ("replaces", "corrects", "denies"))
_NUMBER = re.compile(r"\d{3,}")

Read = tuple[list[int], list[int], int]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--pairs", type=int, default=0, help="only so many, to try the command")
    options.add_argument("--epochs", type=int, default=EPOCHS)
    options.add_argument("--threads", type=int, default=1, help="two on a machine that does nothing else")
    options.add_argument("--again", action="store_true", help="temperature, bounds and figures of fitted weights only")
    options.add_argument("--to", type=Path, default=WEIGHTS)
    given = options.parse_args()
    source = minilm()
    if source is None:
        raise SystemExit("the bundled model is not installed")
    source.check()
    torch.set_num_threads(given.threads)
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    fit, held = labelled(["fit"]), labelled(["validation"])
    if given.pairs:
        fit, held = chance.sample(fit, given.pairs), held[: given.pairs // 4]
    reads_gap = given.again and fitted().reads_gap
    reader = Reader.load(source.folder / TOKENIZER, reads_gap=reads_gap)
    seen = Counter(piece for one in fit for piece in reader.read(one.pair)[0])
    own = sorted(piece for piece, times in seen.items() if times >= SEEN_AT_LEAST)
    if given.again:
        told(load(str(source.folder), given.to), reader, held, given.to)
        return
    network = Network(str(source.folder), own)
    print(f"{len(fit)} pairs, {len(held)} held out, {len(own)} pieces, "
          f"{sum(value.numel() for value in network.fitted().values())} numbers", flush=True)  # fmt: skip
    train(network, reader, fit, held, given.epochs, given.to, chance)
    told(load(str(source.folder), given.to), reader, held, given.to)


def train(
    network: Network,
    reader: Reader,
    fit: Sequence[Labelled],
    held: Sequence[Labelled],
    epochs: int,
    to: Path,
    chance: random.Random,
) -> None:
    heads = [value for name, value in network.fitted().items() if name.startswith("head")]
    others = [value for name, value in network.fitted().items() if not name.startswith("head")]
    optimiser = torch.optim.AdamW(
        [{"params": others, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}], weight_decay=0.01
    )
    steps = epochs * (int(len(fit) * (1 + STRANGERS + ALIKE + PLAIN)) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / (0.06 * steps)) * max(0.02, 1 - step / steps)
    )
    began, step = time.monotonic(), 0
    for epoch in range(epochs):
        network.train()
        for batch in batches([_read(reader, one) for one in _varied(fit, chance)], chance):
            ids, sides, mask, labels = batch
            loss = functional.cross_entropy(network(ids, sides, mask), labels, label_smoothing=0.05)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch does not type it
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            step += 1
            if step % 50 in (0, 10):
                print(f"{step}/{steps} loss {loss.item():.3f} {time.monotonic() - began:.0f} s", flush=True)
        save(network, to)
        print(f"epoch {epoch + 1}: {_told(*logits(network, reader, held), held)}", flush=True)


def batches(read: list[Read], chance: random.Random) -> Iterator[tuple[torch.Tensor, ...]]:
    """Pairs of like length together, in no order; padded to the longest of each."""
    chance.shuffle(read)
    near = sorted(read, key=lambda one: len(one[0]) + chance.random() * 6)
    groups = [near[at : at + BATCH] for at in range(0, len(near), BATCH)]
    chance.shuffle(groups)
    for group in groups:
        yield padded(group)


def padded(group: Sequence[Read]) -> tuple[torch.Tensor, ...]:
    longest = max(len(ids) for ids, _, _ in group)
    rows = [(ids + [0] * (longest - len(ids)), sides + [0] * (longest - len(ids))) for ids, sides, _ in group]
    ids = torch.tensor([row[0] for row in rows])
    return ids, torch.tensor([row[1] for row in rows]), (ids != 0).long(), torch.tensor([one[2] for one in group])


def logits(network: Network, reader: Reader, pairs: Sequence[Labelled]) -> tuple[torch.Tensor, torch.Tensor]:
    network.eval()
    read = [_read(reader, one) for one in pairs]
    order = sorted(range(len(read)), key=lambda at: len(read[at][0]))
    found = torch.zeros(len(read), len(RELATIONS))
    with torch.no_grad():
        for at in range(0, len(order), 64):
            some = order[at : at + 64]
            ids, sides, mask, _ = padded([read[one] for one in some])
            found[some] = network(ids, sides, mask)
    return found, torch.tensor([one[2] for one in read])


def told(network: Network, reader: Reader, held: Sequence[Labelled], weights: Path) -> None:
    """Temperature and figures of what was kept, beside the weights."""
    found, labels = logits(network, reader, held)
    temperature = min(
        (step / 20 for step in range(10, 61)),
        key=lambda value: functional.cross_entropy(found / value, labels).item(),
    )
    content = {
        "command": "python -m adapters.models.relations.fitting",
        "seed": SEED,
        "rank": RANK,
        "reads_gap": reader.reads_gap,
        "sha256": sha256(weights.read_bytes()).hexdigest(),
        "temperature": temperature,
        "validation": _told(found / temperature, labels, held),
    }
    chat = list(plain(held, random.Random(SEED), PLAIN_HELD))
    content |= bounds(found / temperature, labels, logits(network, reader, chat)[0] / temperature)
    path = weights.with_name(FITTED.name)
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8", newline="\n")


def bounds(found: torch.Tensor, labels: torch.Tensor, chat: torch.Tensor) -> dict[str, float]:
    """`sure`: the bound with the best F1 among those at which so many are right; `unsure`: a fifth below."""
    update = found.softmax(1)[:, _UPDATES].sum(1)
    is_update = torch.tensor([bool(label in _UPDATES) for label in labels.tolist()])
    steps = [step / 100 for step in range(30, 96)]
    of_chat = chat.softmax(1)[:, _UPDATES].sum(1)
    quiet = [step for step in steps if (of_chat >= step).float().mean().item() <= CHAT_AT_MOST]
    precise = [step for step in quiet if _rates(update >= step, is_update)[0] >= PRECISE] or steps[-1:]
    sure = max(precise, key=lambda step: _f1(update >= step, is_update))
    return {"sure": sure, "unsure": round(max(0.3, sure - 0.2), 2)}


def _told(found: torch.Tensor, labels: torch.Tensor, held: Sequence[Labelled]) -> dict[str, object]:
    """F1 per relation and language; of an update against the rest at several bounds: precision, recall."""
    guessed = found.argmax(1)
    update = found.softmax(1)[:, _UPDATES].sum(1)
    is_update = torch.tensor([bool(label in _UPDATES) for label in labels.tolist()])
    of = {"all": torch.ones(len(held), dtype=torch.bool)} | {
        language: torch.tensor([one.language == language for one in held])
        for language in sorted({one.language for one in held})
    }
    return {
        "accuracy": {name: round((guessed == labels)[some].float().mean().item(), 3) for name, some in of.items()},
        "f1": {name: round(_f1(guessed == at, labels == at), 3) for at, name in enumerate(RELATIONS)},
        "update_f1": {name: round(_f1((update >= 0.5)[some], is_update[some]), 3) for name, some in of.items()},
        "update": {str(bound): [round(value, 3) for value in _rates(update >= bound, is_update)]
                   for bound in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)},
    }  # fmt: skip


def _f1(guessed: torch.Tensor, true: torch.Tensor) -> float:
    both = (guessed & true).sum().item()
    return 2 * both / max(1, guessed.sum().item() + true.sum().item())


def _rates(guessed: torch.Tensor, true: torch.Tensor) -> tuple[float, float]:
    both = (guessed & true).sum().item()
    return both / max(1, guessed.sum().item()), both / max(1, true.sum().item())


def _read(reader: Reader, one: Labelled) -> Read:
    return *reader.read(one.pair), RELATIONS.index(one.relation)


def _varied(fit: Sequence[Labelled], chance: random.Random) -> list[Labelled]:
    """Each pair once, half of them with other numbers, some with other names; beside them pairs without any bearing."""
    names = {language: [one.pair.by for one in fit if one.language == language] for language in _languages(fit)}
    further = (*_strangers(fit, chance), *lookalikes(fit, chance), *plain(fit, chance))
    return [_renamed(_renumbered(one, chance), names[one.language], chance) for one in (*fit, *further)]


def _languages(fit: Sequence[Labelled]) -> set[str]:
    return {one.language for one in fit}


def _renumbered(one: Labelled, chance: random.Random) -> Labelled:
    if chance.random() < 0.5:
        return one
    digits = list("0123456789")
    chance.shuffle(digits)
    other = str.maketrans("0123456789", "".join(digits))
    earlier, later = (_NUMBER.sub(lambda found: found[0].translate(other), text)
                      for text in (one.pair.earlier, one.pair.later))  # fmt: skip
    return replace(one, pair=replace(one.pair, earlier=earlier, later=later))


def _renamed(one: Labelled, names: Sequence[str], chance: random.Random) -> Labelled:
    """With other names of the speakers where the texts do not use them."""
    pair = one.pair
    if chance.random() < 0.7 or any(name in pair.earlier + pair.later for name in (pair.speaker, pair.by)):
        return one
    first, second = chance.sample(names, 2)
    second = first if pair.speaker == pair.by else second
    return replace(one, pair=replace(pair, speaker=first, by=second))


def lookalikes(fit: Sequence[Labelled], chance: random.Random) -> Iterator[Labelled]:
    """An update of one scene after the earlier message of another that is about a thing of the same kind: a change of
    one number is not a change of all. Where the two share words they may be about one thing, and are left out."""
    updates = [one for one in fit if one.kind in _OF_THINGS and RELATIONS.index(one.relation) in _UPDATES]
    alike: dict[tuple[str, str], list[Labelled]] = {}
    for one in updates:
        alike.setdefault((one.language, one.kind), []).append(one)
    for one in chance.sample(updates, min(len(updates), int(ALIKE * len(fit)))):
        other = chance.choice(alike[one.language, one.kind])
        shared = set(_words(other.pair.earlier)) & set(_words(one.pair.later))
        if other.pair.earlier != one.pair.earlier and len(shared) < 2:
            speaker = one.pair.by if chance.random() < 0.7 else other.pair.speaker
            pair = replace(one.pair, speaker=speaker, earlier=other.pair.earlier)
            yield replace(one, pair=pair, relation="unrelated", kind="lookalike")


def plain(fit: Sequence[Labelled], chance: random.Random, count: int = 0) -> Iterator[Labelled]:
    """Two messages that have nothing to do with each other, as most in a chat: the later is no update of anything."""
    said = {language: _statements(fit, language) for language in sorted(_languages(fit))}
    for language in chance.choices(list(said), k=count or int(PLAIN * len(fit))):
        (speaker, earlier), (by, later) = chance.sample(said[language], 2)
        by = speaker if chance.random() < 0.6 else by
        pair = Pair(speaker=speaker, earlier=earlier, gap="1 min", by=by, later=later)
        yield Labelled(pair=pair, relation="unrelated", kind="plain", language=language, part="fit")


def _statements(fit: Sequence[Labelled], language: str) -> list[tuple[str, str]]:
    """Speakers and words of earlier messages, and of chat messages that correct nothing, where there are any."""
    said = list({(one.pair.speaker, one.pair.earlier): None for one in fit if one.language == language})
    file = EXAMPLES.parent / "messages" / f"{language}.tsv"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    rows = [line.split("\t") for line in lines if line.strip()]
    told = [(row[3], row[5].replace("⏎", " ")) for row in rows if row[0] != "correction"]
    return said + [one for one in told if not is_blind(one[1])]


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())


def _strangers(fit: Sequence[Labelled], chance: random.Random) -> Iterator[Labelled]:
    """The later message of one scene after the earlier of another: nothing to do with each other.

    A fragment may fit any statement of its kind, so it is taken only where one of the two has figures.
    """
    by_language = {language: [one for one in fit if one.language == language] for language in _languages(fit)}
    for one in chance.sample(list(fit), int(len(fit) * STRANGERS)):
        other = chance.choice(by_language[one.language])
        has_figures = [bool(re.search(r"\d", text)) for text in (other.pair.earlier, one.pair.later)]
        if other.pair.earlier == one.pair.earlier or (one.kind in ("fragment", "typo") and len(set(has_figures)) == 1):
            continue
        speaker = one.pair.by if one.pair.speaker == one.pair.by else other.pair.speaker
        pair = replace(one.pair, speaker=speaker, earlier=other.pair.earlier)
        yield replace(one, pair=pair, relation="unrelated", kind="lookalike")


if __name__ == "__main__":
    main()
