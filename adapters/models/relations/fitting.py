"""Fits the judge of pairs to the examples: `python -m adapters.models.relations.fitting`, about an hour of one core.

First the whole network to the labelled pairs, then its upper layers to these and plain chat (`--onward`: only this,
from the weights that are here, 15 minutes). The blind tenth is never read; one block of groups in ten and one chat in
four are held out to choose the temperature and the bounds.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import torch
from torch.nn import functional

from adapters.models.embedders.exported import TOKENIZER
from adapters.models.embedders.source import minilm
from adapters.models.relations.fitted import FITTED, WEIGHTS
from adapters.models.relations.mixture import PLAIN, chats, mixture, plain, rooms
from adapters.models.relations.network import RANK, Network, load, save
from adapters.models.relations.reading import Reader
from memory.formation.linking import UPDATES
from memory.formation.pairs import RELATIONS, Labelled, labelled

BATCH, SEED = 32, 7
EPOCHS, RATE, HEAD_RATE = 4, 7e-4, 1e-3
"""Of the whole network."""
EPOCHS_ONWARD, RATE_ONWARD, PAIRS_ONWARD = 2, 4e-4, 5000
LEFT = 3
"""Lower layers that are left as they are in the second part, so that they are run only once."""
SEEN_AT_LEAST = 8
"""A piece that is seen less often keeps the bundled vector."""
CHAT_AT_MOST, HARMED_AT_MOST = 0.015, 0.035
"""So many messages of plain chat, and of the pairs without an update, may be taken for updates at most."""

_UPDATES = tuple(map(RELATIONS.index, UPDATES))
_OTHERS = tuple(at for at in range(len(RELATIONS)) if at not in _UPDATES)
_OF = {relation: at for at, relation in enumerate((*RELATIONS, PLAIN))}

Read = tuple[list[int], list[int], int]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--pairs", type=int, default=0, help="only so many, to try the command")
    options.add_argument("--epochs", type=int, default=0)
    options.add_argument("--threads", type=int, default=1, help="two on a machine that does nothing else")
    options.add_argument("--onward", action="store_true", help="the second part only, from the weights that are here")
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
    base, reader = str(source.folder), Reader.load(source.folder / TOKENIZER)
    if given.again:
        told(load(base, given.to), reader, held, given.to)
        return
    seen = Counter(piece for one in fit for piece in reader.read(one.pair)[0])
    own = sorted(piece for piece, times in seen.items() if times >= SEEN_AT_LEAST)
    network = load(base, WEIGHTS) if given.onward else Network(base, own)
    print(f"{len(fit)} pairs, {len(held)} held out, "
          f"{sum(value.numel() for value in network.fitted().values())} numbers", flush=True)  # fmt: skip
    if not given.onward:
        train(network, reader, fit, held, given.to, chance, given.epochs or EPOCHS, 0)
    some = chance.sample(fit, min(PAIRS_ONWARD, len(fit)))
    train(network, reader, some, held, given.to, chance, given.epochs or EPOCHS_ONWARD, LEFT)
    told(load(base, given.to), reader, held, given.to)


def train(
    network: Network,
    reader: Reader,
    fit: Sequence[Labelled],
    held: Sequence[Labelled],
    to: Path,
    chance: random.Random,
    epochs: int,
    left: int,
) -> None:
    """All layers, or all but the lowest `left`, which are then run once for each pair."""
    read = [_read(reader, one) for one in mixture(fit, chance)]
    states = list(_begun(network, read, left)) if left else []
    upper = _upper(network, left)
    heads = [value for name, value in upper.items() if name.startswith("head")]
    others = [value for name, value in upper.items() if not name.startswith("head")]
    rates = (RATE_ONWARD, RATE_ONWARD) if left else (RATE, HEAD_RATE)
    optimiser = torch.optim.AdamW(
        [{"params": others, "lr": rates[0]}, {"params": heads, "lr": rates[1]}], weight_decay=0.01
    )
    steps = epochs * (len(read) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / (0.06 * steps)) * max(0.02, 1 - step / steps)
    )
    began, step = time.monotonic(), 0
    for epoch in range(epochs):
        network.train(not left)
        network.drop.train()
        for places in batches(read, chance):
            ids, sides, mask, labels = padded([read[at] for at in places])
            if left:
                logits_of = network.ended(_stacked([states[at] for at in places]), mask, left)
            else:
                logits_of = network(ids, sides, mask)
            loss = _loss(logits_of, labels)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch does not type it
            torch.nn.utils.clip_grad_norm_(list(upper.values()), 1.0)
            optimiser.step()
            schedule.step()
            step += 1
            if step % 50 in (0, 10):
                print(f"{step}/{steps} loss {loss.item():.3f} {time.monotonic() - began:.0f} s", flush=True)
        save(network, to)
        print(f"epoch {epoch + 1}: {_told(*logits(network, reader, held), held)}", flush=True)


def _upper(network: Network, left: int) -> dict[str, torch.nn.Parameter]:
    """What is fitted above the lowest layers."""
    lower = tuple(f"bert.encoder.layer.{layer}." for layer in range(left))
    if not left:
        return network.fitted()
    return {
        name: value
        for name, value in network.fitted().items()
        if not name.startswith((*lower, "bert.embeddings", "pieces"))
    }


def _begun(network: Network, read: Sequence[Read], left: int) -> Iterator[torch.Tensor]:
    network.eval()
    order = sorted(range(len(read)), key=lambda at: len(read[at][0]))
    found: dict[int, torch.Tensor] = {}
    with torch.no_grad():
        for at in range(0, len(order), 64):
            some = order[at : at + 64]
            ids, sides, mask, _ = padded([read[one] for one in some])
            hidden = network.begun(ids, sides, mask, left).half()
            found |= {one: hidden[row, : len(read[one][0])].clone() for row, one in enumerate(some)}
    print(f"{len(read)} pairs have been begun", flush=True)
    yield from (found[at] for at in range(len(read)))


def _stacked(states: Sequence[torch.Tensor]) -> torch.Tensor:
    return torch.nn.utils.rnn.pad_sequence(list(states), batch_first=True).float()


def _loss(found: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Of plain chat is only known that it is no update."""
    is_plain = labels == _OF[PLAIN]
    named = functional.cross_entropy(found[~is_plain], labels[~is_plain], label_smoothing=0.05, reduction="sum")
    shares = found[is_plain].log_softmax(1)
    return (named - shares[:, _OTHERS].logsumexp(1).sum()) / len(labels)


def batches(read: Sequence[Read], chance: random.Random) -> Iterator[list[int]]:
    """Places of pairs of like length together, in no order."""
    near = sorted(range(len(read)), key=lambda at: len(read[at][0]) + chance.random() * 6)
    groups = [near[at : at + BATCH] for at in range(0, len(near), BATCH)]
    chance.shuffle(groups)
    yield from groups


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
    """Temperature, bounds and figures of what was kept, beside the weights."""
    found, labels = logits(network, reader, held)
    temperature = min(
        (step / 20 for step in range(10, 61)),
        key=lambda value: functional.cross_entropy(found / value, labels).item(),
    )
    chat = _of_chat(network, reader, temperature)
    content = {
        "command": "python -m adapters.models.relations.fitting",
        "seed": SEED,
        "rank": RANK,
        "reads_gap": reader.reads_gap,
        "sha256": sha256(weights.read_bytes()).hexdigest(),
        "temperature": temperature,
        "validation": _told(found / temperature, labels, held),
        "chat": {str(bound): round((chat >= bound).float().mean().item(), 4) for bound in (0.3, 0.5, 0.7, 0.8, 0.9)},
        **bounds(_update(found / temperature), labels, chat),
    }
    path = weights.with_name(FITTED.name)
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8", newline="\n")
    print(json.dumps(content, indent=1), flush=True)


def _of_chat(network: Network, reader: Reader, temperature: float) -> torch.Tensor:
    """For each message of the plain chats that are held out, how probable it is that it updates one of those before."""
    chance = random.Random(SEED)
    held = [pairs for chat in (*chats("held"), *rooms("held")) for pairs in plain(*chat, chance)]
    shares = _update(logits(network, reader, [one for pairs in held for one in pairs])[0] / temperature)
    return torch.stack([of.max() for of in torch.split(shares, [len(pairs) for pairs in held])])


def bounds(update: torch.Tensor, labels: torch.Tensor, chat: torch.Tensor) -> dict[str, float]:
    """`sure`: the lowest bound at which so few of what is no update are taken for one; `unsure`: at twice as many."""
    others = update[~_is_update(labels)]

    def lowest(times: int) -> float:
        return next(
            (
                step / 100
                for step in range(30, 98)
                if (chat >= step / 100).float().mean().item() <= times * CHAT_AT_MOST
                and (others >= step / 100).float().mean().item() <= times * HARMED_AT_MOST
            ),
            0.98,
        )

    return {"sure": lowest(1), "unsure": lowest(2)}


def _update(found: torch.Tensor) -> torch.Tensor:
    return found.softmax(1)[:, _UPDATES].sum(1)


def _is_update(labels: torch.Tensor) -> torch.Tensor:
    return torch.tensor([bool(label in _UPDATES) for label in labels.tolist()])


def _told(found: torch.Tensor, labels: torch.Tensor, held: Sequence[Labelled]) -> dict[str, object]:
    """F1 per relation and language; of an update against the rest at several bounds: precision, recall."""
    guessed = found.argmax(1)
    update, is_update = _update(found), _is_update(labels)
    of = {"all": torch.ones(len(held), dtype=torch.bool)} | {
        language: torch.tensor([one.language == language for one in held])
        for language in sorted({one.language for one in held})
    }
    return {
        "accuracy": {name: round((guessed == labels)[some].float().mean().item(), 3) for name, some in of.items()},
        "f1": {name: round(_f1(guessed == at, labels == at), 3) for at, name in enumerate(RELATIONS)},
        "update_f1": {name: round(_f1((update >= 0.5)[some], is_update[some]), 3) for name, some in of.items()},
        "update": {str(bound): [round(value, 3) for value in _rates(update >= bound, is_update)]
                   for bound in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)},
    }  # fmt: skip


def _f1(guessed: torch.Tensor, true: torch.Tensor) -> float:
    both = (guessed & true).sum().item()
    return 2 * both / max(1, guessed.sum().item() + true.sum().item())


def _rates(guessed: torch.Tensor, true: torch.Tensor) -> tuple[float, float]:
    both = (guessed & true).sum().item()
    return both / max(1, guessed.sum().item()), both / max(1, true.sum().item())


def _read(reader: Reader, one: Labelled) -> Read:
    return *reader.read(one.pair), _OF[one.relation]


if __name__ == "__main__":
    main()
