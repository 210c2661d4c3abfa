"""Bad input: a clear error or a closed connection with a reason, counted; others go on."""
import time

from house import *

house = None


def closed(client, patience=PATIENCE):
    """How the server closes a connection; what it still says is let pass."""
    client.socket.settimeout(patience)
    try:
        while True:
            client.receive()
    except Closed as how:
        return how


def counted(name):
    return house.metrics()["tablier_" + name]


def test_a_wrong_origin_is_turned_away():
    before = counted("connections_refused_total")
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1"):
        try:
            Client(house, headers={"Origin": origin})
            raise AssertionError(f"{origin} was let in")
        except Closed as how:
            assert how.code == 403, (origin, how)
    assert counted("connections_refused_total") == before + 4
    Client(house, headers={"Origin": f"http://127.0.0.1:{house.port}"}).ask("ping")
    before = counted("http_refused_total")
    status, headers, body = house.http("POST", "/api/me", "", {"Origin": "http://evil.example"})
    assert status == 403 and "set-cookie" not in headers
    assert counted("http_refused_total") == before + 1


def test_public_url_and_origin_are_let_in():
    with House("--public-url", "https://play.example/x", "--origin", "http://dev.example:5173") as h:
        for origin in ("https://play.example", "http://dev.example:5173"):
            Client(h, headers={"Origin": origin}).ask("ping")
        for origin in ("https://play.example.evil", "https://play", "http://dev.example"):
            try:
                Client(h, headers={"Origin": origin})
                raise AssertionError(f"{origin} was let in")
            except Closed as how:
                assert how.code == 403
        assert "Secure" in h.http("POST", "/api/me", "")[1]["set-cookie"]


def test_a_websocket_elsewhere_is_not_found():
    try:
        Client(house, path="/elsewhere")
        raise AssertionError("let in")
    except Closed as how:
        assert how.code == 404


def test_a_message_too_big_closes():
    before = counted("oversized_total")
    for size, pieces in ((20000, 1), (20000, 10), (3000000, 1)):
        ada = house.person()
        try:
            for i in range(pieces):
                ada.frame(1 if i == 0 else 0, b"x" * (size // pieces), final=i == pieces - 1)
            how = closed(ada)
        except (ConnectionError, BrokenPipeError):
            continue  # it hung up while we were still sending
        assert how.code in (1009, 0), (size, how)
    assert counted("oversized_total") == before + 3


def test_a_message_in_pieces_is_one_message():
    ada = house.person()
    text = json.dumps({"id": 5, "do": "chat", "table": "x" * 9000, "text": "y"}).encode()
    for i in range(0, len(text), 700):
        ada.frame(1 if i == 0 else 0, text[i:i + 700], final=i + 700 >= len(text))
    assert ada.receive() == {"id": 5, "no": "There is no such table.", "why": "unknown"}


def test_bytes_that_are_no_text():
    ada = house.person()
    ada.frame(1, b'{"id":1,"do":"\xff\xfe"}')
    try:
        assert ada.receive()["why"] == "form"
    except Closed as how:
        assert how.code in (1007, 0)
    bob = house.person()
    bob.frame(2, b'\x00\x01\x02')
    try:
        assert bob.receive()["why"] == "form"
    except Closed:
        pass
    house.person().ask("ping")


def test_nonsense_from_a_thousand_monkeys():
    import random
    dice = random.Random(1)
    ada = house.person()
    before = counted("broken_total")
    valid = '{"id":1,"do":"create","game":"topologic","seats":["me","open"],"public":true}'
    sent = 0
    for _ in range(190):
        text = list(valid)
        for _ in range(dice.randrange(1, 6)):
            at = dice.randrange(len(text))
            text[at] = dice.choice('{}[]",:0123456789\\\u0000abc\u20ac ')
        ada.frame(1, "".join(text).encode())
        sent += 1
    for _ in range(sent):
        answer = ada.receive()
        while "n" in answer:
            answer = ada.receive()
        assert "no" in answer or "ok" in answer
    assert counted("broken_total") > before


def test_too_many_refusals_close():
    ada = house.person()
    for _ in range(200):
        ada.frame(1, b"{")
    assert closed(ada).code == 1008


def test_floods_are_damped_then_closed():
    with House("--rate", "20") as h:
        ada, bob = h.person(), h.person()
        why = []
        for _ in range(150):
            ada.send("ping")
        for _ in range(150):
            answer = ada.receive()
            why.append(answer.get("why"))
        assert why[:40] == [None] * 40 and "rate" in why[40:]
        assert bob.ask("ping")
        time.sleep(0.4)
        assert ada.ask("ping")  # a moment later it may speak again
        try:
            for _ in range(20000):  # much more than any machine may answer in that time
                ada.send("ping")
            how = closed(ada)
            assert how.code in (1008, 0)
        except ConnectionError:
            pass
        assert h.metrics()["tablier_floods_total"] >= 200
        assert bob.ask("ping")


def test_who_does_not_read_is_closed():
    ada, bob = house.person(), house.person()
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    bob.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    before = counted("slow_readers_total")
    try:
        for _ in range(3000):
            bob.send("games")  # some kilobytes each, never read
            if _ % 100 == 0 and counted("slow_readers_total") > before:
                break
    except ConnectionError:
        pass
    assert waited_for(lambda: counted("slow_readers_total") > before)
    assert ada.ask("ping")


def refused(why):
    return counted(f'refusals_total{{why="{why}"}}')


def test_late_and_forged_moves_are_refused_and_counted():
    ada, bob, eve = house.person(), house.person(), house.person()
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    bob.ask("sit", table=table)
    ada.until(table, lambda t: t["status"] == "playing")
    before = {why: refused(why) for why in ("stale", "seat", "turn", "form", "move", "who")}
    ada.play(table, "secret C4")
    bob.until(table, lambda t: t["ply"] == 1)
    bob.play(table, "secret D2")
    ada.until(table, lambda t: t["ply"] == 2)
    for at in (0, 1, 3, 10 ** 15):  # a log of another length than the one to answer
        assert ada.refused("play", table=table, at=at, moves=["place A1"]) == "stale"
    # Somebody else's seat: by who one is, by saying so, by taking one that is taken.
    assert eve.refused("play", table=table, at=2, moves=["place A1"]) == "seat"
    assert house.stranger().refused("play", table=table, at=2, moves=["place A1"]) == "who"
    assert bob.refused("play", table=table, at=2, moves=["place A1"]) == "turn"
    assert bob.refused("play", table=table, at=2, moves=["place A1"], seat=0) == "form"
    assert eve.refused("undo", table=table) == "seat"
    assert eve.refused("resign", table=table) == "seat"
    assert ada.refused("play", table=table, at=2, moves=["place A1", "place Z9"]) == "move"
    assert ada.ask("watch", table=table)["ply"] == 2  # nothing of all that was played
    more = {why: refused(why) - before[why] for why in before}
    assert more == {"stale": 4, "seat": 3, "turn": 1, "form": 1, "move": 1, "who": 1}, more
    assert ada.play(table, "place A1")["ply"] == 3


def test_unknown_messages_are_counted():
    ada, before = house.person(), refused("unknown")
    assert ada.refused("dance") == "unknown"
    assert ada.refused("watch", table="aaaaaaaaaa") == "unknown"
    assert refused("unknown") == before + 2


def test_paths_lead_nowhere_else():
    before = counted("http_refused_total")
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd",
                 "/record/../tablier.db", "/record/%2e%2e%2ftablier.db", "/tablier.db",
                 "//etc/passwd", "/assets/../../data/tablier.db", "/record/" + "x" * 900):
        status, headers, body = house.http("GET", path)
        assert b"root:" not in body and b"SQLite" not in body, path
        assert status in (200, 400, 403, 404), (path, status)  # 200: the page itself
    assert counted("http_refused_total") > before


def test_methods_and_bodies():
    assert house.http("GET", "/api/me")[0] == 405
    assert house.http("POST", "/healthz", "")[0] == 405
    assert house.http("POST", "/nowhere", "")[0] == 404
    assert house.http("POST", "/api/adopt", "x" * 5000)[0] == 413
    assert house.http("PUT", "/api/me", "x")[0] in (404, 405)
    assert house.http("GET", "/nowhere.txt")[0] == 404
    assert house.http("GET", "/api/nowhere")[0] == 404
    assert house.http("GET", "/healthz")[2] == b"ok\n"
    status, headers, body = house.http("HEAD", "/healthz")
    assert status == 200 and body == b""


def test_whatever_http_refuses_it_says_why():
    for status, method, path, body in ((405, "PUT", "/api/me", ""), (405, "DELETE", "/", None),
                                       (405, "GET", "/api/me", None), (404, "POST", "/", ""),
                                       (413, "POST", "/api/adopt", "x" * 5000)):
        got, _, text = house.http(method, path, body)
        no = json.loads(text)
        assert got == status and no["no"] and no["why"], (method, path, got, text)


def test_http_that_is_none():
    for data in (b"\x00" * 100, b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 5000,
                 b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"):
        s = socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)
        try:
            s.sendall(data + b"\r\n\r\n")
            s.settimeout(1)
            s.recv(100)
        except (ConnectionError, TimeoutError):
            pass
        s.close()
    house.person().ask("ping")


def test_a_forged_token_is_nobody():
    for token in ("0" * 32, "g" * 32, "", "x' OR '1'='1"):
        assert Client(house, headers={"Authorization": "Bearer " + token}).ask("me") is None
        assert Client(house, headers={"Cookie": "tablier=" + token}).ask("me") is None


with House(leaks=True) as house:
    cases(globals())
