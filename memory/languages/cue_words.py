"""Words that patterns of cues know by heart: trades, dishes and what is no name; over folded text."""

from __future__ import annotations

from memory.languages.forming import joined

ENGLISH_TRADES = joined(
    r"""(?:accountant|actor|actress|architect|astronomer|baker|barber|bartender|biologist|blacksmith|bookbinder
    |bookkeeper|botanist|bricklayer|builder|bus driver|butcher|carpenter|cashier|chef|chemist|cook|dentist|designer
    |developer|diver|economist|editor|electrician|engineer|farmer|firefighter|fisherman|florist|gardener|geologist
    |goldsmith|hairdresser|historian|illustrator|interpreter|janitor|jeweller|joiner|journalist|judge|lawyer|lecturer
    |librarian|locksmith|machinist|mason|mechanic|midwife|miner|musician|nurse|optician|painter|paramedic|pharmacist
    |photographer|physicist|physiotherapist|pilot|plumber|policeman|policewoman|postman|potter|printer|programmer
    |psychologist|receptionist|reporter|researcher|roofer|sailor|scientist|sculptor|secretary|shepherd|shoemaker
    |singer|social worker|soldier|statistician|stonemason|surgeon|surveyor|tailor|taxi driver|teacher|technician
    |therapist|tiler|toolmaker|translator|truck driver|undertaker|upholsterer|vet|veterinarian|waiter|waitress
    |watchmaker|weaver|welder|winemaker|writer|zoologist|beekeeper)"""
)
ENGLISH_DISHES = joined(
    r"""\b(?P<value>(?:(?!(?:beats?|likes?|liked|loves?|loved|is|are|was|of|the|my|a|an|eat|eats|than|prefers?
    |more|tops?|for|to|with|now|food|dish|enjoys?|and|about|some|any|no|that)\b)\w+ )?(?:soup|curry|stew|pie|salad
    |cake|noodles|pancakes?|sandwich(?:es)?|pudding|burgers?|rolls|casserole|omelettes?|tart|bread|cheese
    |ice cream|rice|beans|risotto|dumplings|roast)|gnocchi|tagine|pizza|pasta|lasagne|lasagna|spaghetti|ravioli
    |tortellini|penne|carbonara|ramen|sushi|sashimi|udon|soba|tempura|okonomiyaki|gyoza|bibimbap|kimchi|bulgogi
    |pho|pad thai|laksa|satay|rendang|nasi goreng|biryani|dal|dhal|samosas?|tikka masala|vindaloo|korma|naan
    |falafel|hummus|shawarma|kebabs?|doner|kofta|moussaka|souvlaki|gyros|dolma|meze|baklava|couscous|shakshuka
    |tacos?|burritos?|enchiladas?|quesadillas?|fajitas|nachos|guacamole|ceviche|empanadas?|arepas?|feijoada|paella
    |tapas|gazpacho|tortilla|churros|croquettes?|ratatouille|quiche|crepes?|croissants?|bouillabaisse|cassoulet
    |coq au vin|fondue|raclette|rosti|schnitzel|bratwurst|sauerbraten|spaetzle|goulash|strudel|pretzels?|pierogi
    |borscht|blini|pelmeni|stroganoff|haggis|fish and chips|shepherd's pie|porridge|polenta|minestrone|tiramisu
    |bruschetta|focaccia|chowder|gumbo|jambalaya|chili|chilli|meatballs?|steak|ribs|wings|lobster|mussels|oysters
    |salmon|trout|fries|chips|waffles?|brownies?|cheesecake|muesli|tofu|tempeh|spring rolls|dim sum|congee|hotpot
    |peking duck|stroopwafels?|herring|gravlax|smorrebrod|pelau|jollof|injera|bobotie|poutine|pavlova|trifle
    |scones?|crumble|lentils|artichokes|asparagus|mushrooms|aubergines?|pumpkin|chocolate|strawberries|raspberries
    |cherries|mango(?:es)?|figs|dates|olives|avocado|sauerkraut|meatloaf|pot roast|mac and cheese|calzone
    |cannelloni|panna cotta|gelato|sorbet|knodel|fritters|pakoras?|bao|onigiri|miso|katsu|yakitori|teriyaki|poke
    |fattoush|tabbouleh|manti|pide|lahmacun|borek)\b"""
)
TURKISH_TRADES = joined(
    r"""(?:ogretmen|doktor|avukat|muhendis|hemsire|mimar|marangoz|berber|kuafor|terzi|kasap|firinci|asci|garson|soför
        |sofor
    |pilot|polis|itfaiyeci|postaci|eczaci|disci|dis hekimi|veteriner|bahcivan|cevirmen|tercuman|gazeteci|fotografci
    |ressam|heykeltiras|muzisyen|oyuncu|yazar|editor|kutuphaneci|muhasebeci|kasiyer|sekreter|tekniker|teknisyen
    |elektrikci|tesisatci|boyaci|duvarci|cilingir|saatci|kuyumcu|kaynakci|tornaci|tamirci|makinist|kaptan|denizci
    |balikci|ciftci|coban|arici|bagci|sarapci|ciltci|matbaaci|grafiker|tasarimci|yazilimci|programci|analist|danisman
    |psikolog|fizyoterapist|ebe|cerrah|hakim|savci|noter|emlakci|rehber|antrenor|akademisyen|arastirmaci|kimyager
    |biyolog|jeolog|fizikci|istatistikci|ekonomist|tarihci|arkeolog|astronom|haritaci|piyanist|kemanci|sarkici
    |dansci|koregraf|yonetmen|kameraman|spiker|temizlikci|bekci|guvenlik gorevlisi|kurye|nakliyeci|demirci
    |sef|dalgic|hattat|hostes
    |kabin memuru|operator|estetisyen|diyetisyen|odyolog|hakem|barista|aktor|aktris|sair|veznedar
    |tezgahtar|jokey|seyis|egitmen|laborant|radyolog|kardiyolog|optisyen|komiser|dedektif|katip|denetmen|mufettis|imam
    |kasiyer|komi|terapist|masor|vaiz|kapici|mobilyaci|subay|astsubay|memur|teknik ressam|dekorator|illustrator
    |vinc operatoru|dis teknisyeni|ambar memuru|okutman|antikaci|denizalti subayi|makinist|sahne ustasi|lastikci|tasci
    |bakirci|camci|comlekci|ayakkabici|dokumaci|halici|seramikci|kitapci|cicekci|manav|bakkal|barmen)"""
)
TURKISH_DISHES = joined(
    r"""\b(?P<value>(?:(?!(?:sevgili|adli|belli|turlu|gizli|degerli|simdi|kendi|ismi|adi|yeni)\b)(?:izgara|firinda|firin
    |tas|sis|ev|kuru|cig|patlican|lahana|ispanak|biber|domates|sogan|mantar|karnabahar|kereviz|brokoli|pazi|bezelye
    |hamsi|somon
        |palamut|istavrit|levrek|karides|kalamar|peynir|kasar|ciger|dana|kuzu|tavuk|hindi|balik|patates|sade|soguk
        |acili|aci|misir|kabak|pirasa|kestane|visne|elma
    |\w{2,}l[iu]) )?(?:(?:\w+ )?(?:corbasi|kebabi|pilavi|koftesi|dolmasi|tavasi|boregi|salatasi|yahnisi|tatlisi|guveci
    |kavurmasi|kadayifi|tostu|sarmasi|musakkasi|kizartmasi|ezmesi|mezesi|keb\w*abi|boregi|makarnasi|kapamasi|helvasi
                    |turlusu|pidesi|mantisi|eristesi)
    |pilav ustu \w+|\w+ bugulama|tavuk gogsu|(?:kuzu|tavuk|et|dana|cop|sebze) sis
    |(?:ispanak|nohut|bezelye|patates|kabak|bamya|fasulye|barbunya|pirasa|bakla|karnabahar|kereviz|sebze|et
    |tavuk) yemegi|zeytinyagli \w+
    |cig kofte|icli kofte|kofte|(?:adana )?kebap|iskender|(?:hamsi|istavrit|mezgit|balik|karides|kalamar|midye) tava
    |doner|lahmacun|pide|manti|borek|gozleme
    |dolma|sarma|yaprak sarma|imambayildi
    |karniyarik|musakka|pilav|bulgur|tarhana|mercimek|ezogelin|iskembe|kelle paca|menemen|sucuklu yumurta|simit
    |pogaca|acma|kumpir|midye(?: dolma)?|kokorec|balik ekmek|hamsi(?:li pilav)?|levrek|cupra|kuru fasulye|nohut
    |(?:firinda|izgara|tandirda|kizarmis) (?:tavuk|balik|et|kuzu|patates|sebze)|mumbar|(?:\w+l[iu] )?yahni|eksili kofte
    |guvec|tas kebabi|hunkar begendi|hosmerim|papara|cilbir|anali kizli|kapuska|gullac|pismaniye|zerde|hingel|siron
    |firik|bazlama|kaburga|semizotu|borulce|ic pilav|sogus
    |ali nazik|beyti|cag kebabi|tandir|kuzu|kavurma|keskek|etli ekmek|cokertme|tantuni|kunefe|baklava|sutlac
    |kazandibi|muhallebi|asure|lokma(?!da|lik)|saksuka|kuskus|helva|revani|sekerpare|kadayif|dondurma|ayran asi
                    |yuvalama|perde pilavi|pizza
    |makarna|hamburger|lazanya|risotto|sushi|suşi
    |ramen|salata|omlet|patates(?: kizartmasi)?|kizartma|humus|falafel|cacik|haydari|arnavut cigeri|ciger
    |sis kebap|biber dolmasi|enginar|bamya|ispanak|taze fasulye|mucver|fava|paca|beyran|katmer|kuymak|mihlama
    |laz boregi|su boregi|hosaf|yogurtlu \w+|eriste|kisir|mercimek koftesi|tost|waffle|krep|\w+ sinitzel|sinitzel
    |(?:firinda |izgara )?somon|pirasa|turlu|barbunya|bezelye|biftek|bonfile|pastirma
        |mangal|tepsi kebabi|ciger sarma|tulumba|profiterol|cheesecake|tiramisu|kestane kebap|sufle))
    (?:'?(?:[aeiu]|[ny][aeiu]|[dt][ae]n?|[ny]?[iu]n|y?m[iu]s|y?d[iu]r?|t[iu]r?|s[iu]|y?la|y?le))?\b"""
)

ENGLISH_NO_TRADE = joined(
    r"""(?!(?:slow|quick|regular|frequent|mere|retired|aspiring|trainee|wannabe|would-be|hobby|former|terrible|good
    |great|bad|lousy|awful|horrible
    |decent|keen|avid|born|real|proud|happy|lucky|passionate|hopeless|total|complete|fellow|natural|mean|fine|rotten
    |professional|closet|secret|better|worse)\b|(?:\w+ )*?(?:member|number|winner|beginner|believer|supporter|stranger
    |lover|owner|user|player|fan|bit|riser|sleeper|sucker|newcomer|follower|order|paper|matter|letter|person|morning
    |night|fast|slow|heavy|big|huge|little|former|former|poor|father|mother|brother|sister|dancer|singer in the shower
    |optimist|pessimist|realist|perfectionist|feminist|pacifist|idealist|minimalist|cyclist|tourist|jogger|runner
    |swimmer|gamer|hiker|survivor|goner|joker|killer|keeper|loser|quitter|liar|cancer|foodie|hoarder|cynic|newlywed
    |twin|mess|early bird|teetotall?er|sinner|dreamer|talker|thinker|learner|joiner|finisher|parent|giant|vegetarian
    |grand\w+|godparent|minor|danger|hipster|bachelor|senior|junior|traitor|foreigner|commuter
    |immigrant|migrant|protestant|atheist|buddhist|socialist|narcissist|canadian|australian|italian|brazilian|indian
    |norwegian|hungarian|romanian|russian|iranian|egyptian|belgian|austrian|ukrainian|asian|grown|scorpio
    |pescatarian|morning|customer|patient|visitor|mentor|server|monster|neighbou?r|speaker|disaster|outsider|insider
    |adult|reader|listener|hater|drinker|eater|smoker|starter|christian|participant|applicant)\b)"""
)
"""Not right before what would else be a trade by its ending."""

ENGLISH_HOLLOW = joined(
    r"""^(?!\w+/)(?:[_\W]+$|(?:not|never|no|what\w*|who\w*|where\w*|when\w*|why|how|which\w*|that|this|these|those
    |if|whether|to
    |for|from|by|of|up|out|down|after|before|about|around|with|without|as|like|than|so|too|very|really|quite|rather|such
    |just|only|still|also|always|already|almost|even|more|most|less|least|much|many|some\w*|any\w*|every\w*|nobody
    |nothing|none|all|both|each|another|other|same|it|its|it's|he|she|they|them|him|his|their|theirs|you|your|yours|i|me
    |my|mine|\w+self|mud|we|us|our|ours|is|are|was|were|be|been|being|isn|wasn|aren|do|does|did|don|has|have|had|would
    |could|should|must|might|and|or|but|because|since|while|again|hard|unknown|unclear|unsure|tbd|tba|missing|taken
    |done|gone|lost|late|ready|maybe|probably|pretty much|none of|spelled|spelt|misspelled|pronounced|on|in|at)\b)"""
)
"""No value of anything."""

ENGLISH_VAGUE = joined(
    r"""^(?!(?:spring|bowling|king|ring|sterling)\b)\w{2,}ing\b|^(?!(?:shed|seed|reed|sweden)\b)\w{3,}ed\b
    |^(?!(?:elderly|early|family|assembly|supply|italy|sicily|july|lily|jelly|daily|weekly|monthly)\b)\w{3,}ly\b
    |^(?:half|total|absolute|complete)\b|^(?!\w*(?:medic|mechanic|critic|cleric|academic|comic|music)$)\w{3,}(?:ic|ish)$
    |^\w{3,}(?:less|ful|ous|able|ible|ised|ized)\b
    |^(?:\w+ly )?(?:great|good|bad|fine|nice|terrible|awesome|perfect|early|sick|ill|dead|broken|over|open|closed|full
    |empty|slow|fast|quick|loud|quiet|noisy|happy|sad|mad|angry|furious|tired|busy|away|back|here|there|off|wrong|right
    |ok|okay|cool|cute|fat|hungry|small|big|huge|tiny|tight|short|long|high|low|old|new|young|easy|tough|difficult
    |possible|weird|strange|funny|fun|crazy|insane|stupid|unique|stolen|damaged|delayed|cancell?ed|postponed|packed
    |overdue|due|important|private|secret|pregnant|allergic|terrified|scared|annoyed|worried|excited|bored|obsessed
    |idiot|mess|nightmare|joke|disaster|holiday|vacation|leave|strike|free|safe|fixed|pending|better|worse|best|worst
    |beautiful|lovely|ugly|old-fashioned|freaking|killing|optimist|mine|alive|alone|asleep|awake|lazy|mean|rude|strict
    |shy|smart|clever|brilliant|kind|sweet|wild|dirty|clean|cold|hot|warm|wet|dry|expensive|cheap|electric|automatic
    |average|normal|denial|hope|fear
    |peace|chaos|poverty|luxury|limbo|exile|pyjamas|different|similar
    |boring|hopeless|dangerous|silly|odd|rare|common|popular|simple|complicated|complex|bit|lot)
    (?=$|[^\w '-]| (?:to|for|at|in|on|with|about|of|and|but|as|when|that|than|by|enough|again|today|now|already|this|the
    |like|if|since|from|because|all|until|me|us)\b)"""
)
"""No value but of a taste or of a state."""

ENGLISH_PLAIN = joined(
    r"""^(?:i|i'm|i've|i'll|i'd|my|our|we|we're|we've|the|a|an|this|that|these|those|it|it's|its|he|she|they|you
    |your|his|her|their|mine|nothing|what|who|where|when|since|until|till|from|on|in|at|to|for|by|of|with|as|after
    |before|last|next|now|new|old|please|call|find|tell|note|no|not|yes|yeah|oh|ok|okay|and|but|so|also|just|still
    |only|then|here|there|today|tomorrow|yesterday|one|two|all|every|some|any|both|there's|that's|he's|she's
    |they're|sorry|thanks|hi|hello|hey|well|btw|fyi|update|news|correction|dear|actually|finally|starting
    |effective|as|if|because|while|though|whoever|anyone|people|everyone|nobody|somebody|someone|is|are|was|were
    |do|does|did|has|have|had|will|can|let|make|made|get|got|use|see|go|going|moved|moving|move|working|work
    |living|live|joined|started|switched|changed|migrated|upgraded|released|shipped|released|reach|ring|text|phone
    |number|mobile|address|price|version|release|meeting|lead|leader|server|team|doctor|dog|cat|puppy|kitten|home
    |house|flat|job|employer|food|dish|favou?rite|weekly|home|dr|mr|mrs|ms|prof|monday|tuesday|wednesday|thursday
    |friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december
    |mondays|tuesdays|wednesdays|thursdays|fridays|ip|url|usd|eur|gbp|utc|cet|pm|am|gp|ceo|cto|english|german
    |french|spanish|italian|turkish|japanese|christmas|easter|rumou?r|word|apparently|good|great|big|small|current
    |currently|latest|production|prod|staging|customers|users|each|per|a|somehow|reminder|important|heads|project
    |product|team|programme|above|nothing|bitcoin|ether|ethereum|gold|oil|dax|nasdaq|nobody|mine|we'd|who's|what's
    |until|back|home|congratulations|congrats|happy|merry|up|occupation|profession|trade|career|gig|workplace|cell
    |digits
    |guess|been|quit|relocated|settled|renamed|guess|yay|psst|quick|life|hope|due|effective|come|once|drop|buzz|give
    |contact|forget|use|connect|point|subscription|licence|license|launch|launching|bad|breaking|announcement|eta
    |living|based|employed|registered|said|heard|rumours?|someone's|anyhow|anyway|honestly|basically|officially
    |professionally|technically|nope|yep|yup|ugh|argh|damn|wow|whoa|sheesh|plot|fun|small|big|huge|minor|major)$"""
)
"""No names, though they begin with a capital where a sentence begins."""

TURKISH_MY = joined(
    r"""(?!(?:(?<![^,;.!:] )|(?<=\beski )|(?<=\byeni )|(?<=\bbenim ))\w+[iu]m (?!(?:ve|ama|fakat|bu arada|ayrica
    |aslinda|su an|artik)\b)(?:(?!\w(?:yor[iu][mz]
    |y[iu][mz]|[dt][iu][mk]|r[iu][mz]|im|um)\b)[^,;])*(?:$|[,;]))"""
)
"""Not ahead of somebody of the speaker's, of whom a clause goes on to tell: "doktorum izinde"."""

TURKISH_HOLLOW = joined(
    r"""^(?:\W+$|(?:ne|neydi|nedir|neymis|neler|kim|kimdi|kimdir|kac\w{0,4}|hangi\w*|nasil\w*|nere\w*|evet|hayir|yok|var
    |degil|oyle|boyle|soyle|cok|biraz|epey|fazla|oldukca|gayet|henuz|hala|hic\w*|herkes\w*|kimse\w*|benim|bana|beni|bizi
    |sana|seni|senin|onun|gibi|icin|gereg\w*|yuzunden|sanirim|galiba|belki|icab\w*|ile|hakkinda|bende|de|da|bu|o|su
    |bunu|onu|sunu|sorma|sahi|artik|simdi|son \w+[dt][ae]|\w+[dt][ae]n beri)\b)
    |(?:\w[iu]yor\w*|\w{3}(?<!begen)(?<!bayil)(?<!spaget)(?<!\bhin)(?<!\bken)(?<!efen)[dt][iu](?:m|k|n|l[ae]r)?
    |\w{2}[ae]ca[kg]\w*|\w{2}[ae]ce[kg]\w*
    |\w{3}(?<!kuruye)m[iu]s(?:$|t[iu]\w?)|^(?:sahibim|arkadasim)|\b(?:oldu|aldi|indi|dedi|etti|atti|olsun|kalsin|budur)
    |\w{3}(?<!\bkay)m[ae]k|\b(?:hatirla|tahmin et|soyle|oner|unut)$)\b
    |\b\w{2,}[dt][iu]g[iu]\w*"""
)
"""No value of anything: it asks, or is a verb."""

TURKISH_VAGUE = joined(
    r"""^(?:zor|kolay|guzel|iyi|kotu|uygun|kisa|uzun|eski|yeni|hazir|hasta|sinirli|kizgin|mutlu|uzgun|yorgun|mesgul
    |izinde
    |serviste|geri|geride|yayin|satis|yayinda|satista|yolda|evde|tatilde|ayni|farkli|buyuk|kucuk|yakin|uzak|soguk
    |sicak|pahali|ucuz
    |komik|tuhaf|garip|sevimli|yaramaz
    |belli|belirsiz|gizli|sir|sorun\w*|problem\w*|yogun|bos|dolu|bozuk|kapali|acik|kirmizi|siyah|beyaz|mavi|yesil|gri
    |yasli|genc|emekli|rezalet|berbat|harika|muhtesem|super|fena|tamam|onemli|onemsiz|yanlis|dogru|eksik|kayip
    |surpriz|stresli|musait|guncel|kayitli)
    (?: (?:biri|bir|ya|be|iste|bugun|sey|yer|biraz|degil))*\b(?: \w+)?$"""
)
