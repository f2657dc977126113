"""The child process that makes the judge's int8 ONNX model: `python -m adapters.models.relations.exporting BASE TO`."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from adapters.models.embedders.exporting import MODEL, end_with_parent, quantise
from adapters.models.relations.fitted import WEIGHTS


def main(base: str, target: str) -> int:
    threading.Thread(target=end_with_parent, daemon=True).start()
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")
    whole = Path(target) / "model.onnx"
    export(base, WEIGHTS, whole)
    quantise(whole, Path(target) / MODEL)
    whole.unlink()
    return 0


def export(base: str, weights: Path, path: Path) -> None:
    """The network with what was fitted merged into the bundled weights, for any number of pairs of any length."""
    import torch

    from adapters.models.relations.network import load

    network = load(base, weights).merged()
    example = torch.ones((2, 8), dtype=torch.int64)
    shape = {0: torch.export.Dim("pairs", min=1, max=4096), 1: torch.export.Dim("pieces", min=2, max=512)}
    with torch.no_grad():
        torch.onnx.export(
            network,
            (example, torch.zeros_like(example), example.clone()),
            path,
            input_names=["ids", "sides", "mask"],
            output_names=["logits"],
            dynamic_shapes=(shape, shape, shape),
            dynamo=True,
            external_data=False,
            verbose=False,
        )


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:3]))
