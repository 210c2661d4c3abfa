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


def is_ended(socket):
    """Whether nothing more comes; what the client still said may have been answered with a reset."""
    try:
        return socket.recv(1) == b""
    except ConnectionError:
        return True


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
    assert is_ended(ada.socket)


def test_pings_are_answered_between_the_parts_of_a_message():
    ada = house.person()
    ada.frame(1, b'{"id":7,', final=False)
    ada.frame(9, b"still there?")
    ada.frame(0, b'"do":"ping"}')
    first, size = ada.need(2)
    while first == 0x89:  # it asks as well
        ada.need(size)
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


def test_those_who_come_and_go_are_told_once_a_second():
    ada, bob = house.person(), house.person()
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    bob.ask("sit", table=table)
    began = time.monotonic()
    for _ in range(10):
        lookers = [house.stranger() for _ in range(5)]
        for _ in range(4):
            for eve in lookers:
                eve.ask("watch", table=table)
                eve.ask("unwatch", table=table)
    ada.ask("ping")
    told = sum(message.get("what") == "seats" for message in ada.heard)
    assert told <= time.monotonic() - began + 4, told
    eve = house.stranger()
    eve.ask("watch", table=table)  # and the last of it is told, if later
    ada.until(table, lambda t: t["lookers"] == 1)


def test_a_player_is_dropped_after_those_who_look_on():
    with House() as h:
        ada, bob, eve = h.person(), h.person(), h.person()
        table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
        bob.ask("sit", table=table)
        eve.ask("watch", table=table)
        while h.metrics()["tablier_slow_readers_total"] == 0:
            for slow in (eve, bob):
                try:
                    for _ in range(10):
                        slow.send("games")  # some kilobytes each, never read
                except ConnectionError:
                    assert slow is eve
        assert bob.ask("ping")["time"]
        assert closed(eve).code in (1013, 0)


# ---- work ----

def test_neither_bots_nor_passphrases_wait_for_those_who_left():
    with House("--workers", "1") as h:
        for _ in range(10):
            guest = h.person()
            for _ in range(4):
                guest.ask("create", game="ancient", seats=["me", "search", "search", "search"])
            guest.close()
        assert waited_for(lambda: h.metrics()["tablier_bot_queue"] > 20)
        ada = h.person()
        played = h.metrics()["tablier_bot_moves_total"]
        ada.ask("passphrase", handle="ada", phrase="correct horse")
        table = ada.ask("create", game="topologic", seats=["me", "easy"])["table"]
        ada.until(table, lambda t: t["ply"] > 0)
        worked = h.metrics()["tablier_bot_moves_total"] - played
        assert worked < 12, f"{worked} decisions of others came first"
        h.kill()


def test_tables_and_bots_are_limited_for_an_address():
    def makes(h, seats):
        why = []
        for _ in range(10):
            guest = h.person()
            for _ in range(19):
                try:
                    guest.ask("create", game="ancient", seats=seats, start="host")
                except Refused as no:
                    why.append(no.why)
            guest.close()
        return why
    with House("--rate", "20") as h:
        assert "rate" in makes(h, ["me", "open"])
    with House("--rate", "20") as h:
        assert makes(h, ["me", "easy", "easy", "easy"]).count("rate") > 80


# ---- guesses ----

def test_the_door_counts_by_address_not_by_connection():
    with House("--door", "open sesame") as h:
        why = []
        for i in range(30):
            eve = Client(h, headers={"X-Forwarded-For": f"10.0.0.{i}"})  # nobody believes that
            why.append(eve.refused("hello", door=f"guess {i}"))
            eve.close()
        assert why[:4] == ["wrong"] * 4 and why.count("wrong") <= 10, why


def adopt(h, handle, phrase, address):
    return h.http("POST", "/api/adopt", json.dumps({"handle": handle, "phrase": phrase}),
                  {"X-Forwarded-For": address})[0]


def test_who_guesses_locks_nobody_else_out():
    with House("--proxy", "127.0.0.1") as h:
        ada = h.person()
        ada.ask("passphrase", handle="ada", phrase="correct horse")
        statuses = [adopt(h, f"nobody{i}", "wrong guess", f"2001:db8:1:2::{i}") for i in range(15)]
        assert statuses[:4] == [403] * 4 and 429 in statuses, statuses  # a /64 is one address
        assert adopt(h, "ada", "correct horse", "198.51.100.7") == 200
        assert adopt(h, "ada", "correct horse", "2001:db8:1:2::99") == 429


def test_an_unknown_handle_is_as_much_work_as_a_wrong_passphrase():
    with House("--proxy", "127.0.0.1") as h:
        ada = h.person()
        ada.ask("passphrase", handle="ada", phrase="correct horse")
        before = h.cpu()
        assert [adopt(h, "ada", "wrong horse", f"10.0.0.{i}") for i in range(4)] == [403] * 4
        wrong = h.cpu() - before
        assert [adopt(h, "nobody", "wrong horse", f"10.0.1.{i}") for i in range(4)] == [403] * 4
        unknown = h.cpu() - before - wrong
        assert unknown > wrong / 3, (unknown, wrong)


def test_addresses_of_tables_cannot_be_found_by_trying():
    ada = house.person()
    assert len(ada.ask("create", game="topologic", seats=["me", "open"])["table"]) * 5 >= 96
    with House("--rate", "20", "--proxy", "127.0.0.1") as h:
        def look(address, table="a" * 20):
            return h.http("GET", "/api/table/" + table, headers={"X-Forwarded-For": address})[0]
        statuses = []
        for _ in range(5000):
            statuses.append(look("10.0.0.1"))
            if statuses[-1] == 429:
                break
        assert statuses[-1] == 429 and set(statuses[:-1]) == {404}
        assert look("10.0.0.2") == 404
        eve = Client(h, headers={"X-Forwarded-For": "10.0.0.1"})
        ada = h.person()
        table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
        assert [eve.refused("watch", table=t) for t in ("b" * 20, table)][0] in ("rate", "unknown")
        assert ada.ask("watch", table=table)["whole"]


def test_chat_is_limited_for_the_person_not_for_the_connection():
    ada = house.person()
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    said_ = 0
    for _ in range(4):
        other = Client(house, ada.token)
        try:
            for _ in range(5):
                other.ask("chat", table=table, text="hm")
                said_ += 1
        except Refused as no:
            assert no.why == "rate"
        other.close()
    assert said_ < 15, said_


# ---- tokens ----

def another_device(h, handle, phrase):
    """The same person elsewhere."""
    status, headers, body = h.http("POST", "/api/adopt", json.dumps({"handle": handle, "phrase": phrase}),
                                   {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    assert status == 200, body
    return Client(h, headers["set-cookie"].split(";")[0].split("=")[1])


def test_a_new_passphrase_asks_for_the_old_and_ends_other_sessions():
    with House() as h:
        ada = h.person("Ada")
        ada.ask("passphrase", handle="ada", phrase="correct horse")
        thief = another_device(h, "ada", "correct horse")
        assert thief.refused("passphrase", handle="ada", phrase="mine for ever") == "wrong"
        assert thief.refused("passphrase", handle="ada", phrase="mine for ever", old="a guess") == "wrong"
        assert ada.ask("passphrase", handle="ada", phrase="battery staple", old="correct horse")
        assert closed(thief).code == 1000
        assert Client(h, thief.token).ask("me") is None
        assert ada.ask("me")["name"] == "Ada" and Client(h, ada.token).ask("me")["name"] == "Ada"
        assert h.http("POST", "/api/adopt", json.dumps({"handle": "ada", "phrase": "correct horse"}))[0] == 403
        another_device(h, "ada", "battery staple")


def test_leaving_ends_open_sockets():
    ada = house.person("Ada")
    table = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
    same, other = Client(house, ada.token), house.person()
    assert house.http("POST", "/api/leave", "", {"Cookie": "tablier=" + ada.token})[0] == 200
    assert closed(ada).code == 1000 and closed(same).code == 1000
    assert Client(house, ada.token).ask("me") is None
    assert other.ask("watch", table=table)["seats"][0]["here"] is False


def test_devices_are_listed_and_ended():
    with House() as h:
        ada = h.person("Ada")
        ada.ask("passphrase", handle="ada", phrase="correct horse")
        phone = another_device(h, "ada", "correct horse")
        devices = ada.ask("devices")["devices"]
        assert len(devices) == 2 and sum(d["here"] for d in devices) == 1
        lost = next(d for d in devices if not d["here"])
        assert lost["name"] == "Firefox, Linux" and lost["seen"] >= lost["since"] > 0
        bob = h.person()
        assert bob.refused("end", device=lost["device"]) == "unknown"
        assert ada.ask("end", device=lost["device"]) == {}
        assert closed(phone).code == 1000 and Client(h, phone.token).ask("me") is None
        assert len(ada.ask("devices")["devices"]) == 1


# ---- said twice, and what nobody should see ----

def test_create_chat_and_undo_said_twice_act_once():
    ada = house.person()
    key = "a key of one's own 1"
    first = ada.ask("create", game="topologic", seats=["me"], key=key)["table"]
    assert ada.ask("create", game="topologic", seats=["me"], key=key)["table"] == first
    assert house.person().ask("create", game="topologic", seats=["me"], key=key)["table"] != first
    assert ada.refused("create", game="topologic", seats=["me"], key="short") == "form"
    for _ in range(2):
        ada.ask("chat", table=first, text="once", key="another key of one's own")
    assert len(ada.ask("watch", table=first)["chat"]) == 1
    for _ in range(3):
        ada.play(first)
    at = ada.tables[first]["at"]
    for _ in range(2):
        assert ada.ask("undo", table=first, at=at)["ply"] == 2
    assert ada.refused("undo", table=first, at=at - 1) == "stale"
    assert ada.ask("watch", table=first)["ply"] == 2


def test_saying_it_again_after_a_restart_too():
    with House() as h:
        ada = h.person()
        key = "a key that outlives us"
        table = ada.ask("create", game="topologic", seats=["me"], key=key)["table"]
        ada.ask("chat", table=table, text="once", key=key)
        ada.play(table)
        ada.play(table)
        at = ada.tables[table]["at"]
        assert ada.ask("undo", table=table, at=at)["ply"] == 1
        h.kill()
        h.open()
        ada.again()
        assert ada.ask("create", game="topologic", seats=["me"], key=key)["table"] == table
        ada.ask("chat", table=table, text="once", key=key)
        assert ada.ask("undo", table=table, at=at)["ply"] == 1
        assert len(ada.ask("watch", table=table)["chat"]) == 1


def test_names_do_not_trick_the_eye():
    ada = house.person()
    for name in ("Ada\u202eevil", "\u200bAda", "A\u0085da", "Ada\u2066", "\ufeffAda", "A\u2028da"):
        assert ada.refused("rename", name=name) == "form", ascii(name)
    for name in ("Zoé", "Ада", "עדה", "👩\u200d👧", "Ada-Lou O’Neil"):
        assert ada.ask("rename", name=name)["name"] == name


def test_the_data_is_for_its_owners_eyes_only():
    data = tempfile.mkdtemp(prefix="tablier-test-", dir=MEMORY)
    os.chmod(data, 0o755)
    before = os.umask(0)
    try:
        with House(data=data) as h:
            h.person()
            os.umask(before)
            assert os.stat(data).st_mode & 0o777 == 0o700
            for name in os.listdir(data):
                assert os.stat(os.path.join(data, name)).st_mode & 0o777 == 0o600, name
    finally:
        os.umask(before)
        shutil.rmtree(data, ignore_errors=True)


# ---- time ----

LIVE = {"kind": "live", "main": 20, "plus": 0}


def live_game(h):
    ada, bob = h.person(), h.person()
    table = ada.ask("create", game="topologic", seats=["me", "open"], pace=LIVE)["table"]
    bob.ask("sit", table=table)
    ada.until(table, lambda t: t["status"] == "playing")
    return ada, bob, table


def test_a_stall_of_the_house_costs_no_player_time():
    with House() as h:
        ada, bob, table = live_game(h)
        for _ in range(3):  # 24 seconds of a clock of 20, and moves that had arrived
            h.process.send_signal(signal.SIGSTOP)
            time.sleep(8)
            h.process.send_signal(signal.SIGCONT)
            ada.ask("ping")
            time.sleep(0.3)
        t = ada.ask("watch", table=table)
        assert t["status"] == "playing", t["result"]
        assert ada.play(table, "secret C4")["ply"] == 1


FAKE_TIME = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int (*real)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(clock, t);

    if (clock == CLOCK_REALTIME && !access(getenv("FORWARD"), F_OK))
        t->tv_sec += 30 * 86400;
    return done;
}
"""


def test_a_wall_clock_set_forward_ends_no_game_and_deletes_no_table():
    folder = tempfile.mkdtemp(prefix="tablier-test-", dir=MEMORY)
    mark, library = os.path.join(folder, "forward"), os.path.join(folder, "fake.so")
    with open(os.path.join(folder, "fake.c"), "w", encoding="utf-8") as f:
        f.write(FAKE_TIME)
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", library,
                    os.path.join(folder, "fake.c")], check=True)
    preload = " ".join(filter(None, (sanitizer(), library)))
    with House("--finished-days", "1", "--open-days", "1",
               under=("env", f"LD_PRELOAD={preload}", f"FORWARD={mark}")) as h:
        ada, bob, table = live_game(h)
        waits = ada.ask("create", game="topologic", seats=["me", "open"])["table"]
        with open(mark, "w", encoding="utf-8"):
            pass
        ada.ask("ping")
        time.sleep(1)
        assert ada.ask("watch", table=table)["status"] == "playing"
        assert ada.play(table, "secret C4")["ply"] == 1
        assert ada.ask("watch", table=waits)["status"] == "open"
        assert min(ada.tables[table]["clock"]["left"]) > 0
    shutil.rmtree(folder, ignore_errors=True)


def sanitizer():
    """The sanitizer's library must come first where the server has one."""
    linked = subprocess.run(["ldd", TABLIER], capture_output=True, text=True).stdout
    return next((line.split()[2] for line in linked.splitlines() if "libasan" in line), "")


def test_the_way_there_and_back_is_no_thinking_time():
    class Far(Client):
        """Answers pings after a while."""
        def frame(self, opcode, data, final=True):
            if opcode == 10:
                time.sleep(0.4)
            super().frame(opcode, data, final)
    with House() as h:
        ada = Far(h, h.person().token)
        ada.ask("ping")
        bob = h.person()
        began = time.monotonic()
        table = bob.ask("create", game="topologic", seats=["me", "open"], pace=LIVE)["table"]
        ada.ask("sit", table=table)
        time.sleep(1)
        ada.play(table, ada.tables[table]["legal"][0])
        left = ada.ask("watch", table=table)["clock"]["left"][1]
        gone = (time.monotonic() - began) * 1000
        assert left >= 20000 - gone + 300, (left, gone)
        assert left <= 20000 - 1000 + 500 + 50


with House() as house:
    cases(globals())
