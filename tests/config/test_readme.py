"""Generated tables are as the program is."""

import re
from pathlib import Path

import yaml

from config.readme import ROOT, main, pages, renewed, table

DOCS = ROOT / "docs"


def test_no_page_is_stale():
    assert pages()
    assert main([]) == 0, "run: python -m config.readme --write"


def test_a_table_is_renewed_between_its_marks_and_nothing_else_is_touched():
    text = "before\n<!-- table: slack-events -->\nold\n<!-- end -->\nafter\n"

    fresh = renewed(text)

    assert fresh.startswith("before\n<!-- table: slack-events -->\n| event | what for |\n")
    assert fresh.endswith("\n<!-- end -->\nafter\n")
    assert renewed(fresh) == fresh


def test_a_pipe_in_a_cell_does_not_end_it():
    assert table(("a",), [("x|y",)]).splitlines()[-1] == "| x\\|y |"


def leaves(nav: object) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    below = nav.values() if isinstance(nav, dict) else nav
    return [leaf for one in below for leaf in leaves(one)]


def test_the_site_lists_every_page_of_docs_once_and_no_record_of_measurement():
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]

    assert sorted(leaves(nav)) == sorted(page.name for page in DOCS.glob("*.md"))


def test_no_page_of_the_site_links_to_a_record_of_measurement():
    assert [page.name for page in DOCS.glob("*.md") for link in links_of(page) if link.parent.name == "research"] == []


def links_of(page: Path) -> list[Path]:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    return [page.parent / target for target in targets]


def test_every_link_between_pages_leads_somewhere():
    assert [
        str(link) for page in (ROOT / "README.md", *DOCS.rglob("*.md")) for link in links_of(page) if not link.exists()
    ] == []
