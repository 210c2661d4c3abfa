#!/usr/bin/env python3
"""Compiles C sources to WebAssembly modules, for Meson.

Usage: build.py [--draft] CLANG OUTPUT DEPFILE INCLUDE... -- LIST SOURCE... -- ONLY GAME... -- MORE...
       build.py --probe CLANG SOURCE INCLUDE...

Meson knows one compiler a language and machine, and this is a second one; so this script
compiles file by file and gathers what each includes into one depfile. OUTPUT holds every
game of LIST, and the sources MORE; beside it GAME.wasm holds one, from the same objects,
with ONLY in place of LIST. What the linker took in is left in OUTPUT.parts, for
tools/licences. A --draft is made sooner, and is larger and slower. With --probe it only says,
by its exit status, whether this clang can build for WebAssembly here.
"""
import concurrent.futures, os, shutil, subprocess, sys

DRAFT = "--draft" in sys.argv
# -Os: a tenth less to fetch on a bad line for bots that think a tenth longer, in milliseconds.
FLAGS = ["--target=wasm32-wasi", "-std=c17", "-mbulk-memory",
         *(["-O1"] if DRAFT else ["-Os", "-flto"])]
# A reactor has no main(); searches go deeper than the linker's usual 64 KB of stack.
LINK = FLAGS + ["-mexec-model=reactor", "-Wl,--strip-all", "-Wl,-z,stack-size=1048576",
                *([] if DRAFT else ["-Wl,--lto-O2"])]


def compile_one(clang, flags, source, out):
    subprocess.run([clang, *FLAGS, *flags, "-MMD", "-MF", out + ".d", "-c", source,
                    "-o", out], check=True)
    with open(out + ".d", encoding="utf-8") as listing:
        needs = listing.read().replace("\\\n", " ").split(":", 1)[1].split()
    return out, needs


def link(clang, objects, output):
    command = [clang, *LINK, "-Wl,--trace", *objects, "-o", output]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def compile_all(clang, folder, jobs):
    """Objects of all `jobs`, each flags and a source, and what they include."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda job: compile_one(clang, *job[1],
                                                     os.path.join(folder, f"{job[0]:03}.o")),
                             enumerate(jobs)))
    return [out for out, _ in done], {need for _, needs in done for need in needs}


def write_needs(depfile, output, needs):
    with open(depfile, "w", encoding="utf-8") as listing:
        listing.write(f"{output}: {' '.join(sorted(needs))}\n")


def build(clang, output, depfile, include, sources, only, more):
    """The first of `sources` is the list of the games; `only` is ONLY and the games."""
    beside, folder = os.path.dirname(output), output + ".p"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    jobs = [(include, source) for source in sources + more]
    jobs += [([*include, "-DONLY=" + game], only[0]) for game in only[1:]]
    objects, needs = compile_all(clang, folder, jobs)
    shared, rest = objects[1:len(sources)], objects[len(sources):]
    # The whole first: it takes as long as several of the others.
    modules = [(output, [objects[0], *rest[:len(more)]])]
    modules += [(os.path.join(beside, game + ".wasm"), [own])
                for game, own in zip(only[1:], rest[len(more):])]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        linked = list(pool.map(lambda each: link(clang, each[1] + shared, each[0]), modules))
    parts = {line for text in linked for line in text.splitlines(True) if folder not in line}
    with open(output + ".parts", "w", encoding="utf-8") as listing:
        listing.writelines(sorted(parts))
    shutil.rmtree(folder)
    write_needs(depfile, output, needs)


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
first, *lists = parted([word for word in sys.argv[1:] if word != "--draft"])
build(*first[:3], ["-I" + i for i in first[3:]], *lists)
