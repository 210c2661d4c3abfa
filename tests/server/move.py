"""A house moves from a folder into PostgreSQL and back: nothing is lost on the way, and games go on."""
import os, shutil, subprocess, tempfile

import house
from house import Client, House, TABLIER, cases

POSTGRES = house.POSTGRES
assert POSTGRES, "run by tests/postgres.py"


def open_at(data, in_postgres, *flags):
    house.POSTGRES = POSTGRES if in_postgres else None
    return House(*flags, data=data)


def address(data):
    house.POSTGRES = POSTGRES
    return house.place(data)[1]


def move(come_from, to):
    return subprocess.run([TABLIER, "move-house", come_from, to], capture_output=True, text=True, check=False)


def furnish(open_house):
    """People with a name, a passphrase, a program; tables that wait, run and are over; talk."""
    ada, bob = open_house.person("Ada"), open_house.person("Bob")
    ada.ask("passphrase", handle="ada_l", phrase="correct horse")
    ada.ask("bot", name="Engine")
    waiting = ada.ask("create", game="archives", seats=["me", "open"], public=True)["table"]
    running = ada.ask("create", game="topologic", seats=["me", "open"],
                      pace={"kind": "live", "main": 600, "plus": 5})["table"]
    bob.ask("sit", table=running)
    ada.until(running, lambda known: known["legal"])
    ada.play(running)
    ada.ask("chat", table=running, text="à toi")
    over = bob.ask("create", game="topologic", seats=["me", "easy"])["table"]
    bob.ask("resign", table=over)
    return ada.token, bob.token, waiting, running, over


def look(open_house, things):
    """All that can be seen of it, but not when."""
    ada_token, bob_token, waiting, running, over = things
    ada, bob = Client(open_house, ada_token), Client(open_house, bob_token)
    seen = [client.ask("me") for client in (ada, bob)]
    for client in (ada, bob):
        for table in (waiting, running, over):
            known = client.ask("watch", table=table)
            seen.append({key: known[key] for key in ("at", "ply", "status", "owes", "options", "view", "pace", "result")
                         if key in known})
            seen.append([(line["text"], line["who"]) for line in known["chat"]])
            seen.append([(seat.get("name"), seat.get("bot")) for seat in known["seats"]])
        seen.append(sorted(row["table"] for row in client.ask("list", what="mine")["tables"]))
        seen.append([(row["source"], row["place"], row["ended"]) for row in client.ask("results")["results"]])
    seen.append(ada.ask("bots"))
    seen.append(len(ada.ask("devices")["devices"]))
    seen.append(open_house.http("GET", f"/record/{over}")[2])
    return seen, ada, bob


def test_a_house_moves_into_postgresql_and_back():
    data, back = (tempfile.mkdtemp(prefix="tablier-move-") for _ in range(2))
    with open_at(data, False) as old:
        things = furnish(old)
        before, _, _ = look(old, things)
        done = move(data, address(data))
        assert done.returncode == 2 and "server plays there" in done.stderr, done
    done = move(data, address(data))
    assert (done.returncode, done.stdout) == (0, "3 persons moved\n3 tables moved\n"), done
    done = move(data, address(data))
    assert done.returncode == 2 and "not empty" in done.stderr, done
    with open_at(data, True) as new:
        after, _, bob = look(new, things)
        assert after == before
        running = things[3]
        bob.ask("play", table=running, at=bob.tables[running]["at"], moves=[bob.tables[running]["legal"][0]])
        later, _, _ = look(new, things)
        done = move(address(data), back)
        assert done.returncode == 2 and "server plays there" in done.stderr, done
    done = move(address(data), back)
    assert (done.returncode, done.stdout) == (0, "3 persons moved\n3 tables moved\n"), done
    with open_at(back, False) as again:
        assert look(again, things)[0] == later
        wrong, _, _ = again.http("POST", "/api/adopt", '{"handle":"ada_l","phrase":"wrong horse"}')
        right, _, _ = again.http("POST", "/api/adopt", '{"handle":"ada_l","phrase":"correct horse"}')
        assert (wrong, right) == (403, 200)
    done = subprocess.run([TABLIER, "check", "--data", back], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "all is sound" in done.stdout, done
    for folder in (data, back):
        shutil.rmtree(folder)


def test_a_house_that_is_not_there_does_not_move():
    with tempfile.TemporaryDirectory() as folder:
        done = move(os.path.join(folder, "none"), address(folder))
        assert done.returncode == 2 and "no tables are kept" in done.stderr, done


cases(globals())
