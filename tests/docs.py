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
