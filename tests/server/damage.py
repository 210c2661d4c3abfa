"""Damage to the files of a house is said aloud, the table is kept aside, and the rest goes on."""
import sqlite3

from house import *

# A game that asking cannot end: the tests play whatever comes first.
GAME = "archeologic"


def files(house, end=""):
    return os.path.join(house.data, "tablier.db" + end)


def alone(house, name, moves):
    """A person with a table of one's own, and some moves played at it."""
    client = house.person(name)
    table = client.ask("create", game=GAME, seats=["me"])["table"]
    for _ in range(moves):
        client.play(table)
    return client, table


def again(client, table):
    client.again()
    client.tables = {}
    return client.ask("watch", table=table)


def aside(client, table):
    """The sentence with which a damaged table is refused."""
    client.again()
    try:
        client.ask("watch", table=table)
    except Refused as no:
        assert no.why == "damaged", no.why
        return no.text
    raise AssertionError("it was shown")


def check(house, lang="en"):
    done = subprocess.run([TABLIER, "check", "--data", house.data, "--lang", lang],
                          capture_output=True, timeout=PATIENCE)
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def reopen_heard(house):
    """Opens the house; what it said on standard error, with its log off."""
    with tempfile.TemporaryFile("w+") as heard:
        kept, sys.stderr = sys.stderr, heard
        try:
            house.open()
        finally:
            sys.stderr = kept
        heard.seek(0)
        return heard.read()


def rewrite(path, change):
    with open(path, "rb") as f:
        data = bytearray(f.read())
    data = change(data) or data
    with open(path, "wb") as f:
        f.write(data)


def flip_note(path, table, n):
    """Changes one bit in the text of ply n of a table, wherever it lies."""
    db = sqlite3.connect(path)
    key = db.execute("SELECT key FROM tables WHERE id = ?", (table,)).fetchone()[0]
    text = db.execute("SELECT plies FROM chapters WHERE key = ? ORDER BY n", (key,)).fetchone()[0]
    db.close()
    end = len(b"\n".join(text.split(b"\n")[:n + 1]))

    def change(data):
        # Freed pages may hold the same text once more: the one that is read is among them.
        at = data.find(text)
        assert at >= 0, "the chapter lies in one piece"
        while at >= 0:
            data[at + end - 1] ^= 1
            at = data.find(text, at + 1)

    rewrite(path, change)


def bound(house):
    """A clean stop and start: the moves are in chapters, and the log is in the file."""
    house.stop()
    house.open()
    house.stop()


def test_a_changed_move_keeps_its_table_aside_and_no_other():
    with House() as house:
        ada, table = alone(house, "Ada", 5)
        bob, other = alone(house, "Bob", 5)
        bound(house)
        flip_note(files(house), table, 3)
        said = reopen_heard(house)
        assert table in said and "after move 3" in said and other not in said, said
        assert "damaged" in aside(ada, table)
        assert house.http("GET", f"/api/table/{table}")[0] == 404
        assert again(bob, other)["ply"] == 5
        assert bob.play(other)["ply"] == 6
        assert house.metrics()["tablier_tables_damaged"] == 1
        # It stays aside over restarts, and nobody can write to it.
        house.stop()
        house.open()
        aside(ada, table)
        code, text = check(house)
        assert code == 1 and f"table {table}: damaged after move 3" in text and other not in text, text
        code, text = check(house, "fr")
        assert code == 1 and f"table {table} : abîmée après le coup 3" in text, text


def test_moves_before_the_damage_can_be_exported():
    with House() as house:
        ada, table = alone(house, "Ada", 5)
        bound(house)
        flip_note(files(house), table, 3)
        folder = os.path.join(house.data, "out")
        done = subprocess.run([TABLIER, "export", folder, "--all", "--data", house.data],
                              capture_output=True, timeout=PATIENCE)
        assert done.returncode == 1 and table.encode() in done.stderr, done
        with open(os.path.join(folder, table + ".tablier"), encoding="utf-8") as f:
            record = f.read()
        assert "# damaged" in record
        done = subprocess.run([TABLIER, "replay", os.path.join(folder, table + ".tablier")],
                              capture_output=True, timeout=PATIENCE)
        assert done.returncode == 0, done
        house.open()


def played_on(house):
    """One table whose moves are in the file, and one whose moves are in the log alone."""
    bob, other = alone(house, "Bob", 5)
    ada, table = alone(house, "Ada", 1)
    bound(house)
    house.open()
    for client, of in ((ada, table), (bob, other)):
        again(client, of)
    for _ in range(6):
        ada.play(table)
    house.kill()
    return ada, table, bob, other


def test_a_cut_log_is_noticed():
    with House() as house:
        ada, table, bob, other = played_on(house)
        rewrite(files(house, "-wal"), lambda data: data[:len(data) * 2 // 3])
        said = reopen_heard(house)
        assert table in said and "of 7 or more" in said and other not in said, said
        aside(ada, table)
        assert again(bob, other)["ply"] == 5
        assert bob.play(other)["ply"] == 6
        code, text = check(house)
        assert code == 1 and f"table {table}: moves are missing" in text and "7 or more" in text, text


def test_a_log_that_is_gone_is_noticed():
    with House() as house:
        ada, table, bob, other = played_on(house)
        os.unlink(files(house, "-wal"))
        house.open()
        aside(ada, table)
        assert again(bob, other)["ply"] == 5


def test_a_changed_log_is_noticed():
    with House() as house:
        ada, table, bob, other = played_on(house)

        def change(data):
            data[len(data) // 2] ^= 4
        rewrite(files(house, "-wal"), change)
        house.open()
        aside(ada, table)
        assert again(bob, other)["ply"] == 5


def test_tables_that_went_with_the_log_are_named():
    with House() as house:
        ada, table = alone(house, "Ada", 2)
        house.kill()
        for end in ("-wal", "-shm"):
            os.unlink(files(house, end))
        said = reopen_heard(house)
        assert table in said and "missing" in said, said
        assert house.http("GET", "/healthz")[0] == 200
        eve, new = alone(house, "Eve", 1)  # the house goes on
        assert again(eve, new)["ply"] == 1
        aside(eve, table)
        code, text = check(house)
        assert code == 1 and f"table {table}: the whole table is missing, with 2 moves" in text, text
        assert new not in text, text


def test_a_cut_file_is_said():
    with House() as house:
        alone(house, "Ada", 5)
        house.stop()
        whole = os.path.getsize(files(house))
        for part in (0.9, 0.5, 0.2):
            rewrite(files(house), lambda data: data[:int(whole * part)])
            code, text = check(house)
            assert code == 1 and "Traceback" not in text, text
            assert "file" in text or "damaged" in text, text
        done = subprocess.run([TABLIER, "serve", "--data", house.data, "--port", "0"],
                              capture_output=True, timeout=PATIENCE)
        assert done.returncode == 1 and b"damaged" in done.stderr, done
        shutil.rmtree(house.data)
        os.mkdir(house.data)
        house.open()


def test_wherever_the_file_is_damaged_the_house_neither_lies_nor_dies():
    """A page is spoilt, each in turn: whatever is still shown is what was played."""
    with House() as house:
        tables = [alone(house, f"P{i}", 4) for i in range(3)]
        truth = {table: client.tables[table]["view"] for client, table in tables}
        bound(house)
        with open(files(house), "rb") as f:
            good = f.read()
        with open(files(house, "-marks"), "rb") as f:
            marks = f.read()
        shown = refused = closed = 0
        for page in range(1, len(good) // 4096):
            for end in ("-wal", "-shm"):
                if os.path.exists(files(house, end)):
                    os.unlink(files(house, end))
            with open(files(house), "wb") as f:
                f.write(good[:page * 4096 + 2048] + bytes(2048) + good[page * 4096 + 4096:])
            with open(files(house, "-marks"), "wb") as f:
                f.write(marks)
            code, text = check(house)
            assert code in (0, 1), text
            try:
                house.open()
            except RuntimeError:
                house.process.wait()
                closed += 1
                continue
            for client, table in tables:
                try:
                    eve = house.stranger()
                    view = eve.ask("watch", table=table)["view"]
                    assert eve.tables[table]["ply"] == 4 and view["pawns"] == truth[table]["pawns"], (page, table)
                    shown += 1
                except (Refused, Closed):
                    refused += 1
                    assert code == 1, (page, text)
            house.kill()
        assert shown and refused, (shown, refused, closed)
        for end in ("", "-wal", "-shm", "-marks"):
            if os.path.exists(files(house, end)):
                os.unlink(files(house, end))
        house.open()


def test_a_sound_house_is_called_sound():
    with House() as house:
        ada, table = alone(house, "Ada", 3)
        code, text = check(house)  # beside the server
        assert code == 0 and "all is sound" in text, text
        for _ in range(5):
            ada.play(table)
            house.kill()
            code, text = check(house)
            assert code == 0, text
            said = reopen_heard(house)
            assert not said, said
            again(ada, table)
        ada.ask("undo", table=table)
        house.kill()
        code, text = check(house)
        assert code == 0, text
        house.open()
        again(ada, table)
        ada.ask("resign", table=table)
        house.stop()
        code, text = check(house, "fr")
        assert code == 0 and "tout est intact" in text, text
        house.open()


def test_check_beside_a_house_in_full_play():
    import threading
    with House() as house:
        players = [alone(house, f"P{i}", 0) for i in range(4)]
        stop, failed = threading.Event(), []

        def play(client, table):
            try:
                while not stop.is_set():
                    if client.tables[table]["status"] == "over":
                        table = client.ask("create", game=GAME, seats=["me"])["table"]
                    if client.tables[table]["ply"] > 12:
                        client.ask("undo", table=table)
                        client.ask("resign", table=table)
                        client.until(table, lambda t: t["status"] == "over")
                    else:
                        client.play(table)
            except Exception as why:
                failed.append(why)
        threads = [threading.Thread(target=play, args=p) for p in players]
        for t in threads:
            t.start()
        for _ in range(5):
            code, text = check(house)
            assert code == 0, text
        stop.set()
        for t in threads:
            t.join()
        assert not [f for f in failed if "twenty" not in str(f) and "full" not in str(f)], failed


def test_points_that_were_changed_are_noticed():
    with House() as house:
        ada, table = alone(house, "Ada", 2)
        ada.ask("resign", table=table)
        ada.until(table, lambda t: t["status"] == "over")
        house.stop()
        assert check(house)[0] == 0
        db = sqlite3.connect(files(house))
        db.execute("UPDATE results SET points = points + 1")
        db.commit()
        db.close()
        code, text = check(house)
        assert code == 1 and f"table {table}" in text and "points" in text, text
        house.open()


def test_a_backup_that_is_put_back_lacks_nothing():
    with House() as house:
        ada, table = alone(house, "Ada", 2)
        copy = os.path.join(house.data, "copy.db")
        subprocess.run([TABLIER, "backup", copy, "--data", house.data], check=True)
        for _ in range(3):
            ada.play(table)
        house.stop()
        for end in ("-wal", "-shm"):
            if os.path.exists(files(house, end)):
                os.unlink(files(house, end))
        shutil.copyfile(copy, files(house))
        assert not reopen_heard(house)
        assert again(ada, table)["ply"] == 2
        assert check(house)[0] == 0


def test_a_damaged_table_is_not_tidied_away():
    with House("--open-days", "0.00001", "--finished-days", "0.00001") as house:
        ada, table = alone(house, "Ada", 4)
        bound(house)
        flip_note(files(house), table, 1)
        db = sqlite3.connect(files(house))
        db.execute("UPDATE tables SET status = 2, why = 2, changed = 1")
        db.commit()
        db.close()
        house.open()
        bob = house.person("Bob")
        other = bob.ask("create", game="topologic", seats=["me", "open"])["table"]
        bob.ask("unwatch", table=other)
        assert waited_for(lambda: house.metrics()["tablier_tables_tidied_total"] >= 1)
        db = sqlite3.connect(files(house))
        assert db.execute("SELECT count(*) FROM tables WHERE id = ?", (table,)).fetchone()[0] == 1
        db.close()


def test_there_must_be_something_to_check():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([TABLIER, "check", "--data", folder], capture_output=True, timeout=PATIENCE)
        assert done.returncode == 2 and b"no tables" in done.stderr, done
        assert not os.listdir(folder)


if __name__ == "__main__":
    cases(globals())
