"""From a fresh clone to the first answer: the time of each step, printed. `python -m tests.fresh [PARTS]`

Clones the checkout into a temporary folder, installs it into an empty environment with the versions of constraints.txt
(PARTS are extras, as `slack,models`; none by default), asks for its version, and talks to it in a pipe without any
configuration. Exit 1 when a step fails or when all of it took longer than three minutes.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST_S = 180.0


def main(parts: str = "") -> int:
    with tempfile.TemporaryDirectory(prefix="anima-fresh-") as folder:
        clone, venv = Path(folder, "clone"), Path(folder, "venv")
        home = ("--home", str(Path(folder, "home")))
        fleet, package = str(venv / "bin" / "anima-fleet"), f"{clone}[{parts}]" if parts else str(clone)
        pip = (str(venv / "bin" / "python"), "-m", "pip", "install", "-q", "-c", str(clone / "constraints.txt"))
        steps = {
            "clone": ("git", "clone", "-q", "--no-hardlinks", str(ROOT), str(clone)),
            "environment": (sys.executable, "-m", "venv", str(venv)),
            "install": (*pip, package),
            "version": (fleet, "--version"),
            "first answer": (fleet, *home, "--quiet"),
            "second start": (fleet, *home, "--quiet"),
        }
        began = time.monotonic()
        for name, words in steps.items():
            if not _step(name, words, folder):
                return 1
        whole = time.monotonic() - began
    print(f"{'all':<14}{whole:8.1f} s")
    return 0 if whole <= LONGEST_S else 1


def _step(name: str, words: tuple[str, ...], folder: str) -> bool:
    began, used = time.monotonic(), _cpu_s()
    # The clone's own files are installed, and none of this checkout are seen.
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "ANIMA_", "VIRTUAL"))}
    done = subprocess.run(words, cwd=folder, env=environ, input="Good morning!\n", capture_output=True, text=True)
    print(f"{name:<14}{time.monotonic() - began:8.1f} s{_cpu_s() - used:8.1f} s of CPU   {_last(done)}", flush=True)
    return done.returncode == 0 and (bool(done.stdout.strip()) or name not in ("version", "first answer"))


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _last(done: subprocess.CompletedProcess[str]) -> str:
    lines = (done.stdout if done.returncode == 0 else done.stderr or done.stdout).strip().splitlines()
    return lines[-1][:120] if lines else ""


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
