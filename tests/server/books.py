"""Books at the house: sent by who plays in them, kept as long as a table needs them, shown to nobody else."""
import sqlite3

from house import *

WORDS = "Le vent souffle sur la plaine ; la pluie tombe, drue, sur le toit. Où vas-tu ? dit la vieille. "


def text(name, lines=900, layout="48 12"):
    """A canonical text (docs/books.md): every paragraph has a word of its own."""
    blocks = "\n".join(f"{WORDS}{name}-{i:04d} demeure ici. {WORDS}" for i in range(lines))
    return f"title {name}\nauthor Test\nlang fr\nlayout {layout}\nbody 0\n\n# I\n{blocks}\n"


def digest(book):
    value = 0xcbf29ce484222325
    for byte in book.encode():
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return f"{value:016x}"


def send(house, client, book, name=None, game="contrees"):
    """(status, answer) of a book sent."""
    headers = {"Authorization": f"Bearer {client.token}"} if client else {}
    status, _, body = house.http("POST", f"/api/book/{game}/{name or digest(book)}", book.encode(), headers)
    return status, json.loads(body)


def rows(house, what):
    db = sqlite3.connect(os.path.join(house.data, "tablier.db"))
    count = db.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
    db.close()
    return count


def lay(host, book, seats=("me", "open"), **options):
    return host.ask("create", game="contrees", seats=list(seats), book=digest(book), options=options)["table"]


def play_on(players, table, plies):
    """So many decisions of whoever owes one."""
    for _ in range(plies):
        for player in players:
            known = player.tables[table]
            if known["status"] == "playing" and known["you"] in known["owes"]:
                ply = known["ply"]
                player.play(table)
                for other in players:
                    other.until(table, lambda t: t["ply"] > ply)


def test_a_table_is_played_in_the_book_of_its_host():
    ada, bob, book = house.person("Ada"), house.person("Bob"), text("alpha")
    assert ada.refused("create", game="contrees", seats=["me", "open"], book=digest(book)) == "unknown"
    assert send(house, ada, book) == (200, {})
    table = lay(ada, book)
    bob.ask("sit", table=table)
    ada.until(table, lambda t: t["status"] == "playing")
    assert ada.tables[table]["scene"]["book"]["title"] == "alpha", ada.tables[table]["scene"]
    play_on([ada, bob], table, 4)
    lines = {line for line in "".join(ada.all + bob.all).split() if line.startswith("alpha-")}
    # The scout reads six lines of a page, and nobody more than that.
    assert len(lines) <= 20, lines
    assert all(f"alpha-{i:04d}" not in "".join(ada.all + bob.all) for i in range(600, 900) if i % 50 == 0)


def test_bots_read_in_the_same_book():
    ada, book = house.person("Ada"), text("beta")
    send(house, ada, book)
    table = lay(ada, book, ("me", "normal"))
    for _ in range(12):
        known = ada.tables[table]
        if known["status"] == "playing" and 0 in known["owes"]:
            ada.play(table)
        else:
            ada.until(table, lambda t: 0 in t["owes"] or t["status"] == "over")
    assert ada.tables[table]["ply"] > 6


def test_nobody_else_gets_the_text():
    ada, eve, book = house.person("Ada"), house.person("Eve"), text("gamma")
    send(house, ada, book)
    table = lay(ada, book)
    named = digest(book)
    for path in (f"/api/book/contrees/{named}", f"/api/book/{named}", "/api/book/", "/api/books",
                 f"/book/{named}", f"/api/book/contrees/{named}?x"):
        for headers in ({}, {"Authorization": f"Bearer {eve.token}"}, {"Authorization": f"Bearer {ada.token}"}):
            status, _, body = house.http("GET", path, headers=headers)
            assert b"gamma-0" not in body and status in (200, 404, 405), (path, status)
    eve.ask("watch", table=table)
    house.stranger().ask("watch", table=table)
    assert "gamma-0" not in "".join(eve.all)
    # To know a digest, as records tell it, is not to have the book.
    assert eve.refused("create", game="contrees", seats=["me", "open"], book=named) == "unknown"
    listed = json.dumps([eve.ask("list", what=what) for what in ("open", "live", "finished", "mine")])
    assert named not in listed


def test_what_is_no_book_is_refused():
    ada, book = house.person("Ada"), text("delta")
    assert send(house, None, book)[0] == 403
    assert send(house, None, "x" * 200)[0] == 403
    assert send(house, ada, book, digest("other"))[0] == 409
    assert send(house, ada, "no canonical text")[0] == 409
    assert send(house, ada, "")[0] == 409
    assert send(house, ada, book, "12")[0] == 404
    assert send(house, ada, book, game="topologic")[0] == 404
    assert send(house, ada, book, game="archeologic")[0] == 404
    assert rows(house, "books WHERE instr(CAST(text AS TEXT), 'delta-0001')") == 0
    assert ada.refused("create", game="contrees", seats=["me", "open"], book="12") == "form"
    assert ada.refused("create", game="contrees", seats=["me", "open"], book=5) == "form"


def test_a_book_of_another_site_or_too_long_is_refused():
    ada, book = house.person("Ada"), text("epsilon", lines=30000)
    assert len(book) > 5 << 20
    assert send(house, ada, book)[0] == 413
    small = text("epsilon")
    status, _, _ = house.http("POST", f"/api/book/contrees/{digest(small)}", small.encode(),
                              {"Authorization": f"Bearer {ada.token}", "Origin": "http://evil.example"})
    assert status == 403


def test_a_book_too_short_for_the_journey_is_refused_at_the_table():
    ada, book = house.person("Ada"), text("zeta", lines=20)
    assert send(house, ada, book)[0] == 200
    assert ada.refused("create", game="contrees", seats=["me", "open"], book=digest(book)) == "rule"


def test_who_sends_too_many_is_asked_to_wait():
    ada = house.person("Ada")
    answers = [send(house, ada, text(f"eta{i}", lines=3))[0] for i in range(22)]
    assert answers[:20] == [200] * 20 and answers[20:] == [429] * 2, answers


def test_a_restart_keeps_the_book_and_what_nobody_needs_is_tidied():
    # What is kept for a second is looked for each second.
    with House("--finished-days", "0.00001") as own:
        ada, bob, book, idle = own.person("Ada"), own.person("Bob"), text("theta"), text("iota")
        send(own, ada, book)
        send(own, ada, idle)
        table = lay(ada, book)
        bob.ask("sit", table=table)
        ada.until(table, lambda t: t["status"] == "playing")
        play_on([ada, bob], table, 3)
        view, ply = ada.tables[table]["view"], ada.tables[table]["ply"]
        own.kill()
        db = sqlite3.connect(os.path.join(own.data, "tablier.db"))
        db.execute("UPDATE holders SET ms = 0")  # long ago
        db.commit()
        db.close()
        own.open()
        ada.again()
        assert ada.ask("watch", table=table)["view"] == view and ada.tables[table]["ply"] == ply
        assert waited_for(lambda: rows(own, "books") == 1)
        assert rows(own, "books WHERE instr(CAST(text AS TEXT), 'theta-0001')") == 1
        # Who sent it long ago sends it again before the next table.
        assert ada.refused("create", game="contrees", seats=["me", "open"], book=digest(book)) == "unknown"
        ada.ask("resign", table=table)
        own.kill()
        db = sqlite3.connect(os.path.join(own.data, "tablier.db"))
        db.execute("UPDATE tables SET changed = 1, status = 2")
        db.commit()
        db.close()
        own.open()
        assert waited_for(lambda: rows(own, "tables") == 0 and rows(own, "books") == 0)


def test_a_table_whose_book_is_gone_says_so():
    with House() as own:
        ada, book = own.person("Ada"), text("kappa")
        send(own, ada, book)
        table = lay(ada, book)
        own.kill()
        db = sqlite3.connect(os.path.join(own.data, "tablier.db"))
        db.execute("DELETE FROM books")
        db.commit()
        db.close()
        own.open()
        ada.again()
        try:
            ada.ask("watch", table=table)
            raise AssertionError("it was shown")
        except Refused as no:
            assert no.why == "unknown" and "book" in no.text, no.text


def test_rematch_and_replay_read_in_the_same_book():
    ada, bob, eve, book = house.person("Ada"), house.person("Bob"), house.person("Eve"), text("lambda")
    send(house, ada, book)
    table = lay(ada, book)
    bob.ask("sit", table=table)
    ada.until(table, lambda t: t["status"] == "playing")
    play_on([ada, bob], table, 3)
    ada.ask("resign", table=table)
    ada.until(table, lambda t: t["status"] == "over")
    plies = ada.ask("replay", table=table, ply=0, **{"as": "truth"})["plies"]
    assert ada.ask("replay", table=table, ply=plies, **{"as": "truth"})["view"]
    assert eve.ask("replay", table=table, ply=plies, **{"as": "public"})["view"]
    assert "lambda-0" not in "".join(eve.all)
    assert eve.refused("replay", table=table, ply=plies, **{"as": "truth"}) == "secret"
    record = house.http("GET", f"/record/{table}")[2].decode()
    assert f"book {int(digest(book), 16)}\n" in record and "lambda-0" not in record
    again = bob.ask("rematch", table=table)["table"]
    ada.ask("sit", table=again)
    assert ada.until(again, lambda t: t["status"] == "playing")["scene"]["book"]["title"] == "lambda"


def test_records_leave_and_come_with_their_book():
    ada, bob, book = house.person("Ada"), house.person("Bob"), text("nu")
    send(house, ada, book)
    table = lay(ada, book)
    bob.ask("sit", table=table)
    ada.until(table, lambda t: t["status"] == "playing")
    play_on([ada, bob], table, 2)
    ada.ask("resign", table=table)
    with tempfile.TemporaryDirectory() as home, House() as other:
        env = {**os.environ, "XDG_DATA_HOME": home}
        run = lambda *words: subprocess.run([TABLIER, *words], env=env, capture_output=True, text=True, check=False)
        out = os.path.join(home, "out")
        done = run("export", out, "--data", house.data)
        assert done.returncode == 0, done.stderr
        record = os.path.join(out, f"{table}.tablier")
        # Without the book it is asked for; with it, the other house shows the game.
        assert run("import", record, "--data", other.data).returncode == 2
        kept = os.path.join(home, "tablier/books")
        os.makedirs(kept, exist_ok=True)
        with open(os.path.join(kept, f"{digest(book)}.book"), "w", encoding="utf-8") as file:
            file.write(book)
        done = run("import", record, "--data", other.data)
        assert done.returncode == 0, done.stderr
        found = other.person("Eve").ask("list", what="finished")
        assert rows(other, "books") == 1 and rows(other, "tables") == 1, found


def test_forgotten_persons_leave_no_trace_of_their_books():
    ada, book = house.person("Ada"), text("mu")
    send(house, ada, book)
    who = ada.me["who"]
    assert rows(house, f"holders WHERE who = '{who}'") == 1
    ada.ask("forget", sure=True)
    assert rows(house, f"holders WHERE who = '{who}'") == 0


with House(leaks=True) as house:
    cases(globals())
