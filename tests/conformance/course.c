/* What holds before and after a move, and when a game is over. */
#include <math.h>
#include <stdlib.h>

#include "json.h"
#include "trial.h"

/* Events as one viewer hears them, in place. */
static int filter(struct tb_event *list, int count, int viewer)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (tb_event_known(&list[i], viewer))
            list[kept++] = list[i];
    return kept;
}

/* Whether the viewer hears of something new; TB_TRUTH: whether anybody does. */
static bool reveals(const struct trial *t, const struct tb_events *told, int viewer)
{
    for (int i = 0; i < told->count; i++)
        if (t->g->events[told->list[i].kind].reveals &&
            tb_event_known(&told->list[i], viewer))
            return true;
    return false;
}

enum { PAIRS = 6 }; /* of worlds, for each viewer of a move */

static bool is_legal(const struct trial *t, const struct tb_state *s, int seat,
                     tb_move move)
{
    tb_move list[LIST_ROOM];
    int count = tb_legal(t->g, s, seat, list);

    for (int i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

static int kinds(const struct tb_game *g)
{
    int count = 0;

    while (g->events[count].id)
        count++;
    return count;
}

/* ---- moves about to be made: t->seat and t->move ---- */

/* A copy at another address, told to nobody, must come to the same position. */
static bool play_is_repeatable(struct trial *t)
{
    t->told_a = (struct tb_events){ t->list_a, 0, TB_EVENTS_MAX };
    copy(t, t->a, t->match.now);
    copy(t, t->b, t->match.now);
    tb_step(t->g, t->a, t->seat, t->move, &t->told_a);
    tb_step(t->g, t->b, t->seat, t->move, NULL);
    return same(t, t->a, t->b) && t->told_a.count < TB_EVENTS_MAX;
}

static bool event_is_sound(struct trial *t, const struct tb_event *e)
{
    static const char *const names[TB_SEATS_MAX] = { "Ada", "Bob", "Cyd",
                                                     "Dee", "Eve", "Fox" };
    struct tb_text out = tb_text(t->text, TEXT_ROOM);
    const struct tb_event_kind *kind;

    if (e->kind >= kinds(t->g) || e->seat >= t->tables->seats || !e->knows ||
        (e->knows != TB_ALL && e->knows >> t->tables->seats))
        return false;
    kind = &t->g->events[e->kind];
    for (int i = 0; kind->args && kind->args[i]; i++)
        if (i == 5 || (kind->args[i] == 's' && e->arg[i] >= t->tables->seats))
            return false;
    tb_put_event_json(t->g, e, &out);
    t->detail = json_fault(t->text);
    if (t->detail || out.cut)
        return false;
    out = tb_text(t->text, TEXT_ROOM);
    tb_put_event(t->g, e, names, TB_PUBLIC, &out);
    return !kind->text || (*t->text && !strpbrk(t->text, "{}\n") && !utf8_fault(t->text));
}

static bool events_are_sound(struct trial *t)
{
    for (int i = 0; i < t->told_a.count; i++)
        if (!event_is_sound(t, &t->told_a.list[i]))
            return false;
    return true;
}

/* Plays the move in the truth and in a world redealt for the viewer, if it is legal there:
 * see_a and see_b are what the viewer sees then. In two worlds of three the luck to come
 * is that of the truth, so that only what lies hidden makes the difference. */
static bool has_same_luck(int n) { return n % 3; }

static bool play_in_both(struct trial *t, int i, int n)
{
    t->viewer = viewer_at(t, i);
    deal(t, t->seen[i], t->b);
    if (has_same_luck(n)) {
        tb_head(t->b)->rng = tb_head_of(t->match.now)->rng;
        memcpy(tb_head(t->b)->key, tb_head_of(t->match.now)->key, TB_KEY);
    }
    if (!is_legal(t, t->b, t->seat, t->move))
        return false;
    t->told_a = (struct tb_events){ t->list_a, 0, TB_EVENTS_MAX };
    t->told_b = (struct tb_events){ t->list_b, 0, TB_EVENTS_MAX };
    copy(t, t->a, t->match.now);
    tb_step(t->g, t->a, t->seat, t->move, &t->told_a);
    tb_step(t->g, t->b, t->seat, t->move, &t->told_b);
    tb_observe(t->g, t->a, t->viewer, t->see_a);
    tb_observe(t->g, t->b, t->viewer, t->see_b);
    return true;
}

static bool tell_alike(struct trial *t)
{
    t->told_a.count = filter(t->list_a, t->told_a.count, t->viewer);
    t->told_b.count = filter(t->list_b, t->told_b.count, t->viewer);
    return t->told_a.count == t->told_b.count &&
           !memcmp(t->list_a, t->list_b, (size_t)t->told_a.count * sizeof *t->list_a);
}

/* What this pair of worlds shows: t->viewer sees and hears them both. Other luck may be
 * told and leave no trace, as the order in which two things were drawn; a secret may not.
 */
static void judge_pair(struct trial *t, bool same_luck)
{
    bool revealed = reveals(t, &t->told_a, t->viewer) && reveals(t, &t->told_b, t->viewer);

    if (!same(t, t->see_a, t->see_b)) {
        if (!revealed)
            t->untold = t->viewer;
    } else if (same_luck && !tell_alike(t)) {
        t->overtold = t->viewer;
    }
}

/* Undo is free unless somebody learned something: so learning must be told, and to whoever
 * learned: what another one hears does not count. */
static bool learning_is_told(struct trial *t)
{
    t->untold = t->overtold = TB_TRUTH;
    for (int i = 0; i < viewers(t); i++)
        for (int n = 0; n < PAIRS; n++)
            if (play_in_both(t, i, n))
                judge_pair(t, has_same_luck(n));
    t->viewer = t->untold;
    return t->untold == TB_TRUTH;
}

static bool events_tell_no_more_than_the_table(struct trial *t)
{
    t->viewer = t->overtold;
    return t->overtold == TB_TRUTH;
}

/* What the seat might have done instead, where it has a choice. */
static tb_move another_move(struct trial *t)
{
    const tb_move *list = t->list[t->seat];
    int count = t->count[t->seat];
    int i = (int)tb_random_below(&t->luck, (uint32_t)count);

    return list[list[i] == t->move ? (i + 1) % count : i];
}

/* Several seats owe: until all have chosen, a seat that is not told what another chose must
 * not see it either. */
static bool choices_at_once_stay_hidden(struct trial *t)
{
    tb_move other = another_move(t);
    unsigned owing = tb_head_of(t->match.now)->owes & ~(1u << t->seat);

    for (int seat = 0; seat < t->tables->seats; seat++) {
        t->viewer = seat;
        t->told_a = (struct tb_events){ t->list_a, 0, TB_EVENTS_MAX };
        t->told_b = (struct tb_events){ t->list_b, 0, TB_EVENTS_MAX };
        copy(t, t->a, t->match.now);
        copy(t, t->b, t->match.now);
        tb_step(t->g, t->a, t->seat, t->move, &t->told_a);
        tb_step(t->g, t->b, t->seat, other, &t->told_b);
        if (!((owing & tb_head_of(t->a)->owes) >> seat & 1) || !tell_alike(t))
            continue;
        tb_observe(t->g, t->a, seat, t->see_a);
        tb_observe(t->g, t->b, seat, t->see_b);
        if (!same(t, t->see_a, t->see_b))
            return false;
    }
    return true;
}

/* ---- the move made: told_a holds what was told ---- */

static bool undo_follows_the_events(struct trial *t)
{
    for (int seat = -1; seat <= t->tables->seats; seat++)
        if (tb_match_may_undo(&t->match, seat) !=
            (seat == t->seat && !reveals(t, &t->told_a, TB_TRUTH)))
            return false;
    return true;
}

/* ---- the end ---- */

static bool games_end(struct trial *t)
{
    return !tb_head_of(t->match.now)->owes &&
           t->match.count <= t->g->plies_max + t->changes * PER_CHANGE;
}

static bool places_are_a_ranking(const struct trial *t, const uint8_t *place)
{
    int firsts = 0, lost = 0;

    for (int seat = 0; seat < t->tables->seats; seat++) {
        bool follows = place[seat] <= 1;
        int better = 0;

        firsts += place[seat] == 1;
        lost += place[seat] == 0;
        for (int other = 0; other < t->tables->seats; other++) {
            better += place[other] < place[seat];
            follows |= place[other] == place[seat] - 1;
        }
        if (!follows && place[seat] != better + 1)
            return false;
    }
    return lost ? lost == t->tables->seats : firsts > 0;
}

static bool score_is_sane(struct trial *t)
{
    struct tb_result one, two;

    memset(&one, 0x55, sizeof one);
    memset(&two, 0xaa, sizeof two);
    t->g->score(t->match.now, &one);
    t->g->score(t->match.now, &two);
    for (int seat = 0; seat < t->tables->seats; seat++)
        if (one.points[seat] != two.points[seat] || one.place[seat] != two.place[seat] ||
            abs(one.points[seat]) > 100000)
            return false;
    return places_are_a_ranking(t, one.place);
}

static bool figures_are_numbers(struct trial *t)
{
    double figures[TB_FIGURES_MAX];

    if (!t->g->measure || !t->g->figures)
        return true;
    for (int i = 0; i < TB_FIGURES_MAX; i++)
        figures[i] = (double)NAN;
    t->g->measure(t->match.now, figures);
    for (int i = 0; t->g->figures[i]; i++)
        if (i == TB_FIGURES_MAX || !isfinite(figures[i]))
            return false;
    return true;
}

static bool load_again(struct trial *t, struct tb_match *again)
{
    struct tb_record r;
    int line;

    t->detail = tb_record_read(t->record, &r);
    if (t->detail || r.plies != t->match.count)
        return false;
    t->detail = tb_match_load(again, &r, t->tables->kit, &line);
    return !t->detail;
}

static bool records_read_back(struct trial *t)
{
    struct tb_text out = tb_text(t->record, t->record_room);
    struct tb_match again = { .now = t->b, .room = t->match.room };
    size_t bytes = t->match.count * sizeof *again.plies;
    bool well;

    copy(t, t->a, t->match.now);
    tb_match_save(&t->match, t->b, &out);
    if (out.cut || !same(t, t->a, t->match.now))
        return false;
    again.plies = t->plies_again;
    well = load_again(t, &again) && same(t, t->match.now, again.now) &&
           again.count == t->match.count && !memcmp(again.plies, t->match.plies, bytes);
    return well;
}

static bool rewinding_finds_the_same(struct trial *t)
{
    for (int i = SNAPSHOTS - 1; i >= 0; i--) {
        struct tb_match back = t->match;

        if (!t->snapshot[i].ply && i)
            continue;
        copy(t, t->b, t->match.now);
        back.now = t->b;
        tb_match_rewind(&back, t->snapshot[i].ply);
        if (!same(t, t->b, t->snapshot[i].s) || back.count != t->snapshot[i].ply)
            return false;
    }
    return true;
}

const struct rule rules_before_a_move[] = {
    { "a move comes to the same position again", play_is_repeatable },
    { "events are well formed", events_are_sound },
    { "a choice at once is seen only if it is told", choices_at_once_stay_hidden },
    { "whatever is learned is told as revealing", learning_is_told },
    { "events tell no more than the table", events_tell_no_more_than_the_table },
    { NULL, NULL },
};

const struct rule rules_after_a_move[] = {
    { "undo follows the events", undo_follows_the_events },
    { NULL, NULL },
};

const struct rule rules_at_the_end[] = {
    { "games end within plies_max", games_end },
    { "places and points are sane", score_is_sane },
    { "figures are numbers", figures_are_numbers },
    { "rewinding finds the same positions", rewinding_finds_the_same },
    { "records read back as the same match", records_read_back },
    { NULL, NULL },
};
