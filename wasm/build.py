#!/usr/bin/env python3
"""Compiles C sources to one WebAssembly module, for Meson.

Usage: build.py CLANG OUTPUT DEPFILE INCLUDE... -- SOURCE...
       build.py --probe CLANG SOURCE INCLUDE...

Meson knows one compiler a language and machine, and this is a second one; so this script
compiles file by file and gathers what each includes into one depfile. What the linker took
in is left in OUTPUT.parts, for tools/licences. With --probe it only says, by its exit status,
whether this clang can build for WebAssembly here.
"""
import concurrent.futures, os, subprocess, sys, tempfile

FLAGS = ["--target=wasm32-wasi", "-std=c17", "-O2", "-flto", "-mbulk-memory"]
# A reactor has no main(); searches go deeper than the linker's usual 64 KB of stack.
LINK = FLAGS + ["-mexec-model=reactor", "-Wl,--strip-all", "-Wl,-z,stack-size=1048576",
                "-Wl,--lto-O2"]


def compile_one(clang, include, source, folder, number):
    out = os.path.join(folder, f"{number}.o")
    subprocess.run([clang, *FLAGS, *include, "-MMD", "-MF", out + ".d", "-c", source,
                    "-o", out], check=True)
    with open(out + ".d", encoding="utf-8") as listing:
        needs = listing.read().replace("\\\n", " ").split(":", 1)[1].split()
    return out, needs


def build(clang, output, depfile, include, sources):
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            done = list(pool.map(lambda job: compile_one(clang, include, job[1], folder,
                                                         job[0]), enumerate(sources)))
        link = [clang, *LINK, "-Wl,--trace", *[out for out, _ in done], "-o", output]
        linked = subprocess.run(link, check=True, stdout=subprocess.PIPE, text=True).stdout
    with open(output + ".parts", "w", encoding="utf-8") as listing:
        listing.writelines(line for line in linked.splitlines(True) if folder not in line)
    needs = sorted({need for _, all_needs in done for need in all_needs})
    with open(depfile, "w", encoding="utf-8") as listing:
        listing.write(f"{output}: {' '.join(needs)}\n")


def probe(clang, source, include):
    command = [clang, *LINK, *["-I" + i for i in include], source,
               "-Wl,--allow-undefined", "-o", os.devnull]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode


if sys.argv[1] == "--probe":
    sys.exit(1 if probe(sys.argv[2], sys.argv[3], sys.argv[4:]) else 0)
split = sys.argv.index("--")
build(*sys.argv[1:4], ["-I" + i for i in sys.argv[4:split]], sys.argv[split + 1:])
