"""Shell completion knows every command, its words and its options."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from bots.commands.catalogue import COMMANDS
from config.help_pages import VERBS, completion_followers, completion_script

pytestmark = pytest.mark.ledger("FLT-10")


def completed(*words: str) -> list[str]:
    """What bash offers for the last of the words."""
    typed = " ".join(f"'{word}'" for word in words)
    ask = f'COMP_WORDS=(anima-fleet {typed}); COMP_CWORD={len(words)}; _anima_fleet; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        ["bash", "-c", f"{completion_script('bash')}\n{ask}"], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_every_command_can_be_completed_word_by_word() -> None:
    known = completion_followers()
    paths = [command.path for command in (*VERBS, *COMMANDS)]

    for path in paths:
        for depth, word in enumerate(path):
            assert word in dict(known[path[:depth]])


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
def test_bash_offers_what_may_come_next() -> None:
    assert completed("memory", "se") == ["search"]
    assert completed("--json", "memory", "search", "alice", "--sc") == ["--scope"]
    assert completed("config", "des") == ["describe"]
    assert completed("completion", "f") == ["fish"]
    assert "doctor" in completed("")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_scripts_are_sound(shell: str) -> None:
    text = completion_script(shell)

    assert all(command.path[0] in text for command in COMMANDS)
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=text, text=True, check=True)
