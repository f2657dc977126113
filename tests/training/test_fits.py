"""`python -m training` fits every file of weights that the product loads, and no other."""

from __future__ import annotations

from training.__main__ import FITS, ROOT, main

PACKAGES = ("adapters", "bots", "config", "memory")


def test_every_file_of_weights_in_the_product_is_fitted_by_a_command():
    shipped = {file.relative_to(ROOT).as_posix() for package in PACKAGES for file in (ROOT / package).rglob("*.npz")}

    assert {file for fit in FITS for file in fit.weights} == shipped


def test_the_list_names_each_fit_and_where_its_weights_lie(capsys):
    code = main([])

    listed = capsys.readouterr().out.splitlines()
    assert code == 0
    assert [line.split()[0] for line in listed] == [fit.name for fit in FITS]


def test_what_needs_models_says_so(capsys):
    assert main(["student"]) == 2
    assert "--models" in capsys.readouterr().err
