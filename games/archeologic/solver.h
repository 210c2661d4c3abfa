/*
 * The solver: which cities fit what somebody knows, and what to ask next.
 *
 * Facts are kept in the order they were learned. Every function here looks at the whole
 * list of legal plans or at a list made from it, so its answers are exact.
 */
#ifndef ARCHEOLOGIC_SOLVER_H
#define ARCHEOLOGIC_SOLVER_H

#include "archeologic.h"

enum fact_kind {
    FACT_CLUE,      /* `a`: a clue as in tb_state.clue */
    FACT_ANSWER,    /* question `a` was answered `b` */
    FACT_PUSHED,    /* the answer to question `a` showed `b` traps: all an onlooker sees */
    FACT_STATEMENT, /* an expert clue, taken apart in `at`: made by fact_statement() */
    FACT_CLAIM,     /* of the placements `at`, exactly the tiles in `b` are right */
};
struct fact {
    uint8_t kind, a, b, unused;
    uint16_t statement;
    uint8_t at[TILES];
};
struct fact fact_statement(unsigned statement);
enum { FACTS_MAX = TRAPS + EXPERT_MAX + TURNS_MAX + CLAIMS_MAX };
struct facts {
    int count;
    struct fact list[FACTS_MAX];
};

/* What the viewer of this state knows: clues first, then turn by turn. */
void facts_of(const struct tb_state *s, struct facts *facts);
/* What that seat knows, from a state that shows it. */
void facts_of_seat(const struct tb_state *s, int seat, struct facts *facts);
/* The clues of that seat alone; -1: those of everybody. */
void facts_of_clues(const struct tb_state *s, int seat, struct facts *facts);
/* Adds a fact; false: there is no more room. */
bool facts_add(struct facts *facts, struct fact fact);
bool fact_holds(const struct kit *kit, const struct fact *fact, const uint8_t at[TILES]);

/* facts.c: a fact as people write it. NULL, or why not: then nothing has changed. */
const char *fact_read(const struct kit *kit, const char *text, struct fact *fact);
/* One of 1 to 5, A to E, in capitals. */
bool axis_read(const char *word, unsigned *axis);
/* One building more on the plan, `S r0 C1`. NULL, or why not: then nothing has changed. */
const char *laid_read(const struct box *box, const char *text, uint8_t at[TILES]);
/* The same for a legal city: `S r0 A1, V r0 C1, ...`. */
const char *city_read(const struct box *box, const char *text, uint32_t *plan);

/* after[i]: how many plans fit the first i facts; after[0] counts them all. */
void solver_counts(const struct kit *kit, const struct facts *facts,
                   uint32_t after[FACTS_MAX + 1]);
/* Plans that fit: how many in all, and the first `room` of their numbers. */
uint32_t solver_list(const struct kit *kit, const struct facts *facts, uint32_t *out,
                     uint32_t room);
/* One of them, each as likely; there is one. */
uint32_t solver_draw(const struct kit *kit, const struct facts *facts, uint64_t *rng);

/* How often each placement and each state of an axis occurs in a set of plans. */
struct tally {
    uint32_t count;
    uint32_t place[TILES][TURNED_MAX];
    uint32_t axis[AXES][512]; /* fire, sharp, buildings, and cells + 2, in 2 2 3 2 bits */
};
void tally_clear(struct tally *tally);
void tally_add(struct tally *tally, const struct kit *kit, uint32_t plan);
void tally_make(struct tally *tally, const struct kit *kit, const struct facts *facts);
/* Into how many plans each answer would split them: by answer, NUMBER + n at 64 + n. */
enum { ANSWERS = 72 };
void tally_split(const struct tally *tally, const struct kit *kit, unsigned question,
                 uint32_t split[ANSWERS]);
/* How often each zone holds what: by zone, by tile and kind of cell; no tile: empty. */
struct shares {
    uint32_t empty[ZONES];
    uint32_t cell[ZONES][TILES][4]; /* the last by enum cell */
};
void tally_shares(const struct tally *tally, const struct kit *kit, struct shares *shares);
/* What all plans of the tally have in a zone. */
struct certain {
    uint8_t tile; /* NONE: it varies, or the zone is empty */
    uint8_t kind; /* enum cell; NONE: it varies */
};
struct certain shares_certain(const struct shares *shares, uint32_t count, unsigned zone);

/* log2(n) in 65,536ths: whole numbers, so that every machine agrees. */
uint32_t log2_fixed(uint32_t n);
/* What an answer tells on average, in 65,536ths of a bit. */
uint32_t split_bits(const uint32_t split[ANSWERS], uint32_t count);

/* One question weighed: all costs counted. */
struct weighed {
    uint8_t question, cost;
    uint16_t answers; /* that are possible */
    uint32_t bits;    /* in 65,536ths */
    uint32_t worst;   /* plans left after the least telling answer */
    uint32_t value;   /* expected time left after it, estimated, in 256ths */
};
/* The questions by expected time, best first; those that tell nothing are left out.
 * axis_cost[axis]: what aiming there costs. How many. */
int solver_rank(const struct tally *tally, const struct kit *kit,
                const uint8_t axis_cost[AXES], struct weighed out[QUESTIONS]);

/* The question that tells most bits a time; ties go to the first on the circle, then in
 * the order of subjects. NONE: none tells anything. */
unsigned solver_greedy(const struct tally *tally, const struct kit *kit, unsigned circle,
                       const uint8_t axis_cost[AXES]);

/* text.c: the zones whose content is certain, why a question is good, a clue, a question
 * and its answer: in words. */
void put_certain(struct tb_text *out, const struct tally *tally, const struct kit *kit);
void put_reason(struct tb_text *out, const struct weighed *w, uint32_t count);
void put_clue(struct tb_text *out, unsigned clue);
void put_asked(struct tb_text *out, unsigned question, unsigned answer);

/* warnings.c, R15.3: what buildings on the table contradict; NONE in `laid`: not there. */
struct warnings {
    uint64_t facts; /* that no legal city with these buildings fits, a bit each */
    bool no_city;   /* no legal city has these buildings */
};
struct warnings warnings_of(const struct kit *kit, const struct facts *facts,
                            const uint8_t laid[TILES]);
/* A line each, `most` facts at most; "warnings":[...]. */
void warnings_put(const struct kit *kit, const struct facts *facts,
                  const uint8_t laid[TILES], int most, struct tb_text *out);
void warnings_json(const struct kit *kit, const struct facts *facts,
                   const uint8_t laid[TILES], struct tb_text *out);

/* What people write down: facts, perhaps where the viewfinder stands, and on which circle;
 * or the buildings laid so far, to hear what they contradict. */
struct sheet {
    struct facts facts;
    int line[FACTS_MAX]; /* of each fact */
    uint8_t laid[TILES]; /* placements, or NONE */
    uint8_t circle;      /* of the axes, see circle_axis() */
    uint8_t viewfinder;  /* an axis; NONE: aiming is not counted */
};
/* sheet.c: what aiming at each axis costs. */
void sheet_costs(const struct sheet *sheet, uint8_t cost[AXES]);
/* json.c: how many cities fit, fact by fact, what is certain and what to ask. */
void sheet_json(const struct kit *kit, const struct sheet *sheet, struct tb_text *out);

#endif
