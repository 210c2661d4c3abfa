"""Writes a folder of files as C, so that the server is one file to copy.

Usage: embed.py FOLDER OUTPUT DEPFILE [LICENCES]

What gains from it is compressed with gzip; NAME.br beside NAME is the same in brotli, for
those who take it. A name that carries a hash (as a bundler writes
them: name-1a2B3c4d.js) may be cached for ever. Without a folder the list is empty, and the
server shows a plain page of its own. LICENCES stands in place of the folder's licences.txt: it
has the notices of the whole program.
"""
import gzip, hashlib, os, re, sys

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".json": "application/json", ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
    ".jpg": "image/jpeg", ".webp": "image/webp", ".wasm": "application/wasm",
    ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8", ".map": "application/json",
    ".mp3": "audio/mpeg", ".ogg": "audio/ogg",
}
HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")


def read(folder):
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(name for name in names if not name.endswith(".br")):
            path = os.path.join(place, name)
            with open(path, "rb") as f:
                yield path, "/" + os.path.relpath(path, folder).replace(os.sep, "/"), f.read()


def read_tighter(path):
    try:
        with open(path + ".br", "rb") as f:
            return f.read()
    except FileNotFoundError:
        return b""


def array(name, data):
    yield f"static const unsigned char {name}[] = {{"
    for i in range(0, len(data), 20):
        yield "    " + ",".join(map(str, data[i:i + 20])) + ","
    yield "};"


def write(path, text):
    """Only when it changed, so that nothing is built again for nothing."""
    try:
        with open(path, encoding="utf-8") as f:
            if f.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def main(folder, output, depfile, licences=None):
    lines, table, inputs = ['#include "files.h"', ""], [], []
    for i, (source, path, data) in enumerate(read(folder)):
        inputs.append(source)
        if licences and path == "/licences.txt":
            with open(licences, "rb") as f:
                data = f.read()
            tighter = b""
        else:
            tighter = read_tighter(source)
        packed = gzip.compress(data, 9, mtime=0)
        gains = len(packed) < 0.9 * len(data)
        shown = packed if gains else data
        kind = TYPES.get(os.path.splitext(path)[1], "application/octet-stream")
        etag = '\\"%s\\"' % hashlib.sha256(data).hexdigest()[:16]
        forever = "/assets/" in path and bool(HASHED.search(path))
        lines += array(f"file_{i}", shown or b"\0")
        if tighter:
            lines += array(f"tighter_{i}", tighter)
            inputs.append(source + ".br")
        table.append(f'    {{ "{path}", "{kind}", "{etag}", file_{i}, {len(shown)}, '
                     f'{f"tighter_{i}" if tighter else "0"}, {len(tighter)}, '
                     f'{len(data) if gains else 0}, {"true" if forever else "false"} }},')
    lines += ["", "const struct file files[] = {", *table,
              "    { 0 },", "};", ""]
    write(output, "\n".join(lines))
    write(depfile, f"{output}: {' '.join(inputs)}\n")


main(*sys.argv[1:])
