"""The ways in: IPv4 and IPv6, TLS; and what is written on the way."""
import ssl, time

from house import *


class Bare:
    """A server with just these flags."""

    def __init__(self, *flags):
        self.data = tempfile.mkdtemp(prefix="tablier-test-", dir=MEMORY)
        self.process = subprocess.Popen(
            [TABLIER, "serve", "--port", "0", "--data", self.data, *flags],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.where = self.process.stdout.readline().decode().strip()
        self.port = int(self.where.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.process.send_signal(signal.SIGTERM)
        self.log = self.process.communicate(timeout=PATIENCE)[1].decode()
        shutil.rmtree(self.data, ignore_errors=True)
        assert kind or self.process.returncode == 0, self.log


def start_badly(*flags):
    """How it ends when it cannot begin."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as data:
        return subprocess.run([TABLIER, "serve", "--port", "0", "--data", data, *flags],
                              capture_output=True, timeout=PATIENCE)


def get(host, port, path="/healthz"):
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    connection.request("GET", path)
    answer = connection.getresponse().read()
    connection.close()
    return answer


def refuses(host, port):
    try:
        get(host, port)
        return False
    except OSError:
        return True


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as s:
            s.bind(("::1", 0))
        return True
    except OSError:
        return False


def test_without_bind_every_address_is_heard():
    with Bare("--log", "none") as house:
        assert get("127.0.0.1", house.port) == b"ok\n"
        if has_ipv6():
            assert get("::1", house.port) == b"ok\n"


def heard_only_at(address, other, family):
    """A house bound to one address; its number is kept at the other one, where else a house of
    another test might answer."""
    with socket.socket(family) as keeper:
        keeper.bind((other, 0))
        number = str(keeper.getsockname()[1])
        with Bare("--bind", address, "--log", "none", "--port", number) as house:
            return get(address, house.port) == b"ok\n" and refuses(other, house.port)


def test_bind_names_the_one_address():
    if has_ipv6():
        assert heard_only_at("127.0.0.1", "::1", socket.AF_INET6)
        assert heard_only_at("::1", "127.0.0.1", socket.AF_INET)
    with Bare("--bind", "127.0.0.1", "--log", "none") as house:
        assert get("127.0.0.1", house.port) == b"ok\n"
    for word in ("banana", "127.0.0.1:80", "localhost"):
        done = start_badly("--bind", word)
        assert done.returncode != 0 and b"address" in done.stderr, (word, done)


def make_certificate(folder):
    cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


class SecureClient(Client):
    """The same over TLS."""

    def connect(self):
        plain = socket.create_connection

        def wrapped(*args, **more):
            return self.house.trust.wrap_socket(plain(*args, **more), server_hostname="localhost")
        socket.create_connection = wrapped
        try:
            super().connect()
        finally:
            socket.create_connection = plain


def test_tls_for_pages_and_websockets():
    folder = tempfile.mkdtemp(prefix="tablier-test-", dir=MEMORY)
    cert, key = make_certificate(folder)
    with Bare("--bind", "127.0.0.1", "--tls-cert", cert, "--tls-key", key, "--log", "none",
              "--rate", "0") as house:
        assert house.where.startswith("https://")
        house.trust = ssl.create_default_context(cafile=cert)
        connection = http.client.HTTPSConnection("localhost", house.port, timeout=PATIENCE,
                                                 context=house.trust)
        connection.request("POST", "/api/me", "")
        answer = connection.getresponse()
        cookie = answer.headers["set-cookie"]
        assert answer.status == 200 and "Secure" in cookie and answer.read()
        connection.close()
        ada = SecureClient(house, cookie.split(";")[0].split("=")[1])
        table = ada.ask("create", game="topologic", seats=["me"])["table"]
        moves = 0
        while moves < 50 and ada.tables[table]["legal"]:  # many messages, some of them long
            ada.play(table)
            moves += 1
        assert ada.ask("watch", table=table)["ply"] == moves
        ada.close()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_missing_certificate_is_said():
    done = start_badly("--tls-cert", "/nowhere.pem")
    assert done.returncode != 0 and b"--tls-key" in done.stderr
    done = start_badly("--tls-cert", "/nowhere.pem", "--tls-key", "/nowhere.pem")
    assert done.returncode != 0 and b"certificate" in done.stderr


def test_the_log_as_json():
    with Bare("--bind", "127.0.0.1", "--log", "json") as house:
        get("127.0.0.1", house.port)
    lines = [json.loads(line) for line in house.log.splitlines()]
    assert [line["event"] for line in lines] == ["listening", "stopping"], lines
    assert all(abs(line["time"] - time.time() * 1000) < 60000 for line in lines)


cases(globals())
