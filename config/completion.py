"""Shell completion, made from the declarations of the commands: `completion bash | zsh | fish`."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping, Sequence
from string import Template

from bots.commands.catalogue import COMMANDS
from bots.commands.signature import parameters, summary
from config import verbs

PROGRAM = "anima-fleet"
GLOBAL = ("--home", "--json", "--quiet", "--no-color", "--help", "--version")

_Words = dict[str, str]
#: zsh reads bash's by its own compatibility layer.
_BASH = Template("""\
_anima_fleet() {
  local at=1 before="" word words
  while [ "$$at" -lt "$$COMP_CWORD" ]; do
    word="$${COMP_WORDS[$$at]}"
    case "$$word" in -*) ;; *) before="$${before:+$$before }$$word" ;; esac
    at=$$((at + 1))
  done
  case "$$before" in
$cases
    *) words="$all" ;;
  esac
  COMPREPLY=($$(compgen -W "$$words" -- "$${COMP_WORDS[$$COMP_CWORD]}"))
}
complete -o default -F _anima_fleet $program
""")
_ZSH = "#compdef $program\nautoload -U +X compinit bashcompinit && compinit -u && bashcompinit\n"


def script(shell: str) -> str:
    """What the shell is to read. Raises KeyError for another shell."""
    return {"bash": _bash, "zsh": lambda: Template(_ZSH).substitute(program=PROGRAM) + _bash(), "fish": _fish}[shell]()


def followers() -> Mapping[tuple[str, ...], Sequence[tuple[str, str]]]:
    """By the words of a command so far, what may come next, and what it is for."""
    found: dict[tuple[str, ...], dict[str, str]] = {(): {}}
    for verb, text in verbs.HELP.items():
        found[()][verb] = text
        _of_parser(verbs.parser(verb), (verb,), found)
    for command in COMMANDS:
        for depth in range(len(command.path)):
            text = summary(command) if depth == len(command.path) - 1 else f"{command.path[0]} …"
            found.setdefault(command.path[:depth], {}).setdefault(command.path[depth], text)
        options = found.setdefault(command.path, {})
        for one in parameters(command.run):
            if one.shape in ("option", "flag"):
                options[one.flag] = one.help
            elif one.shape == "word":
                options |= dict.fromkeys(one.choices, "")
    return {path: list(words.items()) for path, words in found.items()}


def _of_parser(parser: argparse.ArgumentParser, path: tuple[str, ...], found: dict[tuple[str, ...], _Words]) -> None:
    words = found.setdefault(path, {})
    for action in parser._actions:  # argparse has no other list of them
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                words[name] = ""
                _of_parser(inner, (*path, name), found)
        elif action.option_strings:
            words[action.option_strings[0]] = action.help or ""
        else:
            words |= dict.fromkeys(map(str, action.choices or ()), "")


def _bash() -> str:
    known = followers()
    longest_first = sorted((path for path in known if path), key=len, reverse=True)
    shared = " ".join(GLOBAL)
    cases = [
        f'    "{said}"|"{said} "*) words="{" ".join(word for word, _ in known[path])} {shared}" ;;'
        for path in longest_first
        for said in [" ".join(path)]
    ]
    everything = " ".join([*(word for word, _ in known[()]), *GLOBAL])
    return _BASH.substitute(cases="\n".join(cases), all=everything, program=PROGRAM)


def _fish() -> str:
    lines = [f"complete -c {PROGRAM} -f"]
    lines += [f"complete -c {PROGRAM} -l {word[2:]}" for word in GLOBAL]
    for path, words in followers().items():
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in path) or "__fish_use_subcommand"
        for word, text in words:
            what = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
            lines.append(f"complete -c {PROGRAM} -n {shlex.quote(seen)} {what} -d {shlex.quote(text)}")
    return "\n".join(lines) + "\n"
