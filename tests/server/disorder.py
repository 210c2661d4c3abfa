"""Whatever people do, in whatever order: what the patches made is what a snapshot shows.

Four persons at a few tables sit, leave, kick, play, undo, offer, answer, resign, replace each
other by bots, lose their connections, and now and then the server is killed.
"""
import random

from house import *

SEATS = {"topologic": (1, 2), "archeologic": (1, 4), "ancient": (2, 4)}
PACES = [{"kind": "none"}, {"kind": "live", "main": 600, "plus": 5}, {"kind": "days", "days": 2}]
SAME = ["status", "you", "at", "ply", "owes", "scene", "view", "legal", "may_undo", "advice", "offer",
        "result", "rematch", "host", "options", "pace", "game", "start", "public",
        "helps"]
DEEDS = (["play"] * 20 + ["sit"] * 5 + ["compare"] * 3 + ["answer"] * 2 +
         ["create", "leave", "seat", "start", "undo", "resign", "offer", "takeover", "rematch", "chat",
          "rename", "watch", "unwatch", "drop", "kill"])
RARE = {"create": 0.3, "leave": 0.3, "resign": 0.2, "kill": 0.05}


class Crowd:
    def __init__(self, house, dice):
        self.house, self.dice = house, dice
        self.people = [house.person(f"Person {i}") for i in range(4)]
        self.tables, self.compared = [], 0
        self.create(self.people[0], None)

    def deed(self):
        dice = self.dice
        what, who, table = dice.choice(DEEDS), dice.choice(self.people), dice.choice(self.tables[-2:])
        if dice.random() > RARE.get(what, 1):
            return
        try:
            if hasattr(self, what):
                getattr(self, what)(who, table)
            else:
                who.ask(what, table=table)
        except Refused as no:
            assert no.why != "broken", no
            if no.why == "unknown":  # closed
                for person in self.people:
                    person.tables.pop(table, None)
        for person in self.people:
            for message in person.heard:
                if message.get("what") == "closed":
                    person.tables.pop(message["table"], None)
            person.heard.clear()

    def create(self, who, _):
        game = self.dice.choice(sorted(SEATS))
        seats = [self.dice.choice(["open", "open", "random"]) for _ in range(self.dice.randint(*SEATS[game]))]
        seats[self.dice.randrange(len(seats))] = "me"
        self.tables.append(who.ask("create", game=game, seats=seats, pace=self.dice.choice(PACES),
                                   start=self.dice.choice(["full", "host"]))["table"])

    def play(self, *_):
        able = [(p, t) for p in self.people for t in self.tables[-3:] if p.tables.get(t, {}).get("legal")]
        if able:
            who, table = self.dice.choice(able)
            known = who.tables[table]
            who.ask("play", table=table, at=known["at"], moves=[self.dice.choice(known["legal"])])

    def seat(self, who, table):
        who.ask("seat", table=table, seat=self.dice.randrange(3), kind=self.dice.choice(["open", "bot"]), bot="random")

    def resign(self, who, table):
        who.ask("resign", table=table)
        who.ask("watch", table=table)  # with other eyes now

    def offer(self, who, table):
        who.ask("offer", table=table, kind=self.dice.choice(["draw", "abandon"]))

    def answer(self, who, table):
        who.ask("answer", table=table, yes=self.dice.random() < 0.6)

    def takeover(self, who, table):
        who.ask("takeover", table=table, seat=self.dice.randrange(3), bot="random")

    def chat(self, who, table):
        who.ask("chat", table=table, text=f"line {self.dice.random()}")

    def rename(self, who, _):
        who.ask("rename", name=f"Person {self.dice.randrange(1000)}")

    def unwatch(self, who, table):
        who.ask("unwatch", table=table)
        who.tables.pop(table, None)

    def drop(self, who, _):
        who.again()
        for table, known in list(who.tables.items()):
            try:
                who.ask("watch", table=table, since=known["n"], epoch=known["epoch"])
            except Refused:
                who.tables.pop(table)

    def kill(self, *_):
        self.house.kill()
        self.house.open(self.house.port)
        for who in self.people:
            self.drop(who, None)

    def compare(self, *_):
        watched = [(p, t) for p in self.people for t in self.tables[-4:] if t in p.tables]
        if not watched:
            return
        who, table = self.dice.choice(watched)
        other = Client(self.house, who.token)
        fresh = other.ask("watch", table=table)
        who.ask("ping")  # what is on its way comes before the answer
        known = who.tables[table]
        other.close()
        if fresh["n"] != known["n"]:
            return  # a bot was faster
        for key in SAME:
            assert known[key] == fresh[key], (key, known[key], fresh[key])
        for mine, theirs in zip(known["seats"], fresh["seats"]):
            late = {"here": None, "replaced_in": None}  # told once a second
            assert {**mine, **late} == {**theirs, **late}, (mine, theirs)
        for key in ("log", "chat"):
            assert not fresh[key] or known[key][-len(fresh[key]):] == fresh[key], key
        self.compared += 1


def whatever_they_do(seed, *flags):
    with House("--away-after", "0", *flags) as house:
        crowd = Crowd(house, random.Random(seed))
        for _ in range(800):
            crowd.deed()
        assert crowd.compared > 10, crowd.compared


def test_patches_make_the_snapshot():
    for seed in range(4):
        whatever_they_do(seed)


def test_patches_make_the_snapshot_with_slow_bots_and_tables_that_leave_the_memory():
    for seed in range(4, 6):
        whatever_they_do(seed, "--bot-delay", "30", "--idle-after", "50")


cases(globals())
