"""Faults planted in copies of the server's files: the simulator finds each, by name.

    faults.py plant NAME INPUT OUTPUT     writes the file with the fault in it
    faults.py find NAME=PROGRAM ...       runs each program until it breaks a rule

A fault is a file, what stands in it, what stands there instead, the rules that it may break
first, and a seed that shows it; another version of SQLite writes otherwise, so the seeds after
it are tried too.
"""
import subprocess, sys

FAULTS = {
    # What is told is not yet on the disk.
    "early": ("    kept = commit(s);\n    net_release(s->net, kept);\n",
              "    net_release(s->net, UINT64_MAX);\n    kept = commit(s);\n",
              {"lost move", "lost table", "lost end", "undo"}, 1),
    # A play that is said again is played again.
    "doubled": ("        return answer_as_it_is(r);\n    no = check_decision(t, r->seat, at);\n",
                "        no = (table_owes(t) >> r->seat & 1) && !read_moves(t, r->seat, notes, moves)\n"
                "                 ? YES : (struct no){ \"again\", \"\" };\n"
                "    else\n        no = check_decision(t, r->seat, at);\n"
                "    if (no.why && !strcmp(no.why, \"again\"))\n        return answer_as_it_is(r);\n",
                {"doubled move"}, 1),
    # And one that is said again is not known.
    "forgotten": ("    if (last->made && last->at == at && last->hash == hash)\n",
                  "    if (last->made && last->at == at && !last->hash)\n",
                  {"repetition"}, 1),
    "dropped patch": ("        if (w->viewer != viewer)\n",
                      "        if (w->viewer != viewer || t->n % 40 == 39)\n",
                      {"patch"}, 1),
    "wrong seat": ("        if (!tb_event_known(&entry->event, viewer))\n",
                   "        if (!tb_event_known(&entry->event, viewer ^ 1))\n",
                   {"secret"}, 1),
    "kept memory": ("    return s->now - t->touched > patience;\n", "    return patience < 0;\n",
                    {"memory"}, 1),
    "unsynced": ("PRAGMA synchronous=FULL", "PRAGMA synchronous=OFF",
                 {"lost move", "lost table", "lost end", "undo", "damage", "store", "start"}, 1),
    # The mark of a table is ahead of it.
    "hasty mark": ("        refusal = marks_lower(&lite(s)->marks);\n", "        marks_raise(&lite(s)->marks);\n",
                   {"damage"}, 1),
    "doubled line": ("        if (mark && t->chat[i].said == mark &&", "        if (!mark && t->chat[i].said == mark &&",
                     {"doubled line"}, 1),
    # Found by the simulator in the server as it was.
    "nobody": ("    if (s->failed) /*", "    if (!s) /*", {"refusal"}, 6),
    "unread": ("    if (refusal != store_damaged)\n        kept(s, refusal);\n", "    (void)s;\n",
               {"lost table"}, 1),
}


def plant(name, source, target):
    was, becomes, _, _ = FAULTS[name]
    with open(source, encoding="utf-8") as file:
        text = file.read()
    if text.count(was) != 1:
        sys.exit(f"{source} has not once what '{name}' is planted in:\n{was}")
    with open(target, "w", encoding="utf-8") as file:
        file.write(text.replace(was, becomes))


def find(name, program):
    _, _, rules, seed = FAULTS[name]
    ran = subprocess.run([program, str(seed), "12"], capture_output=True, text=True)
    said = next((line for line in ran.stdout.splitlines() if line.startswith("BROKEN ")), "nothing")
    good = ran.returncode == 1 and said[7:].partition(":")[0] in rules
    print(f"{'found' if good else 'NOT FOUND'}  {name}: {said[:150]}", flush=True)
    return good


if sys.argv[1] == "plant":
    plant(*sys.argv[2:])
else:
    programs = dict(word.split("=", 1) for word in sys.argv[2:])
    assert programs.keys() == FAULTS.keys(), "each fault has its program"
    sys.exit(not all([find(name, programs[name]) for name in FAULTS]))
