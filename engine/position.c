/*
 * The one door to a game's rules: set-up, legality, secrecy, notation.
 *
 * Everything a game may take for granted is checked here, once, for all of them.
 */
#include <assert.h>
#include <string.h>

#include "tablier.h"

const struct tb_game *tb_find(const char *id)
{
    for (int i = 0; tb_games[i]; i++)
        if (!strcmp(tb_games[i]->id, id))
            return tb_games[i];
    return NULL;
}

static const char *why_not(const struct tb_game *g, int seats, const struct tb_kit *kit,
                           const struct tb_head *head)
{
    if (seats < g->seats_min || seats > g->seats_max)
        return TB_N("This game is not for that number of players.");
    assert(kit || !g->kit_bare); /* tb_kit_new makes it from nothing */
    if (g->kit_size && !kit)
        return TB_N("This game needs a book.");
    for (int i = 0; g->options && g->options[i].id; i++)
        if (head->option[i] < g->options[i].min || head->option[i] > g->options[i].max)
            return TB_N("An option has a value that is not possible.");
    return g->allow ? g->allow(head) : NULL;
}

const char *tb_new(const struct tb_game *g, struct tb_state *s, int seats,
                   const uint64_t *options, const struct tb_kit *kit, struct tb_seed seed)
{
    struct tb_head head = { .rng = seed.number,
                            .viewer = TB_TRUTH,
                            .seats = (uint8_t)seats };
    const char *refusal;

    assert(!seed.number || !tb_seed_is_secret(&seed)); /* it has one source */
    memcpy(head.key, seed.key, sizeof head.key);
    head.kit = kit || !g->kit ? kit : g->kit();
    if (!g->kit_size)
        head.kit = NULL;
    tb_options_usual(g, head.option);
    if (options)
        memcpy(head.option, options, sizeof head.option);
    refusal = why_not(g, seats, head.kit, &head);
    if (refusal)
        return refusal;
    assert(g->state_size >= sizeof head);
    memset(s, 0, g->state_size);
    *tb_head(s) = head;
    g->setup(s);
    assert(tb_head(s)->viewer == TB_TRUTH && tb_head(s)->kit == head.kit);
    return NULL;
}

const char *tb_no_bots(const struct tb_game *g, const struct tb_state *s)
{
    return g->no_bots ? g->no_bots(tb_head_of(s)) : NULL;
}

static bool can_act(const struct tb_state *s, int seat)
{
    const struct tb_head *head = tb_head_of(s);

    return seat >= 0 && seat < head->seats && (head->owes | head->may) >> seat & 1;
}

int tb_legal(const struct tb_game *g, const struct tb_state *s, int seat, tb_move *out)
{
    int count = can_act(s, seat) ? g->moves(s, seat, out) : 0;

    assert(count >= 0 && count <= TB_MOVES_MAX); /* more would be written past `out` */
    return count;
}

static tb_move pick_from_list(const struct tb_game *g, const struct tb_state *s, int seat,
                              uint64_t *rng)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(g, s, seat, legal);

    assert(count); /* it was not this seat's turn */
    return legal[tb_random_below(rng, (uint32_t)count)];
}

/* Apart from the list, so that a game with a pick of its own makes no room for one. */
tb_move tb_pick(const struct tb_game *g, const struct tb_state *s, int seat, uint64_t *rng)
{
    return g->pick ? g->pick(s, seat, rng) : pick_from_list(g, s, seat, rng);
}

const char *tb_play(const struct tb_game *g, struct tb_state *s, int seat, tb_move move,
                    struct tb_events *to)
{
    tb_move legal[TB_MOVES_MAX];
    int count;

    if (!tb_head_of(s)->owes)
        return TB_N("The game is over.");
    if (!can_act(s, seat))
        return TB_N("It is not your turn.");
    /* What a viewer knows is not a place to play in: its secrets are blank. */
    assert(tb_head_of(s)->viewer == TB_TRUTH);
    count = g->moves(s, seat, legal);
    assert(count > 0 && count <= TB_MOVES_MAX);
    for (int i = 0; i < count; i++)
        if (legal[i] == move) {
            tb_step(g, s, seat, move, to);
            return NULL;
        }
    return TB_N("That move is not possible now.");
}

void tb_notate(const struct tb_game *g, const struct tb_state *s, tb_move move,
               char note[TB_NOTE_MAX])
{
    struct tb_text out = tb_text(note, TB_NOTE_MAX);

    assert(move);
    g->notate(s, move, &out);
    assert(!out.cut); /* two notes cut alike would be one */
}

/* Notes are words: nothing in them has to be escaped. */
void tb_put_note(const struct tb_game *g, const struct tb_state *s, tb_move move,
                 struct tb_text *out)
{
    tb_put_byte(out, '"');
    g->notate(s, move, out);
    tb_put_byte(out, '"');
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

/* Case and repeated blanks do not matter to somebody who types. */
static bool same_note(const char *a, const char *b)
{
    while (*a == ' ')
        a++;
    while (*b == ' ')
        b++;
    while (*a && lower(*a) == lower(*b)) {
        bool blank = *a == ' ';

        a++, b++;
        while (blank && *a == ' ')
            a++;
        while (blank && *b == ' ')
            b++;
    }
    while (*a == ' ')
        a++;
    while (*b == ' ')
        b++;
    return !*a && !*b;
}

/* The game may know a reason that helps more than that it is so. */
static const char *why_refused(const struct tb_game *g, const struct tb_state *s, int seat,
                               const char *note)
{
    const char *why = g->refuse ? g->refuse(s, seat, note) : NULL;

    return why ? why : TB_N("That move is not possible now.");
}

const char *tb_parse(const struct tb_game *g, const struct tb_state *s, int seat,
                     const char *note, tb_move *out)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(g, s, seat, legal);

    if (!tb_head_of(s)->owes)
        return TB_N("The game is over.");
    if (!can_act(s, seat))
        return TB_N("It is not your turn.");
    for (int i = 0; i < count; i++) {
        char written[TB_NOTE_MAX];

        tb_notate(g, s, legal[i], written);
        if (same_note(written, note)) {
            *out = legal[i];
            return NULL;
        }
    }
    return why_refused(g, s, seat, note);
}

void tb_observe(const struct tb_game *g, const struct tb_state *s, int viewer,
                struct tb_state *out)
{
    const struct tb_head *head = tb_head_of(s);

    assert(out != s);
    assert(viewer >= TB_PUBLIC && viewer < head->seats);
    /* From the truth; or from what is blanked already, to know the same or less. */
    assert(head->viewer == TB_TRUTH || head->viewer == viewer || viewer == TB_PUBLIC);
    memcpy(out, s, g->state_size);
    tb_head(out)->viewer = (int8_t)viewer;
    tb_head(out)->rng = 0;
    memset(tb_head(out)->key, 0, TB_KEY);
    if (g->hide && viewer != TB_TRUTH)
        g->hide(out);
}

void tb_redeal(const struct tb_game *g, const struct tb_state *seen, uint64_t seed,
               struct tb_state *out)
{
    assert(out != seen);
    /* Of the truth nothing would be dealt anew: a world that knows the secrets. */
    assert(tb_head_of(seen)->viewer != TB_TRUTH);
    /* With the key its luck would be the truth's to come. */
    assert(!tb_is_key(tb_head_of(seen)->key));
    memcpy(out, seen, g->state_size);
    /* Scrambled, so that neighbouring seeds do not deal neighbouring worlds. */
    tb_head(out)->rng = tb_random(&seed);
    if (g->guess)
        g->guess(out);
    tb_head(out)->viewer = TB_TRUTH;
}
