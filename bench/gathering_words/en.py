"""English. `{v}` is a value, `{p}` a person's name, `{o}` the name as an owner."""

from __future__ import annotations

from bench.gathering_lists import lists

TUNING = lists(
    people="Ada Bruno Carla Dmitri Elena Farid Greta Hugo",
    nicknames="Addie Bru Carlita Dima Lenny Faz Gretchen Hugs",
    owner="{p}'s",
    relations="""
    home   | We finally moved, our flat is in {v} now | I live in {v} these days, you should all come by | so, big news about the flat | it is in {v}, third floor, no lift | {p}, where is your new flat? | Where does {p} live? | In which part of town is {o} home? | {p} told me the new flat is in {v} | rents in this town are mad | my neighbours partied until four again | Harbour Hill; Oak Lane; Miller Square; Northgate; the old mint; Canal Street; Vine Park
    doctor | My appointment with the dentist is on {v} | I have to see the dentist on {v}, wish me luck | about my teeth, by the way | they can take me on {v} | {p}, when do you see the dentist? | When does {p} go to the dentist? | On which day is {o} appointment for the teeth? | {p} said the dentist is on {v} | the dentist by the station is so expensive | I hate waiting rooms and old magazines | 3 March at ten; 9 March at noon; 17 March at four; 21 March at nine; 2 April at two; 11 April at eight; 26 April at five
    pet    | Our new puppy is called {v} | The puppy got a name at last, it is {v} | everybody asks about the puppy | we went for {v} in the end | {p}, what did you call the puppy? | What is the name of {o} puppy? | What is {o} dog called? | {p} named the puppy {v} | puppies chew everything, believe me | somebody lost a dog lead in the yard | Biscuit; Pepper; Waffle; Comet; Juniper; Mocha; Ziggy
    food   | I can't eat {v}, I am allergic | No {v} for me please, my face swells up | one thing before you order for me | anything but {v}, that is dangerous for me | {p}, is there something you can't eat? | What is {p} allergic to? | Which food must {p} never get? | {p} is allergic to {v}, keep that in mind | the canteen was awful again today | let us order something nice on Friday | walnuts; shellfish; sesame; strawberries; celery; soy; mustard
    music  | I have started to play the {v} | My {v} lessons go well, the neighbours suffer | I do something new on Thursday evenings | it is the {v}, third lesson tomorrow | {p}, which instrument was it again? | Which instrument does {p} play? | What is {p} learning to play? | {p} takes lessons on the {v} | that concert was far too loud | who has the headphones from the office | cello; trumpet; accordion; banjo; oboe; harp; clarinet
    car    | We bought a car, a {v} one | My old car died, now there is a {v} one in front of the house | the thing with the car is settled | it is the {v} one from the corner dealer | {p}, which car did you get? | What does {o} car look like? | Which car did {p} buy? | {p} drives a {v} car now | parking here gets worse every month | the bus was late again this morning | silver estate; yellow hatchback; green van; white pickup; orange coupe; black jeep; purple roadster
    books* | I have just finished {v}, a great read | Reading {v} at the moment, can't put it down | my train was two hours late, so | got through half of {v} | {p}, what are you reading? | Which books has {p} read? | What did {p} read lately? | {p} could not stop talking about {v} | the library closes early on Mondays | I never find time for novels | The Salt Road; Winter Orchard; A Quiet Engine; The Ninth Bridge; Paper Lions; Glass Harvest; Letters to Mo
    trips* | We spent the weekend in {v}, lovely | Back from {v}, so many stairs | the photos are still on my phone | {v} is worth every minute | {p}, where have you been? | Where has {p} been travelling? | Which places did {p} visit? | {p} came back from {v} yesterday | airports are the worst | I need a holiday too | Lisbon; Ghent; Bergen; Trieste; Krakow; Porto; Riga""",
    fillers="""good morning all | lunch anyone? | haha, that is so true | did the printer ever work? | thanks, that helps a lot | I am in a meeting until three | can somebody water the plants? | that was quite a week | see you tomorrow then | sounds good to me | no idea, ask at the front desk | the coffee machine is broken again""",
    thanks="thanks {p} | wow, {p}, really? | good to know, {p}",
    said_on="What did {p} say on {d}?",
)

HELD_OUT = lists(
    people="Ines Jonas Kira Lars Mona Nils Olga Pavel",
    nicknames="Nessie Jojo Kiki Larry Momo Nilly Olly Pasha",
    owner="{p}'s",
    relations="""
    job    | I begin as a {v} next month | They took me, I will work as a {v} | you remember my interview | yes, {v}, with a contract and all | {p}, what is the new job? | What does {p} do for a living? | As what was {p} hired? | I hear that {p} starts as a {v} | interviews make me so nervous | the heating in this office is a joke | baker; surveyor; beekeeper; nurse; carpenter; florist; translator
    born   | My birthday is on {v}, there will be cake | I turn thirty on {v} | who wants cake | keep {v} free, no gifts please | {p}, when do we celebrate you? | When is {o} birthday? | On which day was {p} born? | {p} celebrates on {v}, I heard | candles set off the alarm last time | balloons are bad for the sea | 4 June; 13 June; 22 June; 1 July; 10 July; 19 July; 28 July
    drink  | I only drink {v} after lunch | For me {v} as always, thank you | if somebody goes to the kitchen | {v} please, two of them | {p}, what shall I bring you to drink? | What does {p} like to drink? | Which beverage is {o} favourite? | {p} always asks for {v} | the kettle needs a good cleaning | who left a cup in the sink | mint tea; tomato juice; iced coffee; ginger beer; hot chocolate; oat milk; apple cider
    course | I have signed up for a class in {v} | My evening class in {v} began on Tuesday | I am a student again, at my age | it is {v}, twelve evenings | {p}, which class was that? | Which class does {p} take? | What does {p} study in the evenings? | {p} goes to a class in {v} | the school has no parking at all | I fell asleep in front of the television | pottery; Greek; fencing; bookbinding; astronomy; welding; calligraphy
    sister | My sister {v} visits us next week | I must pick up my sister {v} from the station | family time soon | {v} arrives with three suitcases | {p}, what is your sister's name? | What is the name of {o} sister? | How is {o} sibling called? | {p} introduced a sister, {v} | trains on Sundays are always full | I cleaned the whole kitchen for nothing | Beate; Sunniva; Philippa; Marlene; Yolanda; Rosalie; Tamsin
    ill    | I broke my {v} on the ice | The doctor says my {v} needs six weeks | nobody laugh, it happened on the stairs | it is the {v}, in plaster now | {p}, what happened to you? | What did {p} hurt? | Which injury does {p} have? | {p} is at home with a broken {v} | the pavement is like a mirror | I bought new boots at last | left wrist; collarbone; big toe; right ankle; elbow; kneecap; little finger
    films* | We watched {v} last night, brilliant | Saw {v} at the cinema, twice | popcorn for dinner, no regrets | {v} made me cry | {p}, what did you see? | Which films has {p} seen? | What did {p} watch? | {p} recommends {v} to everyone | the seats there are so hard | I miss the old theatre | The Tin Summer; Mirrorland; Nine Owls; Slow Comet; The Cartographer; Blue Ferry; Echo Valley
    cooked* | I made {v} for the first time | There is {v} left if somebody is hungry | the kitchen looks like a battlefield | the {v} was worth it | {p}, what smells so good? | What has {p} cooked? | Which dishes did {p} make? | {p} brought {v} for everybody | my oven has a mind of its own | who took the big pan | mushroom risotto; plum dumplings; lentil soup; fish pie; stuffed peppers; onion tart; pumpkin curry""",
    fillers="""hello everyone | is the lift working? | that made my day | where did the stapler go? | cheers, appreciate it | on the phone, back in ten | who locks up tonight? | what a long day | until Monday then | fine by me | no clue, sorry | somebody moved my chair""",
    thanks="cheers {p} | oh no, {p}, truly? | well noted, {p}",
    said_on="What was it that {p} said on {d}?",
)
