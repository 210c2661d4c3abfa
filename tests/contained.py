"""Runs a test so that whatever it starts ends with it.

Usage: contained.py -- COMMAND...

A test that fails in the middle leaves servers and browsers behind, and these hold its
output open: the whole run would wait for them. Here orphans come back to us (Linux's
"child subreaper"), and all are ended once the command itself is, or when we are told to.

The sanitizer's search for leaks takes seconds at the end of each process, and a test starts
hundreds: here it is off, and the test asks for it where it means it ("detect_leaks=1").
"""
import ctypes, os, resource, signal, subprocess, sys

PR_SET_CHILD_SUBREAPER = 36


def descendants():
    """Every process whose line of parents leads here."""
    parent = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                parent[int(name)] = int(stat.read().rpartition(")")[2].split()[1])
        except OSError:
            pass  # it has just ended
    found = {os.getpid()}
    grown = True
    while grown:
        more = {pid for pid, above in parent.items() if above in found} - found
        found |= more
        grown = bool(more)
    return found - {os.getpid()}


def end_all():
    """Ends them all; one that starts another meanwhile is met again in the next round."""
    while left := descendants():
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, 0)[0]:
                pass
        except ChildProcessError:
            pass


def told_to_stop(number, _frame):
    end_all()
    os._exit(128 + number)


if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
    sys.exit(f"contained: {os.strerror(ctypes.get_errno())}")
child = subprocess.Popen(
    sys.argv[sys.argv.index("--") + 1:],
    env={**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"})
for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(each, told_to_stop)
code = child.wait()
left = len(descendants())
end_all()
if left:
    print(f"contained: {left} process(es) of this test were still running, and are ended.",
          file=sys.stderr)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"contained: {used.ru_utime + used.ru_stime:.1f} s of processor time", file=sys.stderr)
sys.exit(code if code >= 0 else 128 - code)
