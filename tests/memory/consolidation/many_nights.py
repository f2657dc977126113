"""As many generated nights of small homes as fit in so many CPU seconds: what they write, and what of it leaks.

    TMPDIR=/dev/shm python -m tests.memory.consolidation.many_nights --seconds 900 --seed 1000

Every second home has the model that leaks. It ends with 1 at the first leak, and names the home's seed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from tests.memory.consolidation.test_audiences import Leaky, leaks, lived

NIGHTS = 5
"""Of one home."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1000)
    given = parser.parse_args()
    homes = secrets = written = 0
    for seed in count(given.seed):
        if process_time() > given.seconds:
            break
        with TemporaryDirectory(prefix="night-") as folder:
            told = asyncio.run(lived(Path(folder), seed, NIGHTS, Leaky() if seed % 2 else None))
            found = leaks(Path(folder), told)
            written += sum(1 for _ in Path(folder).glob("animas/alice/*/@*/**/*.md"))
        homes, secrets = homes + 1, secrets + len(told)
        if found:
            print(f"seed {seed}: {found}")
            return 1
        if homes % 20 == 0:
            tell(homes, secrets, written)
    tell(homes, secrets, written)
    return 0


def tell(homes: int, secrets: int, written: int) -> None:
    print(
        f"{homes * NIGHTS} nights of {homes} homes, {secrets} secrets, {written} notes written, no leak, "
        f"{process_time():.0f} CPU s",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
