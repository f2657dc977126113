"""English."""

from __future__ import annotations

from bench.changing_lists import lists

WORDS = lists(
    people="Ada Ben Clara Dario Elif Farid Greta Hugo",
    owner="{p}'s",
    things="Atlas Beacon Cobalt Dune Ember Fjord Garnet Heron",
    thing_owner="{t}'s",
    months="January February March April May June July August September October November December",
    date_form="{day} {month}",
    corrections="""no, sorry, {v} | I meant {v} | correction: {v} | wrong, it's {v} | oops, {v} of course |
    sorry, that should be {v} | no wait, {v} | not that, {v}""",
    fillers="""good morning all | lunch at noon? | ha, so true | did anybody fix the printer? | thanks, that helps |
    in a meeting until three | could somebody water the plants? | what a week | see you tomorrow | fine by me |
    no idea, ask at the desk | the coffee machine is on strike again | who has the adapter? | back in five minutes |
    it is raining again | I have read your note, all good""",
    kinds="""
    home
      says      I live in {v} | My flat is in {v}, close to the station | Home for me is {v} | I'm based in {v}, by the way
      changes   I moved to {v} last week | We have moved, the new place is in {v} | I don't live there any more, I'm in {v} now | As of today I'm living in {v}
      past      Until {m} I lived in {v} | I was still living in {v} until the end of {m}
      soon      On {d} I'm moving to {v} | From {d} on I'll be living in {v}
      reports   {p} lives in {v} now | I heard that {p} has moved to {v}
      asks      Where does {p} live? | Which town does {p} live in? | In which town is {o} home? | Where is {p} living at the moment?
      then      Where did {p} live in {m}? | In {m}, which town was {p} living in?
      chatter   the rents here are mad | moving house is the worst
      values    Porto; Ghent; Leeds; Tartu; Malmo; Graz; Bilbao; Vilnius; Lille; Brno; Turku; Utrecht
    employer
      says      I work for {v} | My employer is {v} | I'm with {v} | I earn my bread at {v}
      changes   I've left, I work for {v} now | Since Monday I'm with {v} | New job: {v} hired me | I changed to {v} last week
      past      Until {m} I worked for {v} | I was employed at {v} until {m}
      soon      On {d} I start at {v} | From {d} on I'll be working for {v}
      reports   {p} works for {v} now | I heard that {p} has gone to {v}
      asks      Who does {p} work for? | Which company does {p} work for? | What is {o} employer? | Where is {p} employed?
      then      Who did {p} work for in {m}? | Which company employed {p} in {m}?
      chatter   the payroll people are slow again | companies and their parking rules
      values    Halden Labs; Brightwater; Ostro; Kestrel Works; Vantis; Quarry Street; Tidewater; Pinecrest; Marlow Foods; Orchid Bank; Greyline; Saltmarsh
    job
      says      I'm a {v} by trade | I work as a {v} | My job is {v} | I make my living as a {v}
      changes   I've retrained, I'm a {v} now | They made me {v} last week | From today I'm no longer what I was, I'm a {v} | I switched, I work as a {v} now
      past      Until {m} I was a {v} | I worked as a {v} until {m}
      soon      On {d} I start as a {v} | From {d} on I'll be a {v}
      reports   {p} works as a {v} now | I heard that {p} has become a {v}
      asks      What does {p} do for a living? | What is {o} job? | As what does {p} work? | What is {o} profession?
      then      What was {o} job in {m}? | As what did {p} work in {m}?
      chatter   some jobs never end | I should have learned a trade
      values    nurse; carpenter; translator; surveyor; beekeeper; florist; welder; pharmacist; bookbinder; plumber; librarian; sound engineer
    phone
      says      My phone number is {v} | You can reach me on {v} | Call me on {v} | My mobile is {v}
      changes   I have a new number, {v} | My number is {v} now, the old one is dead | Since last week you reach me on {v} | Please delete the old number, mine is {v}
      past      Until {m} my number was {v} | You could reach me on {v} until {m}
      soon      From {d} on my number will be {v} | On {d} my number changes to {v}
      reports   {o} phone number is {v} now | {p} can be reached on {v}, I heard
      asks      What is {o} phone number? | On which number can I reach {p}? | Which number do I call for {p}? | What is {o} mobile number?
      then      What was {o} phone number in {m}? | On which number could {p} be reached in {m}?
      chatter   nobody picks up the phone any more | the landline only rings for adverts
      values    555-0134; 555-0171; 555-0122; 555-0188; 555-0147; 555-0163; 555-0119; 555-0192; 555-0156; 555-0108; 555-0177; 555-0140
    food
      says      My favourite food is {v} | I love {v} more than any other dish | What I like to eat most is {v} | Nothing beats {v} for me
      changes   I've gone off it, my favourite food is {v} now | These days I like {v} best | I have a new favourite dish, {v} | Last week I found out that I like {v} even more
      past      Until {m} my favourite food was {v} | I liked {v} best until {m}
      reports   {o} favourite food is {v} now | I heard that {p} likes {v} best
      asks      What is {o} favourite food? | Which dish does {p} like best? | What does {p} like to eat most? | What is {o} favourite dish?
      then      What was {o} favourite food in {m}? | Which dish did {p} like best in {m}?
      chatter   the canteen was grim today | who orders for Friday?
      values    lasagne; ramen; paella; falafel; goulash; risotto; pierogi; moussaka; chowder; gnocchi; dumplings; tagine
    pet
      says      My dog is called {v} | Our dog's name is {v} | The dog answers to {v} | We call the dog {v}
      changes   We renamed the dog, it's {v} now | The dog has a new name, {v} | Our dog is called {v} since last week | The old name is gone, the dog listens to {v} now
      past      Until {m} our dog was called {v} | The dog's name was {v} until {m}
      reports   {o} dog is called {v} now | I heard that {p} calls the dog {v}
      asks      What is {o} dog called? | What is the name of {o} dog? | Which name does {o} dog have? | How does {p} call the dog?
      then      What was {o} dog called in {m}? | Which name did {o} dog have in {m}?
      chatter   dogs chew everything | whose lead is that in the yard?
      values    Biscuit; Pepper; Waffle; Comet; Juniper; Mocha; Ziggy; Pickle; Truffle; Bramble; Nimbus; Sprout
    doctor
      says      My doctor is {v} | I go to {v} when I'm ill | {v} is my family doctor | I'm a patient of {v}
      changes   I changed doctors, I see {v} now | My doctor retired, it's {v} now | Since last week my doctor is {v} | I have a new doctor, {v}
      past      Until {m} my doctor was {v} | I was a patient of {v} until {m}
      soon      From {d} on my doctor will be {v} | On {d} I change to {v} as my doctor
      reports   {o} doctor is {v} now | I heard that {p} sees {v}, the doctor
      asks      Who is {o} doctor? | Which doctor does {p} go to? | What is the name of {o} doctor? | Which doctor treats {p}?
      then      Who was {o} doctor in {m}? | Which doctor did {p} go to in {m}?
      chatter   waiting rooms make me ill | everybody has a cold
      values    Dr Hale; Dr Ames; Dr Novak; Dr Lindt; Dr Osei; Dr Ferro; Dr Quinn; Dr Sato; Dr Weiss; Dr Abebe; Dr Moreau; Dr Kaplan
    release thing
      says      The release of {t} is on {v} | {t} goes out on {v} | We ship {t} on {v} | The release date for {t} is {v}
      changes   The release of {t} has moved, it's {v} now | {t} slips, we release on {v} | New date for {t}: the release is on {v} | We ship {t} on {v} instead
      past      Until {m} the release of {t} was planned for {v} | {t} was due to ship on {v}, that was the plan until {m}
      asks      When is the release of {t}? | On which day does {t} go out? | What is {o} release date? | When do we ship {t}?
      then      In {m}, for which day was the release of {t} planned? | What was {o} release date in {m}?
      chatter   releases always come on a Friday | who writes the release notes?
      values    2026-08-03; 2026-08-12; 2026-08-24; 2026-09-05; 2026-09-14; 2026-09-28; 2026-10-06; 2026-10-17; 2026-10-29; 2026-11-07; 2026-11-16; 2026-11-25
    meeting thing
      says      The {t} meeting is on {v} | We meet for {t} every {v} | The weekly {t} meeting takes place on {v} | {t} meets on {v}
      changes   The {t} meeting moves to {v} for good | From now on the {t} meeting is on {v} | We changed it: {t} meets on {v} | The {t} meeting is on {v} now, the old slot is gone
      past      Until {m} the {t} meeting was on {v} | {t} met on {v} until {m}
      soon      From {d} on the {t} meeting is on {v} | On {d} the {t} meeting changes to {v}
      asks      When is the {t} meeting? | On which day does {t} meet? | What is the slot of the {t} meeting? | When does the {t} team meet?
      then      When was the {t} meeting in {m}? | On which day did {t} meet in {m}?
      chatter   this could have been a mail | who takes the minutes?
      values    Monday 9:30; Monday 14:00; Tuesday 10:15; Tuesday 16:00; Wednesday 8:45; Wednesday 13:30; Thursday 11:00; Thursday 15:45; Friday 9:15; Friday 12:00; Tuesday 8:30; Thursday 17:00
    server thing
      says      The {t} server is at {v} | The address of the {t} server is {v} | You find {t} on {v} | {t} runs on {v}
      changes   The {t} server has moved to {v} | We migrated {t}, the address is {v} now | {t} runs on {v} since last night | The old machine is off, {t} is at {v}
      past      Until {m} the {t} server was at {v} | {t} ran on {v} until {m}
      soon      From {d} on the {t} server will be at {v} | On {d} {t} moves to {v}
      asks      What is the address of the {t} server? | Where does {t} run? | At which address is {t}? | Which address does {o} server have?
      then      What was the address of the {t} server in {m}? | Where did {t} run in {m}?
      chatter   the fans are loud again | somebody tripped over the network cable
      values    192.0.2.14; 192.0.2.77; 198.51.100.23; 198.51.100.86; 203.0.113.45; 203.0.113.91; 192.0.2.58; 198.51.100.61; 203.0.113.32; 192.0.2.96; 198.51.100.40; 203.0.113.79
    version thing
      says      {t} is at version {v} | The current version of {t} is {v} | We run {t} in version {v} | {t} {v} is what we have in production
      changes   {t} was upgraded, it's version {v} now | We have moved {t} to {v} | Since last night we run {t} {v} | {t} is no longer on the old version, we have {v}
      past      Until {m} we ran {t} in version {v} | {t} was at version {v} until {m}
      soon      From {d} on we run {t} {v} | On {d} {t} goes to version {v}
      asks      Which version of {t} do we run? | What is {o} current version? | At which version is {t}? | What version is {t} in production?
      then      Which version of {t} did we run in {m}? | At which version was {t} in {m}?
      chatter   upgrades on a Friday, brave | I never read changelogs
      values    2.4.1; 2.5.0; 3.0.2; 3.1.7; 4.2.0; 4.6.3; 5.0.8; 5.3.4; 6.1.9; 6.7.5; 7.2.6; 8.0.3
    price thing
      says      {t} costs {v} | The price of {t} is {v} | We sell {t} for {v} | A licence of {t} is {v}
      changes   The price of {t} has changed to {v} | {t} costs {v} from now on | We raised it, {t} is {v} now | New price for {t}: {v}
      past      Until {m} {t} cost {v} | We sold {t} for {v} until {m}
      soon      From {d} on {t} will cost {v} | On {d} the price of {t} goes to {v}
      asks      How much is {t}? | What does {t} cost? | What is the price of {t}? | For how much do we sell {t}?
      then      How much was {t} in {m}? | What did {t} cost in {m}?
      chatter   everything gets more expensive | who signs the invoices?
      values    19 euros; 24 euros; 29 euros; 35 euros; 42 euros; 48 euros; 53 euros; 59 euros; 64 euros; 71 euros; 86 euros; 97 euros
    lead thing
      says      {v} leads the {t} team | The lead of {t} is {v} | {t} is led by {v} | The {t} team reports to {v}
      changes   {v} has taken over the {t} team | The {t} team has a new lead, {v} | {t} is led by {v} now | Since Monday {v} leads {t}
      past      Until {m} {v} led the {t} team | The lead of {t} was {v} until {m}
      soon      On {d} {v} takes over the {t} team | From {d} on {t} will be led by {v}
      asks      Who leads the {t} team? | Who is the lead of {t}? | To whom does the {t} team report? | Who runs {t}?
      then      Who led the {t} team in {m}? | Who was the lead of {t} in {m}?
      chatter   leads and their calendars | one more reorganisation and I scream
      values    Maren Holt; Otis Lange; Priya Nair; Tomas Vega; Ulla Berg; Wei Zhang; Yara Haddad; Zoltan Kis; Nadia Roth; Ivo Marsh; Lena Frost; Samir Dahl
    """,
)
