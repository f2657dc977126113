"""The command line as a process: where `run_bots.py` begins and how it ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from config import cli
from config.garbage import keep_short

_SLOW_TO_LEAVE = {"litellm", "onnxruntime", "torch"}


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    if argv is None:
        keep_short()
    code = cli.main(argv)
    if argv is None and _SLOW_TO_LEAVE & sys.modules.keys():
        from config.warming import end_process

        end_process(code)
    return code
