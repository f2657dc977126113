"""Generated tables are as the program is."""

from config.readme import main, pages, renewed, table


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
