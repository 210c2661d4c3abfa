"""Restarts, crashes, clocks, backups: nothing acknowledged is ever lost."""
import random, resource, sqlite3, threading, time

from house import *


def two(house, **more):
    ada, bob = house.person("Ada"), house.person("Bob")
    table = ada.ask("create", game="topologic", seats=["me", "open"], **more)["table"]
    bob.ask("sit", table=table)
    ada.until(table, lambda t: t["status"] == "playing")
    return ada, bob, table


def in_time(tried):
    """A clock must not run out before the case has begun: a busy machine gets a longer one."""
    assert any(tried(main) for main in (1, 5, 25, 125))


KILLS = int(os.environ.get("KILLS", "4"))  # for nights: tools/soak


def test_kill_9_loses_no_acknowledged_move():
    dice = random.Random(9)
    with House() as house:
        for crash in range(KILLS):
            if crash % 4 == 0:  # before the game is over
                ada, bob, table = two(house)
            if crash and crash % 50 == 0:
                print(f"  {crash} kills", flush=True)
            for _ in range(12):
                k = ada.ask("watch", table=table)
                bob.ask("watch", table=table)
                player = ada if 0 in k["owes"] else bob
                legal = player.tables[table]["legal"]
                answer = player.play(table, dice.choice(legal))
            # One more that is sent but whose answer is never read.
            k = ada.ask("watch", table=table)
            bob.ask("watch", table=table)
            player = ada if 0 in k["owes"] else bob
            moves = [player.tables[table]["legal"][0]]
            at = player.tables[table]["at"]
            before = {c: c.ask("watch", table=table) for c in (ada, bob)}
            player.send("play", table=table, at=at, moves=moves)
            if crash % 2:
                time.sleep(0.05)
            house.kill()
            house.open(house.port)
            for c in (ada, bob):
                c.again()
                c.tables = {}
                after = c.ask("watch", table=table)
                assert after["ply"] in (k["ply"], k["ply"] + 1)
                assert after["scene"] == before[c]["scene"]
                if after["ply"] == k["ply"]:
                    for key in ("view", "legal", "owes", "at", "seats"):
                        if key != "seats":
                            assert after[key] == before[c][key], key
                    assert after["epoch"] != before[c]["epoch"]
            # Sent again, as a client does: it is there once, whether or not it was before.
            again = player.ask("play", table=table, at=at, moves=moves)
            assert again["ply"] == k["ply"] + 1
            assert player.ask("play", table=table, at=at, moves=moves)["ply"] == k["ply"] + 1


def test_many_tables_through_a_crash():
    for crash in range(1 + KILLS // 10):
        if crash and crash % 10 == 0:
            print(f"  {crash} kills", flush=True)
        play_many_tables_through_a_crash()


def play_many_tables_through_a_crash():
    with House() as house:
        tables = [two(house) for _ in range(10)]
        told = {}
        stop = threading.Event()

        def play(ada, bob, table):
            try:
                ada.play(table, "secret C4")
                bob.until(table, lambda t: t["ply"] == 1)
                bob.play(table, "secret D2")
                ada.until(table, lambda t: t["ply"] == 2)
                while not stop.is_set():
                    k = ada.tables[table]
                    note = "announce" if k["view"]["phase"] != "placing" or \
                        "announce" in k["legal"] else k["legal"][0]
                    told[table] = ada.play(table, note)["ply"]
                    if ada.tables[table]["owes"] != [0]:
                        return
            except (Closed, OSError):
                pass

        threads = [threading.Thread(target=play, args=args) for args in tables]
        for thread in threads:
            thread.start()
        waited_for(lambda: len(told) == len(tables))  # the crash comes in the middle of play
        house.kill()
        stop.set()
        for thread in threads:
            thread.join()
        house.open(house.port)
        eve = house.stranger()
        for ada, bob, table in tables:
            assert eve.ask("watch", table=table)["ply"] >= told.get(table, 0)


def test_a_full_disk_loses_nothing_that_was_told():
    with House() as house:
        ada, bob, table = two(house)
        eve = house.stranger()
        ada.play(table, "secret C4")
        bob.until(table, lambda t: t["ply"] == 1)
        size = os.path.getsize(os.path.join(house.data, "tablier.db-wal"))
        whole = resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (size, whole[1]))
        bob.send("play", table=table, at=1, moves=["secret D2"])
        for client in (bob, ada):
            try:
                while True:
                    assert "ply" not in client.receive() or client is ada
            except Closed as how:
                assert (how.code, how.reason) == (1011, "broken"), how
        assert eve.ask("ping")
        assert house.metrics()["tablier_commit_failures_total"] >= 1
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, whole)
        for client in (ada, bob):
            client.again()
            client.tables = {}
            assert client.ask("watch", table=table)["ply"] == 1
        assert bob.ask("play", table=table, at=1, moves=["secret D2"])["ply"] == 2


class FullDisk:
    """The server's files cannot grow."""

    def __init__(self, house):
        self.pid = house.process.pid
        self.size = os.path.getsize(os.path.join(house.data, "tablier.db-wal"))

    def __enter__(self):
        self.whole = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (self.size, self.whole[1]))

    def __exit__(self, *_):
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, self.whole)


def test_nobody_is_told_of_a_person_that_the_disk_did_not_take():
    with House() as house:
        house.person("Ada")
        with FullDisk(house):
            status, headers, body = house.http("POST", "/api/me", "")
            assert status == 503 and not headers["set-cookie"] and json.loads(body)["why"] == "broken", (status, body)
            assert house.http("GET", "/healthz")[0] == 200
        assert house.http("POST", "/api/me", "")[0] == 200


def test_a_clock_runs_on_after_a_full_disk():
    def runs_on(main):
        with House() as house:
            ada, bob, table = two(house, pace={"kind": "live", "main": main, "plus": 0})
            with FullDisk(house):
                ada.send("play", table=table, at=0, moves=["secret C4"])
                for client in (ada, bob):
                    try:
                        while "result" not in client.receive():
                            pass
                        return False
                    except Closed as how:
                        assert how.code == 1011
            # Nobody looks at the table meanwhile.
            assert waited_for(lambda: house.metrics()["tablier_games_over_total"] == 1)
            return True
    in_time(runs_on)


def test_a_folder_has_one_server():
    with House() as house:
        done = subprocess.run([TABLIER, "serve", "--data", house.data, "--bind", "127.0.0.1", "--port", "0"],
                              capture_output=True, timeout=PATIENCE)
        assert done.returncode == 1 and b"server" in done.stderr, done


def test_tables_of_other_rules_do_not_end_a_list():
    with House() as house:
        ada = house.person("Ada")
        tables = [ada.ask("create", game="topologic", seats=["me"])["table"]]
        for _ in range(54):
            ada.ask("resign", table=tables[-1])
            time.sleep(0.002)  # lists are ordered by the millisecond
            tables.append(ada.ask("rematch", table=tables[-1])["table"])
            ada.ask("unwatch", table=tables[-2])
        ada.ask("resign", table=tables[-1])
        house.stop()
        db = sqlite3.connect(os.path.join(house.data, "tablier.db"))
        db.execute("UPDATE tables SET edition = 99 WHERE id = ?", (tables[-3],))
        db.commit()
        db.close()
        house.open()
        ada.again()
        first = ada.ask("list", what="finished")
        assert len(first["tables"]) == 49 and first["more"]
        rest = ada.ask("list", what="finished", before=first["more"])
        assert len(rest["tables"]) == 5 and rest["more"] is None


def test_chat_seats_and_rematch_survive():
    with House() as house:
        ada, bob, table = two(house)
        ada.ask("chat", table=table, text="before")
        bob.ask("resign", table=table)
        new = ada.ask("rematch", table=table)["table"]
        house.kill()
        house.open(house.port)
        ada.again()
        bob.again()
        old = ada.ask("watch", table=table)
        assert old["chat"][0]["text"] == "before" and old["chat"][0]["name"] == "Ada"
        assert old["result"]["why"] == "resigned" and old["result"]["place"] == [1, 2]
        assert old["rematch"] == new
        assert bob.ask("rematch", table=table)["status"] == "playing"


def test_undo_survives():
    with House() as house:
        ada, bob, table = two(house)
        ada.play(table, "secret C4")
        at = ada.tables[table]["at"]
        ada.ask("undo", table=table)
        later = ada.tables[table]["at"]
        house.kill()
        house.open(house.port)
        ada.again()
        t = ada.ask("watch", table=table)
        assert t["ply"] == 0 and t["at"] == later > at
        assert ada.refused("play", table=table, at=at, moves=["secret A1"]) == "stale"
        assert ada.play(table, "secret A1")["ply"] == 1


def test_the_bot_goes_on_after_a_crash():
    with House("--bot-delay", "300") as house:
        ada = house.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me", "random"])["table"]
        ada.play(table, "secret C4")
        house.kill()
        house.open(house.port)
        ada.again()
        ada.ask("watch", table=table)
        ada.until(table, lambda t: t["ply"] == 2)


def test_sigterm_tells_the_players():
    with House() as house:
        ada = house.person("Ada")
        ada.ask("ping")
        assert house.stop() == 0
        assert ada.receive() == {"notice": "The house restarts: you will be reconnected.",
                                 "why": "stop"}
        try:
            ada.receive()
            raise AssertionError("still open")
        except Closed as how:
            assert how.code == 1001 and how.reason == "stop"


def test_a_live_clock_runs_out():
    def runs_out(main):
        with House() as house:
            ada, bob, table = two(house, pace={"kind": "live", "main": main, "plus": 0})
            try:
                bob.play(table, "secret D2")  # ada never does
            except Refused:
                return False
            t = bob.until(table, lambda t: t["status"] == "over")
            assert t["result"]["why"] == "time" and t["result"]["seat"] == 0
            assert t["result"]["place"] == [2, 1]
            assert t["clock"]["left"][0] == 0 and t["clock"]["left"][1] > 0
            return True
    in_time(runs_out)


class Since:
    """How much of a clock can have been spent since then: never more than has gone by."""

    def __init__(self):
        self.began = time.monotonic()

    def spends(self, of, left):
        """`left` milliseconds of a clock of so many seconds; a millisecond is rounding."""
        return of * 1000 - (time.monotonic() - self.began) * 1000 - 1 <= left <= of * 1000


def test_the_increment_comes_when_a_seat_is_done():
    with House() as house:
        since = Since()
        ada, bob, table = two(house, pace={"kind": "live", "main": 1000, "plus": 500})
        ada.play(table, "secret C4")
        clock = ada.tables[table]["clock"]
        assert since.spends(1500, clock["left"][0]) and clock["left"][1] <= 1000000
        assert clock["runs"] == [1]


def test_a_choice_taken_back_and_made_again_earns_the_increment_once():
    with House() as house:
        since = Since()
        ada, bob = house.person("Ada"), house.person("Bob")
        table = ada.ask("create", game="ancient", seats=["me", "open"],
                        pace={"kind": "live", "main": 1000, "plus": 500})["table"]
        bob.ask("sit", table=table)
        ada.until(table, lambda t: t["status"] == "playing")
        while 0 in ada.tables[table]["owes"]:
            last = next(note for note in ada.tables[table]["legal"] if note.startswith("discard"))
            ada.play(table, last)
        for _ in range(3):
            assert since.spends(1500, ada.tables[table]["clock"]["left"][0])
            ada.play(table, last.replace("discard", "keep"))
            assert since.spends(1000, ada.tables[table]["clock"]["left"][0])
            ada.play(table, last)


def test_undo_gives_the_increment_back():
    with House() as house:
        since = Since()
        ada, bob, table = two(house, pace={"kind": "live", "main": 1000, "plus": 500})
        for _ in range(3):
            assert since.spends(1500, ada.play(table, "secret C4")["clock"]["left"][0])
            left = ada.ask("undo", table=table)["clock"]["left"][0]
            assert since.spends(1000, left), left
        house.kill()
        house.open(house.port)
        ada.again()
        again = ada.ask("watch", table=table)["clock"]["left"][0]
        assert since.spends(1000, again) and again <= left


def test_clocks_run_on_while_the_house_is_closed():
    with House() as house:
        ada, bob, table = two(house, pace={"kind": "live", "main": 1000, "plus": 0})
        ada.play(table, "secret C4")
        before = ada.tables[table]["clock"]
        house.kill()
        time.sleep(0.7)
        house.open(house.port)
        ada.again()
        after = ada.ask("watch", table=table)["clock"]
        gone = after["time"] - before["time"]
        assert gone >= 700
        assert abs((before["left"][1] - after["left"][1]) - gone) < 30
        assert abs(before["left"][0] - after["left"][0]) < 30


def test_time_runs_out_while_the_house_is_closed():
    def runs_out(seconds):
        with House() as house:
            ada, bob, table = two(house, pace={"kind": "days", "days": seconds / 86400})
            try:
                ada.play(table, "secret C4")
            except Refused:
                return False
            house.kill()
            time.sleep(seconds)
            house.open(house.port)
            ada.again()
            ada.ask("watch", table=table)
            t = ada.until(table, lambda t: t["status"] == "over")
            assert t["result"]["why"] == "time" and t["result"]["seat"] == 1
            return True
    in_time(runs_out)


def test_idle_tables_leave_the_memory_and_come_back():
    with House("--idle-after", "100") as house:
        ada, bob, table = two(house)
        ada.play(table, "secret C4")
        before = bob.ask("watch", table=table)
        ada.close()
        bob.close()
        assert waited_for(lambda: house.metrics()["tablier_tables"] == 0)
        bob.connect()
        bob.tables = {}
        after = bob.ask("watch", table=table)
        assert after["view"] == before["view"] and after["legal"] == before["legal"]
        assert bob.play(table, "secret D2")["ply"] == 2


def test_backup_while_playing():
    with House() as house:
        ada, bob, table = two(house)
        ada.play(table, "secret C4")
        copy = os.path.join(house.data, "copy")
        os.mkdir(copy)
        file = os.path.join(copy, "tablier.db")
        subprocess.run([TABLIER, "backup", file, "--data", house.data], check=True)
        bob.play(table, "secret D2")
        with House(data=copy) as restored:
            again = Client(restored, ada.token)
            t = again.ask("watch", table=table)
            assert t["ply"] == 1 and t["you"] == 0 and t["seats"][1]["name"] == "Bob"
        bad = subprocess.run([TABLIER, "backup", "/nonexistent/x", "--data", house.data],
                             stderr=subprocess.PIPE)
        assert bad.returncode == 1 and bad.stderr


def test_tokens_and_passphrases_are_stored_hashed():
    with House() as house:
        ada = house.person("Ada")
        ada.ask("passphrase", handle="ada", phrase="correct horse")
        house.kill()
        for name in os.listdir(house.data):
            with open(os.path.join(house.data, name), "rb") as f:
                data = f.read()
            assert ada.token.encode() not in data and b"correct horse" not in data
            assert bytes.fromhex(ada.token) not in data
        house.open()


def test_a_newer_file_is_left_alone():
    with House() as house:
        house.stop()
        db = sqlite3.connect(os.path.join(house.data, "tablier.db"))
        db.execute("PRAGMA user_version = 999")
        db.commit()
        db.close()
        done = subprocess.run([TABLIER, "serve", "--data", house.data, "--port", "0"],
                              capture_output=True, timeout=PATIENCE)
        assert done.returncode == 1 and b"newer version" in done.stderr


def test_a_port_in_use_is_said():
    with House() as house:
        done = subprocess.run([TABLIER, "serve", "--data", house.data, "--bind", "127.0.0.1",
                               "--port", str(house.port)], capture_output=True, timeout=PATIENCE)
        assert done.returncode == 1 and b"port" in done.stderr


cases(globals())
