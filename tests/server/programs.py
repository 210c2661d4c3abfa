"""The example bots of examples/bots play over the network; records leave and come back."""
from house import *

HERE = os.path.dirname(os.path.abspath(__file__))
BOTS = os.path.join(HERE, "..", "..", "examples", "bots")


def test_the_example_bots_play_each_other():
    with House("--rate", "60") as house:  # the bots are faster
        ada = house.person("Ada")
        token = ada.ask("bot", name="Snake")["token"]
        table = ada.ask("create", game="topologic", seats=["open", "open"],
                        options={"pawns": 3})["table"]
        url = f"http://127.0.0.1:{house.port}"
        bots = [[sys.executable, os.path.join(BOTS, "table.py"), url, table, "--token", token],
                ["node", os.path.join(BOTS, "table.mjs"), url, table]]
        running = [subprocess.Popen(bot, stdout=subprocess.PIPE) for bot in bots]
        for bot in running:
            out, _ = bot.communicate(timeout=60)
            assert bot.returncode == 0 and b"over:" in out, out
        t = ada.ask("watch", table=table)
        assert t["result"]["why"] == "played"
        assert sorted(seat["program"] for seat in t["seats"]) == [False, True]


def test_records_leave_and_come_back():
    with House() as house, House() as other:
        ada = house.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me", "random"])["table"]
        ada.play(table, "secret C4")
        ada.until(table, lambda t: t["ply"] >= 2)
        running = ada.ask("create", game="topologic", seats=["me"])["table"]
        ada.ask("resign", table=table)
        folder = os.path.join(house.data, "out")
        done = subprocess.run([TABLIER, "export", folder, "--data", house.data],
                              capture_output=True, check=True)
        assert os.listdir(folder) == [table + ".tablier"], done
        with open(os.path.join(folder, table + ".tablier"), encoding="utf-8") as f:
            text = f.read()
        assert "# seat 0: Ada" in text and "# seat 1: bot random" in text
        assert text == house.http("GET", "/record/" + table)[2].decode()
        subprocess.run([TABLIER, "import", folder, "--data", other.data],
                       capture_output=True, check=True)
        eve = other.stranger()
        row, = eve.ask("list", what="finished")["tables"]
        assert row["ply"] >= 2 and row["result"]["why"] == "abandoned"
        record = other.http("GET", "/record/" + row["table"])[2].decode()
        played = lambda text: text[text.index("tablier 1\n"):]  # without the comments on top
        assert played(record) == played(text)
        subprocess.run([TABLIER, "export", folder, "--all", "--data", house.data],
                       capture_output=True, check=True)
        assert sorted(os.listdir(folder)) == sorted([table + ".tablier", running + ".tablier"])


def test_every_record_that_came_is_listed():
    with House() as house:
        folder = os.path.join(house.data, "in")
        os.mkdir(folder)
        for i in range(120):
            with open(os.path.join(folder, f"{i}.tablier"), "w", encoding="utf-8") as f:
                f.write(f"tablier 1\ngame topologic 1\nseats 2\nseed {i}\n\n0 secret A1\n")
        subprocess.run([TABLIER, "import", folder, "--data", house.data], capture_output=True, check=True)
        eve, before, seen = house.stranger(), 0, set()
        while before is not None:
            page = eve.ask("list", what="finished", before=before)
            seen |= {row["table"] for row in page["tables"]}
            before = page["more"]
        assert len(seen) == 120, len(seen)


def test_a_bad_record_is_refused_whole():
    with House() as house:
        bad = os.path.join(house.data, "bad.tablier")
        with open(bad, "w", encoding="utf-8") as f:
            f.write("tablier 1\ngame topologic 1\nseats 2\nseed 1\n\n0 secret Z9\n")
        done = subprocess.run([TABLIER, "import", bad, "--data", house.data], capture_output=True)
        assert done.returncode == 2 and b"line 6" in done.stderr
        assert house.stranger().ask("list", what="finished")["tables"] == []


cases(globals())
