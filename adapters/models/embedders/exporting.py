"""The child process that makes an int8 ONNX model of a folder: `python -m adapters.models.embedders.exporting FROM TO`.

A process of its own, so that torch is in nobody's memory afterwards. It ends when its standard input does, for then
whoever wanted the model is gone.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

MODEL = "model.int8.onnx"


def main(source: str, target: str) -> int:
    threading.Thread(target=end_with_parent, daemon=True).start()
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")
    whole = Path(target) / "model.onnx"
    export(source, whole)
    quantise(whole, Path(target) / MODEL)
    whole.unlink()
    return 0


def export(source: str, path: Path) -> None:
    """The model's last hidden state as ONNX, for any number of texts of any length."""
    import torch
    from transformers import AutoModel

    model = AutoModel.from_pretrained(source, local_files_only=True, attn_implementation="eager").eval()
    example = torch.ones((2, 8), dtype=torch.int64)
    texts, pieces = torch.export.Dim("texts", min=1, max=4096), torch.export.Dim("pieces", min=2, max=512)
    with torch.no_grad():
        torch.onnx.export(
            _hidden_state_of(model),
            (example, example.clone()),
            path,
            input_names=["input_ids", "attention_mask"],
            output_names=["hidden"],
            dynamic_shapes=({0: texts, 1: pieces}, {0: texts, 1: pieces}),
            dynamo=True,
            external_data=False,
            verbose=False,
        )


def quantise(whole: Path, path: Path) -> None:
    """Weights as integers: a quarter of the size, half of the time, nearly the same vectors.

    A scale for each channel halves the error; 7 bits instead of 8, for older processors overflow at 8.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(whole, path, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)


def _hidden_state_of(model: torch.nn.Module) -> torch.nn.Module:
    """The model, taking ids and mask by position and giving nothing but the hidden state."""
    import torch

    class Hidden(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            hidden: torch.Tensor = self.model(input_ids=ids, attention_mask=mask).last_hidden_state
            return hidden

    return Hidden()


def end_with_parent() -> None:
    while os.read(0, 1):  # not by sys.stdin, whose lock would outlive the main thread
        pass
    os._exit(1)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:3]))
