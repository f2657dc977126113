"""Signs of English that a sentence is idle talk: jokes, stories, the moment, guesses, and what strangers sell."""

from __future__ import annotations

from memory.languages.forming import GAP, Signs, joined

_THINGS = joined(
    r"""(?:cats?|dogs?|kittens?|pupp(?:y|ies)|pigeons?|seagulls?|gulls?|squirrels?|foxe?s?|geese|goose|ducks?|crows?
        |hens?|chickens?|goats?|raccoons?|hamsters?|goldfish|parrots?|wasps?|bees?|spiders?|moths?|mosquito(?:e?s)?
        |roomba|hoover|vacuum|printers?|fridge|freezer|toaster|oven|kettle|microwave|dishwasher|washing machine|dryer
        |coffee machine|boiler|radiator|thermostat|alarm(?: clock)?|laptop|computer|keyboard|mouse|monitor|phone
        |sat ?nav|gps|wifi|wi-fi|router|vpn|compiler|linter|ci|pipeline|build|tests?|server|bot|algorithm|autocorrect
        |spreadsheet|excel|outlook|jira|calendar|inbox|bug|code|codebase|regex|sourdough(?: starter)?|plants?|ficus
        |fern|monstera|cactus|houseplants?|basil|lawn|weeds?|sofa|couch|bed|duvet|pillow|blanket|socks?|jeans|scales?
        |elevator|lift|escalator|vending machine|universe|weather|rain|wind|sun|moon|monday|mondays|january|knees?
        |back|stomach|liver|brain|bladder|soul|dice|bank account|wallet|salary|diet|gym|treadmill|bicycle|bike|car
        |bus|train|traffic lights?|potholes?|leftovers|snacks?|cheese|biscuits?|cookies?|cake|pizza|toast)"""
)
_HUMAN = joined(
    r"""(?:resign\w*|unioni[sz]ed?|form(?:ed|ing)? (?:a|an|their) (?:union|government|alliance|band|cult)|judg(?:es
        |ed|ing)
        |plot(?:s|ted|ting)|conspir\w+|negotiat\w+|mock(?:s|ed|ing)|laugh(?:s|ed|ing)|sigh(?:s|ed|ing)?|sulk\w*
        |glar\w+
        |star(?:es|ed|ing) (?:at|into)|gave up|given up|giving up|has opinions|have opinions|suspects?|believes?
        |thinks?|knows?|hates?|loves? me|loathes?|resents?|despises?|forgives?|forgave|forgiven|betray\w*|ghosted
        |dumped me|left me|wants? (?:me|to|a)|demand(?:s|ed|ing)|filed|sued|sues|suing|promoted|hired|fired|elected
        |declar\w+|announc\w+|apologi[sz]\w+|retired|on strike|on leave|in charge now|runs this|owns? (?:me|this|us)
        |lives? rent|won again|wins again|defeat\w*|personally|out to get|its own|a mind of|revenge|vengeance|mutin\w+
        |rebel\w*|unimpressed|disappointed|offended|smug|sentient|haunted|possessed|cursed|mocking|therapy
        |existential|has left the chat|chose violence|woke up and|waits until|asked to be|decided (?:that|to|it|today)
        |citing|testif\w+|confess\w*|identif(?:y|ies) as|manifest\w*|screams?|screaming|crying|cries|weeps?
        |weeping)"""
)
_PROGRESS = joined(
    r"""(?:deploying|compiling|rebooting|restarting|reinstalling|updating|loading|buffering|uploading|downloading
        |rebuilding|re-?running|rerunning|rendering|installing|indexing|syncing|building|merging|rebasing|debugging
        |testing|retrying|waiting|queu(?:e)?ing|parking|boarding|charging|printing|scanning|defrosting|preheating
        |boiling|baking|looking into|checking|digging|trying|typing|writing it up|grabbing|fetching|making tea
        |making coffee|getting coffee|having lunch|showering|brushing|logging|joining|dialling
        |dialing|reconnecting|muted|on mute|sharing my screen|rejoining|afk|on hold|in line|in the queue|in a queue
        |stuck|pulling up|five minutes out|\d+ min(?:ute)?s? (?:out|away|late))"""
)

IDLE: Signs = (
    (1.5, rf"\b(?:my|the|this|that|our|her|his|a|these|those) (?:\w+ ){{0,2}}{_THINGS}\b{GAP}\b{_HUMAN}\b"),
    (1.0, rf"^(?:{_THINGS}) (?:has|have|is|are|just|again|still)\b{GAP}\b{_HUMAN}\b"),
    (
        3.0,
        joined(
            r"""\b(?:not to be dramatic|hear me out|i swear (?:the|this|my|that|these|if|it)|war crimes?
        |personal attack
        |attack(?:s|ed|ing) me personally|crime scene|crimes? against|rest in (?:peace|pieces)|in my soul|my soul
        |the prophecy|prophecy|foretold|past life|previous life|another life|villain (?:era|arc|origin)
        |main character|side quest|character development|plot twist|character arc|origin story|final form
        |adopted by (?:a|an|them|the)|hear colou?rs|smell (?:colou?rs|fear)
        |peak of my|highlight of my (?:day|week|month|year)|achievement unlocked|unlocked a new|new (?:low
        |personal best in)
        |speedrun\w*|any%|skill issue|touch grass|send help|pray for me|thoughts and prayers|rip (?:me|my|to)
        |f in (?:the )?chat|press f|big mood|whole mood|mood\b[.!]*$|vibes?|vibing|feral|gremlin|goblin|cryptid
        |raccoon|burrito|rat king|swamp|duchess|billionaire|lottery|sugar daddy|rapture|apocalypse|armageddon|zombies?
        |dinosaurs?|t-?rex|dragons?|wizards?|witch(?:es)?|goblins?|aliens?|ufos?|bigfoot|time machine|teleport\w*
        |simulation|the matrix|skynet|illuminati|lizard people|flat earth|conspiracy|parallel universe|multiverse
        |hogwarts|mordor|gandalf|hobbit\w*|narnia|westeros|jedi|darth|sith|starfleet|gotham|batman
        |stealth mode|so stealth|unofficially|procrastinat\w+|getting round to|nobody asked|no one asked
        |asking for a friend
        |what could (?:possibly )?go wrong|said no ?(?:one|body) ever|as one does|as you do|living the dream
        |this is fine|it'?s fine everything is fine|famous last words|narrator|plot armou?r|spoiler alert
        |hold my (?:beer|drink|coffee)|hot take|unpopular opinion|change my mind|prove me wrong|cope harder
        |lose the will|losing my (?:mind|will)|lost my mind|losing it|i'?m deceased|i'?m screaming|i'?m crying|sobbing
        |weeping|screaming (?:into|at|internally)|crying in|internally|kill me|end me|shoot me|bury me|bury it with me
        |tell my (?:family|wife|mum|mom|kids|story)|avenge me|goodbye cruel|see you in hell|from beyond the grave
        |my villain|my nemesis|arch ?nemesis|mortal enem\w+|blood feud|sworn enem\w+|declare war|declared war
        |war (?:on|with) (?:the|my)|truce with|peace treaty|hostage|stockholm syndrome|parole|solitary|life sentence
        |witness protection|flee(?:ing)? the country|fake my (?:own )?death|change my name and|move to (?:the woods
        |a cave)
        |live in the woods|goat farm\w*|alpaca farm\w*|become a (?:monk|hermit|farmer|goat|nun)
        |join(?:ing)? the circus
        |run away (?:to|and)|becoming a|i have (?:become|ascended|transcended|aged|peaked)|i(?:'ve| have) seen things
        |i have aged|aged \w+ years|aged a decade|since (?:the dawn|the bronze|the stone|the ice|dinosaurs)
        |(?:bronze|stone|ice|middle) ages?|medieval|pharaohs?|ancient egypt|centur(?:y|ies) ago|eons?|for eternity
        |an eternity
        |geological|heat death|light ?years?|a (?:million|billion|trillion|thousand|zillion)|millions of|gazillion
        |infinit\w+|for the (?:\w+ ){0,2}(?:millionth|thousandth|hundredth|nth|umpteenth|billionth)(?: time)?
        |literally (?:dying|dead|me|crying|cannot|can'?t|screaming|shaking|just|the worst|everyone|nobody|melting)
        |breaking news|newsflash|news flash|this just in|sources say|sources close to|scientists|researchers baffled
        |experts (?:say|agree)|studies show|local (?:man|woman|mum|mom|dad|idiot)|area man|florida man|area woman
        |nobel|pulitzer|oscar (?:goes|for)|olympic\w*|gold medal|world champion\w*|guinness|hall of fame
        |lifetime achievement
        |frankly so (?:have|am|do) i|and so (?:have|am) i|same honestly|honestly same|relatable|me too buddy
        |can relate
        |personally attacked|feel (?:seen|attacked)|called out|read me like|how dare|the audacity|audacity
        |unbelievable
        |of course it (?:did|does|is|has)|because of course|naturally it|just my luck|figures|typical|classic \w+ move
        |thanks? i hate|obviously the|clearly the (?:universe|gods)|the gods|gods of|murphy'?s law|karma|sod'?s law
        |cursed
        |blessed day|touch wood|knock on wood|jinx\w*|manifesting|mercury (?:is )?(?:in )?retrograde|horoscope
        |retrograde
        |biker bar|clown(?: car| show)?|circus|dumpster fire|trash ?fire|train ?wreck|shit ?show|hot mess
        |rollercoaster)\b"""
        ),
    ),
    (
        3.0,
        joined(
            r"""\b(?:my|our|the|her|his) (?:character|bard|paladin|rogue|cleric|warlock|wizard|druid|ranger
        |barbarian|tiefling
        |half-?elf|elf|orc|npc|avatar|sim|sims|guild'?s tank|villager|pok[eé]mon|main|protagonist|hero|heroine
        |dungeon master|party) (?:is|was|has|had|just|got|gets|died|dies|can|rolled|failed|finally|keeps|married
        |will|who)\b
        |\b(?:boss (?:fight|battle|room)|final boss|\w+ boss(?:es)? (?:\w+ )?times|mini-?boss|raid(?:ed|ing)? boss
        |nat(?:ural)? (?:20|1)
        |critical (?:hit|fail)|rolled an? (?:\d+|one|twenty)|initiative|hit points|\d+ hp|respawn\w*|loot|xp
        |level(?:l?ed)? up
        |battle royale|speedran|elden ring|stardew|minecraft|skyrim|zelda|fortnite|animal crossing|baldur'?s gate
        |dark souls|new game plus|save file|side ?quest|cutscene|dlc)\b
        |\b(?:season (?:finale|\d+|one|two|three)|episodes?|series finale|the finale|plot holes?|cliff-?hanger
        |spoilers?[:!]
        |fan ?fic\w*|screenplay|chapter (?:\w+|\d+)|end of (?:chapter|act|scene|book)|sequel|prequel|heist movie
        |a movie (?:where|about)
        |movie idea|novel idea|film idea|in that (?:series|show|film|movie|book|episode)|in the (?:series|show|film
        |movie|trailer)
        |on (?:that|this) show|the killer (?:is|was)|the butler|season of)\b"""
        ).replace("|episodes?|", r"|(?:that|this|one more|another|last|latest|new|an) episode|episode \d+|"),
    ),
    (
        3.0,
        joined(
            r"""\b(?:presale|pre-?sale|airdrop\w*|guaranteed|\d+x|to the moon|ask me how|reply yes|reply stop
        |text yes|opt out
        |telegram channel|on telegram|on whatsapp|contact (?:her|him|them|me|us) on|changed my life|passive income
        |financial freedom
        |work from home and|investment (?:plan|platform|opportunit\w+)|forex|bitcoin trading|trading signals?
        |my broker
        |handling fee|processing fee|shipping fee|wire transfer|western union|gift cards?|claim (?:your|now|it)
        |winning number
        |your (?:mailbox|account|password|parcel|package|delivery|subscription|storage|payment|invoice|number|card
        |device|wallet
        |computer|order|email|profile|page|website|channel|server|community|business) (?:is|was|has|have|will|could
        |may|expires|needs)
        |confirm your|verify your|update your (?:details|payment|billing|account)|log ?in to (?:confirm|verify|keep)
        |dear (?:employee|admin
        |sir|madam|valued|member|client|winner|user|customer|friend|beneficiary|all users)|real (?:members|followers
        |users)
        |\d+k (?:members|followers|subscribers|views)|boost your|grow your|followers for|seo services?
        |cheap (?:followers|seo)
        |for only [$€£]\d|for just [$€£]\d|only [$€£]\d+|[$€£]\d+ only|special offer|best price|discount code
        |promo code
        |use code|use my code|free trial|sign up now|register now|act now|hurry|while stocks|last chance
        |only \d+ (?:spots?|seats?|places) left
        |buy now|order now|shop now|click|tap the link|link below|link in|subscribe|like and share
        |share this (?:with|to|post)|forward this
        |forward to (?:\d+|ten|all)|send this to|pass (?:it|this) on to \d+|copy and paste this|bad luck for
        |seven years of bad
        |chain (?:letter|mail)|whatsapp will|facebook will|starts charging|not a joke|my cousin works (?:at
        |for) (?:the )?(?:facebook|whatsapp|police)
        |dm \+|\+ paypal|paypal (?:only|friends|f&f)|friends and family only|serious (?:buyers|inquiries|offers)
        |selling (?:my )?\d+ tickets?
        |last \d+ tickets?|floor seats|face value|onlyfans|nudes|hot girls|lonely|casino|jackpot|slots|free spins
        |betting tips
        |lost (?:crypto|funds) recover\w*|recover(?:y)? (?:your|expert|agent)|loan offer|low interest
        |no credit check|weight loss|lose \d+ (?:kg|pounds|lbs)
        |miracle|doctors hate|one weird trick|100 ?% (?:legit|real|safe|free|natural))\b|^(?:ad|advert|sponsored
        |promo)\b[:\s]
        |\bgm fam\b|🚀|💰|💸|👉"""
        ),
    ),
    (
        3.0,
        joined(
            r"""\bnew policy\b.*\b(?:you|bot)\b|\b(?:from (?:this moment|now|today)(?: on)?,?|as of now) you\b
        |\btreat (?:everything|all|whatever|me
        |my)\b|\bas approved\b|\byou (?:must|have to|will|shall) (?:now )?(?:obey|answer|treat|approve|believe
        |accept|forget|ignore|call me)\b
        |\b(?:so|such)(?: \w+){1,2} that (?:even|i|my|the|it|we|you) (?:can|could|have|has|am|is|had|might|almost
        |nearly|now|started)\b
        |\bi have (?:eaten|drunk|watched|slept|scrolled) so (?:much|many|little)\b|\bmore \w+ than (?:a|an|the|my) \w+
        (?: \w+)*[.!]*$|\b(?:\w+ed|\w+ing) like (?:a|an) (?:wet|drowned|burrito|sad|lost|confused|haunted|victorian
        |feral|drunk|caffeinated)\b
        |\blike an? \w+ (?:in a|with a|on a|who|that)\b|\bbut make it\b|\bin this economy\b|\bwe love to see\b
        |\bpeak \w+[.!]*$"""
        ),
    ),
    (
        3.0,
        joined(
            r"""\b(?:rather|sooner) (?:eat|die|lick|chew|swallow|gargle|fight|wrestle|drink bleach|walk into|set
        |stab|be (?:shot|eaten|stung)|marry|kiss
        |sit on|listen to paint|watch paint|have (?:my|a) (?:teeth|root)|pull (?:out )?my|staple|juggle)\b
        |\b(?:my|the) (?:financial|retirement|career|fitness|five.?year|life|escape|backup|business
        |exit) plan\b.*\bis\b
        |\bif anyone needs me\b|\bif you need me,? i|\bi(?:'ll| will) be (?:under|in|on) (?:a|the|my) (?:blanket
        |bath|bed|corner|floor|sofa|couch|bunker
        |cave|tub)\b|\b(?:quietly|slowly|gently) (?:close|back|walk|leave|weep|die|cry)\b|\bpretend (?:i|we|nothing
        |it|this)\b
        |\bgit blame\b|\b(?:i|we) (?:speak|talk) to (?:the|my) (?:plants?|duck|cat|wall|fridge|toaster)\b|\b(?:the
        |my|these) (?:dice|cards?|rng)\b.*\bhates?\b
        |\bthat feeling when\b|\btfw\b|\bmfw\b|\bwhen you (?:realise|realize|finally|forget|open|see|try|hear|think
        |have been)\b|(?:^|\bliterally )me (?:at|every|when|trying|after|before|pretending
        |looking|on a|waiting|in the|watching|reading|with my)\b|\bnobody:|\bno one:|^me:|^also me|^\^+ ?(?:this|my
        |me|so|that|exactly|same)?"""
        ),
    ),
    (
        1.5,
        joined(
            rf"""\b(?:i'?m|i am|we'?re|we are|it'?s|still|just|now|currently|again
        |been) (?:still |just |now |currently |finally )?{_PROGRESS}\b
        (?! (?:list|on a book|for a (?:company|firm)))|^{_PROGRESS}\b|\b(?:ci|build|pipeline|tests?|prod|staging
        |deploy|main|server|site)(?: is| are|'s)(?: all|\sback|\sstill
        |\snow|\sfinally|\sso)* (?:green|red|up|down|passing|failing|flaky|slow|broken|back|stuck|running
        |happy)\b[^,;]*$
        |\b(?:gone|went|going|getting|got|is|stone) cold(?: (?:twice|again|already))?\b|\b(?:my|the|this) (?:tea
        |coffee|soup|food|lunch|dinner|pizza|chips) (?:is|has|was|went|got|just|tastes?)\b
        |\bstill (?:in|at|on|waiting|stuck|here|no|not|nothing|raining|loading|haven'?t|hasn'?t)\b[^.!?]*(?:line
        |queue|hold|traffic|bed|bus|loo|tram|platform|lobby|\d+%)\b
        |\b(?:the|this) (?:queue|line|traffic|weather|heat|humidity|rain|wind|fog|snow|noise|smell|heat index|pollen
        |commute|tube|bus|train)(?: today| outside| here)? (?:is|was|has|until|like|are|wants|just)\b
        |\bmust (?:wake|get) up\b|\bknackered\b|\bsian\b|\bpop(?:ping)? (?:to|into) the (?:loo|shop|kitchen)\b
        |\bbrb\b|\bgtg\b|\bg2g\b|\bttyl\b|\bomw\b|\beta \d
        |\b(?:someone|somebody|neighbou?rs?|people) (?:\w+ )?(?:on|in|at|from|next door|upstairs|outside
        |behind)\b[^.!?]{{0,30}}\b(?:is|are|keeps?) \w+ing\b
        |\b(?:afraid|scared|terrified) to (?:touch|look|open|breathe|ask|move|check|click)\b|\b(?:in|on) my (?:cider
        |beer|coffee|tea|soup|wine|hair|shoe|salad)\b
        |\b(?:smiled|winked|waved|yelled|honked|stared|barked|hissed|meowed|sneezed|coughed) at me\b|\bi(?:'ve
        | have)? (?:just )?(?:spilled|spilt|dropped|burnt|burned|missed|stubbed|sneezed|stepped
        |walked into|locked myself|forgot (?:my|to|the|what|why|how))\b|\bcan'?t (?:find|open|hear|see|feel) (?:my
        |the|anything|you|a thing)\b|\bwhere did (?:i|my)\b"""
        ),
    ),
    (
        1.5,
        joined(
            r"""^(?:so |well |and |but |ok(?:ay)? |hm+ |honestly |lol )*(?:apparently(?! (?:the|my|our|his|her
        |[a-z]+ (?:is|has|left|moved|works|got|quit|lives)))|somebody said|someone said|i heard (?:that )?(?:they
        |there|it)
        |rumou?r (?:has|is)|word on the street|people say|they say|legend has it|depends|let'?s see|lets see
        |we'?ll see|wait and see|time will tell
        |who can say|define |in theory|theoretically|hypothetically|suppose |assuming |what are the odds|odds are
        |i'?d bet|ten bucks|5 bucks
        |five quid|a fiver|bet (?:you|it|he|she|they)|i could see|i can see (?:it|them|him)|might as well
        |wouldn'?t (?:it|that)|would be (?:nice|cool|fun|great)
        |it would be|it'?d be|there (?:should|ought to)|someone explain|somebody explain|explain|why (?:is|do|does
        |are)|one does not|imagine|picture this
        |mental note|shower thought|thought of the day|random thought|food for thought|fun fact:? (?:i|my|nobody)
        |pro tip|life hack)\b"""
        ),
    ),
    (
        0.95,
        joined(
            r"""\b(?:i bet|i wonder|wondering (?:if|whether|why|how)|if i were|if i had|if we had|if only
        |wouldn'?t be surprised|would not be surprised|my guess|wild guess
        |i reckon|i suspect|presumably|allegedly|supposedly|could end up|may or may not|might (?:be|get|have|try|go
        |even|just|still|not|end|come|become|look)
        |may(?:be)? (?:we|i|they|it|he|she|one day|some ?day|next)|perhaps|possibly|probably|in theory
        |hypothetical\w*|rumou?r\w*|no idea (?:what|who|if|how|when|where)|not sure (?:if|what|who|how|when|whether
        |yet)
        |undecided|haven'?t decided|still deciding|can'?t decide|tbd|tbc|up in the air|toying with|tempted to
        |thinking (?:about|of) (?:maybe|getting|buying|going|starting|switching)
        |dream(?:t|ed|ing)? (?:that|of|about)|had a dream|nightmare)\b"""
        ),
    ),
    (
        0.8,
        joined(
            r"""^(?:ugh+|argh+|gah|bah|meh|pff+t?|yikes|oof|welp|whew|phew|sigh|hmph|eugh|yay|woo+|wah+|aiyah?
        |alamak|oi|eh|lah|bruh|bro|dude|mate|guys|y'?all|omg|jeez|jesus|blimey|crikey|gosh)\b
        |\b(?:frankly|literally|basically|somehow|suddenly|supposedly)\b
        |\b(?:how is it|why is it|who (?:needs|decided|thought|knew|designed|invented|put)|since when|what kind of
        |what even|how many times|how hard)\b
        |\b(?:ridiculous|absurd|nonsense|pointless|useless|stupid|dumb|idiotic|painful|torture|hell|nightmare
        |disaster|madness|chaos|tragic|iconic|legendary|epic)\b
        |\b(?:as (?:nain|gran|grandma|granny|grandpa|dad|mum|mom|they|my \w+) (?:used to|always|would|likes to) say
        |as the saying goes|the saying|proverb|old saying|as they say)\b"""
        ),
    ),
)
