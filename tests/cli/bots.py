#!/usr/bin/env python3
"""Bots that misbehave: bots.py HOW [FILE]. FILE gets the process number first."""
import os
import signal
import subprocess
import sys
import time

how = sys.argv[1]
if len(sys.argv) > 2:
    with open(sys.argv[2], "a", encoding="utf-8") as file:
        print(os.getpid(), file=file)


def say(line):
    print(line, flush=True)


secrets = ["A1"]
if how == "mute":  # never even greets
    time.sleep(600)
for line in sys.stdin:
    word = line.split()[0]
    if word == "tablier":
        say("ready")
    elif word == "go":
        if how == "late" and secrets:  # well at first
            say("bestmove secret " + secrets.pop())
        elif how in ("hang", "late"):
            # A child of its own, that must not be left behind either.
            child = subprocess.Popen(["sleep", "600"])
            with open(sys.argv[2], "a", encoding="utf-8") as file:
                print(child.pid, file=file)
            time.sleep(600)
        elif how == "lie":
            say("bestmove secret Z9")
        elif how == "exit":
            sys.exit(3)
        elif how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif how == "flood":
            sys.stdout.write("x" * 100000)
            sys.stdout.flush()
            time.sleep(600)
        elif how == "close":
            sys.stdout.close()
            os.close(1)
            time.sleep(600)
        elif how == "error":
            say("error I have lost my glasses")
        elif how == "stuff":  # chatter, then silence
            for i in range(20):
                say(f"info thinking {i}")
            time.sleep(600)
