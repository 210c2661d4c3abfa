"""Holes that were there once: what an ill-willed guest, a full machine or bad luck could do.

docs/security.md names the threat that each of these shows to be met.
"""
import resource, threading

from house import *

house = None


def connected(house):
    return socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)


def everything(s):
    """What comes until the other side closes."""
    data = b""
    try:
        while more := s.recv(65536):
            data += more
    except ConnectionError:
        pass
    return data


def said(text, house_=None):
    """The answer to bytes of HTTP, up to the end of the connection."""
    with connected(house_ or house) as s:
        s.sendall(text.encode() if isinstance(text, str) else text)
        return everything(s)


def closed(client):
    try:
        while True:
            client.receive()
    except Closed as how:
        return how
    except ConnectionError:
        return Closed(0, "reset")


# ---- bytes ----

def test_a_frame_without_a_mask_is_refused():
    ada = house.person()
    ada.socket.sendall(b"\x81\x02{}")
    assert closed(ada).code == 1002


def test_broken_frames_are_refused():
    for data, code in ((b"\xc1\x80aaaa", 1002), (b"\x83\x80aaaa", 1002), (b"\x09\x80aaaa", 1002),
                       (b"\x80\x80aaaa", 1002), (b"\x82\x81aaaab", 1003),
                       (b"\x81\x82\0\0\0\0\xc3\x28", 1007), (b"\x88\x81\0\0\0\0x", 1002)):
        ada = house.person()
        ada.socket.sendall(data)
        assert closed(ada).code == code, data


def test_a_farewell_is_answered():
    ada = house.person()
    ada.frame(8, b"\x03\xe9bye")
    assert closed(ada).code == 1001
    assert ada.socket.recv(1) == b""


def test_pings_are_answered_between_the_parts_of_a_message():
    ada = house.person()
    ada.frame(1, b'{"id":7,', final=False)
    ada.frame(9, b"still there?")
    ada.frame(0, b'"do":"ping"}')
    first, size = ada.need(2)
    assert first == 0x8a and ada.need(size) == b"still there?"
    assert ada.receive()["id"] == 7


def test_a_message_that_comes_byte_by_byte():
    ada = house.person()
    sent = []
    ada.socket, real = type("Recorder", (), {"sendall": lambda self, data: sent.append(data)})(), ada.socket
    ada.send("ping")
    ada.socket = real
    for byte in b"".join(sent):
        real.sendall(bytes([byte]))
    assert ada.wait_answer(ada.id)["time"]


def test_two_accounts_of_a_bodys_end_are_refused():
    head = "POST /api/me HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
    answer = said(head + "Content-Length: 5\r\n\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 "), answer
    answer = said(head + "\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 501 "), answer
    answer = said("POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 4\r\n\r\nGET ")
    assert answer.startswith(b"HTTP/1.1 400 "), answer


def test_requests_in_one_piece_are_answered_in_order():
    one = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    answer = said(one + "GET /nowhere.txt HTTP/1.1\r\nHost: a\r\n\r\n" +
                  one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
    statuses = [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200", b"404", b"200"], answer


def test_a_refused_body_does_not_eat_its_answer():
    answer = said(b"POST /api/adopt HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n" + b"x" * 3000000)
    assert answer.startswith(b"HTTP/1.1 413 "), answer


def test_a_body_that_only_drips_is_cut_off():
    with connected(house) as s:
        s.sendall(b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 4000\r\n\r\n")
        s.settimeout(0.5)
        drops, end = 0, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                s.sendall(b"x")
                drops += 1
                if s.recv(100) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            raise AssertionError(f"after {drops} drops it is still heard")


def test_https_is_asked_for_where_there_is_https():
    assert "strict-transport-security" not in house.http("GET", "/healthz")[1]
    with House("--public-url", "https://play.example") as h:
        assert "max-age" in h.http("GET", "/healthz")[1]["strict-transport-security"]
        assert "max-age" in h.http("GET", "/")[1]["strict-transport-security"]


# ---- a full machine ----

def test_at_the_limit_of_files_newcomers_are_turned_away():
    with House(under=("prlimit", "--nofile=64:64")) as h:
        ada = h.person()
        table = ada.ask("create", game="topologic", seats=["me"])["table"]
        crowd = []
        for _ in range(100):
            crowd.append(connected(h))
        assert crowd[-1].recv(1) == b""  # at once, not when somebody leaves
        assert ada.play(table)["ply"] == 1
        before = h.cpu()
        time.sleep(2)
        assert h.cpu() - before < 1, "the loop spins"
        for s in crowd:
            s.close()
        assert waited_for(lambda: answers(h))
        assert h.metrics()["tablier_turned_away_total"] >= 30


def answers(h):
    try:
        return h.http("GET", "/healthz")[0] == 200
    except (ConnectionError, http.client.HTTPException):
        return False


def cost_of_pings(h, client, count=400):
    """Processor time of the server for one message."""
    before = h.cpu()
    for _ in range(count):
        client.ask("ping")
    return (h.cpu() - before) / count


def test_those_who_only_sit_there_cost_nothing():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with House() as h:
        ada = h.person()
        alone = cost_of_pings(h, ada)
        crowd = [h.stranger() for _ in range(1500 if hard >= 2000 else 500)]
        among = cost_of_pings(h, ada)
        assert among < 4 * alone + 100e-6, (alone, among)
        for c in crowd:
            c.close()


# ---- output ----

def test_twenty_scenes_in_one_burst_fit():
    ada, eve = house.person(), house.person()
    tables = [ada.ask("create", game="ancient", seats=["me", "easy"])["table"] for _ in range(20)]
    burst = []
    eve.socket, real = type("Recorder", (), {"sendall": lambda self, data: burst.append(data)})(), eve.socket
    numbers = [eve.send("watch", table=table) for table in tables]
    eve.socket = real
    real.sendall(b"".join(burst))
    for number in numbers:
        assert eve.wait_answer(number)["whole"]


with House() as house:
    cases(globals())
