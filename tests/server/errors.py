"""The disk of a real server fails at each system call of a commit in turn.

strace, which is told to let the n-th call of a kind fail, stands between the server and the
kernel. Whatever fails, what was acknowledged is there, and what was not can be said again and
is done once. For nights: tools/soak.
"""
import random, subprocess

from house import *

CALLS = ("pwrite64", "fdatasync", "ftruncate", "msync")
ERRORS = ("EIO", "ENOSPC")
dice = random.Random(3)


class Failing:
    """Lets the n-th such call of a process fail, alone or with all after it."""

    def __init__(self, process, call, error, which):
        self.strace = subprocess.Popen(
            ["strace", "-f", "-p", str(process.pid), "-e", f"trace={call}",
             "-e", f"inject={call}:error={error}:when={which}"],
            stderr=subprocess.PIPE, text=True)
        while "attached" not in self.strace.stderr.readline():
            assert self.strace.poll() is None, "strace may not look at another process here"

    def end(self):
        """How many calls failed."""
        self.strace.terminate()
        return self.strace.communicate()[1].count("(INJECTED)")


class Deed:
    """Something that changes a table, may be said twice, and is done once."""

    def __init__(self, house):
        self.who, other = house.person("Ada"), house.person("Bob")
        self.table = self.who.ask("create", game="topologic", seats=["me", "open"])["table"]
        other.ask("sit", table=self.table)
        self.who.until(self.table, lambda t: t["status"] == "playing")
        self.before = self.look()

    def look(self):
        return self.who.ask("watch", table=self.table)["ply"]

    def key(self):
        return f"a key of {dice.random()}"


class Play(Deed):
    does = 1

    def __init__(self, house):
        super().__init__(house)
        state = self.who.tables[self.table]
        self.says = {"do": "play", "table": self.table, "at": state["at"], "moves": [dice.choice(state["legal"])]}


class Undo(Deed):
    does = -1

    def __init__(self, house):
        super().__init__(house)
        self.who.play(self.table, self.who.tables[self.table]["legal"][0])
        self.before = self.look()
        self.says = {"do": "undo", "table": self.table, "at": self.who.tables[self.table]["at"]}


class Chat(Deed):
    does = 1

    def __init__(self, house):
        super().__init__(house)
        self.says = {"do": "chat", "table": self.table, "text": "hm", "key": self.key()}

    def look(self):
        return len(self.who.ask("watch", table=self.table)["chat"])


class Create(Deed):
    does = 1

    def __init__(self, house):
        super().__init__(house)
        self.says = {"do": "create", "game": "topologic", "seats": ["me"], "key": self.key()}

    def look(self):
        return len(self.who.ask("list", what="mine")["tables"])


def attempt(house, kind, failing):
    """Does it while calls fail; how many did."""
    deed = kind(house)
    spoilt = Failing(house.process, *failing)
    try:
        deed.who.send(**deed.says)
        while "id" not in (heard := deed.who.receive()):
            pass
        told = "ok" in heard
    except Closed:
        told = False
    failed = spoilt.end()
    deed.who.again()
    done = deed.before + deed.does
    assert deed.look() in ((done,) if told else (deed.before, done)), (kind, failing, told)
    deed.who.ask(**deed.says)
    assert deed.look() == done, (kind, failing)
    house.kill()
    house.open(house.port)
    deed.who.again()
    assert deed.look() == done, (kind, failing)
    return failed


def each_in_turn(house, kind, call, error, more):
    """How many calls of such a commit there are: each has failed once."""
    n = 1
    while attempt(house, kind, (call, error, f"{n}{more}")):
        n += 1
    return n - 1


def test_every_call_of_a_commit_fails_once():
    tried = 0
    for kind in (Play, Undo, Chat, Create):
        for call in CALLS:
            with House() as house:
                counts = [each_in_turn(house, kind, call, error, more) for error in ERRORS for more in ("", "+")]
            tried += sum(counts)
            print(f"  {kind.__name__.lower()}, {call}: {sum(counts)} failures, nothing lost or doubled", flush=True)
    print(f"  {tried} failures in all", flush=True)
    assert tried > 20


cases(globals())
