"""The one file to copy that `make dist` builds: it needs the C library only, and reads books.

Usage: alone.py SOURCE BOOKS       BOOKS: the test that reads books with a program
"""
import re, subprocess, sys, tempfile

SOURCE, BOOKS = sys.argv[1:]
OF_THE_C_LIBRARY = re.compile(r"linux-vdso|\blib[cm]\.so|ld-linux")


def run(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}")
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    # Another build than `make dist` in one thing: it is not made fast, which takes long.
    run("meson", "setup", folder, SOURCE, "-Dstatic=true", "-Dtests=false", "-Doptimization=0", "-Db_lto=false")
    run("ninja", "-C", folder, "tablier")
    tablier = f"{folder}/tablier"
    others = [line for line in run("ldd", tablier).splitlines() if not OF_THE_C_LIBRARY.search(line)]
    if others:
        sys.exit("These are not in the one file:\n" + "\n".join(others))
    run(sys.executable, BOOKS, tablier)
    notices = run(tablier, "--licences")
    for name in ("libxml2", "minizip", "sqlite3", "openssl"):
        if not re.search(rf"^{name} \d", notices, re.MULTILINE):
            sys.exit(f"The notice of {name} is not in the one file.")
