"""What the documentation quotes is what the program says.

Usage: docs.py SOURCE
"""
import pathlib, re, sys

root = pathlib.Path(sys.argv[1])


def quoted_rules():
    """The first cells of the table in docs/adding-a-game.md."""
    text = (root / "docs/adding-a-game.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `(.+?)` \|", text, re.M)


def rules_of_the_tests():
    """The names in the tables of tests/conformance."""
    text = "".join(f.read_text(encoding="utf-8") for f in (root / "tests/conformance").glob("*.c"))
    return set(re.findall(r'^ {4}\{ "([^"]+)", \w+ \},$', text, re.M))


quoted, known = quoted_rules(), rules_of_the_tests()
assert len(quoted) > 5 and len(known) > 30, (quoted, known)
lies = [rule for rule in quoted if rule not in known]
assert not lies, f"docs/adding-a-game.md quotes what no test prints: {lies}"
print(f"{len(quoted)} quoted messages are printed by tests/conformance")


def first(pattern, path):
    found = re.search(pattern, (root / path).read_text(encoding="utf-8"), re.M)
    assert found, f"{path} names no version"
    return found.group(1)


# Every place that names the version names the same, and CHANGELOG.md tells of it.
NUMBER = r"(\d+\.\d+\.\d+)"
version = first(rf"^  version: '{NUMBER}'", "meson.build")
for pattern, path in [(rf"^## {NUMBER}$", "CHANGELOG.md"), (rf'"version": "{NUMBER}"', "web/package.json"),
                      (rf'"version": "{NUMBER}"', "web/package-lock.json"),
                      (rf'"tablier {NUMBER}"', "docs/tablier.1"),
                      (rf'"version":"{NUMBER}"', "docs/protocol.md")]:
    assert first(pattern, path) == version, f"{path} tells of another version than {version}"
print(f"{version} is the version everywhere")


# What the README shows is there, and light.
shown = re.findall(r'(?:src="|\]\()(docs/[^")]+\.(?:webp|svg|png))', (root / "README.md").read_text(encoding="utf-8"))
assert len(shown) > 3, shown
for picture in shown:
    size = (root / picture).stat().st_size
    assert size < 60_000 or picture.endswith(".svg"), f"{picture} has {size} bytes"
print(f"{len(shown)} pictures are shown")


# Every test that docs/security.md names is there: a file, and the cases of it in brackets; a case without a
# file is one of tests/server/siege.py.
security = (root / "docs/security.md").read_text(encoding="utf-8")
cases = 0
for row in re.findall(r"^\| .+ \|$", security, re.M)[1:]:
    shown_by = row.rsplit(" | ", 1)[1]
    for path in re.findall(r"`(tests/[^`]+)`", row):
        assert (root / path).is_file(), f"docs/security.md names {path}, which is not there"
    named = [(p, c) for p, list_ in re.findall(r"`(tests/[^`]+)` \(([^)]*)\)", shown_by)
             for c in re.findall(r"`(\w+)`", list_)]
    alone = re.sub(r"`tests/[^`]+`( \([^)]*\))?", "", shown_by)
    named += [("tests/server/siege.py", c) for c in re.findall(r"`(\w+)`", alone)]
    for path, case in named:
        text = (root / path).read_text(encoding="utf-8")
        assert re.search(rf"^(def|static void) {case}\(", text, re.M), f"docs/security.md names {case}, not in {path}"
    cases += len(named)
assert cases > 40, cases
print(f"{cases} tests named in docs/security.md are there")
