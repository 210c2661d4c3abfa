#!/usr/bin/env python3
"""Books made for tests: EPUBs and plain texts, good, odd and hostile.

Usage: samples.py FOLDER      writes them all there, for whoever compares two importers
"""
import io, pathlib, sys, zipfile

CONTAINER = """<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
PROSE = "Le vent souffle sur la plaine et la pluie tombe, drue, sur le toit de la maison. " * 40


def page(body, attributes=""):
    return ('<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" '
            'xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head>'
            f"<body{attributes}>{body}</body></html>")


def epub(pages, extra=(), spine=None, items=""):
    """Pages by file name; the spine is all of them unless it is given."""
    names = list(pages)
    manifest = "".join(f'<item id="i{i}" href="{name}" media-type="application/xhtml+xml"/>'
                       for i, name in enumerate(names))
    refs = spine or "".join(f'<itemref idref="i{i}"/>' for i in range(len(names)))
    package = ('<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
               'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>La Tempête</dc:title>'
               "<dc:creator>Jeanne Auteur</dc:creator><dc:language>fr-FR</dc:language></metadata>"
               f"<manifest>{manifest}{items}</manifest><spine>{refs}</spine></package>")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OEBPS/book.opf", package)
        for name, text in pages.items():
            archive.writestr("OEBPS/" + name, text)
        for name, text in extra:
            archive.writestr(name, text)
    return out.getvalue()


VERSE = "<p>" + "<br/>".join(f"Vers numéro {n}, sans point" for n in range(6)) + "</p>"
STORY = "".join(f"<p>{PROSE[:400 + 37 * n]}</p>" for n in range(30))
DOCTYPE = ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" '
           '"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">')
ODD = ("— Vraiment ?dit-il ; «non» , « oui »... et -- enfin --- l’été,\u00a0l'e\u0301te\u0301 ‘là’ "
       "co\u00adopé\u200bration\u2009fine – tiret‑dur\u2003large … fin....")
NAMED = ("&laquo;&nbsp;Caf&eacute;&nbsp;&raquo; &mdash; l&rsquo;&oelig;uvre&hellip; &lt;b&gt; &amp; &quot;x&quot; "
         "&#233;t&#xe9; &#146;vieux&#x92; &lang;a&rang; &frac12;")


def good():
    """By file name: books that are read."""
    one = page(f"<h1>Chapitre I</h1>{STORY}")
    yield "notes.epub", epub({
        "cover.xhtml": page("<p>Couverture</p>", ' epub:type="cover"'),
        "toc.xhtml": page('<nav epub:type="toc"><ol><li>Un</li></ol></nav>'),
        "title.xhtml": page('<section epub:type="titlepage"><h1>Titre</h1></section><p>Un mot.</p>'),
        "one.xhtml": page('<h1>Chapitre I</h1><h2 epub:type="subtitle">Le vent</h2>'
                          '<p>Il pleut<sup><a href="#n">1</a></sup> et<sup>2</sup> '
                          '<a epub:type="noteref" href="#m">*</a> vente.</p>'
                          f'<aside epub:type="footnote"><p>Une note.</p></aside>{STORY}{VERSE}'
                          '<table><tr><td>1</td></tr></table><script>x()</script>'
                          '<figure><img src="a.png" alt="rien"/><figcaption>Légende</figcaption></figure>'
                          '<svg xmlns="http://www.w3.org/2000/svg"><text>dessin</text></svg>'),
        "notes.xhtml": page('<section epub:type="endnotes"><p>Note de fin.</p></section>')})
    yield "entities.epub", epub({
        "a.xhtml": page(f"<p>{NAMED}</p>{STORY}"),
        "b.xhtml": DOCTYPE + page(f"<p>{NAMED} &inconnu; fin</p>").split("?>", 1)[1],
        "c.xhtml": ('<!DOCTYPE html [<!ENTITY moi "Alice > [x]"><!ENTITY rire "&moi;&moi;">]>'
                    "<html><body><p>&moi; et &rire; &eacute;</p></body></html>")})
    yield "spine.epub", epub(
        {"text/deep/one.xhtml": one, "text/a%20b.xhtml": "", "notes.xhtml": page("<p>Notes</p>")},
        extra=[("OEBPS/text/a b.xhtml", page("<p>Espace.</p>")), ("OEBPS/up.xhtml", page("<p>Haut.</p>"))],
        items='<item id="up" href="text/../up.xhtml"/><item id="nav" href="gone.xhtml" properties="nav"/>',
        spine='<itemref idref="nav"/><itemref idref="up"/><itemref idref="i0"/><itemref idref="rien"/>'
              '<itemref idref="i1"/><itemref idref="i2" linear="no"/><itemref idref="i0"/>')
    yield "nested.epub", epub({"one.xhtml": page(
        "<div>Avant <em>le</em> <b>bloc</b><div><p>Un</p>entre <i>deux</i><ul><li>x</li><li>y<p>z</p></li></ul>"
        "</div>après<br/>encore</div><blockquote>Cité seul</blockquote><blockquote><p>Cité</p></blockquote>"
        "<dl><dt>mot</dt><dd>sens</dd></dl><pre>a\n   b</pre><p> </p><p>\u00a0</p><p># dièse</p><p>| barre</p>"
        f"<p><![CDATA[brut & net]]></p><!-- rien --><p>a<!-- b -->c</p><center>milieu</center>{STORY}")})
    yield "odd.epub", epub({"one.xhtml": page(f"<p>{ODD}</p><p>—déjà</p><p>— là</p><p>—</p>{STORY}")})
    yield "sloppy.epub", epub({
        "a.html": "<html><body><p>Un & deux<br>trois <i>quatre</i> <b>cinq</b><p>Six &copy 7 &eacute; &inconnu;"
                  "<div>huit<p>neuf</div><ul><li>dix<li>onze</ul><a id='x'/>douze<p/>treize"
                  f"{STORY}</body></html>",
        "b.html": "<p>Sans rien autour</p><p>du tout",
        "c.html": "<html><head><title/><script src='x'/></head><body><p>après &amp; <nav/>tout & bien</p></body>"})
    yield "charsets.epub", epub({
        "latin.html": page(f"<p>été “ici” – {ODD[:20]}</p>{STORY}").replace("utf-8", "windows-1252")
                      .encode("cp1252", "replace"),
        "wide.html": page("<p>large été</p>").replace("utf-8", "utf-16").encode("utf-16"),
        "mark.html": b"\xef\xbb\xbf" + page("<p>marqué</p>").encode(),
        "bad.html": page("<p>mauvais @ octet</p>").encode().replace(b"@", b"\xe9")})
    yield "images.epub", epub({"one.xhtml": page(
        '<p><img src="i.png" alt="image"/></p><p>Avec <img src="j.png"/> image</p>' + STORY)},
        [("OEBPS/i.png", "\x89PNG")])
    yield "unprefixed.epub", epub({"one.xhtml": (
        f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p epub:type="noteref">x</p>{STORY}</body></html>')})
    text = ("Title: L’été  indien\nAuthor: A. _B_\n\n*** START OF THE BOOK\n\nCHAPITRE I\n\n_Déjà_ l’hiver\n"
            "vient...\n\nUn vers\nun autre\net trois\n\nXIV.\n\nLE VENT\nDU NORD\n\nNON !\n\n# Marque\n| vers\nreste\n\n")
    text += "\n\n".join([PROSE] * 6) + f"\n\n{ODD}\n\n*** END OF THE BOOK\nrien\n"
    for name, data in (("utf8", text.encode()), ("mark", b"\xef\xbb\xbf" + text.encode()),
                       ("utf16", text.encode("utf-16")), ("wide", b"\xfe\xff" + text.encode("utf-16-be")),
                       ("odd16", text.encode("utf-16") + b"\x00\xd8x\x00y"),
                       ("cp1252", text.encode("cp1252", "ignore")), ("crlf", text.replace("\n", "\r\n").encode()),
                       ("cr", text.replace("\n", "\r").encode())):
        yield f"{name}.txt", data
    yield "english.txt", ("CHAPTER I\n\n" + "The wind was that of the sea and it came to the house. " * 60).encode()
    yield "hebrew.txt", ("שָׁלוֹם עולם. " * 2000).encode()
    yield "russian.txt", ("Привет, мир. " * 2000).encode()


def bad():
    """By file name: books that are refused."""
    whole = epub({"one.xhtml": page(f"<p>{PROSE}</p>")})
    locks = ('<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/one.xhtml"/>'
             "</CipherData></EncryptedData></encryption>")
    yield "encrypted.epub", epub({"one.xhtml": page(f"<p>{PROSE}</p>")}, [("META-INF/encryption.xml", locks)])
    yield "cut.epub", whole[:200]
    yield "tail.epub", whole[:-40]
    yield "stub.epub", b"PK\3\4" + b"\0" * 100
    yield "empty.txt", b""
    yield "program.txt", b"\x7fELF\0\0\0" * 50
    yield "blank.epub", epub({"one.xhtml": page("")})
    yield "lacks.epub", epub({}, spine='<itemref idref="i0"/>', items='<item id="i0" href="gone.xhtml"/>')
    yield "bomb.epub", epub({"one.xhtml": page("<p>" + "a " * (20 << 20) + "</p>")})
    yield "long.epub", epub({f"{i}.xhtml": page("<p>" + "mot " * (1 << 18) + "</p>") for i in range(5)})
    yield "many.epub", epub({f"{i}.xhtml": page("<p>x</p>") for i in range(5100)})
    yield "blocks.txt", b"a\n\n" * 30000
    yield "long.txt", b"mot " * (3 << 20)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("readme", "no book")
    yield "plain.zip.epub", out.getvalue()


def main(folder):
    for kind, books in (("good", good()), ("bad", bad())):
        for name, data in books:
            path = pathlib.Path(folder, kind, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


if __name__ == "__main__":
    main(sys.argv[1])
