"""The page, over real HTTP against a running fleet: whom it opens to, what it tells whom, and what it does for whom."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from yarl import URL

from adapters.models.scripted import ScriptedModel
from adapters.page.page_html import html_of
from adapters.page.views import VIEWS
from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from bots.delivery.items import InboxItem, pack_inbox
from config.command_line.operator_commands import operator
from memory.archive.audit_log import AuditLog
from tests.adapters.page.browsing import Seen, page_of
from tests.adapters.page.hostile import INJECTIONS, SCRIPT, fill_with_injections
from tests.bots.house import House
from tests.bots.trust.test_approvals import asked, house_at

PATHS = [view.path for view in VIEWS]
ADA, BEN, EVE = "chat:W/ada", "chat:W/ben", "chat:W/eve"


def house_in(folder: Path, **how: object) -> House:
    models = {name: ScriptedModel(["I see."] * 400) for name in ("alice", "bob")}
    return House(home=folder, models=models, **how)  # type: ignore[arg-type]


# --- coming in


@pytest.mark.ledger("OPS-04")
async def test_status_in_a_terminal_prints_a_link_that_opens_once_and_leaves_no_token_behind(tmp_path: Path) -> None:
    async with page_of(house_in(tmp_path)) as page:
        assert page.house.fleet is not None
        told = await carry_out_command(COMMANDS, page.house.fleet, operator(), ["status"])
        link = str(told.data["page"])  # type: ignore[call-overload]
        first, second = page.stranger(), page.stranger()
        async with first.client.get(link, allow_redirects=False) as answer:
            cookie, went = answer.headers["Set-Cookie"], answer.headers["Location"]
        async with first.client.get(page.base) as answer:
            assert answer.status == 200
        async with second.client.get(link) as again:
            assert again.status == 403

    assert link in told.text
    assert went == "/"
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


async def test_a_link_is_over_after_five_minutes_and_a_session_after_twelve_hours(tmp_path: Path) -> None:
    async with page_of(house_in(tmp_path)) as page:
        link, browser = page.link(ADA), await page.opened(ADA)
        page.house.clock.pass_(minutes=5)
        async with page.stranger().client.get(link) as answer:
            assert answer.status == 403
        await browser.get("/")
        page.house.clock.pass_(hours=12)
        await browser.get("/", status=401)


async def test_no_link_is_given_in_a_chat_or_on_the_page_itself(tmp_path: Path) -> None:
    house = house_in(tmp_path, owners=frozenset({ADA}))
    async with page_of(house) as page:
        browser = await page.opened()
        post = await house.command("ada", house.world.direct("ada"), "status")
        refused = await house.command("ada", house.world.direct("ada"), f"page {ADA}")

        assert "token" not in (await browser.get("/")).text + post.text + refused.text


async def test_nothing_is_told_without_a_session(tmp_path: Path) -> None:
    async with page_of(house_in(tmp_path)) as page:
        stranger = page.stranger()
        stranger.client.cookie_jar.update_cookies({"anima_page_1": "x", "session": "x"}, URL(page.base))
        for path in (*PATHS, "/style.css", "/picture/graph?anima=alice", "/no/such"):
            seen = await stranger.get(path, status=401)
            assert "alice" not in seen.text
        for action in ("/act", "/leave"):
            await stranger.send([("action", action)], status=401)


async def test_who_signs_out_is_out(tmp_path: Path) -> None:
    async with page_of(house_in(tmp_path)) as page:
        browser = await page.opened()
        (form,) = [form for form in (await browser.get("/")).forms if ("action", "/leave") in form]
        jar = [(cookie.key, cookie.value) for cookie in browser.client.cookie_jar]
        await browser.send(form)
        browser.client.cookie_jar.update_cookies(jar, URL(page.base))

        await browser.get("/", status=401)


# --- attacks


async def test_another_host_another_origin_and_a_form_of_nobody_are_refused(tmp_path: Path) -> None:
    async with page_of(house_in(tmp_path)) as page:
        browser = await page.opened()
        port = URL(page.base).port
        (form,) = [form for form in (await browser.get("/")).forms if ("action", "/leave") in form]
        for host in (f"evil.example:{port}", "evil.example", "127.0.0.1", f"127.0.0.1.evil.example:{port}", "[::1]"):
            await browser.get("/", status=421, Host=host)
            await page.stranger().get("/enter?token=x", status=421, Host=host)
        for site in ("cross-site", "same-site"):
            await browser.get("/", status=421, **{"Sec-Fetch-Site": site})
        for origin in ("http://evil.example", "null", f"http://localhost:{port}", f"https://127.0.0.1:{port}", ""):
            await browser.send(form, status=403, Origin=origin)
        other = await page.opened(ADA)
        (theirs,) = [form for form in (await other.get("/")).forms if ("action", "/leave") in form]
        for token in (dict(theirs)["token"], "", "x", "ÿ\udcff"[:1]):
            await browser.send([("action", "/leave"), ("token", token)], status=403)
        async with browser.client.post(f"{page.base}/leave", headers={"Origin": page.base}) as bare:
            assert bare.status == 403
        async with browser.client.post(
            f"{page.base}/act", headers={"Origin": page.base}, json={"token": dict(form)["token"]}
        ) as other_kind:
            assert other_kind.status == 403
        await browser.send([*form, ("more", "x" * 20_000)], status=413)
        for bad in ([("act", "erase"), ("value", "all")], [("act", "resend")], [("act", "")]):
            await browser.send([("action", "/act"), form[1], ("view", "/"), *bad], status=400)

        await browser.get("/")  # and nobody was signed out


async def test_every_answer_forbids_scripts_frames_and_foreign_addresses_and_is_kept_nowhere(tmp_path: Path) -> None:
    async with page_of(house_in(tmp_path)) as page:
        browser = await page.opened()
        for path in (*PATHS, "/style.css", "/picture/graph?anima=alice", "/nothing", "/enter?token=x"):
            async with browser.client.get(page.base + path, allow_redirects=False) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'")
                assert "frame-ancestors 'none'; base-uri 'none'" in policy
                assert answer.headers["Cache-Control"] == "no-store"
                assert answer.headers["Referrer-Policy"] == "same-origin"


async def test_tokens_stand_in_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    async with page_of(house_in(tmp_path)) as page:
        link = page.link(ADA)
        browser = page.stranger()
        async with browser.client.get(link):
            pass
        secrets = [link.partition("token=")[2], *(cookie.value for cookie in browser.client.cookie_jar)]
        await browser.get("/")

    assert len(secrets) == 2
    assert not [secret for secret in secrets if secret in caplog.text]


# --- what is told to whom


@pytest.mark.ledger("AUD-02", "PLT-17")
async def test_everybody_sees_what_they_may_read_and_nothing_of_the_rest(tmp_path: Path) -> None:
    """Two people with one room each, and a third who is in both; talks, graphs, nights, reminders, dead letters."""
    house = house_in(tmp_path, admins=frozenset({ADA, BEN}))
    world = house.world
    rooms = {"ada": world.add_room("alderroom", "ada", "cyd"), "ben": world.add_room("birchroom", "ben", "cyd")}
    marks = {"ada": ["Xanadu", "Quetzal"], "ben": ["Yggdrasil", "Zweibrucken"]}
    async with page_of(house) as page:
        for name, (in_room, alone) in marks.items():
            await house.ask(name, rooms[name], f"alice, I live in {in_room}.")
            await house.ask(name, world.direct(name), f"alice, I work in {alone}.")
            message = world.said[-1]
            assert house.fleet is not None
            lane = f"alice@{rooms[name]}"
            body = pack_inbox(InboxItem(anima="alice", message=message))
            await house.fleet.delivery.bury({lane: body}, f"9{name}", f"about {in_room}")
        for anima in house.animas.values():
            await anima.engine.formed()
            await anima.engine.sleep("daily", house.clock() + timedelta(hours=14))
        house.clock.pass_(hours=1)
        seen = {name: await (await page.opened(f"chat:W/{name}")).everything() for name in ("ada", "ben", "cyd", "eve")}
        all_of_it = await (await page.opened()).everything()

    own = {
        name: [mark for mark in (*marks["ada"], *marks["ben"]) if mark.casefold() in text.casefold()]
        for name, text in seen.items()
    }
    assert own == {"ada": marks["ada"], "ben": marks["ben"], "cyd": ["Xanadu", "Yggdrasil"], "eve": []}
    assert "birchroom" not in seen["ada"] + seen["eve"]
    assert "alderroom" not in seen["ben"] + seen["eve"]
    assert "alderroom" in seen["ada"]
    assert all(mark in all_of_it for found in marks.values() for mark in found)


async def test_counts_are_those_of_what_one_may_read(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    async with page_of(house) as page:
        browser = await page.opened(EVE)
        paths = ("/", "/talks", "/reminders", "/approvals", "/nights", "/memory")
        before = {path: (await browser.get(f"{path}?anima=alice")).text for path in paths}
        for number in range(5):
            await house.ask("ada", house.world.direct("ada"), f"alice, my number {number} is 4821{number}.")
        await house.animas["alice"].engine.formed()
        after = {path: (await browser.get(f"{path}?anima=alice")).text for path in before}

    assert after == before


async def test_a_view_of_what_one_may_not_ask_for_is_not_there(tmp_path: Path) -> None:
    async with page_of(house_in(tmp_path, admins=frozenset({ADA}))) as page:
        member, admin = await page.opened(EVE), await page.opened(ADA)
        for path in ("/cost", "/dead", "/boards", "/problems"):
            await member.get(path, status=404)
            await admin.get(path)
        links = {attributes.get("href") for tag, attributes in (await member.get("/")).elements if tag == "a"}
        (leave,) = [form for form in (await member.get("/")).forms if ("action", "/leave") in form]
        refused = await member.send([("action", "/act"), leave[1], ("view", "/"), ("act", "resend"), ("value", "1")])

    assert "/cost" not in links
    assert "is for admins" in refused.text


async def test_the_page_speaks_the_language_of_the_browser_as_far_as_the_fleet_does(tmp_path: Path) -> None:
    async with page_of(house_in(tmp_path)) as page:
        browser = await page.opened()
        seen = [await browser.get("/", **{"Accept-Language": wanted}) for wanted in ("tr-TR,en;q=0.5", "xx", "ja")]

    assert [one.elements[0][1]["lang"] for one in seen] == ["tr", "en", "ja"]


# --- what is done


@pytest.mark.ledger("FLT-10")
async def test_an_approval_that_waits_is_answered_by_whom_it_waits_for_and_by_nobody_else(tmp_path: Path) -> None:
    house = house_at(tmp_path)
    async with page_of(house) as page:
        _, post = await asked(house)
        others = [await page.opened(EVE), await page.opened()]
        (form,) = (await (browser := await page.opened(ADA)).get("/approvals")).acts("yes")
        for other in others:
            (leave,) = [found for found in (await other.get("/")).forms if ("action", "/leave") in found]
            swapped = [leave[1] if name == "token" else (name, value) for name, value in form]
            assert "There is no approval" in (await other.send(swapped)).text
        done = await browser.send(form)
        await house.settled()
        acts = [entry.act for entry in AuditLog(house.home / "logs", house.clock).newest()]
        left = await browser.get("/approvals")

    assert "Your yes is taken" in done.text
    assert "approved" in acts
    assert any("The draft is ready." in found.text for found in house.world.posts)
    assert any("chose" in text for text in post.texts)
    assert left.acts("yes") == []


async def test_a_dead_letter_is_sent_again_and_a_night_undone_by_a_press(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with page_of(house) as page:
        assert house.fleet is not None
        await house.ask("ada", room, "alice, I live in Porto.")
        await house.fleet.delivery.bury(
            {f"alice@{room}": pack_inbox(InboxItem(anima="alice", message=house.world.said[-1]))}, "9", "x"
        )
        engine = house.animas["alice"].engine
        await engine.formed()
        await engine.sleep("daily", house.clock() + timedelta(hours=14))
        house.clock.pass_(days=1)
        browser = await page.opened()
        (resend,) = (await browser.get("/dead")).acts("resend")
        undo = (await browser.get("/nights")).acts("undo")
        told = [(await browser.send(resend)).text, (await browser.send(undo[0])).text]
        await house.settled()

    assert "will be sent again" in told[0]
    assert "has undone a night" in told[1]


async def test_a_reminder_is_taken_back_by_a_press(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    direct = house.world.direct("ada")
    async with page_of(house) as page:
        await house.ask("ada", direct, "alice, remind me tomorrow at 9 to water the ferns.")
        browser = await page.opened(ADA)
        (drop,) = (await browser.get("/reminders?anima=alice")).acts("drop")
        told = await browser.send(drop)
        left = await browser.get("/reminders?anima=alice")

    assert "Dropped" in told.text
    assert left.acts("drop") == []


# --- words of others


@pytest.mark.parametrize("text", INJECTIONS, ids=range(len(INJECTIONS)))
def test_of_markdown_nothing_becomes_more_than_text(text: str) -> None:
    assert Seen(html_of(text)).foreign() == []


async def test_words_of_others_are_text_wherever_the_page_shows_them(tmp_path: Path) -> None:
    """200 injections as messages, names, facts, reminders and the reasons of dead letters."""
    assert len(INJECTIONS) == 200
    house = house_in(tmp_path)
    async with page_of(house) as page:
        await fill_with_injections(house)
        seen = []
        for browser in (await page.opened(), await page.opened(ADA)):
            for path in ("/", "/talks", "/reminders", "/approvals", "/nights", "/memory"):
                seen.append(await browser.get(f"{path}?anima=alice"))
                seen += [await browser.send(form) for form in seen[-1].acts("why")[:5]]
        seen.append(await (await page.opened()).get("/dead"))
        async with browser.client.get(f"{page.base}/picture/graph", params={"anima": "alice"}) as answer:
            drawn = await answer.text()

    assert [found for one in seen for found in one.foreign()] == []
    assert {tag.tag.rpartition("}")[2] for tag in ElementTree.fromstring(drawn).iter()} <= SVG
    assert drawn.count(SCRIPT) > 50
    assert sum(one.text.count(SCRIPT) for one in seen) > 1000


#: What our pictures are made of.
SVG = {"svg", "rect", "line", "title", "g", "circle", "text"}
