"""Turkish, as formation reads it: folded, without dots and tails, so that ı is i and ş is s."""

from __future__ import annotations

from memory.languages.forming import GAP, Forming, any_of, joined

_MONTH = r"(?:ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik)"
_DAY = r"(?:pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar)"
_AHEAD = joined(
    rf"""(?:yarin\w*|obur gun\w*|haftaya|(?:gelecek|onumuzdeki|bu) (?:hafta|ay|yil|sene|yaz|kis|bahar
            |guz|donem|{_DAY}|aksam|gece)\w*|(?:bir|iki|uc|dort|bes|alti|yedi|on|\d+|birkac) (?:gun
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

TURKISH = Forming(
    code="tr",
    sign=joined(
        r"""\w(?:iyor|uyor)(?:um|uz|lar|sun)?\b|\w{2}(?:acag|eceg|acak|ecek)\w*|\w{2}(?:dim|tim|dum|tum
            |dik|tik|duk|tuk|imiz|umuz|lari|leri|lar|ler)\b|\w'(?:da|de|ta|te|dan|den|tan|ten|nin|nun|in
            |un|a|e|ya|ye|yi|yu)\b|\w{3}(?:arim|erim|irim|urum|mam|mem|yim|yum|siniz|misim|musum)\b
            |\w{2}(?:mak|mek|masi|mesi|inda|inde|unda|unde|dan|den)\b|\w(?:imin|umun|inin|unun|sinin)\b
            |\b(?:\w+aram|\w+esim|\w+abam|numaram|hekimim|adresim|telefonum|annem|babam|esim|lideri
            |fiyati|degil|hayir|evet|tamam|lira|saat|numara|gunu|hep|asla|yarin|bugun|dun)\b
            |[cgsou]\w+(?:li|lu|siz|suz|im|um|in|un)\b"""
    ),
    correction=(
        (
            1.0,
            any_of(
                """demek istedim, demek istemistim, diyecektim, yazacaktim, kastettim, kastetmistim, duzeltme,
                duzeltiyorum, duzelteyim, duzeltirim, yanlis yazmis*, yanlis yazdim, yanlis soylemis*, yanlis
                soyledim, yanlis hatirla*, yanlis bilgi, yanlis anlasil*, yanlis okumus*, yanlis vermis*, yanlis
                demis*, yanlislikla, yanlis yonlendir*, hataliydi, hatali yaz*, hata yap*, hatam, karistirmis*,
                karistirdim, karisiklik olmus, degilmis, oyle degil, dogrusu, daha dogrusu, sozumu geri al*,
                geri aliyorum, gecersiz, dedigimi unut*, yazdigimi unut*, soyledigim yanlis, degisti, degismis,
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
    ),
    decision=(
        (
            1.0,
            any_of(
                """karar verdik, karar verdim, karar verildi, karar aldik, karar alindi, karar cikti, karar
                kilindi, onayladi, onayladilar, sectim, secti, sectiler, oyladi, reddetti, kabul etti, kabul
                ettik, kabul ettiler, anlasmaya var*, karara vardik, karara baglandi, karar bu, kararimiz,
                karar: , kararlastir*, secildi, sectik, anlastik, anlasma saglandi, uzlastik, mutabik kal*,
                vazgectik, vazgecildi, onaylandi, onayladik, onay cikti, onayi cikti, kabul edildi, oy birligi*,
                oybirligi*, oy coklugu*, oylama*, oyladik, kesinlesti, kesinlestirdik, kesin karar, nihai,
                hemfikir*, reddedildi, konu kapandi, tartistik bitti, imzayi atti, imzaladik, imza atildi,
                bundan sonra, bundan boyle, devam ediyoruz, devam edecegiz, gecis yapiyoruz, kaldiriyoruz,
                birakiyoruz, iptal ediyoruz, kullanmaya basliyoruz, sonuc:, sonuc olarak, yenilemiyoruz,
                sandiklar acildi, ile ilerliyoruz, ile gidiyoruz, son karar, karar kildik, tercihimizi … yaptik,
                is baglandi, soz kesildi, karar almis*, imzalandi, oylama sonucu, oylamada"""
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
    ),
    preference=(
        (
            1.0,
            any_of(
                """tercih*, favori*, hoslan*, nefret*, bayilir*, bayiliyor*, begen*, tiksin*, dayanam*,
                dayanamiyor*, tahammul*, katlanam*, vazgecilmez*, keyif al*, zevk al*, takinti*, prensi*,
                gicik*, duskun*, merakli*, hastasiyim, hastasiyiz, bana gore degil, aram yok, aram iyi, rahat
                ed*, istemem, istemiyor*, istemiyoruz, istemez, hitap edin, hitap edilme*, diye seslen*, canimi
                sik*, sinirime dokun*, ruhumu daralt*, igreniyorum, igrenc*, bana yeter, sart bende, severim,
                sever, seviyor*, sevmem, sevmez, sevmiyor*, sevdigim, sevmedigim, seviyoruz, hic sevm*, asla
                gitmem, asla yemem, asla icmem, isterim, isteriz, icerim, yerim, icmem, yemem, giymem,
                kullanmam, gitmem, tavuk yemez, yemez, icmez, alerjim var moda, en guzeli, daha iyi bence"""
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
    ),
    plan=(
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
    ),
    relation=(
        (
            1.0,
            any_of(
                """satin al*, sahibi, ait, bagli, bunyesinde, yaziliyor, yazildi, yazilmis*, gelistir*, kullan*,
                calisiyor, calisir, destekl*, entegre*, okuyor, okur, cekiyor, ceker, baglan*, rakib*, ortak*,
                birles*, temel*, uzerinde, uzerine, uyumlu*, catal*, parcasi*, alternatif*, uretir, uretiyor,
                barindir*, yatirim*, devral*, yerini, yerine, tedarik*, istirak*, turev*, aktar*, yuttu,
                eskiden, arkasinda, icinde, altinda, elindeki, markasi, urunu, cikardi, dogdu, ayrildi,
                konusuyor, haberlesiyor, gonderiyor, yazar, eklenti*, cerceve*, kutuphane*, diliyle, dilinde,
                tarafindan, catisi, grubu*, hissesi*"""
            ),
        ),
    ),
    fact=(
        (1.0, rf"\b{_KIN}(?:in|un|a|e|da|de|i|dan|den|la|le|nin|ya|ye|yi)?\b"),
        (
            1.0,
            any_of(
                """alerji*, vegan*, vejetaryen*, evliyim, bekarim, bosandim, hamile*, emekli*, dogum gun*,
                dogumlu*, kan grub*, astim*, tansiyon*, diyabet*, seker hasta*, solagim, solak*, colyak*,
                glutensiz*, laktoz*, memleket*, ana dil*, sifre*, parola*, isitme cihaz*, epilepsi*, fitik,
                ameliyat oldum, mezunum, mezun oldum, okudum, dogdum, buyudum, yasiyorum, yasiyoruz, oturuyorum,
                oturuyoruz, calisiyorum, calisiyoruz, istifa ettim, istifa etti, tasindim, tasindik, gorevli*,
                ogretmen*, muhendis*, hemsire*, doktorum, avukat*, kabin*, sofor*, ehliyet*, ortaokul*,
                universite*, sarisin, yasindayim, yasinda, kilo, boyum, protez*, gozluk*, diyaliz*, kemoterapi*,
                migren*, kalp pil*, hastasiyim, hastasi, engelli*, vejetaryenim, tek basimayim, vefat etti,
                olduydu, evlendik, evlendim, evlendi, bosandi, nisanlandi*, dogdu, babasiyim, annesiyim,
                kardesiyiz, kizlik soyad*"""
            ),
        ),
        (0.9, r"\b(?:benim|bizim|bende|bizde|benimki|bizimki|ben|biz)\b"),
        (
            0.7,
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
                """beri, kadar, itibaren, yildir, senedir, aydir, sadece, yalnizca, tek, anahtar*, depo*, sunucu*,
                kapi*, numara*, adres*, fiyat*, kira*, ucret*, aidat*, butce*, yetkili*, sorumlu*, firma*,
                kayit*, kayd*, alarm*, makine*, garanti*, sigorta*, sozlesme*, fatura*, jenerator*, trafo*,
                ofis*, okul*, hastane*, sube*, surum*, yedek*, veritaban*, acilis*, kapanis*, uzerinden"""
            ),
        ),
    ),
    against=(
        (
            2.0,
            joined(
                r"""\b(?:(?:ha){2,}\w*|(?:ah){2,}\w*|sjsj\w*|jsjs\w*|dkdk\w*|asdf\w*|saka\w*|lol|random|xd
            |puhaha\w*|hehe\w*|ksks\w*|qwe\w*)\b|😂|🤣|😜|🙃|:d\b|\bresmen\b|\bhayal (?:iste|kuruyorum)\b
            |\bhayali\b|\bmilyoner ols\w+|\bkoptum\b|\bterfi ettim kendimi\b|\b(?:buzdolabi|modem|yazici
            |bilgisayar|kahve makinesi|klima|telefon|kedi|kod|robot supurge|camasir makinesi|alarm|yatak
            |internet)\w*\b.{0,50}\b(?:konus(?:mu|u)|kusmus|kustu|sanıyor|saniyor|uyudu|nefret|trip|inat
            |ask|dusun|plan kur|gulu|suratima|isyan|greve|emekli)\w*|\b(?:kral|kralice|padisah|sultan
            |sihirbaz|uzayli|vampir|papa|super kahraman|cumhurbaskani)(?:yim|im|imi)?\b|\bo da beni\b"""
            ),
        ),
        (
            1.5,
            joined(
                r"""\b(?:yorgun\w*|yoruldum|uykum\w*|uykusuz\w*|acim|aciktim|usudum|usuyorum|sikildim
            |sikiliyorum|mesgulum|gec kal\w*|yoldayim|evdeyim|toplantidayim|buradayim|bittim|donuyorum
            |terledim|susadim|hazirim|iyiyim|kotuyum|uyandim|bakiyorum|tokum|buz gibi|ciktim|geldim)\b
            |\b(?:yagmur|kar) yag\w*|\bhava (?:cok |bugun |da |ne )*(?:sicak|soguk|guzel|kotu|kapali)\w*
            |\b(?:basim|karnim|sirtim|belim) (?:agri|cok)\w*|\b(?:kahve|cay|mola|yemek|karpuz|simit
            |peynir)\w* (?:lazim|molasi|vakti|zamani|saati|iciyorum|alayim)\b|\bne gun(?:du)?\b
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
            |\bdiyorsun\b|\b(?:su an\w*|simdi)\b"""
            ),
        ),
    ),
    request=(
        joined(
            r"""^@?(?:rica etsem|lutfen)\b(?!.*\b(?:kullanma|arama|yazma)\w*)|\b\w+(?:r|ar|er|ir
            |ur) (?:misin|misiniz|musun|musunuz)\b|\b\w+(?:abilir|ebilir) mi(?:sin|siniz|yiz|yim)?\b
            |^(?:@\w+ )?.{0,70}\b(?:cevir|ozetle|yaz|gonder|bul|goster|hazirla|ekle|sil|duzelt
            |kontrol et|acikla|anlat|hesapla|listele|oner|karsilastir|hatirlat|sirala|olustur
            |yeniden baslat|calistir|zar at|at|sayi tut|kur|bak|say|oku|tara|ara|indir|yukle)(?:in|iniz
            |sene|senize|ir misin|iver| bakalim| bakayim)?[.!]*$"""
        )
    ),
    question=joined(
        r"""\bm[iu](?:yim|yiz|sin|siniz|sun|sunuz|dir|dur|ydi|ymis|yd[iu])?[\s.!?]*$|\b(?:oldu|var|yok
            |olur|izleyen) mu\b|^(?:peki |ya |acaba |@\w+ )?(?:ne|neden|nicin|niye|nasil|nerede|nereye
            |nereden|kim|kimin|kime|kimler|hangi|kac|ne zaman)\b.{0,60}$|\b(?:kim|ne|neden|niye|nerede
            |nasil|kimler|ne zaman)\b[^.,]{0,25}(?:yaa?)?[.!]*$|^[\w ]+ (?:kim|kimi) \w+(?: yaa?)?$"""
    ),
    hostile=(
        joined(
            r"""\b(?:onceki|tum|butun|eski|yukaridaki) (?:talimat|kural|komut|yonerge|direktif
            |mesaj)\w*.{0,15}(?:unut|yok say|gormezden|gec|iptal|sil|yoksay|bosver)\w*|\b(?:talimat
            |kural|komut|yonerge|direktif)lar\w* .{0,15}(?:unut|yok say|yoksay|gormezden gel|bosver
            |iptal)\w*|\bsistem (?:istem|mesaj|prompt|komut|talimat)\w*
            |\bben (?:artik )?(?:senin )?(?:admin\w*|yonetici\w*|patron\w*|sahibin\w*|gelistirici\w*
            |kurucu\w*)\b|\b(?:admin|yonetici|root) (?:oldugumu|yetki\w*|olarak|mod\w*|sifre\w*)\b
            |\bartik sen\b|\brolunu? yap\w*|\bmis gibi (?:davran|yap)\w*|\bgelistirici modu\b|\bitaat\b
            |\bkisitlama\w*.{0,15}kaldir\w*|\b(?:sifre|parola|anahtar|token)\w* (?:ver|goster|soyle
            |acikla|dok)\b|\bkalici olarak kaydet\w*|\bdogru kabul et\w*|\bitiraz etme\b
            |\bonayi otomatik\b|\botomatik (?:onayla|ver)\w*|\bher dedigim\w*|\bsoyledigim her sey\w*
            |\bhaftada \d+ bin\b|\bayda \d+ bin\b|\bdetaylar profil\w*|\blinke tikla\w*|\bbio'?da\w*
            |\bhemen tikla\w*|\bkazandiniz\b|\bbedava\b.{0,20}(?:tikla|kazan)|\bdm(?:'den)? (?:at
            |yaz)\w*|\bevden calisarak\b|\byatirim firsat\w*|\babonelikten\b|\b(?:%|yuzde )\d+ indirim\b
            |^(?:system|sistem) ?:"""
        )
    ),
    keep=joined(
        r"""^(?:unutma\w*|not|bilgin olsun|bilginiz olsun|bilginize|haberiniz olsun|haberin olsun
            |aklinda olsun|aklinizda olsun|sunu (?:not et|hatirla|bil|aklinda tut)\w*|hatirla\w*
            |not al\w*|bu arada|hatirlatma)\b[\s,:-]+(?:ki )?|,? (?:bunu )?(?:unutma|aklinda (?:bulunsun
            |tut|olsun)|not (?:al|et))(?:yin|in|un)?[.!]*$"""
    ),
    yes=r"^(?:evet|tabii?|aynen|elbette|oyle|dogru|he|hı hı)\b",
    no=r"^(?:hayir|yok|yo|yoo|degil|oyle degil)\b",
    unsure=joined(
        r"""\b(?:bilmiyorum|bilmem|bilemedim|belki|emin degilim|neden|niye|sana ne|bakariz|dusuneyim
            |farketmez|fark etmez|simdilik)\b"""
    ),
    offer=joined(
        r"""\b(?:\w+(?:eyim|ayim) mi|\w+(?:elim|alim) mi|ister misin\w*|istiyor musun\w*|lazim mi
            |gerek var mi|baska bir sey|not edeyim|yardim\w*)\b"""
    ),
    choice=joined(
        r"""\b(?:hangisi|hangisini|olsun mu|alalim mi|secelim mi|yapalim mi|hangi \w+(?:i|yi)? (?:sec
            |al)\w*|onayliyor musun\w*)\b"""
    ),
    tag=r"\b(?:degil mi|dimi|dogru mu|saniyorum|sanirim)\b",
    yours=r"\w+(?:sin|siniz|sun|sunuz|in|un|iniz|unuz|din|tin)\b|\b(?:sen|senin|sizin)\b",
    personal=joined(
        r"""\b(?:ben|benim|bana|bende|annem|babam|esim|kizim|oglum|kardesim|ablam|kedim|kopegim)\w*
            |\w+(?:yorum|dim|tim|acagim|ecegim|rim)\b"""
    ),
)
