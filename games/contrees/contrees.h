/*
 * Nouvelles Contrées: its position and what its own files share. Rules:
 * docs/rules/contrees.en.md, whose paragraphs the comments cite (R3.2).
 *
 * A card is one number everywhere (cards.h), a place in the novel a leaf: its right page is
 * 2 x leaf + 1, in some paper books 2 x leaf + 2. What can be read there follows from the
 * kit and the leaf, which everybody sees; so the leaf whose lines lie open is a field of
 * its own, `text`, which hide() closes. Lines are reached through it only, and through the
 * journal once the camp has left them behind.
 */
#ifndef CONTREES_H
#define CONTREES_H

#include "book.h"

enum {
    PLAYERS = 6,
    SLOTS = 4, /* landscapes around the deck: N, E, S, W */
    TABLE = 5, /* missions that lie open */
    LETTERS_MAX = 26,
    KEPT_MAX = EXPLORATIONS + MISSIONS + 1 + PERIPETEIA,
    JOURNAL = 64, /* turns remembered; a game takes about ten */
    CHANGES = 8,  /* of mind, of one seat in one decision */
    MARKS = 3,    /* words that a scout may name as reasons */
    WRONG_COSTS = 3,
    VALUE_WITHOUT_DECK = 5, /* R8.1 */
    DELTA = 3,              /* leaves that the Surveyor adds or spares */
    NONE = 255,
    HIDDEN = 254, /* a card, a direction or a word that the viewer may not know */
    /* A card of which only the back is known: its value, and with domains its domain. */
    BACK = 128,
    BACK_DOMAIN = 16, /* times domain + 1 */
    NO_LEAF = 0xffff,
    HIDDEN_LEAF = 0xfffe,
};

enum {
    OPTION_MODE,
    OPTION_LETTERS,
    OPTION_PERIPETEIA,
    OPTION_CHARACTERS,
    OPTION_DOMAINS,
    OPTION_MISSIONS,
    OPTION_BACKS,
    OPTION_BOOK,
    OPTION_READING,
    OPTION_TABLE,
    OPTION_PAGES,
    OPTION_START,
    OPTION_STANDING
};
enum { MODE_EXCURSION, MODE_SHORT, MODE_CLASSIC, MODES };
enum { LETTERS_26, LETTERS_20, LETTERS_14 };
enum { BOOK_GIVEN, BOOK_NOVELLA_FR, BOOK_NOVELLA_EN, BOOK_PAPER };
enum { READING_VOICE, READING_SCROLL, READING_SPEECH, READING_PACED };
enum { TABLE_PERSONAL, TABLE_SHARED, TABLE_SHARED_COMPASS };

/* The order matters: from P_READING on a peripeteia is known, from P_PAY on the compass. */
enum phase {
    P_CHARACTER,
    P_SCOUT,
    P_PREPARE,
    P_READING,
    P_ATTEMPT,
    P_CHECK,
    P_EXPLORE,
    P_AIM,
    P_PAY,
    P_PAY_DOMAINS,
    P_MEANING,
    P_OVER,
    PHASES
};
/* What the scout decides while the group takes missions. */
enum step { S_PERIPETEIA, S_KEEP, S_MOVE, S_SHORT, S_BACK, S_COMPASS, S_READ };

enum verb {
    BE = 1,
    VOTE,
    LEAN,
    CLOSE,
    DRAW,
    DRAW_TWO,
    PASS,
    KEEP,
    GO,
    SIX,
    SHORT,
    STAY,
    STEP_BACK,
    SWAP,
    AIM,
    SKILL,
    TAKE,
    RELEASE,
    READY,
    DROP,
    AGREE,
    REFUSE,
    READ,
    LISTEN,
    LINE,
    HEARD,
    DONE,
    RIGHT,
    WRONG,
    MARK,
    VERBS
};

/* Choices of a vote are cards, or these; NONE: no mission. */
enum {
    CHOOSE_SEAT = 200,
    CHOOSE_DIRECTION = 210,
    PAY_LETTERS = 240,
    PAY_BOTH,
    PAY_MISSIONS,
    PAY_FREE
};

enum event {
    E_CHARACTER,
    E_TURN,
    E_VOTED,
    E_LEANED,
    E_SCOUT,
    E_DREW,
    E_DREW_CARD,
    E_KEPT,
    E_PASSED,
    E_MOVED,
    E_STAYED,
    E_SHORT,
    E_STEPPED,
    E_SKILL,
    E_SWAPPED,
    E_SHOWN,
    E_AIMED,
    E_AIMED_AT,
    E_RULED_OUT,
    E_MARKED,
    E_TOOK,
    E_RELEASED,
    E_READY,
    E_PROPOSED,
    E_AGREED,
    E_REFUSED,
    E_DROPPED,
    E_READING,
    E_LISTENS,
    E_HEARS,
    E_HEARD,
    E_READ,
    E_NO_MISSION,
    E_TRIED,
    E_MISSION_RIGHT,
    E_MISSION_WRONG,
    E_REARMED,
    E_CHOSEN,
    E_SUCCESS,
    E_FAILURE,
    E_PAID,
    E_PAID_MISSION,
    E_LETTERS,
    E_CITY,
    E_LANDSCAPE,
    E_MISSION,
    E_SHUFFLED,
    E_WON,
    E_LOST,
    E_MEANING,
    EVENTS
};

/* A bookmark in the book, and at which leaf. */
struct kept {
    uint16_t leaf;
    uint8_t card;
    uint8_t unused;
};

enum {
    T_TRIED = 1,
    T_RIGHT = 2,
    T_SUCCESS = 4,
    T_SHOWN = 8
}; /* shown: compass and marks */

/* One turn that was read. */
struct turn {
    uint16_t leaf;
    uint8_t scout;
    uint8_t constraint; /* a peripeteia or a city; NONE */
    uint8_t mission;    /* tried; NONE */
    uint8_t flags;
    uint8_t aim, choice; /* landscapes, once the compass was shown; NONE */
    uint8_t mark[MARKS]; /* words, from 0; NONE */
    uint8_t unused;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct tb_state {
    struct tb_head head;
    uint32_t gone; /* explorations discarded, a bit each */
    uint32_t gone_missions;
    uint16_t gone_peripeteia;
    uint16_t camp, scout, city;   /* leaves */
    uint16_t text;                /* whose lines lie open; NO_LEAF: none; HIDDEN_LEAF */
    uint16_t turns;               /* read so far */
    struct kept kept[KEPT_MAX];   /* oldest first */
    struct turn journal[JOURNAL]; /* turn n at n % JOURNAL */
    uint8_t keeps;
    uint8_t volume; /* of the kit; NONE: a paper book */
    uint8_t right;  /* 1: right pages are odd; 2: even */
    uint8_t phase, step;
    uint8_t reader; /* the scout's seat; before the choice the last one's */
    uint8_t letters;
    uint8_t deck[EXPLORATIONS], decks; /* the top is the last */
    uint8_t slot[SLOTS];               /* NONE: empty */
    uint8_t mission_deck[MISSIONS], mission_decks;
    uint8_t table[TABLE], holder[TABLE]; /* NONE: no card; nobody */
    uint8_t peripeteia[PERIPETEIA], peripeteias;
    uint8_t under;    /* cards at the bottom that the Textplorer put there */
    uint8_t drawn[2]; /* this turn; NONE */
    uint8_t city_card;
    uint8_t revealed;           /* the city: the camp has been there */
    uint8_t aim;                /* direction; NONE: not set; HIDDEN */
    uint8_t lamp;               /* direction that the Lamplighter ruled out; NONE */
    uint8_t choice;             /* direction that the group went; NONE */
    uint8_t character[PLAYERS]; /* NONE */
    uint8_t armed;              /* seats whose tile shows its skill */
    uint8_t twice, bound;       /* this turn's Prompter and Bookbinder */
    uint8_t on_city;            /* the camp was there when the turn began */
    uint8_t stepped;            /* the offer to step back was made */
    uint8_t ready;              /* members who have said so */
    uint8_t changes[PLAYERS];
    uint8_t voice[PLAYERS];             /* 1 + number of the choice; 0: not spoken */
    uint8_t spoke;                      /* seats that have one */
    uint8_t leans;                      /* seats whose voice binds nobody */
    uint8_t proposal, proposed, agreed; /* mission, or NONE; seats that did */
    uint8_t dropped;                    /* once a turn */
    uint8_t line[PLAYERS];              /* due, from 1; 0: not listening */
    uint8_t heard[PLAYERS];             /* readings heard to their end */
    uint8_t mark[MARKS], marks;
    uint8_t won;
    uint8_t meaning; /* exploration chosen after a victory; NONE */
    uint8_t unused[4];
};
#pragma GCC diagnostic pop

static inline bool has(unsigned set, unsigned i) { return set >> i & 1; }
static inline const struct nc_kit *the_kit(const struct tb_state *s)
{
    return (const struct nc_kit *)(const void *)s->head.kit;
}
static inline const struct nc_volume *the_volume(const struct tb_state *s)
{
    return &the_kit(s)->volume[s->volume];
}
static inline bool is_paper(const struct tb_state *s) { return s->volume == NONE; }
static inline bool opt(const struct tb_state *s, int option)
{
    return s->head.option[option] != 0;
}
static inline bool is_shared(const struct tb_state *s)
{
    return s->head.option[OPTION_TABLE] != TABLE_PERSONAL;
}
static inline unsigned everybody(const struct tb_state *s)
{
    return (1u << s->head.seats) - 1;
}
static inline unsigned the_group(const struct tb_state *s)
{
    return everybody(s) & ~(1u << s->reader);
}
static inline unsigned page_of(const struct tb_state *s, unsigned leaf)
{
    return 2 * leaf + s->right;
}
static inline bool has_compass(const struct tb_state *s)
{
    return s->head.option[OPTION_TABLE] != TABLE_SHARED_COMPASS;
}
static inline bool is_mission(unsigned card) { return card >= MISSION0 && card <= JOKER; }

/* rules.c: settings */
struct mode {
    uint16_t pages, before_end, leaves;
};
extern const struct mode nc_modes[MODES];
int nc_volume_for(const struct tb_head *h); /* -1: paper; -2: the kit has none such */
int nc_start_leaves(const struct tb_head *h, int volume, unsigned *first); /* how many */
unsigned nc_city_leaf(const struct nc_kit *kit, const struct nc_volume *v, unsigned leaf);
extern const struct tb_game game_contrees;

/* turn.c: what happens */
void nc_tell(struct tb_events *to, unsigned kind, int seat, unsigned knows, unsigned a,
             unsigned b, unsigned c);
/* Of the scout, to everybody. */
static inline void tell(const struct tb_state *s, struct tb_events *to, unsigned kind,
                        unsigned a)
{
    nc_tell(to, kind, s->reader, TB_ALL, a, 0, 0);
}
void nc_begin_turn(struct tb_state *s, struct tb_events *to);
void nc_begin_reading(struct tb_state *s, struct tb_events *to);
void nc_listen(struct tb_state *s, int seat, tb_move move, struct tb_events *to);
void nc_check_mission(struct tb_state *s, bool right, struct tb_events *to);
void nc_aim_late(struct tb_state *s, unsigned direction, struct tb_events *to);
void nc_be(struct tb_state *s, int seat, unsigned character, struct tb_events *to);
void nc_begin_characters(struct tb_state *s, struct tb_events *to);
/* What a vote has come to. */
void nc_decide(struct tb_state *s, unsigned choice, struct tb_events *to);
int nc_listen_moves(const struct tb_state *s, int seat, tb_move *out);
int nc_character_moves(const struct tb_state *s, tb_move *out);
unsigned nc_advance(const struct tb_state *s);    /* leaves on the back of the deck */
unsigned nc_constraint(const struct tb_state *s); /* of this turn's reading; NONE */
int nc_lines_heard(const struct tb_state *s);     /* lines that the reading has */
void nc_refill(struct tb_state *s, struct tb_events *to);
void nc_discard_mission(struct tb_state *s, unsigned card);
void nc_draw_missions(struct tb_state *s, struct tb_events *to);
void nc_letter_loss(struct tb_state *s, unsigned letters, struct tb_events *to);
bool nc_is_first_member(const struct tb_state *s, int seat);
static inline struct turn *nc_this_turn(struct tb_state *s)
{
    return &s->journal[(s->turns - 1) % JOURNAL];
}
int nc_missions_kept(const struct tb_state *s);

/* prepare.c: the scout's way and the group's missions */
void nc_begin_preparation(struct tb_state *s, unsigned seat, struct tb_events *to);
void nc_prepare(struct tb_state *s, int seat, tb_move move, struct tb_events *to);
void nc_mark(struct tb_state *s, unsigned word, struct tb_events *to);
void nc_owe_preparation(struct tb_state *s);
int nc_prepare_moves(const struct tb_state *s, int seat, tb_move *out);
int nc_mark_moves(const struct tb_state *s, tb_move *out);
int nc_mark_count(const struct tb_state *s);
tb_move nc_mark_move(const struct tb_state *s, unsigned n);

/* votes.c */
struct choices {
    int count;
    uint16_t code[112]; /* the choice; its second half, or 0 */
};
void nc_choices(const struct tb_state *s, struct choices *out);
void nc_begin_vote(struct tb_state *s, enum phase phase, struct tb_events *to);
int nc_vote_moves(const struct tb_state *s, int seat, tb_move *out);
tb_move nc_vote_pick(const struct tb_state *s, int seat, uint64_t *rng);
void nc_vote(struct tb_state *s, int seat, tb_move move, struct tb_events *to);
unsigned nc_members(const struct tb_state *s); /* who has a voice in this decision */
int nc_speaker(const struct tb_state *s);      /* -1: nobody yet */
int nc_first_member(const struct tb_state *s);

/* secret.c */
bool nc_may_read(const struct tb_state *s, int viewer); /* the printed text, in memory */
void nc_hide(struct tb_state *s);
void nc_guess(struct tb_state *s);
const char *nc_fault(const struct tb_state *s);
unsigned nc_back(const struct tb_state *s, unsigned card); /* as its back shows it */
unsigned nc_value(unsigned card);                          /* of a card or of its back */
unsigned nc_domain(unsigned card);

/* score.c */
int nc_points(const struct tb_state *s);
int nc_rank(const struct tb_state *s); /* 0 to 6; -1: this game has none */
void nc_score(const struct tb_state *s, struct tb_result *result);
extern const char *const nc_figures[];
void nc_measure(const struct tb_state *s, double *figures);
int nc_evaluate(const struct tb_state *s, int seat);

/* text.c, json.c */
extern const struct tb_event_kind nc_events[];
extern const char nc_directions[SLOTS];
extern const char *const nc_ranks[];
void nc_notate(const struct tb_state *s, tb_move move, struct tb_text *out);
void nc_word(char kind, unsigned value, struct tb_text *out);
void nc_show(const struct tb_state *s, struct tb_text *out);
void nc_question(const struct tb_state *seen, int seat, struct tb_text *out);
void nc_scene(const struct tb_state *s, struct tb_text *out);
void nc_view(const struct tb_state *s, struct tb_text *out);
bool nc_solve(const struct tb_kit *kit, const char *facts, bool words, struct tb_text *out,
              int *line);
/* The lines that the viewer's screen shows now: whole passage for the scout, what is due
 * for a listener. */
bool nc_sees_passage(const struct tb_state *s, int viewer);
bool nc_is_in_log(const struct tb_state *s, const struct turn *turn); /* D42 */
int nc_meaning_of(const struct tb_state *s); /* the leaf; -1: none, or not yet */
int nc_lang(const struct tb_state *s, const struct tb_text *out); /* of the cards' texts */

/* bot.c */
tb_move nc_advise(const struct tb_state *seen, int seat, const struct tb_ask *ask);
enum { NC_MEMORY = 8 }; /* bytes: the seed of a bot's vocabulary */
/* The visible landscape that evokes the passage best to somebody with these words. */
unsigned nc_best_theme(const struct tb_state *s, unsigned leaf, int level, uint64_t words,
                       uint64_t *luck, bool listening);

#endif
