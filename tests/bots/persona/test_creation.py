"""New animas: from a template, blank, or one Markdown file."""

import pytest

from bots.anima.anima_files import AnimaStatus, checked_anima_name, files_from_template, parse_status
from tests.each import each

BLANK = "# Identity: {name}\n\nI am {name}.\n\n# Permissions: {name}\n\nnone\n\n# Bootstrap\n\nSay hello.\n"


@pytest.mark.ledger("ANI-02")
def test_a_blank_anima_has_the_blank_parts_with_its_name():
    assert files_from_template("Kim", BLANK) == {
        "identity.md": "# Identity: Kim\n\nI am Kim.\n",
        "permissions.md": "# Permissions: Kim\n\nnone\n",
        "bootstrap.md": "# Bootstrap\n\nSay hello.\n",
    }


@pytest.mark.ledger("ANI-02")
def test_a_template_says_over_the_blank_and_the_persons_own_file_over_both():
    made = files_from_template(
        "Kim", BLANK, "# Identity\nfrom the role\n\n# Specialty\nroles\n", "# Identity: me\nmine\n"
    )

    assert made["identity.md"] == "# Identity: me\nmine\n"
    assert made["specialty_prompt.md"] == "# Specialty\nroles\n"
    assert made["permissions.md"] == "# Permissions: Kim\n\nnone\n"


@pytest.mark.ledger("ANI-02")
@pytest.mark.parametrize("text", ["I am a poet.", "# About me\n\nA poet.\n\n## Identity\nstays\n"])
def test_one_file_without_known_parts_is_the_identity_whole(text):
    assert files_from_template("Kim", BLANK, markdown=text)["identity.md"] == text.strip() + "\n"


@pytest.mark.ledger("ANI-02")
@each("name", ["", "a b", "../x", "x" * 41, "all", "dm", "a/b", ".x", "-x", "_x"])
def test_what_cannot_be_a_name_is_refused(name):
    with pytest.raises(ValueError, match="name"):
        checked_anima_name(name)


@pytest.mark.ledger("ANI-02")
@each("name", ["alice", "Ayşe", "さくら", "R2-D2", "x"])
def test_names_of_many_scripts_are_names(name):
    assert checked_anima_name(f" {name} ") == name


@pytest.mark.ledger("ANI-01")
def test_a_status_with_slips_enables_and_says_nothing_else():
    assert parse_status({"role": 3, "enabled": "no"}) == AnimaStatus()
    assert parse_status({"role": "ops", "enabled": False}) == AnimaStatus(role="ops", enabled=False)
