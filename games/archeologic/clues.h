/* Expert clues: statements about a plan, and sets of them that fit a quest. */
#ifndef ARCHEOLOGIC_CLUES_H
#define ARCHEOLOGIC_CLUES_H

#include "archeologic.h"

enum { STATEMENTS = 1044, FAMILIES = 26, OPERANDS = 3 };

/* A statement taken apart: its family, its operands, and the two things (tiles, traps or
 * axes) that they may stand for. */
struct statement {
    uint8_t family;
    uint8_t v[OPERANDS];
    uint8_t a, b;
};
struct statement statement_parts(unsigned number);
bool statement_is_true(const struct kit *kit, const struct statement *st,
                       const uint8_t at[TILES]);
bool statement_holds(const struct kit *kit, unsigned number, const uint8_t at[TILES]);
/* The placements of two tiles with which a statement is true: by those of `a`, those of
 * `b`. */
struct pairs {
    uint8_t a, b;
    uint64_t of[TURNED_MAX];
};
/* False: two placements do not decide it. */
bool statement_pairs(const struct kit *kit, const struct statement *st, struct pairs *out);
static inline bool pairs_have(const struct pairs *pairs, const uint8_t at[TILES])
{
    return pairs->of[at[pairs->a]] >> at[pairs->b] & 1;
}

/* A legal plan where it is true: the same one whatever the quest, so that it can be shown
 * to explain the words. LEGAL_PLANS: there is none. */
uint32_t statement_example(const struct kit *kit, unsigned number);
/* Whether it depends on the zones covered alone, and not on the traps. */
bool statement_is_of_outline(const struct statement *st);
/* The tiles that it names, a bit each. */
unsigned statement_tiles(const struct statement *st);
/* "S is totally further right than V", in the writer's language. */
void statement_put(unsigned number, struct tb_text *out);
/* `right S V`: the form in facts and in JSON; read back whatever the case. */
void statement_notate(unsigned number, struct tb_text *out);
/* {"note":"right S V","says":MSGID,"with":{"a":"S","b":"V"}}: a trap is "S-sharp". */
void statement_json(unsigned number, struct tb_text *out);
bool statement_read(const char *text, unsigned *number);

/* In how many of the legal plans each is true. */
extern const uint32_t statement_plans[STATEMENTS];

/* expert.c, R14.3: a set of statements true of the plan. mode 1 to 6, as the option has it;
 * other seeds give other sets. Unused places become NO_STATEMENT. */
void expert_draw(const struct kit *kit, uint32_t plan, int mode, uint64_t seed,
                 uint16_t out[EXPERT_MAX]);

#endif
