#!/usr/bin/env python3
"""A bot that sits at a table over the network. Python's standard library only.

    table.py http://localhost:8080 TABLE             as a new guest
    table.py http://localhost:8080 TABLE --token T   with a token made by the message "bot"

It plays a random legal move whenever it owes a decision; put your own idea into choose().
docs/protocol.md describes all it hears and says.
"""
import argparse, base64, http.client, json, os, random, socket, ssl, struct, time
from urllib.parse import urlsplit


def choose(table):
    """One of table["legal"], the notes of the moves that are possible now. What the seat
    sees is in table["view"] and table["scene"]."""
    return random.choice(table["legal"])


class Socket:
    """A WebSocket, as much of RFC 6455 as a client needs."""

    def __init__(self, url, token):
        at = urlsplit(url)
        secure = at.scheme == "https"
        self.socket = socket.create_connection((at.hostname, at.port or (443 if secure else 80)))
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(
                self.socket, server_hostname=at.hostname)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /ws HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Authorization: Bearer {token}\r\n\r\n").encode())
        status = self.stream.readline().decode()
        while self.stream.readline() not in (b"\r\n", b""):
            pass
        if " 101 " not in status:
            raise ConnectionError(f"no WebSocket here: {status.strip()}")

    def frame(self, opcode, data):
        mask = os.urandom(4)
        size = (bytes([0x80 | len(data)]) if len(data) < 126 else
                bytes([0x80 | 126]) + struct.pack(">H", len(data)))
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.socket.sendall(bytes([0x80 | opcode]) + size + mask + masked)

    def read(self, count):
        data = self.stream.read(count)
        if len(data) < count:
            raise ConnectionError("the connection broke")
        return data

    def send(self, message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        text = b""
        while True:
            first, size = self.read(2)
            if size == 126:
                size, = struct.unpack(">H", self.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.read(8))
            data = self.read(size)
            opcode = first & 15
            if opcode == 8:
                raise ConnectionError(f"closed: {data[2:].decode()}")
            if opcode == 9:  # ping
                self.frame(10, data)
            elif opcode in (0, 1):
                text += data
                if first & 0x80:
                    return json.loads(text)


def new_guest(url):
    at = urlsplit(url)
    kind = http.client.HTTPSConnection if at.scheme == "https" else http.client.HTTPConnection
    house = kind(at.netloc)
    house.request("POST", "/api/me", "")
    return house.getresponse().headers["set-cookie"].split(";")[0].split("=")[1]


def merge(table, patch):
    """docs/protocol.md: each key replaces the old one, log and chat grow."""
    if patch.get("whole"):
        return patch
    for key in ("log", "chat"):
        table[key] = table[key] + patch.pop(key, [])
    table.update(patch)
    return table


def sit_and_play(url, token, name):
    """One connection's worth; what was not answered is simply sent again by the next."""
    ws, table, asked = Socket(url, token), None, None
    ws.send({"id": 1, "do": "sit", "table": name})
    while not table or table["status"] != "over":
        message = ws.receive()
        if message.get("why") == "rate":  # a server takes so many messages a second
            time.sleep(0.5)
            asked = None
        elif message.get("no") and message["why"] not in ("stale", "turn", "status"):
            raise SystemExit(f"refused: {message['no']}")
        patch = message.get("ok") or message
        if "n" in patch and (table or patch.get("whole")):
            table = merge(table, patch)
        if table and table["you"] in table["owes"] and asked != table["at"]:
            asked = table["at"]
            ws.send({"id": 2, "do": "play", "table": name, "at": asked,
                     "moves": [choose(table)]})
    print("over:", json.dumps(table["result"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("url")
    parser.add_argument("table")
    parser.add_argument("--token")
    given = parser.parse_args()
    token = given.token or new_guest(given.url)
    for wait in (1, 2, 4, 8, 15, 30):
        try:
            return sit_and_play(given.url, token, given.table)
        except (ConnectionError, OSError) as broken:
            print(f"{broken}; again in {wait} s")
            time.sleep(wait)
    raise SystemExit("the server stays away")


if __name__ == "__main__":
    main()
