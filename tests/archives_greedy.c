/* See archives_greedy.h. */
#include <math.h>

#include "../games/archives/archives.h"
#include "archives_greedy.h"

/* "0.9 to 1.8 per card in hand"; of a hidden one, about the mean. */
static const double card_worth[KINDS] = {
    0.9, 1.8, 1.0, 1.2, 0.9, 1.0, 1.0, 1.2, 1.2, 0.9
};

static double progress(const struct tb_state *s)
{
    int most = 0;

    for (int i = 0; i < s->head.seats; i++)
        for (int t = 0; t < TYPES; t++)
            most = s->pe[i][t] > most ? s->pe[i][t] : most;
    return s->end || most > 10 ? 1 : most / 10.0;
}

/* What is the same whoever asks. */
struct outlook {
    double progress;
    double promise[TYPES];         /* to the expert in the end: its cubes, its work */
    double chance[TYPES][PLAYERS]; /* of being that expert */
};

static void weigh_chances(const struct tb_state *s, unsigned type, double prog,
                          double *chance)
{
    double a = 0.45 + 0.8 * prog * prog, sum = 1 - prog;

    for (int i = 0; i < s->head.seats; i++) {
        chance[i] = s->pe[i][type] ? exp(a * s->pe[i][type]) : 0;
        sum += chance[i];
    }
    for (int i = 0; i < s->head.seats; i++)
        chance[i] = chance[i] > 0 ? chance[i] / sum : 0;
}

static struct outlook outlook_of(const struct tb_state *s)
{
    struct outlook o = { .progress = progress(s) };

    for (unsigned t = 0; t < TYPES; t++) {
        unsigned cubes;

        av_largest_site(s, t, &cubes);
        o.promise[t] = cubes + av_done(s, t) + 4 * (1 - o.progress);
        weigh_chances(s, t, o.progress, o.chance[t]);
    }
    return o;
}

static double requests_worth(const struct tb_state *s, int seat, double prog)
{
    double worth = 0;

    for (unsigned zone = 0; zone < ZONES; zone++)
        for (unsigned i = 0; i < s->requests[zone]; i++) {
            unsigned type = s->request[zone][i];
            int stock = zone == EXTERNAL
                            ? s->store[0][type] + s->store[1][type] + s->store[2][type]
                            : s->store[zone][type];

            if (s->expert[type] == seat)
                worth += (stock ? 0.5 : -0.45) * (1 - 0.6 * prog);
            else if (stock)
                worth += 0.12 * (1 - prog);
        }
    return worth;
}

static double expert_worth(const struct tb_state *s, unsigned type, double prog)
{
    int free = 0, entry = 0;
    double worth;

    for (unsigned site = 0; site < SITES; site++) {
        if (av_accepts(site, type))
            free += av_board.site[site].entry - (int)av_sum(s->entry[site]);
        entry += s->entry[site][type];
    }
    worth = -s->waiting[type] * (s->end ? 1 : 0.6 * s->head.seats + 1 - prog);
    if (free < 3)
        worth -= (3 - free) * 0.6 * (1 - 0.7 * prog);
    return worth + 0.25 * (1 - prog) * entry;
}

static double value(const struct tb_state *s, const struct outlook *o, int seat)
{
    double prog = o->progress, worth = s->pp[seat], cards = 0;

    for (unsigned t = 0; t < TYPES; t++) {
        worth += s->pe[seat][t];
        worth += o->chance[t][seat] * o->promise[t];
        if (s->expert[t] == seat)
            worth += expert_worth(s, t, prog);
    }
    for (int k = 0; k < KINDS; k++)
        cards += s->hand[seat][k] * card_worth[k];
    return worth + requests_worth(s, seat, prog) + cards * (1 - 0.8 * prog);
}

static double score(const struct tb_state *s, int seat)
{
    struct outlook o = outlook_of(s);
    double sum = 0, best = -1e9;
    int others = s->head.seats - 1;

    for (int i = 0; i < s->head.seats; i++)
        if (i != seat) {
            double v = value(s, &o, i);

            sum += v;
            best = v > best ? v : best;
        }
    return value(s, &o, seat) - 0.3 * sum / others - 0.2 * best;
}

static double noise(uint64_t *rng)
{
    return 1e-3 * (double)tb_random_below(rng, 1000) / 1000;
}

/* Whether the decision belongs to an action or a card under way. */
static bool is_inside(const struct tb_state *s, int seat)
{
    return s->head.owes && s->active == seat &&
           (s->ask == ASK_ARRIVAL || (s->ask >= ASK_STORE && s->ask <= ASK_EXHIBIT) ||
            (s->ask >= ASK_MARK && s->ask <= ASK_RETURN));
}

static tb_move best_now(const struct tb_state *world, int seat, uint64_t *rng, double *most)
{
    tb_move legal[TB_MOVES_MAX], best;
    int count = game_archives.moves(world, seat, legal);

    best = legal[0];
    *most = -1e9;
    for (int i = 0; i < count; i++) {
        struct tb_state after = *world;
        double worth;

        av_play(&after, seat, legal[i], NULL);
        worth = score(&after, seat) + noise(rng);
        if (worth > *most)
            *most = worth, best = legal[i];
    }
    return best;
}

/* The score once what the move began is done, each step taken greedily. */
static double outcome(const struct tb_state *world, int seat, tb_move move, uint64_t *rng)
{
    struct tb_state after = *world;
    double most;

    av_play(&after, seat, move, NULL);
    while (is_inside(&after, seat))
        av_play(&after, seat, best_now(&after, seat, rng, &most), NULL);
    return score(&after, seat);
}

static tb_move turn(const struct tb_state *world, int seat, double least, uint64_t *rng)
{
    tb_move legal[TB_MOVES_MAX], best = 0, card = 0;
    int count = game_archives.moves(world, seat, legal);
    double now = score(world, seat), most = -1e9, most_card = 0.4;
    unsigned hi = av_span_of(world, (unsigned)seat).hi;

    for (int i = 0; i < count; i++) {
        double gain;
        unsigned steps = tb_arg(legal[i], 0), to = world->pos[seat] + steps;

        if (tb_verb(legal[i]) == DO_CARD) {
            gain = outcome(world, seat, legal[i], rng) - now;
            if (gain > most_card)
                most_card = gain, card = legal[i];
        }
        if (tb_verb(legal[i]) != DO_MOVE || av_cost(world, (unsigned)seat, steps) > 6)
            continue;
        gain = outcome(world, seat, legal[i], rng) - now;
        gain -= to > hi ? 0.2 * (to - hi) : 0;
        if (gain >= least && !card && !best) {
            best = legal[i];
            most = 1e9;
        } else if (gain > most) {
            most = gain;
            if (!av_may_pass(world))
                best = legal[i];
        }
    }
    if (card)
        return card;
    return best ? best : av_may_pass(world) ? tb_mv(DO_PASS, 0, 0) : legal[0];
}

tb_move archives_greedy(const struct tb_state *seen, int seat, int kind, uint64_t *rng)
{
    struct tb_state world;
    double most;

    tb_redeal(&game_archives, seen, tb_random(rng), &world);
    if (world.ask == ASK_TURN)
        return turn(&world, seat, kind == EAGER ? 0.4 : 1.5, rng);
    if (world.ask == ASK_ARRIVAL) {
        tb_move legal[TB_MOVES_MAX], best;
        int count = game_archives.moves(&world, seat, legal);

        best = legal[0];
        most = outcome(&world, seat, legal[0], rng);
        for (int i = 1; i < count; i++) {
            double worth = outcome(&world, seat, legal[i], rng);

            if (worth > most)
                most = worth, best = legal[i];
        }
        return best;
    }
    return best_now(&world, seat, rng, &most);
}
