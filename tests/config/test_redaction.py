"""No secret in any line of the log, also not in exceptions, whatever library wrote it."""

import io
import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.delivery.contract import turn_id
from config.logs import Redaction, set_up, without_tokens
from config.settings.load import parse
from tests.each import each


@pytest.fixture
def restored_root():
    root = logging.getLogger()
    handlers, level, raising = root.handlers[:], root.level, logging.raiseExceptions
    yield
    for handler in root.handlers[:]:
        if handler not in handlers:
            root.removeHandler(handler)
            handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.raiseExceptions = raising


SHAPES = [
    "xoxb-123456789012-abcdefXYZ",
    "xoxe.xoxp-1-Mi0yLTEyMzQ",
    "xapp-1-A0123-456-abcdef",
    "sk-ant-api03-abcdefgh12345678",
    "AIzaSyA1234567890abcdefghijklmnopq",
    "ghp_abcdefghijklmnop1234567890",
    "123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0",
    "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789",
]


@pytest.mark.ledger("OPS-02")
@each("token", SHAPES)
def test_known_shapes_are_taken_out(token):
    told = Redaction()(f"got {token} from there")

    assert token not in told
    assert told.startswith("got ")
    assert told.endswith(" from there")


@pytest.mark.ledger("OPS-02")
@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("https://api.telegram.org/bot123456:AAabcdef_-x/sendMessage", "https://api.telegram.org/bot***/sendMessage"),
        ("Authorization: Bearer abc.def-ghi", "Authorization: Bearer ***"),
        ("POST /webhooks/12345/aSecretOfTheWebhook?wait=1", "POST /webhooks/12345/***?wait=1"),
        ("https://hooks.slack.com/commands/T1/2/aSecretThing", "https://hooks.slack.com/commands/T1/2/***"),
    ],
)
def test_secrets_in_addresses_and_headers_are_taken_out(line, left):
    assert Redaction()(line) == left


@pytest.mark.ledger("OPS-02")
@given(st.text(alphabet=st.characters(codec="ascii", exclude_characters="\r\n*"), min_size=6, max_size=40))
def test_a_loaded_secret_is_taken_out_whatever_it_looks_like(secret):
    if not secret.startswith("env:"):
        assert secret not in Redaction([secret])(f"<{secret}>")


@pytest.mark.parametrize("line", ["slack:T01/C0123#1700.1", "at 12:30:00 in telegram:-100555#7", "12345678:12 ok"])
def test_ordinary_lines_stay_as_they_are(line):
    assert Redaction()(line) == line


@pytest.mark.ledger("OPS-02", "OPS-07")
@pytest.mark.parametrize("form", ["human", "json"])
def test_neither_message_nor_field_nor_trace_shows_a_secret(tmp_path, restored_root, form):
    stderr = io.StringIO()
    set_up(tmp_path, level="INFO", form=form, redaction=Redaction(['hunter2"quoted']), stderr=stderr)

    try:
        raise ValueError('token hunter2"quoted')
    except ValueError:
        logging.getLogger("x").exception("failed with %s", "xoxb-1-abcdef", extra={"token": 'hunter2"quoted'})

    written = (tmp_path / "fleet.log").read_text() + stderr.getvalue()
    assert "hunter2" not in written
    assert "xoxb-1" not in written
    assert "ValueError" in written


@pytest.mark.ledger("OPS-07")
def test_a_json_line_carries_the_turn_and_the_fields(tmp_path, restored_root):
    set_up(tmp_path, level="INFO", form="json", redaction=Redaction(), stderr=io.StringIO())
    token = turn_id.set("m17")

    logging.getLogger("bots.turn.route").info("recalled", extra={"count": 3})

    turn_id.reset(token)
    line = json.loads((tmp_path / "fleet.log").read_text())
    assert (line["turn"], line["message"], line["count"], line["logger"]) == ("m17", "recalled", 3, "bots.turn.route")
    assert (tmp_path / "fleet.log").stat().st_mode & 0o077 == 0


@pytest.mark.ledger("OPS-07", "PLT-05")
def test_a_talk_at_a_terminal_is_not_interrupted_by_the_log(tmp_path, restored_root):
    stderr = io.StringIO()
    set_up(tmp_path, level="INFO", form="human", redaction=Redaction(), stderr=stderr, is_spoken=False)

    logging.getLogger("x").warning("loud")

    assert stderr.getvalue() == ""
    assert "WARNING x loud" in (tmp_path / "fleet.log").read_text()


@pytest.mark.ledger("OPS-07")
def test_stderr_has_warnings_only(tmp_path, restored_root):
    stderr = io.StringIO()
    set_up(tmp_path, level="INFO", form="human", redaction=Redaction(), stderr=stderr)

    logging.getLogger("x").info("quiet")
    logging.getLogger("x").warning("loud")

    assert stderr.getvalue() == "warning: loud\n"
    assert "quiet" in (tmp_path / "fleet.log").read_text()


@pytest.mark.ledger("OPS-02")
@each(
    ("key", "value"),
    [
        ("mode", "xoxb-1234-5678-abcdefgh"),
        ("ambient", "xapp-1-A01-22-deadbeef"),
        ("ambient", "q7Rk2mZp9Xw4Tn8BcV"),
        ("mode", "open sesame, please"),
        ("ambient", "hunter-two"),
        ("api_base", "Tr0ub4dor&3"),
        ("api_base", "7000001:AAtoken_of_some_bot_that_is_long_enough"),
        ("sk-abcdefghijkl", "x"),
    ],
)
def test_a_secret_in_a_place_where_none_belongs_is_not_told_by_the_error(key: str, value: str) -> None:
    """B12, A13."""
    loaded = parse(json.dumps({"version": 1, "external_messaging": {"slack": {key: value}}}).encode(), {})
    told = "\n".join(f"{problem} {problem.path} {problem.value}" for problem in loaded.problems)

    assert loaded.problems
    assert value == "x" or value[4:] not in told
    assert "abcdefghijkl" not in told


def test_what_people_type_is_shown() -> None:
    for value in (
        "claude-sonnet-4-5-20250929",
        "sokcet",
        "22:00-7",
        "slack:T01/U01",
        "discord:main/111/222333444555666777",
    ):
        assert without_tokens(value) == value
