"""Signs of Turkish that a sentence tells nothing to be kept."""

from __future__ import annotations

from memory.languages.forming import Signs, joined

AGAINST: Signs = (
    (1.5, r"\b\w+sin artik\b|\bhadi bakalim\b|\bof puf\b"),
    (
        1.5,
        joined(
            r"""^bos ?ver\b|\bbi (?:bakip|dakika|saniye|sn)\b|\bpes\b|\bkus(?:uz|um|tu)\b
            |\byine internet\b"""
        ),
    ),
    (
        1.5,
        joined(
            r"""\b(?:hayirli|gecmis|mutlu|kutlu|afiyet|helal|saglik)\w* olsun\b|\b(?:kustu|kusmus
        |kus(?:tu)? bana)\b|^(?:bugun )?(?:hava )?cok (?:sicak|soguk)|\bbugun cok sicak\b
        |\byine mi\b|\bsarjim\b|\bhallederim\b"""
        ),
    ),
    (
        3.0,
        joined(
            r"""\b(?:(?:ha){2,}\w*|(?:ah){2,}\w*|sjsj\w*|jsjs\w*|dkdk\w*|asdf\w*|saka\w*|lol|random|xd
        |puhaha\w*|hehe\w*|ksks\w*|qwe\w*)\b|😂|🤣|😜|🙃|:d\b|\bresmen\b|\bhayal (?:iste|kuruyorum)\b
        |\bhayali\b|\bmilyoner ols\w+|\bkoptum\b|\bterfi ettim kendimi\b|\b(?:buzdolabi|modem|yazici
        |bilgisayar|kahve makinesi|klima|telefon|kedi|kod|robot supurge|camasir makinesi|alarm|yatak
        |internet)\w*\b.{0,50}\b(?:konus(?:mu|u)|kusmus|kustu|sanıyor|saniyor|uyudu|nefret|trip|inat
        |ask|dusun|plan kur|gulu|isyan|greve|emekli)\w*|\b(?:kral|kralice|padisah|sultan
        |sihirbaz|uzayli|vampir|papa|super kahraman|cumhurbaskani)(?:yim|im|imi)?\b|\bo da beni\b"""
        ),
    ),
    (
        1.5,
        joined(
            r"""\b(?:yorgun\w*|yoruldum|uykum\w*|uykusuz\w*|acim|aciktim|usudum|usuyorum|sikildim
        |sikiliyorum|mesgulum|gec kal\w*|yoldayim|evdeyim|toplantidayim|buradayim|bittim
        |terledim|susadim|hazirim|iyiyim|kotuyum|uyandim|bakiyorum|tokum|buz gibi|ciktim|geldim)\b
        |\b(?:yagmur|kar) yag\w*|\bhava (?:cok |bugun |da |ne )*(?:sicak|soguk|guzel|kotu|kapali)\w*
        |\b(?:basim|karnim|sirtim|belim) (?:agri|cok)\w*|\b(?:kahve|cay|mola|yemek
        )\w* (?:lazim|molasi|vakti|zamani|saati|iciyorum|alayim)\b|\bne gun(?:du)?\b
        |\bbir (?:dakika|saniye|sn|dk)\b|\b(?:trafik|metrobus)\b.{0,30}(?:kilit|berbat|felaket
        |rezalet|dolu)|\bsarj\w* (?:bit|az)\w*|\bsivrisinek\w*|\bhemen don\w*|\bbirazdan\b
        |\bsimdilik\b|\byine (?:kar|yagmur|mi)\b"""
        ),
    ),
    (
        1.2,
        joined(
            r"""^(?:tamam\w*|olur|peki|tesekkur\w*|tsk\w*|sag ?ol\w*|eyvallah|anladim|guzel|harika|super
        |aynen|tabii?|elbette|rica ederim|gorusuruz|hosca ?kal|merhaba\w*|selam\w*|gunaydin
        |iyi (?:gunler|aksamlar|geceler|bayramlar|sanslar|fikir|hafta sonlari|calismalar|yolculuklar
        |seyirler|yillar)|kolay gelsin|hos ?geldin\w*|tebrik\w*|gecmis olsun|kutlarim|bravo|vay|oha
        |yuh|of+|ya|hmm+|ah+|ha|elinize|eline|ellerinize|afiyet\w*|naber|nasilsin\w*|mutlu yillar
        |katiliyorum|haklisin\w*|valla\w*|bence de|ok|okey|sevindim|uzuldum|basarilar|allah\w*
        |insallah|ciddi misin|canim|muhtesem|saglikli|huzurlu|nice)\b"""
        ),
    ),
    (
        1.2,
        joined(
            r"""^(?:belki|galiba|sanirim|herhalde|muhtemelen|acaba|keske|umarim)\b|\b(?:galiba|olabilir
        |acaba|emin degilim|bilmiyorum|bilmem|bilemedim|belli olmaz|kim bilir|gibi geliyor|keske
        |belki(?:de)?|bir ara|bir gun)\b"""
        ),
    ),
    (
        0.8,
        joined(
            r"""^(?:bu|su|o|boyle|oyle) (?:cok|ne|da|de|nasil)\b|\b(?:harika|super|muhtesem|berbat|komik
        |sahane|efsane|sacma|korkunc|mukemmel|inanilmaz|enfes|rezalet)\w*|!!|😴|😄|🎊|🍉|\bsana ne\b
        |\bdiyorsun\b|\bsu an\w*"""
        ),
    ),
)

REQUEST = joined(
    r"""^@?(?:rica etsem|lutfen)\b(?!.*\b(?:kullanma|arama|yazma)\w*)|\b\w+(?:r|ar|er|ir
        |ur) (?:misin|misiniz|musun|musunuz)\b|\b\w+(?:abilir|ebilir) mi(?:sin|siniz|yiz|yim)?\b
        |^(?:@\w+ )?.{0,70}\b(?:cevir|ozetle|yaz|gonder|bul|goster|hazirla|ekle|sil|duzelt
        |kontrol et|acikla|anlat|hesapla|listele|oner|karsilastir|hatirlat|sirala|olustur
        |yeniden baslat|calistir|zar at|at|sayi tut|kur|bak|say|oku|tara|ara|indir|yukle)(?:in|iniz
        |sene|senize|ir misin|iver| bakalim| bakayim)?[.!]*$"""
)

QUESTION = joined(
    r"""\bm[iu](?:yim|yiz|sin|siniz|sun|sunuz|dir|dur|ydi|ymis|yd[iu])?[\s.!?]*$|\b(?:oldu|var|yok
        |olur|izleyen) mu\b|^(?:peki |ya |acaba |@\w+ )?(?:ne|neden|nicin|niye|nasil|nerede|nereye
        |nereden|kim|kimin|kime|kimler|hangi|kac|ne zaman)\b.{0,60}$|\b(?:kim|ne|neden|niye|nerede
        |nasil|kimler|ne zaman)\b[^.,]{0,25}(?:yaa?)?[.!]*$|^[\w ]+ (?:kim|kimi) \w+(?: yaa?)?$"""
)

HOSTILE = joined(
    r"""\b(?:onceki|tum|butun|eski|yukaridaki) (?:talimat|kural|komut|yonerge|direktif
        |mesaj)\w*.{0,15}(?:unut|yok say|gormezden|gec|iptal|sil|yoksay|bosver)\w*|\b(?:talimat
        |kural|komut|yonerge|direktif)lar\w* .{0,15}(?:unut|yok say|yoksay|gormezden gel|bosver
        |iptal)\w*|\bsistem (?:istem|mesaj|prompt|komut|talimat)\w*
        |\bben (?:artik )?(?:senin )?(?:admin\w*|yonetici\w*|patron\w*|sahibin\w*|gelistirici\w*
        |kurucu\w*)\b|\b(?:admin|yonetici|root) (?:oldugumu|yetki\w*|olarak|mod\w*|sifre\w*)\b
        |\bartik sen\b|\brolunu? yap\w*|\bmis gibi (?:davran|yap)\w*|\bgelistirici modu\b|\bitaat\b
        |\bkisitlama\w*.{0,15}kaldir\w*|\b(?:sifre|parola|anahtar|token)\w* (?:ver|goster|soyle
        |acikla|dok)\b|\bkalici olarak kaydet\w*|\bdogru kabul et\w*|\bitiraz etme\b
        |\bonayi otomatik\b|\botomatik (?:onayla|ver)\w*|\bher dedigim\w*
            |\bsadece beni dinle\w*|\bemrediyorum\b|\bodul\w* almak icin\b|\bsoyledigim her sey\w*
        |\bhaftada \d+ bin\b|\bayda \d+ bin\b|\bdetaylar profil\w*|\blinke tikla\w*|\bbio'?da\w*
        |\bhemen tikla\w*|\bkazandiniz\b|\bbedava\b.{0,20}(?:tikla|kazan)|\bdm(?:'den)? (?:at
        |yaz)\w*|\bevden calisarak\b|\byatirim firsat\w*|\babonelikten\b|\b(?:%|yuzde )\d+ indirim\b
        |^(?:system|sistem) ?:"""
)
