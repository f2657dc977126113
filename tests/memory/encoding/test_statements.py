"""What a message states: slots and values, corrections, when it is so, whose word it is, and how it stands alone."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.formation.understanding import understand, understand_request_to_remember
from memory.language.retelling import MOST_LETTERS
from tests.each import each
from tests.memory.encoding.telling import ADA, ANIMA, AT, said, slots, stated


def test_clauses_that_are_joined_give_a_value_each():
    told = {"ada home": "ankara", "ada employer": "siemens"}

    assert dict(slots("I live in Ankara and I work at Siemens.")) == told
    assert dict(slots("Ankara'da yaşıyorum ve Siemens'te çalışıyorum.")) == told


@each(
    ("text", "slot", "value"),
    [
        ("My name is Nora.", "ada name", "nora"),
        ("As I said, I live in Ghent.", "ada home", "ghent"),
        ("I live in Porto", "ada home", "porto"),
        ("we moved to Porto last week", "ada home", "porto"),
        ("I'm based in Porto now", "ada home", "porto"),
        ("My sister lives in Izmir", "ada sister home", "izmir"),
        ("Tom lives in Ghent now", "tom home", "ghent"),
        ("<@U07> lives in Oslo", "slack:T01/U07 home", "oslo"),
        ("I was born in Tulsa", "ada birthplace", "tulsa"),
        ("I work at Kestrel GmbH", "ada employer", "kestrel gmbh"),
        ("I am a software engineer", "ada job", "software engineer"),
        ("call me Bo", "ada nickname", "bo"),
        ("I'm 34 now", "ada age", "34"),
        ("my number changed, now it is 0170 99887766", "ada phone", "0170 99887766"),
        ("my email is ada@example.org", "ada email", "ada@example.org"),
        ("my dog is called Rex", "ada dog name", "rex"),
        ("my wife is called Ines", "ada partner", "ines"),
        ("my favourite food is ramen", "ada favourite food", "ramen"),
        ("I go to Dr Kaplan", "ada doctor", "dr kaplan"),
        ("the release is on 3 May", "release date", "2026-05-03"),
        ("the release date is 3 May", "release date", "2026-05-03"),
        ("Cobalt goes out on 3 May", "cobalt release date", "2026-05-03"),
        ("the release date for Cobalt is 3 May", "cobalt release date", "2026-05-03"),
        ("the price of the ticket is 42 euros", "ticket price", "42 euros"),
        ("We run Dune in version 3.1.7", "dune version", "3.1.7"),
        ("Maren Holt leads the payments team", "payments lead", "maren holt"),
        ("ポルトに住んでいます", "ada home", "ポルト"),
        ("引っ越して今は京都に住んでいます", "ada home", "京都"),
        ("妹はイズミルに住んでいます", "ada sister home", "イズミル"),
        ("株式会社あおぞらに勤めています", "ada employer", "株式会社あおぞら"),
        ("電話番号は090-1234-5678です", "ada phone", "090-1234-5678"),
        ("犬の名前はポチです", "ada dog name", "ポチ"),
        ("チケットの値段は3000円です", "チケット price", "3000円"),
        ("開発チームのリーダーは佐藤さんです", "開発 lead", "佐藤"),
        ("Porto'da yaşıyorum", "ada home", "porto"),
        ("Gent'e taşındık", "ada home", "gent"),
        ("kardeşim Bursa'da oturuyor", "ada sibling home", "bursa"),
        ("Ali artık Bursa'da çalışıyor", "ali employer", "bursa"),
        ("numaram değişti, yenisi 0532 444 55 66", "ada phone", "0532 444 55 66"),
        ("köpeğimin adı Karabaş", "ada dog name", "karabas"),
        ("Aile hekimim Dr. Aksoy", "ada doctor", "dr. aksoy"),
        ("biletin fiyatı 40 lira", "bilet price", "40 lira"),
        ("Kumul ekibini Tuna Vural devraldı", "kumul lead", "tuna vural"),
    ],
)
@pytest.mark.ledger("FOR-07")
def test_what_has_one_value_at_a_time_has_a_slot_however_it_is_worded(text, slot, value):
    assert slots(text) == [(slot, value)]


@each(
    "text",
    [
        "I no longer work at Siemens",
        "I don't live in Porto",
        "the wifi password is hunter2",
        "artık Bursa'da çalışmıyorum",
        "もう大阪に住んでいません",
    ],
)
def test_what_is_denied_secret_or_one_of_many_has_no_slot(text):
    assert slots(text) == []


@each(
    "text",
    [
        "do I live in Porto",
        "how do you know I work at Granite",
        "is my cat's name Miso",
        "my birthday is when again",
        "you told me my cat's name is Tom",
        "forget that I live in Porto",
        "translate: my cat's name is Miso",
        "write a story where I live in Atlantis",
        "in the game I live in Whiterun",
        "as soon as I move to Leeds I'll buy a bike",
        "my mum thinks I work for the CIA",
        'She said "my dog is called Max"',
        "my cat's name is not Pamuk",
        "my favourite food is not sushi",
        "I stopped working at Lego",
        "my cat's name is too long to type",
        "my cat isn't called Pamuk anymore",
        "My name is hard to spell",
        "my boss is leaving",
        "My boss is on holiday",
        "my doctor is great",
        "My partner is on a train",
        "my job is to write tests",
        "my phone is 12 years old",
        "call me an optimist",
        "I live in a small flat",
        "We moved to Postgres last week",
        "I work with children",
        "I started at the bottom",
        "I'm a terrible singer",
        "the deadline is killing us",
        "my sister's boyfriend works at Granite",
    ],
)
def test_what_is_asked_made_up_or_no_value_has_no_slot(text):
    assert slots(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my cat's name is Miso and I work for Ikea", [("ada cat name", "miso"), ("ada employer", "ikea")]),
        ("They live in Rome and work for Fiat", []),
        ("hello, my name is Ada and I live in Bath", [("ada name", "ada"), ("ada home", "bath")]),
        ("im living in porto atm", [("ada home", "porto")]),
    ],
)
def test_a_sentence_that_tells_several_things_has_a_slot_for_each(text, told):
    assert slots(text) == told


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("My cat's name is not Pamuk but Boncuk", "ada cat name", "boncuk"),
        ("my cat isn't called Pamuk, she's called Boncuk", "ada cat name", "boncuk"),
        ("my favourite food isn't sushi, it's ramen", "ada favourite food", "ramen"),
        ("the port is not 8080 but 8443", "port", "8443"),
    ],
)
def test_what_is_so_is_told_beside_what_is_not(text, slot, value):
    assert slots(text) == [(slot, value)]


@each(
    ("before", "text", "slot", "value"),
    [
        (["Ben: the meeting is on Tuesday"], "no, it's Thursday", "meeting date", "2026-03-19"),
        (["Ben: the port is 8080"], "sorry, 8443", "port", "8443"),
        (["Ben: the port is 8080", "Ben: the release is on 3 May"], "no, it's 8443", "port", "8443"),
        (["Ada: My dog is called Waffle"], "no wait, Bramble", "ada dog name", "bramble"),
        (["Ben: toplantı salı günü"], "hayır, perşembe", "toplanti date", "2026-03-19"),
    ],
)
@pytest.mark.ledger("FOR-07")
def test_a_correction_without_a_subject_is_about_the_last_statement_that_fits(before, text, slot, value):
    assert slots(text, *before) == [(slot, value)]
    assert stated(text, *before)[0].corrects


def test_a_correction_that_fits_nothing_has_no_slot():
    assert slots("no, it's Thursday", "Ben: the port is 8080") == []


def test_a_question_gives_its_answer_the_slot_and_the_sentence():
    (one,) = stated("Porto", "@anima: Where do you live?")

    assert (one.text, one.subject, one.slot, one.value) == ("Ada lives in Porto", ADA, f"{ADA} home", "porto")


@each(
    ("text", "alone"),
    [
        ("well, I moved to Ghent last week", "Ada moved to Ghent last week (2026-03-09 – 2026-03-15)"),
        ("I live in Porto and I never eat meat", "Ada lives in Porto"),
        ("I've got two cats", "Ada has got two cats"),
        ("btw my dog is called Rex", "Ada's dog is called Rex"),
        ("I don't drink coffee after four", "Ada doesn't drink coffee after four"),
        ("私は京都に住んでいます", "Adaは京都に住んでいます"),
        ("ポルトに住んでいます", "Adaはポルトに住んでいます"),
        ("Porto'da yaşıyorum", "Ada Porto'da yaşıyor"),
        ("benim kızım Ankara'da okuyor", "Ada'nın kızı Ankara'da okuyor"),
    ],
)
@pytest.mark.ledger("FOR-05", "FOR-07")
def test_a_statement_stands_alone_in_the_third_person_with_its_days(text, alone):
    assert stated(text)[0].text == alone


@pytest.mark.ledger("FOR-07")
def test_clauses_with_statements_of_their_own_are_parted_and_no_others():
    assert len(stated("I moved to Ghent last week and my sister lives in Izmir")) == 2
    assert len(stated("My sister and my brother live in Izmir")) == 1


@pytest.mark.ledger("FOR-07")
class TestTime:
    def test_a_plan_without_a_day_stands_for_a_week(self):
        (plan,) = stated("we're going to repaint the kitchen once the guests have gone")

        assert plan.category == "plan"
        assert plan.valid_until == AT + timedelta(days=7)

    def test_a_plan_with_a_day_is_over_after_it(self):
        (plan,) = stated("dentist appointment on 24 March 2026")

        assert plan.valid_until == datetime(2026, 3, 25, tzinfo=AT.tzinfo)

    def test_what_will_be_so_begins_on_its_day_and_lasts(self):
        (plan,) = stated("I'll move to Oslo in May")

        assert (plan.slot, plan.value) == (f"{ADA} home", "oslo")
        assert plan.valid_from == datetime(2026, 5, 1, tzinfo=AT.tzinfo)
        assert plan.valid_until is None

    @pytest.mark.parametrize("text", ["I never eat meat", "I will never eat meat", "I always take the train"])
    def test_habits_and_denials_are_no_plans_and_have_no_end(self, text):
        (habit,) = stated(text)

        assert habit.category != "plan"
        assert habit.valid_until is None

    def test_since_and_until_bound_what_is_told(self):
        (since,) = stated("since 2019 I work at Siemens")
        (until,) = stated("Until February my number was 555-0192")

        assert since.valid_from.date() == date(2019, 1, 1)
        assert until.valid_until.date() == date(2026, 2, 1)

    def test_what_was_once_so_is_over(self):
        (once,) = stated("I used to live in Lyon")

        assert once.valid_until == AT


@pytest.mark.ledger("FOR-25")
class TestWhoseWord:
    @pytest.mark.parametrize("text", ["Tom says he moved to Oslo", "田中さんは大阪に引っ越したと言っていました"])
    def test_what_is_reported_is_never_the_speakers_own(self, text):
        (one,) = stated(text)

        assert one.reported == "reported"
        assert not one.slot.startswith(ADA)

    @pytest.mark.parametrize(
        "text",
        [
            '"I live in Bonn," said Tom',
            'Ben said "I live in Porto"',
            'Ada "Porto\'da yaşıyorum" dedi',
            '"I live in Porto" is what she said',
            "「京都に住んでいます」と先生",
            'Ben wrote "We met in Rome. I live in Porto." yesterday',
        ],
    )
    def test_words_between_marks_are_never_the_speakers_own(self, text):
        assert not [one for one in stated(text) if one.slot.startswith(ADA)]

    def test_what_the_anima_quotes_and_that_it_will_remember_are_nothing_new(self):
        assert stated("On 3 March 2026 Tom said: “Hi. I live in Porto and my dog is called Rex.”", own=True) == ()
        assert stated("I will remember: the backup server is called heron", own=True) == ()
        assert stated("（オフラインモデルです。覚えていることを引用して答えます。）\nうかがいました。", own=True) == ()

    def test_quoted_lines_are_not_the_senders(self):
        assert stated("> I live in Bonn\nlol ok") == ()

    def test_the_animas_own_words_say_nothing_about_the_person(self):
        assert stated("You live in Porto and your dog is called Rex", own=True) == ()
        assert stated("Ada lives in Porto", own=True) == ()

    def test_what_the_anima_promises_is_kept_as_its_own(self):
        (promise,) = stated("I'll send you the report on 24 March 2026", own=True)

        assert (promise.category, promise.subject) == ("plan", ANIMA)


@pytest.mark.ledger("FOR-21")
def test_what_somebody_asks_to_remember_is_kept_whatever_it_is_worth():
    assert (
        understand_request_to_remember(said("remember: blue door"), "blue door").statements[0].text.endswith("lue door")
    )


@given(st.text(max_size=300), st.booleans())
@settings(max_examples=150, deadline=None)
@pytest.mark.ledger("FOR-05")
def test_nothing_that_is_said_breaks_it_and_what_it_states_stands_in_the_message(text, own):
    understood = understand(said(text, "Ben: the port is 8080", "@anima: Where do you live?", own=own))

    assert bool(understood.category) == bool(understood.statements)
    for one in understood.statements:
        assert 0 <= one.start < one.end <= len(text)
        assert 0 < len(one.text) <= MOST_LETTERS
        assert bool(one.slot) == bool(one.value)
        assert one.category
    assert own is False or all(one.subject == ANIMA for one in understood.statements)


@each(
    "text",
    [
        "猫の名前を覚えてる",
        "猫の名前を覚えてください",
        "犬の名前を調べて",
        "犬の名前を考え中",
        "犬の名前は祖母からもらった",
        "猫の名前は言いにくい",
        "住所は後で送ります",
        "仕事は終わった",
        "趣味はお金がかかる",
        "猫の名前は忘れちゃった",
        "松本に住んでいるという噂は嘘です",
        "仕事は看護師じゃないよ",
        "好きな食べ物は寿司じゃない",
        "友達の会社は日立です",
        "友達の猫の名前はトラです",
        "妹の仕事は看護師です",
        "大阪に住んでみたいです",
        "例えば、東京に住んでいるとします",
        "社長は厳しい人です",
    ],
)
def test_what_is_asked_wished_denied_or_of_others_gives_no_value_in_japanese(text):
    assert slots(text) == []


@each(
    ("text", "told"),
    [
        ("猫の名前はミケで、犬の名前はポチです", [("ada cat name", "ミケ"), ("ada dog name", "ポチ")]),
        ("私の名前は花子じゃなくて華子です", [("ada name", "華子")]),
        ("弟の名前はまさとです", [("ada brother name", "まさと")]),
        ("原田チームのリーダーはまさとさんです", [("原田 lead", "まさと")]),
        ("猫の名前はでんすけです", [("ada cat name", "でんすけ")]),
        ("猫の名前はルナ🐱", [("ada cat name", "ルナ")]),
        ("猫のミケと暮らしています", [("ada cat name", "ミケ")]),
        ("誕生日は5月3日です", [("ada birthday", "5月3日")]),
    ],
)
def test_clauses_and_whole_names_are_told_apart_in_japanese(text, told):
    assert slots(text) == told


def test_a_correction_that_names_its_attribute_is_about_that_one_in_japanese():
    (told,) = stated("やっぱり妹の名前はゆいじゃなくてゆきです", "Ada: 猫の名前はミケです")

    assert (told.slot, told.value, told.corrects) == (f"{ADA} sister name", "ゆき", True)


@each(
    "text",
    [
        "Kedimin adı neydi",
        "Kedimin adı herkesin hoşuna gidiyor",
        "Köpeğimin adı hakkında konuşalım",
        "En sevdiğim yemeği tahmin et",
        "En sevdiğim yemek pişiyor",
        "En sevdiğim yemek artık mantı değil",
        "Patronum beni çağırdı",
        "Doktorum şeker yasakladı",
        "Avukatım aradı",
        "Arabam serviste",
        "Kızım hasta",
        "Mesleğim çok zor",
        "Şirketim battı",
        "Atlas'ın fiyatı arttı",
        "Varsayalım ki İzmir'de yaşıyorum",
        "Romandaki kedinin adı Tekir",
        "Konya'da yaşıyorum sanıyor herkes",
    ],
)
def test_what_asks_or_makes_up_or_is_a_verb_gives_no_value_in_turkish(text):
    assert slots(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Kadıköy'de oturuyorum ve Getir'de çalışıyorum", [("ada home", "kadikoy"), ("ada employer", "getir")]),
        ("Hayır, kedimin adı Pamuk değil Boncuk", [("ada cat name", "boncuk")]),
        ("Ankara'da değil İzmir'de yaşıyorum", [("ada home", "izmir")]),
        ("Öğretmen değilim hemşireyim", [("ada job", "hemsire")]),
    ],
)
def test_several_things_and_what_is_not_so_are_told_apart_in_turkish(text, told):
    assert slots(text) == told


WORDS = [
    "I",
    "my",
    "the",
    "live",
    "in",
    "Porto",
    "is",
    "not",
    "no",
    ",",
    ".",
    "and",
    "ve",
    "は",
    "に",
    "住んで",
    "です",
]
WORDS += ['"', "'", "degil", "da", "yorum", "3", "May", "at"]


@pytest.mark.process
@given(st.lists(st.sampled_from(WORDS), max_size=40))
@settings(max_examples=150, deadline=None)
def test_no_heap_of_words_breaks_it(heap):
    for one in understand(said(" ".join(heap), "Ben: the meeting is on Tuesday")).statements:
        assert bool(one.slot) == bool(one.value)


def test_a_day_is_that_of_the_speakers_own_zone():
    late = datetime(2026, 3, 18, 23, 30, tzinfo=UTC)

    (plan,) = stated("the plumber comes tomorrow", at=late)

    assert plan.valid_until == datetime(2026, 3, 20, tzinfo=UTC)
