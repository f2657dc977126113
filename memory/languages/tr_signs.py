"""Signs of Turkish for each category of what is kept."""

from __future__ import annotations

from memory.languages.forming import GAP, Signs, any_of, joined

_MONTH = r"(?:ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik)"
_DAY = r"(?:pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar)"
_AHEAD = joined(
    rf"""(?:yarin\w*|obur gun\w*|haftaya|(?:gelecek|onumuzdeki|bu) (?:(?:hafta|ay|yil|sene|bahar|donem
            |{_DAY}|aksam|gece)\w*|(?:yaz|kis|guz)\b)|(?:bir|iki|uc|dort|bes|alti|yedi|on|\d+|birkac) (?:gun
            |hafta|ay|yil|saat) (?:sonra|icinde)|ayin (?:\w+unda|\w+inde|\d+\W?\w*)|{_DAY}(?:ye|ya
            |yi)? ?(?:gunu|gecesi|aksami|sabahi)?|\d{{1,2}} {_MONTH}\w*|{_MONTH}'?(?:ta|te|da|de|in|un|a
            |e)?|{_MONTH} (?:sonu|basi|ortasi)\w*|\d{{1,2}}[./]\d{{1,2}}(?:[./]\d{{2,4}})?|yazin|kisin
            |baharda|bayramda|aksama|sabaha|\d+\W?\w{{0,3}} (?:gun|hafta|ay) sonra)"""
)
_KIN = joined(
    r"""(?:annem|babam|kizim|oglum|esim|karim|kocam|kardesim|ablam|abim|agabeyim|dedem|ninem
            |anneannem|babaannem|teyzem|halam|amcam|dayim|kuzenim|yegenim|kopegim|kedim|kusum|evim|adim
            |soyadim|telefonum|numaram|arabam|ailem|ikizlerim|ikizler|torunum|nisanlim|sevgilim|cocugum
            |cocuklarim|cocuklarimiz|kayinvalide\w*|kayinpeder\w*|gelinim|damadim|baldizim|bacanagim
            |yengem|enistem|ev sahibim|patronum|doktorum|ortagim|kizimiz|oglumuz|kopegimiz|kedimiz
            |evimiz|rahmetli)"""
)
_PAST = joined(
    r"""(?:dim|tim|dum|tum|dik|tik|duk|tuk|di|ti|du|tu|mis|mus|mistim|mustum|yordum|yorduk|dilar
            |diler|tilar|tiler|mistik)"""
)

CORRECTION: Signs = (
    (1.0, r"\b(?:demistim|demisim|vermisim|yazmisim|soylemisim|sanmisim),"),
    (
        1.0,
        joined(
            r""",\s[\w.':]+(?: [\w.':]+)? degil[.!]*$|\beski\w* \w+,? yenisi\b|\bdemistim ama\b|\bdemisim\b
            |\bhata var\b|\byanlis bilgi\b"""
        ),
    ),
    (
        1.0,
        any_of(
            """dalmisim, sasirmisim, kafam karismis, karistirdim, dogrusu, degisti … artik, yeni numara*, yeni
            adres*, olacakti, hatirlamisim, saniyordum ama, sanmisim, yazmisim, duzelt*, soylemistim ama, dedim
            ama"""
        ),
    ),
    (
        1.0,
        any_of(
            """demek istedim, demek istemistim, diyecektim, yazacaktim, kastettim, kastetmistim, duzeltme,
            duzeltiyorum, duzelteyim, duzeltirim, yanlis yazmis*, yanlis yazdim, yanlis soylemis*, yanlis
            soyledim, yanlis hatirla*, yanlis bilgi, yanlis anlasil*, yanlis okumus*, yanlis vermis*, yanlis
            demis*, yanlislikla, yanlis yonlendir*, hataliydi, hatali yaz*, hata yap*, hatam, karistirmis*,
            karistirdim, karisiklik olmus, degilmis, oyle degil, dogrusu, daha dogrusu, sozumu geri al*, geri
            aliyorum, gecersiz, dedigimi unut*, yazdigimi unut*, soyledigim yanlis, degisti, degismis,
            ertelendi, ertelenmis, one alindi, ileri alindi, kaydirildi, guncellendi, sandigim gibi degil,
            bosverin … degil, demistim ama, demistik ama, yazmistim ama, sanmistim ama, duzeltme:, artik …
            calismiyorum, artik … yasamiyorum, artik … oturmuyorum"""
        ),
    ),
    (
        1.0,
        joined(
            r"""^(?:hayir|yok yok|yok|yo|yoo|pardon|yanlis|duzeltme|afedersin\w*|affedersin\w*
        |kusura bakma\w*|dur|durun|tuh|hata|aslinda)\b[\s,.:!–-]+(?!(?:tesekkur\w*|sagol\w*
        |ben (?:de|iyi)|sorun|onemli|istemem|istemiyorum|gerek|canim|ya|artik|bilmiyorum)\b).*\w{2}"""
        ),
    ),
    (1.0, rf"\b(?<!gore )(?<!bana )degil,? (?!mi\b|ki\b)\w|\b(?:degil|degildi)[,;] \w|\bdegil {GAP}\w+[.!]*$"),
    (
        0.9,
        joined(
            r"""\b\w+[ae] (?:alindi|alinmis|cekildi|cekilmis|kaydi|kaydirildi|kaldi|ertelendi|tasindi)\b
        |\b(?:saati|tarihi|gunu|yeri|adresi|numara\w*) (?:degis\w+|yeni\w*)\b"""
        ),
    ),
    (0.6, r"\baslinda\b|\bdemin\w* (?:soyle|yaz|de)\w*|\bdedim ya\b|\bartik \w+ degil\b|\bolacak(?:ti)?[.!]*$"),
)

DECISION: Signs = (
    (
        1.0,
        joined(
            r"""\bkesin[.!]*$|\bkazanan\b|\b\w+(?:miyoruz|muyoruz)\b.*\b(?:konustuk|gorustuk|ailece)\b
            |\b(?:konustuk|gorustuk),? .*\b(?:kaliyor|devam|oldu|olacak)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bimzala(?:di|dik|ndi)\b|\bonay (?:verdi|verildi|cikti|geldi|aldik)\b|\bcikan sonuc\b
            |\bsonuc bu\b|\bkarar(?:i|imiz)?:|\bkarar (?:kildik|kilindi)\b|\b\w+ secildi\b|\banlastik\b
            |\bkararlastir\w+"""
        ),
    ),
    (
        1.0,
        any_of(
            """onay verdi, onay verdik, onay aldi, yonetim karari, karari, kararimiz, oyladi, oyladilar, onayladi,
            eski … kaldik, de kaldik, da kaldik, olani sectik, olanini sectik, vazgectik, vazgectim, artik …
            vermiyoruz, artik … yapmiyoruz, artik … kullanmiyoruz, tartismadan sonra, konusup karar, uzerinde
            anlastik, konusunda anlastik, ihaleyi … aldi, kabul ettik, son soz, boylece … oldu, kesin olarak"""
        ),
    ),
    (
        1.0,
        any_of(
            """karar verdik, karar verdim, karar verildi, karar aldik, karar alindi, karar cikti, karar kilindi,
            onayladi, onayladilar, sectim, secti, sectiler, oyladi, reddetti, kabul etti, kabul ettik, kabul
            ettiler, anlasmaya var*, karara vardik, karara baglandi, karar bu, kararimiz, karar: , kararlastir*,
            secildi, sectik, anlastik, anlasma saglandi, uzlastik, mutabik kal*, vazgectik, vazgecildi,
            onaylandi, onayladik, onay cikti, onayi cikti, kabul edildi, oy birligi*, oybirligi*, oy coklugu*,
            oylama*, oyladik, kesinlesti, kesinlestirdik, kesin karar, nihai, hemfikir*, reddedildi, konu
            kapandi, imzayi atti, imzaladik, imza atildi, bundan sonra, bundan boyle, devam ediyoruz, devam
            edecegiz, gecis yapiyoruz, kaldiriyoruz, birakiyoruz, iptal ediyoruz, kullanmaya basliyoruz, sonuc:,
            sonuc olarak, yenilemiyoruz, ile ilerliyoruz, ile gidiyoruz, son karar, karar kildik, tercihimizi …
            yaptik, is baglandi, soz kesildi, karar almis*, imzalandi, oylama sonucu, oylamada"""
        ),
    ),
    (
        0.6,
        joined(
            r"""\b(?:\w+(?:miyoruz|muyoruz)|\w+ (?:alalim|yapalim|secelim|olsun))\b.*\b(?:kesin|tamam|bitti
        |kapandi|anlastik|o zaman)\b|\bo zaman\b|\bsectim\b|\btamam(?:dir)?,? .{3,40}(?:aliyoruz
        |yapiyoruz|geciyoruz|seciyoruz)\b|\boldu bitti\b"""
        ),
    ),
    (
        0.5,
        joined(
            r"""^(?:tartistik|konustuk|toplantida|kurulda|yonetim|komisyon|komite|sonucta|ozetle)\b
        |\b(?:dustu|kazandi|kaybetti)[.!]*$|\bkesin\b|\bkarar\w*"""
        ),
    ),
)

PREFERENCE: Signs = (
    (
        1.0,
        joined(
            r"""\bbana (?:olum|iskence|zor|eziyet|yeter)\b|\b(?:sadece|yalnizca|hep|mutlaka) [\w ]+ (?:yer
            |icer|giyer|izler|okur|dinler|kullanir)[.!]*$"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bdaha (?:rahat|kolay|iyi|guzel|cazip|keyifli|mantikli)\b.{0,15}\b(?:geliyor|gelir|olur
            |bana)\b|\b(?:ister|istemez|sevmez|sever|hoslanmaz|hoslanir|bayilir|nefret eder|yemez
            |icmez)[.!]*(?:$|,)|\bbeni (?:yoruyor|yorar|bunaltiyor|bunaltir|geriyor|gerer|rahatlatir
            |mutlu)\w*|\bhic gelemem\b|\ben (?:keyif|zevk) aldigim\b|\b\w+(?:siz|suz) gune basla\w+
            |\bgozumu kapali\b|\bdelisi(?:yim|dir)?\b|\bhastasi\b(?! oldu)|\bkoyma\w*\b.*\blutfen
            |\bbana uymaz\b|\bkeyfim\b|\bzevkim\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b\w+(?:mayalim|meyelim)\b|\byerine\b.*\b\w+(?:in|un|iniz|sin|sinlar)\b|\breddediyor\w*
        |\b\w+(?:m|im|um) (?:\w+ )?(?:olsun|olmasin)[.!]*$|\bben (?:hep|genelde|daima|sadece)\b
        |\b\w+(?:masini|mesini) (?:sevmi|istemi|isti|iste|sev)\w*|\brahat(?:siz)? (?:ol|ed)\w*
        |\bayilamiyorum\b|\byeri bende ayri\b|\bolmazsa olmaz\w*"""
        ),
    ),
    (
        1.0,
        any_of(
            """tercih*, favori*, hoslan*, nefret*, bayilir*, bayiliyor*, begen*, tiksin*, dayanam*, dayanamiyor*,
            tahammul*, katlanam*, vazgecilmez*, keyif al*, zevk al*, takinti*, prensi*, gicik*, duskun*,
            merakli*, bana gore degil, aram yok, aram iyi, rahat ed*, istemem, istemiyor*, istemiyoruz, istemez,
            hitap edin, hitap edilme*, diye seslen*, canimi sik*, sinirime dokun*, ruhumu daralt*, igreniyorum,
            igrenc*, bana yeter, sart bende, severim, sever, seviyor*, sevmem, sevmez, sevmiyor*, sevdigim,
            sevmedigim, seviyoruz, hic sevm*, asla gitmem, asla yemem, asla icmem, isterim, isteriz, icerim,
            yerim, icmem, yemem, giymem, kullanmam, gitmem, tavuk yemez, yemez, icmez, alerjim var moda, en
            guzeli, daha iyi bence"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:asla|hicbir zaman|kesinlikle|hic|katiyen|hayatta)\b{GAP}(?:mam|mem|maz|mez|miyorum
        |muyorum|mayiz|meyiz)\b|\b(?:her zaman|hep|daima|mutlaka|sadece|yalnizca
        |genelde)\b{GAP}(?:arim|erim|irim|urum|iyorum|uyorum|eriz|ariz|iriz)\b|, (?:her zaman|hep
        |daima)[.!]*$"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\bbana {GAP}(?:deyin|de|diyin|dersen\w*|diyebilir\w*|derler|seslenin)\b|\b(?:arama|yazma
        |gonderme|rahatsiz etme|kullanma|arama|getirme|koyma|cagirma|atma)(?:yin|yiniz|sin|sinlar)\b
        |\b\w{{2,}}(?:mam|mem)[.!]*(?:$|,)"""
        ),
    ),
    (0.5, r"\blutfen\b|\bdaha (?:cok|iyi|rahat)\b|\bbence\b|\bkucuklukten|\bbenim icin\b|\byerine\b"),
)

PLAN: Signs = (
    (1.0, r"\b(?:ay|hafta|yil|sezon|donem) sonunda .*(?:iyor|uyor)\w*"),
    (-1.0, r"\b(?:acik|kapali|her)[.!]*$|\bberi\b"),
    (
        1.0,
        joined(
            r"""\b\w{2,}(?:acag|eceg|acak|ecek)(?:im|iz|lar|ler|miz|mis|imiz)?\b(?! (?:misin|misiniz|mi
        |kadar|bir sey)\b)"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bplan(?:li|lad|liyor|lan|im|imiz)\w*|\bniyet\w*|\brandevu\w*|\brezervasyon\w*|\b(?:mayi
        |meyi) (?:dusunuyor|planliyor|umuyor|istiyor|hedefliyor)\w*|\bbilet\w*.{0,12}(?:aldi
        |ayir)\w*|\bson (?:gun|tarih|teslim)\w*|\bprogramda\b|\btakvimde\b|\bniyetinde\w*"""
        ),
    ),
    (1.0, rf"\b{_AHEAD}\b[^.!?]*?\w+(?:iyor|uyor)(?:um|uz|lar|sunuz)?\b"),
    (
        1.0,
        joined(
            rf"""\b{_AHEAD}\b[^.!?]*?(?:\bvar\b|toplanti\w*|sinav\w*|durusma\w*|ameliyat\w*|ucus\w*
        |mulakat\w*|tatil\w*|dugun\w*|nikah\w*|muayene\w*|kontrol\w*|teslim\w*|basliyor|acilis\w*
        |mac\w*|ziyaret\w*|\w+[aeiu]r(?:iz|im|lar|ler)?|\w+mek|\w+mak)[.!]*(?:,|$)"""
        ),
    ),
    (0.4, r"\bisci lazim\b|\b(?:gelip|gidip|girip|bitirip|toplanip)\b"),
    (-0.8, rf"\b\w+{_PAST}[.!]*$|\bdun\b|\bgecen\b|\bher (?:gun|hafta|ay|yil|{_DAY})\b"),
)

RELATION: Signs = (
    (
        1.0,
        any_of(
            """satin al*, sahibi, ait, bagli, bunyesinde, yaziliyor, yazildi, yazilmis*, gelistir*, kullan*,
            calisiyor, calisir, destekl*, entegre*, okuyor, okur, cekiyor, ceker, baglan*, rakib*, ortak*,
            birles*, temel*, uzerinde, uzerine, uyumlu*, catal*, parcasi*, alternatif*, uretir, uretiyor,
            barindir*, yatirim*, devral*, yerini, yerine, tedarik*, istirak*, turev*, aktar*, yuttu, eskiden,
            arkasinda, icinde, altinda, elindeki, markasi, urunu, cikardi, dogdu, ayrildi, konusuyor,
            haberlesiyor, gonderiyor, yazar, eklenti*, cerceve*, kutuphane*, diliyle, dilinde, tarafindan,
            catisi, grubu*, hissesi*"""
        ),
    ),
)

FACT: Signs = (
    (1.0, r"\bberi\b|\byildir\b|\bsenedir\b|\baydir\b"),
    (
        1.0,
        joined(
            r"""\b\w+(?:amiyor|emiyor)\w*|\bkayinbirader\w*|\beski esim\b|\b(?:kor|sagir|topal|dilsiz
            |felcli)[.!]*$|\b\w+(?:lerimiz|larimiz|imizden|imizin|umuzun|imiz|umuz)\w*\b"""
        ),
    ),
    (0.7, r"^\w{3,}(?:im|um)\b"),
    (1.0, rf"\b{_KIN}(?:in|un|a|e|da|de|i|dan|den|la|le|nin|ya|ye|yi)?\b"),
    (
        1.0,
        any_of(
            """alerji*, vegan*, vejetaryen*, evliyim, bekarim, bosandim, hamile*, emekli*, dogum gun*, dogumlu*,
            kan grub*, astim*, tansiyon*, diyabet*, seker hasta*, solagim, solak*, colyak*, glutensiz*, laktoz*,
            memleket*, ana dil*, sifre*, parola*, isitme cihaz*, epilepsi*, fitik, ameliyat oldum, mezunum,
            mezun oldum, okudum, dogdum, buyudum, yasiyorum, yasiyoruz, oturuyorum, oturuyoruz, calisiyorum,
            calisiyoruz, istifa ettim, istifa etti, tasindim, tasindik, gorevli*, ogretmen*, muhendis*,
            hemsire*, doktorum, avukat*, kabin*, sofor*, ehliyet*, ortaokul*, universite*, sarisin, yasindayim,
            yasinda, kilo, boyum, protez*, gozluk*, diyaliz*, kemoterapi*, migren*, kalp pil*, hastasiyim,
            hastasi, engelli*, vejetaryenim, tek basimayim, vefat etti, olduydu, evlendik, evlendim, evlendi,
            bosandi, nisanlandi*, dogdu, babasiyim, annesiyim, kardesiyiz, kizlik soyad*"""
        ),
    ),
    (0.9, r"\b(?:benim|bizim|bende|bizde|benimki|bizimki|ben|biz)\b"),
    (
        0.9,
        joined(
            r"""\b\w{2,}(?:iyorum|uyorum|iyoruz|uyoruz|dim|tim|dum|tum|dik|tik|duk|tuk|mistim|mistik|yordum
        |yorduk)\b|\b\w{3,}(?:yim|yum|yiz|indeyim|undeyim|dayim|deyim|teyim|tayim)[.!,]"""
        ),
    ),
    (0.6, r"\b(?:var|yok|vardi|yoktu)[.!,]*(?:$|\s)"),
    (
        0.85,
        joined(
            r"""\b\w{2,}(?:iyor|uyor|di|ti|du|tu|mis|mus|ir|ur|ar|er|lar|ler|dir|tir|dur|tur|maz|mez|da|de
        |ta|te|nda|nde|sinda|sinde|li|lu|miyor|muyor|acik|kapali|model|ait)[.!]*(?:$|,)"""
        ),
    ),
    (
        0.5,
        joined(
            r"""\b\w+'(?:da|de|ta|te|dan|den|tan|ten|nin|nun|in|un|ya|ye|a|e|nda|nde|daki|deki|taki|teki
        |dayim|deyim|tayim|teyim|dan|den)\b"""
        ),
    ),
    (0.5, r"\d"),
    (
        0.5,
        any_of(
            """kadar, itibaren, yildir, senedir, aydir, sadece, yalnizca, tek, anahtar*, depo*, sunucu*,
            kapi*, numara*, adres*, fiyat*, kira*, ucret*, aidat*, butce*, yetkili*, sorumlu*, firma*, kayit*,
            kayd*, alarm*, makine*, garanti*, sigorta*, sozlesme*, fatura*, jenerator*, trafo*, ofis*, okul*,
            hastane*, sube*, surum*, yedek*, veritaban*, acilis*, kapanis*, uzerinden"""
        ),
    ),
)
