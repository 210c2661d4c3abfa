"""Several nodes on one PostgreSQL (tests/postgres.py starts it): one house, whichever node one comes to.

What is shown: moves, talk and names go from node to node; two who decide at the same moment both
succeed; a node that is killed loses nothing and its bots go on elsewhere; one that was stopped finds
that it was given up; one whose database does not answer goes on serving.
"""
import os, re, signal, socket, tempfile, threading, time

import house
from house import Client, Closed, House, Refused, cases, waited_for

assert os.environ.get("TABLIER_POSTGRES"), "run by tests/postgres.py"
Client.mends = True


class Nodes:
    """Two or more on the same database. Where none is to die they never give each other up, however
    long the machine lets one of them wait."""

    def __init__(self, count=2, *flags, mortal=False):
        self.data = tempfile.mkdtemp(prefix="tablier-nodes-")
        self.nodes = [House(*flags, data=self.data)]
        if not mortal:
            self.nodes[0].change("UPDATE house SET lease='1 day'")
        self.nodes += [House(*flags, data=self.data) for _ in range(count - 1)]

    def __enter__(self):
        return self.nodes

    def __exit__(self, kind, value, trace):
        for node in self.nodes:
            if node.process.poll() is None:
                node.kill() if kind else node.close()
        os.rmdir(self.data)


def at(node, token):
    """The same person, at another node."""
    return Client(node, token)


def duel(a, b, **args):
    """A table of Topologic with Ada at one node and Bob at the other: both owe a secret."""
    ada, bob = a.person("Ada"), b.person("Bob")
    table = ada.ask("create", game="topologic", seats=["me", "open"], **args)["table"]
    bob.ask("sit", table=table)
    ada.until(table, lambda known: known["status"] == "playing")
    return ada, bob, table


def same(known):
    """What everybody sees alike."""
    return {key: known[key] for key in ("at", "ply", "status", "owes")}


def play_to_the_end(table, *players):
    """First legal moves, each from its own node, until the game is over."""
    while players[0].tables[table]["status"] == "playing":
        ready = [p for p in players if p.tables[table].get("legal")]
        if not ready:
            players[0].take(players[0].receive())
            continue
        ready[0].play(table)
        for player in players:
            player.until(table, lambda known: known["at"] >= ready[0].tables[table]["at"])


def test_two_players_on_two_nodes_play_a_whole_game():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        play_to_the_end(table, ada, bob)
        bob.until(table, lambda known: known["status"] == "over")
        assert ada.tables[table]["result"] == bob.tables[table]["result"]
        logs = [[e["text"] if "text" in e else e for e in p.ask("watch", table=table)["log"]] for p in (ada, bob)]
        assert len(logs[0]) == len(logs[1]) and logs[0]
        records = [node.http("GET", f"/record/{table}")[2] for node in (a, b)]
        assert records[0] == records[1] and records[0]


def test_an_undo_is_seen_at_the_other_node():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        ada.play(table)
        bob.until(table, lambda known: known["ply"] == 1)
        ada.ask("undo", table=table)
        bob.until(table, lambda known: known["ply"] == 0)
        ada.play(table)
        bob.until(table, lambda known: known["ply"] == 1)
        bob.play(table)
        ada.until(table, lambda known: known["ply"] == 2)
        assert same(ada.tables[table]) == same(bob.tables[table])


def test_an_offer_is_answered_at_the_other_node():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        ada.ask("offer", table=table, kind="draw")
        assert bob.until(table, lambda known: known["offer"])["offer"]["by"] == 0
        bob.ask("answer", table=table, yes=False)
        ada.until(table, lambda known: not known["offer"])
        bob.ask("offer", table=table, kind="draw")
        ada.until(table, lambda known: known["offer"])
        ada.ask("answer", table=table, yes=True)
        for player in (ada, bob):
            assert player.until(table, lambda known: known["status"] == "over")["result"]["why"] == "draw"


def test_what_is_said_and_who_one_is_go_from_node_to_node():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        bob.ask("chat", table=table, text="bonjour")
        ada.until(table, lambda known: any(line["text"] == "bonjour" for line in known["chat"]))
        bob.ask("rename", name="Robert")
        ada.until(table, lambda known: known["seats"][1].get("name") == "Robert")
        # Ada's other device, at the other node, ends.
        other = at(b, ada.token)
        assert other.ask("me")["name"] == "Ada"
        ada.ask("forget", sure=True)
        try:
            while True:
                other.receive()
        except Closed as closed:
            assert closed.code == 1000, closed


def here(known):
    return [seat["here"] for seat in known["seats"]]


def test_players_on_two_nodes_see_each_other_here():
    with Nodes(2, "--away-after", "0") as (a, b):
        ada, bob, table = duel(a, b)
        for player in (ada, bob):
            known = player.until(table, lambda known: all(here(known)))
            assert [seat["replaced_in"] for seat in known["seats"]] == [None, None]
        # So no bot may play on for Bob, though nobody has to be away for long here.
        assert ada.refused("takeover", table=table, seat=1, bot="easy") == "seat"
        bob.close()
        ada.until(table, lambda known: here(known) == [True, False])
        ada.ask("takeover", table=table, seat=1, bot="easy")
        back = at(b, bob.token)
        back.ask("watch", table=table)
        back.until(table, lambda known: known["seats"][1]["bot"])
        back.ask("sit", table=table)
        ada.until(table, lambda known: all(here(known)) and not known["seats"][1]["bot"])
        back.until(table, lambda known: all(here(known)))
        # And who comes to a third place later knows it too.
        eve = b.person("Eve")
        eve.ask("watch", table=table)
        eve.until(table, lambda known: all(here(known)))


def test_who_looks_on_at_any_node_is_counted_at_all():
    with Nodes(3) as (a, b, c):
        ada, bob, table = duel(a, b)
        lookers = [node.person() for node in (a, b, b, c)]
        for looker in lookers:
            looker.ask("watch", table=table)
        for player in (ada, bob, *lookers):
            player.until(table, lambda known: known["lookers"] == 4)
        lookers[3].ask("unwatch", table=table)
        lookers[1].close()
        for player in (ada, bob, lookers[0], lookers[2]):
            player.until(table, lambda known: known["lookers"] == 2)


def test_who_is_at_two_nodes_stays_here_when_one_connection_ends():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        other = at(a, bob.token)
        other.ask("watch", table=table)
        ada.until(table, lambda known: all(here(known)))
        bob.close()
        # Eve comes to the node that Bob left: what is told of her is told of Bob.
        eve = b.person("Eve")
        eve.ask("watch", table=table)
        while ada.tables[table]["lookers"] != 1:
            ada.take(ada.receive())
            assert all(here(ada.tables[table])), "Bob was seen to be away"
        eve.until(table, lambda known: all(here(known)))


def test_the_people_of_a_node_that_dies_are_away():
    with Nodes(mortal=True) as (a, b):
        ada, bob, table = duel(a, b)
        eve = b.person("Eve")
        eve.ask("watch", table=table)
        ada.until(table, lambda known: all(here(known)) and known["lookers"] == 1)
        b.kill()
        known = ada.until(table, lambda known: here(known) == [True, False] and not known["lookers"])
        assert known["seats"][1]["replaced_in"] > 0
        back = at(a, bob.token)
        back.ask("watch", table=table)
        ada.until(table, lambda known: all(here(known)))


def test_the_people_of_a_node_that_closes_are_away():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        ada.until(table, lambda known: all(here(known)))
        assert b.stop() == 0
        ada.until(table, lambda known: here(known) == [True, False])


def test_what_is_wrong_about_who_is_here_is_said_anew():
    def rows():
        return house.ask(a.data, "SELECT key, node, who, lookers FROM presence ORDER BY key, node")

    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        for player in (ada, bob):
            player.until(table, lambda known: all(here(known)))
        right = rows()
        assert len(right) == 2, right
        for harm in ("DELETE FROM presence", "UPDATE presence SET who='', lookers=7",
                     "INSERT INTO presence SELECT key + 1, node, who, lookers FROM presence"):
            a.change(harm)
            assert waited_for(lambda: rows() == right), (harm, rows())
        for player in (ada, bob):
            player.until(table, lambda known: all(here(known)) and not known["lookers"])


def test_the_tables_of_one_person_are_counted_over_all_nodes():
    with Nodes() as (a, b):
        ada = a.person("Ada")
        other = at(b, ada.token)
        for i in range(20):
            (ada, other)[i % 2].ask("create", game="topologic", seats=["me", "open"])
        for client in (ada, other):
            assert client.refused("create", game="topologic", seats=["me", "open"]) == "full"


def heard(speaker, table, *others, text):
    """The others' nodes have heard all that the speaker's node told before: notices keep their order."""
    speaker.ask("chat", table=table, text=text)
    for other in others:
        other.until(table, lambda known: any(line["text"] == text for line in known["chat"]))


def test_a_line_is_heard_though_the_last_one_has_a_later_time():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        heard(ada, table, bob, text="one")
        # As if it had been said at a node whose clock is ahead; Bob's node reads it so with the next decision.
        a.change("UPDATE lines SET ms = ms + 3600000")
        ada.play(table)
        bob.until(table, lambda known: known["ply"] == 1)
        heard(ada, table, bob, text="two")


def test_who_guessed_at_one_node_rests_at_all():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        ada.ask("passphrase", handle="ada", phrase="correct horse")

        def guess(node):
            return node.http("POST", "/api/adopt", '{"handle":"ada","phrase":"wrong horse"}')[0]

        assert [guess(a) for _ in range(5)] == [403] * 5
        heard(ada, table, bob, text="five")
        # Less than one is free at a node that knows nothing; more than one where a pause is over already.
        assert 429 in [guess(b) for _ in range(3)]


def test_who_knew_the_door_at_one_node_is_forgiven_at_all():
    with Nodes(2, "--door", "open sesame") as (a, b):
        ada, bob = a.person(), b.person()
        for client, name in ((ada, "Ada"), (bob, "Bob")):
            client.ask("hello", door="open sesame")
            client.ask("rename", name=name)
        table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
        bob.ask("sit", table=table)
        eve, eva = a.person(), b.person()
        guesses = [eve.refused("hello", door="open barley") for _ in range(4)]
        eve.ask("hello", door="open sesame")
        heard(ada, table, bob, text="four")
        guesses += [eva.refused("hello", door="open barley") for _ in range(4)]
        assert guesses == ["wrong"] * 8


def test_what_one_may_do_is_counted_over_all_nodes():
    with Nodes() as (a, b):
        ada, bob, table = duel(a, b)
        other = at(b, ada.token)
        other.ask("watch", table=table)
        begun, said = time.monotonic(), 0
        try:
            while said < 1000:
                speaker, hearer = (ada, bob) if said % 2 else (other, ada)
                heard(speaker, table, hearer, text=f"line {said}")
                said += 1
        except Refused as refused:
            assert refused.why == "rate", refused
        # Five at once and one in two seconds, though it was said at two nodes in turn.
        assert said <= 6 + (time.monotonic() - begun) / 2, said


def test_two_who_decide_at_the_same_moment_both_succeed():
    with Nodes() as (a, b):
        for _ in range(10):
            ada, bob, table = duel(a, b)
            numbers = [p.send("play", table=table, at=p.tables[table]["at"], moves=p.tables[table]["legal"][:1])
                       for p in (ada, bob)]
            for player, number in zip((ada, bob), numbers):
                player.wait_answer(number)
            for player in (ada, bob):
                player.until(table, lambda known: known["ply"] == 2)
            ada.close()
            bob.close()


def decide_late(a, b):
    """Bob decides at a node that stands still while Ada does at hers: it does not know yet."""
    ada, bob, table = duel(a, b)
    eve = b.person("Eve")
    eve.ask("watch", table=table)
    b.process.send_signal(signal.SIGSTOP)
    try:
        number = bob.send("play", table=table, at=bob.tables[table]["at"], moves=bob.tables[table]["legal"][:1])
        bob.send("chat", table=table, text="there")
        ada.play(table)
    finally:
        b.process.send_signal(signal.SIGCONT)
    assert bob.wait_answer(number)["ply"] == 2
    for player in (ada, bob, eve):
        player.until(table, lambda known: known["ply"] == 2 and known["chat"])
    assert same(ada.tables[table]) == same(bob.tables[table]) == same(eve.tables[table])
    for player in (ada, bob, eve):
        assert [line["text"] for line in player.ask("watch", table=table)["chat"]] == ["there"]
        player.close()


def test_who_is_beaten_to_a_table_stays_and_is_answered():
    with Nodes() as (a, b):
        for _ in range(20):
            before = b.metrics()["tablier_tables_beaten_total"]
            decide_late(a, b)
            if b.metrics()["tablier_tables_beaten_total"] > before:
                return
        raise AssertionError("it was never beaten")


def test_bots_go_on_when_their_node_is_killed():
    with Nodes(2, "--bot-delay", "20", mortal=True) as (a, b):
        ada = a.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me", "easy"])["table"]
        bob = at(b, ada.token)
        bob.ask("watch", table=table)
        ada.play(table)
        bob.until(table, lambda known: known["ply"] >= 2)
        acknowledged = ada.tables[table]["ply"]
        a.kill()
        play_to_the_end(table, bob)
        assert bob.tables[table]["ply"] >= acknowledged
        assert bob.tables[table]["status"] == "over"


def come_back(node, token, table):
    """As a page does, which a node that begins anew sends away at first."""
    for _ in range(50):
        try:
            client = at(node, token)
            client.ask("watch", table=table)
            return client
        except Closed as closed:
            assert closed.code in (1011, 0), closed
            time.sleep(0.1)
    raise AssertionError("never")


def test_a_node_that_was_stopped_finds_itself_given_up():
    with Nodes(2, "--bot-delay", "20", mortal=True) as (a, b):
        ada = a.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me", "easy"])["table"]
        bob = at(b, ada.token)
        bob.ask("watch", table=table)
        a.process.send_signal(signal.SIGSTOP)
        bob.play(table)  # the bot's node stands still: another takes its place
        play_to_the_end(table, bob)
        a.process.send_signal(signal.SIGCONT)
        back = come_back(a, ada.token, table)
        back.until(table, lambda known: known["status"] == "over")
        assert same(back.tables[table]) == same(bob.tables[table])
        assert a.http("GET", f"/record/{table}")[2] == b.http("GET", f"/record/{table}")[2]


def test_a_node_that_closes_hands_its_tables_on():
    with Nodes(2, "--bot-delay", "20") as (a, b):
        ada = a.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me", "easy"])["table"]
        bob = at(b, ada.token)
        bob.ask("watch", table=table)
        assert a.stop() == 0
        play_to_the_end(table, bob)


class Wire:
    """A line to PostgreSQL that can be cut, and then leads to somebody who says nothing."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.deaf, self.calls, self.ends = False, 0, []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            self.ends.append(near)
            if not self.deaf:
                self.connect(near)
            self.calls += 1

    def connect(self, near):
        far = socket.socket(socket.AF_UNIX)
        far.connect(re.search("host=([^&]*)", house.POSTGRES)[1] + "/.s.PGSQL.5432")
        self.ends.append(far)
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self.pass_on, args=(one, other), daemon=True).start()

    def pass_on(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def cut(self, deaf):
        self.deaf, ends, self.ends = deaf, self.ends, []
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def close(self):
        self.cut(True)
        self.listener.close()


def test_who_serves_goes_on_while_the_database_does_not_answer():
    data, wire = tempfile.mkdtemp(prefix="tablier-nodes-"), Wire()
    name = os.path.basename(house.place(data)[1].partition("?")[0])
    with House("--store", f"postgresql://tablier@127.0.0.1:{wire.listener.getsockname()[1]}/{name}?sslmode=disable",
               data=data) as node:
        ada = node.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me", "easy"])["table"]
        ada.play(table)
        ada.until(table, lambda known: known["ply"] >= 2 and known.get("legal"))
        for _ in range(2):
            calls = wire.calls
            wire.cut(deaf=True)
            assert waited_for(lambda: wire.calls > calls), "it does not dial"
            assert node.http("GET", "/metrics")[0] == 200
            known = dict(ada.tables[table])
            number = ada.send("play", table=table, at=known["at"], moves=known["legal"][:1])
            assert node.http("GET", "/healthz")[0] == 503
            assert node.http("GET", "/api/games")[0] == 200
            wire.cut(deaf=False)
            assert ada.wait_answer(number)["ply"] > known["ply"]
            ada.until(table, lambda known: known.get("legal"))
    wire.close()
    os.rmdir(data)


cases(globals())
