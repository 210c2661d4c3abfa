/*
 * ArcheOlogic: its position and what its own files share. Rules:
 * docs/rules/archeologic.en.md, whose paragraphs the comments cite (R5.2).
 *
 * A zone is 5 x row + column, a set of zones 25 bits. A placement is a tile and a number
 * (rotation first, then the corner's row, then its column). A plan is six placements; the
 * 136,132 legal ones are listed once, in the kit, and known by their place in that list.
 */
#ifndef ARCHEOLOGIC_H
#define ARCHEOLOGIC_H

#include "tablier.h"

enum {
    SIDE = 5,
    ZONES = SIDE * SIDE,
    AXES = 2 * SIDE, /* rows 1 to 5, then columns A to E */
    TILES = 6,       /* S V T L O I, in that order everywhere */
    PLACEMENTS = 332,
    TURNED_MAX = 64, /* no tile has more placements */
    TURNED_BITS = 6,
    SUBJECTS = 9,
    QUESTIONS = AXES * SUBJECTS, /* a question: 9 x axis + subject */
    ALL_PLANS = 166848,
    LEGAL_PLANS = 136132, /* R3.4: at most three traps on every axis */
    PLAN_WORDS = (LEGAL_PLANS + 63) / 64,
    PLAN_GROUPS = (PLAN_WORDS + 63) / 64, /* of words */
    OUTLINES = 10428,                     /* without the traps; each has legal plans */
    TRAPS = 8,
    SEATS = 4,
    TURNS_MAX = 40,      /* R7.5: then the expedition is over for that seat */
    CLAIMS_MAX = 8,      /* R7.5: as well */
    TAKE_BACKS_MAX = 20, /* R8.6: in one turn */
    EXPERT_MAX = 8,
    CLAIM_COST = 4,
    SITES = 28, /* the chosen quests, easiest first */
    NONE = 255, /* no placement, no answer: not yet, or not for the viewer */
    HIDDEN_PLAN = 0x7fffffff,
    NO_STATEMENT = 0xffff,
};

enum tile { S, V, T, L, O, I };
enum cell { EMPTY, SAFE, SHARP, FIRE };
enum subject { BUILDINGS, EMPTIES, SYMBOLS, ONE_TILE }; /* ONE_TILE + tile */

enum {
    OPTION_MODE,
    OPTION_CLUES,
    OPTION_HANDICAP, /* one for each of four seats */
    OPTION_RULE = OPTION_HANDICAP + SEATS,
    OPTION_CIRCLE,
    OPTION_AIDS,
    OPTION_ORDER,
    OPTION_QUEST,
    OPTION_LEVEL,
};
enum { MODE_NORMAL, MODE_EXPERT, MODE_EXPERT_PLUS = 4 }; /* three games each */
enum { CLUES_USUAL = 2 }; /* the option's value: three alone, four together */
enum { RULE_APP, RULE_BOOKLET };
enum { CIRCLE_ALTERNATING, CIRCLE_SEQUENTIAL };
enum { AIDS_NONE, AIDS_LOG, AIDS_WARNINGS, AIDS_COUNT, AIDS_FULL };
enum { ORDER_RANDOM, ORDER_FIXED };
enum { LEVEL_ANY, LEVEL_EASY, LEVEL_STANDARD, LEVEL_HARD };

enum verb { START = 1, ASK, CLAIM, AIM, ABOUT, BACK, LAY, REMOVE, CONFIRM, ABORT };
enum phase { STARTING, CHOOSING, AIMING, ASKING, CLAIMING, OVER };
enum pawn_side { RESEARCH, VERIFICATION, OUT };
enum verdict { WAITING, RIGHT, WRONG };
enum event {
    STARTED,
    STEPPED,
    AIMED,
    TURNED_BACK,
    ASKED,
    ANSWERED,
    PUSHED,
    LAID,
    REMOVED,
    ABORTED,
    CLAIMED,
    CLAIM_RIGHT,
    CLAIM_WRONG,
    MARKED,
    LEFT,
    WON,
    LOST,
    EVENTS
};

/* An answer in a byte: NUMBER + n, or safe + 4 x sharp + 16 x fire. */
enum { NUMBER = 128, ANSWER_SAFE = 1, ANSWER_SHARP = 4, ANSWER_FIRE = 16 };

/* ---- the kit: every placement and every legal plan, made once ---- */

struct placement {
    uint32_t cells, sharp, fire; /* sets of zones */
    uint8_t tile, number, turn, corner;
    uint64_t rows, columns; /* what it adds to each axis: see plan_sums() */
    uint64_t trapped;       /* traps on each axis, four bits an axis */
    uint32_t around;        /* zones that touch it */
    uint8_t answer[AXES];   /* which of its cells lie there */
    uint8_t left, right, top, bottom;
    uint8_t unused[6];
};

/* The buildings and every way to lay one: small enough to be made on the spot. */
struct box {
    struct placement place[TILES][TURNED_MAX];
    uint64_t clear[TILES][TURNED_MAX][TILES]; /* placements that share no zone with it */
};

struct kit {
    struct tb_kit head;
    struct box box;
    uint8_t plan[ALL_PLANS][TILES]; /* the legal ones, sorted: a number is a place */
    uint64_t traps[LEGAL_PLANS];    /* sharp zones, and fire zones << 32 */
    uint64_t has_trap[2][ZONES][PLAN_WORDS]; /* plans with a sharp or fire trap there */
    uint64_t has_bit[TILES][TURNED_BITS][PLAN_WORDS];    /* in the number of a placement */
    uint64_t words_with[TILES][TURNED_MAX][PLAN_GROUPS]; /* words with such a plan */
    uint16_t outline[LEGAL_PLANS];        /* plans that cover alike share a number */
    uint32_t outline_first[OUTLINES + 1]; /* where each begins in the next */
    uint32_t outline_plans[LEGAL_PLANS];  /* by outline, in order */
    uint32_t outline_code[1 << 15];       /* a hash table of them, for making it */
    uint16_t outline_number[1 << 15];
};

static inline const struct kit *kit_of(const struct tb_head *h)
{
    return (const struct kit *)h->kit;
}

/* plans.c */
extern const uint8_t placements_of[TILES];
/* The plans of a word, a bit each: all of them; those with that placement of a tile. */
static inline uint64_t plans_of_word(uint32_t word)
{
    return word < PLAN_WORDS - 1 ? UINT64_MAX
                                 : UINT64_MAX >> (64 * PLAN_WORDS - LEGAL_PLANS);
}
static inline uint64_t plans_with(const struct kit *kit, uint32_t word, unsigned tile,
                                  unsigned n)
{
    uint64_t plans = plans_of_word(word);

    for (unsigned bit = 0; bit < TURNED_BITS; bit++) {
        uint64_t has = kit->has_bit[tile][bit][word];

        plans &= n >> bit & 1 ? has : ~has;
    }
    return plans;
}
/* One of the plans that cover alike. */
static inline const uint8_t *outline_plan(const struct kit *kit, uint32_t outline)
{
    return kit->plan[kit->outline_plans[kit->outline_first[outline]]];
}
void box_fill(struct box *box);
const char *archeologic_kit_make(struct tb_kit *kit, const char *text, size_t length);
/* Lists every plan, legal or not, in order; `out` holds ALL_PLANS. How many. */
int plans_list(const struct box *box, uint8_t (*out)[TILES]);
bool plan_is_legal(const struct box *box, const uint8_t at[TILES]);
bool plan_fits(const struct box *box, const uint8_t at[TILES]); /* no zone twice */
/* The number that a legal plan will have in the kit, counted without one. */
uint32_t plan_rank(const struct box *box, const uint8_t at[TILES]);
/* The number of a legal plan; HIDDEN_PLAN: it is not in the list. */
uint32_t plan_number(const struct kit *kit, const uint8_t at[TILES]);
uint8_t plan_answer(const struct kit *kit, const uint8_t at[TILES], unsigned question);
/* What lies in each zone: enum cell, and the tile (or NONE). */
void plan_paint(const struct kit *kit, const uint8_t at[TILES], uint8_t kinds[ZONES],
                uint8_t tiles[ZONES]);
/* The eight traps in reading order, each as a clue: its zone and 32 or 64 for its kind. */
void plan_traps(const struct kit *kit, const uint8_t at[TILES], uint8_t traps[TRAPS]);

/* Ten bits an axis: safe to add up over the six tiles of a legal plan. */
enum { FIRE_SHIFT = 0, SHARP_SHIFT = 2, TILE_SHIFT = 4, CELL_SHIFT = 7, AXIS_BITS = 10 };
struct sums {
    uint64_t line[2]; /* rows, columns */
};
static inline struct sums plan_sums(const struct kit *kit, const uint8_t at[TILES])
{
    struct sums sums = { { 0, 0 } };

    for (int t = 0; t < TILES; t++) {
        sums.line[0] += kit->box.place[t][at[t]].rows;
        sums.line[1] += kit->box.place[t][at[t]].columns;
    }
    return sums;
}
static inline unsigned sums_axis(const struct sums *sums, unsigned axis)
{
    return (unsigned)(sums->line[axis / SIDE] >> AXIS_BITS * (axis % SIDE)) & 1023;
}
/* The answer about a whole axis (not about one tile) from its ten bits. */
static inline uint8_t axis_answer(unsigned sum, unsigned subject)
{
    if (subject == BUILDINGS)
        return (uint8_t)(NUMBER + (sum >> TILE_SHIFT & 7));
    if (subject == EMPTIES)
        return (uint8_t)(NUMBER + SIDE - (sum >> CELL_SHIFT & 7));
    return (uint8_t)((sum >> SHARP_SHIFT & 3) * ANSWER_SHARP +
                     (sum >> FIRE_SHIFT & 3) * ANSWER_FIRE);
}

/* R5.1: the axis at a place of the circle, clockwise from 0. */
static inline unsigned circle_axis(unsigned circle, unsigned place)
{
    if (circle == CIRCLE_SEQUENTIAL)
        return place;
    return place % 2 ? SIDE + place / 2 : place / 2;
}
static inline unsigned circle_place(unsigned circle, unsigned axis)
{
    if (circle == CIRCLE_SEQUENTIAL)
        return axis;
    return axis < SIDE ? 2 * axis : 2 * (axis - SIDE) + 1;
}

static inline unsigned question_axis(unsigned question) { return question / SUBJECTS; }
static inline unsigned question_subject(unsigned question) { return question % SUBJECTS; }
static inline unsigned subject_cost(unsigned subject)
{
    static const uint8_t cost[SUBJECTS] = { 1, 1, 2, 3, 2, 3, 3, 3, 2 };

    return cost[subject];
}
static inline unsigned answer_traps(unsigned answer) /* symbols that push the viewfinder */
{
    return answer >= NUMBER ? 0 : (answer >> 2 & 3) + (answer >> 4 & 3);
}

/* ---- a position ---- */

struct turn {
    uint8_t question; /* or CLAIM_TURN */
    uint8_t answer;   /* NONE: not for the viewer; of a claim: its number */
    uint8_t cost;
    uint8_t pushed; /* R11.3: how far the answer pushed the viewfinder */
    uint8_t when;   /* turns taken by everybody before it */
};
enum { CLAIM_TURN = 128 };

struct claim {
    uint8_t at[TILES]; /* NONE: not for the viewer */
    uint8_t right;     /* tiles in their places, a bit each, once it is checked */
    uint8_t verdict;   /* enum verdict */
};

struct seat {
    uint16_t position; /* on the track, counted from its first place without end */
    uint8_t side;      /* enum pawn_side */
    uint8_t clues;     /* trap clues this seat has */
    uint8_t turns, questions, claims;
    uint8_t unused;
    struct claim claim[CLAIMS_MAX];
    struct turn turn[TURNS_MAX];
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct tb_state {
    struct tb_head head;
    uint32_t plan;               /* HIDDEN_PLAN: not for the viewer */
    uint32_t day;                /* R12.3: 20261115; 0: no daily quest */
    uint16_t expert[EXPERT_MAX]; /* statements; NO_STATEMENT: none */
    uint8_t clue[TRAPS];         /* zone of each trap, + 32 sharp or 64 fire; or NONE */
    uint8_t lay[TILES];          /* of the claim being made: placements, or NONE */
    uint8_t site;                /* R12.4: 1 to 28; 0: another quest */
    uint8_t phase;               /* enum phase */
    uint8_t place;               /* of the viewfinder on the circle */
    uint8_t automatic;           /* where its step of this turn led */
    uint8_t take_backs;          /* this turn */
    uint8_t turns;               /* begun by everybody */
    uint8_t winner;              /* NONE: nobody yet */
    uint8_t unused[3];
    struct seat seat[SEATS];
};
#pragma GCC diagnostic pop

static inline unsigned clue_zone(unsigned clue) { return clue & 31; }
static inline unsigned clue_kind(unsigned clue) { return clue & 32 ? SHARP : FIRE; }
static inline const uint8_t *plan_of(const struct tb_state *s)
{
    return kit_of(&s->head)->plan[s->plan];
}

/* rules.c */
extern const struct tb_game game_archeologic;
int seat_to_play(const struct tb_state *s); /* -1: the game is over */
unsigned axis_at(const struct tb_state *s, unsigned place);
unsigned place_of_axis(const struct tb_state *s, unsigned axis);
unsigned aim_cost(const struct tb_state *s, unsigned axis); /* after the automatic step */
/* The same for every axis: before the step, with the viewfinder on that place; and now or
 * in the coming turn of a match. */
void circle_costs(unsigned circle, unsigned place, uint8_t cost[AXES]);
void axis_costs(const struct tb_state *s, uint8_t cost[AXES]);
unsigned time_spent(const struct tb_state *s, int seat);
int base_clues(const struct tb_head *h);
bool is_over(const struct tb_state *s);
bool knows_plan(const struct tb_state *s); /* the viewer */

/* text.c */
extern const struct tb_event_kind archeologic_events[];
extern const struct tb_daily archeologic_daily;
void archeologic_notate(const struct tb_state *s, tb_move move, struct tb_text *out);
void archeologic_word(char kind, unsigned value, struct tb_text *out);
void archeologic_show(const struct tb_state *s, struct tb_text *out);
void archeologic_question(const struct tb_state *seen, int seat, struct tb_text *out);
bool archeologic_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out);
extern const char tile_letter[], row_digit[], column_letter[];
extern const char *const subject_id[SUBJECTS];
void put_zone(struct tb_text *out, unsigned zone);
void put_axis(struct tb_text *out, unsigned axis);
void put_answer(struct tb_text *out, unsigned answer);
void put_placement(struct tb_text *out, const struct kit *kit, unsigned tile, unsigned n);
void put_tiles(struct tb_text *out, unsigned set);
/* The seat whose notes are shown: the viewer, or the only one; -1: none. */
int reader_of(const struct tb_state *s);
/* The clues that the viewer was given; the end shows all traps, but those stay apart. */
int clues_given(const struct tb_state *s);

/* json.c */
void archeologic_scene(const struct tb_state *s, struct tb_text *out);
void archeologic_view(const struct tb_state *s, struct tb_text *out);
bool archeologic_solve(const struct tb_kit *kit, const char *text, bool words,
                       struct tb_text *out, int *line);

/* bot.c */
tb_move archeologic_advise(const struct tb_state *seen, int seat, const struct tb_ask *ask);
enum { ARCHEOLOGIC_MEMORY = 4 << 20 }; /* bytes of struct memory in bot.c, at most */

#endif
