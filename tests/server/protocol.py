"""Every message of docs/protocol.md, and every reason to refuse it."""
import re
import subprocess
import tempfile
import time

from house import *

house = None


def two(**more):
    """Ada and Bob at a table that has begun."""
    ada, bob = house.person("Ada"), house.person("Bob")
    table = ada.ask("create", game="topologic", seats=["me", "open"], **more)["table"]
    bob.ask("sit", table=table)
    ada.until(table, lambda t: t["status"] == "playing")
    return ada, bob, table


def meet(*clients, table):
    """Waits until all know the same."""
    n = max(c.tables[table]["n"] for c in clients)
    for c in clients:
        c.until(table, lambda t: t["n"] >= n)


def hide_secrets(ada, bob, table):
    ada.play(table, "secret C4")
    bob.until(table, lambda t: t["ply"] == 1)
    bob.play(table, "secret D2")
    meet(ada, bob, table=table)


def test_hello_tells_server_and_person():
    ada = house.person("Ada")
    hello = ada.ask("hello")
    assert hello["server"] == "tablier" and hello["protocol"] == 1 and not hello["door"]
    assert hello["me"]["who"] == ada.me["who"] and hello["me"]["name"] == "Ada"
    assert house.stranger().ask("hello")["me"] is None
    assert house.stranger().ask("me") is None
    assert abs(ada.ask("ping")["time"] - time.time() * 1000) < 60000


def test_hello_with_a_token_becomes_that_person():
    ada, looker = house.person("Ada"), house.stranger()
    assert looker.ask("hello", token=ada.token)["me"]["who"] == ada.me["who"]
    assert looker.refused("hello", token="0" * 32) == "who"
    assert looker.refused("hello", token="rubbish") == "who"


def test_the_cookie_is_enough():
    status, headers, body = house.http("POST", "/api/me", "")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    me = json.loads(body)
    sent = {"Cookie": "other=1; " + cookie.split(";")[0]}
    status, headers, body = house.http("POST", "/api/me", "", sent)
    assert json.loads(body)["who"] == me["who"] and "set-cookie" not in headers
    assert Client(house, headers=sent).ask("me")["who"] == me["who"]
    status, headers, body = house.http("POST", "/api/leave", "", sent)
    assert status == 200 and "Max-Age=0" in headers["set-cookie"]


def test_rename():
    ada = house.person()
    assert ada.ask("me")["name"] == ""
    me = ada.ask("rename", name="Adélaïde \"A\" \\", colour=7)
    assert me["name"] == "Adélaïde \"A\" \\" and me["colour"] == 7
    for name in ("", "   ", "x" * 33, "a\nb"):
        assert ada.refused("rename", name=name) == "form"
    assert ada.refused("rename", name="Ada", colour=12) == "form"
    assert ada.refused("rename", name=3) == "form"
    assert house.stranger().refused("rename", name="Nobody") == "who"


def test_a_new_name_shows_at_the_table():
    ada, bob, table = two()
    bob.ask("rename", name="Robert")
    ada.until(table, lambda t: t["seats"][1]["name"] == "Robert")


def test_a_passphrase_carries_the_identity():
    ada = house.person("Ada")
    handle = "ada-" + ada.me["who"]
    assert ada.refused("passphrase", handle="A", phrase="long enough") == "form"
    assert ada.refused("passphrase", handle=handle, phrase="short") == "form"
    assert ada.ask("passphrase", handle=handle, phrase="correct horse")["handle"] == handle
    status, headers, body = house.http(
        "POST", "/api/adopt", json.dumps({"handle": handle, "phrase": "correct horse"}))
    assert status == 200 and json.loads(body)["who"] == ada.me["who"], body
    token = headers["set-cookie"].split(";")[0].split("=")[1]
    assert token != ada.token and Client(house, token).ask("me")["name"] == "Ada"
    for wrong in ({"handle": handle, "phrase": "wrong horse"},
                  {"handle": "nobody-at-all", "phrase": "correct horse"}):
        status, headers, body = house.http("POST", "/api/adopt", json.dumps(wrong))
        assert status == 403 and json.loads(body)["why"] == "wrong"
        assert "set-cookie" not in headers
    assert house.http("POST", "/api/adopt", "{")[0] == 400
    bob = house.person("Bob")
    assert bob.refused("passphrase", handle=handle, phrase="something else") == "full"


def adopt(handle, phrase, guest):
    """What a browser does that has the guest's cookie; (status, cookie's token, body)."""
    status, headers, body = house.http("POST", "/api/adopt",
                                       json.dumps({"handle": handle, "phrase": phrase}),
                                       {"Cookie": "tablier=" + guest.token} if guest else {})
    cookie = headers.get("set-cookie")
    return status, cookie and cookie.split(";")[0].split("=")[1], json.loads(body)


def somebody(name):
    """A person with a passphrase, and the handle."""
    ada = house.person(name)
    handle = "h-" + ada.me["who"]
    ada.ask("passphrase", handle=handle, phrase="correct horse")
    return ada, handle


def test_what_a_guest_has_is_the_persons_who_adopts_it():
    ada, handle = somebody("Ada")
    guest, bob, eve = house.person("Guest"), house.person("Bob"), house.stranger()
    table = guest.ask("create", game="topologic", seats=["me", "open"])["table"]
    bob.ask("sit", table=table)
    guest.play(table, "secret C4")
    guest.ask("chat", table=table, text="hello")
    waiting = guest.ask("create", game="topologic", seats=["me", "open"])["table"]
    over = guest.ask("create", game="topologic", seats=["me"])["table"]
    guest.ask("resign", table=over)
    robot = guest.ask("bot", name="Robot")
    eve.ask("watch", table=waiting)
    status, token, me = adopt(handle, "correct horse", guest)
    assert status == 200 and me["who"] == ada.me["who"], me
    seat = bob.until(table, lambda t: t["seats"][0]["who"] == me["who"])["seats"][0]
    assert seat["name"] == "Ada" and seat["here"]
    assert eve.until(waiting, lambda t: t["host"] == me["who"])["seats"][0]["name"] == "Ada"
    here = Client(house, token)  # the page opens its WebSocket again
    known = here.ask("watch", table=table)
    assert known["you"] == 0 and known["view"]["rounds"][1]["secret"] == "C4"
    assert known["chat"][0]["who"] == me["who"]
    bob.play(table, "secret D2")
    here.until(table, lambda t: t["ply"] == 2)
    here.play(table, "place A1")
    assert {row["table"] for row in here.ask("list", what="mine")["tables"]} == {table, waiting}
    assert [row["table"] for row in here.ask("list", what="finished")["tables"]] == [over]
    assert [bot["who"] for bot in here.ask("bots")["bots"]] == [robot["who"]]
    # The guest is no more, and its token opens nothing.
    assert Client(house, guest.token).ask("me") is None


def test_a_guest_at_ones_own_table_is_not_adopted():
    ada, handle = somebody("Ada")
    guest = house.person()
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    guest.ask("sit", table=table)
    other = guest.ask("create", game="topologic", seats=["me", "open"])["table"]
    status, token, answer = adopt(handle, "correct horse", guest)
    assert status == 409 and answer["why"] == "seat" and not token, answer
    assert "same table" in answer["no"]
    # Nothing has changed.
    assert guest.ask("watch", table=table)["you"] == 1 and guest.ask("me")["who"] == guest.me["who"]
    guest.ask("resign", table=table)
    status, token, me = adopt(handle, "correct horse", guest)
    assert status == 200 and Client(house, token).ask("watch", table=other)["you"] == 0


def test_only_guests_are_adopted():
    ada, handle = somebody("Ada")
    eve, other = somebody("Eve")
    table = eve.ask("create", game="topologic", seats=["me", "open"])["table"]
    status, token, me = adopt(handle, "correct horse", eve)  # another person, not a guest
    assert status == 200 and me["who"] == ada.me["who"]
    assert Client(house, eve.token).ask("watch", table=table)["you"] == 0
    status, token, answer = adopt(handle, "wrong horse", house.person())
    assert status == 403 and answer["why"] == "wrong"
    assert adopt(handle, "correct horse", ada)[2]["who"] == ada.me["who"]  # oneself


def test_a_table_that_nobody_completes_is_closed():
    def is_closed(seconds):
        with House("--open-days", f"{seconds / 86400:.8f}") as here:
            ada, bob, eve = here.person("Ada"), here.person("Bob"), here.stranger()
            table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
            begun = ada.ask("create", game="topologic", seats=["me"])["table"]
            try:
                eve.ask("watch", table=table)
            except Refused:
                return False
            for client in (ada, eve):
                closed = client.hear(lambda m: m.get("what") == "closed")
                assert closed["table"] == table and closed["why"] == "unused", closed
            assert bob.refused("sit", table=table) == "unknown"
            assert [row["table"] for row in ada.ask("list", what="mine")["tables"]] == [begun]
            assert here.metrics()["tablier_tables_tidied_total"] == 1
            # Those that left the memory go too; what happens at a table keeps it.
            gone = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
            ada.close()
            assert waited_for(lambda: here.metrics()["tablier_tables_tidied_total"] == 2)
            assert bob.refused("watch", table=gone) == "unknown"
            assert bob.ask("watch", table=begun)["status"] == "playing"
            return True
    assert any(is_closed(seconds) for seconds in (1, 5, 25, 125))  # a busy machine takes longer


def test_finished_tables_are_kept_unless_told_otherwise():
    with House("--finished-days", "0.00001") as here:
        ada = here.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me"])["table"]
        ada.ask("resign", table=table)
        assert ada.hear(lambda m: m.get("what") == "closed")["why"] == "old"
        assert ada.refused("watch", table=table) == "unknown"
        assert here.http("GET", "/record/" + table)[0] == 404


def test_forget_deletes_the_person():
    ada, bob, table = two()
    bob.ask("chat", table=table, text="remember me")
    ada.until(table, lambda t: t["chat"])
    assert bob.refused("forget", sure=False) == "form"
    bob.ask("forget", sure=True)
    try:
        bob.receive()
        raise AssertionError("the connection stays open")
    except Closed as closed:
        assert closed.code == 1000
    seat = ada.until(table, lambda t: t["seats"][1]["gone"])["seats"][1]
    assert seat["gone"] == "forgotten" and seat["who"] is None and seat["name"] == ""
    assert seat["bot"] == "normal"
    assert Client(house, bob.token).ask("me") is None
    assert "remember me" not in json.dumps(house.stranger().ask("watch", table=table))
    ada.play(table)
    ada.until(table, lambda t: t["ply"] >= 2)  # the bot plays on


def test_bot_tokens():
    ada = house.person("Ada")
    made = ada.ask("bot", name="Robot")
    robot = Client(house, made["token"])
    me = robot.ask("me")
    assert me["program"] and me["name"] == "Robot" and me["who"] == made["who"]
    assert ada.ask("bots")["bots"] == [{"who": made["who"], "name": "Robot"}]
    assert robot.refused("bot", name="Robot's robot") == "who"
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    robot.ask("sit", table=table)
    assert ada.until(table, lambda t: t["seats"][1]["program"])["seats"][1]["name"] == "Robot"
    assert house.person().refused("unbot", who=made["who"]) == "unknown"
    ada.ask("unbot", who=made["who"])
    assert ada.ask("bots")["bots"] == []
    assert Client(house, made["token"]).ask("me") is None


def test_games_lists_options_and_bots():
    games = house.stranger().ask("games")
    assert games == json.loads(house.http("GET", "/api/games")[2])
    topologic = next(g for g in games["games"] if g["id"] == "topologic")
    pawns = topologic["options"][0]
    assert pawns["id"] == "pawns" and pawns["min"] == 3 and pawns["usual"] == "5"
    shape = topologic["options"][1]
    assert shape["values"][0] == {"id": "rectangle", "label": "Rectangle"}
    moved = next(kind for kind in topologic["events"] if kind["id"] == "moved")
    assert moved["text"] == "{seat|You move|@ moves} pawn {0} to {1}."
    assert "random" in games["bots"] and "hard" in games["bots"]


def test_the_command_lists_the_games_in_the_same_words():
    told = subprocess.run([TABLIER, "games", "--json", "--lang", "en"], capture_output=True, check=True)
    assert told.stdout.strip() == house.http("GET", "/api/games")[2].strip()


def test_create_refuses_what_is_not_possible():
    ada = house.person("Ada")
    good = {"game": "topologic", "seats": ["me", "open"]}
    for why, change in [
        ("unknown", {"game": "chess"}), ("form", {"game": 3}),
        ("rule", {"seats": []}), ("rule", {"seats": ["me"] * 2}),
        ("rule", {"seats": ["me", "open", "open"]}), ("rule", {"seats": ["random", "random"]}),
        ("rule", {"seats": ["me", "genius"]}), ("form", {"seats": ["me", 3]}),
        ("rule", {"options": {"pawns": 9}}), ("rule", {"options": {"pawns": "nine"}}),
        ("rule", {"options": {"pawns": -1}}), ("rule", {"options": {"pawns": None}}),
        ("rule", {"options": {"colour": 1}}), ("form", {"options": []}),
        ("rule", {"pace": {"kind": "fast"}}), ("rule", {"pace": {}}),
        ("rule", {"pace": {"kind": "live", "main": 60}}),
        ("rule", {"pace": {"kind": "live", "main": 0, "plus": 0}}),
        ("rule", {"pace": {"kind": "live", "main": 60, "plus": 601}}),
        ("rule", {"pace": {"kind": "days", "days": 0}}),
        ("rule", {"pace": {"kind": "days", "days": 31}}),
        ("rule", {"pace": {"kind": "none", "more": 1}}),
        ("form", {"start": "now"}), ("form", {"public": "yes"}), ("form", {"secret": 1}),
    ]:
        assert ada.refused("create", **{**good, **change}) == why, change
    assert house.stranger().refused("create", **good) == "who"
    assert ada.refused("create", game="topologic") == "form"


def test_create_takes_options_and_pace():
    ada = house.person("Ada")
    t = ada.ask("create", game="topologic", seats=["me", "open"], public=True,
                options={"pawns": 3, "shape": "ribbon"}, start="host",
                pace={"kind": "live", "main": 300, "plus": 10})
    assert t["options"]["pawns"] == "3" and t["options"]["shape"] == "ribbon"
    assert t["options"]["tiebreak"] == "draw"
    assert t["pace"] == {"kind": "live", "main": 300, "plus": 10}
    assert t["status"] == "open" and t["you"] == 0 and t["host"] == ada.me["who"]
    assert t["scene"] is None and t["view"] is None and t["legal"] == [] and t["owes"] == []
    t = ada.ask("create", game="topologic", seats=["me", "open"], pace={"kind": "days", "days": 3})
    assert t["pace"]["days"] == 3 and not t["public"] and t["start"] == "full"


def test_an_option_that_tells_a_secret_is_not_told_while_the_match_runs():
    ada = house.person("Ada")
    t = ada.ask("create", game="archeologic", seats=["me"], options={"quest": "FR14X52C", "clues": "4"})
    assert t["status"] == "playing" and t["options"]["clues"] == "4"
    assert "quest" not in t["options"]
    assert "FR14X52C" not in str(ada.ask("watch", table=t["table"]))


def test_twenty_tables_are_enough():
    ada = house.person("Ada")
    for _ in range(20):
        ada.ask("create", game="topologic", seats=["me", "open"])
    assert ada.refused("create", game="topologic", seats=["me", "open"]) == "full"
    other = house.person("Bob").ask("create", game="topologic", seats=["me", "open"])["table"]
    assert ada.refused("sit", table=other) == "full"


def test_sitting_and_leaving():
    ada, bob, cyd = (house.person(n) for n in ("Ada", "Bob", "Cyd"))
    table = ada.ask("create", game="topologic", seats=["open", "me"], start="host")["table"]
    assert bob.refused("sit", table=table, seat=1) == "seat"
    assert bob.refused("sit", table=table, seat=9) == "seat"
    assert bob.refused("sit", table="aaaaaaaaaa") == "unknown"
    assert house.stranger().refused("sit", table=table) == "who"
    assert bob.ask("sit", table=table)["you"] == 0
    assert bob.ask("sit", table=table)["you"] == 0  # again: the same seat
    assert cyd.refused("sit", table=table) == "seat"
    assert cyd.refused("leave", table=table) == "seat"
    ada.ask("leave", table=table)
    seats = bob.until(table, lambda t: t["seats"][1]["kind"] == "open")
    assert seats["host"] == bob.me["who"]
    assert ada.until(table, lambda t: t["you"] is None)["host"] == bob.me["who"]
    bob.ask("leave", table=table)
    ada.hear(lambda m: m.get("what") == "closed")
    assert ada.refused("watch", table=table) == "unknown"


def test_the_host_arranges_the_seats():
    ada, bob = house.person("Ada"), house.person("Bob")
    table = ada.ask("create", game="topologic", seats=["me", "open"], start="host")["table"]
    bob.ask("sit", table=table)
    assert bob.refused("seat", table=table, seat=0, kind="open") == "seat"
    assert bob.refused("start", table=table) == "seat"
    ada.ask("seat", table=table, seat=1, kind="open")  # kicks
    assert bob.until(table, lambda t: t["you"] is None)["seats"][1]["kind"] == "open"
    assert ada.refused("start", table=table) == "status"
    assert ada.refused("seat", table=table, seat=0, kind="open") == "seat"
    assert ada.refused("seat", table=table, seat=7, kind="open") == "unknown"
    assert ada.refused("seat", table=table, seat=1, kind="person") == "form"
    assert ada.refused("seat", table=table, seat=1, kind="bot") == "rule"
    assert ada.refused("seat", table=table, seat=1, kind="bot", bot="genius") == "rule"
    ada.ask("seat", table=table, seat=1, kind="bot", bot="random")
    ada.ask("start", table=table)
    t = ada.until(table, lambda t: t["status"] == "playing")
    assert t["scene"] and t["view"] and len(t["legal"]) == 60
    for do, args in (("leave", {}), ("start", {}), ("seat", {"seat": 1, "kind": "open"})):
        assert ada.refused(do, table=table, **args) == "status"
    assert bob.refused("sit", table=table) == "status"


def test_no_bot_sits_before_a_paper_book():
    ada, bob, cyd = (house.person(name) for name in ("Ada", "Bob", "Cyd"))
    paper = {"game": "contrees", "options": {"book": "paper"}}
    try:
        ada.ask("create", seats=["me", "normal"], **paper)
        raise AssertionError("a bot sat down")
    except Refused as no:
        assert no.why == "rule" and "A bot cannot read a paper book" in str(no)
    table = ada.ask("create", seats=["me", "open", "open"], **paper)["table"]
    assert ada.refused("seat", table=table, seat=1, kind="bot", bot="normal") == "rule"
    bob.ask("sit", table=table)
    cyd.ask("sit", table=table)
    ada.until(table, lambda t: t["status"] == "playing")
    bob.close()
    ada.until(table, lambda t: not t["seats"][1]["here"])
    assert ada.refused("takeover", table=table, seat=1, bot="normal") == "rule"
    bob.connect()
    bob.ask("watch", table=table)
    bob.ask("resign", table=table)  # the others go on without him
    seat = ada.until(table, lambda t: t["seats"][1]["gone"])["seats"][1]
    assert seat["bot"] is None and ada.tables[table]["status"] == "playing"
    cyd.ask("watch", table=table)
    cyd.ask("resign", table=table)  # who would be left alone does not
    t = ada.until(table, lambda t: t["status"] == "over")
    assert t["result"]["why"] == "resigned" and t["result"]["seat"] == 2
    table = ada.ask("create", game="contrees", seats=["me", "normal"],
                    options={"book": "novella-fr"})["table"]
    assert ada.tables[table]["status"] == "playing"


def test_two_play_and_one_looks_on():
    ada, bob, table = two()
    eve = house.stranger()
    assert eve.ask("watch", table=table)["you"] is None
    assert ada.until(table, lambda t: t["lookers"] == 1)
    hide_secrets(ada, bob, table)
    eve.until(table, lambda t: t["ply"] == 2)
    assert [e["kind"] for e in eve.tables[table]["log"]] == ["chosen", "chosen", "begun"]
    assert [e["kind"] for e in ada.tables[table]["log"]] == ["chosen", "hidden", "chosen", "begun"]
    assert eve.tables[table]["legal"] == [] and \
        [r["secret"] for r in eve.tables[table]["view"]["rounds"]] == [None, None]
    assert ada.tables[table]["view"]["rounds"][1]["secret"] == "C4"
    assert bob.tables[table]["view"]["rounds"][1]["secret"] is None
    assert eve.refused("play", table=table, at=2, moves=["place A1"]) == "who"
    assert house.person().refused("play", table=table, at=2, moves=["place A1"]) == "seat"
    assert bob.refused("play", table=table, at=2, moves=["place A1"]) == "turn"
    ada.ask("play", table=table, at=2, moves=["place A1", "place B1", "PLACE  c1"])
    assert bob.until(table, lambda t: t["ply"] == 5)["view"]["pawns"] == ["A1", "B1", "C1"]
    eve.ask("unwatch", table=table)
    ada.until(table, lambda t: t["lookers"] == 0)


def test_all_moves_or_none():
    ada, bob, table = two()
    hide_secrets(ada, bob, table)
    for moves in (["place A1", "fly away"], ["place A1", "announce"], ["nothing"]):
        assert ada.refused("play", table=table, at=2, moves=moves) == "move", moves
    for moves in ([], ["place A1"] * 33, [3], ["x" * 64], "place A1"):
        assert ada.refused("play", table=table, at=2, moves=moves) == "form", moves
    assert ada.ask("watch", table=table)["ply"] == 2


def test_a_stale_move_is_refused():
    ada, bob, table = two()
    hide_secrets(ada, bob, table)
    ada.play(table, "place A1")
    assert ada.refused("play", table=table, at=2, moves=["place B1"]) == "stale"
    assert ada.refused("play", table=table, at=0, moves=["place B1"]) == "stale"
    assert ada.refused("play", table=table, at=99, moves=["place B1"]) == "stale"
    assert ada.refused("play", table=table, at=-1, moves=["place B1"]) == "form"


def test_a_repeated_move_is_played_once():
    ada, bob, table = two()
    hide_secrets(ada, bob, table)
    first = ada.ask("play", table=table, at=2, moves=["place A1", "place A1"])
    again = ada.ask("play", table=table, at=2, moves=["place A1", "PLACE A1"])
    assert first["ply"] == again["ply"] == 4 and first["at"] == again["at"]
    ada.again()  # over another connection
    assert ada.ask("play", table=table, at=2, moves=["place A1", "place A1"])["ply"] == 4
    assert ada.refused("play", table=table, at=2, moves=["place A1"]) == "stale"


def test_who_decides_at_the_same_time_is_not_late():
    ada, bob, table = two()
    ada.ask("play", table=table, at=0, moves=["secret C4"])
    assert bob.ask("play", table=table, at=0, moves=["secret D2"])["ply"] == 2


def test_the_gap_and_the_whole():
    ada, bob, table = two()
    ada.play(table, "secret C4")
    before = dict(bob.until(table, lambda t: t["ply"] == 1))
    bob.close()
    ada.ask("chat", table=table, text="are you there?")
    bob.connect()
    gap = bob.ask("watch", table=table, since=before["n"], epoch=before["epoch"])
    assert not gap["whole"] and gap["what"] == "gap" and "scene" not in gap
    assert [line["text"] for line in gap["chat"]] == ["are you there?"] and gap["log"] == []
    assert gap["n"] > before["n"]
    again = bob.ask("watch", table=table, since=gap["n"], epoch=before["epoch"])
    assert again["chat"] == [] and again["n"] == gap["n"]
    for args in ({}, {"since": 1}, {"since": 10**9, "epoch": before["epoch"]},
                 {"since": gap["n"], "epoch": before["epoch"] + 1}):
        assert bob.ask("watch", table=table, **args)["whole"], args
    whole = bob.ask("watch", table=table)
    assert whole["scene"] and len(whole["chat"]) == 1 and len(whole["log"]) == 1


def test_what_coming_back_costs_does_not_grow():
    ada, bob, table = two()
    hide_secrets(ada, bob, table)
    ada.ask("play", table=table, at=2, moves=["place A1"] * 5 + ["announce"])
    sizes = []
    for turn in range(25):
        k = ada.tables[table]
        a, b = (n for n in k["legal"] if n.startswith("move 1 ")), None
        ada.ask("play", table=table, at=k["at"], moves=[next(a), "announce"])
        before = len(ada.all)
        ada.ask("watch", table=table)
        sizes.append(len(ada.all[-1]))
        assert len(ada.tables[table]["log"]) <= 64
    # Topologic's view itself lists the announced turns: some 60 bytes each.
    assert sizes[-1] - sizes[-6] < 5 * 400, sizes


def test_undo_is_free_until_something_was_told():
    ada, bob, table = two()
    hide_secrets(ada, bob, table)
    ada.play(table, "place A1")
    bob.until(table, lambda t: t["ply"] == 3)
    at = ada.tables[table]["at"]
    assert ada.tables[table]["may_undo"]
    done = ada.ask("undo", table=table)
    assert done["ply"] == 2 and done["at"] > at and done["what"] == "undo"
    t = bob.until(table, lambda t: t["ply"] == 2)
    assert t["view"]["pawns"] == [] and all(e["ply"] <= 2 for e in t["log"])
    assert ada.refused("play", table=table, at=at, moves=["place B1"]) == "stale"
    ada.play(table, "place B1")
    meet(ada, bob, table=table)
    assert house.person().refused("undo", table=table) == "seat"


def test_undo_across_news_needs_consent():
    ada, bob, table = two()
    hide_secrets(ada, bob, table)
    ada.ask("play", table=table, at=2, moves=["place A1"] * 5 + ["announce"])
    assert not ada.tables[table]["may_undo"]
    assert ada.ask("undo", table=table) == {"offered": True}
    offer = bob.until(table, lambda t: t["offer"])["offer"]
    assert offer == {"kind": "undo", "by": 0, "ply": 7, "yes": [0], "wait": [1]}
    assert bob.refused("undo", table=table) == "status"
    bob.ask("answer", table=table, yes=False)
    assert ada.until(table, lambda t: t["what"] == "offer" and not t["offer"])["ply"] == 8
    ada.ask("undo", table=table)
    bob.until(table, lambda t: t["offer"])
    bob.ask("answer", table=table, yes=True)
    assert ada.until(table, lambda t: t["what"] == "undo")["ply"] == 7
    assert bob.until(table, lambda t: t["what"] == "undo")["view"]["rounds"][0]["history"] == []
    assert bob.refused("answer", table=table, yes=True) == "status"
    meet(ada, bob, table=table)
    ada.ask("undo", table=table)  # "place" told nothing: at once
    assert ada.tables[table]["ply"] == 6
    # A gap never hides an undo.
    assert ada.ask("watch", table=table, since=3, epoch=ada.tables[table]["epoch"])["whole"]


def test_nothing_to_take_back():
    ada, bob, table = two()
    assert ada.refused("undo", table=table) == "status"


def test_bots_agree_to_undo():
    ada = house.person("Ada")
    table = ada.ask("create", game="topologic", seats=["me", "random"])["table"]
    ada.play(table, "secret C4")
    ada.until(table, lambda t: t["ply"] >= 2)
    ada.ask("play", table=table, at=ada.tables[table]["at"],
            moves=["place A1"] * 5 + ["announce"])
    assert not ada.tables[table]["may_undo"]  # not free, but there is nobody to ask
    assert ada.ask("undo", table=table)["ply"] == 7


def test_a_decision_means_no_to_an_offer():
    ada, bob, table = two()
    bob.ask("offer", table=table, kind="abandon")
    ada.until(table, lambda t: t["offer"])
    assert ada.play(table)["offer"] is None
    assert bob.until(table, lambda t: t["ply"] == 1)["offer"] is None


def test_resign():
    ada, bob, table = two()
    bob.ask("resign", table=table)
    t = ada.until(table, lambda t: t["status"] == "over")
    assert t["result"]["why"] == "resigned" and t["result"]["seat"] == 1
    assert t["result"]["place"] == [1, 2] and t["owes"] == [] and t["legal"] == []
    for do, args in (("resign", {}), ("undo", {}), ("offer", {"kind": "draw"}),
                     ("play", {"at": 0, "moves": ["secret C4"]}), ("hint", {"step": 0}),
                     ("answer", {"yes": True}), ("takeover", {"seat": 1, "bot": "easy"})):
        assert ada.refused(do, table=table, **args) == "status", do


def test_draw_and_abandon():
    ada, bob, table = two()
    assert ada.refused("offer", table=table, kind="peace") == "form"
    assert ada.refused("answer", table=table, yes=True) == "status"
    ada.ask("offer", table=table, kind="draw")
    assert ada.refused("offer", table=table, kind="draw") == "status"
    assert bob.until(table, lambda t: t["offer"])["offer"]["kind"] == "draw"
    bob.ask("answer", table=table, yes=True)
    t = ada.until(table, lambda t: t["status"] == "over")
    assert t["result"]["why"] == "draw" and t["result"]["place"] == [1, 1]
    cyd = house.person("Cyd")
    table = cyd.ask("create", game="topologic", seats=["me", "random"])["table"]
    assert cyd.refused("offer", table=table, kind="draw") == "seat"
    cyd.ask("offer", table=table, kind="abandon")
    t = cyd.until(table, lambda t: t["status"] == "over")
    assert t["result"] == {"why": "abandoned", "seat": None, "helped": [], "points": None, "place": None}


def test_rematch_turns_the_seats():
    ada, bob, table = two()
    assert ada.refused("rematch", table=table) == "status"
    ada.ask("resign", table=table)
    bob.until(table, lambda t: t["status"] == "over")
    assert house.person().refused("rematch", table=table) == "seat"
    bob.close()  # nobody needs to be here
    new = ada.ask("rematch", table=table)
    assert new["status"] == "open" and new["you"] == 1
    assert new["seats"][0]["kind"] == "invited" and new["seats"][0]["who"] == bob.me["who"]
    assert house.person().refused("sit", table=new["table"]) == "seat"
    assert ada.until(table, lambda t: t["rematch"])["rematch"] == new["table"]
    bob.connect()
    rows = bob.ask("list", what="mine")["tables"]
    assert [row["table"] for row in rows] == [new["table"]]
    joined = bob.ask("rematch", table=table)
    assert joined["table"] == new["table"] and joined["you"] == 0
    assert joined["status"] == "playing"
    ada.until(new["table"], lambda t: t["status"] == "playing" and t["scene"])


def test_chat():
    ada, bob, table = two()
    ada.ask("chat", table=table, text="Bonne chance \u2665 \"B\"")
    line = bob.until(table, lambda t: t["chat"])["chat"][0]
    assert line["text"] == "Bonne chance \u2665 \"B\"" and line["name"] == "Ada"
    for text in ("", "x" * 301, "a\u0007b", 3):
        assert ada.refused("chat", table=table, text=text) == "form"
    assert house.stranger().refused("chat", table=table, text="hi") == "who"
    for _ in range(4):
        ada.ask("chat", table=table, text="blah")
    assert ada.refused("chat", table=table, text="blah") == "rate"


def test_hints_and_advice():
    ada, bob, table = two(options={"aid": "show"}, helps=True)
    hide_secrets(ada, bob, table)
    assert ada.ask("hint", table=table, step=0)["text"].endswith("60")
    french = ada.ask("hint", table=table, step=0, lang="fr")["text"]
    assert french.endswith("60") and french != ada.ask("hint", table=table, step=0)["text"]
    assert ada.ask("hint", table=table, step=2)["text"] is None
    assert bob.ask("hint", table=table, step=0)["text"] is None
    assert ada.refused("hint", table=table, step=101) == "form"
    assert ada.refused("advise", table=table) == "rule" and not ada.tables[table]["advice"]
    ada, bob, table = two(options={"aid": "advise"}, helps=True)
    assert ada.tables[table]["advice"]
    hide_secrets(ada, bob, table)
    advice = ada.ask("advise", table=table, bot="random")
    assert advice["note"] in ada.tables[table]["legal"] and advice["at"] == 2
    assert ada.refused("advise", table=table, bot="genius") == "rule"
    assert bob.refused("advise", table=table) == "turn"
    # A decision of several parts is advised part by part, and nothing is played.
    more = ada.ask("advise", table=table, bot="random", after=["place A1"])
    assert more["note"].startswith("place ") and ada.tables[table]["ply"] == 2
    assert ada.refused("advise", table=table, after=["place Z9"]) == "rule"
    assert ada.refused("advise", table=table, after=["place A1"] * 17) == "form"
    scored = ["place A1"] * 5 + ["announce"]
    assert ada.refused("advise", table=table, after=scored) == "rule"  # the score would be told
    bob.ask("resign", table=table)
    assert ada.until(table, lambda t: t["result"])["result"]["helped"] == [0]


def test_between_persons_help_is_the_hosts_to_allow():
    ada, bob, table = two()
    t = ada.tables[table]
    assert not t["helps"] and not t["hints"] and not t["advice"]
    hide_secrets(ada, bob, table)
    assert ada.refused("hint", table=table, step=0) == "rule"
    assert ada.refused("advise", table=table) == "rule"
    bob.ask("resign", table=table)
    assert ada.until(table, lambda t: t["result"])["result"]["helped"] == []
    again = ada.ask("create", game="topologic", seats=["me", "easy"])
    assert again["helps"] and again["hints"] and again["advice"]
    assert ada.ask("create", game="topologic", seats=["me", "open"], helps=True)["helps"]


def test_bots_play_a_whole_game():
    ada = house.person("Ada")
    table = ada.ask("create", game="topologic", seats=["me", "random"],
                    options={"pawns": 3})["table"]
    for _ in range(2000):
        t = ada.until(table, lambda t: t["status"] == "over" or 0 in t["owes"])
        if t["status"] == "over":
            break
        moves = t["legal"]
        ada.play(table, "announce" if "announce" in moves else moves[0])
    assert t["result"]["why"] == "played"


def test_a_solo_game_begins_at_once():
    ada = house.person("Ada")
    t = ada.ask("create", game="topologic", seats=["me"])
    assert t["status"] == "playing" and t["owes"] == [0]
    ada.ask("resign", table=t["table"])
    assert ada.until(t["table"], lambda t: t["status"] == "over")["result"]["place"] == [0]


def test_lists():
    ada, bob, table = two(public=True)
    private = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    public = ada.ask("create", game="topologic", seats=["me", "open"], public=True)["table"]
    eve = house.stranger()
    ids = lambda client, what, **more: [r["table"] for r in client.ask("list", what=what, **more)["tables"]]
    assert set(ids(ada, "mine")) == {table, private, public} and ids(bob, "mine") == [table]
    assert public in ids(eve, "open") and private not in ids(eve, "open")
    assert table in ids(eve, "live") and public not in ids(eve, "live")
    assert public in ids(eve, "open", game="topologic") and ids(eve, "open", game="go") == []
    row = next(r for r in bob.ask("list", what="mine")["tables"] if r["table"] == table)
    assert row["your_turn"] and row["you"] == 1 and row["status"] == "playing"
    bob.ask("resign", table=table)
    assert table in ids(ada, "finished") and table in ids(eve, "finished")
    assert table not in ids(ada, "mine")
    assert eve.refused("list", what="everything") == "unknown"
    assert eve.refused("list", what="mine") == "who"
    assert ids(eve, "finished", before=1) == []


def test_replay_and_record():
    ada, bob, table = two()
    hide_secrets(ada, bob, table)
    ada.play(table, "place A1")
    assert ada.refused("replay", table=table, ply=0, **{"as": "truth"}) == "status"
    status, headers, body = house.http("GET", "/record/" + table)
    assert status == 403 and json.loads(body)["why"] == "secret"
    ada.ask("resign", table=table)
    eve = house.stranger()
    truth = eve.ask("replay", table=table, ply=2, **{"as": "truth"})
    assert truth["plies"] == 3 and truth["note"] == "secret D2" and truth["seat"] == 1
    assert [r["secret"] for r in truth["view"]["rounds"]] == ["D2", "C4"]
    assert [e["kind"] for e in truth["log"]] == ["chosen", "hidden", "begun"]
    seat = eve.ask("replay", table=table, ply=2, **{"as": 0})
    assert [r["secret"] for r in seat["view"]["rounds"]] == [None, "C4"]
    assert [e["kind"] for e in seat["log"]] == ["chosen", "begun"]
    public = eve.ask("replay", table=table, ply=0, **{"as": "public"})
    assert public["note"] is None and public["owes"] == [0, 1]
    for args in ({"ply": 4, "as": 0}, ):
        assert eve.refused("replay", table=table, **args) == "unknown"
    for args in ({"ply": 1, "as": 2}, {"ply": 1, "as": "me"}, {"ply": -1, "as": 0},
                 {"ply": 1, "as": None}):
        assert eve.refused("replay", table=table, **args) == "form", args
    status, headers, body = house.http("GET", "/record/" + table)
    assert status == 200 and body.decode().endswith("0 secret C4\n1 secret D2\n0 place A1\n")
    assert body.decode().startswith(
        f"# table {table}\n# seat 0: Ada\n# seat 1: Bob\n# result: resigned by seat 0\ntablier 1\n")
    assert [seat["name"] for seat in truth["seats"]] == ["Ada", "Bob"]
    assert truth["result"]["why"] == "resigned" and truth["result"]["place"] == [2, 1]
    assert house.http("GET", "/record/nosuchtable")[0] == 404


def seed_of(here, table):
    record = here.http("GET", "/record/" + table)[2].decode()
    return re.search("^seed (.*)$", record, re.M)[1]


def test_every_match_has_a_secret_key_of_its_own():
    keys = set()
    for _ in range(3):
        ada, bob, table = two()
        hide_secrets(ada, bob, table)
        ada.ask("resign", table=table)
        bob.until(table, lambda t: t["status"] == "over")
        keys.add(seed_of(house, table))
        again = ada.ask("rematch", table=table)["table"]
        bob.ask("rematch", table=table)
        ada.ask("resign", table=again)
        keys.add(seed_of(house, again))
    assert len(keys) == 6 and all(re.fullmatch("[0-9a-f]{64}", key) for key in keys), keys


def test_a_record_with_a_key_is_replayed_by_the_program():
    ada, bob, table = two()
    hide_secrets(ada, bob, table)
    ada.play(table, "place A1")
    ada.ask("resign", table=table)
    record = house.http("GET", "/record/" + table)[2]
    with tempfile.NamedTemporaryFile(suffix=".record") as f:
        f.write(record)
        f.flush()
        done = subprocess.run([TABLIER, "replay", f.name], capture_output=True, timeout=600)
    assert done.returncode == 0 and b"A1" in done.stdout, done


def test_a_match_of_an_older_house_keeps_its_number_and_its_rematch_has_a_key():
    with House() as older:
        ada = older.person("Ada")
        table = ada.ask("create", game="topologic", seats=["me"])["table"]
        ada.ask("resign", table=table)
        older.stop()
        older.change("UPDATE tables SET seed = 7")
        older.open()
        ada = Client(older, ada.token)
        assert seed_of(older, table) == "7"
        new = ada.ask("rematch", table=table)["table"]
        ada.ask("resign", table=new)
        assert re.fullmatch("[0-9a-f]{64}", seed_of(older, new))


def test_a_replay_tells_who_played_and_how_it_ended():
    eve = house.stranger()
    ada, bob, table = two()
    ada.ask("offer", table=table, kind="abandon")
    bob.until(table, lambda t: t["offer"])
    bob.ask("answer", table=table, yes=True)
    abandoned = (table, {"why": "abandoned", "seat": None, "helped": [], "points": None, "place": None},
                 "# result: abandoned\n")
    ada, bob, table = two(pace={"kind": "days", "days": 0.00001})
    ada.until(table, lambda t: t["status"] == "over")
    late = (table, {"why": "time"}, "# result: out of time: seat ")
    ada, bob, table = two()
    ada.ask("offer", table=table, kind="draw")
    bob.until(table, lambda t: t["offer"])
    bob.ask("answer", table=table, yes=True)
    drawn = (table, {"why": "draw", "place": [1, 1]}, "# result: draw agreed\n")
    for table, result, line in (abandoned, late, drawn):
        end = eve.ask("replay", table=table, ply=0, **{"as": "public"})
        assert [seat["name"] for seat in end["seats"]] == ["Ada", "Bob"]
        assert {key: end["result"][key] for key in result} == result
        record = house.http("GET", "/record/" + table)[2].decode()
        assert line in record and "# seat 1: Bob\n" in record, record
        row = json.loads(house.http("GET", "/api/table/" + table)[2])
        assert row["seats"] == end["seats"] and row["result"] == end["result"]
        assert row["status"] == "over" and row["you"] is None
    assert house.http("GET", "/api/table/nosuchtable")[0] == 404
    cyd = house.person("Cyd")
    table = cyd.ask("create", game="topologic", seats=["random", "me"])["table"]
    cyd.ask("resign", table=table)
    record = house.http("GET", "/record/" + table)[2].decode()
    assert "# seat 0: bot random\n# seat 1: Cyd\n# result: resigned by seat 1\n" in record


def test_a_bot_stands_in_for_who_is_away():
    with House("--away-after", "3000") as here:
        global house
        outside, house = house, here
        try:
            ada, bob, table = two()
        finally:
            house = outside
        assert ada.refused("takeover", table=table, seat=1, bot="random") == "seat"
        assert ada.tables[table]["seats"][1]["replaced_in"] is None
        bob.close()
        t = ada.until(table, lambda t: not t["seats"][1]["here"])
        assert 0 <= t["seats"][1]["replaced_in"] <= 3000 and t["seats"][0]["replaced_in"] is None
        assert waited_for(lambda: ada.ask("watch", table=table)["seats"][1]["replaced_in"] == 0)
        for why, args in (("unknown", {"seat": 0, "bot": "random"}),
                          ("unknown", {"seat": 5, "bot": "random"}),
                          ("rule", {"seat": 1, "bot": "genius"})):
            assert ada.refused("takeover", table=table, **args) == why
        ada.ask("takeover", table=table, seat=1, bot="random")
        seat = ada.until(table, lambda t: t["seats"][1]["bot"])["seats"][1]
        assert seat["bot"] == "random" and seat["replaced_in"] is None
        assert ada.refused("takeover", table=table, seat=1, bot="random") == "seat"
        ada.until(table, lambda t: t["ply"] == 1)  # the bot hides a secret
        ada.play(table, "secret C4")
        bob.connect()
        bob.ask("watch", table=table)
        assert bob.refused("play", table=table, at=1, moves=["secret A1"]) == "seat"
        t = bob.ask("sit", table=table)
        assert t["you"] == 1 and t["seats"][1]["bot"] is None
        ada.until(table, lambda t: t["seats"][1]["bot"] is None)


def test_more_than_32_tables_cannot_be_watched():
    tables = []
    for _ in range(2):
        ada = house.person()
        tables += [ada.ask("create", game="topologic", seats=["me", "open"])["table"]
                   for _ in range(17)]
    eve = house.stranger()
    for table in tables[:32]:
        eve.ask("watch", table=table)
    assert eve.refused("watch", table=tables[32]) == "full"
    eve.ask("unwatch", table=tables[0])
    eve.ask("watch", table=tables[32])


def test_a_house_with_a_door():
    with House("--door", "open sesame") as private:
        ada = private.person()
        assert ada.ask("hello")["door"] and not ada.ask("me")["door"]
        assert ada.refused("list", what="open") == "door"
        assert ada.refused("rename", name="Ada") == "door"
        assert ada.refused("hello", door="open barley") == "wrong"
        assert ada.ask("hello", door="open sesame")["me"]["door"]
        table = ada.ask("create", game="topologic", seats=["me"])["table"]
        ada.ask("resign", table=table)
        ada.again()
        assert ada.ask("list", what="mine")["tables"] == []  # said once, remembered
        assert private.http("GET", "/record/" + table)[0] == 403
        assert private.http("GET", "/api/table/" + table)[0] == 403
        assert private.http("GET", "/record/" + table,
                            headers={"Authorization": "Bearer " + ada.token})[0] == 200
        for _ in range(5):
            ada.refused("hello", door="x")
        assert ada.refused("hello", door="open sesame") == "rate"


def test_who_comes_back_to_a_table_that_has_begun_gets_its_scene():
    ada, bob = house.person("Ada"), house.person("Bob")
    before = ada.ask("create", game="topologic", seats=["me", "open"])
    table = before["table"]
    ada.close()
    bob.ask("sit", table=table)
    ada.connect()
    t = ada.ask("watch", table=table, since=before["n"], epoch=before["epoch"])
    assert t["status"] == "playing" and t.get("scene"), t.keys()


def test_a_bots_decision_is_no_answer_to_an_offer():
    with House("--bot-delay", "300") as here:
        ada, bob = here.person("Ada"), here.person("Bob")
        table = ada.ask("create", game="ancient", seats=["random", "me", "open"])["table"]
        bob.ask("sit", table=table)
        ada.ask("offer", table=table, kind="abandon")
        t = ada.until(table, lambda t: t["ply"] > 0)
        assert t["offer"] and t["offer"]["wait"] == [2], t["offer"]
        bob.ask("answer", table=table, yes=True)
        ada.until(table, lambda t: t["status"] == "over")


def test_an_offer_waits_for_who_takes_a_seat_back_too():
    with House("--away-after", "50") as here:
        ada, bob, cyd = (here.person(name) for name in ("Ada", "Bob", "Cyd"))
        table = ada.ask("create", game="archives", seats=["me", "open", "open"])["table"]
        bob.ask("sit", table=table)
        cyd.ask("sit", table=table)
        cyd.close()
        ada.until(table, lambda t: not t["seats"][2]["here"])
        assert waited_for(lambda: ada.ask("watch", table=table)["seats"][2]["replaced_in"] == 0)
        ada.ask("takeover", table=table, seat=2, bot="random")
        ada.ask("offer", table=table, kind="abandon")
        assert bob.until(table, lambda t: t["offer"])["offer"]["wait"] == [1]
        cyd.again()
        cyd.ask("sit", table=table)
        assert bob.until(table, lambda t: t["seats"][2]["bot"] is None)["offer"]["wait"] == [1, 2]


def test_an_offer_ends_when_another_takes_a_seat_over():
    with House("--away-after", "50") as here:
        ada, bob = here.person("Ada"), here.person("Bob")
        table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
        bob.ask("sit", table=table)
        for kind in ("draw", "abandon"):
            ada.until(table, lambda t: t["status"] == "playing")
            ada.ask("offer", table=table, kind=kind)
            bob.close()
            ada.until(table, lambda t: not t["seats"][1]["here"])
            time.sleep(0.1)
            ada.ask("takeover", table=table, seat=1, bot="random")
            t = ada.until(table, lambda t: t["seats"][1]["bot"])
            assert t["offer"] is None and t["status"] == "playing"
            bob.connect()
            bob.ask("sit", table=table)
            ada.until(table, lambda t: t["seats"][1]["bot"] is None)


def test_an_offer_ends_when_its_author_resigns():
    ada, bob, cyd = (house.person(n) for n in ("Ada", "Bob", "Cyd"))
    table = ada.ask("create", game="archeologic", seats=["me", "open", "open"])["table"]
    bob.ask("sit", table=table)
    cyd.ask("sit", table=table)
    ada.ask("offer", table=table, kind="abandon")
    bob.until(table, lambda t: t["offer"])
    ada.ask("resign", table=table)
    t = bob.until(table, lambda t: t["seats"][0]["gone"])
    assert t["offer"] is None and t["status"] == "playing"


def test_who_watches_too_many_tables_makes_none_and_sits_nowhere():
    ada, bob = house.person("Ada"), house.person("Bob")
    for _ in range(2):
        other = house.person()
        for _ in range(16):
            ada.ask("watch", table=other.ask("create", game="topologic", seats=["me", "open"])["table"])
    table = bob.ask("create", game="topologic", seats=["me", "open"])["table"]
    assert ada.refused("create", game="topologic", seats=["me", "open"]) == "full"
    assert ada.refused("sit", table=table) == "full"
    assert ada.ask("list", what="mine")["tables"] == []
    assert bob.ask("watch", table=table)["seats"][1]["kind"] == "open"


def test_forgetting_a_person_frees_the_seats_of_its_programs():
    ada, bob = house.person("Ada"), house.person("Bob")
    program = Client(house, ada.ask("bot", name="Robot")["token"])
    playing = bob.ask("create", game="topologic", seats=["me", "open"])["table"]
    waiting = bob.ask("create", game="topologic", seats=["me", "open"], start="host")["table"]
    for table in (playing, waiting):
        program.ask("sit", table=table)
    program.ask("chat", table=playing, text="beep")
    ada.ask("forget", sure=True)
    t = bob.until(playing, lambda t: t["seats"][1]["gone"])
    assert t["seats"][1]["gone"] == "forgotten" and t["seats"][1]["bot"]
    assert bob.until(waiting, lambda t: t["seats"][1]["kind"] == "open")
    assert bob.ask("watch", table=playing)["chat"] == []


def test_the_host_passes_on_when_forgotten():
    ada, bob = house.person("Ada"), house.person("Bob")
    table = ada.ask("create", game="topologic", seats=["open", "random"], start="host")["table"]
    bob.ask("sit", table=table)
    ada.ask("forget", sure=True)
    assert bob.until(table, lambda t: t["host"] != ada.me["who"])["host"] == bob.me["who"]
    bob.ask("start", table=table)


def test_tables_without_oneself_count_too():
    ada = house.person("Ada")
    for _ in range(20):
        table = ada.ask("create", game="topologic", seats=["open", "random"])["table"]
    assert ada.refused("create", game="topologic", seats=["open", "random"]) == "full"
    assert ada.refused("seat", table=table, seat=0, kind="bot", bot="random") == "rule"
    assert ada.ask("watch", table=table)["status"] == "open"


def test_an_option_that_tells_a_secret_is_not_told_before_the_match():
    ada, bob = house.person("Ada"), house.person("Bob")
    t = ada.ask("create", game="archeologic", seats=["me", "open"], options={"quest": "FR14X52C", "clues": "4"})
    assert t["status"] == "open"
    assert "FR14X52C" not in str(bob.ask("watch", table=t["table"]))
    t = bob.ask("sit", table=t["table"])
    assert t["status"] == "playing" and t["options"]["clues"] == "4"
    bob.ask("resign", table=t["table"])
    assert ada.until(t["table"], lambda t: t["status"] == "over")["options"]["quest"] == "FR14X52C"


def test_one_advice_at_a_time():
    ada = house.person("Ada")
    table = ada.ask("create", game="topologic", seats=["me", "random"])["table"]
    first, second = ada.send_together(("advise", {"table": table}), ("advise", {"table": table}))
    assert ada.refusal(second) == "rate"
    while not any(m.get("id") == first and m["ok"]["note"] for m in ada.heard):
        ada.heard.append(ada.receive())
    assert ada.ask("advise", table=table)["note"]


def test_a_clock_that_nobody_looks_at_is_still_a_number():
    ada, bob, cyd = (house.person(n) for n in ("Ada", "Bob", "Cyd"))
    table = ada.ask("create", game="archeologic", seats=["me", "open", "open"],
                    pace={"kind": "live", "main": 60, "plus": 0})["table"]
    bob.ask("sit", table=table)
    cyd.ask("sit", table=table)
    ada.ask("resign", table=table)
    assert bob.until(table, lambda t: t["seats"][0]["gone"])["clock"]["left"][0] <= 60000


def test_a_long_cookie_hides_nobody():
    ada = house.person("Ada")
    cookie = "other=" + "x" * 2000 + "; tablier=" + ada.token
    status, headers, body = house.http("POST", "/api/me", "", {"Cookie": cookie})
    assert status == 200 and json.loads(body)["who"] == ada.me["who"] and not headers["set-cookie"]


def test_leaving_a_device_ends_its_token():
    ada = house.person("Ada")
    assert house.http("POST", "/api/leave", "", {"Cookie": "tablier=" + ada.token})[0] == 200
    body = house.http("POST", "/api/me", "", {"Cookie": "tablier=" + ada.token})[2]
    assert json.loads(body)["who"] != ada.me["who"]


def test_nothing_is_told_of_a_table_after_its_end():
    ada = house.person("Ada")
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    lookers = [house.person(f"Looks {i}") for i in range(4)]
    for looker in lookers:
        looker.ask("watch", table=table)
    ada.ask("leave", table=table)
    for looker in lookers:
        looker.ask("ping")
        whats = [m["what"] for m in looker.heard if m.get("table") == table]
        assert whats[-1] == "closed" and whats.count("closed") == 1, whats


def test_who_takes_another_seat_leaves_the_one_kept_free():
    ada, bob, cyd = (house.person(n) for n in ("Ada", "Bob", "Cyd"))
    old = ada.ask("create", game="archeologic", seats=["me", "open", "open"])["table"]
    bob.ask("sit", table=old)
    cyd.ask("sit", table=old)
    cyd.ask("forget", sure=True)
    ada.ask("offer", table=old, kind="abandon")
    bob.ask("answer", table=old, yes=True)
    ada.until(old, lambda t: t["status"] == "over")
    t = ada.ask("rematch", table=old)
    free = next(i for i, seat in enumerate(t["seats"]) if seat["kind"] == "open")
    t = bob.ask("sit", table=t["table"], seat=free)
    assert sorted(seat["kind"] for seat in t["seats"]) == ["open", "person", "person"], t["seats"]


def test_fifty_programs_are_enough():
    ada = house.person("Ada")
    for i in range(50):
        ada.ask("bot", name=f"Robot {i}")
    assert ada.refused("bot", name="One more") == "full"
    assert len(ada.ask("bots")["bots"]) == 50
    ada.ask("unbot", who=ada.ask("bots")["bots"][0]["who"])
    ada.ask("bot", name="One more")


def test_requests_that_are_none():
    ada = house.person()
    for text in ("", "{", "[]", "3", "null", '"play"', '{"id":1}', '{"do":"ping"}',
                 '{"id":"1","do":"ping"}', '{"id":1.5,"do":"ping"}', '{"id":-1,"do":"ping"}',
                 '{"id":1,"id":2,"do":"ping"}', '{"id":1,"do":"ping",}', '{"id":9007199254740992,"do":"ping"}',
                 '{"id":1,"do":"ping"} x', '{"id":1,"do":["ping"]}', "\\", "{" * 3000):
        answer = ada.raw(text)
        assert answer["why"] == "form" and answer["no"], text
    assert ada.raw('{"id":1,"do":"dance"}') == {"id": 1, "no": "There is no such message.",
                                                "why": "unknown"}
    assert ada.raw('{"id":2,"do":"ping","extra":1}')["why"] == "form"
    assert ada.raw('{"id":3,"do":"watch"}')["why"] == "form"
    assert ada.raw('{"id":4,"do":"watch","table":7}')["why"] == "form"
    assert ada.raw('{"id":0,"do":"ping"}')["ok"]


with House(leaks=True) as house:
    cases(globals())
