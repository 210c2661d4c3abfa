/*
 * Ancient Knowledge: its position and what its own files share. Rules:
 * docs/rules/ancient.en.md, whose paragraphs the comments cite (R5.1).
 *
 * A card is one number everywhere: cities 0 to 35, megaliths, pyramids, artefacts, and
 * the technologies from 144 on. What it does is a row of ancient_card[], made from the
 * tables beside this file by tools/ancient-cards: conditions and amounts, which effect.c
 * reads, and operations, each a row of operations.h.
 *
 * A turn is a stack of frames in the state: effects half done, groups of effects waiting
 * for their turn. ak_resume() in work.c runs the top frame, or the turn itself where there
 * is none, until there is a question with a real choice. A question is a row of
 * questions.h; its possible answers are a set of bits, `options`, and the row says what a
 * bit stands for.
 *
 * Who calls whom: rules.c is the game behind tablier.h. turn.c has the phases, work.c the
 * frames; action.c, discard.c, monument.c and look.c carry operations out, ask.c puts the
 * questions. All of them move cards through place.c, which keeps what everybody may know,
 * and ask effect.c what a card says. secret.c, bot.c, text.c and json.c only read, but for
 * hiding and guessing.
 */
#ifndef ANCIENT_H
#define ANCIENT_H

#include <string.h>

#include "tablier.h"

/* Nothing here leaves the library: so the compiler may inline it even there. */
#pragma GCC visibility push(hidden)

enum {
    PLAYERS = 4,
    BUILDERS = 144,
    TECHNOLOGIES = 45,
    CARDS = BUILDERS + TECHNOLOGIES,
    SPACES = 6,
    SLOTS = 2 * SPACES, /* slot 2 x space + row; row 0 is the lower one */
    ARTEFACTS = 5,
    HAND = 10,
    PUT_AWAY = 4, /* R3.3: of the ten cards dealt */
    PAST = 32,    /* the longest seen has 15; the game ends at 14 */
    TILES = 3,
    FACES = 3, /* technologies on a tile */
    LEVELS = 2,
    LEVEL_1 = 27, /* technologies of level I, the larger deck */
    ASIDE = 10,   /* cards seen, or paid and not yet on the pile */
    CHRONICLE = SLOTS + ARTEFACTS,
    FRAMES = 24,
    MEMBERS = 5,           /* the largest group: a secret learned with C11, A19, A20, A30 */
    VIEWERS = PLAYERS + 1, /* the last is whoever looks on */
    ONLOOKER = PLAYERS,
    FLIP_AT = 7,
    END_AT = 14,
    NONE = 255,
    ON_BOARD = 1 << SPACES, /* of ancient_reach: a place for an artefact */
};

enum { OPTION_HANDS, OPTION_FIRST };
enum { HANDS_DEALT, HANDS_READY };
enum { FIRST_BY_LOT, FIRST_SEAT }; /* FIRST_SEAT and those that follow: that seat */

/* ---- cards ---- */

enum kind { CITY, MEGALITH, PYRAMID, ARTEFACT, ANCIENT, WRITING, SECRET };
enum { MONUMENTS = 7, ANY_KIND = 127, SCORING_ONLY = 128 }; /* sets of kinds */
enum timing { T_IMMEDIATE, T_PERMANENT, T_TIMELINE, T_DECLINE, T_ENDGAME };
enum zone {
    IN_NOTHING,
    IN_TIMELINE,
    IN_OTHERS,
    IN_SELF,
    IN_ADJACENT,
    IN_SPACE1,
    IN_PAST,
    IN_ARTEFACTS,
    IN_HAND,
    IN_TECH
};
enum value {
    V_ONE,
    V_COUNT,
    V_MOST,
    V_SETS,
    V_KNOW,
    V_LOST,
    V_CHOSEN,
    V_TILTED,
    V_DECLINED
};
enum relation { AT_LEAST, AT_MOST, EXACTLY };
enum trigger {
    ON_NOTHING,
    ON_CREATE,
    ON_LEARN,
    ON_EXCAVATE,
    ON_DECLINED,
    IN_PLACE_OF_DRAW
};
enum { F_UPTO = 1, F_PAY = 2, F_FREE = 4, F_SELF = 8 };

/* Operations of effects: OP_ and the code of each row of operations.h. */
enum op_code {
#define OPERATION(code, begin, run, can, lacks) OP_##code,
#include "operations.h"
#undef OPERATION
    OPERATIONS,
};

struct selector {
    uint8_t zone, kinds, least, most; /* least, most: knowledge on the monument */
};
/* times x (value div by) */
struct amount {
    uint8_t value, times, by;
    struct selector of;
};
struct atom {
    struct amount left;
    uint8_t relation, right;
};
struct op {
    uint8_t code, flags;
    uint8_t may;   /* operations, from this one, that "you may" governs; 0: none */
    uint8_t kinds; /* of cards to create, pay, seek or ease; 0: any */
    uint8_t count; /* monuments to pick, cards to keep, level, space to move to */
    struct amount amount;
    struct selector of;
    uint8_t tier[4]; /* from, points, from, points; 0: none */
};
struct effect {
    uint8_t event, kinds, spaces; /* what a permanent effect waits for */
    uint8_t atoms, ops;
    struct atom when[3];
    struct op op[2];
};
struct card {
    uint8_t kind, timing;
    uint8_t hand;  /* ready-made hand 1 to 4; 0: none */
    uint8_t space; /* 1 to 6; 0: not a monument */
    uint8_t cost, locked, knowledge, vp;
    uint8_t level; /* of a technology */
    uint16_t role; /* ROLE_ of a card in play */
    struct effect effect;
};

/* What technologies ask a player to have, counted once for all of them. */
enum tally {
    TALLY_CITIES, /* in the Past, as all before TALLY_ARTEFACTS */
    TALLY_MEGALITHS,
    TALLY_PYRAMIDS,
    TALLY_PAST,
    TALLY_SCORING,
    TALLY_MOST, /* of one type */
    TALLY_ARTEFACTS,
    TALLY_HAND,
    TALLY_LOST,
    TALLY_ANCIENTS, /* in the collection, as those that follow */
    TALLY_WRITINGS,
    TALLY_SECRETS,
    TALLY_TECH,
    TALLIES,
    /* No more of anything, but lost knowledge: of that no need asks for more. */
    TALLY_TOP = TECHNOLOGIES,
};
struct need {
    uint8_t atoms;
    struct atom atom[3];
};
struct words {
    const char *id, *country;
    const char *name[TB_LANGS], *effect[TB_LANGS], *need[TB_LANGS];
};
extern const struct card ancient_card[CARDS];
/* Where a card can go for so many others out of the hand: a bit per space, ON_BOARD. */
extern const uint8_t ancient_reach[HAND + 1][BUILDERS];
extern const struct need ancient_need[TECHNOLOGIES];
extern const uint64_t ancient_no_need; /* technologies that ask for nothing */
/* By tally and its value: technologies that are content with it, or do not ask. */
extern const uint64_t ancient_meeting[TALLIES][TALLY_TOP + 1];
extern const struct words ancient_words[CARDS];

/* ---- the position ---- */

/* Where a viewer thinks a Builder card may be; 0: it lies open. */
enum { Z_DECK = 1, Z_PILE = 2, Z_ASIDE = 4, Z_HAND = 8 /* shifted by the seat */ };
static inline uint8_t zone_hand(int seat) { return (uint8_t)(Z_HAND << seat); }

/* What a player's cards in play are good for, so that nobody searches in vain. */
enum {
    ROLE_CREATE = 1,
    ROLE_LEARN = 2,
    ROLE_EXCAVATE = 4,
    ROLE_DECLINED = 8,
    ROLE_REPLACE = 16,
    ROLE_ENTRY = 32,
    ROLE_REQ = 64,
    ROLE_RATE = 128,
    ROLE_CHRONICLE = 256,
};

struct player {
    uint64_t tech;         /* collection, a bit per technology */
    uint32_t tilted;       /* of the Past, a bit per card */
    uint16_t of[3];        /* slots holding a city, a megalith, a pyramid */
    uint16_t laden;        /* slots with knowledge */
    uint16_t lost;         /* lost knowledge */
    uint16_t roles;        /* ROLE_ set */
    uint8_t given;         /* cards of the first hand put away so far: its last ones */
    uint8_t card[SLOTS];   /* the Timeline, or NONE */
    uint8_t tokens[SLOTS]; /* knowledge */
    uint8_t artefact[ARTEFACTS];
    uint8_t artefacts;
    uint8_t hand[HAND];
    uint8_t cards; /* in hand */
    uint8_t past[PAST];
    uint8_t pasts;
    uint8_t past_of[3];   /* cities, megaliths, pyramids in the Past */
    uint8_t past_scoring; /* with an effect at the end of the game */
    uint8_t unused[1];
};

/* A piece of work half done: an operation of an effect, an action, a whole effect, or a
 * group of effects. What it still has to remember has a name for each code; where a count
 * is run down, `left` comes first, so that ak_begin_counted() and ak_left_counted() serve
 * them all. */
struct frame {
    uint8_t code; /* enum op_code */
    uint8_t card; /* whose effect it is; NONE: a plain action */
    uint8_t at;   /* which operation of the effect; of a group: how many members */
    union {
        uint8_t member[MEMBERS]; /* GROUP: the cards whose effects wait */
        struct {
            uint8_t chosen;   /* what the first operation counted, for the second */
            uint8_t accepted; /* "you may": the player will */
        } effect;
        struct {
            uint8_t left, done; /* how many more; how many so far */
        } count;                /* DISCARD, REMOVE, PURGE, GIVE_LOST, BURY, LOOK_KEEP */
        struct {
            uint8_t left, each; /* monuments to pick; knowledge off each */
            uint8_t asked;      /* 1 + the slot whose amount is asked; 0: none */
            uint8_t picked[2];  /* slots picked before, a bit each */
        } pick;                 /* REMOVE_PICK */
        struct {
            uint8_t left, each; /* of this opponent; of every opponent */
            uint8_t turn;       /* whose turn it is, counted from the active player */
        } forced;               /* OPP_DISCARD, OPP_DISCARD_ARTEFACT, OPP_ADD, DRAFT */
        struct {
            uint8_t left;
            uint8_t chosen, victim; /* whether there is a victim yet; who */
        } steal;
        struct {
            uint8_t stopped, done; /* the player wants no more; artefacts so far */
        } artefacts;               /* DISCARD_ARTEFACTS */
        struct {
            uint8_t first; /* 1 + the slot chosen first; 0: none yet */
        } swap;
        struct {
            uint8_t chosen, slot; /* whether the monument is chosen; where it stands */
        } move;
        struct {
            uint8_t stage, kinds; /* see action.c; kinds allowed */
            uint8_t card;         /* lies open, out of the hand; NONE: not chosen yet */
            uint8_t space, price; /* cards still to pay */
        } create;
        struct {
            uint8_t free; /* whatever it asks for */
        } learn;
        struct {
            uint8_t owing, done; /* a knowledge is to be taken off; cards so far */
        } archive;
        struct {
            uint8_t stage; /* see action.c */
        } excavate;
        struct {
            uint8_t asked, technology; /* whether it was asked; learned, or NONE */
        } look_learn;
    };
};

/* Questions: ASK_ and the kind of each row of questions.h. */
enum ask {
#define QUESTION(kind, id, text, verb, over, choices, answered, left) ASK_##kind,
#include "questions.h"
#undef QUESTION
    ASKS,
};
enum { STOP_BIT = 63 }; /* of options: enough of this */

enum verb {
    DO_CREATE = 1,
    DO_LEARN,
    DO_ARCHIVE,
    DO_EXCAVATE,
    DO_SEARCH,
    YES,
    NO,
    STOP,
    PUT,
    CREATE,
    SPACE,
    PAY,
    LEARN,
    ARCHIVE,
    TOKEN,
    EXCAVATE,
    NEXT,
    ACTIVATE,
    DECLINE,
    CHOOSE,
    AMOUNT,
    DISCARD,
    ROB,
    TAKE,
    BURY,
    UNDER,
    FLIP,
    KEEP,
    VERBS,
};
enum { ACTIONS = 5 };

enum phase { PHASE_SETUP, PHASE_ACTION, PHASE_CHRONICLE, PHASE_DECLINE, PHASE_OVER };

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct tb_state {
    struct tb_head head;
    uint64_t options;   /* answers possible, for ask; 0 where the viewer may not know */
    uint64_t tech_pile; /* technologies discarded, both levels */
    uint64_t tech_out;  /* technologies put back in the box */
    uint64_t shown;     /* technologies on the tiles: face[] as a set */
    struct player player[PLAYERS];
    uint16_t declined; /* knowledge lost in this decline phase */
    uint8_t phase, stage;
    uint8_t active;       /* whose turn it is */
    uint8_t who;          /* who answers */
    uint8_t ask;          /* enum ask */
    uint8_t actions;      /* left in this turn */
    uint8_t turn;         /* rounds begun */
    uint8_t tilted;       /* monuments tilted by this EXCAVATE */
    uint8_t replaced;     /* its draw was replaced */
    uint8_t skip;         /* no decline phase this turn */
    uint8_t declining;    /* monument whose decline effect runs, or NONE */
    uint8_t flipped;      /* a tile has been turned at mid-game */
    uint8_t ending;       /* the last round is being played */
    uint8_t reshuffles;   /* of the Builder deck */
    uint8_t decks, piles; /* cards in the Builder deck and on its discard pile */
    uint8_t tech_decks[LEVELS];
    uint8_t asides, chronicles, frames;
    uint8_t tile_level[TILES];   /* 1, 2; 0: out of the game */
    uint8_t face[TILES * FACES]; /* technologies shown, or NONE */
    uint8_t aside[ASIDE];
    uint8_t chronicle[CHRONICLE];        /* cards still to be activated */
    uint8_t tech_deck[LEVELS][LEVEL_1];  /* from the bottom */
    uint8_t tech_known[LEVELS][LEVEL_1]; /* who knows the card there, a bit per viewer */
    /* The deck from the bottom at the front; the pile at the back, its top foremost. */
    uint8_t builders[BUILDERS];
    uint8_t may[VIEWERS][BUILDERS]; /* Z_ sets; of others than the viewer: hidden */
    struct frame frame[FRAMES];
    uint8_t ready[PLAYERS]; /* ready-made hand each began with; 0: none, or not known */
    uint8_t drawers;        /* seats in whose hand everybody else thinks the deck may be */
    uint8_t first;          /* who plays first in every round */
};
#pragma GCC diagnostic pop

static inline bool is_technology(unsigned card) { return card >= BUILDERS && card < CARDS; }
static inline uint64_t tech_bit(unsigned card) { return (uint64_t)1 << (card - BUILDERS); }
static inline unsigned kind_bit(unsigned card) { return 1u << ancient_card[card].kind; }
static inline int count_of(uint64_t set) { return __builtin_popcountll(set); }
static inline unsigned first_of(uint64_t set) { return (unsigned)__builtin_ctzll(set); }
static inline unsigned occupied(const struct player *p)
{
    return (unsigned)(p->of[0] | p->of[1] | p->of[2]);
}
/* Technologies of a type, and of a level or of both (0), as bits of player.tech: T1 to T9
 * ancient, T10 to T18 secret, T19 to T27 writing; then six of each. */
static inline uint64_t ak_technologies_of(unsigned kinds, unsigned level)
{
    uint64_t set = 0;

    if (level != 2)
        set |= (kinds >> ANCIENT & 1) * 0x1ffull | (kinds >> SECRET & 1) * (0x1ffull << 9) |
               (kinds >> WRITING & 1) * (0x1ffull << 18);
    if (level != 1)
        set |= (kinds >> ANCIENT & 1) * (0x3full << 27) |
               (kinds >> SECRET & 1) * (0x3full << 33) |
               (kinds >> WRITING & 1) * (0x3full << 39);
    return set;
}

/* ---- events ---- */

enum event {
    E_PUT_AWAY,
    E_PUT_AWAY_CARD,
    E_TOOK_BACK,
    E_TOOK_BACK_CARD,
    E_TURN,
    E_ACTION,
    E_CREATED,
    E_BUILT,
    E_DISCARDED,
    E_DISCARDED_CARD,
    E_SHOWN_DISCARD,
    E_LAID_DOWN,
    E_FORCED,
    E_FORCED_CARD,
    E_DREW,
    E_DREW_CARD,
    E_LEARNED,
    E_SWEPT,
    E_REFILLED,
    E_TILE_OUT,
    E_FLIPPED,
    E_BURIED,
    E_REMOVED,
    E_PURGED,
    E_LOST,
    E_ADDED,
    E_GAVE_LOST,
    E_TILTED,
    E_STRAIGHTENED,
    E_MOVED,
    E_SWAPPED,
    E_ACTIVATED,
    E_DECLINED,
    E_LEFT_PLAY,
    E_LEFT_FORCED,
    E_SKIPPED,
    E_SHIFTED,
    E_LOOKED,
    E_LOOKED_CARD,
    E_REVEALED,
    E_TOOK,
    E_KEPT,
    E_SAW,
    E_SAW_CARD,
    E_STOLE,
    E_STOLE_CARD,
    E_UNDER,
    E_UNDER_CARD,
    E_RESHUFFLED,
    E_TECH_RESHUFFLED,
    E_ENDING,
    E_WON,
    EVENTS,
};

static inline const struct frame *top_of(const struct tb_state *s)
{
    return &s->frame[s->frames - 1];
}

/* ---- place.c: cards and tokens change places, and who saw it ---- */

int ak_artefact_of(const struct player *p,
                   unsigned card); /* its place on the board, or -1 */
bool ak_in_play(const struct player *p, unsigned card);
void ak_settle(struct player *p);         /* drops what floats, recounts what is derived */
uint8_t *ak_pile_top(struct tb_state *s); /* NULL: the pile is empty */
void ak_see(struct tb_state *s, unsigned card, unsigned viewers, unsigned zone);
void ak_move_unseen(struct tb_state *s, unsigned from, unsigned into, unsigned knowing);
void ak_draw(struct tb_state *s, int seat, int count, unsigned source,
             struct tb_events *to);
int ak_look(struct tb_state *s, int count, bool openly, unsigned source,
            struct tb_events *to);
unsigned ak_deck_top(struct tb_state *s); /* takes it; the deck is not empty */
unsigned ak_turn_up(struct tb_state *s,
                    struct tb_events *to); /* a card off the deck, or NONE */
void ak_gain(struct tb_state *s, int seat, unsigned card); /* openly into the hand */
void ak_put_aside(struct tb_state *s, int seat, unsigned card);
void ak_discard_openly(struct tb_state *s, unsigned card);
void ak_flush_aside(struct tb_state *s, int seat, enum event told, unsigned source,
                    struct tb_events *to);
void ak_set_face(struct tb_state *s, int i, unsigned technology); /* or NONE */
void ak_put_under(struct tb_state *s, unsigned technology, unsigned known);
void ak_refill(struct tb_state *s, int tile, struct tb_events *to);
void ak_flip(struct tb_state *s, int tile, struct tb_events *to);
unsigned ak_tech_turn_up(struct tb_state *s, unsigned level, struct tb_events *to);
void ak_take_tokens(struct tb_state *s, int seat, int slot, int count, unsigned source,
                    struct tb_events *to);
void ak_leave_timeline(struct tb_state *s, int seat, int slot);
void ak_place_monument(struct tb_state *s, int seat, unsigned card, int space, int tokens);

static inline void ak_tell(struct tb_events *to, enum event kind, int seat, int knows,
                           unsigned a, unsigned b, unsigned c, unsigned d)
{
    if (to)
        tb_tell(to, (struct tb_event){
                        .kind = (uint8_t)kind,
                        .seat = (uint8_t)seat,
                        .knows = (uint8_t)knows,
                        .arg = { (uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d } });
}

static inline unsigned ak_everybody(const struct tb_state *s)
{
    return (1u << s->head.seats) - 1 + (1u << ONLOOKER);
}

/* Seats in turn order: 0 for the first player. */
static inline int ak_in_turn(const struct tb_state *s, int n)
{
    return (s->first + n) % s->head.seats;
}

/* Eight bytes of a list, the first in the lowest byte, and the high bit of each byte that
 * is this card, up to the first: less one, a byte borrows into its high bit where it was 0.
 */
static inline uint64_t ak_card_among(const uint8_t *eight, unsigned card)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x80 * ones;
    uint64_t bytes;

    memcpy(&bytes, eight, sizeof bytes);
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        bytes = __builtin_bswap64(bytes);
    bytes ^= ones * card;
    return (bytes - ones) & ~bytes & high;
}

/* In two eights that overlap: a loop would end where nobody can guess. */
static inline int ak_slot_of(const struct player *p, unsigned card)
{
    uint64_t low = ak_card_among(p->card, card);
    uint64_t upper = ak_card_among(p->card + SLOTS - 8, card);

    if (!(low | upper))
        return -1;
    return low ? (int)first_of(low) / 8 : SLOTS - 8 + (int)first_of(upper) / 8;
}

static inline int ak_hand_of(const struct player *p, unsigned card)
{
    for (int i = 0; i < p->cards; i++)
        if (p->hand[i] == card)
            return i;
    return -1;
}

/* Cards as hands are shown: by their numbers, those one does not see last. The order in
 * which they were drawn would tell of the luck that dealt them. */
static inline void ak_in_order(const uint8_t *cards, int count, uint8_t *out)
{
    for (int i = 0; i < count; i++) {
        uint8_t card = cards[i];
        int at = i;

        for (; at > 0 && out[at - 1] > card; at--)
            out[at] = out[at - 1];
        out[at] = card;
    }
}

static inline unsigned ak_open_spaces(const struct player *p)
{
    unsigned full = occupied(p) >> 1 & 0x555; /* upper rows, a bit per two */

    full = (full | full >> 1) & 0x333;
    full = (full | full >> 2) & 0xf0f;
    full = (full | full >> 4) & 0x3f;
    return ~full & 0x3f;
}

/* ---- effect.c: what cards say ---- */

int ak_value_of(const struct tb_state *s, int seat, unsigned source, int chosen,
                const struct amount *amount);
bool ak_all_hold(const struct tb_state *s, int seat, unsigned source,
                 const struct atom *atom, int atoms);
/* Most effects have no condition. */
static inline bool ak_holds(const struct tb_state *s, int seat, unsigned source,
                            const struct atom *atom, int atoms)
{
    return !atoms || ak_all_hold(s, seat, source, atom, atoms);
}
unsigned ak_slots_in(const struct tb_state *s, int seat, unsigned source,
                     const struct selector *of);
unsigned ak_spaces_for(const struct player *p, unsigned card,
                       int purse); /* legal targets */
int ak_price_of(unsigned card, int space);
unsigned ak_creatable(const struct tb_state *s, int seat, unsigned kinds); /* of the hand */
bool ak_any_creatable(const struct tb_state *s, int seat, unsigned kinds);
bool ak_can_build(const struct player *p); /* anything at all of the hand */
bool ak_creatable_card(const struct player *p, unsigned card, int purse);
bool ak_learnable(const struct tb_state *s, int seat, unsigned technology);
bool ak_any_learnable(const struct tb_state *s, int seat, bool free);
unsigned ak_learnable_faces(const struct tb_state *s, int seat, bool free);
int ak_entry_tokens(const struct tb_state *s, int seat, unsigned card);
int ak_excavate_rate(const struct tb_state *s, int seat);
int ak_points_of(const struct tb_state *s, int seat, unsigned card);

/* R7.5: where points come from. */
enum score_row {
    ROW_PAST,         /* printed on the monuments of the Past */
    ROW_EFFECTS,      /* their effects at the end of the game */
    ROW_TECHNOLOGIES, /* those of level II */
    ROW_TIMELINE,     /* monuments still standing there */
    ROW_LOST,         /* lost knowledge, below 0 */
    ROWS,
};
struct sheet {
    int row[ROWS], total;
};
/* What one card gave. Cards that score at the end are there even with nothing. */
struct score_line {
    uint8_t row, card; /* card: NONE for lost knowledge */
    int16_t points;
};
struct score_lines {
    struct score_line line[2 * PAST + TECHNOLOGIES + SLOTS + 1];
    int count;
};
/* `lines` NULL: the sums are enough. */
struct sheet ak_score_sheet(const struct tb_state *s, int seat, struct score_lines *lines);

/* ---- ask.c: questions and answers ---- */

struct question {
    const char *id, *text; /* id: for programs; text: msgid */
    uint8_t verb, over;    /* over: enum over of work.h */
    uint64_t (*choices)(const struct tb_state *s, const struct frame *f);
    void (*answered)(struct tb_state *s, int i, struct tb_events *to);
    int (*left)(const struct tb_state *s, const struct frame *f);
};
extern const struct question ak_questions[ASKS];

void ak_refresh(struct tb_state *s);              /* options again, after a redeal */
int ak_cards_owed(const struct tb_state *s);      /* to pay a price of cards of one kind */
int ak_answers_left(const struct tb_state *s);    /* to this question; 0: just one */
unsigned ak_ask_source(const struct tb_state *s); /* the card that asks, or NONE */
tb_move ak_move_of(const struct tb_state *s, int option);

/* ---- work.c, action.c, turn.c: what the files behind work.h show ---- */

bool ak_possible(const struct tb_state *s, unsigned card); /* could it do anything now? */
unsigned ak_card_in_creation(const struct tb_state *s); /* taken from those seen; or NONE */
void ak_resume(struct tb_state *s, struct tb_events *to); /* on to the next question */

/* ---- rules.c ---- */

extern const struct tb_game game_ancient;
void ancient_score(const struct tb_state *s, struct tb_result *result);

/* ---- secret.c ---- */

void ancient_hide(struct tb_state *s);
void ancient_guess(struct tb_state *s);
const char *ancient_check(const struct tb_state *s);

/* ---- bot.c ---- */

int ancient_evaluate(const struct tb_state *s, int seat);
int ancient_order(const struct tb_state *s, int seat, tb_move move);

/* ---- text.c ---- */

extern const char *const ancient_kinds[]; /* msgids, and names for programs */
extern const struct tb_event_kind ancient_events[];
void ancient_notate(const struct tb_state *s, tb_move move, struct tb_text *out);
void ancient_word(char kind, unsigned value, struct tb_text *out);
void ancient_show(const struct tb_state *s, struct tb_text *out);
void ancient_question(const struct tb_state *seen, int seat, struct tb_text *out);

/* ---- json.c ---- */

void ancient_scene(const struct tb_state *s, struct tb_text *out);
void ancient_view(const struct tb_state *s, struct tb_text *out);

#pragma GCC visibility pop

#endif
