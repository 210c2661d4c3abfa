/* ArcheOlogic in words, in a terminal and in JSON. */
#include <string.h>

#include "archeologic.h"
#include "clues.h"
#include "quest.h"
#include "search.h"
#include "solver.h"

const char tile_letter[] = "SVTLOI";
const char row_digit[] = "12345";
const char column_letter[] = "ABCDE";

/* ---- notation ---- */

static const char *const subject_id[] = { "buildings", "empties", "traps", "S", "V",
                                          "T",         "L",       "O",     "I" };

void put_zone(struct tb_text *out, unsigned zone)
{
    tb_put(out, "%c%c", column_letter[zone % SIDE], row_digit[zone / SIDE]);
}

void put_axis(struct tb_text *out, unsigned axis)
{
    tb_put(out, "%c", axis < SIDE ? row_digit[axis] : column_letter[axis - SIDE]);
}

/* R6.4: symbols in the order safe, sharp, fire. */
void put_answer(struct tb_text *out, unsigned answer)
{
    if (answer >= NUMBER) {
        tb_put(out, "%u", answer - NUMBER);
        return;
    }
    if (!answer)
        tb_put(out, "-");
    for (unsigned i = 0; i < (answer & 3); i++)
        tb_put(out, "o");
    for (unsigned i = 0; i < (answer >> 2 & 3); i++)
        tb_put(out, "s");
    for (unsigned i = 0; i < (answer >> 4 & 3); i++)
        tb_put(out, "f");
}

void put_placement(struct tb_text *out, const struct kit *kit, unsigned tile, unsigned n)
{
    const struct placement *p = &kit->place[tile][n];

    tb_put(out, "%c r%d ", tile_letter[tile], p->turn);
    put_zone(out, p->corner);
}

void archeologic_notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    unsigned a = tb_arg(move, 0);

    switch ((enum verb)tb_verb(move)) {
    case START:
        tb_put(out, "start ");
        put_axis(out, a);
        break;
    case ASK:
        tb_put(out, "ask");
        break;
    case CLAIM:
        tb_put(out, "claim");
        break;
    case AIM:
        tb_put(out, "aim ");
        put_axis(out, a);
        break;
    case ABOUT:
        tb_put(out, "%s", subject_id[a]);
        break;
    case BACK:
        tb_put(out, "back");
        break;
    case LAY:
        tb_put(out, "lay ");
        put_placement(out, kit_of(&s->head), a, tb_arg(move, 1));
        break;
    case REMOVE:
        tb_put(out, "remove %c", tile_letter[a]);
        break;
    case CONFIRM:
        tb_put(out, "confirm");
        break;
    case ABORT:
        tb_put(out, "abort");
        break;
    }
}

/* clang-format off */
const struct tb_event_kind archeologic_events[] = {
    [STARTED]     = { "started",  TB_N("{seat} sets the viewfinder on {0}."),                        "a",   true  },
    [STEPPED]     = { "stepped",  TB_N("The viewfinder steps to {0}."),                              "a",   true  },
    [AIMED]       = { "aimed",    TB_N("{seat} aims at {0}, for {1}."),                              "an",  false },
    [TURNED_BACK] = { "back",     TB_N("{seat} aims anew."),                                         "a",   false },
    [ASKED]       = { "asked",    TB_N("{seat} asks about {1} on {0} and spends {2}."),              "aqn", true  },
    [ANSWERED]    = { "answered", TB_N("The Archeoscope answers: {2}."),                             "aqr", true  },
    [PUSHED]      = { "pushed",   TB_N("The traps seen push the viewfinder to {0}."),                "an",  true  },
    [LAID]        = { "laid",     TB_N("You lay {0} on {2}."),                                       "tnz", false },
    [REMOVED]     = { "removed",  TB_N("You take {0} off the plan."),                                "t",   false },
    [ABORTED]     = { "aborted",  TB_N("You claim nothing for now."),                                "",    false },
    [CLAIMED]     = { "claimed",  TB_N("{seat} claims to know the city and spends {0}."),            "n",   true  },
    [CLAIM_RIGHT] = { "right",    TB_N("The claim of {seat} is right."),                             "",    true  },
    [CLAIM_WRONG] = { "wrong",    TB_N("The claim of {seat} is wrong."),                             "",    true  },
    [MARKED]      = { "marked",   TB_N("Of your buildings these are right: {0}."),                   "m",   true  },
    [LEFT]        = { "left",     TB_N("The expedition of {seat} is over."),                         "",    true  },
    [WON]         = { "won",      TB_N("{seat} has mapped the city in a time of {0}."),              "n",   true  },
    [LOST]        = { "lost",     TB_N("Nobody maps the city."),                                     "",    true  },
    [EVENTS]      = { NULL, NULL, NULL, false },
};

static const char *const subject_name[] = {
    TB_N("the number of buildings"), TB_N("the empty zones"), TB_N("the traps"),
    TB_N("building S"), TB_N("building V"), TB_N("building T"), TB_N("building L"),
    TB_N("building O"), TB_N("building I"),
};
/* clang-format on */

static void put_tiles(struct tb_text *out, unsigned set)
{
    if (!set)
        tb_put(out, "-");
    for (int t = 0; t < TILES; t++)
        if (set >> t & 1)
            tb_put(out, "%c", tile_letter[t]);
}

void archeologic_word(char kind, unsigned value, struct tb_text *out)
{
    if (kind == 'a')
        put_axis(out, value);
    else if (kind == 'q')
        tb_put(out, "%s", out->say ? tb_say(out, subject_name[value]) : subject_id[value]);
    else if (kind == 'r')
        put_answer(out, value);
    else if (kind == 't')
        tb_put(out, "%c", tile_letter[value]);
    else if (kind == 'm')
        put_tiles(out, value);
    else
        put_zone(out, value);
}

/* ---- the terminal ---- */

/* clang-format off */
static const char *const mark[] = { "·", "○", "◆", "▲" }; /* by enum cell */
/* Terminal palette of the buildings: background, apart in grey as well; text is black. */
static const uint8_t paint[TILES] = { 117, 228, 176, 150, 216, 252 };
/* clang-format on */

/* The seat whose notes are shown: the viewer, or the only one. */
static int reader_of(const struct tb_state *s)
{
    if (s->head.viewer >= 0)
        return s->head.viewer;
    return s->head.seats == 1 ? 0 : -1;
}

/* What is on the viewer's plan: the solution, a claim in the making, else the clues. */
static void paint_plan(const struct tb_state *s, uint8_t kinds[ZONES], uint8_t tiles[ZONES])
{
    bool solved = s->plan != HIDDEN_PLAN && knows_plan(s) && s->head.viewer != TB_TRUTH;

    plan_paint(kit_of(&s->head), solved ? plan_of(s) : s->lay, kinds, tiles);
    for (int i = 0; i < TRAPS && !solved; i++)
        if (s->clue[i] != NONE && tiles[clue_zone(s->clue[i])] == NONE)
            kinds[clue_zone(s->clue[i])] = (uint8_t)clue_kind(s->clue[i]);
}

static void put_cell(struct tb_text *out, unsigned kind, unsigned tile)
{
    char letter = tile == NONE ? ' ' : tile_letter[tile];

    if (!out->colour)
        tb_put(out, "%c%s ", letter, mark[kind]);
    else if (tile != NONE)
        tb_put(out, "\033[48;5;%d;38;5;%dm%c%s \033[0m", paint[tile],
               kind == FIRE    ? 124
               : kind == SHARP ? 18
                               : 16,
               letter, mark[kind]);
    else
        tb_put(out, "\033[38;5;%dm %s \033[0m",
               kind == FIRE    ? 202
               : kind == SHARP ? 39
                               : 245,
               mark[kind]);
}

/* The viewer's answer to a question; NONE: not asked. */
static uint8_t own_answer(const struct tb_state *s, unsigned question)
{
    int seat = reader_of(s);

    for (int i = 0; seat >= 0 && i < s->seat[seat].turns; i++)
        if (s->seat[seat].turn[i].question == question)
            return s->seat[seat].turn[i].answer;
    return NONE;
}

static void put_answers(const struct tb_state *s, unsigned axis, struct tb_text *out)
{
    put_axis(out, axis);
    tb_put(out, " ");
    for (unsigned subject = 0; subject < SUBJECTS; subject++) {
        uint8_t answer = own_answer(s, SUBJECTS * axis + subject);
        char text[8];
        struct tb_text cell = tb_text(text, sizeof text);

        if (answer == NONE)
            tb_put(&cell, " ");
        else
            put_answer(&cell, answer);
        tb_put(out, "│%4s", text);
    }
    tb_put(out, "│");
}

/* The plan on the left, rows 0 to 11; the table of answers on the right. */
static void put_board(const struct tb_state *s, struct tb_text *out)
{
    uint8_t kinds[ZONES], tiles[ZONES];

    paint_plan(s, kinds, tiles);
    tb_put(out, "    A  B  C  D  E       │bldg│ 0  │trap│ S  │ V  │ T  │ L  │ O  │ I  │\n");
    for (unsigned line = 0; line < AXES; line++) {
        if (line % 2 == 0) {
            unsigned row = line / 2;

            tb_put(out, " %c ", row_digit[row]);
            for (unsigned column = 0; column < SIDE; column++)
                put_cell(out, kinds[SIDE * row + column], tiles[SIDE * row + column]);
            tb_put(out, "    ");
        } else {
            tb_put(out, "%22s", "");
        }
        put_answers(s, axis_at(s, line), out);
        tb_put(out, "\n");
    }
}

static void put_circle(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s ", tb_say(out, TB_N("Viewfinder:")));
    for (unsigned place = 0; place < AXES; place++) {
        bool here = place == s->place && s->phase != STARTING;

        tb_put(out, here ? (out->colour ? "\033[7m[" : "[") : " ");
        put_axis(out, axis_at(s, place));
        tb_put(out, here ? (out->colour ? "]\033[0m" : "]") : " ");
    }
    tb_put(out, "\n");
}

static const char *const side_name[] = { TB_N("research"), TB_N("verification"),
                                         TB_N("out") };

static void put_seat(const struct tb_state *s, int seat, struct tb_text *out)
{
    const struct seat *it = &s->seat[seat];

    tb_put(out, "%s%s %d: %s %2d, %s, %s %u, %s %d", seat == seat_to_play(s) ? ">" : " ",
           tb_say(out, TB_N("seat")), seat, tb_say(out, TB_N("position")), it->position,
           tb_say(out, side_name[it->side]), tb_say(out, TB_N("time")), time_spent(s, seat),
           tb_say(out, TB_N("clues")), it->clues);
    for (int i = 0; i < it->claims; i++)
        if (it->claim[i].verdict == WRONG && seat == reader_of(s)) {
            tb_put(out, ", %s ", tb_say(out, TB_N("right:")));
            put_tiles(out, it->claim[i].right);
        }
    tb_put(out, "\n");
}

/* The questions of everybody, latest last, with the answers that the viewer knows. */
static void put_latest(const struct tb_state *s, struct tb_text *out)
{
    enum { SHOWN = 6 };

    for (int when = s->turns > SHOWN ? s->turns - SHOWN : 0; when < s->turns; when++)
        for (int seat = 0; seat < s->head.seats; seat++)
            for (int i = 0; i < s->seat[seat].turns; i++) {
                const struct turn *turn = &s->seat[seat].turn[i];

                if (turn->when != when)
                    continue;
                tb_put(out, "  %2d  %d ", when + 1, seat);
                if (turn->question == CLAIM_TURN) {
                    tb_put(out, "%s\n", tb_say(out, TB_N("claims to know the city")));
                    continue;
                }
                put_axis(out, question_axis(turn->question));
                tb_put(out, " %s", subject_id[question_subject(turn->question)]);
                if (turn->answer != NONE) {
                    tb_put(out, " = ");
                    put_answer(out, turn->answer);
                }
                tb_put(out, "  (%d)\n", turn->cost);
            }
}

/* The clues that the viewer was given; the end shows all traps, but those stay apart. */
static int clues_given(const struct tb_state *s)
{
    return s->head.viewer < 0 ? base_clues(&s->head) : s->seat[s->head.viewer].clues;
}

static void put_clues(const struct tb_state *s, struct tb_text *out)
{
    for (int i = 0; i < EXPERT_MAX && s->expert[i] != NO_STATEMENT; i++) {
        tb_put(out, "  • ");
        statement_put(s->expert[i], out);
        tb_put(out, "\n");
    }
    tb_put(out, "%s", tb_say(out, TB_N("Traps known:")));
    for (int i = 0; i < clues_given(s); i++) {
        tb_put(out, " ");
        put_zone(out, clue_zone(s->clue[i]));
        tb_put(out, "%s", mark[clue_kind(s->clue[i])]);
    }
    tb_put(out, "   ○ %s  ◆ %s  ▲ %s\n", tb_say(out, TB_N("safe")),
           tb_say(out, TB_N("sharp trap")), tb_say(out, TB_N("fire trap")));
}

/* ---- what the end tells ---- */

static struct quest quest_of(const struct tb_state *s)
{
    struct quest quest = { .plan = s->plan };
    uint8_t left[TRAPS];
    uint32_t ways = ORDERS;

    plan_traps(kit_of(&s->head), plan_of(s), left);
    for (int i = 0; i < TRAPS; i++) {
        uint32_t at = 0;

        ways /= (uint32_t)(TRAPS - i);
        while (left[at] != s->clue[i])
            at++;
        quest.order += at * ways;
        memmove(left + at, left + at + 1, (size_t)(TRAPS - 1 - i) - at);
    }
    return quest;
}

/* R11.5: in expert mode the careless players start from the expert's clues. */
static struct par par_of(const struct tb_state *s)
{
    struct facts clues = { 0 };

    if (s->site && s->head.option[OPTION_MODE] == MODE_NORMAL)
        return (struct par){ sites[s->site - 1].expert, sites[s->site - 1].confirmed };
    for (int i = 0; i < EXPERT_MAX && s->expert[i] != NO_STATEMENT; i++)
        facts_add(&clues, fact_statement(s->expert[i]));
    return par_of_time(
        quest_careless_time(kit_of(&s->head), quest_of(s), clues.count ? &clues : NULL));
}

static bool is_assisted(const struct tb_state *s)
{
    return s->head.option[OPTION_AIDS] >= AIDS_COUNT;
}
static bool is_practice(const struct tb_state *s)
{
    return s->seat[0].clues > 3 ||
           (s->head.option[OPTION_MODE] != MODE_NORMAL && s->seat[0].clues > 0);
}

static const char *const rank_id[] = { "apprentice", "confirmed", "expert" };
static const char *const rank_name[] = { TB_N("apprentice"), TB_N("confirmed"),
                                         TB_N("expert") };

static void put_end(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s ", tb_say(out, TB_N("Quest")));
    quest_put_code(quest_encode(quest_of(s)), out);
    if (s->winner == NONE) {
        tb_put(out, ": %s\n", tb_say(out, TB_N("Nobody maps the city.")));
        return;
    }
    tb_put(out, ": %s %d, %s %u", tb_say(out, TB_N("mapped by seat")), s->winner,
           tb_say(out, TB_N("time")), time_spent(s, s->winner));
    if (s->head.seats == 1) {
        struct par par = par_of(s);

        tb_put(out, ", %s %d / %d", tb_say(out, TB_N("par")), par.expert, par.confirmed);
        if (is_assisted(s))
            tb_put(out, ", %s", tb_say(out, TB_N("assisted, no rank")));
        else
            tb_put(out, ", %s%s", tb_say(out, rank_name[rank_of(par, time_spent(s, 0))]),
                   is_practice(s) ? tb_say(out, TB_N(" (practice)")) : "");
    }
    tb_put(out, "\n");
}

void archeologic_show(const struct tb_state *s, struct tb_text *out)
{
    put_board(s, out);
    put_clues(s, out);
    put_circle(s, out);
    for (int seat = 0; seat < s->head.seats; seat++)
        put_seat(s, seat, out);
    put_latest(s, out);
    if (is_over(s))
        put_end(s, out);
}

/* ---- JSON: what stays ---- */

static void json_axis(struct tb_text *out, unsigned axis)
{
    tb_put(out, "\"");
    put_axis(out, axis);
    tb_put(out, "\"");
}

static void json_zone(struct tb_text *out, unsigned zone)
{
    tb_put(out, "\"");
    put_zone(out, zone);
    tb_put(out, "\"");
}

static void json_option(const struct tb_state *s, int option, struct tb_text *out)
{
    tb_put(out, ",\"%s\":\"", game_archeologic.options[option].id);
    tb_option_put(&game_archeologic, option, s->head.option[option], out);
    tb_put(out, "\"");
}

static void json_clue(struct tb_text *out, unsigned clue)
{
    tb_put(out, "{\"zone\":");
    json_zone(out, clue_zone(clue));
    tb_put(out, ",\"kind\":\"%s\"}", clue_kind(clue) == SHARP ? "sharp" : "fire");
}

/* A tile in each rotation, row by row: "s.", "oo", ".o" */
static void json_tile(const struct tb_state *s, unsigned tile, struct tb_text *out)
{
    const struct kit *kit = kit_of(&s->head);
    unsigned turn = 0;

    tb_put(out, "%s\"%c\":[", tile ? "," : "", tile_letter[tile]);
    for (int n = 0; n < placements_of[tile]; n++) {
        const struct placement *p = &kit->place[tile][n];

        if (p->turn != turn || p->corner)
            continue;
        tb_put(out, turn++ ? ",[" : "[");
        for (unsigned row = 0; row <= p->bottom; row++) {
            tb_put(out, row ? ",\"" : "\"");
            for (unsigned column = 0; column <= p->right; column++) {
                unsigned z = SIDE * row + column;

                tb_put(out, "%c",
                       !(p->cells >> z & 1) ? '.'
                       : p->sharp >> z & 1  ? 's'
                       : p->fire >> z & 1   ? 'f'
                                            : 'o');
            }
            tb_put(out, "\"");
        }
        tb_put(out, "]");
    }
    tb_put(out, "]");
}

static void json_statement(struct tb_text *out, unsigned statement)
{
    char words[200], note[TB_NOTE_MAX];
    struct tb_text text = tb_text(words, sizeof words),
                   written = tb_text(note, sizeof note);

    text.say = out->say;
    text.lang = out->lang;
    statement_put(statement, &text);
    statement_notate(statement, &written);
    tb_put(out, "{\"note\":\"%s\",\"text\":", note);
    tb_put_json(out, words);
    tb_put(out, "}");
}

void archeologic_scene(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "{\"tiles\":{");
    for (unsigned t = 0; t < TILES; t++)
        json_tile(s, t, out);
    tb_put(out, "},\"around\":[");
    for (unsigned place = 0; place < AXES; place++) {
        tb_put(out, place ? "," : "");
        json_axis(out, axis_at(s, place));
    }
    tb_put(out, "],\"subjects\":[");
    for (unsigned i = 0; i < SUBJECTS; i++)
        tb_put(out, "%s{\"id\":\"%s\",\"cost\":%u}", i ? "," : "", subject_id[i],
               subject_cost(i));
    tb_put(out, "]");
    json_option(s, OPTION_MODE, out);
    json_option(s, OPTION_RULE, out);
    json_option(s, OPTION_CIRCLE, out);
    json_option(s, OPTION_AIDS, out);
    tb_put(out, ",\"clues\":[");
    for (int i = 0; i < clues_given(s); i++) {
        tb_put(out, i ? "," : "");
        json_clue(out, s->clue[i]);
    }
    tb_put(out, "],\"common\":%d,\"expert\":[", base_clues(&s->head));
    for (int i = 0; i < EXPERT_MAX && s->expert[i] != NO_STATEMENT; i++) {
        tb_put(out, i ? "," : "");
        json_statement(out, s->expert[i]);
    }
    tb_put(out, "],\"site\":%d,\"day\":%u,\"par\":", s->site, s->day);
    if (s->site)
        tb_put(out, "[%d,%d]", sites[s->site - 1].expert, sites[s->site - 1].confirmed);
    else
        tb_put(out, "null");
    tb_put(out, "}");
}

/* ---- JSON: what changes ---- */

/* {"S":"r1 C2",...}; tiles that lie nowhere are left out. */
static void json_plan(const struct tb_state *s, const uint8_t *at, struct tb_text *out)
{
    int count = 0;

    tb_put(out, "{");
    for (unsigned t = 0; t < TILES; t++)
        if (at[t] != NONE) {
            const struct placement *p = &kit_of(&s->head)->place[t][at[t]];

            tb_put(out, "%s\"%c\":\"r%d ", count++ ? "," : "", tile_letter[t], p->turn);
            put_zone(out, p->corner);
            tb_put(out, "\"");
        }
    tb_put(out, "}");
}

static void json_claim(const struct tb_state *s, const struct claim *claim,
                       struct tb_text *out)
{
    static const char *const verdict[] = { "waiting", "right", "wrong" };

    tb_put(out, "\"verdict\":\"%s\",\"plan\":", verdict[claim->verdict]);
    if (claim->at[0] == NONE)
        tb_put(out, "null,\"right\":null");
    else {
        json_plan(s, claim->at, out);
        tb_put(out, ",\"right\":");
        if (claim->verdict == WAITING)
            tb_put(out, "null");
        else {
            tb_put(out, "\"");
            put_tiles(out, claim->right);
            tb_put(out, "\"");
        }
    }
}

static void json_question(struct tb_text *out, unsigned question)
{
    tb_put(out, "\"axis\":");
    json_axis(out, question_axis(question));
    tb_put(out, ",\"subject\":\"%s\"", subject_id[question_subject(question)]);
}

static void json_turn(const struct tb_state *s, int seat, const struct turn *turn,
                      struct tb_text *out)
{
    tb_put(out, "{\"seat\":%d,\"cost\":%d,", seat, turn->cost);
    if (turn->question == CLAIM_TURN) {
        json_claim(s, &s->seat[seat].claim[turn->answer], out);
    } else {
        json_question(out, turn->question);
        tb_put(out, ",\"pushed\":%d,\"answer\":", turn->pushed);
        if (turn->answer == NONE)
            tb_put(out, "null");
        else {
            tb_put(out, "\"");
            put_answer(out, turn->answer);
            tb_put(out, "\"");
        }
    }
    tb_put(out, "}");
}

/* The turn that everybody's number `when` was; NULL: a claim not yet made. */
static const struct turn *turn_at(const struct tb_state *s, int when, int *seat)
{
    for (*seat = 0; *seat < s->head.seats; ++*seat)
        for (int i = 0; i < s->seat[*seat].turns; i++)
            if (s->seat[*seat].turn[i].when == when)
                return &s->seat[*seat].turn[i];
    return NULL;
}

static void json_log(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, ",\"log\":[");
    for (int when = 0; when < s->turns; when++) {
        int seat;
        const struct turn *turn = turn_at(s, when, &seat);

        tb_put(out, when ? "," : "");
        json_turn(s, seat, turn, out);
    }
    tb_put(out, "]");
}

static void json_pawns(const struct tb_state *s, struct tb_text *out)
{
    static const char *const side[] = { "research", "verification", "out" };

    tb_put(out, ",\"pawns\":[");
    for (int i = 0; i < s->head.seats; i++)
        tb_put(out,
               "%s{\"position\":%d,\"side\":\"%s\",\"time\":%u,\"questions\":%d,"
               "\"claims\":%d,\"clues\":%d}",
               i ? "," : "", s->seat[i].position, side[s->seat[i].side], time_spent(s, i),
               s->seat[i].questions, s->seat[i].claims, s->seat[i].clues);
    tb_put(out, "]");
}

/* ---- aids ---- */

/* R15.3: an answer that the tiles laid so far contradict outright. */
static bool contradicts(const struct tb_state *s, const struct fact *fact)
{
    const struct kit *kit = kit_of(&s->head);
    unsigned axis = question_axis(fact->a), subject = question_subject(fact->a);
    unsigned cells = 0, buildings = 0, sharp = 0, fire = 0;

    if (fact->kind != FACT_ANSWER)
        return false;
    if (subject >= ONE_TILE) {
        unsigned at = s->lay[subject - ONE_TILE];

        return at != NONE && kit->place[subject - ONE_TILE][at].answer[axis] != fact->b;
    }
    for (unsigned t = 0; t < TILES; t++)
        if (s->lay[t] != NONE) {
            unsigned answer = kit->place[t][s->lay[t]].answer[axis];

            buildings += answer > 0;
            sharp += answer >> 2 & 3;
            fire += answer >> 4 & 3;
            cells += (answer & 3) + answer_traps(answer);
        }
    if (subject == BUILDINGS)
        return buildings > fact->b - (unsigned)NUMBER;
    if (subject == EMPTIES)
        return cells > SIDE - (fact->b - (unsigned)NUMBER);
    return sharp > (fact->b >> 2u & 3) || fire > (fact->b >> 4u & 3);
}

/* A tile laid on a known trap's zone without that trap. */
static bool covers_clue(const struct tb_state *s, const uint8_t *kinds,
                        const uint8_t *tiles, unsigned clue)
{
    return tiles[clue_zone(clue)] != NONE && kinds[clue_zone(clue)] != clue_kind(clue);
}

static void json_warnings(const struct tb_state *s, int seat, struct tb_text *out)
{
    uint8_t kinds[ZONES], tiles[ZONES];
    struct facts facts;
    int count = 0;

    facts_of_seat(s, seat, &facts);
    plan_paint(kit_of(&s->head), s->lay, kinds, tiles);
    tb_put(out, ",\"warnings\":[");
    for (int i = 0; i < facts.count; i++)
        if (facts.list[i].kind == FACT_CLUE ? covers_clue(s, kinds, tiles, facts.list[i].a)
                                            : contradicts(s, &facts.list[i])) {
            tb_put(out, count++ ? ",{" : "{");
            if (facts.list[i].kind == FACT_CLUE) {
                tb_put(out, "\"zone\":");
                json_zone(out, clue_zone(facts.list[i].a));
            } else {
                json_question(out, facts.list[i].a);
            }
            tb_put(out, "}");
        }
    tb_put(out, "]");
}

/* What aiming costs now, or will cost in the coming turn. */
static void axis_costs(const struct tb_state *s, uint8_t cost[AXES])
{
    unsigned step =
        s->phase == AIMING || s->phase == ASKING ? s->automatic : (s->place + 1u) % AXES;

    for (unsigned axis = 0; axis < AXES; axis++) {
        unsigned away = (place_of_axis(s, axis) + AXES - step) % AXES;

        cost[axis] = (uint8_t)(s->phase == STARTING ? 0 : away < 2 ? away : 2);
    }
}

/* For each zone in reading order: empty, then S to I, then sharp and fire, of `count`. */
static void json_shares(const struct tb_state *s, const struct tally *tally,
                        struct tb_text *out)
{
    struct shares shares;

    tally_shares(tally, kit_of(&s->head), &shares);
    tb_put(out, ",\"shares\":[");
    for (unsigned z = 0; z < ZONES; z++) {
        uint32_t kind[4] = { 0 };

        tb_put(out, "%s[%u", z ? "," : "", shares.empty[z]);
        for (int t = 0; t < TILES; t++) {
            uint32_t tile = 0;

            for (int k = SAFE; k <= FIRE; k++) {
                tile += shares.cell[z][t][k];
                kind[k] += shares.cell[z][t][k];
            }
            tb_put(out, ",%u", tile);
        }
        tb_put(out, ",%u,%u]", kind[SHARP], kind[FIRE]);
    }
    tb_put(out, "]");
}

static void json_weighed(const struct weighed *w, struct tb_text *out)
{
    tb_put(out, "{");
    json_question(out, w->question);
    tb_put(out, ",\"cost\":%d,\"millibits\":%u,\"answers\":%d,\"worst\":%u}", w->cost,
           (unsigned)((uint64_t)w->bits * 1000 >> 16), w->answers, w->worst);
}

static void json_best(const struct tb_state *s, const struct tally *tally,
                      struct tb_text *out)
{
    struct weighed list[QUESTIONS];
    uint8_t cost[AXES];
    int count;

    axis_costs(s, cost);
    count = solver_rank(tally, kit_of(&s->head), cost, list);
    tb_put(out, ",\"best\":[");
    for (int i = 0; i < count && i < 3; i++) {
        tb_put(out, i ? "," : "");
        json_weighed(&list[i], out);
    }
    tb_put(out, "]");
}

static void json_aids(const struct tb_state *s, int seat, struct tb_text *out)
{
    uint64_t aids = s->head.option[OPTION_AIDS];
    struct facts facts;
    struct tally tally;

    if (seat < 0 || is_over(s))
        return;
    if (aids >= AIDS_WARNINGS)
        json_warnings(s, seat, out);
    if (aids < AIDS_COUNT)
        return;
    facts_of_seat(s, seat, &facts);
    tally_make(&tally, kit_of(&s->head), &facts);
    tb_put(out, ",\"count\":%u", tally.count);
    if (aids == AIDS_FULL) {
        json_shares(s, &tally, out);
        json_best(s, &tally, out);
    }
}

/* ---- the review after the game ---- */

/* Where the viewfinder stood before each turn of the log. */
static void places_before(const struct tb_state *s, uint8_t before[SEATS * TURNS_MAX])
{
    unsigned place = 0;

    for (int when = 0; when < s->turns; when++) {
        int seat;
        const struct turn *turn = turn_at(s, when, &seat);

        before[when] = (uint8_t)place;
        if (turn->question != CLAIM_TURN)
            place = (place_of_axis(s, question_axis(turn->question)) + turn->pushed) % AXES;
    }
}

/* The plans that a seat could still believe in. */
struct believed {
    uint32_t plan[SEARCH_PLANS];
    uint32_t count;
};

static void keep_fitting(const struct kit *kit, struct believed *b, const struct fact *fact)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < b->count; i++)
        if (fact_holds(kit, fact, kit->plan[b->plan[i]]))
            b->plan[kept++] = b->plan[i];
    b->count = kept;
}

/* The best that could have been asked then, by rule of thumb. */
static void json_better(const struct tb_state *s, const struct believed *b, unsigned place,
                        bool free, struct tb_text *out)
{
    const struct kit *kit = kit_of(&s->head);
    struct weighed list[QUESTIONS];
    uint8_t cost[AXES];
    struct tally tally;

    for (unsigned axis = 0; axis < AXES; axis++) {
        unsigned away = (place_of_axis(s, axis) + 2 * AXES - place - 1) % AXES;

        cost[axis] = (uint8_t)(free ? 0 : away < 2 ? away : 2);
    }
    tally_clear(&tally);
    for (uint32_t i = 0; i < b->count; i++)
        tally_add(&tally, kit, b->plan[i]);
    if (solver_rank(&tally, kit, cost, list))
        json_weighed(&list[0], out);
    else
        tb_put(out, "null");
}

static struct fact fact_of_turn(const struct seat *seat, const struct turn *turn)
{
    struct fact fact = { .kind = FACT_ANSWER, .a = turn->question, .b = turn->answer };

    if (turn->question == CLAIM_TURN) {
        const struct claim *claim = &seat->claim[turn->answer];

        fact = (struct fact){ .kind = FACT_CLAIM, .b = claim->right };
        memcpy(fact.at, claim->at, TILES);
    }
    return fact;
}

/* How each of the seat's turns changed what it could believe. */
static void review_seat(const struct tb_state *s, int seat, const uint8_t *places,
                        struct tb_text *out)
{
    const struct kit *kit = kit_of(&s->head);
    const struct seat *it = &s->seat[seat];
    struct believed believed;
    struct facts facts;

    facts_of_clues(s, seat, &facts);
    believed.count = solver_list(kit, &facts, believed.plan, SEARCH_PLANS);
    if (believed.count > SEARCH_PLANS)
        believed.count = SEARCH_PLANS;
    for (int i = 0; i < it->turns; i++) {
        const struct turn *turn = &it->turn[i];
        bool claim = turn->question == CLAIM_TURN;
        struct fact fact = fact_of_turn(it, turn);

        tb_put(out, "%s{\"before\":%u,\"best\":", i ? "," : "", believed.count);
        if (claim || believed.count < 2)
            tb_put(out, "null");
        else
            json_better(s, &believed, places[turn->when], s->head.seats == 1 && !i, out);
        if (!claim || it->claim[turn->answer].verdict != WAITING)
            keep_fitting(kit, &believed, &fact);
        tb_put(out, ",\"after\":%u}", believed.count);
    }
}

/* Seat by seat, a step for each of its turns. */
static void json_review(const struct tb_state *s, struct tb_text *out)
{
    uint8_t places[SEATS * TURNS_MAX];

    places_before(s, places);
    tb_put(out, ",\"review\":[");
    for (int seat = 0; seat < s->head.seats; seat++) {
        tb_put(out, seat ? ",[" : "[");
        review_seat(s, seat, places, out);
        tb_put(out, "]");
    }
    tb_put(out, "]");
}

static void json_end(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, ",\"winner\":%d,\"solution\":", s->winner == NONE ? -1 : s->winner);
    json_plan(s, plan_of(s), out);
    tb_put(out, ",\"code\":\"");
    quest_put_code(quest_encode(quest_of(s)), out);
    tb_put(out, "\",\"assisted\":%s", is_assisted(s) ? "true" : "false");
    if (s->head.seats == 1) {
        struct par par = par_of(s);
        bool ranked = s->winner != NONE && !is_assisted(s);

        tb_put(out, ",\"par\":[%d,%d],\"practice\":%s,\"rank\":", par.expert, par.confirmed,
               is_practice(s) ? "true" : "false");
        if (ranked)
            tb_put(out, "\"%s\"", rank_id[rank_of(par, time_spent(s, 0))]);
        else
            tb_put(out, "null");
    }
    json_review(s, out);
}

void archeologic_view(const struct tb_state *s, struct tb_text *out)
{
    static const char *const phase[] = { "starting", "choosing", "aiming",
                                         "asking",   "claiming", "over" };
    int seat = reader_of(s);
    uint8_t cost[AXES];

    axis_costs(s, cost);
    tb_put(out, "{\"phase\":\"%s\",\"seat\":%d,\"viewfinder\":", phase[s->phase],
           seat_to_play(s));
    json_axis(out, axis_at(s, s->place));
    tb_put(out, ",\"costs\":{");
    for (unsigned axis = 0; axis < AXES; axis++) {
        tb_put(out, axis ? "," : "");
        json_axis(out, axis);
        tb_put(out, ":%d", cost[axis]);
    }
    tb_put(out, "}");
    json_pawns(s, out);
    json_log(s, out);
    tb_put(out, ",\"laying\":");
    json_plan(s, s->lay, out);
    json_aids(s, s->head.viewer >= 0 ? seat : -1, out);
    if (is_over(s))
        json_end(s, out);
    else if (s->plan != HIDDEN_PLAN && knows_plan(s) && s->head.viewer >= 0) {
        tb_put(out, ",\"solution\":");
        json_plan(s, plan_of(s), out);
    }
    tb_put(out, "}");
}

/* ---- hints ---- */

/* Number with one decimal, from 65,536ths. */
static void put_tenths(struct tb_text *out, uint32_t bits)
{
    uint32_t tenths = (uint32_t)(((uint64_t)bits * 10 + 32768) >> 16);

    tb_put(out, "%u%s%u", tenths / 10, out->lang == TB_FR ? "," : ".", tenths % 10);
}

void put_certain(struct tb_text *out, const struct tally *tally, const struct kit *kit)
{
    struct shares shares;
    int count = 0;

    tally_shares(tally, kit, &shares);
    for (unsigned z = 0; z < ZONES; z++) {
        bool empty = shares.empty[z] == tally->count;
        int owner = -1;
        unsigned kind = EMPTY;

        for (int t = 0; t < TILES; t++) {
            uint32_t sum = 0;

            for (unsigned k = SAFE; k <= FIRE; k++)
                sum += shares.cell[z][t][k];
            if (sum == tally->count)
                owner = t;
        }
        for (unsigned k = SAFE; k <= FIRE; k++) {
            uint32_t sum = 0;

            for (int t = 0; t < TILES; t++)
                sum += shares.cell[z][t][k];
            if (sum == tally->count)
                kind = k;
        }
        if (!empty && owner < 0 && kind == EMPTY)
            continue;
        tb_put(out, count++ ? " " : "");
        put_zone(out, z);
        tb_put(out, "=");
        if (empty)
            tb_put(out, "%s", tb_say(out, TB_N("empty")));
        if (owner >= 0)
            tb_put(out, "%c", tile_letter[owner]);
        if (kind != EMPTY)
            tb_put(out, "%s", mark[kind]);
    }
    if (!count)
        tb_put(out, "%s", tb_say(out, TB_N("none")));
}

/* "the traps on 5: cost 2, up to 7 answers, 2.7 bits, at most 212 of 778 cities left" */
void put_reason(struct tb_text *out, const struct weighed *w, uint32_t count)
{
    tb_put(out, "%s %s ", tb_say(out, subject_name[question_subject(w->question)]),
           tb_say(out, TB_N("on")));
    put_axis(out, question_axis(w->question));
    tb_put(out, ": %s %d, %d %s, ", tb_say(out, TB_N("cost")), w->cost, w->answers,
           tb_say(out, TB_N("possible answers")));
    put_tenths(out, w->bits);
    tb_put(out, " %s, %s %u / %u", tb_say(out, TB_N("bits")),
           tb_say(out, TB_N("cities left at most")), w->worst, count);
}

/* First how many cities fit, then what is certain, then what to ask and why. */
bool archeologic_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out)
{
    const struct kit *kit = kit_of(&seen->head);
    uint64_t aids = seen->head.option[OPTION_AIDS];
    struct weighed list[QUESTIONS];
    uint8_t cost[AXES];
    struct facts facts;
    struct tally tally;

    if (is_over(seen) || aids < AIDS_COUNT || step > (aids == AIDS_FULL ? 2 : 0))
        return false;
    facts_of_seat(seen, seat, &facts);
    tally_make(&tally, kit, &facts);
    if (step == 0) {
        tb_put(out, "%s %u", tb_say(out, TB_N("Cities that fit what you know:")),
               tally.count);
        if (tally.count == 1)
            tb_put(out, ". %s", tb_say(out, TB_N("You can claim: it is certain.")));
    } else if (step == 1) {
        tb_put(out, "%s ", tb_say(out, TB_N("Certain zones:")));
        put_certain(out, &tally, kit);
    } else {
        axis_costs(seen, cost);
        if (!solver_rank(&tally, kit, cost, list))
            return false;
        tb_put(out, "%s ", tb_say(out, TB_N("Best question:")));
        put_reason(out, &list[0], tally.count);
    }
    return true;
}
