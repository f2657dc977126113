"""What is left of a message without the clause that tells something."""

from __future__ import annotations

import pytest

from memory.formation.corrections import text_without

CASES = [
    ("My dog is Rex and I live in Ghent", "My dog is Rex"),
    ("I live in Ghent and my dog is called Rex.", "my dog is called Rex."),
    ("My dog is Rex; I live in Ghent; my cat is Mia.", "My dog is Rex; my cat is Mia."),
    ("My dog is called Rex, and I live in Ghent! I work at Acme.", "My dog is called Rex! I work at Acme."),
    ("Mein Hund heißt Rex und ich wohne in Ghent. Ich mag Tee.", "Mein Hund heißt Rex. Ich mag Tee."),
    ("We met Bob in Ghent on Friday. I like tea.", "I like tea."),
    ("> I live in Ghent\nMy dog is Rex and I live in Ghent", ""),
    ("I live in Ghent", ""),
    ("My dog is Rex.", ""),
    ("", ""),
]
"""What tells it goes; the sentence where no clause can be cut out; the message where a quotation tells it again, or
nothing can be found that does."""


@pytest.mark.audit("U6")
@pytest.mark.ledger("FOR-25")
@pytest.mark.parametrize(("text", "left"), CASES)
def test_the_clause_goes_and_the_rest_reads_as_it_was_written(text: str, left: str) -> None:
    assert text_without(text, "chat:W/ada", lambda part: "Ghent" in part) == left
