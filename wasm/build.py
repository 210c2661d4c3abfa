#!/usr/bin/env python3
"""Compiles C sources to WebAssembly modules, for Meson.

Usage: build.py [--draft] CLANG OUTPUT DEPFILE INCLUDE... -- LIST SOURCE... -- ONLY GAME...
       build.py [--draft] --more CLANG OUTPUT DEPFILE INCLUDE... -- KNOWN SOURCE...
       build.py --probe CLANG SOURCE INCLUDE...

Meson knows one compiler a language and machine, and this is a second one; so this script
compiles file by file and gathers what each includes into one depfile. OUTPUT holds every
game of LIST; beside it GAME.wasm holds one, from the same objects, with ONLY in place of
LIST. What the linker took in is left in OUTPUT.parts, for tools/licences. With --more OUTPUT
is KNOWN, the OUTPUT of another call, and more sources. A --draft is made sooner, and is larger and
slower. With --probe it only says, by its exit status, whether this clang can build for
WebAssembly here.
"""
import concurrent.futures, glob, os, shutil, subprocess, sys

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


def objects_of(output):
    """The folder of what is linked into a module."""
    return output + ".p"


def compile_all(clang, output, jobs):
    """Objects of all `jobs`, each flags and a source, and what they include."""
    folder = objects_of(output)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda job: compile_one(clang, *job[1],
                                                     os.path.join(folder, f"{job[0]:03}.o")),
                             enumerate(jobs)))
    return [out for out, _ in done], {need for _, needs in done for need in needs}


def write_needs(depfile, output, needs):
    with open(depfile, "w", encoding="utf-8") as listing:
        listing.write(f"{output}: {' '.join(sorted(needs))}\n")


def build(clang, output, depfile, include, sources, only):
    """The first of `sources` is the list of the games; `only` is ONLY and the games."""
    beside = os.path.dirname(output)
    jobs = [(include, source) for source in sources]
    jobs += [([*include, "-DONLY=" + game], only[0]) for game in only[1:]]
    objects, needs = compile_all(clang, output, jobs)
    shared, lists = objects[1:len(sources)], objects[:1] + objects[len(sources):]
    outputs = [output] + [os.path.join(beside, game + ".wasm") for game in only[1:]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        linked = list(pool.map(lambda each: link(clang, [each[0], *shared], each[1]),
                               zip(lists, outputs)))
    for other in lists[1:]:
        os.remove(other)  # what is left is OUTPUT, for --more
    parts = {line for text in linked for line in text.splitlines(True)
             if objects_of(output) not in line}
    with open(output + ".parts", "w", encoding="utf-8") as listing:
        listing.writelines(sorted(parts))
    write_needs(depfile, output, needs)


def build_more(clang, output, depfile, include, known, *sources):
    objects, needs = compile_all(clang, output, [(include, source) for source in sources])
    link(clang, sorted(glob.glob(objects_of(known) + "/*.o")) + objects, output)
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
words = [word for word in sys.argv[1:] if word != "--draft"]
more = words[0] == "--more"
first, *lists = parted(words[more:])
includes = ["-I" + i for i in first[3:]]
if more:
    build_more(*first[:3], includes, *lists[0])
else:
    build(*first[:3], includes, *lists)
