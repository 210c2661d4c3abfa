"""One house of three nodes behind HAProxy, while everything dies in turn.

Usage: cluster.py [--tables N] [--seconds S] [--seed N] [--bench PROGRAM]

Two persons, or one and a bot, play at each table through the balancer. Every few seconds a node is
killed, or stopped for ten seconds and continued, or PostgreSQL is restarted. Then it is counted: every
move that was acknowledged is where it was played, and nowhere else; every client sees the same
position, whichever node it asks. The balancer's configuration is the one of docs/hosting.md.
With --bench (bench-server) it is first measured what a folder, and one, two and three nodes carry.
"""
import argparse, os, random, re, shutil, signal, socket, subprocess, sys, tempfile, threading, time

import house
import postgres
from house import Client, Closed, House, Refused

NODES, PAUSE, STOPPED = 3, 4, 10  # how many; seconds between two blows; that a node stands still
HERE = os.path.dirname(os.path.abspath(__file__))
Client.mends = True
AWAY = (Closed, OSError, ValueError)  # the line was cut, or the balancer had nobody to ask


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Balancer:
    """HAProxy with the configuration that docs/hosting.md gives."""

    def __init__(self, nodes, folder):
        with open(os.path.join(HERE, "../../docs/hosting.md"), encoding="utf-8") as guide:
            text = re.search(r"```haproxy\n(.*?)```", guide.read(), re.S).group(1)
        self.port = free_port()
        text = text.replace("bind :8080", f"bind 127.0.0.1:{self.port}")
        for name, node in zip("abc", nodes):
            text = re.sub(rf"server {name} \S+", f"server {name} 127.0.0.1:{node.port}", text)
        path = os.path.join(folder, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.process = subprocess.Popen(["haproxy", "-db", "-q", "-f", path], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)

    http, person = House.http, House.person

    def close(self):
        self.process.terminate()
        self.process.wait(house.PATIENCE)


class Table(threading.Thread):
    """People at one table, who come back whenever they are sent away."""

    def __init__(self, game, number):
        super().__init__(daemon=True)
        self.game, self.number = game, number
        self.luck = random.Random(f"{game.seed} {number}")
        self.acknowledged = []  # (ply, note)
        self.id, self.tokens, self.clients, self.again = None, [], [], 0

    def come(self, seat):
        """A connection that watches, however long it takes."""
        while True:
            try:
                client = Client(self.game.balancer, self.tokens[seat])
                client.socket.settimeout(30)
                if self.id:
                    client.ask("watch", table=self.id)
                return client
            except AWAY:
                self.again += 1
                time.sleep(0.2)

    def insist(self, act):
        """Until it is done: what is said twice acts once."""
        while True:
            try:
                return act()
            except AWAY:
                self.again += 1
                time.sleep(0.2)

    def sit_down(self):
        alone = self.number % 2
        for _ in range(1 if alone else 2):
            person = self.insist(lambda: self.game.balancer.person())
            self.tokens.append(person.token)
            person.close()
        seats = ["me", "easy"] if alone else ["me", "open"]
        key = f"table-of-the-cluster-{self.number}"
        self.id = self.insist(lambda: self.ask_alone(0, "create", game="topologic", seats=seats, key=key))["table"]
        if not alone:
            self.insist(lambda: self.ask_alone(1, "sit", table=self.id))
        self.clients = [self.come(seat) for seat in range(len(self.tokens))]

    def ask_alone(self, seat, do, **args):
        client = Client(self.game.balancer, self.tokens[seat])
        client.socket.settimeout(30)
        answer = client.ask(do, **args)
        client.close()
        return answer

    def play(self, seat):
        client = self.clients[seat]
        known = client.tables[self.id]
        note = self.luck.choice(known["legal"])
        try:
            answer = client.ask("play", table=self.id, at=known["at"], moves=[note])
            self.acknowledged.append((answer["ply"] - 1, note, seat))
        except Refused as no:
            if no.why not in ("stale", "turn", "status", "move"):
                raise

    def wait(self, seat):
        self.clients[seat].socket.settimeout(0.5)
        try:
            self.clients[seat].take(self.clients[seat].receive())
        except TimeoutError:
            pass
        self.clients[seat].socket.settimeout(30)

    def turn(self):
        for seat, client in enumerate(self.clients):
            known = client.tables[self.id]
            if known["status"] == "over":
                return False
            try:
                if known.get("legal"):
                    self.play(seat)
                else:
                    self.wait(seat)
            except AWAY:
                self.again += 1
                client.close()
                self.clients[seat] = self.come(seat)
        return True

    def run(self):
        self.sit_down()
        while not self.game.is_over and self.turn():
            time.sleep(0.05 + 0.1 * self.luck.random())


class Cluster:
    def __init__(self, tables, seconds, seed):
        self.seed, self.seconds, self.is_over = seed, seconds, False
        self.blows = {"node killed": 0, "node stopped": 0, "PostgreSQL restarted": 0}
        self.luck = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="tablier-cluster-")
        self.database = postgres.Database(durable=True)
        house.POSTGRES = self.database.address()
        self.nodes = [House("--bot-delay", "50", "--idle-after", "600000", data=self.folder) for _ in range(NODES)]
        self.balancer = Balancer(self.nodes, self.folder)
        self.tables = [Table(self, number) for number in range(tables)]

    def open_again(self, node):
        while True:
            try:
                node.open(node.port)
                return
            except RuntimeError:
                time.sleep(0.5)  # PostgreSQL is not there either

    def strike(self):
        what, node = self.luck.choice(list(self.blows)), self.luck.choice(self.nodes)
        self.blows[what] += 1
        if what == "node killed":
            node.kill()
            time.sleep(1)
            self.open_again(node)
        elif what == "node stopped":
            node.process.send_signal(signal.SIGSTOP)
            time.sleep(STOPPED)
            node.process.send_signal(signal.SIGCONT)
        else:
            self.database.stop()
            time.sleep(0.5)
            self.database.start()

    def run(self):
        began = time.monotonic()
        for table in self.tables:
            table.start()
        while time.monotonic() - began < self.seconds:
            time.sleep(PAUSE)
            self.strike()
        time.sleep(2 * PAUSE)  # all is well again
        self.is_over = True
        for table in self.tables:
            table.join(house.PATIENCE)
            assert not table.is_alive(), "a table hangs"
        return time.monotonic() - began

    def kept(self):
        rows = self.database.sql("SELECT id, n, seat, note FROM plies JOIN tables USING (key) ORDER BY id, n",
                                 os.path.basename(self.folder).replace("-", "_"))
        plies = {}
        for row in rows:
            table, n, _, note = row.split("|", 3)
            plies.setdefault(table, []).append(note)
            assert int(n) == len(plies[table]) - 1, f"{table}: ply {n} is out of place"
        return plies

    def seen(self, node, table):
        """What an onlooker sees there; a node that begins anew sends it away at first."""
        while True:
            try:
                client = Client(node, table.tokens[0])
                known = client.ask("watch", table=table.id)
                client.close()
                return known["status"], known["at"], known["ply"], known["owes"]
            except AWAY:
                time.sleep(0.2)

    def converges(self, table):
        """Bots may still be playing: it must come to be the same everywhere."""
        end = time.monotonic() + 60
        while len({str(self.seen(node, table)) for node in self.nodes}) > 1:
            if time.monotonic() > end:
                return False
            time.sleep(0.5)
        return True

    def judge(self):
        plies = self.kept()
        acknowledged = lost = 0
        for table in self.tables:
            for n, note, _ in table.acknowledged:
                acknowledged += 1
                record = plies.get(table.id, [])
                lost += n >= len(record) or record[n] != note
        apart = sum(not self.converges(table) for table in self.tables)
        return acknowledged, lost, sum(map(len, plies.values())), apart

    def close(self):
        self.balancer.close()
        for node in self.nodes:
            node.kill()
        self.database.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def figures(program, tables=400, seconds=2):
    """Moves a second, as fast as answers come; the players of a table at one node, and at two. So short and at so many
    tables that no match is over before."""
    rows = [("SQLite", [program, str(tables), str(seconds), "0"])]
    with postgres.Database(durable=True) as database:
        for nodes in range(1, NODES + 1):
            for apart in ([], ["--apart"])[:nodes]:
                name = f"bench_{nodes}{len(apart)}"
                database.sql(f"CREATE DATABASE {name}")
                rows.append((f"PostgreSQL, {nodes} node(s){', players apart' if apart else ''}",
                             [program, "--nodes", str(nodes), database.address(name), str(tables), str(seconds), *apart]))
        print(f"{f'{tables} tables, two players each':34} moves/s     p50 ms    p99 ms    max ms  CPU us/move")
        for name, words in rows:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            assert not done.returncode, f"{name}: {done.stderr}"
            line = re.search(r"as fast as it goes *(.*)", done.stdout).group(1)
            print(f"{name:34} {line}", flush=True)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--tables", type=int, default=12)
    words.add_argument("--seconds", type=float, default=40)
    words.add_argument("--seed", type=int, default=int(time.time()))
    words.add_argument("--bench")
    words = words.parse_args()
    if words.bench:
        figures(words.bench)
    cluster = Cluster(words.tables, words.seconds, words.seed)
    took = cluster.run()
    acknowledged, lost, kept, apart = cluster.judge()
    blows = ", ".join(f"{what} {count}" for what, count in cluster.blows.items())
    print(f"seed {words.seed}: {words.tables} tables, {NODES} nodes, {took:.0f} s; {blows}; "
          f"{sum(t.again for t in cluster.tables)} times somebody had to come again")
    print(f"{acknowledged} moves acknowledged, {lost} of them lost or doubled; {kept} kept; "
          f"{apart} tables seen otherwise at another node")
    cluster.close()
    good = acknowledged and not lost and not apart
    print(f"[  {'PASSED' if good else 'FAILED'}  ] 1 test(s).")
    sys.exit(not good)


main()
