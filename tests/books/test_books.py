#!/usr/bin/env python3
"""Books from outside: `tablier book add` with good, odd and hostile files.

Usage: test_books.py TABLIER
"""
import os, pathlib, resource, subprocess, sys, tempfile, unittest
from samples import PROSE, epub, page

TABLIER = sys.argv.pop(1)
# The address sanitizer takes terabytes of addresses for itself: no limit holds there.
SANITIZED = b"__asan_init" in pathlib.Path(TABLIER).read_bytes()
MEMORY = 600 << 20  # bytes of address space: whatever comes, no more is taken
# Off here (see tests/contained.py); one case has it.
LEAKS = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=1"


class Books(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)

    def run_book(self, *words, leaks=False):
        limit = lambda: SANITIZED or resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        return subprocess.run([TABLIER, "book", *words], capture_output=True, text=True,
                              env={**os.environ, "XDG_DATA_HOME": self.home.name, "LANG": "C",
                                   "LC_ALL": "C",
                                   **({"ASAN_OPTIONS": LEAKS} if leaks else {})},
                              preexec_fn=limit, timeout=300, check=False)

    def add(self, data, *words, name="book.epub"):
        path = pathlib.Path(self.home.name, name)
        path.write_bytes(data)
        return self.run_book("add", str(path), *words)

    def text_of(self, data, *words, **how):
        done = self.add(data, *words, **how)
        self.assertEqual(done.returncode, 0, done.stderr)
        kept = list(pathlib.Path(self.home.name, "tablier/books").glob("*.book"))
        self.assertEqual(len(kept), 1)
        front, blocks = kept[0].read_text(encoding="utf-8").split("\n\n", 1)
        return dict(line.split(" ", 1) for line in front.split("\n")), blocks.strip("\n").split("\n")

    def assert_refused(self, data, words, **how):
        done = self.add(data, **how)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(words, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_t62_cover_contents_and_notes_are_no_text(self):
        front, blocks = self.text_of(epub({
            "cover.xhtml": page("<p>Couverture</p>", ' epub:type="cover"'),
            "toc.xhtml": page('<nav epub:type="toc"><ol><li>Un</li></ol></nav>'),
            "one.xhtml": page(f'<h1>Chapitre I</h1><p>Il pleut<sup><a href="#n">1</a></sup>'
                              f'&#160;; &eacute;t&eacute;.</p><p>{PROSE}</p>'
                              '<aside epub:type="footnote"><p>Une note.</p></aside>'
                              '<p>Vers un<br/>vers deux<br/>vers trois</p>'
                              "<table><tr><td>1</td></tr></table><script>x()</script>"),
        }))
        self.assertEqual(front["title"], "La Tempête")
        self.assertEqual(front["author"], "Jeanne Auteur")
        self.assertEqual(front["lang"], "fr")
        self.assertEqual(front["body"], "0")
        self.assertEqual(blocks[0], "# Chapitre I")
        self.assertEqual(blocks[1], "Il pleut\u00a0; été.")
        self.assertEqual(blocks[3:], ["| Vers un", "| vers deux", "| vers trois"])

    def test_the_body_begins_after_the_front_matter(self):
        front, blocks = self.text_of(epub({
            "title.xhtml": page("<p>Un mot de l'éditeur.</p>"),
            "one.xhtml": page(f"<h2>I</h2><p>{PROSE}</p>"),
        }))
        self.assertEqual(front["body"], "1")
        self.assertEqual(blocks[1], "# I")

    def test_files_outside_the_line_are_left_out(self):
        _, blocks = self.text_of(epub(
            {"one.xhtml": page(f"<p>{PROSE}</p>"), "notes.xhtml": page("<p>Notes</p>")},
            spine='<itemref idref="i0"/><itemref idref="i1" linear="no"/>'))
        self.assertEqual(len(blocks), 1)

    def test_sloppy_pages_are_read_as_browsers_read_them(self):
        _, blocks = self.text_of(epub({
            "a%20b.xhtml": "", "one.html": "<html><body><p>Un &amp; deux<br>trois<p>"
            + PROSE + "</body></html>"}, extra=[("OEBPS/a b.xhtml", page("<p>Zéro.</p>"))]))
        self.assertEqual(blocks[:2], ["Zéro.", "Un & deux trois"])

    def test_plain_text_in_any_charset(self):
        text = "Title: Été\n\n*** START OF THE BOOK\n\nCHAPITRE I\n\n_Déjà_ l’hiver\nvient...\n"
        text += "\n\n" + PROSE + "\n*** END OF THE BOOK\nrien\n"
        seen = set()
        for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16"),
                     text.encode("cp1252"), text.replace("\n", "\r\n").encode()):
            front, blocks = self.text_of(data, "--text", "fr", name="book.txt")
            self.assertEqual(front["title"], "Été")
            self.assertEqual(blocks[:2], ["# CHAPITRE I", "Déjà l'hiver vient…"])
            seen.add("\n".join(blocks))
            self.run_book("remove", "Été")
        self.assertEqual(len(seen), 1)

    def test_short_books_get_smaller_pages(self):
        data = ("CHAPITRE I\n\n" + "\n\n".join([PROSE] * 22)).encode()
        done = self.add(data, name="court.txt")
        self.assertEqual(done.returncode, 0)
        self.assertIn("smaller pages", done.stderr)

    def test_encrypted_books_are_refused(self):
        locks = ('<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/one.xhtml"/>'
                 "</CipherData></EncryptedData></encryption>")
        pages = {"one.xhtml": page(f"<p>{PROSE}</p>")}
        self.assert_refused(epub(pages, [("META-INF/encryption.xml", locks)]), "encrypted")
        fonts = locks.replace("one.xhtml", "font.otf")
        self.assertEqual(self.add(epub(pages, [("META-INF/encryption.xml", fonts)])).returncode, 0)

    def test_damaged_books_are_refused(self):
        whole = epub({"one.xhtml": page(f"<p>{PROSE}</p>")})
        for data in (whole[:200], whole[:-40], whole[:100] + b"\0" * 400 + whole[500:]):
            self.assert_refused(data, "EPUB")
        self.assert_refused(b"PK\3\4" + b"\0" * 100, "damaged")
        self.assert_refused(b"", "no text", name="empty.txt")
        self.assert_refused(b"\x7fELF\0\0\0" * 50, "neither", name="program")
        self.assert_refused(epub({"one.xhtml": page("")}), "no text")
        self.assert_refused(epub({}, spine='<itemref idref="i0"/>',
                                 items='<item id="i0" href="gone.xhtml"/>'), "lacks")

    def test_bombs_are_refused_in_little_memory(self):
        self.assert_refused(epub({"one.xhtml": page("<p>" + "a " * (20 << 20) + "</p>")}), "unpacks")
        many = {f"{i}.xhtml": page("<p>" + "mot " * (1 << 19) + "</p>") for i in range(40)}
        self.assert_refused(epub(many), "4 MiB")
        self.assert_refused(epub({f"{i}.xhtml": page("<p>x</p>") for i in range(5100)}), "many")
        self.assert_refused(b"a\n\n" * 30000, "paragraphs", name="blocks.txt")
        self.assert_refused(b"mot " * (3 << 20), "4 MiB", name="long.txt")

    def test_nested_and_expanding_pages_are_harmless(self):
        deep = page("<div>" * 20000 + "<p>x</p>" + "</div>" * 20000)
        self.assertIn(self.add(epub({"one.xhtml": deep})).returncode, (0, 2))
        laughs = ('<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
                  + "".join(f'<!ENTITY {chr(c + 1)} "&{chr(c)};&{chr(c)};&{chr(c)};&{chr(c)};">'
                            for c in range(ord("b"), ord("x"))) + "]>"
                  + "<html><body><p>&x;</p><p>" + PROSE + "</p></body></html>")
        self.assertIn(self.add(epub({"one.xhtml": laughs})).returncode, (0, 2))
        secret = ('<!DOCTYPE html [<!ENTITY f SYSTEM "file:///etc/passwd">]><html><body><p>&f;</p>'
                  "<p>" + PROSE + "</p></body></html>")
        self.add(epub({"two.xhtml": secret}))
        for kept in pathlib.Path(self.home.name, "tablier/books").glob("*.book"):
            self.assertNotIn("root:", kept.read_text(encoding="utf-8"))

    def test_nothing_is_left_behind_in_memory(self):
        path = pathlib.Path(self.home.name, "book.epub")
        for data, status in ((epub({"one.xhtml": page(f"<p>{PROSE}</p>")}), 0), (b"PK\3\4", 2)):
            path.write_bytes(data)
            self.assertEqual(self.run_book("add", str(path), leaks=True).returncode, status)

    def test_right_to_left_and_foreign_scripts_can_be_kept(self):
        for text in ("שלום עולם. " * 2000, "Привет, мир. " * 2000, "你好世界。" * 4000):
            self.assertEqual(self.add(text.encode(), name="far.txt").returncode, 0)

    def test_books_are_listed_and_removed(self):
        self.add(epub({"one.xhtml": page(f"<p>{PROSE}</p>")}))
        self.assertIn("La Tempête, Jeanne Auteur", self.run_book("list").stdout)
        self.assertEqual(self.run_book("remove", "La Tempête").returncode, 0)
        self.assertIn("No book", self.run_book("list").stdout)
        self.assertEqual(self.run_book("remove", "La Tempête").returncode, 2)


unittest.main(verbosity=1)
