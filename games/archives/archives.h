/*
 * Archives: its position and what its own files share. Rules: docs/rules/archives.en.md,
 * whose paragraphs the comments cite (R6.2).
 *
 * Everything printed on the board or on a card is a row of av_board, made from board.tsv.
 * Cubes, requests and cards of one kind are alike, so zones are counts by type; only
 * requests and consultations, whose order matters, are lists. Luck is drawn from the
 * counts when the rules need it: a deck that nobody may look into needs no order.
 *
 * One decision at a time: `ask` says which. What may be answered is a set of numbers
 * (ask.c), in which each number stands for a move; an ask with a single answer, or none,
 * settles itself where the hand is not concerned (R10.2).
 */
#ifndef ARCHIVES_H
#define ARCHIVES_H

#include <string.h>

#include "tablier.h"

/* Nothing here leaves the library: so the compiler may inline it even there. */
#pragma GCC visibility push(hidden)

enum {
    PLAYERS_MIN = 2,
    PLAYERS = 4,
    TYPES = 6,
    LANES = 8, /* types, and two that stay 0: counts of all types are one 64-bit word */
    SITES = 3, /* that store cubes */
    EXTERNAL = 3,
    ZONES = 4, /* the three sites and the external one */
    ACTIONS = 5,
    SQUARES = 24,
    KINDS = 10,   /* of cards */
    DECK = 16,    /* cards */
    QUEUE = 6,    /* requests of the longest column, and more than any consultation */
    HISTORY = 40, /* prestige kept for the chart */
    NONE = 255,
};

enum { OPTION_ABANDON };
enum { ABANDON_NONE, ABANDON_ONCE, ABANDON_UNLIMITED };

/* ---- the board, from board.tsv ---- */

enum action { STORE, REQUEST, ANSWER, EXHIBIT, DRAW };
enum window { IN_TURN, ON_ARRIVAL, IN_STEP_3, IN_STEP_4 };
enum card { /* rows of av_board.card */
            MARKER,
            WILD,
            TRANSFER,
            IMMUNITY,
            FREEROOM,
            RECUBE,
            REHEX,
            CHOOSE3,
            SKIP3,
            RETURN
};

struct av_board {
    struct {
        uint8_t cubes_per_type, requests_per_type, markers_per_action;
        uint8_t waiting_max_per_type, end_expertise;
        uint8_t store_max_cubes, answer_max_requests, request_hexes_external;
        uint8_t request_prestige, eviction_loss, store_expert_prestige;
        uint8_t answer_expert_other_prestige, answer_expert_self_prestige;
        uint8_t exhibit_prestige_per_cube, exhibit_expertise;
        uint8_t pass_new_cubes, waiting_loss_per_cube;
        uint8_t final_run_trigger_square_cost, transfer_max_cubes;
        uint8_t abandons_per_player, pass_safety_limit;
    } rule;
    struct {
        char letter;
        const char *name[TB_LANGS], *section[TB_LANGS];
        const char *sign, *colour; /* for a page */
        uint8_t paint;             /* for a terminal of 256 colours */
    } type[TYPES];
    struct {
        const char *key, *name[TB_LANGS], *letters[TB_LANGS];
        uint8_t squares;
    } action[ACTIONS];
    uint8_t square[SQUARES]; /* enum action */
    uint8_t start[PLAYERS];  /* squares, from 1 */
    struct {
        const char *key, *name[TB_LANGS];
        uint8_t entry, requests, consultation, room; /* places */
        uint8_t accepts;                             /* a bit per type */
    } site[ZONES];
    struct {
        const char *key, *name[TB_LANGS];
        uint8_t copies, window;
        const char *text[TB_LANGS];
    } card[KINDS];
};
extern const struct av_board av_board;

/* ---- the position ---- */

enum ask {
    ASK_SETUP,
    ASK_TURN,
    ASK_ARRIVAL,
    ASK_STORE,
    ASK_REQUEST,
    ASK_ANSWER,
    ASK_EXHIBIT,
    ASK_ABANDON,
    ASK_WAITING,
    ASK_STEP3,
    ASK_PICK,
    ASK_PLACE,
    ASK_STEP4,
    ASK_MARK,
    ASK_TRANSFER,
    ASK_ROOM,
    ASK_RECUBE,
    ASK_REHEX,
    ASK_RETURN,
    ASK_OVER,
    ASKS,
};

enum verb {
    DO_SETTLE = 1, /* a cube of the set-up goes to a site */
    DO_MOVE,
    DO_CARD,
    DO_PASS,
    DO_KEEP,
    DO_NATURE,
    DO_STORE,
    DO_STOP,
    DO_REQUEST,
    DO_ANSWER,
    DO_LEND, /* an answer at the external site: from which store */
    DO_EXHIBIT,
    DO_ABANDON,
    DO_NONE,
    DO_WAIT,
    DO_SKIP3,
    DO_CHOOSE3,
    DO_PICK,
    DO_PUT,
    DO_IMMUNITY,
    DO_MARK,
    DO_TRANSFER,
    DO_MORE, /* a further cube of the same transfer */
    DO_ROOM,
    DO_RECUBE,
    DO_REHEX,
    DO_RETURN,
    VERBS,
};

/* Where prestige comes from and goes to. */
enum source {
    BY_MOVES,
    BY_STORES, /* as the expert of what others store */
    BY_REQUESTS,
    BY_PUSHED, /* as the expert of what was pushed out */
    BY_ANSWERS,
    BY_LOANS, /* as the expert of what others answer with */
    BY_EXHIBITS,
    BY_ABANDONS,
    BY_WAITING,
    SOURCES,
};

/* An exhibition: white cells are `size - gone`, yellow ones `gone`. Size 0: free. */
struct room {
    uint8_t type, size, gone, unused;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct tb_state {
    struct tb_head head;
    int32_t pp[PLAYERS]; /* R3.3: without limit downwards */
    int16_t source[PLAYERS]
                  [SOURCES]; /* prestige by where it came from, cut off at 16 bits */
    uint16_t pos[PLAYERS];   /* R4.1: square = 1 + (pos - 1) mod 24; only grows */
    uint16_t end;            /* R9.1: position T; 0: not triggered */
    uint16_t passes;
    uint16_t actions[ACTIONS], voids[ACTIONS], abandons; /* for the figures */
    /* Counts by type. */
    uint8_t pe[PLAYERS][LANES];
    uint8_t expert[LANES]; /* seat, or NONE */
    uint8_t bag[LANES], waiting[LANES], reserve[LANES];
    uint8_t drawn[LANES];  /* out of the bag, not placed yet */
    uint8_t latest[LANES]; /* the last cubes drawn: all saw them, whatever became of them */
    uint8_t entry[SITES][LANES], store[SITES][LANES], done[SITES][LANES];
    uint8_t left[SITES][LANES];    /* R6.4: what this Answer may still take */
    uint8_t snapshot[LANES];       /* R6.1: experts as the action began */
    uint8_t request[ZONES][QUEUE]; /* from the bottom */
    uint8_t lent[ZONES][QUEUE];    /* in consultation from the left: type + 16 x origin */
    uint8_t requests[ZONES], lents[ZONES];
    struct room room[SITES];
    uint8_t hand[PLAYERS][KINDS], deck[KINDS], discard[KINDS];
    uint8_t hands[PLAYERS], decks; /* how many cards: known to everybody */
    uint8_t supply[ACTIONS];       /* markers */
    uint8_t nature[SQUARES];       /* enum action */
    uint32_t marked;               /* squares with a marker on, bit 0: square 1 */
    uint8_t start[PLAYERS];        /* seat number of the specification, from 1, by seat */
    uint8_t abandoned[PLAYERS];
    uint8_t finished; /* R9.2: seats that have passed in the final run, or triggered it */
    uint8_t active;
    uint8_t ask;
    /* The action or card under way. */
    uint8_t action; /* enum action; NONE */
    uint8_t site;   /* chosen with its first cube; NONE: not yet */
    uint8_t to;     /* of a transfer */
    uint8_t count;  /* cubes, requests or seats so far */
    uint8_t paid;   /* types whose expert this Store has paid */
    uint8_t spared; /* this Pass costs its player nothing for waiting cubes */
    uint8_t histories;
    uint8_t every; /* passes between two entries */
    uint8_t unused[5];
    int16_t history[HISTORY][PLAYERS]; /* prestige at the start, then after every so many */
};
#pragma GCC diagnostic pop
_Static_assert(sizeof(struct tb_state) < 1024, "a position is to stay under 1 KB");

/* ---- small things ---- */

/* A set of answers: number n is bit n of the two words. */
struct av_set {
    uint64_t low, high;
};

static inline unsigned av_first(uint64_t set) { return (unsigned)__builtin_ctzll(set); }
static inline int av_count(uint64_t set) { return __builtin_popcountll(set); }
static inline int av_size(struct av_set set)
{
    return av_count(set.low) + av_count(set.high);
}

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "lane 0 is to be the lowest byte of a word"
#endif
static inline uint64_t av_word(const uint8_t lanes[LANES])
{
    uint64_t word;

    memcpy(&word, lanes, sizeof word);
    return word;
}

/* Types of which there are any, a bit each: no count reaches 128. */
static inline unsigned av_types(const uint8_t lanes[LANES])
{
    uint64_t high = (av_word(lanes) + 0x7f7f7f7f7f7f7f7fu) & 0x8080808080808080u;

    return (unsigned)((high >> 7) * 0x0102040810204080u >> 56);
}

/* All of them together: never more than 120. */
static inline unsigned av_sum(const uint8_t lanes[LANES])
{
    return (unsigned)(av_word(lanes) * 0x0101010101010101u >> 56);
}

static inline unsigned av_square(unsigned pos) { return 1 + (pos - 1) % SQUARES; }
static inline bool av_accepts(unsigned zone, unsigned type)
{
    return av_board.site[zone].accepts >> type & 1;
}
static inline bool av_has_room(const struct tb_state *s, unsigned site)
{
    return av_sum(s->entry[site]) < av_board.site[site].entry;
}
static inline int av_lang(const struct tb_text *out)
{
    return out->lang < TB_LANGS ? out->lang : TB_EN;
}

/* ---- events ---- */

enum event {
    E_SETTLED,
    E_TURN,
    E_MOVED,
    E_PAID,
    E_ACTION,
    E_NATURE,
    E_VOID,
    E_STORED,
    E_EXPERTISE,
    E_BONUS,
    E_EXPERT,
    E_STORE_EXPERT,
    E_REQUEST_GAIN,
    E_REQUESTED,
    E_PUSHED,
    E_PUSHED_LOSS,
    E_NO_REQUEST,
    E_ANSWERED,
    E_LENT,
    E_CAME_BACK,
    E_ANSWER_GAIN,
    E_ANSWER_EXPERT,
    E_EXHIBITED,
    E_EXHIBIT_GAIN,
    E_RESHUFFLED,
    E_DREW,
    E_DREW_CARD,
    E_PLAYED,
    E_MARKED,
    E_MARKER_BACK,
    E_TRANSFERRED,
    E_RECUBED,
    E_REHEXED,
    E_RETURNED,
    E_PASSED,
    E_ABANDONED,
    E_WAITING_OUT,
    E_PROMOTED,
    E_NO_EXPERT,
    E_ADMITTED,
    E_CUBE,
    E_PICKED,
    E_PLACED,
    E_LEFT_WAITING,
    E_INTO_BAG,
    E_SKIPPED,
    E_WAITING_LOSS,
    E_SPARED,
    E_COUNTED,
    E_CLOSED,
    E_ENDING,
    E_STOPPED,
    E_FINAL_EXPERTISE,
    E_FINAL_CUBES,
    E_FINAL_DONE,
    E_WON,
    EVENTS,
};

static inline void av_tell(struct tb_events *to, enum event kind, unsigned seat, unsigned a,
                           unsigned b, unsigned c)
{
    if (to)
        tb_tell(to, (struct tb_event){ .kind = (uint8_t)kind,
                                       .seat = (uint8_t)seat,
                                       .knows = TB_ALL,
                                       .arg = { (uint8_t)a, (uint8_t)b, (uint8_t)c } });
}

/* ---- ask.c: what may be answered ---- */

struct av_span {
    unsigned lo, hi; /* the rearmost and the foremost of the other pawns */
};
struct av_span av_span_of(const struct tb_state *s, unsigned seat);
int av_cost(const struct tb_state *s, unsigned seat, unsigned steps); /* R4.3 */
bool av_may_pass(const struct tb_state *s);
struct av_set av_options(const struct tb_state *s);
tb_move av_move(const struct tb_state *s, unsigned number);
unsigned av_asked(const struct tb_state *s, unsigned zone); /* types requested there */
unsigned av_playable(const struct tb_state *s);             /* kinds of cards, TURN only */
struct av_set av_card_options(const struct tb_state *s, unsigned kind);
struct av_set av_action_options(const struct tb_state *s, unsigned action);

/* ---- action.c ---- */

void av_prestige(struct tb_state *s, unsigned seat, enum source by, int gain);
void av_begin_action(struct tb_state *s, unsigned action, struct tb_events *to);
void av_do_store(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_request(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_answer(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_exhibit(struct tb_state *s, tb_move move, struct tb_events *to);
void av_end_action(struct tb_state *s, struct tb_events *to);
void av_close_room(struct tb_state *s, unsigned site, struct tb_events *to);
void av_bring_back(struct tb_state *s, unsigned zone, struct tb_events *to);

/* ---- card.c ---- */

void av_discard(struct tb_state *s, unsigned kind, struct tb_events *to);
void av_draw_card(struct tb_state *s, struct tb_events *to);
void av_do_card(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_mark(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_transfer(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_room(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_recube(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_rehex(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_return(struct tb_state *s, tb_move move, struct tb_events *to);

/* ---- pass.c ---- */

unsigned av_draw_cube(struct tb_state *s);
void av_begin_turn(struct tb_state *s, struct tb_events *to);
void av_begin_pass(struct tb_state *s, struct tb_events *to);
int av_waiting_loss(const struct tb_state *s, unsigned seat);
void av_do_abandon(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_wait(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_step3(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_pick(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_place(struct tb_state *s, tb_move move, struct tb_events *to);
void av_do_step4(struct tb_state *s, tb_move move, struct tb_events *to);
void av_begin_step3(struct tb_state *s, struct tb_events *to);
void av_end_picks(struct tb_state *s, struct tb_events *to);
void av_end_step3(struct tb_state *s, struct tb_events *to);

/* ---- rules.c ---- */

extern const struct tb_game game_archives;
void av_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to);
void av_settle(struct tb_state *s, struct tb_events *to); /* on to a real decision */

/* ---- score.c ---- */

/* R9.3: what the end adds to a player's prestige. */
struct av_sheet {
    int prestige, expertise;
    uint8_t cubes[TYPES], done[TYPES]; /* as the expert; 0: somebody else, or none */
    uint8_t largest[TYPES];            /* the site that the cubes were counted in */
    int total;
};
struct av_sheet av_score_sheet(const struct tb_state *s, unsigned seat);
unsigned av_largest_site(const struct tb_state *s, unsigned type, unsigned *cubes);
unsigned av_done(const struct tb_state *s, unsigned type);
void archives_score(const struct tb_state *s, struct tb_result *result);
void archives_measure(const struct tb_state *s, double *figures);
void av_tell_end(struct tb_state *s, struct tb_events *to);

/* ---- secret.c ---- */

void archives_hide(struct tb_state *s);
void archives_guess(struct tb_state *s);
const char *archives_check(const struct tb_state *s);

/* ---- preview.c: what a move would bring ---- */

enum { GAINS_MAX = 32 };
struct av_gain {
    uint8_t seat;
    uint8_t kind; /* enum event that says why */
    uint8_t type; /* of archive; NONE */
    int8_t pp, pe;
};
struct av_gains {
    struct av_gain list[GAINS_MAX];
    int count;
    bool open; /* luck or a further decision comes after */
};
/* What a move of the active seat certainly brings, until luck has a say. */
void av_preview(const struct tb_state *s, tb_move move, struct av_gains *gains);
/* The first choices of an action, as if it began now. */
void av_preview_action(const struct tb_state *s, unsigned action, struct tb_state *begun,
                       struct av_gains *gains);

/* ---- bot.c ---- */

int archives_evaluate(const struct tb_state *s, int seat);
int archives_order(const struct tb_state *s, int seat, tb_move move);

/* ---- text.c ---- */

extern const struct tb_event_kind archives_events[];
extern const char *const av_ask_ids[ASKS];
extern const char *const av_source_ids[SOURCES];
void archives_notate(const struct tb_state *s, tb_move move, struct tb_text *out);
void archives_word(char kind, unsigned value, struct tb_text *out);
/* The operands of a verb, a letter each as in word(); its word. */
const char *av_verb_word(enum verb verb, const char **operands);

/* ---- refuse.c, show.c, json.c, hint.c ---- */

const char *archives_refuse(const struct tb_state *s, int seat, const char *note);
void archives_show(const struct tb_state *s, struct tb_text *out);
void archives_question(const struct tb_state *seen, int seat, struct tb_text *out);
void archives_scene(const struct tb_state *s, struct tb_text *out);
void archives_view(const struct tb_state *s, struct tb_text *out);
bool archives_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out);

#pragma GCC visibility pop

#endif
