"""tools/licences: every library that the linker took in has its notice, or the build fails.

Usage: licences.py TOOL
"""
import os, subprocess, sys, tempfile, unittest

TOOL = sys.argv.pop()
LIBZ = subprocess.run(["dpkg", "-L", "zlib1g-dev"], capture_output=True, text=True,
                      check=True).stdout.split()
LIBZ = next(path for path in LIBZ if path.endswith("/libz.a"))


class Licences(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, text=None):
        path = os.path.join(self.folder.name, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
        return path

    def run_tool(self, *words, doc=None):
        env = {**os.environ, **({"LICENCES_DOC": doc} if doc else {})}
        return subprocess.run([sys.executable, TOOL, *words], capture_output=True, text=True,
                              env=env, check=False)

    def linked(self, *archives):
        """A map as ld begins it: who was taken in, and on whose behalf."""
        rows = "".join(f"{a}(part.o)\n                              other.o (name)\n" for a in archives)
        return self.path("map", "Archive member included to satisfy reference by file (symbol)\n\n" + rows +
                         "\nMemory Configuration\n\n .text  0x1  /opt/only/mentioned.a(x.o)\n")

    def test_a_library_brings_the_notice_of_its_package(self):
        done = self.run_tool("parts", self.linked(LIBZ, "server/libtablier-house.a"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\A={72}\nzlib \S+\n={72}\n\n(?s:.*)Jean-loup Gailly")
        self.assertEqual(done.stdout.count("=" * 72), 2, "one part")

    def test_a_library_of_nobody_is_a_failure(self):
        done = self.run_tool("parts", self.linked(LIBZ, "/opt/nobody/libodd.a"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "licences: no package owns /opt/nobody/libodd.a, which is linked\n")

    def test_a_package_without_its_notice_is_a_failure(self):
        done = self.run_tool("parts", self.linked(LIBZ), doc=self.folder.name)
        self.assertEqual(done.returncode, 1)
        self.assertIn("zlib1g-dev", done.stderr)
        self.assertIn("is missing", done.stderr)

    def test_licences_that_a_notice_points_to_are_added_once(self):
        os.mkdir(self.path("zlib1g-dev"))
        self.path("zlib1g-dev/copyright", "See /usr/share/common-licenses/Apache-2.0 and "
                  "/usr/share/common-licenses/Apache-2.0.\n")
        done = self.run_tool("parts", self.linked(LIBZ), doc=self.folder.name)
        self.assertEqual(done.stdout.count("\nApache-2.0, as named above\n"), 1)
        self.assertIn("TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION", done.stdout)

    def test_all_of_it_ours_first_each_title_once(self):
        ours = self.path("LICENSE", "Ours.\n")
        page = self.path("page.txt", f"{'=' * 72}\nfont 1\n{'=' * 72}\n\nIts words.\n" * 2)
        out = self.path("out")
        words = ["all", out, self.path("dep"), "Tablier 1", ours, page, self.linked(LIBZ)]
        self.assertEqual(self.run_tool(*words).returncode, 0)
        with open(out, encoding="utf-8") as f:
            titles = [line for line, after in zip(*[iter(f.read().split("=" * 72 + "\n")[1:])] * 2)]
        self.assertEqual([t.split()[0] for t in titles], ["Tablier", "font", "zlib"])
        before = os.stat(out).st_mtime_ns
        self.run_tool(*words)
        self.assertEqual(os.stat(out).st_mtime_ns, before, "nothing new, nothing written")

    def test_without_a_page_there_is_no_part_of_it(self):
        out = self.path("out")
        done = self.run_tool("all", out, self.path("dep"), "Tablier 1", self.path("LICENSE", "Ours.\n"),
                             self.path("none.txt"))
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(out, encoding="utf-8") as f:
            self.assertEqual(f.read(), f"{'=' * 72}\nTablier 1\n{'=' * 72}\n\nOurs.\n")

    def test_a_page_without_its_notices_is_a_failure(self):
        self.path("index.html", "")
        done = self.run_tool("all", self.path("out"), self.path("dep"), "Tablier 1",
                             self.path("LICENSE", "Ours.\n"), self.path("licences.txt"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("make web", done.stderr)


unittest.main()
