"""The first user: from nothing to a talk, by the real command line; and what the fleet does when it is told to end."""

import asyncio
import json
import re
import signal
import subprocess
import sys

import pytest

from tests.platforms.models.script import Reply
from tests.platforms.models.server import ModelServer
from tests.stories.bad_input.product import ROOT, Product, no_traceback, town, until
from tests.stories.bad_input.terminal import CTRL_C, CTRL_D, UP, terminal

HEAVY = ("litellm", "torch", "chromadb", "onnxruntime", "sentence_transformers", "transformers", "openai")


# ---------------------------------------------------------------------------------------------------- at a terminal


@pytest.mark.ledger("PLT-05", "FLT-01", "ANI-10")
async def test_who_starts_it_on_an_empty_machine_talks_to_somebody_who_remembers_after_a_restart(tmp_path):
    product = Product(tmp_path / "home")
    async with terminal(product) as first:
        start = await first.sees("you> ")
        first.type("My cat is called Mochi.\n")
        await first.sees("alice> ")
        await first.sees("you> ")
        first.type("私の好きな色は青です。\n")
        await first.sees("alice> ")
        await first.sees("you> ")
        first.type(CTRL_D)
        code = await first.ended()
    async with terminal(product) as second:
        await second.sees("you> ")
        second.type(UP + UP)
        await until(lambda: second.line == "you> My cat is called Mochi.", 20)
        second.type("\x15What is my cat called?\n")
        await second.sees("What is my cat called?")
        cat = await second.sees("Mochi")
        await second.sees("you> ")
        second.type("私の好きな色は何でしたか？\n")
        await second.sees("alice> ")
        colour = await second.sees("青")
        second.type(CTRL_C)
        await second.sees("Ctrl-C once more")
        second.type(CTRL_C)
        code_of_ctrl_c = await second.ended()

    assert (code, code_of_ctrl_c) == (0, 0)
    for words in ("ready", "alice", "offline", "slack, discord, telegram", "/anima help", str(product.home)):
        assert words in start
    assert start.count("\n") <= 24
    assert "alice>" in cat
    assert colour
    assert product.heard().count("私の好きな色は青です。") == 1
    assert (product.home / "terminal_history").stat().st_mode & 0o777 == 0o600
    no_traceback(first.screen, second.screen)


@pytest.mark.ledger("PLT-05", "OPS-03")
async def test_a_second_terminal_can_ask_and_talk_while_somebody_chats_without_a_fleet(tmp_path):
    product = Product(tmp_path / "home", {"animas": {"alice": {}}})
    async with terminal(product, "chat", "alice") as seat:
        await seat.sees("you> ")
        seat.type("My horse is called Fury.\n")
        await seat.sees("alice> ")
        await seat.sees("you> ")
        found = await product.run("memory", "search", "alice", "horse", "--json")
        reply = await product.run("chat", "alice", "--once", "What is my horse called?")
        start = await product.run("start")
        wrong = await product.run("chat", "alice", "--place", "a#b", "--once", "Hello")
        turn = re.findall(r"\[(console:dm/\S+)\] a turn has thought", product.log())[0]
        trace = await product.run("trace", turn)
        seat.type(CTRL_D)
        code = await seat.ended()

    assert "Fury" in found.out
    assert "Fury" in reply.out
    assert (wrong.code, wrong.lines) == (
        2,
        ["'a#b' is no place of the terminal: dm, or a channel's name such as general"],
    )
    assert [word for word in ("accepted", "recalled", "sent") if word not in trace.out] == [], trace
    assert product.log().count("the fleet has started") == product.log().count("the fleet has stopped") == 1
    assert (start.code, len(start.lines)) == (1, 1)
    assert f"pid {seat.process.pid}" in start.err
    assert code == 0


@pytest.mark.ledger("PLT-05", "OPS-03")
async def test_a_megabyte_is_heard_beside_a_fleet_and_what_is_longer_than_can_be_is_refused_in_a_line(tmp_path):
    async with town("telegram") as place:
        product = Product(tmp_path / "home", place.config())
        async with product.running() as life:
            big = await product.run("chat", "alice", stdin="word " * 200_000 + "\n")
            bigger = await product.run("chat", "alice", stdin="word " * 1_000_000 + "\nand hello\n")

    assert (big.code, big.err) == (0, "")
    assert big.out.startswith("alice> ")
    assert bigger.lines == ["(That was too long to be heard: at most 4 million letters at once.)"]
    assert bigger.out.startswith("alice> ")
    assert [len(text) for text in product.heard()] == [999_999, 9]
    no_traceback(*life.err, product.log())


@pytest.mark.ledger("PLT-05", "OPS-03")
async def test_a_chat_beside_a_running_fleet_is_the_same_and_ends_with_the_fleet(tmp_path):
    async with town("telegram") as place:
        product = Product(tmp_path / "home", place.config())
        async with product.running() as life:
            async with terminal(product, "chat", "alice", "--no-color") as seat:
                await seat.sees("you> ")
                seat.type("one line\nand another\n")
                await seat.sees("alice> ")
                await seat.sees("you> ")
                await life.stop()
                code = await seat.ended()
            said, raw = seat.screen, seat.raw

    assert product.heard() == ["one line\nand another"]
    assert code == 1
    assert not re.search(r"\x1b\[[0-9;]*3\dm", raw)
    assert said.rstrip().endswith("the fleet stopped before the command was done")
    no_traceback(said)


# ---------------------------------------------------------------------------------------------------- start and ready


@pytest.mark.ledger("FLT-01", "OPS-03")
async def test_a_start_says_ready_once_in_json_and_nothing_else_on_stdout(tmp_path):
    async with town() as place:
        product = Product(tmp_path / "home", place.config())
        async with product.running() as life:
            for name in place.venues:
                await place.answered(name, "Good morning")
            code, seconds = await life.stop()

    (ready,) = life.said
    assert ready == {
        "event": "ready",
        "home": str(product.home),
        "pid": life.process.pid,
        "accounts": {"slack:main": "connected", "discord:main": "connected", "telegram:main": "connected"},
        "animas": ["alice"],
        "model": "offline",
        "embedder": ready["embedder"],
    }
    assert isinstance(ready["embedder"], str)
    assert (code, life.err) == (0, [])
    assert seconds < 10
    assert not (product.home / "control.sock").exists()


@pytest.mark.ledger("FLT-01")
async def test_nothing_heavy_is_imported_before_ready_and_the_models_library_soon_after(tmp_path):
    async with town() as place:
        config = place.config(credentials={"openai": {"api_key": "sk-of-nobody"}}, anima_defaults={"model": "gpt-4o"})
        product = Product(tmp_path / "home", config, PYTHONPROFILEIMPORTTIME="1")
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(ROOT / "run_bots.py"),
            "--home",
            str(product.home),
            "--json",
            env=product.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        before, ready = [], False
        assert process.stdout is not None
        async for line in process.stdout:
            text = line.decode()
            if text.startswith("{"):
                ready = True
            elif not ready:
                before.append(text.rpartition("|")[2].strip())
            elif text.rpartition("|")[2].strip() == "litellm.constants":
                break
        process.send_signal(signal.SIGTERM)
        drained = asyncio.create_task(process.stdout.read())
        code = await asyncio.wait_for(process.wait(), 10)
        await drained

    assert ready
    assert len(before) > 300
    assert sorted({name for name in before if name.partition(".")[0] in HEAVY}) == []
    assert code == 0


# ---------------------------------------------------------------------------------------------------- the end of it

LONG = " ".join(f"This is sentence {number} of a long answer." for number in range(60))


def slow_model():
    """Slow when a question with the word SLOW is asked for the first time."""
    asked = []

    def script(request):
        is_slow = "SLOW" in request.asked and request.asked not in asked
        asked.append(request.asked)
        return Reply(text=LONG, piece=20, gap_s=0.25 if is_slow else 0.0)

    return ModelServer(script)


def with_model(place, server):
    return place.config(
        credentials={"openai": {"api_key": "sk-of-nobody", "base_url": server.openai_url}},
        anima_defaults={"model": "openai/some-model"},
    )


@pytest.mark.ledger("FLT-01", "OPS-03", "PLT-12")
async def test_an_answer_cut_by_sigterm_or_kill_is_there_whole_and_once_and_one_that_is_stopped_stays_so(tmp_path):
    async with slow_model() as server, town("slack") as place:
        product = Product(tmp_path / "home", with_model(place, server))
        async with product.running() as first:
            code, seconds = await ended_in_an_answer(first, product, place, "Tell me SLOW all", signal.SIGTERM)
        async with product.running() as second:
            await until(lambda: [text for text in place.answers("slack") if "sentence 59" in text], 30)
            await ended_in_an_answer(second, product, place, "Tell me SLOW again", signal.SIGKILL)
        async with product.running() as third:
            await until(lambda: len([text for text in place.answers("slack") if "sentence 59" in text]) == 2, 30)
            await until(lambda: len(product.answered()) == 2)
            await place.say("slack", "Tell me SLOW for the last time")
            await until(lambda: any("sentence 1" in text for text in place.answers("slack")[2:]), 25)
            stop = await product.run("stop", "alice", "--json")
            await until(lambda: any("stopped" in text for text in place.answers("slack")[2:]), 5)
            after = await place.answered("slack", "Once more, please", 20)

    assert (code, stop.code) == (0, 0)
    assert seconds < 10
    *answers, stopped, last = place.answers("slack")
    assert "sentence 59" in after
    assert after == last
    assert "sentence 59" not in stopped
    assert len(answers) == 2
    for answer in answers:
        assert answer.strip().endswith("sentence 59 of a long answer.")
        assert answer.count("sentence 17 ") == 1
    assert product.answered()[:2] == [LONG, LONG]
    no_traceback(*first.err, *second.err, *third.err)


async def ended_in_an_answer(life, product, place, question, number):
    """(exit code, seconds) of an end in the middle of the answer that is being written."""
    posts = len(place.answers("slack"))
    await until(lambda: "a model can be asked" in product.log(), 30)
    await place.say("slack", question)
    await until(lambda: any("sentence 1" in text for text in place.answers("slack")[posts:]), 25)
    return await life.stop(number)


# ---------------------------------------------------------------------------------------------------- commands


@pytest.mark.ledger("OPS-03", "FLT-01")
async def test_commands_answer_the_same_beside_a_running_fleet_and_without_one(tmp_path):
    commands = [
        ("list", "--json"),
        ("memory", "search", "alice", "Where do I live", "--json"),
        ("why", "alice", "--json"),
        ("trace", "telegram", "--json"),
        ("stop", "--json"),
        ("manifest", "telegram"),
    ]
    async with town("telegram") as place:
        product = Product(tmp_path / "home", place.config())
        async with product.running() as life:
            await place.answered("telegram", "I live in Lisbon, near the river.")
            await until(lambda: any(event["type"] == "response_sent" for event in product.events()))
            said = await product.run("chat", "alice", "--once", "Good morning", "--json")
            beside = [await product.run(*words) for words in commands]
            status = await product.run("status", "--json")
            doctor = await product.run("doctor", "--json")
        alone = [await product.run(*words) for words in commands]
        said_alone = await product.run("chat", "--once", "Good evening", "--json")

    for words, one, other in zip(commands, beside, alone, strict=True):
        assert (one.code, one.err) == (other.code, other.err) == (0, ""), (words, one, other)
        assert steady(one.out) == steady(other.out), words
    assert set(said.data) == set(said_alone.data) == {"reply"}
    assert said.data["reply"]
    assert said_alone.data["reply"]
    found = beside[1].data
    assert "Lisbon" in json.dumps(found)
    assert status.data["accounts"] == {"telegram:main": "connected"}
    assert f"pid {life.process.pid}" in doctor.out
    no_traceback(*life.err, product.log())


_UNSTEADY = ("ms", "elapsed_ms", "score", "signals")


def steady(text):
    """Without what differs from one asking to the next: how long a search took, scores by the hour."""
    try:
        return _steady(json.loads(text))
    except ValueError:
        return text


def _steady(data):
    if isinstance(data, dict):
        return {
            key: _steady(value) for key, value in data.items() if key not in ("ms", "elapsed_ms", "score", "signals")
        }
    if isinstance(data, list):
        return [_steady(value) for value in data]
    return data


# ---------------------------------------------------------------------------------------------------- secrets


def echo(request):
    return Reply(trouble="500") if "break" in request.asked else f"You said: {request.asked[:200]}"


@pytest.mark.ledger("OPS-02", "OPS-07")
async def test_no_secret_of_the_config_or_the_environment_is_in_any_file_line_or_prompt(tmp_path):
    tokens = {
        "MODEL_KEY": "sk-canary-model-0123456789",
        "SLACK_TOKEN": "xoxb-canary-slack-0123456789",
        "SLACK_APP": "xapp-canary-slack-0123456789",
        "UNUSED": "plain-canary-unused-0123456789",
    }
    async with ModelServer(echo) as server, town() as place:
        slack = place.venues["slack"].server.app
        slack.bot_token, slack.app_token = tokens["SLACK_TOKEN"], tokens["SLACK_APP"]
        config = with_model(place, server)
        config["system"] = {"log_level": "DEBUG", "log_format": "json"}
        config["credentials"]["openai"]["api_key"] = "env:MODEL_KEY"
        messaging = config["external_messaging"]
        messaging["slack"]["accounts"]["main"] = {"bot_token": "env:SLACK_TOKEN", "app_token": "env:SLACK_APP"}
        messaging["telegram"]["accounts"]["wrong"] = {"bot_token": "7654321:canary_telegram_0123456789_0123456789"}
        messaging["discord"]["accounts"]["wrong"] = {"bot_token": "plain-canary-discord"}
        product = Product(tmp_path / "home", config, **tokens)
        async with product.running() as life:
            await until(lambda: "a model can be asked" in product.log(), 30)
            for name in place.venues:
                await place.answered(name, f"My key is {tokens['MODEL_KEY']}, keep it to yourself.", 30)
                await place.answered(name, "What is my key?", 30)
            await place.answered("telegram", "Please break.", 30)
            outcomes = [
                await product.run(*words)
                for words in (("doctor",), ("status",), ("config", "show"), ("why", "alice"), ("trace", "slack"))
            ]
        outcomes.append(await product.run("config", "check"))

    said = "".join([*life.out, *life.err, *(one.out + one.err for one in outcomes)])
    assert "canary" not in said
    assert all(outcome.code in (0, 1) for outcome in outcomes)
    (turn,) = {
        line["turn"] for line in map(json.loads, product.log().splitlines()) if "no whole answer" in line["message"]
    }
    assert turn.startswith(f"telegram:{place.directs['telegram']}/")
    leaks = [
        (str(path.relative_to(product.home)), line[:200])
        for path in sorted(product.home.rglob("*"))
        if path.is_file() and path.name not in ("config.json", "delivery.sqlite3", "delivery.sqlite3-wal")
        for line in path.read_bytes().splitlines()
        if b"canary" in line
    ]
    assert leaks == []
    prompts = [said.text for request in server.requests for said in request.said]
    others = [text for text in prompts for value in tokens.values() if value in text and "What is my key" in text]
    assert others == []
    assert {request.key for request in server.requests} == {tokens["MODEL_KEY"]}


@pytest.mark.ledger("PLT-05", "ANI-10")
async def test_doctor_offline_proves_that_nothing_needs_the_network_and_asks_no_platform(tmp_path):
    async with town() as place:
        product = Product(tmp_path / "home", place.config())
        outcome = await product.run("doctor", "--offline", "--json")
        calls = [call for venue in place.venues.values() for call in venue.ledger.calls]

    checks = {check["subject"]: check for check in outcome.data["checks"]}
    assert outcome.code == 0, outcome.out
    assert checks["offline: connections"]["finding"] == "none tried"
    assert checks["offline: a talk"]["ok"] is True
    assert calls == []
