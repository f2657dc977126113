"""Accounts that cannot work: each says what to do, and the fleet lives on with the rest."""

import pytest

from tests.platforms.plan import Fault
from tests.platforms.slack.state import ALL_SCOPES
from tests.stories.bad_input.product import Product, no_traceback, town

WRONG = {
    "slack": {"bot_token": "xoxb-wrong-canary-1", "app_token": "xapp-wrong-canary-2"},
    "discord": {"bot_token": "wrong.canary.3"},
    "telegram": {"bot_token": "123456:wrong_canary_4"},
}


def with_wrong(config):
    """A second account on each platform, with a token that nobody gave out."""
    for name, account in WRONG.items():
        config["external_messaging"][name]["accounts"]["wrong"] = account
    return config


@pytest.mark.ledger("FLT-01", "PLT-16", "OPS-02")
async def test_a_bad_token_fails_its_account_and_the_rest_of_the_fleet_answers(tmp_path):
    async with town() as place:
        product = Product(tmp_path / "home", with_wrong(place.config()))
        async with product.running() as life:
            states = life.said[0]["accounts"]
            answers = [await place.answered(name, "Good morning") for name in place.venues]

    assert {name: state for name, state in states.items() if name.endswith(":main")} == dict.fromkeys(
        ["slack:main", "discord:main", "telegram:main"], "connected"
    )
    assert states["slack:wrong"].startswith("failed: invalid_auth: the bot_token is not valid: copy it again")
    assert states["discord:wrong"].startswith("failed: the bot token is not valid: make a new one")
    assert states["telegram:wrong"].startswith("failed: Telegram does not accept the bot token: copy it again")
    assert all(answers)
    no_traceback(*life.out, *life.err)
    assert "canary" not in "".join([*life.out, *life.err, product.log()])
    assert product.log().count("WARNING config.runtime.serving an account failed for good") == 3


@pytest.mark.ledger("FLT-01")
async def test_a_start_without_one_working_account_and_without_a_terminal_ends_with_one_line(tmp_path):
    async with town() as place:
        config = place.config()
        for name, account in WRONG.items():
            config["external_messaging"][name]["accounts"] = {"main": account}
        outcome = await Product(tmp_path / "home", config).run("start", "--json")

    ready = outcome.data
    assert outcome.code == 1
    assert all(state.startswith("failed: ") for state in ready["accounts"].values())
    assert outcome.lines == ["no account could be connected, and there is no terminal to talk at"]


@pytest.mark.ledger("FLT-01")
async def test_an_account_whose_platform_is_down_is_still_trying_when_it_comes_back(tmp_path):
    async with town("telegram", "slack") as place:
        plan = place.venues["telegram"].plan
        with plan.during(Fault("5xx", where="getMe", times=1)):
            product = Product(tmp_path / "home", place.config())
            async with product.running() as life:
                assert life.said[0]["accounts"]["telegram:main"] == "connected"
                assert await place.answered("telegram", "Good morning")
                calls = place.venues["telegram"].ledger.calls
                assert next(status for _, method, status in calls if method == "getMe") == 502


@pytest.mark.ledger("PLT-16")
async def test_start_and_doctor_say_what_each_account_lacks_and_where_to_switch_it_on(tmp_path):
    async with town() as place:
        place.venues["slack"].server.app.scopes = ALL_SCOPES - {"reactions:read", "chat:write"}
        place.venues["discord"].server.bot.message_content = False
        place.venues["telegram"].bot.can_read_all_group_messages = False
        product = Product(tmp_path / "home", with_wrong(place.config()))
        alone = await product.run("doctor", "--json")
        async with product.running() as life:
            beside = await product.run("doctor")

    states = life.said[0]["accounts"]
    assert states["slack:main"] == (
        "failed: missing_scope: the app lacks the scope chat:write: "
        "add it under OAuth & Permissions and reinstall the app"
    )
    assert states["discord:main"].startswith("failed: switch on MESSAGE CONTENT INTENT in the developer portal")
    assert states["telegram:main"] == "connected"
    found = {}
    for check in alone.data["checks"]:
        found.setdefault(check["subject"], []).append(check)
    told = {subject: " ".join(f"{c['finding']} {c['advice']}" for c in checks) for subject, checks in found.items()}
    assert "chat:write" in told["slack:main"]
    assert "reactions:read (hear reactions)" in told["slack:main"]
    assert "MESSAGE CONTENT INTENT" in told["discord:main"]
    assert "/setprivacy" in told["telegram:main"]
    for platform in WRONG:
        assert any(check["ok"] is False for check in found[f"{platform}:wrong"]), told[f"{platform}:wrong"]
    assert "canary" not in alone.out + alone.err + beside.out + beside.err
    assert alone.code == beside.code == 1
    for line in ("chat:write", "MESSAGE CONTENT INTENT", "/setprivacy"):
        assert line in beside.out
    assert [line for line in alone.lines if not line.endswith("to mend")] == []
