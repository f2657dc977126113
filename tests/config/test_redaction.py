"""No secret in any line of the log, also not in exceptions, whatever library wrote it."""

import io
import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.delivery.contract import turn_id
from config.logs import set_up
from config.settings.load import parse
from config.settings.redaction import Redaction, without_tokens
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


HEARD = [
    ("my password is hunter2", "my password is ***"),
    ("the wifi password at the office is: Blue42sky!", "the wifi password at the office is: ***!"),
    ("Password: sunshine", "Password: ***"),
    ("password hunter2 ok?", "password *** ok?"),
    ("PIN is 4821", "PIN is ***"),
    ("mein Passwort ist Katze123, nicht weitersagen", "mein Passwort ist ***, nicht weitersagen"),
    ("Kennwort fürs Portal lautet Reiher#88", "Kennwort fürs Portal lautet ***"),
    ("şifrem kedi1234 unutma", "şifrem *** unutma"),
    ("parola: Deniz.2024", "parola: ***"),
    ("パスワードはneko1234です", "パスワードは***です"),
    ("暗証番号は4821だよ", "暗証番号は***だよ"),
    ("api_key = 9f8e7d6c5b4a3f2e", "api_key = ***"),
    ("card 4111 1111 1111 1111 exp 12/29", "card *** exp 12/29"),
    ("Visa 4111111111111111", "Visa ***"),
    ("amex 3782-822463-10005", "amex ***"),
    ("IBAN DE89 3704 0044 0532 0130 00 bitte", "IBAN *** bitte"),
    ("tr330006100519786457841326", "***"),
    ("clone https://ada:s3cr3t@git.example.com/x.git", "clone https://***@git.example.com/x.git"),
    ("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP", "***"),
    ("2FA seed: JBSW Y3DP EHPK 3PXP", "2FA seed: ***"),
    (
        "abandon ability able about above absent absorb abstract absurd abuse access accident",
        "***",
    ),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nq8\n-----END RSA PRIVATE KEY-----", "***"),
]


@pytest.mark.ledger("OPS-02")
@each(("said", "kept"), HEARD)
def test_what_is_told_as_a_secret_is_masked_when_it_is_heard(said, kept):
    assert Redaction().heard(said) == kept


@pytest.mark.ledger("OPS-02")
@each(
    "said",
    [
        "I forgot my password again",
        "the password is on the fridge",
        "my password is wrong, it says",
        "das Passwort ist abgelaufen",
        "şifreyi unuttum",
        "パスワードを忘れた",
        "order 4111-2222-3333-4445 arrived",
        "order number 1234567890123456",
        "call me at +49 170 1234567 or 0170 1234567",
        "commit 9f8e7d6c5b4a3f2e1d0c9b8a7f6e5d4c3b2a1f0e",
        "550e8400-e29b-41d4-a716-446655440000",
        "message 1179421344556677889 in #general",
        "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "pinned the post from 2024",
        "pin the message of 2024 please",
        "3.1415926535897932",
        "the meeting is at 4111",
        "IBAN DE89 3704 0044 0532 0130 01 is a typo",
        "abandon all hope and be able to do about what you want to do in the above",
    ],
)
def test_what_only_looks_like_a_secret_stays(said):
    assert Redaction().heard(said) == said
