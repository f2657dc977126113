"""The catalogue of the command line's own verbs, and what is made of the declarations of all commands: `--help`, and
completion for the shells.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from string import Template
from typing import Literal

from bots.commands.access import command_group, find_command, unknown_command
from bots.commands.catalogue import COMMANDS
from bots.commands.command import DeclaredCommand, command_parameters, command_summary, command_usage
from config import verbs
from config.command_line.arguments import DONE, Globals, to_terminal
from config.home import Home


def print_completion(home: Home, asked: Globals, shell: Literal["bash", "zsh", "fish"]) -> int:
    """Print the completion script of a shell.

    shell: source its output, or keep it as a file
    """
    to_terminal("stdout", completion_script(shell))
    return DONE


BENCH = DeclaredCommand(path=("bench",), run=verbs.bench)
VERBS = (
    DeclaredCommand(path=("start",), run=verbs.start),
    DeclaredCommand(path=("setup",), run=verbs.setup),
    DeclaredCommand(path=("init",), run=verbs.init),
    verbs.CHAT,
    DeclaredCommand(path=("config", "check"), run=verbs.check_config),
    DeclaredCommand(path=("config", "show"), run=verbs.show_config),
    DeclaredCommand(path=("config", "schema"), run=verbs.show_config_schema),
    DeclaredCommand(path=("config", "get"), run=verbs.get_config_key),
    DeclaredCommand(path=("config", "set"), run=verbs.set_config_key),
    DeclaredCommand(path=("config", "describe"), run=verbs.describe_config),
    DeclaredCommand(path=("restore",), run=verbs.restore),
    DeclaredCommand(path=("completion",), run=print_completion),
    BENCH,
)
_GROUPS = {"config": "check, show, describe or change config.json"}


def verb_summaries() -> dict[str, str]:
    """First word → what it does, as the lists of verbs have it."""
    return {verb.path[0]: _GROUPS.get(verb.path[0]) or _as_clause(command_summary(verb)) for verb in VERBS}


def _as_clause(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


# --- help -----------------------------------------------------------------------------------------------------------
# `--help`: the whole command line on a page, or one command.


_HELP_HEAD = """\
Animas: personas with a memory of their own, on Slack, Discord, Telegram and in this terminal.

usage: run_bots.py [--home DIR] [--json] [--quiet] [COMMAND …]
"""
_HELP_TAIL = """\
  --home DIR   the fleet's home (else $ANIMA_HOME, else ~/.anima-fleet)
  --json       JSON on stdout, words for people on stderr
  --quiet      say only what was asked for
  --version    the version of the program

`COMMAND --help` tells more. In a chat the same words follow /anima."""


def help_for(words: Sequence[str]) -> str:
    """The page for these words; empty when there is no such command."""
    if not words:
        return help_page()
    declared: tuple[DeclaredCommand, ...] = (*VERBS, *COMMANDS)
    found = find_command(declared, words)
    if found is not None:
        return command_help(found.command)
    return "\n".join(
        f"{command_usage(command)}\n    {command_summary(command)}" for command in command_group(declared, words[:1])
    )


def help_page() -> str:
    rows = [*verb_summaries().items(), *((command.name, command_summary(command)) for command in COMMANDS)]
    return "\n".join([_HELP_HEAD, *_columns(rows), "", _HELP_TAIL])


def command_help(command: DeclaredCommand) -> str:
    rows = [
        (parameter.usage.strip("[]"), parameter.help) for parameter in command_parameters(command.run) if parameter.help
    ]
    lines = [f"usage: run_bots.py {command_usage(command)}", "", command_summary(command)]
    page = "\n".join([*lines, *([""] if rows else []), *_columns(rows)])
    return page.replace("BENCHMARKS", ", ".join(verbs.bench_names()) or "those of a checkout")


def _columns(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max((len(name) for name, _ in rows), default=0)
    return [f"  {name:<{width}}   {text}" for name, text in rows]


def no_such_command(words: Sequence[str]) -> str:
    """One line: what was not understood, and what is nearest to it."""
    return unknown_command([*VERBS, *COMMANDS], words).replace("`help`", "`--help`")


# --- completion -----------------------------------------------------------------------------------------------------
# Shell completion, made from the declarations of the commands: `completion bash | zsh | fish`.


PROGRAM = "anima-fleet"
GLOBAL_OPTIONS = ("--home", "--json", "--quiet", "--no-color", "--help", "--version")

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


def completion_script(shell: str) -> str:
    """What the shell is to read. Raises KeyError for another shell."""
    return {"bash": _bash, "zsh": lambda: Template(_ZSH).substitute(program=PROGRAM) + _bash(), "fish": _fish}[shell]()


def completion_followers() -> Mapping[tuple[str, ...], Sequence[tuple[str, str]]]:
    """By the words of a command so far, what may come next, and what it is for."""
    found: dict[tuple[str, ...], dict[str, str]] = {(): verb_summaries()}
    for command in (*VERBS, *COMMANDS):
        for depth in range(len(command.path)):
            text = command_summary(command) if depth == len(command.path) - 1 else f"{command.path[0]} …"
            found.setdefault(command.path[:depth], {}).setdefault(command.path[depth], text)
        options = found.setdefault(command.path, {})
        for parameter in command_parameters(command.run):
            if parameter.shape in ("option", "flag"):
                options[parameter.flag] = parameter.help
            elif parameter.shape == "word":
                options |= dict.fromkeys(parameter.choices, "")
    return {path: list(words.items()) for path, words in found.items()}


def _bash() -> str:
    followers = completion_followers()
    longest_first = sorted((path for path in followers if path), key=len, reverse=True)
    shared = " ".join(GLOBAL_OPTIONS)
    cases = [
        f'    "{said}"|"{said} "*) words="{" ".join(word for word, _ in followers[path])} {shared}" ;;'
        for path in longest_first
        for said in [" ".join(path)]
    ]
    everything = " ".join([*(word for word, _ in followers[()]), *GLOBAL_OPTIONS])
    return _BASH.substitute(cases="\n".join(cases), all=everything, program=PROGRAM)


def _fish() -> str:
    lines = [f"complete -c {PROGRAM} -f"]
    lines += [f"complete -c {PROGRAM} -l {word[2:]}" for word in GLOBAL_OPTIONS]
    for path, words in completion_followers().items():
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in path) or "__fish_use_subcommand"
        for word, text in words:
            what = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
            lines.append(f"complete -c {PROGRAM} -n {shlex.quote(seen)} {what} -d {shlex.quote(text)}")
    return "\n".join(lines) + "\n"
