/* Archives in words: notation, the lines of the log, names of things. */
#include "archives.h"

/* ---- notation ---- */

/* clang-format off */
/* Operands: s site, t type, o origin, a action, c card, n number, p place or square. */
static const struct { const char *word, *operands; } notation[VERBS] = {
    [DO_SETTLE]   = { "place",    "s"   },
    [DO_MOVE]     = { "move",     "n"   },
    [DO_CARD]     = { "card",     "c"   },
    [DO_PASS]     = { "pass",     ""    },
    [DO_KEEP]     = { "keep",     ""    },
    [DO_NATURE]   = { "nature",   "a"   },
    [DO_STORE]    = { "store",    "st"  },
    [DO_STOP]     = { "stop",     ""    },
    [DO_REQUEST]  = { "request",  "t"   },
    [DO_ANSWER]   = { "answer",   "st"  },
    [DO_LEND]     = { "answer",   "sts" },
    [DO_EXHIBIT]  = { "exhibit",  "stn" },
    [DO_ABANDON]  = { "abandon",  "t"   },
    [DO_NONE]     = { "none",     ""    },
    [DO_WAIT]     = { "wait",     "ts"  },
    [DO_SKIP3]    = { "SKIP3",    ""    },
    [DO_CHOOSE3]  = { "CHOOSE3",  ""    },
    [DO_PICK]     = { "pick",     "t"   },
    [DO_PUT]      = { "put",      "ts"  },
    [DO_IMMUNITY] = { "IMMUNITY", ""    },
    [DO_MARK]     = { "mark",     "pa"  },
    [DO_TRANSFER] = { "transfer", "sst" },
    [DO_MORE]     = { "transfer", "t"   },
    [DO_ROOM]     = { "room",     "s"   },
    [DO_RECUBE]   = { "recube",   "stt" },
    [DO_REHEX]    = { "rehex",    "spt" },
    [DO_RETURN]   = { "return",   "s"   },
};

const char *const av_ask_ids[ASKS] = {
    [ASK_SETUP] = "setup",     [ASK_TURN] = "turn",       [ASK_ARRIVAL] = "arrival",
    [ASK_STORE] = "store",     [ASK_REQUEST] = "request", [ASK_ANSWER] = "answer",
    [ASK_EXHIBIT] = "exhibit", [ASK_ABANDON] = "abandon", [ASK_WAITING] = "waiting",
    [ASK_STEP3] = "step3",     [ASK_PICK] = "pick",       [ASK_PLACE] = "place",
    [ASK_STEP4] = "step4",     [ASK_MARK] = "mark",       [ASK_TRANSFER] = "transfer",
    [ASK_ROOM] = "room",       [ASK_RECUBE] = "recube",   [ASK_REHEX] = "rehex",
    [ASK_RETURN] = "return",   [ASK_OVER] = "over",
};
const char *const av_source_ids[SOURCES] = {
    [BY_MOVES] = "moves",     [BY_STORES] = "stores",     [BY_REQUESTS] = "requests",
    [BY_PUSHED] = "pushed",   [BY_ANSWERS] = "answers",   [BY_LOANS] = "loans",
    [BY_EXHIBITS] = "exhibits", [BY_ABANDONS] = "abandons", [BY_WAITING] = "waiting",
};

/* ---- the log: every prestige point with its reason ---- */

const struct tb_event_kind archives_events[] = {
    [E_SETTLED]      = { "settled",     TB_N("{seat|You put|@ puts} the {0} cube into the Entry zone of {1}."),              "tz",  false },
    [E_TURN]         = { "turn",        TB_N("{seat|You are|@ is} furthest back and {seat|have|has} the turn."),             "",    false },
    [E_MOVED]        = { "moved",       TB_N("{seat|You move|@ moves} to square {0}: {1}."),                                 "na",  false },
    [E_PAID]         = { "paid",        TB_N("{seat|You lose|@ loses} {0} prestige: the way to square {1}."),                "nn",  false },
    [E_ACTION]       = { "action",      NULL,                                                                                "a",   false },
    [E_NATURE]       = { "nature",      TB_N("{seat|You carry|@ carries} out {0} instead of {1}."),                          "aa",  false },
    [E_VOID]         = { "void",        TB_N("{0} cannot be carried out: nothing happens."),                                 "a",   false },
    [E_STORED]       = { "stored",      TB_N("{seat|You store|@ stores} a cube ({0}): {1}."),                                "tz",  false },
    [E_EXPERTISE]    = { "expertise",   TB_N("{seat|You gain|@ gains} 1 expertise in {0}, now {1}."),                        "tn",  false },
    [E_BONUS]        = { "bonus",       TB_N("{seat|You draw|@ draws} level with the expert in {0}: 1 more, now {1}."),      "tn",  false },
    [E_EXPERT]       = { "expert",      TB_N("{seat|You are|@ is} now the expert in {0}."),                                  "t",   false },
    [E_STORE_EXPERT] = { "storeExpert", TB_N("{seat|You gain|@ gains} {0} prestige: the expert in {1} when {2|you store|@ stores} it."), "nts", false },
    [E_REQUEST_GAIN] = { "requestGain", TB_N("{seat|You gain|@ gains} {0} prestige for requesting."),                        "n",   false },
    [E_REQUESTED]    = { "requested",   TB_N("{seat|You request|@ requests} {0}: {1}."),                                     "tz",  false },
    [E_PUSHED]       = { "pushed",      TB_N("The oldest request leaves without an answer: {0}, {1}."),                      "tz",  false },
    [E_PUSHED_LOSS]  = { "pushedLoss",  TB_N("{seat|You lose|@ loses} {0} prestige: the expert in {1}, whose request had to leave ({2})."), "ntz", false },
    [E_NO_REQUEST]   = { "noRequest",   TB_N("The reserve has no request that fits: {0}."),                                  "z",   false },
    [E_ANSWERED]     = { "answered",    TB_N("{seat|You answer|@ answers} a request ({0}): {1}."),                           "tz",  false },
    [E_LENT]         = { "lent",        TB_N("{seat|You answer|@ answers} a request outside ({0}) with a cube from {1}."),   "tz",  false },
    [E_CAME_BACK]    = { "cameBack",    TB_N("A cube ({0}) leaves consultation ({1}) for its store: {2}."),                  "tzz", false },
    [E_ANSWER_GAIN]  = { "answerGain",  TB_N("{seat|You gain|@ gains} {0} prestige: the expert in {1} answers in person."),  "nt",  false },
    [E_ANSWER_EXPERT] = { "answerExpert", TB_N("{seat|You gain|@ gains} {0} prestige: the expert in {1} when {2|you answer|@ answers} with it."), "nts", false },
    [E_EXHIBITED]    = { "exhibited",   TB_N("{seat|You open|@ opens} an exhibition of {0} ({1}): {2}."),                    "ntz", false },
    [E_EXHIBIT_GAIN] = { "exhibitGain", TB_N("{seat|You gain|@ gains} {0} prestige for the exhibition of {1}: {2}."),        "ntz", false },
    [E_RESHUFFLED]   = { "reshuffled",  TB_N("The discarded cards become the deck: {0}."),                                   "n",   true  },
    [E_DREW]         = { "drew",        TB_N("{seat||@} draws a card."),                                                     "",    true  },
    [E_DREW_CARD]    = { "drewCard",    TB_N("You draw {0}."),                                                               "c",   true  },
    [E_PLAYED]       = { "played",      TB_N("{seat|You play|@ plays} {0}."),                                                "c",   true  },
    [E_MARKED]       = { "marked",      TB_N("Square {0} now is: {1}."),                                                     "na",  false },
    [E_MARKER_BACK]  = { "markerBack",  TB_N("The marker of square {0} goes back: {1}."),                                    "na",  false },
    [E_TRANSFERRED]  = { "transferred", TB_N("{seat|You bring|@ brings} a cube ({0}) from {1} to {2}."),                     "tzz", false },
    [E_RECUBED]      = { "recubed",     TB_N("In the Entry zone of {0} a cube changes from {1} to {2}."),                    "ztt", false },
    [E_REHEXED]      = { "rehexed",     TB_N("A request changes from {1} to {2}: {0}."),                                     "ztt", false },
    [E_RETURNED]     = { "returned",    TB_N("All cubes leave consultation: {0}."),                                          "z",   false },
    [E_PASSED]       = { "passed",      TB_N("{seat|You pass|@ passes}."),                                                   "",    false },
    [E_ABANDONED]    = { "abandoned",   TB_N("{seat|You gain|@ gains} {0} prestige for giving up the expertise in {1}."),    "nt",  false },
    [E_WAITING_OUT]  = { "waitingOut",  TB_N("Waiting cubes that go back into the bag: {0} ({1})."),                         "nt",  false },
    [E_PROMOTED]     = { "promoted",    TB_N("{seat|You gain|@ gains} 1 expertise in {0} to succeed, now {1}."),             "tn",  false },
    [E_NO_EXPERT]    = { "noExpert",    TB_N("Nobody is the expert in {0} now."),                                            "t",   false },
    [E_ADMITTED]     = { "admitted",    TB_N("A waiting cube ({0}) enters: {1}."),                                           "tz",  false },
    [E_CUBE]         = { "cube",        TB_N("{seat|You draw|@ draws} a cube: {0}."),                                        "t",   true  },
    [E_PICKED]       = { "picked",      TB_N("{seat|You choose|@ chooses} a cube: {0}."),                                    "t",   false },
    [E_PLACED]       = { "placed",      TB_N("The {0} cube enters: {1}."),                                                   "tz",  false },
    [E_LEFT_WAITING] = { "leftWaiting", TB_N("The {0} cube finds no room and waits."),                                       "t",   false },
    [E_INTO_BAG]     = { "intoBag",     TB_N("The {0} cube finds no room and goes back into the bag."),                      "t",   false },
    [E_SKIPPED]      = { "skipped",     TB_N("No new cubes come."),                                                          "",    false },
    [E_WAITING_LOSS] = { "waitingLoss", TB_N("{seat|You lose|@ loses} {0} prestige: the expert in {1}, for the cubes that wait."), "nt",  false },
    [E_SPARED]       = { "spared",      TB_N("{seat|You are|@ is} spared a loss of {0} prestige for {1} cubes that wait."),  "nt",  false },
    [E_COUNTED]      = { "counted",     TB_N("The exhibition goes on: {0}, {1} to go."),                                     "zn",  false },
    [E_CLOSED]       = { "closed",      TB_N("The exhibition ends and {1|# cube goes|# cubes go} back to the store ({2}): {0}."), "znt", false },
    [E_ENDING]       = { "ending",      TB_N("{seat|You have|@ has} 10 expertise in one type: whoever is behind square {0} has one more turn."), "n",   false },
    [E_STOPPED]      = { "stopped",     TB_N("After {0|# Pass|# Passes} the game stops."),                                   "n",   false },
    [E_FINAL_EXPERTISE] = { "finalExpertise", TB_N("{seat|You gain|@ gains} {0} prestige for as much expertise."),                 "n",   false },
    [E_FINAL_CUBES]  = { "finalCubes",  TB_N("{seat|You gain|@ gains} {0} prestige: the expert in {1}, for the cubes of the largest site, {2}."), "ntz", false },
    [E_FINAL_DONE]   = { "finalDone",   TB_N("{seat|You gain|@ gains} {0} prestige: the expert in {1}, for the requests answered."), "nt",  false },
    [E_WON]          = { "won",         TB_N("{seat|You have|@ has} the most prestige and {seat|win|wins}."),                "",    true  },
    [EVENTS]         = { NULL, NULL, NULL, false },
};
/* clang-format on */

/* ---- names ---- */

static void put_name(struct tb_text *out, const char *id, const char *const *name)
{
    tb_put(out, "%s", out->lang < TB_LANGS ? name[out->lang] : id);
}

void archives_word(char kind, unsigned value, struct tb_text *out)
{
    char letter[2] = { kind == 't' ? av_board.type[value].letter : 0, 0 };

    if (kind == 't')
        put_name(out, letter, av_board.type[value].name);
    else if (kind == 'z')
        put_name(out, av_board.site[value].key, av_board.site[value].name);
    else if (kind == 'a')
        put_name(out, av_board.action[value].key, av_board.action[value].name);
    else
        put_name(out, av_board.card[value].key, av_board.card[value].name);
}

const char *av_verb_word(enum verb verb, const char **operands)
{
    *operands = notation[verb].operands;
    return notation[verb].word;
}

static void put_operand(struct tb_text *out, char kind, unsigned value)
{
    switch (kind) {
    case 's':
        tb_put(out, " %s", av_board.site[value].key);
        break;
    case 't':
        tb_put(out, " %c", av_board.type[value].letter);
        break;
    case 'a':
        tb_put(out, " %s", av_board.action[value].key);
        break;
    case 'c':
        tb_put(out, " %s", av_board.card[value].key);
        break;
    default:
        tb_put(out, " %u", value + (kind == 'p'));
    }
}

void archives_notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    unsigned verb = tb_verb(move);
    const char *operands = notation[verb].operands;

    tb_put(out, "%s", notation[verb].word);
    for (int i = 0; operands[i]; i++)
        put_operand(out, operands[i], tb_arg(move, i));
}
