"""Nothing hidden goes over the wire.

Whole random matches over real sockets, with spectators, chat, lost connections and undos.
Everything that anybody receives is kept; afterwards each view, list of moves and event in it
is held against what tb_observe shows those eyes, which a small program (observer.c) tells.
leak.c does the same for a thousand matches without sockets.
"""
import random

from house import *

OBSERVER = os.environ["OBSERVER"]
PUBLIC = -2
TELLING = {"view", "scene", "legal", "log"}
HARMLESS = {"table", "n", "what", "epoch", "whole", "game", "edition", "options", "pace", "public",
            "start", "host", "created", "status", "seats", "you", "lookers", "at", "ply", "owes",
            "clock", "offer", "result", "rematch", "chat", "may_undo", "advice",
            "helps", "hints"}


class Observer:
    """The match as it went, seen by anybody."""

    def __init__(self, record):
        self.process = subprocess.Popen([OBSERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.say(f"begin {record}")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line):
        self.say(line)
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()


class Match:
    def __init__(self, house, game, seats, dice):
        self.house, self.dice, self.seats = house, dice, seats
        self.players = [house.person(f"Player {i}") for i in range(seats)]
        self.watchers = self.players + [house.stranger(), house.person("Looks on")]
        self.went = []  # (at, line for the observer), in the order of what happened
        self.table = self.players[0].ask("create", game=game, start="host",
                                         seats=["me"] + ["open"] * (seats - 1))["table"]
        for client in self.watchers[1:]:
            client.ask("sit" if client in self.players else "watch", table=self.table)
        self.players[0].ask("start", table=self.table)
        self.latest = self.players[0].until(self.table, lambda t: t["status"] == "playing")

    def known(self, client):
        """What a client knows, once it knows the latest."""
        at = self.latest["at"]
        return client.until(self.table, lambda t: t["at"] >= at and t["status"] != "open")

    def play(self):
        seat = self.dice.choice(self.latest["owes"])
        player = self.players[seat]
        legal = self.known(player)["legal"]
        verb = self.dice.choice(sorted({note.split()[0] for note in legal}))
        note = self.dice.choice([note for note in legal if note.split()[0] == verb])
        self.latest = player.play(self.table, note)
        self.went.append((self.latest["at"], f"play {seat} {note}"))

    def undo(self):
        """By one of those who decided last: others would take back half the match."""
        latest = [int(line.split()[1]) for at, line in self.went[-6:] if line.startswith("play")]
        player = self.players[self.dice.choice(latest or [0])]
        at = self.known(player)["at"]
        try:
            answer = player.ask("undo", table=self.table)
        except Refused as no:
            assert no.why == "status", no  # nothing to take back yet
            return
        if answer == {"offered": True}:
            for other in self.players:
                if other is not player:
                    other.until(self.table, lambda t: t["offer"])
                    other.ask("answer", table=self.table, yes=True)
            answer = player.until(self.table, lambda t: t["at"] > at)
        self.latest = {key: answer[key] for key in ("at", "ply", "owes")}
        self.went.append((answer["at"], f"back {answer['ply']}"))

    def come_back(self):
        client = self.dice.choice(self.watchers)
        if self.dice.random() < 0.8:
            self.known(client)  # else what was on its way is lost
        before = client.tables[self.table]
        client.again()
        if self.dice.random() < 0.7:
            client.ask("watch", table=self.table, since=before["n"], epoch=before["epoch"])
        else:
            client.ask("watch", table=self.table)

    def talk(self):
        try:
            self.dice.choice(self.players + self.watchers[-1:]).ask(
                "chat", table=self.table, text="hm")
        except Refused as no:
            assert no.why == "rate", no

    def run(self):
        while self.latest["owes"]:
            dice = self.dice.random()
            if dice < 0.02:
                self.undo()
            elif dice < 0.06:
                self.come_back()
            elif dice < 0.08:
                self.talk()
            else:
                self.play()
                self.known(self.dice.choice(self.watchers))
        for client in self.watchers:
            client.until(self.table, lambda t: t["status"] == "over")

    # afterwards

    def expect(self):
        """What each pair of eyes may know at each `at`, and what each step told them."""
        path = os.path.join(self.house.data, self.table)
        with open(path, "wb") as f:
            f.write(self.house.http("GET", "/record/" + self.table)[2])
        observer = Observer(path)
        everybody = [*range(self.seats), PUBLIC]
        self.shown = {(0, eyes): observer.ask(f"view {eyes}") for eyes in everybody}
        self.told = []  # (at, ply, {eyes: events})
        ply = 0
        for at, line in self.went:
            observer.say(line)
            undone = line.startswith("back")
            ply = int(line.split()[1]) if undone else ply + 1
            for eyes in everybody:
                self.shown[at, eyes] = observer.ask(f"view {eyes}")
            self.told.append((at, ply, {eyes: [] if undone else
                                        [{"ply": ply, **e} for e in observer.ask(f"told {eyes}")]
                                        for eyes in everybody}))
        observer.close()

    def check_log(self, message, eyes, since):
        """Told since the client last heard: no more and no less. A snapshot has the latest."""
        if message.get("whole"):
            for entry in message["log"]:
                assert any(entry in told[eyes] for at, ply, told in self.told), entry
        else:
            due = [e for at, ply, told in self.told if since < at <= message["at"] for e in told[eyes]]
            assert message["log"] == due, (message["log"], due)

    def check(self, client, eyes):
        at, checked = 0, 0
        for text in client.all:
            answer = json.loads(text)
            message = answer.get("ok", answer)
            if not isinstance(message, dict) or "n" not in message or "table" not in message:
                assert not TELLING & set(message or ()), text
                continue
            assert set(message) <= HARMLESS | TELLING | {"id"}, set(message) - HARMLESS
            if message.get("view") is None:
                assert not message.get("scene") and not message.get("legal") and not message.get("log")
                continue
            shown = self.shown[message["at"], eyes]
            assert message["view"] == shown["view"], (message["view"], shown["view"])
            assert message.get("scene", shown["scene"]) == shown["scene"]
            assert message["legal"] == shown["legal"], (message["legal"], shown["legal"])
            if "log" in message:
                self.check_log(message, eyes, at)
            at = message["at"]
            checked += 1
        return checked


def whole_match(game, seats, seed):
    match = Match(house, game, seats, random.Random(seed))
    match.run()
    match.expect()
    for i, client in enumerate(match.watchers):
        checked = match.check(client, i if i < seats else PUBLIC)
        assert checked > len(match.went) / 2, (checked, len(match.went))


def test_topologic_tells_nobody_a_secret():
    for seed in range(6):
        whole_match("topologic", 2, seed)


def test_archeologic_tells_nobody_a_secret():
    whole_match("archeologic", 2, 1)


def test_ancient_knowledge_tells_nobody_a_secret():
    whole_match("ancient", 2, 1)


with House() as house:
    cases(globals())
