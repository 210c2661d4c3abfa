"""A server of one's own for a test, and clients that speak its protocol.

Standard library only. Every wait has an end, so a test that fails does not hang.
"""
import base64, functools, http.client, json, os, shutil, signal, socket, sqlite3, struct, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import postgres

TABLIER = os.environ.get("TABLIER", "build/tablier")
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # spares the disk
PATIENCE = 300  # seconds: ends what hangs, on a machine however busy
POSTGRES = os.environ.get("TABLIER_POSTGRES")  # tests/postgres.py: houses are kept there instead


def psql(address, sql):
    """The program itself: the one on the path is a script that looks for it, and takes longer."""
    words = [postgres.program("psql"), "-X", "-q", "-A", "-t", "-d", address, "-v", "ON_ERROR_STOP=1", "-c", sql]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@functools.cache
def database(name):
    """The address of a database, which is made where it is not there yet."""
    made = psql(POSTGRES, f'CREATE DATABASE "{name}"')
    assert not made.returncode or "already exists" in made.stderr, made.stderr
    return POSTGRES.replace("/postgres?", f"/{name}?")


def place(data):
    """The flags that say where a house is kept: a folder, or a database that is named as it."""
    if not POSTGRES:
        return ["--data", data]
    return ["--store", database(os.path.basename(data).replace("-", "_"))]


def ask(data, sql):
    """What is kept of a house in PostgreSQL, as lines."""
    asked = psql(place(data)[1], sql)
    assert not asked.returncode, asked.stderr
    return asked.stdout.splitlines()


class Closed(Exception):
    """The server closed the WebSocket: code and reason."""

    def __init__(self, code, reason):
        super().__init__(f"closed {code} {reason}")
        self.code, self.reason = code, reason


class Refused(Exception):
    """A request was answered with no."""

    def __init__(self, answer):
        super().__init__(f"{answer['why']}: {answer['no']}")
        self.why, self.text = answer["why"], answer["no"]


class House:
    def __init__(self, *flags, data=None, port=0, leaks=False, under=()):
        self.flags = list(flags)
        self.under = list(under)  # a command that starts the server, with limits of its own
        self.env = dict(os.environ)
        if leaks:  # one server of each test is searched for them, see tests/contained.py
            self.env["ASAN_OPTIONS"] = self.env.get("ASAN_OPTIONS", "") + ":detect_leaks=1"
        self.keep = data is not None
        self.data = data or tempfile.mkdtemp(prefix="tablier-test-", dir=MEMORY)
        self.process = None
        self.open(port)

    def open(self, port=0):
        self.process = subprocess.Popen(
            [*self.under, TABLIER, "serve", "--port", str(port), "--bind", "127.0.0.1", *place(self.data),
             "--log", "none", "--bot-delay", "0", "--rate", "0", *self.flags],
            stdout=subprocess.PIPE, stderr=sys.stderr, env=self.env)
        where = self.process.stdout.readline().decode().strip()
        if not where:
            raise RuntimeError("the server did not start")
        self.port = int(where.rsplit(":", 1)[1])

    def change(self, sql):
        """Does something to what is kept, behind its back."""
        if POSTGRES:
            ask(self.data, sql)
            return
        db = sqlite3.connect(os.path.join(self.data, "tablier.db"))
        db.execute(sql)
        db.commit()
        db.close()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """A clean stop; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def close(self):
        if self.process.poll() is None:
            code = self.stop()
            assert code == 0, f"the server ended with {code}"
        if not self.keep:
            shutil.rmtree(self.data, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind not in (None, SystemExit) and self.process.poll() is None:
            self.kill()
        self.close()

    def http(self, method, path, body=None, headers=None):
        """(status, headers, body) of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def cpu(self):
        """Seconds of processor time that it has taken."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as stat:
            words = stat.read().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def metrics(self):
        text = self.http("GET", "/metrics")[2].decode()
        return {line.split()[0]: float(line.split()[1])
                for line in text.splitlines() if line and not line.startswith("#")}

    def person(self, name=None):
        status, headers, body = self.http("POST", "/api/me", "")
        assert status == 200, (status, body)
        token = headers["set-cookie"].split(";")[0].split("=")[1]
        client = Client(self, token)
        client.me = json.loads(body)
        if name:
            client.ask("rename", name=name)
        return client

    def stranger(self):
        return Client(self, None)


class Client:
    """One WebSocket. `tables` holds each watched table as its patches made it."""

    mends = False  # asks again where a patch is missing, as a page does; else a test fails there

    def __init__(self, house, token=None, headers=None, path="/ws"):
        self.mending = None  # the number of that question
        self.house, self.token, self.headers, self.path = house, token, headers or {}, path
        self.tables, self.heard, self.id = {}, [], 0
        self.all = []  # every text received, in order
        self.connect()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.house.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        lines = [f"GET {self.path} HTTP/1.1", f"Host: 127.0.0.1:{self.house.port}",
                 "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        lines += [f"{key}: {value}" for key, value in self.headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            more = self.socket.recv(65536)
            if not more:
                raise Closed(0, self.buffer.decode(errors="replace")[:80] or "no answer")
            self.buffer += more
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(int(head.split()[1]), head.decode().split("\r\n")[0])

    # frames

    @staticmethod
    def framed(opcode, data, final=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if final else 0) | opcode])
        if len(data) < 126:
            head += bytes([0x80 | len(data)])
        elif len(data) < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(data))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(data))
        key = int.from_bytes((mask * (len(data) // 4 + 1))[:len(data)], "big")
        body = (int.from_bytes(data, "big") ^ key).to_bytes(len(data), "big")
        return head + mask + body

    def frame(self, opcode, data, final=True):
        self.socket.sendall(self.framed(opcode, data, final))

    def need(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(1 << 16)
            if not more:
                raise Closed(0, "cut off")
            self.buffer += more
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self):
        """The next message as an object; pings are answered on the way."""
        text = b""
        while True:
            first, size = self.need(2)
            size &= 127
            if size == 126:
                size = struct.unpack(">H", self.need(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.need(8))[0]
            data = self.need(size)
            opcode = first & 15
            if opcode == 8:
                code = struct.unpack(">H", data[:2])[0] if len(data) >= 2 else 1005
                raise Closed(code, data[2:].decode())
            if opcode == 9:
                self.frame(10, data)
            elif opcode in (0, 1):
                text += data
                if first & 0x80:
                    self.all.append(text.decode())
                    return json.loads(text)

    # messages

    def send(self, do, **args):
        return self.send_together((do, args))[0]

    def send_together(self, *asked):
        """Several requests in one write: the house hears them in one turn."""
        ids = range(self.id + 1, self.id + 1 + len(asked))
        texts = [json.dumps({"id": n, "do": do, **args}) for n, (do, args) in zip(ids, asked)]
        self.id += len(asked)
        self.socket.sendall(b"".join(self.framed(1, text.encode()) for text in texts))
        return list(ids)

    def take(self, message):
        """Merges a patch, as docs/protocol.md says."""
        if self.mending and message.get("id") == self.mending:
            self.mending, message = None, message.get("ok", {})
        if "table" in message and "n" in message:
            known = self.tables.get(message["table"])
            if message.get("whole"):
                self.tables[message["table"]] = message
            elif known is not None and message["n"] > known["n"] + 1 and self.mends and message.get("what") != "gap":
                self.mending = self.mending or self.send("watch", table=message["table"])
            elif known is not None and message["n"] > known["n"]:
                assert message.get("what") == "gap" or message["n"] == known["n"] + 1, \
                    f"a patch is missing: {known['n']} then {message['n']}"
                patch = dict(message)
                if message.get("what") == "undo":
                    known["log"] = [e for e in known["log"] if e["ply"] <= message["ply"]]
                known["log"] = known["log"] + patch.pop("log", [])
                known["chat"] = known["chat"] + patch.pop("chat", [])
                known.update(patch)
        return message

    def wait_answer(self, number):
        while True:
            message = self.receive()
            if message.get("id", -1) == number:
                if "no" in message:
                    raise Refused(message)
                if isinstance(message["ok"], dict):
                    self.take(message["ok"])
                return message["ok"]
            self.heard.append(self.take(message))

    def ask(self, do, **args):
        return self.wait_answer(self.send(do, **args))

    def hear(self, want=lambda message: True):
        """The next unasked message that is wanted."""
        while True:
            message = self.heard.pop(0) if self.heard else self.take(self.receive())
            if want(message):
                return message

    def until(self, table, want):
        """Waits until what is known of the table is as wanted."""
        while not want(self.tables[table]):
            self.take(self.receive())
        return self.tables[table]

    def refused(self, do, **args):
        """The code of an expected refusal."""
        return self.refusal(self.send(do, **args))

    def refusal(self, request):
        """The same of one that was sent already."""
        try:
            answer = self.wait_answer(request)
        except Refused as no:
            return no.why
        raise AssertionError(f"request {request} was not refused but answered {answer}")

    def raw(self, text):
        self.frame(1, text if isinstance(text, bytes) else text.encode())
        return self.receive()

    def play(self, table, move=None):
        """Plays a move, or the first legal one."""
        known = self.tables[table]
        return self.ask("play", table=table, at=known["at"], moves=[move or known["legal"][0]])

    def close(self):
        self.socket.close()

    def again(self):
        self.close()
        self.mending = None
        self.connect()


def waited_for(true):
    """Asks until it is so, or until patience ends."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def cases(namespace):
    """Runs every function of a module whose name begins with test_, and counts them."""
    import traceback
    only = sys.argv[1:]
    passed = failed = 0
    for name, test in list(namespace.items()):
        if not name.startswith("test_") or (only and name not in only):
            continue
        began = time.monotonic()
        try:
            test()
            passed += 1
            print(f"{name}: ok, {time.monotonic() - began:.2f} s", flush=True)
        except Exception:
            failed += 1
            print(f"{name}: FAILED", flush=True)
            traceback.print_exc()
    print(f"[  PASSED  ] {passed} test(s).")
    if failed:
        print(f"[  FAILED  ] {failed} test(s).")
    sys.exit(1 if failed else 0)
