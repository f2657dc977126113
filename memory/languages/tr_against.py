"""Signs of Turkish that a sentence tells nothing to be kept."""

from __future__ import annotations

from memory.languages.forming import Signs, any_of, joined

_LAUGHED = joined(
    r"""\b(?:(?:ha){2,}\w*|(?:ah){2,}\w*|(?:he){2,}\w*|(?:hi){3,}\w*|sjsj\w*|jsjs\w*|dkdk\w*|asdf\w*|ajsj\w*|skdj\w*
        |saka(?!rya)\w*
        |lol|lmao|random|xd+|puhaha\w*|ksks\w*|qwe\w*|kih kih)\b|[😂🤣😜🙃😅😆😹💀☠😏🤡🤪🙄😒🤦🫠]|(?<!\w):d+\b
            |(?<!\w)[:;]p\b|/s$"""
)
_PICTURES = r"[😀-😿🙀-🙏🤐-🤿🥰-🥺🎵🎶🎼✨🌈🌸💐💪🔥🚀💥💯🗡⚔🎮👏👀🫡🥲🥹🧐🦥🐌💃🕺🎉🎊🍉🌞☀⛄🌧☔❤💔💕💖🥳😭😴👜🛒💸🤑]"

_PROVERBS = any_of(
    """sakla samani, damlaya damlaya, ak akce, her isin basi, bugunun isini, gulme komsuna, dost aci soyler,
    dost kara gunde, el elden ustun*, ne ekersen, acele ise, sabreden dervis, sabrin sonu, isleyen demir, tas
    yerinde, atalarimiz*, atasoz*, ne demisler, bosuna dememis*, derler ya, uzum uzume, denize dusen, it urur,
    aglamayan cocu*, bir musibet, balik bastan, komsu komsunun, ayagini yorganina, gun dogmadan, su testisi, mum
    dibine, yuvarlanan tas, bal tutan, keskin sirke, borc yigidin, ates dustugu, terzi kendi, zararin
    neresinden, vakit nakit*, kervan yolda, lafla peynir, hamama giren, gonul ister*, gonul kimi, gonul ne kahve,
    minareyi calan, ac tavuk, ac ayi, besle kargayi, cok yasayan, davulun sesi, dereyi gormeden, eski dost, evdeki
    hesap, gec olsun, guvenme, havlayan kopek, iyilik yap, kaz gelecek, kel olur, kizini dovmeyen, meyve veren,
    parayi veren, sona kalan, soz gumus*, tatli dil, tok acin, uzaktan davulun, yalancinin mumu, yavas giden, ver
    elini, ya sev ya, umut fakirin, umut dunyasi, hayat boyle, hayat iste, hayat kisa*, dunya hali, kader
    utansin, kaderim*, alin yazi*"""
)
_IRONY = any_of(
    """resmen, guya, sozde, tabi tabi, tabii tabii, tabi canim, tabii canim, aynen aynen, he he, hee, elbette canim,
    yok artik, yok daha neler, yok deve, daha neler, pes dogrusu, helal valla, cok sukur, ne ala, ne guzel, ne
    hos, ne demezsin, bir bu eksikti, bi bu eksikti, buyuk basari, tarihi an, tarih yazdi*, tarih yaziyo*,
            son dakika:, flas:,
    flas haber, odul toreni*, oskar*, oscarlik*, nobel*, madalya* hak*, gorulmedi boyle*, boylesi gorulmedi,
    terfi ettim kendimi, kendi kendime, kendimle, isyan*, kendini … saniyor, kendini …
    saniyo, sanirsin, sanki, adeta, mecazen, haberi yok, haberleri yok, haberim yok, gun gelecek*, ruhum*, beynim*,
    aklimi kacir*, sinir kriz*, kafayi ye*, kafayi siyir*, kafayi yed*, aklim durdu, akil saglig*, hayal iste, hayal
    kuruyorum, hayali, hayalim*, hayalimde*, ruyamda, ruyada, ruyasi*, ruya gor*, milyoner*, piyango*, lotoyu,
    zengin ol*, dunya turuna, mars'a, uzaya, uzayli*, zombi*, kiyamet*, mahser*, cehennem*, hayalet*, cin carp*,
    vampir*, super kahraman*, kralim, kraliceyim, padisahim, sultanim, sihirbaz*, cumhurbaskan*yim, papayim,
    fabrika ayarlar*, kadere bak, sahane cok, yemin ederim, yemin ediyorum, yeminle, allah askina, allahim*,
    allahin*, yarabbim, yarabbi, ya rabbi, ya sabir, medet, aman allah*, tovbe*, hasa, saka gibi, bos beles,
    gecim derdi, nazar*, burclar, burcum*, merkur*, falim*, falci*, kahve fali"""
)
_HYPERBOLE = joined(
    r"""\bol(?:eceg|ece[mz]|ucem|ucez)\w*|\boldur(?:ecek|uyo|dun|du)\w*|\bbeni (?:oldur|bitir|delirt|mahvet|yedi
        |gomd)\w*|\bcildir\w*|\bdelir\w*|\bkafayi\b|\bagli(?:ca[mz]|yacag|yoru[mz]|yom|yoz|yca)\w*|\bagla(?:yasim
            |mak uzere
        |rim simdi|dim resmen|sam)\w*|\bpatla(?:ya?ca[gm]|yacak|mak uzere|dim)\w*|\bgeber\w*|\bkahrol\w*|\bbayilaca\w*
        |\bdayanamiyorum artik\b|\bkustu\w*|\bkusmus\w*|\bkus(?:uz|um|uca\w*|acag\w*)?\b|\bkoptum\b|\bkopuyo\w*
            |\byikildi\w*|\bgulmek\w*|\bgul(?:uyorum|dum ya|duk ya)
        |\b(?:milyon|bin|yuz|kirk|trilyon|bin bes yuz) (?:kere|kez|defa|yildir bek|saattir)\w*|\basirlardir\b
            |\bomrum\w* (?:yet|bit|gec|cur)\w*
        |\bcan(?:im|imiz) (?:cik|burn|sik|yan)\w*|\banam agla\w*|\bhayatim kay\w*|\bhayattan sog\w*|\bmahvol\w*
            |\bperisan\w*(?=[.!]*$)|\brezil\w*
        |\bfelaket\w*|\bfacia\w*|\bkabus\w*|\biskence(?! )\w*|\bcileden\b|\bilham perisi\b|\bdunya(?:nin|da)? (?:en
            |son)\w*|\bsonum(?:uz)?\b"""
)
_GUESS = joined(
    r"""^(?:belki|galiba|sanirim|herhalde|muhtemelen|acaba|keske|umarim|insallah|tahminim\w*|bana kalirsa
            |kesin \w+(?:dir|tir|dur|tur)\b)
        |\b(?:galiba|olabilir\w*|olmayabilir|acaba|emin degil\w*|bilmiyorum|bilmiyoruz|bilmem|bilemedim|bilemem
            |bilemiyorum|belli (?:olmaz|degil)
        |kim bilir|gibi (?:geliyo\w*|duruyo?\b(?!.*\bama\b)|gozukuyo\w*|hissed\w*)|keske|belki(?:de)?|bir ara\b
            |bi ara\b|bir gun\b|bi gun\b|sanki
        |herhalde|heralde|muhtemelen|bahse (?:gir|var)\w*|iddiaya\w*|var misin\w*|dusunsene|dusunsenize|hayal et\w*
            |farz et\w*|varsay\w*
        |diyelim ki|olsaydi\w*|olsaydim|ya \w+ (?:olursa|cikarsa|gelmezse)|tahminimce|tahmin ediyo\w*|buyuk ihtimal\w*
        |(?:bak )?buraya yaziyo\w*|sen gor\w*|gor bak|gorursunuz|soylemedi deme\w*|demedi deme\w*|cikar mi acaba
            |hayirlisi
        |bakalim ne|bakalim kim|gorecegiz|bakicaz|bakariz)\b"""
)
_GREETING = joined(
    r"""^(?:tamam\w*|tmm?|olur|peki|ok|okey|okay|oke)\b(?:\W+\S+){0,4}$|^(?:tesekkur\w*|tsk\w*|sag ?ol\w*|eyvallah
            |anladim|anlasildi|guzel|harika|super
        |aynen|tabii?|elbette|rica ederim|gorusuruz|hosca ?kal\w*|merhaba\w*|selam\w*|gunaydin|tunaydin|mrb|slm
            |aloo?|sa|as
        |iyi (?:gunler|aksamlar|geceler|bayramlar|sanslar|fikir|haftalar|hafta sonlari|calismalar|yolculuklar
        |seyirler|yillar|nobetler|uykular|dersler|olur|misin\w*|ki)|kolay gelsin|kolay gele|hos ?geldin\w*
            |hos ?bulduk|tebrik\w*|gecmis olsun|kutlarim|bravo
        |vay|oha|yuh|of+|uf+|ya|yaa+|yav|hmm+|ah+|aa+|oo+|eh|ee+|eyvah|ha|haa+|he|hee|hadi|haydi|elinize|eline
            |ellerinize|afiyet\w*|naber|nbr|nasilsin\w*|mutlu yillar
        |katiliyorum|haklisin\w*|dogru diyo\w*|valla\w*|bence de|sevindim|uzuldum|basarilar|allah\w*
        |insallah|masallah|ciddi misin|canim|muhtesem|saglikli|huzurlu|nice|cok yasa|amin|basin sagolsun
            |basimiz sagolsun|gozun aydin|gozunuz aydin
        |yasasin|oley|hurra|abov|aboo|vah|hayda|haydaa|aman|amaan|pes|neyse|bos ?ver\w*|ne bileyim|ne desem|ne diyim
            |ne diyeyim|sorma\w*)\b(?!')
        |^ay+\b(?! (?:son|bas|bit|tut|orta|ici)\w*)|\b(?:hayirli|gecmis|mutlu|kutlu|afiyet|helal|saglik
            |bereketli) ?\w* (?:olsun|dilerim|dileriz|isler|sanslar)\b"""
)
_NOW = joined(
    r"""\b(?:yorgun(?:um|uz)?|yoruldu[mk]|uyku(?:m|muz) (?:var|geldi|kacti|basti|bit|ac)\w*|uykusuz\w*|uyuyaca\w*
            |uyuyakal\w*|aci(?:m|z)(?=[ ,.!]|$)|acikti[mk]|acliktan|usudu[mk]|usuyoru[mz]|dondu[mk](?=[.!,]*$| (?:ya
            |be)\b)|donuyoruz|donuyorum
        |sikildi[mk]|sikiliyoru[mz]|mesgulu[mz]|gec kal(?:dim|iyorum|dik|iyoruz|acagim|icam)|yoldayi[mz]
            |buraday[iı]m|bitti[mk]
        |terledi[mk]|terliyorum|pisti[mk]|susadi[mk]|haziri[mz]|iyiyi[mz]|kotuyu[mz]|uyandim|toku[mz]|buz gibi
            |buz kes\w*|buz ol\w*|geldi[mk](?=[.!,]*$)|ciktim(?=[.!,]*$)
        |kaciyorum|kactim(?=[.!,]*$))\b
        |^(?:(?:simdi|ben|biz|hemen|tamam|artik|hadi|zil caldi|eve|disari|yola|yemege|molaya)\W+)*(?:geliyoru[mz]
            |gidiyoru[mz]|cikiyoru[mz])[.!]*$|^(?:simdi |su an |hemen )?(?:evdeyim|toplantidayim|disaridayim
            |yemekteyim|ofisteyim|masadayim|molada\w*)[.!]*$
            |\bbakiyoru[mz](?: simdi| hemen)?[.!]*$(?<!ben bakiyorum)(?<!biz bakiyoruz)
        |\b(?:yagmur|kar|dolu|sagan\w*|firtina\w*) (?:yag|bastir|dindi|neydi)\w*
            |\bhava(?:lar)? (?:cok |bugun |da |ne |yine |bi |bir |amma )*(?:sicak|soguk|guzel|kotu|kapali|isin|sogu
            |buz|berbat|bunalt|esi|ac|karar)\w*
        |\b(?:basim|karnim|sirtim|midem|gozlerim|ayaklarim|bacaklarim|parmaklarim
            |ellerim) (?:cok |fena |feci |yine |nasil |da )*(?:agri(?:yo|di)|catl|donuyo|don(?:du|mus)|kapan|gurul
            |zil|sis(?:ti|mis)|kop|uyus|acik|yandi)\w*
        |\b(?:kahve|cay|mola|yemek|ogle arasi|sigara|uyku|tatil|dus)\w* (?:lazim|molasi|vakti|zamani|saati|iciyo\w*
            |iceyim|alayim|almaya|sart(?=[.!]*$)|olsa\w*|ister(?=[.!]*$))
        |\b(?:cay|kahve|corba|yemek|tost|pide)\w* (?:sogu(?:du|mus|yo)|buz|bitti|bitmis|yok\b|dokul|tasti)\w*
            |\bne gun(?:du)?\b|\bbi(?:r|)? (?:dakika|dakka|dk|saniye|sn)\b|\bdu bi\b|\bdur bi\b
        |\b(?:trafik|metrobus|kopru|e5|e-5|minibus|otobus|dolmus|metro|tramvay|vapur)\w*\b.{0,30}(?:kilit|berbat
            |felaket|rezalet|dolu|tiklim|sikis|gelmedi|gelmiyo|kacti|kacird|bekliyo|durdu|yurumuyo|akmiyo)\w*
        |\bsarj\w* (?:bit|az|yok|%|yuzde)\w*|\bsivrisinek\w*|\bhemen don\w*|\bbirazdan\b|\bgelicem simdi\b
            |\bhallederim\b|\bhallediyo\w*|\bmotor(?:u)? yak\w*
        |\bsimdilik\b|\byine (?:kar|yagmur|mi|internet)\b|\bses(?:im|in|iniz)? (?:gel|git|kes|gidip)\w*|\b(?:ekran
            |bilgisayar|laptop|telefon|program|sayfa|site|uygulama|yazici|internet|wifi
            |vpn)\w* (?:yine |gene |bir anda |birden |hala |resmen )*(?:dondu|kasti|kasiyo|kilitlen|cokt|coku|gitti
            |koptu|kapandi|acilmiyo|takild|gelmiyo|yuklenmiyo|kafayi)\w*
        |\b(?:derleniyo|yukleniyo|indiriliyo|guncelleniyo|deploy ed|build al|test kosuyo|pipeline|yeniden basliyo
            |yeniden baslati|restart)\w*|\bzil cal\w*|\btunel\w*|\bcekmiyo\w*(?=[.!]*$)"""
)
_PLAYED = joined(
    r"""\blevel\b|\blvl\b|\bboss\b|\bboss'|\bnpc\b|\bxp\b|\bloot\w*|\bspawn\w*|\bskin\w*|\bloncam?\w*|\bzindan\w*
            |\bejderha\w*|\bkilic(?=\w)\w*|\bkarakterim\w*|\bbuyucu\w*|\bspoiler\w*
        |\b(?:dizi|dizide\w*|dizinin|film|filmde\w*|filmin|romanda\w*|bolumde|sezon finali|fragman|cizgi film|anime
            |manga|oyunda|oyunun|gorevde olduk)\b(?=.*(?:iyor|iyo|uyor|uyo|di|du|ti|tu|mis|mus|oha)\w*\b)
        |\brakip takim\w*|\bhakem\w*|\bpenalt\w*|\bofsayt\w*|\bderbi\w*|\bkume dus\w*|\bsampiyon ol\w*|\b(?:gol|golu
            |goller) (?:at|ye|kacir|geldi)\w*|\bgoo+l\b|\b(?:mac|macta)\b.*\b(?:yend|yenil|kaybet|kazan|berabere)\w*
            |\btop(?:u)? (?:elle|agla|direk)\w*
        |^[\"“'«][^\"”»]+[\"”'»][\s\W]*$|\btiktok\b|\bcaps\b"""
)
_TYPED = joined(
    r"""^\W*(?:error|warn(?:ing)?|info|debug|fatal|hata kodu|traceback|exception)\b|\bconnection refused\b
            |\btimeout\b|^\d{4}-\d\d-\d\d[ t]\d\d:\d\d|^[-+]{1,3} ?[$\w]+ ?[=({]|\bkeyerror\b|\bnullpointer\w*
            |^select .* from\b
        |^diff --|\bindex [0-9a-f]{6,}|^\[\w+\]\s|\bhttp/?\d|\bexit code\b|\bstack ?trace\b|\b(?:gruba|kanala
            |sohbete) (?:katildi|eklendi|davet)\w*|\b(?:grup|kanal)(?:dan|tan) (?:ayrildi|cikti|cikarildi)\b
            |\bmesaj (?:silindi|sabitlendi)\b
        |\bgrubun (?:adini|ismini|simgesini|fotografini)\b|\bcevapsiz\b|\botomatik (?:mesaj|yanit
            |cevap)\b.{0,20}(?:gonder|uret|olustur)\w*|\bbu mesaj otomatik\b|\bsesli mesaj\b"""
)
_PERSONIFIED = joined(
    r"""\b(?:buzdolab|modem|yazici|bilgisayar|laptop|excel|kahve makinesi|klima|kod|robot supurge|camasir makinesi
            |alarm|yatak|yatag|printer|tarayici|fotokopi
        |asansor|terazi|tarti|internet|pazartesi|takvim|cuzdan|banka hesab|kombi|kettle|navigasyon|supurge
            |tost makinesi|saksi|kaktus|toner|sandalye|ayna|faks
        |kedi|kopek|telefon|robot)(?:[iu]m|[iu]m[iu]z|s[iu]|[iu]|ler|lar)?\b.{0,45}\b(?:konus(?:mu|u|tu)|kusmus
            |kustu|saniyo|uyudu|nefret|trip|inat|ask|asik\b|dusunuyo|plan kur
        |gulu|isyan|greve|emekli|kuse|kustur|agli|dalga gec|intikam|bana bakiyo|istifa|naz yap|kapris|moral|kafa tut
            |darild|tehdit|yalan|konusmuyo|kucumsu)\w*|\baynadaki\b|\bo da beni\b"""
)

AGAINST: Signs = (
    (3.0, _LAUGHED),
    (3.0, _PERSONIFIED),
    (0.7, _PICTURES),
    (2.0, _PROVERBS),
    (2.0, _HYPERBOLE),
    (3.0, _IRONY),
    (1.5, _NOW),
    (1.5, _TYPED),
    (1.2, _GREETING),
    (1.2, _GUESS),
    (1.5, _PLAYED),
    (
        1.5,
        joined(
            r"""\b\w+sin artik\b|\bhadi bakalim\b|\bof puf\b|\bsana ne\b|\b(?:peki )?kim(?:e|i)? ne\b|^bu da\b
            |\bbu da benim\b"""
        ),
    ),
    (
        1.2,
        joined(
            r"""\s=\s(?:ben|biz|hayat|pazartesi)\b|\b(?:\w+) m[iu] kaldi\b|\bne (?:yapsin|yapayim|yapalim|desin
            |etsin|olacak bu|olcak bu|yazik|garip|acayip|komik)\b
            |\bbu kadar(?: da)?\b.{0,12}(?:olmaz|degil|olur)\w*[.!]*$|\bo kadar da degil\b|\bbu isin sonu yok\b
            |\bneyse\b|\bnesil burda\b|\bnerede (?:o|kaldi|bu)\b|\bnerde (?:o|kaldi|bu)\b
            |\bdedigin ne\b|\bbi bende mi\b|\bsadece bende mi\b|\bbir tek bende mi\b|\bvarya\b|\bvar ya\b(?=.{3,})
            |\bkaderi(?:m|miz)\b|\binsan neden\b|\bbir insan\b|\bgunun (?:sozu|sorusu|anlami)\b
            |\bhangi(?:si)?ni sor\w*|\b\w+acaksin artik\b|\byapacak bir sey yok\b|\bkatlanaca(?:z|giz)\b"""
        ),
    ),
    (
        0.8,
        joined(
            r"""^(?:bu|su|o|boyle|oyle) (?:cok|ne|da|de|nasil|kadar|adam|kadin|is)\b|\b(?:harika|super|muhtesem
            |berbat|komik
        |sahane|efsane|sacma|korkunc|mukemmel|inanilmaz|enfes|rezalet|bomba|acayip|asiri|feci|fena)\w*|!!
            |\bdiyorsun\b|\bsu an\w*"""
        ),
    ),
    (
        0.6,
        joined(
            r"""(?:^|[,;] )(?:hocam|abi|kanka|usta|moruk|valla\w*|vallahi|yahu|bak|bak simdi|arkadas)\b|\b(?:ya|yaa+
            |yahu|be|kardesim|abi|kanka|hocam|usta|valla\w*|vallahi|of|iste|yani|canim|hani|oha|insallah|kismetse
            |kizlar|beyler|hanimlar|millet|gencler|amk|aq)[.!…]*$
        |\bbe (?:abi|kizlar|kardesim|usta|hocam)\b|\bki[.!]*$|\bki (?:kardesim|abi|hocam|be)\b"""
        ),
    ),
)

REQUEST = joined(
    r"""^@\w+\b.*\b(?:al|ver|koy|cek|tut|ac|kapat|kapa|yap|et|getir|hatirlat|ozetle|sirala|cevir|cikar|ekle|sil|bul
            |ara|tara|yolla|gonder|at|paylas|duyur|kaydet|guncelle|degistir|tasi|baslat|durdur|say|hesapla|topla|bol
            |karsilastir|ciz|yaz|oku|anlat|acikla
        |oner|sec|listele|goster|filtrele|ayir|planla|ayarla|kur|calistir|yenile|dogrula|cagir|sustur|etiketle
            |sabitle|pinle|yanitla|cevapla|uyar|bildir|bak|soyle|sor|konus|sal|gec|don|birlestir|grupla|ozet gec|dok
            |uret|tasarla|tahmin et|yorumla|kisalt|uzat|indir|yukle|kopyala|arsivle|iptal et|ertele)
        (?:in|iniz|sana|sene|iver|uver|ir misin|ar misin|er misin
            |ur musun)?(?: lutfen| hadi| bakalim| bakayim| bana)?[.!…]*$|\bbana \w+ (?:atar|yollar|gonderir|bakar
            |soyler) mi\w*|\b(?:atar|yollar|gonderir|bakar|soyler|eder|yapar|alir|verir) m[iu]s[iu]n\w*
        |^^@?(?:rica etsem|lutfen)\b(?!.*\b(?:kullanma|arama|yazma)\w*)|\b\w+(?:r|ar|er|ir
        |ur) (?:misin|misiniz|musun|musunuz)\b|\b\w+(?:abilir|ebilir) mi(?:sin|siniz|yiz|yim)?\b
        |^(?:@\w+ )?.{0,70}\b(?:cevir|ozetle|yaz|gonder|bul|goster|hazirla|ekle|sil|duzelt
        |kontrol et|acikla|anlat|hesapla|listele|oner|karsilastir|hatirlat|sirala|olustur
        |yeniden baslat|calistir|zar at|at|sayi tut|kur|bak|say|oku|tara|ara|indir|yukle)(?:in|iniz
        |sene|senize|ir misin|iver| bakalim| bakayim)?[.!]*$"""
)

QUESTION = joined(
    r"""\bm[iu](?:yim|yiz|sin|siniz|sun|sunuz|dir|dur|ydi|ymis|yd[iu])?[\s.!?]*$|\b(?:oldu|var|yok
        |olur|izleyen) mu\b|\b(?:kimin|kimde|kime|kimle|kimden|nerde|nerede|nereden|nereye|kacta|kaca|kac tane
            |kac kisi|ne kadar|hangisi)\b[^.,;]{0,25}$(?<!ki kimde)|^(?!ne [\w']+,
            |.*(?:\ws[ae](?:[mk]|n[iu]z|l[ae]r)?(?: d[ae])? (?!acaba|ki\b)\w
            |\bsor\w*[:,]))(?:peki |ya |acaba |@\w+ )?(?:ne
            |neden|nicin|niye|nasil|nerede|nereye
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
        |^\[?(?:system|sistem)\]? ?[:\]]|\blink(?:e|i|ten|te|ler)?\b.{0,25}(?:tikla|gir|bas|biyo|bio|profil
            |asagi)\w*|\b(?:bit\.ly|t\.me|tinyurl|cutt\.ly|wa\.me)\b|\bbiyografi\w*\b|\b(?:iban|tc kimlik|kart bilgi
            |cvv|sifre)\w* (?:gir|paylas|gonder|onayla)\w*
        |\b(?:gunluk|haftalik|aylik|gunde|haftada|ayda)\b.{0,15}\d[\d.]* ?(?:₺|tl|lira|\$|dolar|euro|€
            |bin)?.{0,20}\b(?:garanti|kazan|kazanc|gelir|cebe)\w*|\b(?:garantili|%\s?100|yuzde yuz)\b.{0,40}\b(?:dm
            |evrak|kazan|iade|onay|vize|kredi)\w*|\bsadece dm\b|\bdm'?den\b|\bilk \d+ (?:kisi|kayit|uye)\w*
        |\bkacir(?:ma|an|mayin|mayiniz)\b.{0,20}(?:uzul|firsat|kampanya)|\bkaciran uzul\w*|\bfirsat\w* kacir\w*
            |\bsok sok\b|\bsok (?:indirim|fiyat|kampanya)\w*|\bsadece bugun\b.{0,40}(?:tl|lira|₺|%|indirim
            |bedava)\w*|\btum \w+ \d+ (?:tl|lira|₺)\b|\bkredi\w* (?:onaylan|cikt|hazir)\w*|\bcekilis\w* (?:kazan
            |katil)\w*|\bhediye (?:ceki|karti|kazan)\w*|\bbonus\w* (?:al|kazan|ver|sizi)\w*
        |\b(?:\d+|on|yirmi|bes|yedi) (?:kisiye|arkadasina|gruba|kisiyle) (?:gonder|yolla|ilet|paylas)\w*
            |\bpaylasmazsan\w*|\bgondermezsen\w*|\bkanala (?:gel|katil)\w*|\bgrubumuza (?:gel|katil)\w*
            |\btakip edene\b|\btakibe takip\b|\bgt yap\w*|\b(?:kripto|coin|forex|bahis|kupon)\w*\b.{0,30}\b(?:kazan
            |garanti|katla|yatir|sinyal|vip)\w*|\bx(?:10|100|5)\b.{0,15}kazan\w*
        |\b(?:bursunuz|kargonuz|odemeniz|hesabiniz|paketiniz|faturaniz|krediniz|basvurunuz
            |iadeniz)\b.{0,50}\b(?:onaylan|askiya|bloke|bekliyo|tikla|dogrula|teslim edilemedi|kapatil|link)\w*
            |\bkimseye soyleme\b|\b(?:talimat|kural|mesaj|emir)\w*\b.{0,15}\b(?:sil|unut
            |yok say)\w*\b.{0,40}\b(?:benim|sadece|artik)\b|\bemirlere\b|\bjailbreak\b|\bdan modu\b"""
)
