"""Attributes that have one value at a time, as they are told in Turkish: folded, with endings cut at the apostrophe."""

from __future__ import annotations

from memory.languages.cue_words import TURKISH_MY
from memory.languages.forming import Slots, Slotted, joined, named

_NOW = joined(
    r"""(?:(?:artik|simdi|su an|su anda|halen|hala|yeni|hep|ailece|birlikte|esimle|yillardir
            |gecen (?:hafta|ay|yil)|tek basima|ben|biz|de|da) )*"""
)
_IN = r"(?:'?(?:da|de|ta|te|nda|nde))"
_TO = r"(?:'?(?:ya|ye|na|ne|a|e))"
_P = r"(?<![\w'])(?P<value>(?!(?:ora|bura|sura)(?:d|y)|(?:gecen|bu|gelecek|baska) |ay |hafta )[\w.-]+(?: [\w.-]+)??)"
_V = r"(?P<value>(?!(?:o|bu|su|baska)\b)(?:dr\. )?[^,;!?]+?)"
_NO_ONE = r"(?!(?:adi|ismi)\b|(?:(?:ev|is|okul|sinif) )?(?:arkadas|komsu|ogretmen|kahraman|hikaye|roman|sarki)\w* )"
"""Not ahead of what belongs to nobody who is known."""

_WHERE = r"\S+'(?:[dt][ae]n?|y?[ae])\b"
_END = r"(?=$|[,;!?]|[.](?!\d)| (?:ve|ama|artik|oldu|olacak|degil|diye|simdi)\b)"
_OF = r"(?:^|[,.;!?] |\b(?:ve|ama|ki|bu arada|evet|hayir) )(?P<of>[\w.<>@!-]+(?: (?:abi|abla|bey|hanim|hoca))?)"
_THING = joined(
    r"""(?:^|[,.;!?] |\b(?:ve|ama|hayir|evet
            |bu arada) )(?:bizim |yeni |su |bu )?(?P<of>[\w'.-]+(?: [\w'.-]+){0,3}?)"""
)
_MONTH = r"(?:ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik)"
_DAY = joined(
    rf"""(?:(?:gelecek |onumuzdeki |bu |haftaya )?(?:pazartesi|sali|carsamba|persembe|cumartesi|cuma
            |pazar)(?: gunu)?|\d{{1,2}} {_MONTH}(?: \d{{4}})?|\d{{1,2}}\.(?:0?[1-9]|1[0-2])\b(?:\.\d{{2,4}})?
            |\d{{4}}-\d\d-\d\d|ayin \d{{1,2}}|yarin|{_MONTH})"""
)
_CLOCK = joined(
    r"""(?:saat )?(?:\d{1,2}[:.]\d\d|\d{1,2}|bir|iki|uc|dort|bes|alti|yedi|sekiz|dokuz|on|on bir
            |on iki)(?: bucuk| bucukta)?"""
)
_ATTRIBUTE = joined(
    r"""(?:tarihi|gunu|saati|yeri|konumu|mekani|adresi|surumu|versiyonu|fiyati|ucreti|bedeli|kirasi
            |portu|port numarasi|sahibi|lideri|basi|sorumlusu|yoneticisi|muduru|baskani|durumu|rengi|adi
            |ismi|kodu|numarasi|butcesi|boyutu|odasi|kati|sifresi|dili|veritabani|son tarihi
            |teslim tarihi|son gunu|kontenjani|suresi|kaptani|antrenoru|hocasi|avukati|doktoru|aidati)"""
)
_MY = joined(
    r"""(?:telefon numaram|cep numaram|numaram|cep telefonum|telefonum|e-?postam|e-?posta adresim
            |mailim|mail adresim|adresim|dogum gunum|adim|ismim|soyadim|lakabim|meslegim|isim|patronum
            |mudurum|amirim|doktorum|aile hekimim|disicim|dis hekimim|ev sahibim|avukatim|hocam|arabam
            |ana dilim|anadilim|memleketim|is yerim|sirketim|okulum|bankam|kan grubum|boyum|yasim
            |ogretmenim)"""
)

_SOON = r"(?: artik| simdi| bundan sonra| bundan boyle| temelli olarak| su an| her| yeni)*"
_X = joined(
    r"""(?:^|[,.;!?:] |\b(?:ve|ama|ki|kadar|bu arada|hayir
            |evet) )(?:haftalik |bizim |yeni )?(?P<of>[\w.+#-]+(?: (?!icin\b)[\w.+#-]+)??)"""
)
_GEN = r"'?(?:nin|nun|in|un)"
_BARE = r"(?<!fiyati)(?<!ucreti)(?<!bedeli)(?<!kirasi)(?<!saati)(?<!tarihi)(?<!gunu)"
_FULL = joined(
    r"""(?P<value>(?!(?:o|bu|su|baska)\b)(?:dr\.? )?[^\W\d_]\w*(?: (?!(?:artik|oldu|oldugu|yonetimin\w*
            |devral\w*|yonetiyor
            |bakacak)\b)[^\W\d_]\w*)?)"""
)
_NUMBERED = r"(?P<value>\d+(?:\.\d+)+)"
_WHEN = rf"(?P<value>{_DAY})(?:'?(?:da|de|ta|te|a|e|ya|ye|in|un))?(?: gunu)?(?:,? (?:saat )?\d{{1,2}}[:.]\d\d)?"

_OF_OTHERS = (
    Slotted(
        "date",
        joined(
            rf"""(?:^|[,.;!?:] )(?P<of>[\w.+#-]+?(?: [\w.+#-]+?)??)'?(?:nu|ni|yi|yu|i|u) {_WHEN},? (?:ertele
            |kaydir|al|cek|tasi|otele)(?:dik|dim|di|diler|yoruz|ndi|mistik)\b"""
        ),
        is_of_thing=True,
    ),
    Slotted(
        "phone",
        joined(
            r"""(?P<of>[^\W\d_]\w*)'(?:nin|nun|in|un) (?:telefon |cep |yeni )*numarasi(?: artik
            | simdi)* (?P<value>\+?\d[\d ()/-]{5,}\d)"""
        ),
    ),
    Slotted(
        "phone",
        joined(
            r"""\b(?:telefonum|numaram|cebim|telefon numaram|cep numaram
            |bana)\b[^\d+]{0,25}(?P<value>\+?\d[\d ()/-]{5,}\d)"""
        ),
    ),
    Slotted(
        "favourite {what}",
        joined(
            r"""(?P<of>[^\W\d_]\w*)'(?:nin|nun|in|un) en sevdigi (?P<what>\w+)(?: artik
            | simdi)* (?P<value>\w+(?: \w+)?)"""
        ),
    ),
    Slotted(
        "favourite food",
        joined(
            r"""\bhicbir yemegi (?P<value>\w+(?: \w+)?) kadar sev\w+|\ben (?:cok )?(?:yedigim
            |sevdigim) sey (?P<value2>\w+(?: \w+)?)(?=$|[,.;!])"""
        ),
    ),
    Slotted(
        "doctor",
        joined(
            rf"""\b(?:aile hekimim|doktorum)(?: artik| simdi)* (?!{_WHERE}){_FULL}
            |\bdoktor degistir\w+,? (?P<value2>dr\.? \w+)"""
        ),
    ),
    Slotted("doctor", rf"(?P<of>[^\W\d_]\w*)'(?:nin|nun|in|un) (?:doktoru|aile hekimi)(?: artik| simdi)* {_FULL}"),
    Slotted(
        "{what} lead",
        joined(
            rf"""\b(?P<what>\w+) (?:ekibi|takimi|grubu){_SOON} {_FULL} yonetiminde
            |\b(?P<what2>\w+) (?:ekibinin|takiminin) (?:yeni )?(?:lideri|basi|sorumlusu
            |yoneticisi)(?: artik| simdi)* (?P<value2>\w+(?: \w+)?)|\b(?P<what3>\w+) (?:ekibini
            |takimini) (?:artik )?(?P<value3>\w+(?: \w+)?) (?:devraldi|yonetiyor|yonetecek)"""
        ),
        is_of_thing=True,
    ),
    Slotted(
        "dog name",
        joined(
            r"""\bkopege (?P<value>\w+) diyoruz|\bkopegin adini degistirdik,? (?:artik )?(?P<value2>\w+)
            |\bkopegin (?:yeni )?adi (?:artik )?(?P<value3>\w+)"""
        ),
    ),
    Slotted("home", r"\bevim(?:iz)?(?: artik| simdi)* (?P<value>[\w-]+)'(?:da|de|ta|te)\b"),
    Slotted(
        "employer",
        joined(
            r"""(?:^|[,;] |\b(?:ben|artik|itibaren|kadar|ekmegimi|simdi) )(?P<value>(?!ben\b|artik\b
            |ekmegimi\b|simdi\b)\w+(?: \w+)?) (?:firmasinda|sirketinde|firmasindan|sirketinden
            |bankasinda)\w*"""
        ),
    ),
    Slotted(
        "job",
        joined(
            r"""\bben (?P<value>\w+) oldum\b|\bgecimimi (?P<value2>\w+) olarak|\b(?:artik
            |simdi) isim (?P<value3>\w+)"""
        ),
    ),
    Slotted(
        "version",
        joined(
            rf"""{_X}(?:{_GEN})? (?:surumunu|versiyonunu) {_NUMBERED} yap\w+
            |{_X.replace("<of>", "<of2>")} (?:guncellendi
            |yukseltildi),? (?:artik )?(?:surum )?{_NUMBERED.replace("<value>", "<value2>")}"""
        ),
    ),
    Slotted("version", rf"{_X} icin (?:guncel |yeni )*(?:surum|versiyon):? {_NUMBERED}"),
    Slotted(
        "price",
        joined(
            rf"""{_X} icin (?:guncel |yeni )*fiyat:? (?P<value>\d[\d.,]* ?(?:lira|tl|euro|dolar))
            |{_X.replace("<of>", "<of2>")}{_BARE}{_SOON} (?P<value2>\d[\d.,]* ?(?:lira|tl|euro|dolar))"""
        ),
    ),
    Slotted(
        "cikis date",
        joined(
            rf"""{_X} icin (?:yeni )?cikis (?:gunu|tarihi):? {_WHEN}
            |{_X.replace("<of>", "<of2>")} (?:gecikiyor|ertelendi|kaydi
            |gecikti),? cikis (?P<value2>{_DAY})"""
        ),
    ),
    Slotted("toplantisi date", rf"{_X} icin{_SOON} {_WHEN}(?:'?(?:da|de|ta|te))? toplaniyor\w*"),
    Slotted("date", rf"{_X}{_BARE}{_SOON} {_WHEN} (?:oldu|yapiliyor|yapilacak|idi|olacak|toplaniyor)\b"),
)

TURKISH_SLOTS = Slots(
    patterns=(
        *_OF_OTHERS,
        Slotted(
            "home",
            joined(
                rf"""{_P}{_IN} {_NOW}(?:yasiyor|oturuyor|ikamet ediyor|kaliyor)(?:um|uz)\b
            |{_P.replace("value", "value2")}{_TO} {_NOW}tasin(?:dim|dik|mistim)\b
            |\b{_P.replace("value", "value3")}(?<!\byer)(?<!\bev)(?<!\bbura)(?<!\bnere)(?<!bahce)(?<!saray)(?<!besiktas)
            (?:liyim(?!.*(?:yasiyor|oturuyor)[ud])|luyum|da evim var|de evim var)\b"""
            ),
        ),
        Slotted("birthplace", rf"{_P}{_IN} (?:dogdum|dunyaya geldim)\b|{_P.replace('value', 'value2')} dogumluyum\b"),
        Slotted(
            "employer",
            joined(
                rf"""{_P}{_IN} {_NOW}(?:\w+ olarak )?(?:calisiyor(?:um|uz)|calismaya basladim|ise basladim
            |is buldum|goreve basladim)\b|{_P.replace("value", "value2")}'(?:y?[ae]|n[ae]) (?:gectim|girdim
            |katildim)\b"""
            ),
        ),
        Slotted(
            "job",
            joined(
                r"""\b(?P<value>(?!(?:an|simdi|artik|ben|bir|sure|suredir|aydir|yildir|haftadir|gundur)\b)[\w]+
                    (?: [\w]+)?) olarak (?:calis|gorev)\w+|\b"""
                + TURKISH_MY
                + r"""(?P<value2>(?:(?:insaat|makine|bilgisayar
                    |taksi|tir|otobus|ic|web|oyun|grafik|aile|is|matematik|muzik|resim
            |ingilizce|sinif|kimya|fizik|tarih|cografya|beden|elektrik|gida|cevre|yazilim|serbest|mali) )?(?:ogretmen
            |muhendis|doktor|hemsire|avukat|mimar|asci|sofor|garson|berber|kuafor|terzi|marangoz
            |kaynakci|elektrikci|tesisatci|muhasebeci|yazilimci|gelistirici|tasarimci|gazeteci|eczaci
            |veteriner|ebe|polis|itfaiyeci|pilot|kaptan|ressam|muzisyen|oyuncu|cevirmen|ogrenci|emlakci
            |balikci|ciftci|manav|firinci|pastaci|bankaci|memur|isci|hakim|savci|psikolog|fizyoterapist
            |dis hekimi))(?:im|yim|um|yum|iyim)\b"""
            ),
        ),
        Slotted(
            "nickname",
            joined(
                r"""\bbana (?:kisaca |herkes |sadece |lutfen )?(?P<value>(?!(?:sus|musaade|yardim|soz|inan|izin
                |haber|evet|hayir|tamam)\b)\w+) (?:de|der|diye|diyebilir|deyin
            |diyin|derler)\w*"""
            ),
        ),
        Slotted("age", r"\b(?P<value>\d{1,2}) yasindayim\b|\b(?P<value2>\d{1,2}) yasima (?:girdim|bastim)\b"),
        Slotted("phone", r"\bbana (?P<value>\+?\d[\d ()/-]{6,}\d) (?:uzerinden|numara\w+)"),
        Slotted(
            "email",
            joined(
                r"""\b(?:e-?posta
            |mail)\w*(?: adres\w*)?[^\w]{0,3} ?(?:artik )?(?P<value>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"""
            ),
        ),
        Slotted(
            "birthday",
            joined(
                rf"""\bdogum gunum (?P<value>{_DAY})|(?P<value2>\d{{1,2}} {_MONTH}(?: \d{{4}})?)'?(?:ta|te|da
            |de) dogdum\b"""
            ),
        ),
        Slotted("diet", r"\b(?P<value>vegan|vejetaryen)(?:im|iz|\b)"),
        Slotted(
            "{what} name",
            joined(
                r"""\b(?P<what>kopeg|ked|(?:kiz|erkek) kardes|kiz|ogl|es|kari|koca|anne|baba|kardes|abla|abi|agabey
                |torun|nisanli
            |sevgili|kus|papagan|at|tavsan)\w*?(?:imin|umun|imizin|umuzun|min|mizin) (?:adi
            |ismi) (?P<value>\w+)(?=\W*$|[,.;!?)]| (?:ve|ama|fakat|cunku|oldu|olacak|artik|bu arada|\W))
            |\b(?P<value2>\w+) (?:adinda|isimli|adli) (?:bir )?(?P<what2>kopeg|ked
            |kus|papagan|tavsan)\w* var"""
            ),
        ),
        Slotted("native language", r"\bana ?dilim (?P<value>\w+)"),
        Slotted(
            "favourite {what}",
            joined(
                rf"""\ben (?:cok )?sevdigim (?P<what>\w+(?: \w+)?) {_V}{_END}
            |\b(?P<value2>[\w ]+?) en (?:cok )?sevdigim (?P<what2>\w+?)(?:d[iu]r|t[iu]r)?\b
            |\bfavori (?P<what3>\w+)(?:m|im
            |um) (?P<value3>[^,.;!?]+)"""
            ),
        ),
        Slotted("car", rf"\barabam (?:bir )?{_V}{_END}"),
        Slotted(
            "{what}",
            joined(
                rf"""\b(?P<what>{_MY})(?: artik| simdi
                | yeni)* (?!degisti)(?!(?<!adresim )(?:artik |simdi |yeni )*{_WHERE}){_V}{_END}
            |\b(?P<what2>{_MY}) degisti[,.;:]? (?:artik |yenisi |yeni numara\w* |simdi )*(?P<value2>[^,;!?]+)"""
            ),
        ),
        Slotted(
            "home",
            joined(
                rf"""{_OF} {_NOW}{_P}{_IN} {_NOW}(?:yasiyor|oturuyor|ikamet ediyor)\b
            |{_OF.replace("<of>", "<of2>")} {_NOW}{_P.replace("value", "value2")}{_TO} tasin(?:di|mis)\b"""
            ),
        ),
        Slotted(
            "employer",
            joined(
                rf"""{_OF} {_NOW}{_P}{_IN} {_NOW}(?:calisiyor|ise basladi|calismaya basladi)\b
            |{_OF.replace("<of>", "<of2>")} {_NOW}{_P.replace("value", "value2")}{_TO} gecti\b"""
            ),
        ),
        Slotted(
            "{what} lead",
            joined(
                rf"""\b(?P<what>\w+(?: \w+)?) (?:ekibinin|takiminin|projesinin|grubunun) (?:lideri|basi|sorumlusu
            |yoneticisi)(?: artik| simdi)* {_V}{_END}|\b(?P<what2>\w+) (?:ekibini|takimini|projesini
            |grubunu) (?:artik )?(?P<value2>\w+) yonetiyor
            |\b(?P<value3>\w+) (?:artik )?(?P<what3>\w+) (?:ekibinin|takiminin|projesinin) (?:lideri
            |basi)"""
            ),
            is_of_thing=True,
        ),
        Slotted(
            "{what}",
            joined(
                rf"""(?:^|[,.;!?] |\b(?:ve|ama|hayir
            |evet) )(?:bizim |yeni )?{_NO_ONE}(?P<what>(?:[\w'-]+ ){{0,4}}?{_ATTRIBUTE})(?: artik| simdi
            | yeni)*,? (?!degisti|degis|degil){_V}{_END}"""
            ),
            is_of_thing=True,
        ),
        Slotted("price", rf"{_THING}(?: artik| simdi)* (?P<value>\d[\d.,]* ?(?:lira|tl|euro|avro|dolar|₺|€))"),
        Slotted("address", rf"{_THING}(?: artik)* (?P<value>\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?::\d+)?)"),
        Slotted("version", rf"{_THING}(?: artik)* (?:surum |v)(?P<value>\d+(?:\.\d+)*)"),
        Slotted(
            "date",
            joined(
                rf"""{_THING}(?: artik| simdi)* (?P<value>{_DAY})(?:'?(?:da|de|ta|te|ya|ye|a|e|nda|nde|inda|unda
            |inde|unde|sinda))?(?: gunu| olacak| yapilacak| alindi| ertelendi| cikiyor| basliyor| var
            | oldu| tarihinde| kaldi| cikacak| baslayacak)?{_END}"""
            ),
        ),
        Slotted(
            "time",
            joined(
                rf"""{_THING}(?: artik| simdi)* (?P<value>{_CLOCK})(?:'?(?:da|de|ta|te|ya|ye|a|e|uncuda|nda
            |nde))(?: olacak| basliyor| alindi| acilir| aciliyor| kapanir| kapaniyor)?{_END}"""
            ),
        ),
        Slotted(
            "place",
            joined(
                rf"""{_THING}(?: artik
                | simdi)* (?P<value>[\w.-]{{3,}}(?: [\w.-]+)?)(?<!\bhas)(?<!\bus)(?<!\bpos)(?<!\bpas)(?:'(?:da|de|ta
                |te)|(?:nda|nde
            |inda|inde)|da|de|ta|te)(?: duruyor| calisiyor| bulunuyor| olacak| yapilacak)?{_END}"""
            ),
        ),
    ),
    names=named(
        """date: tarihi, gunu; time: saati; place: yeri, konumu, mekani; address: adresi, adresim; version:
        surumu, versiyonu; price: satis fiyati, fiyat, fiyati, ucreti, bedeli; rent: kirasi; port: portu,
        port numarasi; owner: sahibi; lead: lideri, basi, sorumlusu; status: durumu; colour: rengi, renk;
        name: adi, ismi, adim, ismim; number: numarasi; budget: butcesi; room: odasi; deadline: son tarihi,
        teslim tarihi, son gunu; phone: telefon numaram, cep numaram, numaram, cep telefonum, telefonum;
        email: e-postam, epostam, mailim, mail adresim, eposta adresim, e-posta adresim; birthday: dogum
        gunum; surname: soyadim; nickname: lakabim; job: meslegim, isim; boss: patronum, mudurum, amirim;
        doctor: doktorum, aile hekimim; dentist: disicim, dis hekimim; landlord: ev sahibim; lawyer:
        avukatim; car: arabam; native language: ana dilim, anadilim; hometown: memleketim; employer: is
        yerim, sirketim; blood type: kan grubum; height: boyum; age: yasim; dog: kopeg; cat: ked; daughter:
        kiz, kizim; son: ogl, oglum; partner: es, kari, koca, nisanli, sevgili, esim, karim, kocam; mother:
        anne, annem; father: baba, babam; sibling: kardes, kardesim; sister: abla, ablam, kiz kardes,
        kiz kardesim; brother: abi,
        agabey, abim, agabeyim, erkek kardes,
        erkek kardesim; grandchild: torun; bird: kus; food: yemek; drink: icecek; book: kitap; song:
        sarki; band: grup; season: mevsim; sport: spor; dessert: tatli; fruit: meyve; animal: hayvan;
        subject: ders; city: sehir; music: muzik"""
    ),
    mine=joined(
        r"""^(?:benim |bizim )|^(?=(?:annem|babam|kizim|oglum|esim|karim|kocam|kardesim|ablam|abim
            |agabeyim|dedem|ninem|teyzem|halam|amcam|dayim|kuzenim|yegenim|annemler|ailem|patronum)$)"""
    ),
    theirs=r"^(?:o|bu|su|onun|onlar)$",
    nobody=joined(
        r"""^(?:ben|biz|sen|siz|kim|ne|neden|nasil|artik|simdi|ama|ve|cunku|hep|cok|daha|evet|hayir
            |bugun|yarin|dun|su|an|en|bir|her|hic|de|da|mi|mu|yok|var|benim|bizim|bana|bize|saat|arkadasim\w*
            |komsum\w*|merhaba|selam)$"""
    ),
    cut=joined(
        r"""^(?:artik |simdi |su an |yeni |bir |saat |ayin |benim |biz |ben |ailece |tam )+|(?:'(?:da|de
            |ta|te|dan|den|tan|ten|ya|ye|a|e|nin|nun|in|un|im|yim|dir|tir|nda|nde|yi|i|u|dayiz
            |deyiz)\b.*|\s+(?:oldu|olacak|olarak|degil|artik|simdi|ama .*|ve .*|cunku .*|gunu|diye .*
            |yani.*|olmus|olan|bu arada|yapildi|ile .*|kaldi|alindi))+$|(?<=\w{3})(?:dir|tir|dur|tur
            |ymis|mis)$|[.]+$"""
    ),
    bare=joined(
        r"""^(?:bizim |benim |yeni |su |bu |o |ama |ve |hayir |evet )+|'(?:nin|nun|in|un|da|de|ta|te|ki
            |daki)$|\b(?:ekibi|takimi)$"""
    ),
    genitive=r"^(?P<of>.+?)(?:'?(?:nin|nun|in|un|sinin)) (?P<attribute>[\w ]+)$",
)
