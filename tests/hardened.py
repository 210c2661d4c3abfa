"""The program is built so that a mistake in it is harder to use.

Usage: hardened.py PROGRAM [checked]; checked: with the C library's checked functions.
"""
import subprocess, sys

program, checked = sys.argv[1], "checked" in sys.argv[2:]


def said(*flags):
    return subprocess.run(["readelf", "-W", *flags, program], capture_output=True, text=True, check=True).stdout


wanted = [("-h", "DYN (Position-Independent Executable", "a place of its own at each start"),
          ("-l", "GNU_RELRO", "tables of the linker that are read only"),
          ("-d", "BIND_NOW", "and complete before the program begins"),
          ("--dyn-syms", "__stack_chk_fail", "guards on the stack")]
if checked:
    wanted.append(("--dyn-syms", "__memcpy_chk", "checked functions of the C library"))
missing = [why for flag, word, why in wanted if word not in said(flag)]
assert not missing, f"{program} lacks: {missing}"
# The stack must not be executable.
stack = [line for line in said("-l").splitlines() if "GNU_STACK" in line]
assert stack and " RWE " not in stack[0], stack
print(f"{len(wanted) + 1} defences are in the program")
