#!/usr/bin/env python3
"""Compiles C sources to WebAssembly modules, for Meson.

Usage: build.py CLANG OUTPUT DEPFILE INCLUDE... -- LIST SOURCE... [-- ONLY GAME...]
       build.py --probe CLANG SOURCE INCLUDE...

Meson knows one compiler a language and machine, and this is a second one; so this script
compiles file by file and gathers what each includes into one depfile. OUTPUT holds every
game of LIST; beside it GAME.wasm holds one, from the same objects, with ONLY in place of
LIST. What the linker took in is left in OUTPUT.parts, for tools/licences. With --probe it
only says, by its exit status, whether this clang can build for WebAssembly here.
"""
import concurrent.futures, os, subprocess, sys, tempfile

# -Os: a tenth less to fetch on a bad line for bots that think a tenth longer, in milliseconds.
FLAGS = ["--target=wasm32-wasi", "-std=c17", "-Os", "-flto", "-mbulk-memory"]
# A reactor has no main(); searches go deeper than the linker's usual 64 KB of stack.
LINK = FLAGS + ["-mexec-model=reactor", "-Wl,--strip-all", "-Wl,-z,stack-size=1048576",
                "-Wl,--lto-O2"]


def compile_one(clang, flags, source, out):
    subprocess.run([clang, *FLAGS, *flags, "-MMD", "-MF", out + ".d", "-c", source,
                    "-o", out], check=True)
    with open(out + ".d", encoding="utf-8") as listing:
        needs = listing.read().replace("\\\n", " ").split(":", 1)[1].split()
    return out, needs


def link(clang, objects, output):
    command = [clang, *LINK, "-Wl,--trace", *objects, "-o", output]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(clang, output, depfile, include, sources, only):
    """The first of `sources` is the list of the games; `only` is ONLY and the games."""
    beside = os.path.dirname(output)
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [(include, source) for source in sources]
        jobs += [([*include, "-DONLY=" + game], only[0]) for game in only[1:]]
        done = list(pool.map(lambda job: compile_one(clang, *job[1],
                                                     os.path.join(folder, f"{job[0]}.o")),
                             enumerate(jobs)))
        objects = [out for out, _ in done]
        lists, shared = objects[:1] + objects[len(sources):], objects[1:len(sources)]
        outputs = [output] + [os.path.join(beside, game + ".wasm") for game in only[1:]]
        linked = pool.map(lambda each: link(clang, [each[0], *shared], each[1]),
                          zip(lists, outputs))
        parts = {line for text in linked for line in text.splitlines(True)
                 if folder not in line}
    with open(output + ".parts", "w", encoding="utf-8") as listing:
        listing.writelines(sorted(parts))
    needs = sorted({need for _, all_needs in done for need in all_needs})
    with open(depfile, "w", encoding="utf-8") as listing:
        listing.write(f"{output}: {' '.join(needs)}\n")


def probe(clang, source, include):
    command = [clang, *LINK, *["-I" + i for i in include], source,
               "-Wl,--allow-undefined", "-o", os.devnull]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode


def parted(words):
    """The words between those that are `--`."""
    lists = [[]]
    for word in words:
        if word == "--":
            lists.append([])
        else:
            lists[-1].append(word)
    return lists


if sys.argv[1] == "--probe":
    sys.exit(1 if probe(sys.argv[2], sys.argv[3], sys.argv[4:]) else 0)
first, sources, *only = parted(sys.argv[1:])
build(*first[:3], ["-I" + i for i in first[3:]], sources, only[0] if only else [])
