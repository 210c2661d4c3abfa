"""How games ended: one's own games, and the puzzle of the day among the others of a house."""
import datetime, os, sqlite3, subprocess, tempfile

from house import Client, House, TABLIER, cases


def day(back=0):
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=back)).date().isoformat()


def play(folder, date, moves):
    subprocess.run([TABLIER, "today", "topologic", "--day", date], input=moves, cwd=folder, check=True,
                   capture_output=True, text=True, timeout=300)


def saved(folder):
    with open(os.path.join(folder, "saved"), encoding="utf-8") as file:
        return file.read()


def secret_of(date):
    with tempfile.TemporaryDirectory() as folder:
        play(folder, date, "save saved\nquit\nno\n")
        truth = subprocess.run([TABLIER, "replay", "saved", "--seat", "all", "--json"], cwd=folder,
                               capture_output=True, text=True, check=True, timeout=300).stdout
        return truth.split('"secret":"')[1][:2]


def solved(date):
    """The record of a puzzle that was solved in one turn, and its secret."""
    secret = secret_of(date)
    with tempfile.TemporaryDirectory() as folder:
        play(folder, date, f"place {secret}\n" * 5 + "announce\nsave saved\n\n")
        return saved(folder), secret


def lost(date):
    """Sixty turns on the same tiles: the puzzle is over, and was not solved."""
    other = "A1" if secret_of(date) != "A1" else "B1"
    with tempfile.TemporaryDirectory() as folder:
        play(folder, date, f"place {other}\n" * 5 + "announce\n" * 60 + "save saved\n\n")
        return saved(folder)


def number(date):
    return int(date.replace("-", ""))


def test_a_result_is_replayed_and_told_as_numbers():
    ada, bob, eve = house.person("Ada"), house.person("Bob"), house.person("Eve")
    date = day()
    record, _ = solved(date)
    before = ada.ask("daily", game="topologic", day=date)
    assert before["mine"] is None and before["results"] is None
    after = ada.ask("daily", game="topologic", day=date, record=record)
    assert after["mine"] == {"result": 1} and after["day"] == number(date)
    assert after["players"] == before["players"] + 1
    lose = bob.ask("daily", game="topologic", day=date, record=lost(date))
    assert lose["mine"] == {"result": None}
    assert lose["results"] == [{"result": None, "count": 1}, {"result": 1, "count": 1}]
    looking = eve.ask("daily", game="topologic", day=date)
    assert looking == {"game": "topologic", "day": number(date), "mine": None, "results": None, "players": 2}
    told = str(bob.ask("daily", game="topologic", day=date))
    assert "Ada" not in told and ada.me["who"] not in told


def test_the_first_result_counts():
    ada = house.person("Ada")
    date = day(1)
    first = ada.ask("daily", game="topologic", day=date, record=lost(date))
    again = ada.ask("daily", game="topologic", day=date, record=solved(date)[0])
    assert first == again and again["mine"] == {"result": None}


def test_nothing_is_believed():
    ada = house.person("Ada")
    date, other = day(), day(2)
    record, secret = solved(date)
    unfinished = "\n".join(record.rstrip("\n").split("\n")[:-1]) + "\n"
    wrong = "A1" if secret != "A1" else "B1"
    for text in ("", "tablier 1\n", "result 1", unfinished,
                 record.replace(f"place {secret}", "place Z9"),
                 record.replace("seats 1", "seats 2"),
                 record.replace(f"seed {number(date)}", "seed 7"),
                 record.replace("option start free", "option start border"),
                 record.replace(f"place {secret}", f"place {wrong}"),
                 solved(other)[0],
                 record.replace("0 announce", "0 announce\n" * 700)):
        assert ada.refused("daily", game="topologic", day=date, record=text) == "rule", text[:60]
        ada = house.person("Ada")  # a few tries for each connection
    assert ada.ask("daily", game="topologic", day=date)["mine"] is None
    assert ada.refused("daily", game="archeologic", day=date, record=record) == "rule"
    assert ada.refused("daily", game="ancient", day=date) == "rule"
    assert ada.refused("daily", game="topologic", day="2026-02-30") == "form"


def test_days_that_are_not_now_are_refused():
    ada = house.person("Ada")
    old = day(9)
    assert ada.refused("daily", game="topologic", day=old, record=solved(old)[0]) == "rule"
    far = day(-3)
    record = solved(day())[0].replace(str(number(day())), str(number(far)))
    assert ada.refused("daily", game="topologic", day=far, record=record) == "rule"
    late = day(5)
    assert ada.ask("daily", game="topologic", day=late, record=solved(late)[0])["mine"] == {"result": 1}


def test_tries_are_limited():
    ada = house.person("Ada")
    whys = [ada.refused("daily", game="topologic", day=day(), record="x") for _ in range(20)]
    assert whys[0] == "rule" and whys[-1] == "rate"


def play_out(person, table):
    for _ in range(2000):
        t = person.until(table, lambda t: t["status"] == "over" or 0 in t["owes"])
        if t["status"] == "over":
            return t
        person.play(table, "announce" if "announce" in t["legal"] else t["legal"][0])
    raise AssertionError("it does not end")


def test_ones_own_games_are_kept():
    ada, bob = house.person("Ada"), house.person("Bob")
    table = ada.ask("create", game="topologic", seats=["me", "random"], options={"pawns": 3})["table"]
    result = play_out(ada, table)["result"]
    rows = ada.ask("results")["results"]
    assert ada.ask("results")["more"] is None
    assert [row["source"] for row in rows] == [table]
    row = rows[0]
    assert (row["game"], row["seats"], row["persons"], row["bot"]) == ("topologic", 2, 1, "random")
    assert row["points"] == result["points"][0] and row["place"] == result["place"][0]
    assert row["firsts"] == result["place"].count(1) and row["day"] is None and not row["helped"]
    assert bob.ask("results")["results"] == []


def test_who_gives_up_has_lost_and_an_abandoned_game_counts_for_nobody():
    ada, bob = house.person("Ada"), house.person("Bob")
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    bob.ask("sit", table=table)
    ada.ask("resign", table=table)
    assert [row["place"] for row in ada.ask("results")["results"]] == [2]
    mine = bob.ask("results")["results"]
    assert [(row["place"], row["persons"], row["bot"]) for row in mine] == [(1, 2, None)]
    table = ada.ask("create", game="topologic", seats=["me", "random"])["table"]
    ada.ask("offer", table=table, kind="abandon")
    ada.until(table, lambda t: t["status"] == "over")
    assert len(ada.ask("results")["results"]) == 1


def test_programs_have_no_list_of_their_own():
    ada = house.person("Ada")
    token = ada.ask("bot", name="Robot")["token"]
    robot = Client(house, token)
    table = robot.ask("create", game="topologic", seats=["me"])["table"]
    robot.ask("resign", table=table)
    assert robot.ask("results")["results"] == []


def test_results_go_with_the_person():
    ada, bob = house.person("Ada"), house.person("Bob")
    date = day(3)
    ada.ask("daily", game="topologic", day=date, record=solved(date)[0])
    bob.ask("daily", game="topologic", day=date, record=solved(date)[0])
    assert bob.ask("daily", game="topologic", day=date)["players"] == 2
    ada.ask("forget", sure=True)
    assert bob.ask("daily", game="topologic", day=date)["players"] == 1


def test_a_puzzle_is_among_ones_own_games():
    ada = house.person("Ada")
    date = day(4)
    ada.ask("daily", game="topologic", day=date, record=solved(date)[0])
    row = ada.ask("results")["results"][0]
    assert row["day"] == number(date) and row["points"] == 59 and row["place"] == 1


def test_an_older_file_tells_of_its_finished_games_and_keeps_them_when_tables_go():
    with House() as older:
        ada = older.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me"], options={"pawns": 3})["table"]
        ada.ask("resign", table=table)
        ada.until(table, lambda t: t["status"] == "over")
        token = ada.token
        older.stop()
        db = sqlite3.connect(os.path.join(older.data, "tablier.db"))
        # As the fourth version of the file was: results came with the fifth.
        db.executescript("""
            DROP TABLE house; DROP TABLE results; DROP TABLE books; DROP TABLE holders; DROP INDEX tables_by_book;
            ALTER TABLE tables DROP COLUMN book; ALTER TABLE lines DROP COLUMN said;
            ALTER TABLE tokens DROP COLUMN seen; ALTER TABLE tokens DROP COLUMN device;
            PRAGMA user_version = 4""")
        db.commit()
        db.close()
        older.open()
        ada = Client(older, token)
        assert [row["source"] for row in ada.ask("results")["results"]] == [table]
        older.stop()
        db = sqlite3.connect(os.path.join(older.data, "tablier.db"))
        db.execute("DELETE FROM tables")  # as a host's tidying does
        db.commit()
        db.close()
        older.open()
        ada = Client(older, token)
        assert [row["source"] for row in ada.ask("results")["results"]] == [table]


with House(leaks=True) as house:
    cases(globals())
