/* What a game comes to: the sheet of each player, R9.3, the result, the figures. */
#include "archives.h"

/* Cubes of a type that belong to a site: in its store, on show, lent here or outside. */
static unsigned cubes_of(const struct tb_state *s, unsigned site, unsigned type)
{
    unsigned cubes = s->store[site][type], cube = type + 16 * site;

    if (s->room[site].size && s->room[site].type == type)
        cubes += s->room[site].size;
    for (unsigned i = 0; i < s->lents[site]; i++)
        cubes += s->lent[site][i] == cube;
    for (unsigned i = 0; i < s->lents[EXTERNAL]; i++)
        cubes += s->lent[EXTERNAL][i] == cube;
    return cubes;
}

unsigned av_largest_site(const struct tb_state *s, unsigned type, unsigned *cubes)
{
    unsigned best = 0;

    *cubes = 0;
    for (unsigned site = 0; site < SITES; site++) {
        unsigned here = cubes_of(s, site, type);

        if (here > *cubes)
            *cubes = here, best = site;
    }
    return best;
}

unsigned av_done(const struct tb_state *s, unsigned type)
{
    return (unsigned)s->done[0][type] + s->done[1][type] + s->done[2][type];
}

struct av_sheet av_score_sheet(const struct tb_state *s, unsigned seat)
{
    struct av_sheet sheet = { .prestige = s->pp[seat],
                              .expertise = (int)av_sum(s->pe[seat]) };

    sheet.total = sheet.prestige + sheet.expertise;
    for (unsigned type = 0; type < TYPES; type++) {
        unsigned cubes;

        sheet.largest[type] = NONE;
        if (s->expert[type] != seat)
            continue;
        sheet.largest[type] = (uint8_t)av_largest_site(s, type, &cubes);
        sheet.cubes[type] = (uint8_t)cubes;
        sheet.done[type] = (uint8_t)av_done(s, type);
        sheet.total += sheet.cubes[type] + sheet.done[type];
    }
    return sheet;
}

void archives_score(const struct tb_state *s, struct tb_result *result)
{
    memset(result, 0, sizeof *result);
    for (unsigned seat = 0; seat < s->head.seats; seat++)
        result->points[seat] = av_score_sheet(s, seat).total;
    for (unsigned seat = 0; seat < s->head.seats; seat++) {
        result->place[seat] = 1;
        for (unsigned other = 0; other < s->head.seats; other++)
            result->place[seat] = (uint8_t)(result->place[seat] +
                                            (result->points[other] > result->points[seat]));
    }
}

/* Line by line, as the sheet adds up. */
static void tell_sheet(struct tb_state *s, unsigned seat, struct tb_events *to)
{
    struct av_sheet sheet = av_score_sheet(s, seat);

    if (sheet.expertise)
        av_tell(to, E_FINAL_EXPERTISE, seat, (unsigned)sheet.expertise, 0, 0);
    for (unsigned type = 0; type < TYPES; type++) {
        if (sheet.cubes[type])
            av_tell(to, E_FINAL_CUBES, seat, sheet.cubes[type], type, sheet.largest[type]);
        if (sheet.done[type])
            av_tell(to, E_FINAL_DONE, seat, sheet.done[type], type, 0);
    }
}

void av_tell_end(struct tb_state *s, struct tb_events *to)
{
    struct tb_result result;

    if (!to)
        return;
    archives_score(s, &result);
    for (unsigned seat = 0; seat < s->head.seats; seat++)
        tell_sheet(s, seat, to);
    for (unsigned seat = 0; seat < s->head.seats; seat++)
        if (result.place[seat] == 1)
            av_tell(to, E_WON, seat, 0, 0, 0);
}

void archives_measure(const struct tb_state *s, double *figures)
{
    double actions = 0;

    for (unsigned i = 0; i < ACTIONS; i++)
        actions += s->actions[i];
    figures[0] = s->passes;
    figures[1] = actions;
    figures[2] = s->actions[STORE];
    figures[3] = s->actions[ANSWER];
    figures[4] = s->voids[ANSWER];
    figures[5] = s->actions[EXHIBIT];
    figures[6] = s->voids[EXHIBIT];
    figures[7] = s->abandons;
}
