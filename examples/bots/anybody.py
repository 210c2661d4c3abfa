#!/usr/bin/env python3
"""A bot in thirty lines: it speaks docs/bot-protocol.md and plays any legal move.

    tablier sim topologic --bots cmd:examples/bots/anybody.py,random --games 10
    tablier play topologic --seats person,cmd:examples/bots/anybody.py
"""
import random
import sys


def answer(line):
    print(line, flush=True)  # the host waits: nothing may stay in a buffer


legal = []
luck = random.Random()
for line in sys.stdin:
    word, _, rest = line.rstrip("\r\n").partition(" ")
    if word == "tablier":  # tablier 1 GAME: the greeting
        answer("name Anybody")
        answer("ready")
    elif word == "seed":  # so that the same games can be played again
        luck.seed(int(rest))
    elif word == "legal":  # legal place A1|place A2|...: what this seat may do
        legal = rest.split("|")
    elif word == "go":  # go ms N, or go nodes N
        answer("bestmove " + luck.choice(legal))
    elif word == "quit":
        break
    # option, seat, new, scene, view, event, over: a better bot reads these too
