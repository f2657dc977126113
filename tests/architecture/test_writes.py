"""Only memory.archive writes below animas/ and shared/: everyone else's writes are known one by one."""

import ast
from functools import cache
from pathlib import Path

from tests.architecture.reach import trees

ROOT = Path(__file__).parents[2]
WRITES = {"write_text", "write_bytes", "mkdir", "makedirs", "rename", "replace_file", "rmtree", "copytree", "touch",
          "symlink_to", "unlink", "rmdir"}  # fmt: skip

#: File → why it may write, and where. None of them below animas/ or shared/.
KNOWN = {
    "bots/commands/memory_pictures.py": "a picture, where the operator wants it, else in the home's pictures",
    "adapters/console/terminal.py": "terminal_history of the home",
    "config/home.py": "the home itself, logs/, format, a copy of the whole home before a migration",
    "config/settings/load.py": "config.json",
    "config/home_erasure.py": "a draft beside a backup; the home itself, and the one before beside it",
    "adapters/tools/mcp_client.py": "nowhere: what MCP servers say on stderr",
    "config/runtime/setup.py": "a service file in the home, for whoever wants one",
    "config/command_line/config_command.py": "config.example.jsonc",
    "config/command_line/control.py": "control.sock",
    "config/readme.py": "README.md of the checkout",
}
#: Packages whose own places are elsewhere: indexes, the inbox, models, benchmarks in temporary homes, fitted weights.
ELSEWHERE = ("memory/archive/", "memory/index/", "bots/delivery/", "adapters/models/", "bench/", "training/")


@cache
def writers():
    files = {f"{module.replace('.', '/')}.py": tree for module, tree in trees().items()}
    return {
        name
        for name, tree in files.items()
        if not name.startswith(ELSEWHERE) and any(_writes(node) for node in ast.walk(tree))
    }


def _writes(node):
    if not isinstance(node, ast.Call):
        return False
    match node.func:
        case ast.Attribute(attr="write_text") if len(node.args) > 1:
            return False  # the archive's own, which takes a name first
        case ast.Attribute(attr=name) if name in WRITES:
            return True
        case ast.Name(id="open") | ast.Attribute(attr="open" | "fdopen"):
            return any(_is_mode(argument) for argument in [*node.args, *(word.value for word in node.keywords)])
    return False


def _is_mode(node):
    """A literal such as "w" or "ab"; in `os.open` the flag tells."""
    match node:
        case ast.Constant(value=str(mode)):
            return len(mode) <= 3 and set(mode) <= set("rwabxt+") and bool(set(mode) & set("wax+"))
    return "O_CREAT" in ast.dump(node)


def test_nobody_writes_but_the_archive_and_those_who_write_elsewhere():
    assert writers() - KNOWN.keys() - {"config/logs.py"} == set()


def test_the_list_of_known_writers_holds_no_one_who_writes_no_more():
    there = {name for name in KNOWN if (ROOT / name).exists()}

    assert there <= writers()
