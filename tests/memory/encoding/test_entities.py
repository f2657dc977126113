"""Entities: names in three languages, and ordinary words that look like them."""

import time
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.formation.entities import MOST_ENTITIES, find_entities
from memory.language import name_lexicons
from memory.language.name_lexicons import name_slug
from memory.language.prose import prose
from tests.each import each

pytestmark = pytest.mark.ledger("FOR-04")


def named(text, workspace="slack:T01/"):
    return {entity.uri.removeprefix("entity://") for entity in find_entities(text, workspace)}


@each(
    ("text", "expected"),
    [
        ("The importer moved from MariaDB to sqlite", "tech/mariadb tech/sqlite"),
        ("c++ or C#? Neither, node.js and .NET", "tech/c++ tech/c# tech/node.js tech/.net"),
        ("Visual Studio Code opens it", "tech/visual-studio-code"),
        ("McDonald's pays AT&T", "org/mcdonalds org/at-t"),
        ("we signed with Thornfield Logistics Ltd last week", "org/thornfield-logistics-ltd"),
        ("my cousin is at kestrel gmbh now", "org/kestrel-gmbh"),
        ("Lumo, Inc. bought it", "org/lumo-inc"),
        ("Bonner & Söhne GmbH & Co. KG delivers", "org/bonner-söhne-gmbh-co-kg"),
        ("I studied at the University of Lumbia and at Veldt College", "org/university-of-lumbia org/veldt-college"),
        ("QuillForge draws it, Prism.js colours it", "tech/quillforge tech/prism.js"),
        ("Kafka topics fill the disk", "tech/kafka"),
        ("wrote it in rust, deployed to fly.io", "tech/rust tech/fly.io"),
        ("ping me on slack", "tech/slack"),
        ("python 3.12 is out", "tech/python"),
        ("My aunt works for Slack", "org/slack"),
        ("Spotify is owned by nobody, GitHub is owned by Microsoft", "tech/spotify tech/github org/microsoft"),
        ("Ask the Claude API", "tech/claude"),
    ],
)
def test_names_are_found_in_english(text, expected):
    assert named(text) == set(expected.split())


@each(
    "text",
    [
        "let's go to the apple market",
        "There is rust on the car and a python in the box",
        "Spring is late this year",
        "some slack, no notion of time, both teams were swift to react",
        "vitamin C and a plan B",
        "reading Kafka on the train",
        "I'm a gemini and she is a libra",
        "MacArthur met McKinley and DeMarco",
        "ValueError and KeyError again",
        "hes late, iam tired, thy name",
        "works at night, works at home",
        "square root of nine, zoom in on the target",
        "Our cat Pixel sat on the windows",
        "Project Phoenix and Project Falcon are late",
    ],
)
def test_ordinary_words_are_no_names_in_english(text):
    assert named(text) == set()


@each(
    ("text", "expected"),
    [
        ("Postgres'ten Redis'e geçtik", "tech/postgres tech/redis"),
        ("Go'da yazdık, slack üzerinden konuştuk", "tech/go tech/slack"),
        ("Getir'den söyledim, Trendyol'dan aldım", "tech/getir tech/trendyol"),
        ("ablam Getir'de çalışıyor", "org/getir"),
        ("Işık Üniversitesi'nde okuyor", "org/ışık-üniversitesi"),
        ("Karadut Gıda Ltd. Şti. ile anlaştık", "org/karadut-gıda-ltd-şti"),
        ("Mercan A.Ş.'nin deposu", "org/mercan-a.ş"),
        ("Turk Telekom arızalı, ptt'ye sor", "org/türk-telekom org/ptt"),
        ("Köpek eti yemez, mavi kapıya getir, yok yok", ""),
        ("Ayşe Koç bana aldı, şok oldum", ""),
        ("İstanbul'dan Ada'ya vapurla geçtik", ""),
    ],
)
def test_names_are_found_in_turkish(text, expected):
    assert named(text) == set(expected.split())


@each(
    ("text", "expected"),
    [
        ("スラックで連絡して、資料はNotionに書いた", "tech/スラック tech/notion"),
        ("あとでラインで送るね", "tech/ライン"),
        ("GoでAPIを書いた", "tech/go"),
        ("Googleカレンダーに入れて", "tech/google-カレンダー"),
        ("株式会社ひなたに入社しました", "org/株式会社ひなた"),
        ("昨日はひまわり株式会社の人と会った", "org/ひまわり株式会社"),
        ("先月、青葉精工有限会社に電話した", "org/青葉精工有限会社"),
        ("妹は九州工業大学の学生です", "org/九州工業大学"),
        ("さくら銀行の口座", "org/さくら銀行"),
        ("医療法人すみれ会の理事", "org/医療法人すみれ会"),
        ("ルミオという会社に転職した", "org/ルミオ"),
        ("兄はメルカリで働いている", "org/メルカリ"),
        ("オンラインで会議、アップルパイを食べた", ""),
        ("明治時代の本、東大阪に住んでいる、日立市に引っ越す", ""),
        ("地方銀行がいい。大学に通っている", ""),
    ],
)
def test_names_are_found_in_japanese(text, expected):
    assert named(text) == set(expected.split())


def test_people_are_known_by_the_mention_of_their_platform_alone():
    assert named("<@U07|ada> asked <@!1234>, Ben did not") == {"person/slack:T01/U07", "person/slack:T01/1234"}
    assert named("<@1234> is on call", "discord:") == {"person/discord:1234"}


def test_what_stands_in_code_logs_quotes_and_links_is_not_named():
    text = "> Docker is fine\n```\nimport redis\n```\n`kubectl get` https://github.com/x\n12:00:01 nginx died\nHm."

    assert named(text) == set()


def test_each_is_given_once_where_it_first_stands_and_at_most_eight():
    many = "AWS, Azure DevOps, GitHub, GitLab, Redis, MySQL, Jira, Trello, Figma, npm and AWS"
    found = find_entities(many)

    assert len(found) == MOST_ENTITIES == 8
    assert [many[entity.start : entity.end] for entity in found[:2]] == ["AWS", "Azure DevOps"]


@each(
    ("name", "expected"),
    [
        ("Visual Studio Code", "visual-studio-code"),
        ("Yıldız A.Ş.", "yıldız-a.ş"),
        ("İş Bankası", "iş-bankası"),
        ("Işık Üniversitesi", "ışık-üniversitesi"),
        ("Procter & Gamble", "procter-gamble"),
        (".NET Core", ".net-core"),
        ("L'Oréal", "loréal"),
        ("楽天", "楽天"),
    ],
)
def test_a_slug_is_the_name_in_lower_case(name, expected):
    assert name_slug(name) == expected


@given(st.text(max_size=300))
def test_any_text_has_entities_inside_it(text):
    assert len(prose(text)) == len(text)
    for entity in find_entities(text):
        assert 0 <= entity.start < entity.end <= len(text)
        assert not entity.uri.endswith("/")


def test_the_lexicons_hold_what_they_should():
    kinds = [name.kinds for name in name_lexicons._lexicon()]

    assert sum("tech" in kind for kind in kinds) >= 600
    assert sum("org" in kind for kind in kinds) >= 500


def test_a_message_of_a_hundred_characters_costs_less_than_a_quarter_of_a_millisecond():
    text = "I think we should move the booking page from Heroku to AWS before Ben is back, what do you all think?"
    ask = partial(find_entities, text)
    ask()
    began = time.thread_time()
    for _ in range(200):
        ask()

    assert (time.thread_time() - began) / 200 < 0.25e-3 * 4  # four times the bar, for a busy machine
