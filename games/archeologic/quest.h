/* Quests: a city and the order in which its traps are told; codes, dates, pars. */
#ifndef ARCHEOLOGIC_QUEST_H
#define ARCHEOLOGIC_QUEST_H

#include "solver.h"

enum { ORDERS = 40320, CODE_LETTERS = 8 };

struct quest {
    uint32_t plan;
    uint32_t order; /* rank of the traps' order among all, reading order first */
};

/* R12.1: plan, order and check sum in 40 bits, and as eight letters and digits. */
uint64_t quest_encode(struct quest quest);
bool quest_decode(uint64_t code, struct quest *quest);
void quest_put_code(uint64_t code, struct tb_text *out);
/* Reads a code; NULL, or why not. */
const char *quest_read_code(const char *text, uint64_t *code);

/* The option's value: 0 random, or one of these kinds and its content. */
enum quest_kind { QUEST_RANDOM, QUEST_CODE, QUEST_DAY, QUEST_SITE };
enum { QUEST_KIND_SHIFT = 40 };
static inline uint64_t quest_value(enum quest_kind kind, uint64_t content)
{
    return (uint64_t)kind << QUEST_KIND_SHIFT | content;
}
const char *quest_option_read(const char *text, uint64_t *value);
void quest_option_write(uint64_t value, struct tb_text *out);
const char *quest_option_allow(uint64_t value);

/* The traps in the quest's order, as clues. */
void quest_clues(const struct kit *kit, struct quest quest, uint8_t clue[TRAPS]);
struct quest quest_draw(const struct kit *kit, int level, uint64_t *rng);
bool quest_is_of_level(const struct kit *kit, struct quest quest, int level);
struct quest quest_of_day(const struct kit *kit, uint32_t day);
struct quest quest_of_site(int site); /* 1 to SITES */

/* R11.5: the time of 400 careless players, and the two numbers made of it. */
enum { PAR_PLAYOUTS = 400 };
struct par {
    uint16_t expert, confirmed;
};
uint32_t quest_careless_time(const struct kit *kit, struct quest quest,
                             const struct facts *clues);
struct par par_of_time(uint32_t total); /* of PAR_PLAYOUTS playouts */
int level_of_time(uint32_t total);      /* LEVEL_EASY, LEVEL_STANDARD or LEVEL_HARD */
enum rank { RANK_APPRENTICE, RANK_CONFIRMED, RANK_EXPERT };
enum rank rank_of(struct par par, unsigned time);
struct par quest_par(const struct kit *kit, struct quest quest);

struct site {
    const char *code;
    uint8_t expert, confirmed;
};
extern const struct site sites[SITES];

/* The quest of a match whose plan and traps all show, and its pars: in expert mode the
 * careless players start from the expert's clues. */
struct quest match_quest(const struct tb_state *s);
struct par match_par(const struct tb_state *s);
bool is_assisted(const struct tb_state *s); /* R11.6: then there is no rank */
bool is_practice(const struct tb_state *s); /* R11.6: more clues than the pars count on */

#endif
