"""The measures of the house: few and whole modules, names that mean one thing, no circle, no data of a bench."""

import ast
import re
from collections import defaultdict

from tests.architecture import reach

ROOT = reach.ROOT
MOST_MODULES, MOST_SPLINTERS, SPLINTER_LINES = 350, 40, 40
MOST_CLASS_NAMES_TWICE = 10
MOST_ALTERNATIVES = 40

#: Platforms mirror each other. Two names stand once in each of two packages: what they ask for, and what they raise.
PLATFORMS = {"adapters.slack", "adapters.discord", "adapters.telegram", "adapters.console"}
MIRRORED = {
    "adapter",
    "commands",
    "directory",
    "export",
    "inbound",
    "markdown",
    "outbound",
    "reader",
    "receiver",
    "sender",
}
OF_BOTH = {"ports": {"bots", "memory.vocabulary"}, "errors": {"bots", "memory.vocabulary"}}

LETTERS = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ffğışİŞĞßäöüÄÖÜ]")
LANGUAGE_FOLDER = re.compile(r"memory\.language\.[a-z]{2}(\.|$)")

#: What a package may hold beside its code.
DATA = {
    "weights": r".+\.(npz|safetensors)|.+(^|_|/)(fitted|bounds)\.json|memory/index/calibration_pairs\.jsonl",
    "languages": r"memory/language/.+\.(tsv|txt|toml|json|md)|memory/vocabulary/scripts\.toml",
    "templates of a new anima": r"config/templates/\w+\.md",
    "the page of --help": r"config/help\.md",
}


def modules():
    """Module name → syntax tree, of the product, `__init__` aside."""
    packages = {file.parent for name in reach.PACKAGES for file in (ROOT / name).rglob("__init__.py")}
    folders = {".".join(folder.relative_to(ROOT).parts) for folder in packages}
    return {
        name: tree
        for name, tree in reach.trees().items()
        if name.partition(".")[0] in reach.PACKAGES and name not in folders
    }


def lines(module):
    return len((ROOT / module.replace(".", "/")).with_suffix(".py").read_text(encoding="utf-8").splitlines())


def strings(tree):
    """Those that are no docstring."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_there_are_few_modules_and_few_of_them_are_splinters():
    splinters = [module for module in modules() if lines(module) < SPLINTER_LINES]

    assert len(modules()) <= MOST_MODULES
    assert len(splinters) <= MOST_SPLINTERS, splinters


def test_a_class_name_means_one_class():
    places = defaultdict(list)
    for module, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(module)
    twice = {name: found for name, found in places.items() if len(found) > 1}

    assert len(twice) <= MOST_CLASS_NAMES_TWICE, twice


def test_a_module_name_stands_twice_only_where_platforms_mirror_each_other():
    folders = defaultdict(set)
    for module in modules():
        folder, _, name = module.rpartition(".")
        folders[name].add(folder)
    twice = {name: found for name, found in folders.items() if len(found) > 1}

    mirrored = {name: found for name, found in twice.items() if name in MIRRORED and found <= PLATFORMS}
    assert {name: found for name, found in twice.items() if name not in mirrored and OF_BOTH.get(name) != found} == {}
    assert MIRRORED | OF_BOTH.keys() == twice.keys()  # else: take the name out of its list


def test_no_modules_import_one_another_in_a_circle():
    assert reach.circles() == []


def test_no_expression_is_a_list_of_words():
    giants = {
        module: text[:60]
        for module, tree in modules().items()
        for text in strings(tree)
        if text.count("|") > MOST_ALTERNATIVES
    }

    assert giants == {}


def test_letters_of_one_language_stand_in_the_folder_of_that_language():
    found = {
        module: count
        for module, tree in modules().items()
        if not LANGUAGE_FOLDER.match(module)
        if (count := sum(len(LETTERS.findall(text)) for text in strings(tree)))
    }

    assert found == {}


def test_the_packages_hold_code_weights_packs_and_locales_only():
    files = [
        file.relative_to(ROOT).as_posix()
        for package in reach.PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc")
    ]

    assert [name for name in files if not any(re.fullmatch(kind, name) for kind in DATA.values())] == []
