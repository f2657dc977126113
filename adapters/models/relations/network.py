"""The judge's network: the bundled model, a low-rank change of each of its matrices, pieces of its own, a head.

`save` keeps only what was fitted (half floats, pieces as bytes); `load` puts it back on the bundled weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import nn

from memory.formation.pairs import RELATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

RANK = 32
_SCALE = 2.0


class LowRank(nn.Module):
    """A matrix that stays as it is, and a change of low rank: `up` begins as zeros, so nothing is changed at first."""

    def __init__(self, base: nn.Linear, rank: int) -> None:
        super().__init__()
        self.base = base
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))
        self.down = nn.Parameter(torch.empty(rank, base.in_features))
        nn.init.kaiming_uniform_(self.down, a=5**0.5)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.base(given) + _SCALE * (given @ self.down.T @ self.up.T)
        return found

    def merged(self) -> nn.Linear:
        with torch.no_grad():
            self.base.weight += _SCALE * (self.up @ self.down)
        return self.base


class _Product(nn.Module):
    """A linear layer as a product, which the quantiser knows how to take."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.weight = nn.Parameter(linear.weight.detach().T.contiguous())
        self.bias = nn.Parameter(linear.bias.detach())

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        return given @ self.weight + self.bias


class Network(nn.Module):
    """Pieces, sides and mask in; one row of logits over RELATIONS for each pair out.

    `own`: pieces of the vocabulary that get a change of their own.
    """

    own: torch.Tensor
    place: torch.Tensor

    def __init__(self, base: str, own: Sequence[int], rank: int = RANK) -> None:
        from transformers import AutoModel

        super().__init__()
        self.bert = AutoModel.from_pretrained(base, local_files_only=True, attn_implementation="eager")
        self.bert.pooler = None
        width = self.bert.config.hidden_size
        for parameter in self.bert.parameters():
            parameter.requires_grad_(False)
        for parent in list(self.bert.encoder.modules()):
            for name, module in list(parent.named_children()):
                if isinstance(module, nn.Linear):
                    module.bias.requires_grad_(True)
                    setattr(parent, name, LowRank(module, rank))
                elif isinstance(module, nn.LayerNorm):
                    module.requires_grad_(True)
        self.bert.embeddings.token_type_embeddings.weight.requires_grad_(True)
        self.register_buffer("own", torch.tensor(list(own), dtype=torch.int64))
        place = torch.zeros(self.bert.config.vocab_size, dtype=torch.int64)
        place[self.own] = torch.arange(1, len(own) + 1)
        self.register_buffer("place", place, persistent=False)
        self.pieces = nn.Embedding(len(own) + 1, width, padding_idx=0)
        nn.init.zeros_(self.pieces.weight)
        self.drop = nn.Dropout(0.1)
        self.head: nn.Module = nn.Linear(2 * width, len(RELATIONS))

    def forward(self, ids: torch.Tensor, sides: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        words = self.bert.embeddings.word_embeddings(ids) + self.pieces(self.place[ids])
        return self._told(
            self.bert(inputs_embeds=words, token_type_ids=sides, attention_mask=mask).last_hidden_state, mask
        )

    def begun(self, ids: torch.Tensor, sides: torch.Tensor, mask: torch.Tensor, layers: int) -> torch.Tensor:
        """What the first layers make of it; `ended` goes on from there."""
        words = self.bert.embeddings.word_embeddings(ids) + self.pieces(self.place[ids])
        hidden = self.bert.embeddings(inputs_embeds=words, token_type_ids=sides)
        return self._through(self.bert.encoder.layer[:layers], hidden, mask)

    def ended(self, hidden: torch.Tensor, mask: torch.Tensor, layers: int) -> torch.Tensor:
        return self._told(self._through(self.bert.encoder.layer[layers:], hidden, mask), mask)

    def _through(self, layers: Sequence[nn.Module], hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        seen = (1 - mask[:, None, None, :].to(hidden.dtype)) * torch.finfo(hidden.dtype).min
        for layer in layers:
            hidden = layer(hidden, seen)
        return hidden

    def _told(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        told = mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * told).sum(1) / told.sum(1)
        found: torch.Tensor = self.head(self.drop(torch.cat([hidden[:, 0], mean], dim=1)))
        return found

    def merged(self) -> Network:
        """With what was fitted in the matrices themselves: quicker to run, and no more to be fitted."""
        for parent in list(self.bert.encoder.modules()):
            for name, module in list(parent.named_children()):
                if isinstance(module, LowRank):
                    setattr(parent, name, module.merged())
        with torch.no_grad():
            self.bert.embeddings.word_embeddings.weight[self.own] += self.pieces.weight[1:]
            self.pieces.weight.zero_()
        assert isinstance(self.head, nn.Linear)
        self.head = _Product(self.head)
        return self

    def fitted(self) -> dict[str, nn.Parameter]:
        return {name: value for name, value in self.named_parameters() if value.requires_grad}


def save(network: Network, path: Path) -> None:
    """What was fitted. Pieces are kept as bytes with one scale a row."""
    from safetensors.torch import save_file

    kept = {name: value.detach().half().contiguous() for name, value in network.fitted().items()}
    rows = network.pieces.weight.detach()
    scale = rows.abs().amax(dim=1, keepdim=True).clamp(min=1e-8) / 127
    kept["pieces.weight"] = (rows / scale).round().to(torch.int8)
    kept["pieces.scale"] = scale
    kept["own"] = network.own.to(torch.int32)
    save_file(kept, path)


def load(base: str, path: Path) -> Network:
    from safetensors.torch import load_file

    kept = load_file(path)
    rank = next(value.shape[1] for name, value in kept.items() if name.endswith(".up"))
    network = Network(base, kept.pop("own").tolist(), rank)
    kept["pieces.weight"] = kept["pieces.weight"].float() * kept.pop("pieces.scale")
    wanted = network.fitted()
    with torch.no_grad():
        for name, value in kept.items():
            wanted[name].copy_(value.float())
    return network.eval()
