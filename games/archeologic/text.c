/* ArcheOlogic in words: notation, the log, the picture in a terminal, hints. */
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

const char *const subject_id[SUBJECTS] = { "buildings", "empties", "traps", "S", "V",
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
static void put_symbols(struct tb_text *out, unsigned answer, const char *const symbol[4])
{
    if (answer >= NUMBER) {
        tb_put(out, "%u", answer - NUMBER);
        return;
    }
    if (!answer)
        tb_put(out, "-");
    for (unsigned kind = SAFE; kind <= FIRE; kind++)
        for (unsigned i = 0; i < (answer >> 2 * (kind - SAFE) & 3); i++)
            tb_put(out, "%s", symbol[kind]);
}

void put_answer(struct tb_text *out, unsigned answer)
{
    static const char *const letter[] = { "", "o", "s", "f" };

    put_symbols(out, answer, letter);
}

/* The signs of the board, for whoever reads them; programs have the letters. */
static const char *const mark[] = { "·", "○", "◆", "▲" }; /* by enum cell */

static void put_seen_answer(struct tb_text *out, unsigned answer)
{
    put_symbols(out, answer, mark);
}

void put_placement(struct tb_text *out, const struct kit *kit, unsigned tile, unsigned n)
{
    const struct placement *p = &kit->box.place[tile][n];

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
    [STARTED]     = { "started",  TB_N("{seat|You set|@ sets} the viewfinder on {0}."),                        "a",   true  },
    [STEPPED]     = { "stepped",  TB_N("The viewfinder steps to {0}."),                              "a",   true  },
    [AIMED]       = { "aimed",    TB_N("{seat|You aim|@ aims} at {0}, for {1}."),                              "an",  false },
    [TURNED_BACK] = { "back",     TB_N("{seat|You aim|@ aims} anew."),                                         "a",   false },
    [ASKED]       = { "asked",    TB_N("{seat|You ask|@ asks} about {1} on {0} and {seat|spend|spends} {2}."),              "aqn", true  },
    [ANSWERED]    = { "answered", TB_N("The Archeoscope answers: {2}."),                             "aqr", true  },
    [PUSHED]      = { "pushed",   TB_N("The traps seen push the viewfinder to {0}."),                "an",  true  },
    [LAID]        = { "laid",     TB_N("You lay {0} on {2}."),                                       "tnz", false },
    [REMOVED]     = { "removed",  TB_N("You take {0} off the plan."),                                "t",   false },
    [ABORTED]     = { "aborted",  TB_N("You claim nothing for now."),                                "",    false },
    [CLAIMED]     = { "claimed",  TB_N("{seat|You claim|@ claims} to know the city and {seat|spend|spends} {0}."),            "n",   true  },
    [CLAIM_RIGHT] = { "right",    TB_N("{seat|Your claim|The claim of @} is right."),                             "",    true  },
    [CLAIM_WRONG] = { "wrong",    TB_N("{seat|Your claim|The claim of @} is wrong."),                             "",    true  },
    [MARKED]      = { "marked",   TB_N("Of your buildings these are right: {0}."),                   "m",   true  },
    [LEFT]        = { "left",     TB_N("{seat|Your expedition|The expedition of @} is over."),                         "",    true  },
    [WON]         = { "won",      TB_N("{seat|You have|@ has} mapped the city in a time of {0}."),              "n",   true  },
    [LOST]        = { "lost",     TB_N("Nobody maps the city."),                                     "",    true  },
    [EVENTS]      = { NULL, NULL, NULL, false },
};

/* What a question cost, not what it was about nor what was answered. */
static const struct tb_sign archeologic_signs[] = {
    { ASKED, 2, "▁▂▃▄▅▆▇█" },
    { CLAIM_RIGHT, 0, "✓" },
    { CLAIM_WRONG, 0, "✗" },
    { 0, 0, NULL },
};
const struct tb_daily archeologic_daily = { TB_N("time"), "quest", archeologic_signs };

static const char *const subject_name[] = {
    TB_N("the number of buildings"), TB_N("the empty zones"), TB_N("the traps"),
    TB_N("building S"), TB_N("building V"), TB_N("building T"), TB_N("building L"),
    TB_N("building O"), TB_N("building I"),
};
/* clang-format on */

void put_tiles(struct tb_text *out, unsigned set)
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
    else if (kind == 'r' && out->lang < TB_LANGS)
        put_seen_answer(out, value);
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
/* Terminal palette of the buildings: background, apart in grey as well; text is black. */
static const uint8_t paint[TILES] = { 117, 228, 176, 150, 216, 252 };
/* clang-format on */

int reader_of(const struct tb_state *s)
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
        char text[32];
        struct tb_text cell = tb_text(text, sizeof text);

        if (answer == NONE)
            tb_put(&cell, " ");
        else
            put_seen_answer(&cell, answer);
        tb_put(out, "│%4s", text);
    }
    tb_put(out, "│");
}

static void put_sign(struct tb_text *out, unsigned tile, unsigned kind)
{
    if (out->colour)
        tb_put(out, "\033[48;5;%d;38;5;16m%s\033[0m", paint[tile], mark[kind]);
    else
        tb_put(out, "%s", mark[kind]);
}

/* One line of the six tiles as they lie unturned, side by side: row 0 names them. */
static void put_tray(const struct kit *kit, unsigned row, struct tb_text *out)
{
    for (unsigned t = 0; t < TILES; t++) {
        const struct placement *p = &kit->box.place[t][0]; /* unturned, on A1 */

        for (unsigned column = 0; column <= p->right || column < 2; column++) {
            unsigned z = row ? SIDE * (row - 1) + column : 0;

            if (!row)
                tb_put(out, "%c", column ? ' ' : tile_letter[t]);
            else if (!(p->cells >> z & 1))
                tb_put(out, " ");
            else
                put_sign(out, t,
                         p->sharp >> z & 1  ? SHARP
                         : p->fire >> z & 1 ? FIRE
                                            : SAFE);
        }
        tb_put(out, t + 1 < TILES ? " " : "");
    }
}

/* The plan and the tiles on the left, the table of answers on the right: so a row of the
 * plan and its answers share a line. */
static void put_board(const struct tb_state *s, struct tb_text *out)
{
    uint8_t kinds[ZONES], tiles[ZONES];

    paint_plan(s, kinds, tiles);
    tb_put(out,
           "    A  B  C  D  E        │ #  │ ∅  │ ◆▲ │ S  │ V  │ T  │ L  │ O  │ I  │\n");
    for (unsigned line = 0; line < AXES; line++) {
        if (line < SIDE) {
            tb_put(out, " %c ", row_digit[line]);
            for (unsigned column = 0; column < SIDE; column++)
                put_cell(out, kinds[SIDE * line + column], tiles[SIDE * line + column]);
        } else if (line == SIDE) {
            tb_put(out, "%18s", "");
        } else {
            put_tray(kit_of(&s->head), line - SIDE - 1, out);
        }
        tb_put(out, "     ");
        put_answers(s, line, out);
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

    tb_put(out, "%s%s %d  %s %2d, %s, %s %u, %s %d", seat == seat_to_play(s) ? "▸" : " ",
           tb_say(out, TB_N("Player")), seat + 1, tb_say(out, TB_N("position")),
           it->position, tb_say(out, side_name[it->side]), tb_say(out, TB_N("time")),
           time_spent(s, seat), tb_say(out, TB_N("clues")), it->clues);
    for (int i = 0; i < it->claims; i++)
        if (it->claim[i].verdict == WRONG && seat == reader_of(s)) {
            tb_put(out, ", %s ", tb_say(out, TB_N("right:")));
            put_tiles(out, it->claim[i].right);
        }
    tb_put(out, "\n");
}

/* The questions of everybody, latest last, with the answers that the viewer knows. */
static void put_latest(const struct tb_state *s, int most, struct tb_text *out)
{
    for (int when = s->turns > most ? s->turns - most : 0; when < s->turns; when++)
        for (int seat = 0; seat < s->head.seats; seat++)
            for (int i = 0; i < s->seat[seat].turns; i++) {
                const struct turn *turn = &s->seat[seat].turn[i];

                if (turn->when != when)
                    continue;
                tb_put(out, "  %2d  %s %d  ", when + 1, tb_say(out, TB_N("Player")),
                       seat + 1);
                if (turn->question == CLAIM_TURN) {
                    tb_put(out, "%s\n", tb_say(out, TB_N("claims to know the city")));
                    continue;
                }
                put_axis(out, question_axis(turn->question));
                tb_put(out, ", %s",
                       tb_say(out, subject_name[question_subject(turn->question)]));
                if (turn->answer != NONE) {
                    tb_put(out, " = ");
                    put_seen_answer(out, turn->answer);
                }
                tb_put(out, "  (%d)\n", turn->cost);
            }
}

int clues_given(const struct tb_state *s)
{
    return s->head.viewer < 0 ? base_clues(&s->head) : s->seat[s->head.viewer].clues;
}

void put_clue(struct tb_text *out, unsigned clue)
{
    put_zone(out, clue_zone(clue));
    tb_put(out, "%s", mark[clue_kind(clue)]);
}

/* "the traps on D = ◆▲▲" */
void put_asked(struct tb_text *out, unsigned question, unsigned answer)
{
    tb_put(out, "%s %s ", tb_say(out, subject_name[question_subject(question)]),
           tb_say(out, TB_N("on")));
    put_axis(out, question_axis(question));
    tb_put(out, " = ");
    put_seen_answer(out, answer);
}

/* What the buildings of a claim in the making contradict. */
static void put_warnings(const struct tb_state *s, int most, struct tb_text *out)
{
    struct facts facts;

    if (s->head.option[OPTION_AIDS] < AIDS_WARNINGS || s->head.viewer < 0 || is_over(s))
        return;
    facts_of_seat(s, s->head.viewer, &facts);
    warnings_put(kit_of(&s->head), &facts, s->lay, most, out);
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
        put_clue(out, s->clue[i]);
    }
    tb_put(out, "\n○ %s  ◆ %s  ▲ %s  # %s  ∅ %s\n", tb_say(out, TB_N("safe")),
           tb_say(out, TB_N("sharp trap")), tb_say(out, TB_N("fire trap")),
           tb_say(out, TB_N("buildings")), tb_say(out, TB_N("empty")));
}

/* ---- the end ---- */

static const char *const rank_name[] = { TB_N("apprentice"), TB_N("confirmed"),
                                         TB_N("expert") };

static void put_end(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s ", tb_say(out, TB_N("Quest")));
    quest_put_code(quest_encode(match_quest(s)), out);
    if (s->winner == NONE) {
        tb_put(out, " — %s\n", tb_say(out, TB_N("Nobody maps the city.")));
        return;
    }
    tb_put(out, " — %s %d, %s %u", tb_say(out, TB_N("mapped by player")), s->winner + 1,
           tb_say(out, TB_N("time")), time_spent(s, s->winner));
    if (s->head.seats == 1) {
        struct par par = match_par(s);

        tb_put(out, ", %s %d / %d", tb_say(out, TB_N("par")), par.expert, par.confirmed);
        if (is_assisted(s))
            tb_put(out, ", %s", tb_say(out, TB_N("assisted, no rank")));
        else
            tb_put(out, ", %s%s", tb_say(out, rank_name[rank_of(par, time_spent(s, 0))]),
                   is_practice(s) ? tb_say(out, TB_N(" (practice)")) : "");
    }
    tb_put(out, "\n");
}

enum { LATEST = 6, WARNED = 6 }; /* lines, where there is room for them */

/* Shorter by one line for each that is left out: the latest turns first, then warnings. */
static void put_picture(const struct tb_state *s, int left_out, struct tb_text *out)
{
    int most = left_out < LATEST ? LATEST - left_out : 0;

    put_board(s, out);
    put_clues(s, out);
    put_circle(s, out);
    for (int seat = 0; seat < s->head.seats; seat++)
        put_seat(s, seat, out);
    put_latest(s, most, out);
    put_warnings(s, WARNED + LATEST - (left_out < LATEST ? LATEST : left_out), out);
    if (is_over(s))
        put_end(s, out);
}

static bool is_too_tall(const char *picture, int lines)
{
    int count = 0;

    for (; *picture; picture++)
        count += *picture == '\n';
    return lines && count > lines;
}

/* As much as there is room for: the table of answers has every turn. */
void archeologic_show(const struct tb_state *s, struct tb_text *out)
{
    struct tb_text before = *out;

    for (int left_out = 0; left_out <= LATEST + WARNED; left_out++) {
        *out = before;
        put_picture(s, left_out, out);
        if (!is_too_tall(before.at, out->lines))
            break;
    }
}

/* ---- the decision ---- */

static void put_aims(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s", tb_say(out, TB_N("Aim at a row or a column. Price:")));
    for (unsigned i = 0; i < AXES; i++) {
        unsigned axis = axis_at(s, (s->automatic + i) % AXES);

        tb_put(out, i ? ", " : " ");
        put_axis(out, axis);
        tb_put(out, " %u", aim_cost(s, axis));
    }
    tb_put(out, ".");
}

static void put_subjects(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s ", tb_say(out, TB_N("What do you want to know about")));
    put_axis(out, axis_at(s, s->place));
    tb_put(out, "%s", tb_say(out, TB_N("? Price:")));
    for (unsigned i = 0; i < SUBJECTS; i++)
        tb_put(out, "%s%s %u", i ? ", " : " ", subject_id[i], subject_cost(i));
    tb_put(out, ".");
}

void archeologic_question(const struct tb_state *seen, int seat, struct tb_text *out)
{
    if (seen->phase == STARTING)
        tb_put(out, "%s",
               tb_say(out, TB_N("Set the viewfinder on a row or a column to begin with. It "
                                "is free.")));
    else if (seen->phase == CHOOSING)
        tb_put(out, "%s",
               tb_say(out, TB_N("Ask the Archeoscope, or claim to know the city? Price: a "
                                "question 1 to 3 and the aiming, a claim 4.")));
    else if (seen->phase == AIMING)
        put_aims(seen, out);
    else if (seen->phase == ASKING)
        put_subjects(seen, out);
    else
        tb_put(out, "%s",
               tb_say(out, TB_N("Lay the six buildings, then confirm. Price: 4; to abort "
                                "is free. lay S r1 B2: S a quarter turn clockwise, the "
                                "corner of its box on B2.")));
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
        struct certain it = shares_certain(&shares, tally->count, z);

        if (it.tile == NONE && it.kind == NONE)
            continue;
        tb_put(out, count++ ? " " : "");
        put_zone(out, z);
        tb_put(out, "=");
        if (it.kind == EMPTY)
            tb_put(out, "%s", tb_say(out, TB_N("empty")));
        if (it.tile != NONE)
            tb_put(out, "%c", tile_letter[it.tile]);
        if (it.kind != NONE && it.kind != EMPTY)
            tb_put(out, "%s", mark[it.kind]);
    }
    if (!count)
        tb_put(out, "%s", tb_say(out, TB_N("none")));
}

/* "the traps on 5 — cost 2, up to 7 answers, 2.7 bits, at most 212 of 778 cities left" */
void put_reason(struct tb_text *out, const struct weighed *w, uint32_t count)
{
    tb_put(out, "%s %s ", tb_say(out, subject_name[question_subject(w->question)]),
           tb_say(out, TB_N("on")));
    put_axis(out, question_axis(w->question));
    tb_put(out, " — %s %d, %d %s, ", tb_say(out, TB_N("cost")), w->cost, w->answers,
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
