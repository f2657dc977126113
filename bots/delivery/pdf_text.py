"""The text of a PDF, by pypdf, in a process of its own: run as a script, it can be killed whatever the PDF does to it.

python pdf_text.py PATH PAGES CHARACTERS    the text on stdout; 1: it cannot be read
"""

from __future__ import annotations

import importlib
import logging
import resource
import sys
from contextlib import suppress
from typing import Any

_MEMORY_BYTES = 1 << 30
BROKEN = 1


def main(path: str, pages: int, characters: int) -> int:
    logging.disable()
    with suppress(OSError, ValueError):  # not every system has this limit
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    library: Any = importlib.import_module("pypdf")
    left = characters
    try:
        for page in library.PdfReader(path).pages[:pages]:
            text = page.extract_text()[:left].encode("utf-8", "replace")
            sys.stdout.buffer.write(text + b"\n\n")
            left -= len(text)
            if left <= 0:
                break
    except Exception:
        return BROKEN
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
