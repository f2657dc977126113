"""What a sentence tells however it is worded, by its cue and the type of its value; and what tells no such thing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.formation.cued_attributes import cued_value
from memory.formation.utterances import GivenValue, Utterance
from memory.language.dating.said_dates import said_dates
from tests.each import each

KIM, NORA = "slack:T01/U01", "slack:T01/U02"
AT = datetime(2026, 6, 15, 9, tzinfo=UTC)

ENGLISH_TOLD = """
We've bought a cottage near Galway and live there now. | me home | galway
I hear Nora has settled down in Malmö. | nora home | malmo | heard
I signed a contract with Novalis. | me employer | novalis
On 1 September I start at Lumora. | me employer | lumora | from 2026-09-01
I earn my keep as a bookbinder. | me job | bookbinder
I've changed over to Dr Pym for my health matters. | me doctor | dr pym
Our dog goes by Biscuit. | me dog name | biscuit
They say Nora named her cat Olive. | nora cat name | olive | heard
My favourite dish these days is moussaka. | me favourite food | moussaka
Apparently Nora's favourite food is gnocchi. | nora favourite food | gnocchi | heard
Helen Marsh is at the helm of Larkspur. | larkspur lead | helen marsh
From 1 July Vera Conti will take charge of Falcon. | falcon lead | vera conti | from 2026-07-01
You can get to Zephyr at 172.16.4.9. | zephyr address | 172.16.4.9
We're running Zephyr 2.8.0 in production. | zephyr version | 2.8.0
People say Larkspur is at 6.1.0 already. | larkspur version | 6.1.0 | heard
A licence for Tundra sells at $120. | tundra price | $120
Nora's phone number is 555 010 9911. | nora phone | 555 010 9911
Until May my mobile was 555 010 4455. | me phone | 555 010 4455 | until 2026-05-01
Nora's e-mail is nora@example.net. | nora email | nora@example.net
From 1 July please use joe@example.org to reach me. | me email | joe@example.org | from 2026-07-01
The Falcon team gets together on Tuesdays at 10:00. | falcon meeting time | tue 10:00
Until May the Juniper people met on Thursdays at 16:00. | juniper meeting time | thu 16:00 | until 2026-05-01
Falcon will be released on 3 October. | falcon release date | 2026-10-03
Marek has his home in Brno. | marek home | brno
Ferrum is my employer. | me employer | ferrum
Ingrid is a vet. | ingrid job | vet
Dr Ivers has taken over from my old physician and treats me now. | me doctor | dr ivers
I was told Nora goes to Dr Bloom now. | nora doctor | dr bloom | heard
My dog answers to the name of Hector. | me dog name | hector
Up to January our hamster was called Nibbles. | me hamster name | nibbles | until 2026-01-01
The meal I like best is risotto. | me favourite food | risotto
They say that Nora likes couscous best. | nora favourite food | couscous | heard
Quartz has been handed over to Felix Thorn. | quartz lead | felix thorn
The new address of Marlin is 10.9.0.5. | marlin address | 10.9.0.5
Cinder has reached version 7.2.0. | cinder version | 7.2.0
You pay 25 dollars for Cinder. | cinder price | 25 dollars
To get hold of me, dial 555 014 9900. | me phone | 555 014 9900
Up to March you could get me on 555 014 3434. | me phone | 555 014 3434 | until 2026-03-01
Mails reach me at kit@example.org. | me email | kit@example.org
Every Wednesday at 15:00 the Quartz team sits down together. | quartz meeting time | wed 15:00
As of 1 August the Cinder call is Tuesday at 8:45. | cinder meeting time | tue 08:45 | from 2026-08-01
Cinder is due on 22 October. | cinder release date | 2026-10-22
"""

ENGLISH_CHATTER = """
Fernhill offered me a job.
I'm not a lawyer.
Do you live in Bergen?
You are a monster.
I'm in Rome until Friday.
The rent in Dublin is 2000 euros.
As a beginner I find this hard.
Joke: I live in a Yellow Submarine.
I'm reading a book by Dr Seuss.
Order 4455667788 has shipped.
support@example.com bounced my mail.
Greetings from Naples!
I'm a big fan of Arsenal.
Maybe we should move to version 2.0.1.
Version 2.1.0 fixed that bug.
He moved to Kyoto, the lucky guy.
I'm off on 4 August.
Anna Karenina is such a sad book.
I met Igor Bell in the lift.
I could eat a horse.
I used to work for a bakery.
The server room in Leeds is too hot.
Life in Berlin is expensive.
Maybe Cinder ships on 22 October.
I'm a little worried about Marek.
See you on 14 January.
I'd pay 100 dollars for that.
My brother became a lawyer.
When we were living in Poland we ate better.
My dream is to live in Kyoto.
Anna, can you look at this?
Marek said he might join Solvik.
I called Ferrum about the invoice.
I overslept on Monday.
Quartz is way too expensive.
My sister's dog is called Bella.
Quartz 4.1.1 doesn't start on my machine.
I sold my bike for 150 euros.
You can order at shop@example.org.
The Hague is a city in the Netherlands.
I'm a terrible dancer.
Casablanca is my favourite.
Working with Marek is fun.
Call it Plan B.
"""

JAPANESE_TOLD = """
新しい家は高松にあります。 | me home | 高松
先月、田村さんは札幌へ引っ越しました。 | 田村 home | 札幌 | from 2026-05-01
私の会社はペルワームといいます。 | me employer | ペルワーム
転職して今は庭師です。 | me job | 庭師
田村さんの主治医は内田先生です。 | 田村 doctor | 内田
7月1日からは松井先生が診てくださいます。 | me doctor | 松井 | from 2026-07-01
子犬をワッフルと名付けました。 | me dog name | ワッフル
何を食べてもやはりおでんが一番です。 | me favourite food | おでん
ラークは藤田仁が引き継ぎました。 | ラーク lead | 藤田仁
7月1日から上田真がファルコンを率います。 | ファルコン lead | 上田真 | from 2026-07-01
ファルコンのIPは192.168.7.20です。 | ファルコン address | 192.168.7.20
ファルコンは今バージョン3.4.1です。 | ファルコン version | 3.4.1
4月までオブシディアンは4.4.0でした。 | オブシディアン version | 4.4.0 | until 2026-04-01
ラークの料金は6500円です。 | ラーク price | 6500円
オブシディアンは8000円になったそうです。 | オブシディアン price | 8000円 | heard
電話は090-0000-2233までお願いします。 | me phone | 090-0000-2233
7月1日からメールはjoe@example.orgになります。 | me email | joe@example.org
ファルコン班は毎週火曜日の10時に集まります。 | ファルコン meeting time | tue 10:00
7月1日からツンドラの朝会は月曜9時になります。 | ツンドラ meeting time | mon 09:00 | from 2026-07-01
ファルコンは10月3日に公開します。 | ファルコン release date | 2026-10-03
家族で沖縄へ移住しました。 | me home | 沖縄
聞いた話では、のぞみさんは熊本に住んでいるそうです。 | のぞみ home | 熊本 | heard
中村さんはハルデンに勤務しています。 | 中村 employer | ハルデン
職業は電気工です。 | me job | 電気工
風邪をひくと前田先生のところへ行きます。 | me doctor | 前田
3月まで主治医は森田先生でした。 | me doctor | 森田 | until 2026-03-01
山本さんの馬は疾風といいます。 | 山本 horse name | 疾風
のぞみさんは犬をパブロと呼んでいるそうです。 | のぞみ dog name | パブロ | heard
山本さんの大好物は焼き鳥です。 | 山本 favourite food | 焼き鳥
シンダーのリーダーは西村豊です。 | シンダー lead | 西村豊
シンダーは10.9.0.3で見つかります。 | シンダー address | 10.9.0.3
マーリンの現行版は2.2.2です。 | マーリン version | 2.2.2
シンダーを使うには2500円かかります。 | シンダー price | 2500円
8月1日からシンダーは3500円です。 | シンダー price | 3500円 | from 2026-08-01
山本さんの携帯は080-0000-1212です。 | 山本 phone | 080-0000-1212
山本さんのアドレスはmarek@example.netです。 | 山本 email | marek@example.net
マーリンの打ち合わせは毎週木曜11時15分からです。 | マーリン meeting time | thu 11:15
8月1日からシンダーの定例は火曜8時45分です。 | シンダー meeting time | tue 08:45 | from 2026-08-01
マーリンは9月30日に店頭に並びます。 | マーリン release date | 2026-09-30
"""

JAPANESE_CHATTER = """
私は弁護士ではありません。
2.0.1に上げた方がいいかもしれません。
ビットコインは900万円です。
金曜日の20時から映画会です、誰が来ますか。
NASAで働くのが夢です。
富士山は日本一です。
森本恵さんが資料を送ってくれました。
ファルコンはいくらですか。
宿題が終わりました。
フェルンに転職しようか考えています。
エイダさんが神戸からよろしくと言っていました。
8月4日は休みます。
そのバグは2.1.0で修正されました。
病気になりました。
森本恵さんはまた遅刻です。
1ドルは150円です。
Python 3.12.1が必要です。
私の誕生日会は7月12日です。
フェルンから仕事の誘いがありました。
金曜日の10時にコーヒーを飲みましょう。
晴れた那覇からおはようございます。
ファルコンの責任者は誰ですか。
私は踊りが下手です。
クオーツは高すぎます。
オスロではビールが1200円です。
会議に遅れて入りました。
京都の春は美しいです。
誰かが犬にエルビスと名付けました。
説明書の4.1.1節は古いです。
フェルムの人たちは親切です。
5550147788番の件は終わりました。
山本さんが少し心配です。
原因は設定です。
仕事のために札幌に引っ越しますか。
いとこは富山に住んでいます。
山本さんに賛成です。
学校は9月1日に始まります。
道で2000円拾いました。
もうピザは要りません。
10.9.0.3から誰かが攻撃しています。
山本さんからよろしくとのことです。
月曜は寝坊しました。
猫が畳の上にいます。
姉の犬の名前はベラです。
"""

TURKISH_TOLD = """
Artık Eskişehir'de oturuyoruz. | me home | eskisehir
Maaşımı Karaca Holding'den alıyorum. | me employer | karaca holding
Mesleğim ciltçilik. | me job | ciltcilik
Bana artık Dr. Tunç bakıyor. | me doctor | dr. tunc
Mayıs'a kadar Dr. Ergin'e görünüyordum. | me doctor | dr. ergin | until 2026-05-01
Kedimin adı Duman. | me cat name | duman
Lahmacuna bayılırım, üstüne yemek tanımam. | me favourite food | lahmacun
Duyduğuma göre Nora en çok baklava seviyormuş. | nora favourite food | baklava | heard
Poyraz ekibi artık Cem Ayaz'a bağlı. | poyraz lead | cem ayaz
Falcon'un IP'si 192.168.7.20. | falcon address | 192.168.7.20
Ardıç 1.9.3'e yükseltildi. | ardic version | 1.9.3
Nisan'a kadar Obsidyen 4.4.0 sürümündeydi. | obsidyen version | 4.4.0 | until 2026-04-01
Poyraz için 65 lira alıyoruz. | poyraz price | 65 lira
Selim'e 0538 000 77 88 numarasından ulaşılıyor. | selim phone | 0538 000 77 88
E-posta adresim artık kay@example.com. | me email | kay@example.com
Falcon ekibi salı günleri 10:00'da toplanıyor. | falcon meeting time | tue 10:00
1 Temmuz'dan itibaren Tundra toplantısı pazartesi 09:15'te olacak. | tundra meeting time | mon 09:15 | from 2026-07-01
Poyraz'ı 17 Temmuz'da teslim ediyoruz. | poyraz release date | 2026-07-17
Ben artık Edirne'de yaşıyorum. | me home | edirne
İşverenim artık Tallis. | me employer | tallis
Kendimi bildim bileli arıcı olarak çalışıyorum. | me job | arici
Yine kuaför olarak çalışıyorum. | me job | kuafor
Yeni bir mesleğim var: makinist. | me job | makinist
Bir aydır inşaat mühendisi olarak çalışıyorum. | me job | insaat muhendisi
Evimiz Foça'nın merkezinde. | me home | foca
Çorum'dan yeni bir ev tuttuk, orada oturuyoruz artık. | me home | corum
Yine Can Gıda şirketinde çalışıyorum. | me employer | can gida
Favori yemeğim tartışmasız etli nohut. | me favourite food | etli nohut
Eski numarayı unutun, artık 555-0118. | me phone | 555-0118
Kaydımı Dr. Çelik'e aldırdım. | me doctor | dr. celik
Kuvars için karar: 19 Ağustos. | kuvars release date | 2026-08-19
Kuvars'ın çıkışı için 30 Ekim dedik. | kuvars release date | 2026-10-30
Kuvars'ın yeni tarihi belli oldu: 11 Eylül. | kuvars release date | 2026-09-11
Kuvars'ı 0.9.5 sürümüne düşürdük. | kuvars version | 0.9.5
Kuvars ekibini Tolga Kaya'ya verdik. | kuvars lead | tolga kaya
Mesleğim elektrikçilik. | me job | elektrikcilik
Beni Dr. Onur tedavi ediyor. | me doctor | dr. onur
1 Ağustos'tan itibaren bana Dr. Polat bakacak. | me doctor | dr. polat | from 2026-08-01
Köpeğim Hektor adına bakıyor. | me dog name | hektor
Favorim artık iskender. | me favourite food | iskender
Kor ekibi artık Mina Baran'a rapor veriyor. | kor lead | mina baran
1 Ağustos'tan itibaren Kuvars'ın başına İris Can geçecek. | kuvars lead | iris can | from 2026-08-01
Kuvars'ı 10.9.0.4'e taşıdık. | kuvars address | 10.9.0.4
Duyduğuma göre Kuvars 10.9.0.7'de çalışıyormuş. | kuvars address | 10.9.0.7 | heard
Kor 7.2.0 sürümüne ulaştı. | kor version | 7.2.0
Kuvars'ın fiyatı 75 euroya çıktı. | kuvars price | 75 euro
Cep telefonum artık 0545 000 56 56. | me phone | 0545 000 56 56
Murat'ın mail adresi marek@example.net. | murat email | marek@example.net
Marlin ekibi haftalık toplantısını perşembe 11:15'te yapıyor. | marlin meeting time | thu 11:15
1 Ağustos'tan itibaren Kor görüşmesi salı 8:45'te. | kor meeting time | tue 08:45 | from 2026-08-01
Kor 22 Ekim'de çıkıyor. | kor release date | 2026-10-22
"""

TURKISH_OTHERWISE = """
Sakarya'da oturuyorum ben. | me home | sakarya
Mayıs ayına kadar doktorum Dr. Demirbaş'tı. | me doctor | dr. demirbas | until 2026-05-01
Damak tadım değişti, en çok yaprak sarma seviyorum artık. | me favourite food | yaprak sarma
Verano çalışanıyım. | me employer | verano
Tuğra ile sözleşme imzaladım. | me employer | tugra
Eski mesleği bıraktım, şimdi kuaförlük yapıyorum. | me job | kuafor
Bizim köpek Karamel. | me dog name | karamel
Kor'un IP'si Mayıs ayına kadar 203.0.113.5'ti. | kor address | 203.0.113.5 | until 2026-05-01
Nora'nın cebi 0544 555 20 31. | nora phone | 0544 555 20 31
"""

TURKISH_CHATTER = """
Acemi olarak zorlanıyorum.
Kedim süpürgeden nefret ediyor.
Çocukken Mersin'de otururduk.
Eskiden bir fırında çalışırdım.
Zürih treni gecikti.
Falcon seneye 50 lira olabilir.
Destek hattını 0850 123 45 67'den arayın.
3 Ekim'deki konser kapalı gişe.
O hemşire olarak çalışıyor.
Sipariş 4455667788 kargoda.
Faturanın son günü 1 Temmuz.
NASA'da çalıştığını hayal et!
support@example.com adresinden hata döndü.
Öğle yemeğine 400 lira verdik.
Rezil olduk.
Falcon için 60 dolar harcadım.
Falcon ekibini kim yönetiyor?
Sokaktaki kediye Minnoş diyorlar.
Pazartesi Poyraz'da mülakatım var.
Python 3.12.1 gerekiyor.
Cesaretin varsa 3.0.0'a geç.
Falcon'un hangi sürümü var?
Kuvars 4.1.1'i bir türlü derleyemedim.
Savaş ve Barış'ı bitirdim.
Pilot olmak istiyordum.
Müzeyyen Senar hakkında okuyorum.
Bana artık pizza yok.
Kod 555 014 7788 99.
10.9.0.3'ten biri bizi tarıyor.
Kardeşim avukat oldu.
Murat Solvik'e girebilir.
Asya Taş'la Nail Güneş evlendi.
Vay be, Lizbon!
Çorba fazla tuzluydu.
Yağmur yağıyor, Güneş yok.
Kılavuzun 4.1.1 bölümü eskimiş.
Kor 22 Ekim'de çıkarsa şapkamı yerim.
Biri köpeğine Elvis adını vermiş.
Ferrum'un bilançosu açıklandı.
Ben sabah insanıyım.
555 014 numaralı oda boş.
Kuvars 4.1.1 bende açılmıyor.
Annem Dr. Hale'ye gidiyor.
Bisikletimi 150 euroya sattım.
"""


def _rows(**tables: str) -> list[tuple[str, str]]:
    return [(code, line) for code, table in tables.items() for line in table.strip().splitlines()]


def _said(text: str, *before: str) -> Utterance:
    """By Kim, who knows Nora."""
    earlier = tuple(_said(one) for one in before)
    people = {"nora": NORA, "のぞみ": NORA}
    return Utterance(id="e1", text=text, at=AT, person=KIM, speaker="Kim", place="room", before=earlier, people=people)


def _told(text: str, code: str) -> GivenValue | None:
    return cued_value(text, _said(text), said_dates(text, AT), code)


def _named(slot: str, code: str) -> str:
    return slot.replace(KIM, "me").replace(NORA, "のぞみ" if code == "ja" else "nora")


def _when(found: GivenValue) -> str:
    if found.valid.until:
        return f"until {found.valid.until.date()}"
    if found.valid.from_:
        return f"from {found.valid.from_.date()}"
    return "heard" if found.is_reported else ""


@pytest.mark.ledger("FOR-08", "FOR-17")
@each(("code", "row"), _rows(en=ENGLISH_TOLD, ja=JAPANESE_TOLD, tr=TURKISH_TOLD + TURKISH_OTHERWISE.lstrip()))
def test_what_a_sentence_tells_is_known_however_it_is_worded(code: str, row: str) -> None:
    text, slot, value, when = [*row.split(" | "), ""][:4]
    found = _told(text, code)
    assert found is not None
    assert (_named(found.slot, code), found.value, _when(found)) == (slot, value, when)


@pytest.mark.ledger("FOR-08")
@each(("code", "text"), _rows(en=ENGLISH_CHATTER, ja=JAPANESE_CHATTER, tr=TURKISH_CHATTER))
def test_chatter_with_a_name_or_a_number_in_it_tells_no_such_thing(code: str, text: str) -> None:
    assert _told(text, code) is None


ENGLISH_TOLD_FRESHLY = """
Finally made the move to Cork! | me home | cork
Rouen's home for me. | me home | rouen
Effective 1 July my address is in Nantes. | me home | nantes | from 2026-07-01
Today was my first day at Halcyon Foods. | me employer | halcyon foods | from 2026-06-15
They let me go, Blue Harbour took me on. | me employer | blue harbour
I had a job at Delmar until March. | me employer | delmar | until 2026-03-01
I make ends meet as a sculptor. | me job | sculptor
Nora switched careers and is a surveyor now. | nora job | surveyor
My number becomes 555-0456 on 1 July. | me phone | 555-0456 | from 2026-07-01
No dish makes me happier than pierogi. | me favourite food | pierogi
I've got a dog, Marzipan. | me dog name | marzipan
I've swapped GPs, it's Dr Abel now. | me doctor | dr abel
Quartz has been handed over to Priya Nair. | quartz lead | priya nair
Sparrow: 203.0.113.144 | sparrow address | 203.0.113.144
Falcon can be had for 37 euros. | falcon price | 37 euros
The Falcon session runs every Monday 8:20. | falcon meeting time | mon 08:20
Until May Falcon was supposed to ship on 11 December. | falcon release date | 2026-12-11 | until 2026-05-01
"""


@pytest.mark.ledger("FOR-08", "FOR-17")
@each("row", ENGLISH_TOLD_FRESHLY.strip().splitlines())
def test_many_more_english_wordings_tell_the_same(row: str) -> None:
    text, slot, value, when = [*row.split(" | "), ""][:4]
    found = _told(text, "en")
    assert found is not None
    assert (_named(found.slot, "en"), found.value, _when(found)) == (slot, value, when)


TURKISH_TOLD_FRESHLY = """
Tayinim çıktı, Of'ta yaşıyorum artık. | me home | of
Benim adres değişti, artık Muş'ta. | me home | mus
Rakip firmaya geçtim: Güneş Matbaa. | me employer | gunes matbaa
Eski şirketimden istifa ettim, artık Altın Başak firmasındayım. | me employer | altin basak
Yeni işverenim Berrak Su. | me employer | berrak su
Unvanım değişti, artık ressam. | me job | ressam
Kariyerimi sıfırladım, pilot olarak yeniden başladım. | me job | pilot
Numaramı isteyenler için: 555-0147 | me phone | 555-0147
Eski hat kapalı, artık 555-0199. | me phone | 555-0199
Favorim artık eskisi değil, höşmerim. | me favourite food | hosmerim
Tahtı tirit devraldı, artık en sevdiğim yemek o. | me favourite food | tirit
Yeni gözdem çoban salata. | me favourite food | coban salata
Köpeğimizin adını Şimşek yaptık. | me dog name | simsek
Nora köpeğine artık Kaptan diyor. | nora dog name | kaptan
Atlas toplantısını salı 14.00 saatine aldık. | atlas meeting time | tue 14:00
Atlas projesini 9 Aralık tarihine ötelediler. | atlas release date | 2026-12-09
Başak'ı 10.0.0.4 üzerine aldık. | basak address | 10.0.0.4
Doruk indirime girdi, fiyatı 78 avro. | doruk price | 78 avro
1 Temmuz itibarıyla Atlas ekibini Suna Er devralacak. | atlas lead | suna er | from 2026-07-01
Yelken ekibi Kerem Su yönetimine girdi. | yelken lead | kerem su
Hiç bıkmadığım yemek kağıt kebabı | me favourite food | kagit kebabi
Artık keşkek hepsinin önünde | me favourite food | keskek
Sofrada mücver varsa başka bir şeye bakmam | me favourite food | mucver
Grip olsam Dr. Baran bakar bana | me doctor | dr. baran
Doruk dün akşam 3.3.1 sürümüne çıktı | doruk version | 3.3.1 | from 2026-06-14
Doruk 192.0.2.9 adresli makinede | doruk address | 192.0.2.9
Doruk'un fiyatında indirim, artık 55 lira | doruk price | 55 lira
Doruk artık Nalan Özbek liderliğinde | doruk lead | nalan ozbek
Doruk ekibinin koltuğuna Arda Keser oturdu | doruk lead | arda keser
Hata yüzünden Doruk 6.4.2 sürümüne geri döndü | doruk version | 6.4.2
Tansiyonumu Dr. Avcı takip ediyor | me doctor | dr. avci
Bizim evin köpeği Pati | me dog name | pati
Damağımın sultanı levrek buğulama | me favourite food | levrek bugulama
Yelken şirketinde çalışıyorum | me employer | yelken
"""


@pytest.mark.ledger("FOR-08", "FOR-17")
@each("row", TURKISH_TOLD_FRESHLY.strip().splitlines())
def test_turkish_changes_are_known_though_names_look_like_other_words(row: str) -> None:
    text, slot, value, when = [*row.split(" | "), ""][:4]
    found = _told(text, "tr")
    assert found is not None
    assert (_named(found.slot, "tr"), found.value, _when(found)) == (slot, value, when)


JAPANESE_TOLD_FRESHLY = """
私は盛岡の古い一軒家に家族と住んでいます。 | me home | 盛岡
家賃が上がったので、姫路に引っ越すことになり、もう荷物も片付きました。 | me home | 姫路
妻の転勤で伊勢に引っ越しました。 | me home | 伊勢
奈良に越しました、遊びに来てください。 | me home | 奈良
もう前の会社の人間ではなく、桜台銀行の社員です。 | me employer | 桜台銀行
縁があって紅葉製菓で働くことになりました。 | me employer | 紅葉製菓
長年の夢がかなって、ついに陶芸家になりました。 | me job | 陶芸家
前の職場を去り、仕立て屋の道に進みました。 | me job | 仕立て屋
携帯電話は555-0163ですので、いつでもどうぞ。 | me phone | 555-0163
好物は今では牛すじ煮込みです。 | me favourite food | 牛すじ煮込み
このごろは何よりも八宝菜が好きです。 | me favourite food | 八宝菜
前の名前は呼びにくかったので、犬は今むぎといいます。 | me dog name | むぎ
呼び方を変えて、犬は大福になりました。 | me dog name | 大福
前の先生が辞められたので、杉本先生に引き継がれました。 | me doctor | 杉本
試験が長引いたため、ケストレルの公開は9月14日になります。 | ケストレル release date | 2026-09-14
参加者の都合で、ネビュラの会議は水曜16時30分にずらしました。 | ネビュラ meeting time | wed 16:30
6月20日からケストレルの班は毎週火曜13時30分に集まります。 | ケストレル meeting time | tue 13:30 | from 2026-06-20
3月まではオリオンは192.0.2.4で見つかりました。 | オリオン address | 192.0.2.4 | until 2026-03-01
結局、犬の名前は五郎に戻りました。 | me dog name | 五郎
オリオンの公開日は、また10月30日に戻りました。 | オリオン release date | 2026-10-30
勤め口が朝凪銀行に変わりました。 | me employer | 朝凪銀行
最近は肉豆腐が何よりの好物です。 | me favourite food | 肉豆腐
クロマツは元の192.0.2.61に戻りました。 | クロマツ address | 192.0.2.61
結局会計士に戻りました。 | me job | 会計士
私は調律師を長年やっています。 | me job | 調律師
検針員の仕事に移りました。 | me job | 検針員
去年の暮れまでは四つ葉学園の社員でした。 | me employer | 四つ葉学園 | until 2025-01-01
今では足利が我が家です。 | me home | 足利
いつ食べても鶏の照り焼きが一番です。 | me favourite food | 鶏の照り焼き
好きな料理が変わって、今は揚げ出し豆腐です。 | me favourite food | 揚げ出し豆腐
一番の好みは天ぷら蕎麦です。 | me favourite food | 天ぷら蕎麦
三度の飯より鴨南蛮が好きです。 | me favourite food | 鴨南蛮
我が家の犬は千歳です。 | me dog name | 千歳
何年も前から相馬先生にかかっています。 | me doctor | 相馬
オリオンを見るには198.51.100.74を開いてください。 | オリオン address | 198.51.100.74
前のオリオンの版は9.4.0で、3月までです。 | オリオン version | 9.4.0 | until 2026-03-01
オリオンの班は東条匠の班です。 | オリオン lead | 東条匠
"""

JAPANESE_BESIDE = """
札幌に住んでいる妹が遊びに来ます。
祖母の家は広島にあります。
液体窒素の業者は巴商会から共栄ガス株式会社に替わりました。
猫の名前は難しいですね。
結局、内部昇格で落ち着いた。
部屋を案内する方向で大家に頼んでくる。
看護師さんがとても親切でした。
もし京都に住んだら毎日寺に行きます。
一番を目指してください。
荷物をまとめて出かけました。
オリオンの班は今日休みです。
去年の暮れまで工事でした。
あれはうちの犬です。
8月7日から使える券です。
"""


@pytest.mark.ledger("FOR-08", "FOR-17")
@each("row", JAPANESE_TOLD_FRESHLY.strip().splitlines())
def test_many_more_japanese_wordings_tell_the_same(row: str) -> None:
    text, slot, value, when = [*row.split(" | "), ""][:4]
    found = _told(text, "ja")
    assert found is not None
    assert (_named(found.slot, "ja"), found.value, _when(found)) == (slot, value, when)


@pytest.mark.ledger("FOR-08")
@each("text", JAPANESE_BESIDE.strip().splitlines())
def test_what_stands_beside_a_japanese_cue_is_no_value(text: str) -> None:
    assert _told(text, "ja") is None
