/*
 * Topologic: its position and what its own files share. Rules: docs/rules/topologic.en.md,
 * whose paragraphs the comments cite (R3.2).
 *
 * A tile is one number, 6 x colour + value - 1, everywhere; where it lies matters only to
 * movement, and movement is a table of 64-bit sets made at set-up.
 */
#ifndef TOPOLOGIC_H
#define TOPOLOGIC_H

#include "tablier.h"

enum {
    COLOURS = 10,
    VALUES = 6,
    TILES = COLOURS * VALUES,
    PAWNS_MAX = 5,
    SEEKERS = 2,
    TURNS_MAX = 60, /* R3.6: a round is stopped there */
    ROUNDS_MAX = 8, /* R4.2: two, and three times two more */
    SIDE_MAX = 16,  /* R2.3: no field is wider or higher */
    FAR_MAX = 7,    /* R2.3: nor are two tiles more moves apart */
    NONE = 255,     /* no tile: not chosen, not placed, or hidden */
};

enum { OPTION_PAWNS, OPTION_SHAPE, OPTION_START, OPTION_TIEBREAK, OPTION_AID };
enum shape { RECTANGLE, RIBBON, BLOB, HOLED, RAGGED, SHAPES };
enum { START_FREE, START_BORDER };
enum { AID_NONE, AID_COUNT, AID_SHOW, AID_ADVISE };
enum { TIE_DRAW, TIE_ROUNDS };

enum verb { SECRET = 1, PLACE, MOVE, ANNOUNCE };
enum phase { CHOOSING, PLACING, MOVING, OVER };
enum event { CHOSEN, HIDDEN, PLACED, MOVED, SCORED, FOUND, STOPPED, BEGUN, WON, DRAWN };

/* One announced position. */
struct turn {
    uint8_t pawn[PAWNS_MAX];
    uint8_t score;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct tb_state {
    struct tb_head head;
    uint64_t reach[TILES]; /* where a pawn on that tile can go */
    uint64_t border;       /* tiles with a free side */
    uint8_t at[TILES];     /* 16 x row + column */
    uint8_t ways[TILES];   /* how many tiles reach[] holds */
    uint8_t width, height;
    uint8_t pawns;              /* in play: 3 to 5 */
    uint8_t phase;              /* enum phase */
    uint8_t round;              /* 0 to ROUNDS_MAX - 1 */
    uint8_t placed;             /* pawns on the field */
    uint8_t moved;              /* pawns moved this turn, a bit each */
    uint8_t pawn[PAWNS_MAX];    /* their tiles, or NONE */
    uint8_t secret[ROUNDS_MAX]; /* by round; NONE: not chosen, or not for the viewer */
    uint8_t turns[ROUNDS_MAX];  /* of the finished rounds; 0: not finished */
    uint8_t spent[SEEKERS];     /* turns announced in each seeker's latest round */
    uint8_t unused[2];
    struct turn log[SEEKERS][TURNS_MAX]; /* each seeker's latest round */
};
#pragma GCC diagnostic pop

static inline unsigned colour_of(unsigned tile) { return tile / VALUES; }
static inline unsigned value_of(unsigned tile) { return tile % VALUES; }
static inline uint64_t bit(unsigned tile) { return (uint64_t)1 << tile; }
static inline unsigned first_of(uint64_t set) { return (unsigned)__builtin_ctzll(set); }
static inline int count_of(uint64_t set) { return __builtin_popcountll(set); }
static inline uint64_t all_tiles(void) { return bit(TILES) - 1; }

/* field.c */
void field_make(struct tb_state *s);
void field_link(struct tb_state *s); /* reach and border, from where the tiles lie */
/* Pawn moves from a tile to the farthest one; -1: some cannot be reached. */
int field_depth(const struct tb_state *s, unsigned from);

/* rules.c */
int seeker_of(const struct tb_state *s, int round);
int coder_of(const struct tb_state *s, int round); /* -1: nobody, alone */
unsigned pawn_score(const struct turn *turn, unsigned pawns, unsigned secret);
uint64_t tiles_scoring(const struct turn *turn, unsigned pawns);
/* The tiles that every announced score of the seeker's latest round allows. */
uint64_t consistent(const struct tb_state *s, int seeker);
/* R3.2: where pawns may enter. */
uint64_t start_tiles(const struct tb_state *s);
/* R4.3: turns a strong seeker needs on this field, rounded up. */
int par_of(const struct tb_state *s);

extern const struct tb_game game_topologic;

/* text.c */
extern const struct tb_event_kind topologic_events[];
extern const struct tb_daily topologic_daily;
void topologic_notate(const struct tb_state *s, tb_move move, struct tb_text *out);
void topologic_word(char kind, unsigned value, struct tb_text *out);
void topologic_show(const struct tb_state *s, struct tb_text *out);
void topologic_question(const struct tb_state *seen, int seat, struct tb_text *out);
void topologic_scene(const struct tb_state *s, struct tb_text *out);
void topologic_view(const struct tb_state *s, struct tb_text *out);
bool topologic_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out);

/* refuse.c, facts.c */
const char *topologic_refuse(const struct tb_state *s, int seat, const char *note);
bool topologic_solve(const struct tb_kit *kit, const char *facts, bool words,
                     struct tb_text *out, int *line);

/* review.c: a turn of a finished round looked back upon. */
struct reviewed {
    uint8_t before, after;   /* tiles that the scores allowed */
    uint16_t turns;          /* expected to come after it then, in hundredths */
    uint8_t best[PAWNS_MAX]; /* a better placement; NONE first: none was found */
    uint8_t unused;
    uint16_t best_turns; /* expected after that one */
};
/* The turns of the seeker's latest round: how many. */
int review_round(const struct tb_state *s, int seeker, struct reviewed out[TURNS_MAX]);

/* bot.c */
tb_move topologic_advise(const struct tb_state *seen, int seat, const struct tb_ask *ask);
enum { TOPOLOGIC_MEMORY = 16 }; /* bytes of struct plan in bot.c */

#endif
