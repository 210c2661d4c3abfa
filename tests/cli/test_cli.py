#!/usr/bin/env python3
"""The command, from outside: every subcommand, both languages, every kind of bad input.

Usage: test_cli.py TABLIER SOURCE_FOLDER
"""
import base64
import json
import os
import pty
import random
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
import fcntl

TABLIER = os.path.abspath(sys.argv[1])
SOURCE = os.path.abspath(sys.argv[2])
BAD_BOTS = os.path.join(SOURCE, "tests/cli/bots.py")
ANYBODY = os.path.join(SOURCE, "examples/bots/anybody.py")
with open(os.path.join(SOURCE, "cli/commands.h"), encoding="utf-8") as commands:
    COMMANDS = [name.replace("_", "-") for name in re.findall(r"^COMMAND\((\w+)\)", commands.read(), re.M)]
with open(os.path.join(SOURCE, "games/list.h"), encoding="utf-8") as games:
    GAMES = re.findall(r"^GAME\((\w+)\)", games.read(), re.M)
ENV = {k: v for k, v in os.environ.items() if not k.startswith("LC_")}
ENV.update(LANG="C", LANGUAGE="", NO_COLOR="", TERM="xterm-256color")


def state_of(pid):
    """Its letter, as Linux writes it; "": it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()[0]
    except OSError:
        return ""


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_it(self, *args, text="", env=None):
        return subprocess.run([TABLIER, *args], input=text, capture_output=True, text=True,
                              cwd=self.folder, env={**ENV, **(env or {})}, timeout=120)

    def fine(self, *args, text="", env=None):
        done = self.run_it(*args, text=text, env=env)
        self.assertEqual((done.returncode, done.stderr), (0, ""), args)
        return done.stdout

    def refused(self, pattern, *args, text="", env=None):
        """Exit code 2 and one line that names the cause."""
        done = self.run_it(*args, text=text, env=env)
        self.assertEqual(done.returncode, 2, (args, done.stdout, done.stderr))
        self.assertRegex(done.stderr, r"\Atablier: [^\n]+\n\Z")
        self.assertRegex(done.stderr, pattern)
        return done

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        return path

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def saved(self):
        return [f for f in os.listdir(self.folder) if f.endswith(".tablier")]

    def secret_of(self, name):
        """What only somebody who holds the record may know."""
        whole = json.loads(self.fine("replay", self.path(name), "--seat", "all", "--json"))
        return whole["view"]["rounds"][whole["view"]["round"]]["secret"]

    def solo_secret(self, *args):
        self.fine("play", "topologic", "--seats", "person", *args,
                  text="place A1\nsave peek\nquit\nno\n")
        return self.secret_of("peek")



    def nobody_is_left(self):
        for pid in self.read("pids").split():
            for _ in range(100):
                if not os.path.exists(f"/proc/{pid}"):
                    break
                time.sleep(0.02)
            with open(f"/proc/{pid}/stat", encoding="utf-8") if os.path.exists(
                    f"/proc/{pid}/stat") else open(os.devnull, encoding="utf-8") as file:
                # A grandchild may wait for its new parent to bury it; it does not run.
                self.assertIn((file.read().split(") ") + ["Z"])[1][:1], "Z")

    def finished(self, game, seats=2):
        """The record of a whole game between random bots."""
        folder = self.path("finished-" + game)
        self.fine("sim", game, "--games", "1", "--seats", str(seats), "--records", folder)
        [name] = os.listdir(folder)
        return os.path.join(folder, name)


class Leaks(Case):
    """The sanitizer's search, which tests/contained.py puts off, in the longest way through the program."""

    def test_a_game_its_replay_a_puzzle_and_refusals_leave_nothing(self):
        searching = {"ASAN_OPTIONS": ENV.get("ASAN_OPTIONS", "") + ":detect_leaks=1"}
        self.fine("play", "ancient", "--seats", "person,easy", "--seed", "3",
                  text="hint\nundo\nsave kept\nquit\nno\n", env=searching)
        self.fine("replay", self.path("kept"), "--json", env=searching)
        self.fine("solve", "archeologic", text="D1 fire\nE empties 3\n", env=searching)
        self.fine("sim", "contrees", "--games", "2", "--bots", "easy,easy", env=searching)
        self.refused("nothing", "play", "nothing", env=searching)
        self.refused("tablier 1", "replay", self.path("bad", "hello\n"), env=searching)


class Help(Case):
    def test_every_command_explains_itself_in_both_languages(self):
        for command in COMMANDS:
            english = self.fine(command, "--help")
            french = self.fine(command, "--help", "--lang", "fr")
            self.assertTrue(english.startswith(f"Usage: tablier {command}"))
            self.assertTrue(french.startswith(f"Usage : tablier {command}"))
            options = re.findall(r"^  (--[\w-]+)", english, re.M)
            self.assertIn("--help", options)
            self.assertEqual(options, re.findall(r"^  (--[\w-]+)", french, re.M))
            for line in (english + french).splitlines():
                self.assertLessEqual(len(line), 88)

    def test_the_man_page_names_every_option(self):
        with open(os.path.join(SOURCE, "docs/tablier.1"), encoding="utf-8") as file:
            page = file.read().replace("\\-", "-")
        for command in COMMANDS:
            for option in re.findall(r"^  (--[\w-]+)", self.fine(command, "--help"), re.M):
                self.assertIn(option, page)

    def test_the_locale_chooses_and_lang_overrides(self):
        for name in ["LANG", "LC_ALL", "LANGUAGE", "LC_MESSAGES"]:
            self.assertIn("Usage :", self.fine("--help", env={name: "fr_FR.UTF-8"}))
        self.assertIn("Usage:", self.fine("--help", env={"LANG": "de_DE.UTF-8"}))
        self.assertIn("Usage:", self.fine("--help", env={"LANG": "fr", "LC_ALL": "C"}))
        self.assertIn("Usage:", self.fine("--lang", "en", "--help", env={"LANG": "fr"}))
        self.assertIn("Usage :", self.fine("--lang=fr", "--help"))

    def test_version(self):
        self.assertRegex(self.fine("--version"), r"\Atablier \d+\.\d+\.\d+\n\Z")

    def test_licences_begin_with_our_own(self):
        said = self.fine("--licences")
        titles = re.findall(r"^={72}\n(.+)\n={72}$", said, re.M)
        self.assertEqual(titles[0], self.fine("--version").strip().replace("tablier", "Tablier"))
        with open(os.path.join(SOURCE, "LICENSE"), encoding="utf-8") as file:
            self.assertIn(file.read(), said)
        self.assertIn("bring their own notices", said)
        self.assertIn("logiciel libre", self.fine("--lang", "fr", "--licences"))
        self.assertIn("  --licences ", self.fine("--help"))

    def test_licences_of_the_page_are_in_the_program_that_carries_it(self):
        page = os.path.join(SOURCE, "web/dist/licences.txt")
        if not os.path.exists(page):
            self.skipTest("the page was not built: make web")
        with open(page, encoding="utf-8") as file:
            parts = re.findall(r"^={72}\n(.+)\n={72}$", file.read(), re.M)
        self.assertGreater(len(parts), 4)
        said = self.fine("--licences")
        for title in parts:
            self.assertIn(f"\n{title}\n", said)


class Completion(Case):
    """As bash does it: the script is read, the line typed, the function called."""

    def complete(self, line):
        script = os.path.join(SOURCE, "cli/completion.bash")
        code = (f'source {script}; COMP_LINE=$1; COMP_POINT=${{#1}}; _tablier; '
                'printf "%s\\n" "${COMPREPLY[@]}"')
        env = {**ENV, "PATH": os.path.dirname(TABLIER) + ":" + ENV["PATH"]}
        done = subprocess.run(["bash", "--norc", "-c", code, "bash", line], env=env, text=True,
                              capture_output=True, cwd=self.folder, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_commands_games_and_options(self):
        self.assertEqual(self.complete("tablier "), COMMANDS)
        self.assertEqual(self.complete("tablier re"), ["replay"])
        self.assertEqual(self.complete("tablier play "), GAMES)
        self.assertEqual(self.complete("tablier play t"), ["topologic"])
        for command in COMMANDS:
            options = re.findall(r"^  (--[\w-]+)", self.fine(command, "--help"), re.M)
            self.assertEqual(self.complete(f"tablier {command} --"), options)

    def test_values(self):
        start = "tablier play topologic --option "
        self.assertIn("shape=", self.complete(start))
        self.assertEqual(self.complete(start + "sh"), ["shape="])
        self.assertEqual(self.complete(start + "shape=r"), ["rectangle", "ribbon", "ragged"])
        self.assertEqual(self.complete(start + "pawns="), ["3", "4", "5"])
        self.assertEqual(self.complete("tablier play --lang "), ["en", "fr"])
        self.assertEqual(self.complete("tablier play --lang=f"), ["fr"])
        self.assertIn("person", self.complete("tablier play topologic --seats "))
        self.assertEqual(self.complete("tablier play topologic --seats person,no"),
                         ["person,normal"])
        self.assertNotIn("person", self.complete("tablier sim topologic --bots "))
        self.assertEqual(self.complete("tablier engine topologic --level ha"), ["hard"])

    def test_files(self):
        self.path("game.tablier", "x")
        for line in ["tablier replay ga", "tablier play --from ga", "tablier replay --book ga"]:
            self.assertEqual(self.complete(line), ["game.tablier"])


class Games(Case):
    def test_the_list_for_people(self):
        self.assertIn("--option shape=rectangle|ribbon|blob|holed|ragged", self.fine("games"))
        self.assertIn("Côte découpée", self.fine("games", "topologic", "--lang", "fr"))

    def test_the_list_for_programs(self):
        games = {g["id"]: g for g in json.loads(self.fine("games", "--json"))["games"]}
        topologic = games["topologic"]
        self.assertEqual(topologic["seats"], [1, 2])
        shape = next(o for o in topologic["options"] if o["id"] == "shape")
        self.assertEqual(shape["usual"], "rectangle")
        self.assertEqual(len(shape["values"]), 5)
        one = json.loads(self.fine("games", "topologic", "--json"))
        self.assertEqual([g["id"] for g in one["games"]], ["topologic"])
        self.assertIn("normal", one["bots"])


class BadUsage(Case):
    def test_each_gets_one_line_that_names_it(self):
        cases = [
            ("command", ),
            ("'nonsense'", "nonsense"),
            ("--lang: 'de'", "--lang", "de", "games"),
            ("--nonsense", "games", "--nonsense"),
            ("-x", "games", "-x"),
            ("--json", "games", "--json=yes"),
            ("'extra'", "games", "topologic", "extra"),
            ("'nix'", "games", "nix"),
            ("'nix'", "play", "nix"),
            ("GAME", "play"),
            ("GAME", "sim"),
            ("FILE", "replay"),
            ("--seed.*'x'", "play", "topologic", "--seed", "x"),
            ("--seed.*'18446744073709551616'", "sim", "topologic", "--seed",
             "18446744073709551616"),
            ("--seed needs", "play", "topologic", "--seed"),
            ("--games.*'0'", "sim", "topologic", "--games", "0"),
            ("--threads.*'-1'", "sim", "topologic", "--threads", "-1"),
            ("--seats.*'3'", "sim", "topologic", "--seats", "3"),
            ("3 bots for 2", "sim", "topologic", "--seats", "2", "--bots", "easy,easy,easy"),
            ("'clever'", "sim", "topologic", "--bots", "clever"),
            ("'easy@'", "sim", "topologic", "--bots", "easy@"),
            ("'easy@-1'", "sim", "topologic", "--bots", "easy@-1"),
            ("'easy@5s'", "sim", "topologic", "--bots", "easy@5s"),
            ("'clever@5'", "sim", "topologic", "--bots", "clever@5"),
            ("'person'", "sim", "topologic", "--bots", "person"),
            ("no such program", "sim", "topologic", "--bots", "cmd:./not-there"),
            ("no such program", "play", "topologic", "--seats", "person,cmd:not-there"),
            ("'clever'", "play", "topologic", "--seats", "person,clever"),
            ("1 to 2 players, not 3", "play", "topologic", "--seats", "person,easy,easy"),
            ("colour=red.*pawns\\|shape", "play", "topologic", "--option", "colour=red"),
            ("shape=round.*rectangle\\|ribbon", "play", "topologic", "--option", "shape=round"),
            ("pawns=9.* 3\\.\\.5", "sim", "topologic", "--option", "pawns=9"),
            ("'pawns'", "sim", "topologic", "--option", "pawns"),
            ("A bot cannot read a paper book", "play", "contrees", "--option", "book=paper"),
            ("A bot cannot read a paper book", "sim", "contrees", "--option", "book=paper"),
            ("'mauve'", "play", "topologic", "--colour", "mauve"),
            ("'clever'", "engine", "topologic", "--level", "clever"),
            ("not-there", "replay", "not-there"),
            ("not-there", "play", "--from", "not-there"),
            ("topologic", "play", "topologic", "--from", "not-there"),
        ]
        for pattern, *args in cases:
            with self.subTest(args=args):
                self.refused(pattern, *args)
                self.refused(".", *args, env={"LANG": "fr_FR.UTF-8"})

    def test_in_french_the_line_is_french(self):
        self.refused("il n'y a pas de jeu « nix »", "play", "nix", "--lang", "fr")
        self.refused("ce fichier ou ce dossier n'existe pas", "replay", "nix", "--lang", "fr")

    def test_a_closed_output_is_noticed(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([TABLIER, "games"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, env=ENV)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "output could not be written")


class Play(Case):
    def test_a_novella_is_read_in_the_players_language_and_seats_count_from_1(self):
        for lang, title, leans in (("en", "The Spare Hour", "leans to: seat [12]\\."),
                                   ("fr", "L'Heure de trop", "penche pour : place [12]\\.")):
            for more, read in ((), title), (("--option", "book=novella-fr"), "L'Heure de trop"):
                said = self.run_it("play", "contrees", "--seats", "person,easy", "--lang", lang,
                                   *more, text="quit\nno\n").stdout
                self.assertIn(read, said)
                self.assertRegex(said.replace("\u00a0", " "), leans)
                self.assertRegex(said, "\n2:[12]\\?\n")

    def test_a_whole_game_through_a_pipe(self):
        secret = self.solo_secret("--seed", "5")
        moves = f"place {secret}\n" * 5 + "announce\n"
        out = self.fine("play", "topologic", "--seats", "person", "--seed", "5", text=moves)
        self.assertIn(f"gathers every pawn on {secret}, in 1 turn.", out)
        self.assertIn("The game is finished.", out)
        self.assertIn("points: 59", out)
        self.assertIn("Par:", out)
        self.assertNotIn("\033", out)
        self.assertEqual(self.saved(), [])

    def test_a_whole_game_in_french(self):
        secret = self.solo_secret("--seed", "6")
        moves = f"place {secret}\n" * 5 + "announce\nsauver fini\n\n"
        out = self.fine("play", "topologic", "--seats", "person", "--seed", "6", "--lang",
                        "fr", text=moves)
        self.assertIn("La partie est finie.", out)
        self.assertIn("Joueur 1> announce", out)
        self.assertIn("La partie est finie.",
                      self.fine("replay", self.path("fini"), "--lang", "fr"))

    def test_against_a_bot_the_winner_is_named(self):
        done = self.run_it("play", "topologic", "--seats", "person,random", "--seed", "1",
                           text="secret C4\nsave begun\n")
        whole = json.loads(self.fine("replay", self.path("begun"), "--seat", "all", "--json"))
        secret = whole["view"]["rounds"][0]["secret"]
        self.assertEqual(done.returncode, 2)  # the pipe ended
        out = self.fine("play", "--from", "begun",
                        text=f"place {secret}\n" * 5 + "announce\n")
        self.assertIn("Player 1 wins.", out)
        self.assertRegex(out, r"1\. Player 1 +points: 59")

    def test_a_truncated_pipe_loses_nothing(self):
        done = self.refused("the input ended.*saved in", "play", "topologic", "--seats",
                            "person", "--seed", "7", text="place A1\nplace A2\n")
        [name] = self.saved()
        self.assertIn(name, done.stderr)
        self.assertIn("0 place A2", self.read(name))
        again = self.refused("saved in", "play", "--from", name, text="place A3\n")
        self.assertIn("places pawn 3 on A3", again.stdout)

    def test_the_end_may_come_at_once(self):
        self.refused("the input ended", "play", "topologic", "--seed", "7")

    def test_moves_are_taken_in_any_case_and_abbreviated(self):
        out = self.refused(".", "play", "topologic", "--seats", "person", "--seed", "7",
                           text="  PLACE   a1 \np b2\npl c3\n").stdout
        for pawn, tile in [(1, "A1"), (2, "B2"), (3, "C3")]:
            self.assertIn(f"places pawn {pawn} on {tile}", out)

    def test_errors_are_explained(self):
        out = self.refused(".", "play", "topologic", "--seats", "person", "--seed", "7",
                           text="place\nplace z9\nfly\np a\nsecret A1\nplace A1 A2\n").stdout
        self.assertIn("'place' is not complete. It goes on with: A1 A2", out)
        self.assertIn("'place z9' is not possible now. After 'place' may come: A1", out)
        self.assertIn("'fly' is neither a move nor a command", out)
        self.assertIn("'p a' could be: place A1, place A2", out)
        self.assertIn("'place A1 A2' is not possible now", out)
        self.assertNotIn("places pawn", out)

    def test_undo_takes_back_a_decision_alone_and_against_bots(self):
        """docs/decisions.md: as on the page and on a server, bots agree."""
        out = self.refused(".", "play", "topologic", "--seats", "person", "--seed", "7",
                           text="undo\nplace A1\nundo\n" + "place A1\n" * 5 +
                           "announce\nundo\nsave x\n").stdout
        self.assertIn("There is nothing to take back.", out)
        self.assertEqual(out.count("Taken back."), 2)
        self.assertEqual(out.count("places pawn 1"), 2)
        self.assertNotIn("announce", self.read("x"))
        out = self.refused(".", "play", "topologic", "--seats", "person,random", "--seed", "7",
                           text="secret A1\n" + "place A1\n" * 5 +
                           "announce\nundo\nsave y\n").stdout
        self.assertEqual(out.count("Taken back."), 1)
        self.assertNotIn("announce", self.read("y"))
        self.assertEqual(self.read("y").count("place A1"), 5)

    def test_with_several_persons_the_others_are_asked(self):
        moves = "secret A1\nsecret A2\n" + "place B1\n" * 5 + "announce\n"
        out = self.refused(".", "play", "topologic", "--seats", "person,person", "--seed", "7",
                           text=moves + "undo\nno\nundo\nyes\n").stdout
        self.assertIn("Player 2, may Player 1 take back", out)
        self.assertIn("Not everybody agrees.", out)
        self.assertIn("Taken back.", out)

    def test_hints_lead_from_a_nudge_to_advice(self):
        args = ["play", "topologic", "--seats", "person", "--seed", "7"]
        out = self.refused(".", *args, text="hint\nhint\nhint\n").stdout
        self.assertIn("Tiles that fit every score: 60", out)
        self.assertRegex(out, "The bot would play: place [A-J][1-6]")
        out = self.refused(".", *args, "--option", "aid=none", text="hint\n").stdout
        self.assertIn("This table allows no hint now.", out)
        out = self.refused(".", *args, "--option", "aid=count", text="hint\nhint\n").stdout
        self.assertIn("This table allows no further hint.", out)

    def test_the_other_commands(self):
        out = self.refused(".", "play", "topologic", "--seats", "person", "--seed", "7",
                           text="list\nplace A1\nlog\nboard\nrules\nhelp\n?\nsave\n"
                           "save keep\n").stdout
        self.assertIn("place A1 A2 A3", out)
        self.assertIn("like a queen in chess", out)
        self.assertIn("Where the pawn may go", out)  # a drawing is told by its caption
        self.assertNotRegex(out, r"R\d+\.\d|<!--|diagram:")
        self.assertEqual(out.count("leave; offers to save"), 2)
        self.assertIn("Write save and the name of a file.", out)
        self.assertIn("Saved in keep.", out)

    def test_french_words_work_too(self):
        out = self.refused(".", "play", "topologic", "--seats", "person", "--lang", "fr",
                           text="liste\nplace A1\nannuler\njournal\nrègles\naide\nhint\n"
                           "sauver x\n").stdout
        self.assertIn("Coup repris.", out)
        self.assertIn("Il ne s'est encore rien passé.", out)
        self.assertIn("Un duel de déduction", out)
        self.assertIn("Tuiles compatibles", out)
        self.assertIn("Enregistré dans x.", out)

    def test_quit_offers_to_save(self):
        args = ["play", "topologic", "--seats", "person", "--seed", "7"]
        self.fine(*args, text="place A1\nquit\nno\n")
        self.assertEqual(self.saved(), [])
        self.fine(*args, text="place A1\nquit\n\n")
        self.assertEqual(len(self.saved()), 1)
        self.fine(*args, text="place A1\nquit\nback\nplace A2\nquit\nmine\n")
        self.assertIn("0 place A2", self.read("mine"))
        self.fine(*args, text="quit\n")  # nothing was played: nothing to save

    def test_a_file_that_is_no_record_is_not_overwritten(self):
        self.path("shopping", "milk\n")
        out = self.fine("play", "topologic", "--seats", "person",
                        text="place A1\nsave shopping\nsave no/such/folder\nquit\nno\n")
        self.assertIn("Not saved: shopping: that file exists and is not a record", out)
        self.assertIn("Not saved: no/such/folder: there is no such file or folder", out)
        self.assertEqual(self.read("shopping"), "milk\n")

    def test_only_a_record_is_overwritten_and_only_when_asked(self):
        args = ["play", "topologic", "--seats", "person", "--seed", "7"]
        self.path("bot.py", "#!/usr/bin/env python3\nprint('hello')\n")
        self.path("empty", "")
        self.fine(*args, text="place A1\nsave other\nquit\nno\n")
        other = self.read("other")
        out = self.fine(*args, text="place B2\nsave bot.py\nsave empty\nsave other\nno\n"
                        "save other\n\nsave mine\nplace B3\nsave mine\nquit\nno\n")
        self.assertIn("Not saved: bot.py: that file exists and is not a record", out)
        self.assertIn("Not saved: empty: that file exists and is not a record", out)
        self.assertEqual(out.count("other is the record of a game. Write over it?"), 2)
        self.assertEqual(out.count("Not saved: other: that record exists already"), 2)
        self.assertEqual(out.count("Saved in mine."), 2)  # its own record: no question
        self.assertEqual(self.read("bot.py"), "#!/usr/bin/env python3\nprint('hello')\n")
        self.assertEqual(self.read("other"), other)
        self.fine(*args, text="place B2\nsave other\nyes\nquit\nno\n")
        self.assertIn("0 place B2", self.read("other"))
        self.fine("play", "--from", "other", text="place C1\nsave other\nquit\nno\n")
        self.assertIn("0 place C1", self.read("other"))

    def test_after_the_end_nothing_is_advised_or_taken_back(self):
        secret = self.solo_secret("--seed", "5")
        moves = f"place {secret}\n" * 5 + "announce\n"
        out = self.fine("play", "topologic", "--seats", "person", "--seed", "5",
                        text=moves + "hint\nhint\nhint\nundo\nlist\nboard\nsave kept\n\n")
        self.assertEqual(out.count("There is nothing to decide."), 4)
        self.assertIn("The game is over: nothing is taken back.", out)
        self.assertIn("announce", self.read("kept"))

        for game in GAMES:
            done = self.fine("play", "--from", self.finished(game), "--seats", "person,person",
                             text="hint\nundo\nlog\nlist\n\n")
            self.assertIn("There is nothing to decide.", done)

    def test_the_log_tells_no_secret_of_others(self):
        done = self.run_it("play", "topologic", "--seats", "person,random", "--seed", "3",
                           text="secret B3\nlog\nsave x\n")
        whole = json.loads(self.fine("replay", self.path("x"), "--seat", "all", "--json"))
        secret = whole["view"]["rounds"][0]["secret"]
        self.assertIn("Your secret is B3.", done.stdout)
        self.assertNotIn(f"secret is {secret}.", done.stdout)

    def test_a_table_of_bots_is_watched(self):
        out = self.fine("play", "topologic", "--seats", "random,random", "--seed", "1",
                        "--option", "pawns=3")
        self.assertRegex(out, "first place|wins")

    def test_a_signal_saves(self):
        for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]:
            with subprocess.Popen([TABLIER, "play", "topologic", "--seats", "person"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, cwd=self.folder,
                                  env=ENV) as p:
                p.stdin.write("place A1\n")
                p.stdin.flush()
                line = ""
                while "places pawn" not in line:
                    line = p.stdout.readline()
                time.sleep(0.05)
                p.send_signal(number)
                out, err = p.communicate(timeout=60)
            self.assertEqual(p.returncode, 1)
            self.assertRegex(err, "interrupted; it is saved in")


class Today(Case):
    """The puzzle of the day. A day that is past is the same one whenever the tests run."""
    DAY = ("--day", "2026-11-16")

    def secret(self):
        moves = "place A1\n" * 5 + "announce\nsave begun\nquit\nno\n"
        self.fine("today", "topologic", *self.DAY, text=moves)
        return self.secret_of("begun")

    def test_it_is_the_same_every_time_and_ends_with_a_line_to_share(self):
        secret = self.secret()
        other = "A1" if secret != "A1" else "B2"
        moves = f"place {other}\n" * 4 + f"place {secret}\nannounce\n"
        first = self.fine("today", *self.DAY, text=moves + "quit\nno\n")
        self.assertEqual(first, self.fine("today", *self.DAY, text=moves + "quit\nno\n"))
        out = self.fine("today", *self.DAY, text=f"place {secret}\n" * 5 + "announce\n")
        self.assertRegex(out, r"\n\nTopologic 2026-11-16 █ 1\n\n")
        self.assertRegex(out, r"The hard bot needs \d here\.")
        line = re.search(r"Topologic 2026.*", out).group()
        self.assertNotIn(secret, line)

    def test_in_french(self):
        out = self.fine("today", *self.DAY, "--lang", "fr",
                        text=f"place {self.secret()}\n" * 5 + "announce\n")
        self.assertRegex(out, r"Le robot difficile en met \d ici\.")
        self.assertIn("Topologic 2026-11-16 █ 1\n", out)

    def test_there_is_no_help_and_what_was_told_stands(self):
        out = self.fine("today", *self.DAY,
                        text="place A1\nundo\n" + "place A1\n" * 5 +
                        "hint\nannounce\nundo\nquit\nno\n")
        self.assertIn("Taken back.", out)
        self.assertIn("The puzzle of the day is played without help.", out)
        self.assertIn("what has told something stands", out)

    def test_a_saved_one_goes_on_as_a_puzzle(self):
        secret = self.secret()
        out = self.fine("play", "--from", self.path("begun"),
                        text="hint\nquit\nno\n")
        self.assertIn("The puzzle of the day is played without help.", out)
        self.assertEqual(secret, self.secret_of("begun"))

    def test_archeologic_has_one_and_other_games_have_none(self):
        out = self.fine("today", "archeologic", *self.DAY, text="quit\nno\n")
        self.assertIn("C5", out)
        self.refused("no puzzle of the day", "today", "ancient")
        self.refused("is not a day", "today", "--day", "2026-02-29")
        self.refused("not come yet", "today", "--day", "9999-12-31")
        self.assertEqual(self.fine("--complete", "today", "").split(),
                         ["topologic", "archeologic"])


class Keeping(Case):
    def test_a_backup_of_a_missing_folder_names_the_folder(self):
        self.refused("nowhere: there is no such file or folder", "backup", "copy", "--data",
                     "nowhere")
        os.mkdir(self.path("bare"))
        self.refused("bare: no tables are kept", "backup", "copy", "--data", "bare")
        self.assertFalse(os.path.exists(self.path("copy")))

    def test_one_record_is_one_record(self):
        os.mkdir(self.path("data"))
        record = self.path("r.tablier", Replay.RECORD)
        for lang, words in [("en", ["1 record read", "2 records written"]),
                            ("fr", ["1 partie lue", "2 parties écrites"])]:
            self.assertEqual(self.fine("import", record, "--lang", lang), words[0] + "\n")
        self.assertEqual(self.fine("export", "out", "--lang", "fr"), "2 parties écrites\n")
        os.mkdir(self.path("other"))
        self.assertEqual(self.fine("export", "out", "--data", "other"), "0 records written\n")
        self.refused("only 1 move\n", "replay", self.path("s", Replay.RECORD.split("1 secret")[0]), "--at", "7")


class Replay(Case):
    RECORD = ("# a note\ntablier 1\ngame topologic 1\nseats 2\noption pawns 3\nseed 42\n\n"
              "0 secret C4\n1 secret D2\n0 place A1\n0 place A2\n0 place A3\n0 announce\n")

    def test_positions_as_the_seats_see_them(self):
        path = self.path("r", self.RECORD)
        self.assertIn("move 6 of 6. To play: Seat 1", self.fine("replay", path))
        self.assertIn("move 2 of 6", self.fine("replay", path, "--at", "2"))
        self.assertIn("◆C4", self.fine("replay", path, "--seat", "1", "--at", "1"))
        self.assertNotIn("◆D2", self.fine("replay", path, "--seat", "1"))
        self.assertIn("◆D2", self.fine("replay", path, "--seat", "2"))
        self.assertNotIn("◆", self.fine("replay", path))
        self.assertIn("Seat 1 places pawn 1 on A1.", self.fine("replay", path, "--log"))

    def test_json_keeps_secrets_as_well(self):
        path = self.path("r", self.RECORD)
        for seat, secret in [("1", None), ("2", "D2"), ("public", None), ("all", "D2")]:
            got = json.loads(self.fine("replay", path, "--json", "--seat", seat))
            self.assertEqual(got["view"]["rounds"][0]["secret"], secret)
        got = json.loads(self.fine("replay", path, "--json", "--seat", "1"))
        self.assertEqual((got["game"], got["moves"], got["at"], got["owes"]),
                         ("topologic", 6, 6, [0]))
        self.assertIn("announce", got["legal"])

    def test_standard_input_is_a_file(self):
        self.assertIn("move 6 of 6", self.fine("replay", "-", text=self.RECORD))

    def test_a_broken_record_names_the_line(self):
        cases = [
            (1, "", "tablier 1"),
            (1, "hello\n", "tablier 1"),
            (2, "tablier 2\n", "tablier 1", ),
            (3, self.RECORD.replace("topologic 1", "chess 1"), "game"),
            (3, self.RECORD.replace("topologic 1", "topologic 99"), "edition"),
            (5, self.RECORD.replace("pawns 3", "pawns 7"), "option"),
            (5, self.RECORD.replace("pawns 3", "knights 3"), "option"),
            (6, self.RECORD.replace("seed 42", "seed -1"), "A seed is"),
            (8, self.RECORD.replace("0 secret C4", "0 secret Z4"), "not possible"),
            (9, self.RECORD.replace("1 secret D2", "0 secret D2"), "not your turn"),
            (9, self.RECORD.replace("1 secret D2", "1 " + "x" * 300), "too long"),
            (13, self.RECORD.replace("0 announce", "0 annou"), "not possible"),
            (13, self.RECORD.replace("0 announce", "0"), "seat"),
        ]
        for line, text, why in cases:
            with self.subTest(text=text):
                done = self.refused(why, "replay", self.path("bad", text))
                if text.startswith("#"):
                    self.assertIn(f"line {line}:", done.stderr)
                self.refused("ligne", "replay", self.path("bad", text), "--lang", "fr")

    def test_every_cut_record_is_refused_or_shorter(self):
        """A file that was cut anywhere is either a shorter game or one clear line."""
        for end in range(0, len(self.RECORD), 7):
            done = self.run_it("replay", self.path("cut", self.RECORD[:end]))
            self.assertIn(done.returncode, (0, 2))
            self.assertEqual(bool(done.stderr), done.returncode == 2)

    def test_wrong_numbers(self):
        path = self.path("r", self.RECORD)
        self.refused("only 6 moves", "replay", path, "--at", "7")
        self.refused("'0' is not one of 1 to 2", "replay", path, "--seat", "0")
        self.refused("'3'", "replay", path, "--seat", "3")
        self.refused("'x'", "replay", path, "--seat", "x")
        self.refused("folder", "replay", self.folder)


class Sim(Case):
    KEYS = {"game", "seats", "games", "decisions", "seconds", "decisions_per_second",
            "mean_decisions", "mean_points", "wins", "draws", "losses", "bots", "figures",
            "forfeits", "shared", "intervals", "asked", "cpu_seconds", "figures_error",
            "mean_points_error", "mean_decisions_error"}

    def sim(self, *args):
        return json.loads(self.fine("sim", "topologic", "--json", *args))

    def test_the_object_has_the_promised_keys(self):
        got = self.sim("--seats", "2", "--games", "20", "--seed", "4")
        self.assertEqual(set(got), self.KEYS)
        self.assertEqual((got["game"], got["seats"], got["games"]), ("topologic", 2, 20))
        self.assertEqual(got["bots"], ["random", "random"])
        self.assertAlmostEqual(got["mean_decisions"], got["decisions"] / 20, places=2)
        self.assertEqual(list(got["figures"]), ["turns_per_round"])
        self.assertEqual((len(got["mean_points"]), len(got["wins"])), (2, 2))

    def test_the_same_seed_gives_the_same_figures_on_any_number_of_threads(self):
        for bots in ["random", "random,easy"]:
            runs = []
            for threads in ["1", "3"]:
                got = self.sim("--games", "30", "--seed", "9", "--threads", threads, "--bots",
                               bots, "--seats", "2", "--option", "pawns=3", "--rotate")
                del got["seconds"], got["decisions_per_second"], got["cpu_seconds"]
                runs.append(got)
            self.assertEqual(runs[0], runs[1])
        other = self.sim("--games", "30", "--seed", "10", "--option", "pawns=3")
        self.assertNotEqual(other["decisions"], runs[0]["decisions"])

    def test_one_bot_serves_all_seats(self):
        self.assertEqual(self.sim("--bots", "bot:random", "--games", "1")["seats"], 2)
        self.assertEqual(self.sim("--seats", "1", "--games", "1")["seats"], 1)

    def test_a_bot_has_nodes_or_time_of_its_own(self):
        def play(bots, *more):
            got = json.loads(self.fine("sim", "ancient", "--json", "--games", "2", "--bots",
                                       bots, "--rotate", *more))
            return got["decisions"], got["mean_points"], got["forfeits"]
        own, level = play("search@20,random"), play("search,random", "--nodes", "20")
        self.assertEqual(own, level)
        self.assertEqual(play("search@20,random", "--nodes", "40"), own)
        self.assertNotEqual(play("search@40,random"), own)
        self.assertEqual(play("search@1ms,random")[2], [0, 0])

    def test_rotated_seats_are_counted_by_player_with_95_percent_intervals(self):
        got = json.loads(self.fine("sim", "ancient", "--json", "--games", "12", "--bots",
                                   "greedy@4,random,random", "--rotate"))
        self.assertEqual(got["bots"], ["greedy@4", "random", "random"])
        self.assertGreaterEqual(got["wins"][0], 9)
        for wins, (low, high) in zip(got["wins"], got["intervals"]):
            for edge in low, high:  # Wilson: where the share is z deviations away
                deviation = (edge * (1 - edge) / 12) ** 0.5
                self.assertAlmostEqual(abs(edge - wins / 12), 1.959964 * deviation, places=4)

    def test_the_report_for_people(self):
        out = self.fine("sim", "topologic", "--games", "10", "--rotate")
        self.assertIn("95 % interval", out)
        self.assertRegex(out, r"turns_per_round: [0-9.]+ ± [0-9.]+\n")
        self.assertRegex(out, r"Topologic: 10 games; [0-9.]+ s, [0-9.]+ s of processor time")
        self.assertRegex(out, r"\n  1  random +\d+ +\d+ +\d+  .*\n  2  random")
        self.assertIn("Topologic: 1 game;", self.fine("sim", "topologic", "--games", "1"))
        out = self.fine("sim", "topologic", "--games", "10", "--lang", "fr")
        self.assertRegex(out, r"turns_per_round: \d+,\d")

    def test_means_and_errors_are_those_of_the_records(self):
        folder = self.path("games")
        got = self.sim("--games", "9", "--bots", "easy,random", "--rotate", "--option",
                       "pawns=3", "--records", folder)
        names = sorted(os.listdir(folder))
        self.assertEqual(names, [f"topologic-{i:06}.tablier" for i in range(1, 10)])
        points, lengths, counts = [[], []], [], [[0, 0, 0], [0, 0, 0]]
        for game, name in enumerate(names):
            end = json.loads(self.fine("replay", os.path.join(folder, name), "--json"))
            lengths.append(end["moves"])
            for player in range(2):
                seat = (player + game) % 2
                points[player].append(end["result"]["points"][seat])
                place = end["result"]["place"]
                kind = 2 if place[seat] != 1 else 1 if place.count(1) > 1 else 0
                counts[player][kind] += 1
        for player in range(2):
            self.assertAlmostEqual(got["mean_points"][player],
                                   statistics.mean(points[player]), places=3)
            self.assertAlmostEqual(got["mean_points_error"][player],
                                   statistics.stdev(points[player]) / 3, places=3)
            self.assertEqual([got[k][player] for k in ("wins", "draws", "losses")],
                             counts[player])
        self.assertAlmostEqual(got["mean_decisions_error"], statistics.stdev(lengths) / 3,
                               places=3)
        self.refused("games is not empty", "sim", "topologic", "--games", "1", "--records",
                     "games")

    def test_records_change_no_game(self):
        bare, kept = self.sim("--games", "5"), self.sim("--games", "5", "--records", "kept")
        self.assertEqual(bare["decisions"], kept["decisions"])

    def test_an_interrupt_prints_what_was_played_so_far(self):
        for extra in [[], ["--json"]]:
            with subprocess.Popen([TABLIER, "sim", "topologic", "--games", "1000000000",
                                   "--threads", "2", *extra], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, env=ENV) as p:
                time.sleep(1)
                p.send_signal(signal.SIGINT)
                out, err = p.communicate(timeout=120)
            self.assertEqual((p.returncode, err), (1, ""))
            if extra:
                got = json.loads(out)
                self.assertEqual(got["asked"], 1000000000)
                self.assertLess(got["games"], got["asked"])
                self.assertEqual(sum(got["draws"] + got["wins"] + got["losses"]),
                                 2 * got["games"])
            else:
                self.assertIn("of 1000000000, then interrupted", out)

    def test_an_interrupt_does_not_wait_for_a_bot(self):
        folder = self.path("pids")
        with subprocess.Popen([TABLIER, "sim", "topologic", "--games", "5", "--wait",
                               "3600000", "--json", "--bots",
                               f"cmd:{BAD_BOTS} hang {folder},random"],
                              stdout=subprocess.PIPE, text=True, env=ENV) as p:
            while not os.path.exists(folder) or len(self.read("pids").split()) < 2:
                time.sleep(0.05)  # it hangs once its child is there
            p.send_signal(signal.SIGINT)
            out, _ = p.communicate(timeout=120)
        self.assertEqual(json.loads(out)["games"], 0)
        self.assertEqual(json.loads(out)["forfeits"], [0, 0])
        self.nobody_is_left()

    def test_the_example_bot_plays_whole_games(self):
        runs = [self.sim("--games", "2", "--option", "pawns=3", "--bots",
                         f"cmd:{ANYBODY},random") for _ in range(2)]
        self.assertEqual(runs[0]["forfeits"], [0, 0])
        self.assertGreater(runs[0]["decisions"], 100)
        self.assertEqual(runs[0]["decisions"], runs[1]["decisions"])

    def test_no_example_has_the_name_of_a_module(self):
        """Beside it, `import random` would find the example itself."""
        for folder, _, names in os.walk(os.path.join(SOURCE, "examples")):
            for name in names:
                self.assertNotIn(os.path.splitext(name)[0], sys.stdlib_module_names, folder)

    def test_our_engine_is_a_bot_program(self):
        engine = f"cmd:{TABLIER} engine topologic --level easy"
        got = self.sim("--games", "2", "--option", "pawns=3", "--bots", f"{engine},random",
                       "--threads", "2", "--nodes", "10")
        self.assertEqual(got["forfeits"], [0, 0])


class BadBots(Case):
    CAUSES = {"mute": "did not answer within 500 ms", "hang": "did not answer within 500 ms",
              "stuff": "did not answer within 500 ms", "lie": "illegal move: 'secret Z9'",
              "exit": "exit code 3", "kill": "signal 9", "flood": "does not end",
              "close": "closed its output", "error": "says: I have lost my glasses"}

    def command(self, how):
        return f"cmd:{BAD_BOTS} {how} {self.path('pids')}"

    def test_in_sim_each_forfeits_with_one_line(self):
        for how, cause in self.CAUSES.items():
            with self.subTest(how=how):
                wait = "500" if "500" in cause else "20000"
                done = self.run_it("sim", "topologic", "--games", "2", "--json", "--wait",
                                   wait, "--bots", f"{self.command(how)},random")
                self.assertEqual(done.returncode, 0)
                self.assertRegex(done.stderr, rf"\Atablier: game 1: cmd:[^\n]*{cause}\n\Z")
                got = json.loads(done.stdout)
                self.assertEqual(got["forfeits"], [2, 0])
                self.assertEqual(got["wins"], [0, 2])
                self.assertEqual(got["figures"], {"turns_per_round": None})
                self.nobody_is_left()

    def test_in_play_the_cause_is_named_and_the_game_kept(self):
        for how in ["lie", "exit", "hang"]:
            with self.subTest(how=how):
                for name in self.saved():
                    os.remove(self.path(name))
                wait = "500" if how == "hang" else "20000"
                done = self.run_it("play", "topologic", "--seats",
                                   f"person,{self.command(how)}", "--wait", wait,
                                   text="secret A1\n")
                self.assertEqual(done.returncode, 0)
                self.assertRegex(done.stderr, rf"forfeits: .*{self.CAUSES[how]}; it is saved")
                self.assertIn("Player 1 wins.", done.stdout)
                self.assertEqual(len(self.saved()), 1)
                self.nobody_is_left()

    def test_the_bot_of_another_game_says_so(self):
        engine = self.path("engine", f"#!/bin/sh\nsed 's/topologic/chess/' | "
                           f"{TABLIER} engine topologic\n")
        os.chmod(engine, 0o755)
        done = self.run_it("sim", "topologic", "--games", "1", "--bots",
                           f"cmd:{engine},random", "--wait", "2000")
        self.assertRegex(done.stderr, "says: this plays another game|did not answer")


class Engine(Case):
    def talk(self, *lines):
        return self.fine("engine", "topologic", text="\n".join(lines) + "\n").splitlines()

    def test_it_holds_a_position_of_its_own(self):
        out = self.talk("position seats 2 seed 7 option pawns=3 moves 0 secret A1|1 secret B2",
                        "play 0 place C3", "view 0", "legal 0", "legal 1", "go", "undo",
                        "result", "scene", "record", "quit", "never read")
        self.assertEqual(out[0], "ok")
        self.assertEqual(out[1], 'event {"kind":"placed","seat":0,"args":["1","C3"]}')
        view = json.loads(out[3].removeprefix("view "))
        self.assertEqual(view["pawns"], ["C3"])
        self.assertIn("place J6", out[4].removeprefix("legal ").split("|"))
        self.assertEqual(out[5], "legal ")
        self.assertIn(out[6].removeprefix("bestmove "), out[4])
        self.assertEqual(out[7], "ok")
        self.assertTrue(out[8].startswith("running {"))
        self.assertEqual(json.loads(out[9].removeprefix("scene "))["pawns"], 3)
        self.assertEqual(out[10], "tablier 1")
        self.assertEqual(out[-1], "ok")

    def test_a_view_tells_no_secret(self):
        out = self.talk("position seats 2 moves 0 secret A1|1 secret B2", "view 0", "view 1",
                        "view public", "view all")
        secrets = [[r["secret"] for r in json.loads(o.removeprefix("view "))["rounds"]]
                   for o in out[1:]]
        self.assertEqual(secrets, [[None, "A1"], ["B2", None], [None, None], ["B2", "A1"]])

    def test_nonsense_gets_one_error_line_each(self):
        lines = ["fly", "go", "view", "play 0 secret A1", "new", "position seats 9",
                 "position seats x", "position seed", "position option pawns",
                 "position option pawns=77", "position moves 0 fly", "position moves fly",
                 "position flags", "tablier 2 topologic", "tablier 1 chess", "seat 3 of 2",
                 "seat", "seen x", "level clever", "seed x", "show", "undo"]
        out = self.talk(*lines)
        self.assertEqual(len(out), len(lines))
        for line, answer in zip(lines, out):
            self.assertRegex(answer, r"\Aerror .", line)

    def test_nonsense_about_a_position_leaves_it_as_it_was(self):
        bad = ["play 0 fly", "play 9 secret A1", "play", "view 7", "go ms", "go seat 5",
               "go fast", "position seats 1 moves 0 fly", "undo", "legal x"]
        out = self.talk("position seats 2 seed 3", "view all", *bad, "view all")
        self.assertEqual(out[1], out[-1])
        self.assertEqual([o[:6] for o in out[2:-1]], ["error "] * len(bad))

    def hosted(self, *lines):
        return self.talk("tablier 1 topologic", "seat 0 of 1", "new", *lines)[3:]

    def seen_line(self):
        """What the host really sends, caught by a bot that writes it down."""
        bot = self.path("bot", "#!/bin/sh\nread x; echo want seen; echo ready\n"
                        f"while read -r l; do echo \"$l\" >> {self.path('heard')}; "
                        "case $l in go*) exit;; esac; done\n")
        os.chmod(bot, 0o755)
        self.run_it("sim", "topologic", "--seats", "1", "--games", "1", "--bots", f"cmd:{bot}")
        return next(l for l in self.read("heard").splitlines() if l.startswith("seen "))

    def test_the_documented_check_sum_is_the_real_one(self):
        """The few lines of docs/bot-protocol.md are run as they stand there."""
        with open(os.path.join(SOURCE, "docs/bot-protocol.md"), encoding="utf-8") as file:
            [code] = re.findall(r"```python\n(def seen_sum.*?)```", file.read(), re.S)
        known = {}
        exec(code, known)  # our own text
        _, _, _, size, checksum, data = self.seen_line().split()
        whole = base64.b64decode(data)
        self.assertEqual(len(whole), -(-int(size) // 3) * 3)
        self.assertEqual(known["seen_sum"](whole[:int(size)]), int(checksum, 16))

    def test_it_plays_from_what_it_is_sent(self):
        self.assertEqual(self.talk("tablier 1 topologic")[1:], ["want seen", "ready"])
        [answer] = self.hosted(self.seen_line(), "go ms 50")
        self.assertRegex(answer, r"\Abestmove place [A-J][1-6]\Z")
        self.assertEqual(self.hosted("go ms 50"), ["error this bot needs seen before go"])

    def test_what_it_is_sent_is_checked(self):
        seen = self.seen_line()
        word, game, edition, size, checksum, data = seen.split()
        luck = random.Random(1)
        bad = [f"seen chess {edition} {size} {checksum} {data}",
               f"seen {game} 99 {size} {checksum} {data}",
               f"seen {game} {edition} 12 {checksum} {data}",
               f"seen {game} {edition} {size} 0 {data}",
               seen[:-8], seen + "AAAA", seen.replace(data, "!" + data[1:]), "seen",
               "seen " + "A" * 5000]
        for _ in range(50):
            at = luck.randrange(len(data) - 4)
            bad.append(seen.replace(data, data[:at] + luck.choice("abcXYZ059") * 3 +
                                    data[at + 3:]))
        bad = [b for b in bad if b != seen]
        out = self.hosted(*bad, "go ms 10")
        self.assertEqual(len(out), len(bad) + 1)
        for answer in out:
            self.assertRegex(answer, r"\Aerror .")
        self.assertRegex(self.talk("tablier 1 topologic", "seat 1 of 2", "new", seen)[-1],
                         "not what this seat sees")

    def test_random_bytes_do_not_end_it(self):
        luck = random.Random(2)
        words = ["position", "seats", "2", "seed", "moves", "0 secret A1", "|", "play", "1",
                 "view", "all", "go", "ms", "nodes", "new", "seat", "of", "seen", "legal",
                 "option", "pawns=3", "=", "show", "undo", "level", "easy", "record", "\x01",
                 "999999999999999999999", "-1", "é"]
        lines = [" ".join(luck.choices(words, k=luck.randrange(6))) for _ in range(1500)]
        done = subprocess.run([TABLIER, "engine", "topologic"], capture_output=True, env=ENV,
                              input="\n".join(lines).encode() + bytes(range(256)) * 8,
                              timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Solve(Case):
    """tablier solve archeologic: facts in, cities out."""
    FACTS = "# what we know\nD1 fire\nE empties 3\n\n4 traps ssf\n"
    ONE = FACTS + "C traps sf-\n3 buildings 3\n"

    def solve(self, text, *args):
        return self.fine("solve", "archeologic", *args, text=text)

    def test_without_facts_every_legal_city_fits(self):
        said = self.solve("")
        self.assertIn("Cities that fit: 136132 of 136132\n", said)
        self.assertIn("Certain zones: none", said)

    def test_facts_leave_fewer_cities_certain_zones_and_questions(self):
        said = self.solve(self.FACTS)
        self.assertIn("Cities that fit: 5 of", said)
        self.assertRegex(said, "Certain zones: .*D1=▲.*E4=◆")
        self.assertEqual(len(re.findall(r"^  \d\. ", said, re.M)), 5)
        self.assertIn("Cités qui conviennent : 5", self.solve(self.FACTS, "--lang", "fr"))

    def test_a_file_says_the_same(self):
        self.assertEqual(self.solve(self.FACTS),
                         self.fine("solve", "archeologic", self.path("facts", self.FACTS)))

    def test_the_last_city_is_proved_and_shown(self):
        said = self.solve(self.ONE)
        self.assertIn("It is certain", said)
        self.assertIn("S r1 C4, V r0 A1, T r1 C2, L r0 A3, O r1 B3, I r0 B1", said)

    def test_a_claim_is_a_fact_too(self):
        right = "claim S r1 C4, V r0 A1, T r1 C2, L r0 A3, O r1 B3, I r0 B1 right "
        self.assertIn("It is certain", self.solve(right + "SVTLOI\n"))
        self.assertNotIn("It is certain", self.solve(right + "S\n"))

    def test_the_viewfinder_makes_aiming_cost(self):
        cheap, aimed = self.solve("D1 fire\n"), self.solve("D1 fire\nviewfinder 1\n")
        cost = r"the traps on 2 — cost (\d)"
        self.assertRegex(aimed, "the traps on A — cost 2")
        self.assertRegex(aimed, cost)
        if re.search(cost, cheap):
            self.assertLess(re.search(cost, cheap)[1], re.search(cost, aimed)[1])

    def test_the_second_circle_makes_aiming_cost_otherwise(self):
        usual = self.solve("D1 fire\nviewfinder 1\n")
        other = self.solve("D1 fire\nviewfinder 1\ncircle sequential\n")
        self.assertNotEqual(usual, other)

    def test_buildings_laid_are_told_what_they_contradict(self):
        laid = "lay S r1 A1\nlay V r2 C2\nlay T r1 A3\nlay L r2 D1\nlay O r3 D4\nlay I r2 A5\n"
        self.assertEqual(self.solve("D traps sff\n" + laid),
                         "Your plan contradicts:\n  ✗ the traps on D = ◆▲▲\n")
        self.assertEqual(self.solve(laid), "Nothing contradicts these buildings.\n")
        self.assertIn("Votre plan contredit :\n  ✗ les pièges sur D",
                      self.solve("D traps sff\n" + laid, "--lang", "fr"))

    def test_scores_of_topologic_leave_tiles(self):
        said = self.fine("solve", "topologic", text="A1 A2 B3 C4 D5 7\n")
        self.assertEqual(said, "Tiles that fit every score: 0\n")
        said = self.fine("solve", "topologic", text="A1 A1 A1 A1 A1 10\n")
        self.assertEqual(said, "Tiles that fit every score: 1\nA1\n")
        self.refused("line 1: A pawn scores two", "solve", "topologic", text="A1 3\n")

    def test_bad_facts_get_one_line_with_the_cause(self):
        for text, why in [("D1 fire\nD1 sharp\n", 'line 2: no city fits .*"D1 sharp"'),
                          ("D9 fire\n", "line 1: "), ("nonsense\n", "line 1: "),
                          ("E empties 9\n", "line 1: "), ("4 traps xyz\n", "line 1: "),
                          ("expert right Z Z\n", "line 1: "), ("x" * 300, "too long"),
                          ("claim S r0 C1 right S\n", "six placements|missing"),
                          ("D1 fire\n" * 500, "too many"),
                          ("viewfinder 9\n", "line 1: The viewfinder stands on")]:
            self.refused(why, "solve", "archeologic", text=text)
        self.refused("no solver", "solve", "archives")
        self.refused("no such file", "solve", "archeologic", "gone")


class Terminal(Case):
    """The same in a terminal of 80 by 24, with editing, colours and interrupts."""

    def start(self, *args, env=None, columns=80, lines=24):
        pid, self.fd = pty.fork()
        if not pid:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
                os.chdir(self.folder)
                os.execve(TABLIER, [TABLIER, *args], {**ENV, **(env or {})})
            finally:
                os._exit(127)
        self.pid = pid
        self.addCleanup(os.close, self.fd)
        self.addCleanup(self.end, pid)

    @staticmethod
    def end(pid):
        """Whatever a failing test leaves behind."""
        try:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass

    def until(self, pattern, seconds=60):
        got = b""
        end = time.monotonic() + seconds
        while not re.search(pattern, got.decode(errors="replace")):
            self.assertGreater(end, time.monotonic(), (pattern, got[-2000:]))
            if select.select([self.fd], [], [], 1)[0]:
                try:
                    got += os.read(self.fd, 65536)
                except OSError:
                    self.fail((pattern, got[-2000:]))
        return got.decode(errors="replace")

    def type(self, text):
        os.write(self.fd, text.encode())

    def ends(self, code):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    if not os.read(self.fd, 65536):
                        break
                except OSError:
                    break
        else:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), code)

    PROMPT = r"Player 1>.{0,12} \Z"

    def test_colours_and_completion(self):
        self.start("play", "topologic", "--seats", "person", "--seed", "7")
        self.assertIn("\033[1;48;5;", self.until(self.PROMPT))
        self.type("p\t")
        self.until("lace ")
        self.type("c\t\t")
        self.until(r"C1 .*C6[\s\S]*place c")
        self.type("4\r")
        self.until(r"places pawn 1 on C4[\s\S]*" + self.PROMPT)
        self.type("quit\r")
        self.until("Save the game")
        self.type("no\r")
        self.ends(0)

    def test_no_color_is_respected(self):
        self.start("play", "topologic", "--seats", "person", env={"NO_COLOR": "1"})
        self.assertNotIn("48;5", self.until(r"Player 1> "))
        self.type("quit\r")
        self.ends(0)

    def test_an_interrupt_offers_to_save(self):
        self.start("play", "topologic", "--seats", "person", "--seed", "7")
        self.until(self.PROMPT)
        self.type("place A1\r")
        self.until(r"places pawn 1[\s\S]*" + self.PROMPT)
        self.type("\x03")
        self.until("Save the game")
        self.type("back\r")
        self.until(self.PROMPT)
        self.type("place A2\r")
        self.until(r"places pawn 2[\s\S]*" + self.PROMPT)
        self.type("\x03")
        self.until("Save the game")
        self.type("kept\r")
        self.ends(0)
        self.assertIn("0 place A2", self.read("kept"))

    def test_an_interrupt_reaches_us_while_a_bot_thinks(self):
        pids = self.path("pids")
        self.start("play", "topologic", "--seed", "7", "--wait", "60000", "--seats",
                   f"cmd:{BAD_BOTS} late {pids},person")
        self.until(r"Player 2>.{0,12} \Z")
        self.type("secret C4\r")
        for answer in ["back\r", "kept\r"]:
            self.until("is thinking")
            self.type("\x03")
            self.until("Save the game")
            self.type(answer)
        self.ends(0)
        for pid in self.read("pids").split():
            self.assertIn(state_of(pid), ("", "Z"))
        self.assertIn("1 secret C4", self.read("kept"))

    def test_the_end_of_input_offers_to_save(self):
        self.start("play", "topologic", "--seats", "person", "--seed", "7", "--lang", "fr")
        self.until("Joueur 1>.{0,12} \\Z")
        self.type("place A1\r")
        self.until(r"pose le pion 1[\s\S]*Joueur 1>")
        self.type("\x04")
        self.until("Enregistrer la partie")
        self.type("\x04")
        self.ends(0)
        self.assertEqual(len(self.saved()), 1)

    def leave(self):
        self.type("quit\r")
        self.until("Save the game")
        self.type("no\r")
        self.ends(0)

    def test_the_screen_is_handed_over_without_the_secret(self):
        self.start("play", "topologic", "--seats", "person,person", "--seed", "7")
        self.until("Player 1, it is your turn")
        self.type("\r")
        self.until(self.PROMPT)
        self.type("secret C4\r")
        text = self.until("Player 2, it is your turn")
        self.assertIn("\033[2J", text[text.rindex("C4"):])
        self.type("\r")
        text = self.until(r"Player 2>.{0,12} \Z")
        self.assertNotIn("◆", text)
        self.assertNotIn("Your secret", text)
        self.leave()

    def test_nobody_brings_back_what_another_typed(self):
        """Neither by the arrows nor by putting back what was cut."""
        self.start("play", "topologic", "--seats", "person,person", "--seed", "7")
        self.until("Player 1, it is your turn")
        self.type("\r")
        self.until(self.PROMPT)
        self.type("secret F6\x15")  # cut
        self.type("secret E5\r")
        self.until("Player 2, it is your turn")
        self.type("\r")
        self.until(r"Player 2>.{0,12} \Z")
        self.type("\033[A\033[A\x10\x19log\r")
        text = self.until("Enter: back")
        self.assertNotIn("E5", text)
        self.assertNotIn("F6", text)
        self.type("\r")
        self.until(r"Player 2>.{0,12} \Z")
        self.leave()

    def test_a_game_that_goes_on_begins_behind_the_curtain(self):
        self.path("r", Replay.RECORD.replace("# a note", "# seats person,person"))
        self.start("play", "--from", "r")
        text = self.until("Player 1, it is your turn: sit down and press Enter")
        self.assertNotIn("Round", text)
        self.type("\r")
        self.until(self.PROMPT)
        self.leave()

    def test_the_asker_reads_the_answer_before_the_curtain_falls(self):
        self.start("play", "archeologic", "--seats", "person,person", "--seed", "7")
        for word in ["\r", "start 1\r"]:
            self.until(r"your turn|Player \d>.{0,12} \Z")
            self.type(word)
        who = self.until(r"your turn|Player \d>.{0,12} \Z")
        if "your turn" in who:
            self.type("\r")
            self.until(r"Player \d>.{0,12} \Z")
        for word in ["ask\r", "aim 3\r"]:
            self.type(word)
            self.until(r"For example[\s\S]*Player \d>.{0,12} \Z")
        self.type("traps\r")
        text = self.until("Enter: hide what you see")
        self.assertRegex(text, "The Archeoscope answers: [◆▲-]")
        self.type("\r")
        text = self.until("it is your turn")
        self.assertNotIn("answers", text[text.rindex("\033[2J"):])
        self.type("\r")
        text = self.until(r"Player \d>.{0,12} \Z")
        self.assertNotIn("answers", text)
        self.leave()

    def screen(self, text):
        """The lines since the screen was cleared, without colours."""
        text = text[text.rindex("\033[2J"):]
        return re.sub(r"\033\[[0-9;?]*[A-Za-z]|\r|\x01", "", text).split("\n")

    def play_examples(self, game, lang, turns, *args, **size):
        """Plays what the prompt proposes; every screen on the way."""
        luck = random.Random(game + lang)
        prompt = r"(Player|Joueur) 1>[^\n]{0,12} \Z|(over|finie)[^\n]*> \Z"
        self.start("play", game, "--seats", "person,random", "--seed", "3", "--lang", lang,
                   *args, **size)
        over = False
        for _ in range(turns):
            screen = self.screen(self.until(prompt))
            over = "1>" not in screen[-1]
            if over:
                break
            yield screen
            words = " ".join(screen).split("example:" if lang == "en" else "exemple :")[-1]
            words = re.split(r"(?:Player|Joueur) 1>", words)[0]
            choices = [w.strip() for w in words.replace("…", "").split(",") if w.strip()]
            self.type(luck.choice(choices) + "\r")
        else:
            over = "1>" not in self.screen(self.until(prompt))[-1]
        os.kill(self.pid, signal.SIGTERM)
        self.ends(0 if over else 1)  # a finished game has nothing to save

    def test_above_every_prompt_stand_the_decision_and_an_example(self):
        asks = {"topologic": "Hide a tile|Place a pawn|announce",
                "archeologic": "viewfinder|Archeoscope|Price:|Lay the six",
                "ancient": r"\w+ [^:]*For example"}
        for game in GAMES:
            with self.subTest(game=game):
                last = None
                for screen in self.play_examples(game, "en", 40):
                    self.assertLessEqual(len(screen), 24, screen)
                    self.assertLessEqual(max(map(len, screen)), 80, screen)
                    self.assertRegex(" ".join(screen[-5:]), "For example: .*1>")
                    self.assertRegex(" ".join(screen), asks.get(game, "For example"))
                    self.assertNotEqual(screen, last, "the example was no move")
                    last = screen

    def test_boards_fit_in_french_too(self):
        for game in GAMES:
            for screen in self.play_examples(game, "fr", 25):
                self.assertLessEqual(len(screen), 24, screen)
                self.assertLessEqual(max(map(len, screen)), 80, screen)
                self.assertRegex(" ".join(screen[-5:]), "Par exemple : .*1>")

    def test_a_small_screen_says_so_and_the_game_goes_on(self):
        for columns, lines in [(60, 20), (79, 24), (80, 23)]:
            for screen in self.play_examples("topologic", "en", 4, columns=columns,
                                             lines=lines):
                self.assertIn("The board needs 80 columns and 24 lines", " ".join(screen))
                self.assertIn(f"{columns} and {lines}", " ".join(screen))
                self.assertLessEqual(len(screen), lines)
                self.assertRegex(" ".join(screen[-5:]), "For example: ")

    def test_sim_draws_a_bar_that_moves_though_no_game_ends(self):
        """A bot that never answers: games do not end, the seconds go on all the same."""
        self.start("sim", "topologic", "--games", "3", "--wait", "3600000", "--bots",
                   f"cmd:{BAD_BOTS} mute {self.path('pids')},random")
        self.until(r"░  *0 %  0/3  0 s")
        self.until(r"░  *0 %  0/3  [12] s")
        self.until(r"░  *0 %  0/3  [2-9] s")
        self.type("\x03")
        self.until("0 games of 3, then interrupted")
        self.ends(1)


class Catalogues(Case):
    CHECK = os.path.join(SOURCE, "tools/check-catalogues")
    PO = ('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
          'msgid "One %d"\nmsgstr "Un %d"\n')

    def check(self, c, po):
        for folder in ["cli", "po/fr"]:
            os.makedirs(os.path.join(self.folder, folder), exist_ok=True)
        self.path("cli/x.c", c)
        self.path("po/fr/x.po", po)
        return subprocess.run([self.CHECK], cwd=self.folder, capture_output=True, text=True)

    def test_this_command_is_wholly_in_french(self):
        done = subprocess.run([self.CHECK, "cli", "engine", "bots", "games", "server"],
                              cwd=SOURCE, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_check_can_fail(self):
        one = 'char *x = TB_N("One %d");'
        self.assertEqual(self.check(one, self.PO).returncode, 0)
        for c, po, why in [
                (one + 'char *y = _("Two");', self.PO, "no French for 'Two'"),
                ("", self.PO + '\nmsgid ""\n', "check-catalogues"),
                ('char *y = _("Two");', self.PO.replace("One %d", "Two") + "", "same|places"),
                ('char *y = _("Two");', self.PO, "no message says 'One %d'"),
                (one, self.PO.replace("Un %d", "Un"), "places to fill"),
                (one, self.PO.replace('msgid "One', '#, fuzzy\nmsgid "One'), "fuzzy")]:
            done = self.check(c, po)
            self.assertNotEqual(done.returncode, 0, why)
            self.assertRegex(done.stdout + done.stderr, why)


if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    if len(sys.argv) > 3:
        suite = unittest.defaultTestLoader.loadTestsFromNames(sys.argv[3:],
                                                              sys.modules["__main__"])
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    bad = len(result.failures) + len(result.errors)
    # As cmocka counts, for tools/test-all. One case may fail in several parts.
    names = {t.id().split(" ")[0] for t, _ in result.failures + result.errors}
    print(f"[  PASSED  ] {result.testsRun - len(names)} test(s).")
    if bad:
        print(f"[  FAILED  ] {len(names)} test(s).")
    sys.exit(bool(bad))
