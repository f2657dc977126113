"""The admin commands: found, refused, read and answered in the same way wherever they are typed."""

from dataclasses import replace

import pytest

from adapters.discord.commands import payload
from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from bots.commands.command import (
    ROOT,
    CommandUsageError,
    command_parameters,
    command_shapes,
    command_usage,
    parse_command,
    split_words,
)
from bots.commands.diagnosis import key_of_link
from bots.people.trust_policy import Role
from bots.turn.turn_report import ReportedMemory, TurnReport
from memory.archive.audit_log import AuditLog
from memory.index.keeper import IndexReport
from memory.recall.query import SCOPES
from memory.vocabulary.cue import RecallReason, Recollection
from tests.bots.commands.admin_double import GUEST, LETTER, MEMBER, NOW, OWNER, STEP, AdminDouble, Letters, Memory
from tests.each import each


def command(*path):
    return next(one for one in COMMANDS if one.path == path)


async def say(text, asker=OWNER, admin=None):
    return await carry_out_command(COMMANDS, admin or AdminDouble(), asker, split_words(text))


# ------------------------------------------------------------------------------------------------ the signature


@pytest.mark.ledger("FLT-10")
@each(
    ("text", "words", "options"),
    [
        ("alice what is new", ["alice", "what", "is", "new"], {}),
        ("alice tea --k 3", ["alice", "tea"], {"k": 3}),
        ("alice --k=3 tea cups", ["alice", "tea", "cups"], {"k": 3}),
        ('alice "green tea" —k 2', ["alice", "green tea"], {"k": 2}),
        ("alice don't panic", ["alice", "don't", "panic"], {}),
        ("alice “green tea”", ["alice", "green tea"], {}),
        ("alice -- --k 3", ["alice", "--k", "3"], {}),
        ("alice tea --as-of 2026-01-01", ["alice", "tea"], {"as_of": "2026-01-01"}),
    ],
)
def test_words_of_a_chat_become_parameters(text, words, options):
    given = parse_command(command("memory", "search"), split_words(text))

    assert (given.words, given.options) == (words, options)


@pytest.mark.ledger("FLT-10")
@each(
    ("path", "text", "line"),
    [
        (("memory", "search"), "", "NAME is missing: "),
        (("memory", "search"), "alice", "QUERY … is missing: "),
        (("memory", "search"), "alice x --k many", "'many' is not a whole number: "),
        (("memory", "search"), "alice x --limit 3", "--limit is no option of memory search: "),
        (("memory", "search"), "alice x --scop all", "--scop is no option of memory search (did you mean --scope?): "),
        (("memory", "search"), "alice x --k", "--k needs a value: "),
        (("memory", "search"), "alice x --scope knowlege",
         "'knowlege' is not one of all, activity, episodes, knowledge, procedures, facts "
         "(did you mean knowledge?): "),
        (("manifest",), "slak", "'slak' is not one of slack, discord, telegram (did you mean slack?): "),
        (("trace",), "one two", "'two' is one word too many: "),
    ],
)  # fmt: skip
def test_wrong_words_are_one_line_that_ends_with_the_usage(path, text, line):
    with pytest.raises(CommandUsageError) as wrong:
        parse_command(command(*path), split_words(text))

    assert str(wrong.value) == line + command_usage(command(*path))


def test_an_optional_word_may_be_given_by_place_or_by_name():
    assert (
        parse_command(command("why"), ["alice"]).words
        == parse_command(command("why"), ["--name", "alice"]).words
        == ["alice"]
    )


@pytest.mark.ledger("FLT-10")
@each("one", COMMANDS, ids=[one.name for one in COMMANDS])
def test_every_command_has_help_and_a_form_for_every_menu(one):
    assert command_usage(one).startswith(one.name)
    assert (one.run.__doc__ or "").strip()


@pytest.mark.ledger("FLT-10", "PLT-03")
def test_a_menu_has_room_on_discord():
    menu = command_shapes(COMMANDS)
    tops = {shape.words[0] for shape in menu}

    assert len(tops) <= 25
    for shape in menu:
        assert 1 <= len(shape.words) <= 2
        assert 1 <= len(shape.description) <= 100
        required = [option.required for option in shape.options]
        assert required == sorted(required, reverse=True)
        assert all(1 <= len(option.description) <= 100 and option.name.islower() for option in shape.options)
    payload(ROOT, menu)  # raises where Discord has no room for it


# ------------------------------------------------------------------------------------------------ the gate


@pytest.mark.ledger("FLT-10")
@each("one", [one for one in COMMANDS if one.role > Role.MEMBER], ids=lambda one: one.name)
async def test_what_is_for_admins_is_refused_to_members_in_one_line(one):
    answer = await carry_out_command(COMMANDS, AdminDouble(), MEMBER, [*one.path, "x", "y"])

    assert not answer.ok
    assert answer.text == f"`{one.name}` is for {one.role.name.lower()}s; you are member here."


@pytest.mark.ledger("FLT-10")
async def test_a_guest_may_ask_for_help_and_sees_only_what_guests_may():
    answer = await say("help", GUEST)

    assert answer.ok
    assert [one["command"] for one in answer.data["commands"]] == ["help", "me link", "me unlink", "me forget"]


@pytest.mark.ledger("FLT-10")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("statsu", "statsu: no such command (did you mean status?); `help` lists all."),
        ("memory serach alice x", "memory serach: no such command (did you mean memory search?); `help` lists all."),
        ("xyzzy", "xyzzy: no such command; `help` lists all."),
    ],
)
async def test_an_unknown_command_names_the_nearest_in_one_line(text, line):
    assert (await say(text)).text == line


@pytest.mark.ledger("FLT-10")
async def test_case_does_not_matter_in_the_words_of_a_command():
    assert (await say("Memory SEARCH Alice tea")).ok


async def test_an_unknown_anima_names_the_nearest():
    answer = await say("show alcie")

    assert (answer.ok, answer.text) == (False, "no anima is called 'alcie' (did you mean alice?)")


# ------------------------------------------------------------------------------------------------ the commands


async def test_list_tells_who_is_there():
    answer = await say("list")

    assert answer.text == "- **alice** engineer · m"
    assert answer.data["animas"][0]["name"] == "alice"
    assert (await say("anima list")).data == answer.data


async def test_status_tells_accounts_animas_and_dead_letters():
    answer = await say("status", admin=AdminDouble(delivery=Letters([LETTER], lanes={"a": 2, "b": 1})))

    assert "- slack:main: connected" in answer.text
    assert "- 1 dead letter: `dead list`" in answer.text
    assert answer.data["waiting"] == 3
    assert "- mcp time: connected, 2 tools, for 2 h, connected 3 times" in answer.text


@pytest.mark.ledger("OPS-10")
async def test_stop_in_a_chat_ends_turns_of_that_place_only():
    admin = AdminDouble()

    await say("stop", MEMBER, admin)
    await say("stop Alice", OWNER, admin)

    assert admin.stopped == [("", "slack:T1/C1"), ("alice", "")]


REPORT = TurnReport(
    turn="1", anima="alice", at=NOW, place="slack:T1/C1", audience="group:slack:T1/C1", person="slack:T1/U1",
    model="m", message_type="question", late=(), outcome="answered",
    remembered=(
        ReportedMemory(text="Ada likes tea", path="knowledge/tea.md", channel="related_knowledge", score=0.81,
                   reasons=(RecallReason("recency", 0.2), RecallReason("lexical", 0.6)), audience="group:slack:T1/C1"),
        ReportedMemory(text="The secret", path="knowledge/s.md", channel="important", score=0.7, reasons=(),
                   audience="person:slack:T1/U1"),
    ),
)  # fmt: skip


@pytest.mark.ledger("PRI-12")
async def test_why_tells_the_memories_of_the_last_reply_with_their_signals_strongest_first():
    answer = await say("why", MEMBER, AdminDouble(reports={("alice", ""): REPORT}))

    assert "Ada likes tea" in answer.text
    assert "because lexical 0.60, recency 0.20" in answer.text
    assert answer.data["remembered"][0]["signals"] == {"recency": 0.2, "lexical": 0.6}


async def test_why_lists_the_ten_that_weighed_most_and_all_when_asked():
    one = REPORT.remembered[0]
    many = [replace(one, text=f"memory {n}", score=n / 50 - 0.2) for n in range(40)]
    admin = AdminDouble(reports={("alice", ""): replace(REPORT, remembered=tuple(many))})
    few, all_ = await say("why", MEMBER, admin), await say("why --whole", MEMBER, admin)

    assert [line[2:] for line in few.text.splitlines() if line.startswith("- ")] == [
        f"memory {n}" for n in range(39, 29, -1)
    ]
    assert all_.text.count("- memory ") == len(few.data["remembered"]) == 40


async def test_the_first_word_of_several_commands_lists_them():
    alone, asked = await say("memory", MEMBER), await say("help dead", OWNER)

    assert "`memory search" in alone.text
    assert "`memory rebuild" not in alone.text
    assert "`dead resend" in asked.text
    assert (alone.ok, asked.ok) == (True, True)


@pytest.mark.ledger("PRI-12", "AUD-02")
async def test_why_does_not_show_in_a_room_what_was_learned_elsewhere():
    answer = await say("why alice", MEMBER, AdminDouble(reports={("alice", ""): REPORT}))

    assert "secret" not in answer.text
    assert "elsewhere" not in answer.text


@pytest.mark.ledger("PRI-12", "AUD-02")
async def test_why_explains_no_turn_of_another_room():
    elsewhere = replace(MEMBER, place="slack:T1/C2", audience="group:slack:T1/C2", role=Role.OWNER)

    answer = await say("why", elsewhere, AdminDouble(reports={("alice", ""): REPORT}))

    assert (answer.ok, answer.text) == (False, "There is no reply here that I could explain.")


FOUND = Recollection(
    id="m1", kind="turn", text="I like tea", score=0.9, confidence=0.8, reasons=(RecallReason("lexical", 0.9),),
    path="activity_log/2026-11-20.jsonl#L1", at=NOW, speaker="Ada", place="slack:T1/C1", audience="group:slack:T1/C1",
)  # fmt: skip


@pytest.mark.ledger("FLT-10", "AUD-02")
async def test_memory_search_in_a_chat_asks_as_the_audience_that_reads_the_answer():
    memory = Memory({MEMBER.audience: [FOUND]})

    answer = await say("memory search alice green tea --k 3", MEMBER, AdminDouble(engine=memory))

    assert memory.asked == [("green tea", MEMBER.audience, "all", None, 3)]
    assert answer.data["results"][0] == {
        "id": "m1",
        "kind": "turn",
        "text": "I like tea",
        "score": 0.9,
        "confidence": 0.8,
        "valid_from": None,
        "valid_until": None,
        "invalidated_at": None,
        "instead": None,
        "signals": {"lexical": 0.9},
        "date": "2026-11-20T12:00:00+00:00",
        "source": "activity_log/2026-11-20.jsonl#L1",
        "speaker": "Ada",
        "place": "slack:T1/C1",
        "audience": "group:slack:T1/C1",
    }


@pytest.mark.ledger("AUD-02")
async def test_nobody_chooses_another_audience_in_a_chat():
    answer = await say("memory search alice tea --audience org", MEMBER)

    assert (answer.ok, answer.text) == (False, "--audience is for the command line")


async def test_on_the_command_line_all_audiences_are_searched():
    memory = Memory({MEMBER.audience: [FOUND], "org": [replace(FOUND, id="m2", score=0.95)]})

    answer = await say("memory search alice tea", OWNER, AdminDouble(engine=memory))

    assert [one["id"] for one in answer.data["results"]] == ["m2", "m1"]


def test_the_scopes_are_those_of_memory():
    scope = next(one for one in command_parameters(command("memory", "search").run) if one.name == "scope")

    assert set(scope.choices) == set(SCOPES)


async def test_a_date_that_is_none_is_told():
    answer = await say("memory search alice tea --as-of yesterday")

    assert answer.text == "'yesterday' is no date like 2026-11-20"


async def test_memory_rebuild_rebuilds():
    memory = Memory()

    assert (await say("memory rebuild alice", admin=AdminDouble(engine=memory))).ok
    assert memory.rebuilt == 1


async def test_memory_stats_counts_files(tmp_path):
    (tmp_path / "animas/alice/knowledge").mkdir(parents=True)
    (tmp_path / "animas/alice/knowledge/a.md").write_text("12345")

    answer = await say("memory stats alice", admin=AdminDouble(home=tmp_path))

    assert answer.data["knowledge"] == {"files": 1, "bytes": 5}
    assert answer.data["index"] == {"entries": 9, "vectors": 7}
    assert answer.data["formation"]["heard"] == 10
    assert "10 messages heard, 4 (40 %) kept, 6 (60 %) not" in answer.text
    assert "create 3 (75 %), skip 1 (25 %)" in answer.text


@pytest.mark.ledger("LOG-12")
async def test_memory_verify_says_what_is_wrong_and_what_to_do():
    well = await say("memory verify alice")
    memory = Memory(verified=IndexReport(entries=9, indexed=8, problems=("1 entries of the files are missing",)))
    ill = await say("memory verify alice", admin=AdminDouble(engine=memory))

    assert well.ok
    assert "9 of them were looked for and found" in well.text
    assert not ill.ok
    assert ill.data["problems"] == ["1 entries of the files are missing"]
    assert "`memory rebuild alice`" in ill.text


@pytest.mark.ledger("ANI-02")
async def test_an_anima_is_created_by_role_or_from_a_file_and_never_twice(tmp_path):
    admin = AdminDouble()
    (tmp_path / "kim.md").write_text("# Identity: Kim\n")

    await say("create bob --role writer", admin=admin)
    await say(f"anima create kim --file {tmp_path}/kim.md --role blank", admin=admin)
    twice = await say("create alice", admin=admin)

    assert admin.made == [("bob", "writer", ""), ("kim", "", "# Identity: Kim\n")]
    assert twice.text == "There is an anima called alice already."


async def test_no_file_of_the_machine_is_read_from_a_chat(tmp_path):
    as_owner = replace(MEMBER, role=Role.OWNER)

    assert (await say("create kim --file /etc/passwd", as_owner)).text == "--file is for the command line"


async def test_animas_are_enabled_and_disabled():
    admin = AdminDouble()

    slept = await say("disable ALICE", admin=admin)
    woke = await say("anima enable alice", admin=admin)

    assert admin.switched == [("alice", False), ("alice", True)]
    assert slept.text == "**alice** is disabled; this takes effect at the next start."
    assert woke.text == "**alice** is enabled."


@pytest.mark.ledger("OPS-11")
async def test_trace_tells_the_steps_of_a_message_by_its_link():
    admin = AdminDouble(delivery=Letters(steps={"1700000000.000100": [STEP]}))

    answer = await say("trace https://team.slack.com/archives/C1/p1700000000000100?thread_ts=1", admin=admin)

    assert answer.text == "- 2026-11-20 12:00:00.000+00:00 **accepted** slack:main"
    assert (await say("trace 99", admin=admin)).ok is False


@pytest.mark.ledger("OPS-11")
@each(
    ("link", "key"),
    [
        ("https://x.slack.com/archives/C0123/p1700000000000100", "1700000000.000100"),
        ("<https://discord.com/channels/1/22/333>", "333"),
        ("https://ptb.discord.com/channels/@me/22/333", "333"),
        ("https://t.me/c/123/45", "000000000045"),
        ("https://t.me/c/123/7/45", "000000000045"),
        ("https://t.me/somegroup/45?single", "000000000045"),
        ("1700000000.000100", "1700000000.000100"),
        ("console:dm/ada/01700000000000000000-000003", "01700000000000000000-000003"),
        ("telegram:123/45", "000000000045"),
        ("slack:T01/C01/1700000000.000100", "1700000000.000100"),
    ],
)
def test_a_copied_link_names_its_message(link, key):
    assert key_of_link(link) == key


@pytest.mark.ledger("OPS-11")
async def test_dead_letters_are_listed_and_sent_again_by_hand():
    admin = AdminDouble(delivery=Letters([LETTER]))

    listed = await say("dead list", admin=admin)
    letter = listed.data["dead"][0]["id"]

    assert listed.text == f"- {letter}: alice@slack:T1/C1 0 — no such channel"
    assert (await say(f"dead resend {letter}", admin=admin)).ok
    assert not (await say("dead resend 8", admin=admin)).ok


@pytest.mark.ledger("AUD-02")
async def test_a_chat_is_told_of_no_other_rooms_turns_and_letters_nor_how_many_there_are():
    """B11: lanes in `status`, and the same of `dead`; an owner in a chat is told no more than who is there."""
    elsewhere = replace(LETTER, id=8, lane="alice@slack:T1/D9")
    lanes = {"alice@slack:T1/C1#5": 1, "alice@slack:T1/D9": 4}
    admin = AdminDouble(delivery=Letters([LETTER, elsewhere], lanes=lanes))
    chat = replace(OWNER, audience="group:slack:T1/C1", place="slack:T1/C1")
    (other,) = (one["id"] for one in (await say("dead list", admin=admin)).data["dead"] if "D9" in one["lane"])

    status, letters = await say("status", chat, admin), await say("dead list", chat, admin)

    assert (status.data["dead"], status.data["waiting"]) == (1, 1)
    assert "running" not in status.text + str(status.data) + str((await say("list", chat, admin)).data)
    assert "D9" not in letters.text + status.text
    assert len(letters.data["dead"]) == 1
    assert not (await say(f"dead resend {other}", chat, admin)).ok


@pytest.mark.ledger("PLT-16")
async def test_doctor_says_what_to_do_and_fails_when_something_is_wrong():
    assert (await say("doctor")).text == "- ✓ disk: fine"
    sick = await say("doctor --offline")
    assert (sick.ok, sick.text) == (False, "- ✗ disk: full → free some")


# ------------------------------------------------------------------------------------------------ the audit log


@pytest.mark.ledger("OPS-05")
@each(
    ("text", "asker", "told"),
    [
        ("enable alice", OWNER, [("console:ada", "command enable", "alice", "allowed")]),
        ("stop", MEMBER, [("slack:T1/U1", "command stop", "", "allowed")]),
        ("enable alice", MEMBER, [("slack:T1/U1", "command enable", "alice", "refused")]),
        ("list", MEMBER, []),
        (
            "dead resend 99",
            OWNER,
            [("console:ada", "command dead resend", "99", outcome) for outcome in ("allowed", "failed")],
        ),
    ],
)
async def test_what_admins_do_and_what_is_refused_is_recorded(text, asker, told):
    admin = AdminDouble()

    await say(text, asker, admin)

    assert admin.audit.told == told


@pytest.mark.ledger("OPS-05")
async def test_an_owner_reads_the_audit_log_and_hears_of_tampering(tmp_path):
    admin = AdminDouble(audit=AuditLog(tmp_path, lambda: NOW))
    await say("disable alice", OWNER, admin)

    assert "console:ada: command disable · alice · allowed" in (await say("audit list", OWNER, admin)).text
    assert (await say("audit verify", OWNER, admin)).ok
    assert not (await say("audit list", replace(MEMBER, role=Role.ADMIN), admin)).ok

    path = tmp_path / "audit.jsonl"
    path.write_bytes(path.read_bytes().replace(b"disable", b"enabled"))

    answer = await say("audit verify", OWNER, admin)
    assert not answer.ok
    assert "entry 1 was changed after it was written" in answer.text
