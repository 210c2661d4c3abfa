"""The page that is built into the server."""
import gzip, hashlib

from house import *

HERE = os.path.dirname(os.path.abspath(__file__))
house = None
SCRIPT = "/assets/index-1a2B3c4d.js"


def source(path):
    with open(HERE + "/page" + path, "rb") as f:
        return f.read()


def test_files_are_served_compressed():
    status, headers, body = house.http("GET", SCRIPT, headers={"Accept-Encoding": "gzip"})
    assert status == 200 and headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == source(SCRIPT) and len(body) < len(source(SCRIPT)) / 4
    assert headers["content-type"].startswith("text/javascript")
    assert headers["vary"] == "accept-encoding"
    status, headers, body = house.http("GET", SCRIPT)
    assert status == 200 and body == source(SCRIPT) and "content-encoding" not in headers


def test_brotli_is_for_those_who_take_it():
    tighter = source(SCRIPT + ".br")
    for said, coding in (("gzip, deflate, br", "br"), ("br", "br"), ("BR;q=0.8 , gzip", "br"), ("br;q=0, gzip", "gzip"),
                         ("gzip, brx", "gzip"), ("gzip;q=0.5, zstd", "gzip"), ("gzip;q=0", None), ("", None)):
        status, headers, body = house.http("GET", SCRIPT, headers={"Accept-Encoding": said})
        assert status == 200 and headers.get("content-encoding") == coding, said
        assert coding != "br" or body == tighter, said
        assert coding or body == source(SCRIPT), said
    # What has no second form comes as it did, and nobody asks for the packed file itself.
    assert house.http("GET", "/", headers={"Accept-Encoding": "br"})[2] == source("/index.html")
    assert house.http("GET", SCRIPT + ".br")[0] == 404


def test_hashed_names_are_kept_for_ever():
    assert "immutable" in house.http("GET", SCRIPT)[1]["cache-control"]
    for path in ("/", "/sw.js", "/manifest.webmanifest"):
        assert house.http("GET", path)[1]["cache-control"] == "no-cache", path


def test_etags_spare_the_second_load():
    for path in ("/", SCRIPT):
        etag = house.http("GET", path)[1]["etag"]
        status, headers, body = house.http("GET", path, headers={"If-None-Match": etag})
        assert status == 304 and body == b"" and headers["etag"] == etag
        assert house.http("GET", path, headers={"If-None-Match": '"other"'})[0] == 200


def test_every_address_of_the_page_gets_it():
    for path in ("/", "/t/abcdefghij", "/rules/topologic"):
        status, headers, body = house.http("GET", path)
        assert status == 200 and body == source("/index.html"), path
        assert "wasm-unsafe-eval" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert house.http("GET", "/nothing.js")[0] == 404


def test_types():
    assert house.http("GET", "/engine.wasm")[1]["content-type"] == "application/wasm"
    assert house.http("GET", "/manifest.webmanifest")[1]["content-type"] == \
        "application/manifest+json"


def test_one_connection_serves_many_files():
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)
    for _ in range(3):
        for path in ("/", SCRIPT, "/sw.js"):
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == 200 and answer.read()
    connection.close()


with House() as house:
    cases(globals())
