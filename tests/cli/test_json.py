#!/usr/bin/env python3
"""docs/json/<game>.md against real games: every key that scene and view write is described with
its types, and every key that is described is really written.

Usage: test_json.py TABLIER SOURCE_FOLDER [GAME]
With a GAME: prints the rows of its table as they should be, to begin a new page.
"""
import itertools
import json
import os
import random
import re
import subprocess
import sys

TABLIER, SOURCE = map(os.path.abspath, sys.argv[1:3])
ROW = re.compile(r"^\| `([^`]+)` \| ([a-z, ]+) \| (.+) \|$")
TYPES = {dict: "object", list: "list", str: "string", bool: "boolean", int: "number",
         float: "number", type(None): "null"}
PLIES = 1500  # of one game at most


class Engine:
    """tablier engine, asked line by line."""

    def __init__(self, game):
        self.process = subprocess.Popen([TABLIER, "engine", game, "--level", "easy"], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        while True:
            answer = self.process.stdout.readline().rstrip("\n")
            assert not answer.startswith("error") and answer, (line, answer)
            if not answer.startswith("event"):
                return answer

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def options_of(game):
    listed = json.loads(subprocess.run([TABLIER, "games", game, "--json"], capture_output=True,
                                       check=True).stdout)["games"][0]
    values = [[f"{o['id']}={v['id']}" for v in o.get("values", [])] or
              [f"{o['id']}={o[k]}" for k in ("min", "max") if o.get(k) is not None]
              for o in listed["options"]]
    return listed["seats"], [v for v in values if v]


def play(engine, seats, options, seed, clever):
    """Every scene and view of a game, of every viewer."""
    luck = random.Random(seed)
    chosen = "".join(f" option {o}" for o in options)
    if engine.ask(f"position seats {seats} seed {seed}{chosen}") != "ok":
        return
    viewers = [str(i) for i in range(seats)] + ["public", "all"]
    for ply in range(PLIES):
        for viewer in viewers if ply % 100 == 0 else []:
            yield "scene", json.loads(engine.ask(f"scene {viewer}")[6:])
        for viewer in viewers if ply < 40 or ply % 8 == 0 else []:
            yield "view", json.loads(engine.ask(f"view {viewer}")[5:])
        for seat in range(seats):
            legal = engine.ask(f"legal {seat}")[6:]
            if legal:
                break
        else:
            break
        note = luck.choice(legal.split("|"))
        if clever:
            note = engine.ask(f"go seat {seat} nodes 10").removeprefix("bestmove ")
        engine.ask(f"play {seat} {note}")
    for viewer in viewers:
        yield "view", json.loads(engine.ask(f"view {viewer}")[5:])


def games_of(game):
    """Random games over the options, and some between bots that know what they do.

    The named tables are played both ways."""
    (least, most), options = options_of(game)
    luck = random.Random(game)
    for number, seats in zip(range(8), itertools.cycle(range(least, most + 1))):
        chosen = [luck.choice(values) for values in options]
        clever = number % 3 == 2 or seats == 1
        yield seats, chosen if number else [], 10 + number, clever
    for table in named_tables(game):
        seats, *chosen = table.split()
        for clever in True, False:
            yield int(seats), chosen, 7, clever


def named_tables(game):
    """Those that its page asks for, since no random choice of options would hit them."""
    path = os.path.join(SOURCE, "docs/json", game + ".md")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if line.startswith("Played by the test besides")]
    return [table for line in lines for table in re.findall(r"`([^`]+)`", line)]


def positions(game):
    engine = Engine(game)
    for seats, options, seed, clever in games_of(game):
        try:
            yield from play(engine, seats, options, seed, clever)
        except AssertionError as refused:  # options that do not go together
            if "position" not in str(refused):
                raise
    engine.end()


def documented(game):
    rows = {}
    path = os.path.join(SOURCE, "docs/json", game + ".md")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = ROW.match(line.rstrip())
            if found:
                rows[found[1]] = set(found[2].split(", "))
    return rows


class Walk:
    def __init__(self, rows):
        self.rows, self.seen, self.faults = rows, {}, []
        self.parents = {p[:i] for p in rows for i, c in enumerate(p) if c in ".["}

    def value(self, path, value):
        kind = TYPES[type(value)]
        self.seen.setdefault(path, set()).add(kind)
        if path in self.rows and kind not in self.rows[path]:
            self.fault(f"{path} is a {kind}, and not told so")
        if path not in self.rows and path not in self.parents:
            self.fault(f"{path} is not described")
        elif kind == "object":
            for key, child in value.items():
                own = f"{path}.{key}"
                known = own in self.rows or own in self.parents
                self.value(own if known or f"{path}.*" not in self.rows | {
                    p: 0 for p in self.parents} else f"{path}.*", child)
        elif kind == "list":
            for child in value:
                self.value(path + "[]", child)

    def fault(self, what):
        if what not in self.faults:
            self.faults.append(what)


def check(game):
    rows = documented(game)
    if rows is None:
        return [f"docs/json/{game}.md is missing: test_json.py TABLIER SOURCE {game} begins it"]
    walk = Walk(rows)
    for key, value in positions(game):
        walk.value(key, value)
    for path, types in rows.items():
        for kind in types - walk.seen.get(path, set()):
            walk.fault(f"{path} is never a {kind}")
    return walk.faults


def skeleton(game):
    """The rows of a page, without meanings. Keys that look like names of things become *."""
    seen = {}

    def visit(path, value):
        kind = TYPES[type(value)]
        seen.setdefault(path, set()).add(kind)
        for key, child in value.items() if kind == "object" else []:
            visit(f"{path}.{key if re.fullmatch('[a-z][a-zA-Z_]*', key) else '*'}", child)
        for child in value if kind == "list" else []:
            visit(path + "[]", child)

    for key, value in positions(game):
        visit(key, value)
    for path, types in seen.items():
        if types - {"list", "object"}:
            print(f"| `{path}` | {', '.join(sorted(types))} |  |")


if len(sys.argv) > 3:
    skeleton(sys.argv[3])
    sys.exit()
with open(os.path.join(SOURCE, "games/list.h"), encoding="utf-8") as listed:
    GAMES = re.findall(r"^GAME\((\w+)\)", listed.read(), re.M)
faults = [f"{game}: {fault}" for game in GAMES for fault in check(game)]
print("\n".join(faults))
print(f"[  PASSED  ] {0 if faults else len(GAMES)} test(s).")
if faults:
    print(f"[  FAILED  ] {len({fault.split(':')[0] for fault in faults})} test(s).")
sys.exit(bool(faults))
