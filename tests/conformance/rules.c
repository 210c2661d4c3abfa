/*
 * The rules, one function each, and the random games they are checked on.
 *
 * A rule is a question about the trial as it stands, answered with true or false; the
 * tables at the end say what is asked at every ply, at sampled plies, before and after
 * each move and at the end. The first rule answered with false is the verdict, so rules
 * that others take for granted come first.
 *
 * Secrets are tested with pairs of worlds: whatever a viewer sees of the truth it must
 * see of a redealt world too, and go on seeing while the same moves are played in both,
 * until an event says that something was revealed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "json.h"
#include "rules.h"

enum {
    VIEWERS = TB_SEATS_MAX + 1, /* the seats, and whoever looks on */
    LIST_ROOM = 4 * TB_MOVES_MAX,
    TEXT_ROOM = 1 << 16, /* bytes that every view must fit */
    SNAPSHOTS = 4,
    CHANGES = 8,     /* of mind, in one game */
    PER_CHANGE = 16, /* decisions that one change may bring again */
    HINTS_MAX = 64,
    Z_MAX = 6, /* deviations from even: once in 500 million by chance */
};

struct snapshot {
    struct tb_state *s;
    uint32_t ply;
};

struct trial {
    const struct tables *tables;
    const struct tb_game *g;
    struct verdict *verdict;
    uint64_t luck;         /* of the test, never of the game */
    struct tb_match match; /* match.now is the truth */
    struct tb_state *before, *a, *b, *see_a, *see_b;
    struct tb_state *seen[VIEWERS], *world[VIEWERS];
    tb_move list[TB_SEATS_MAX][LIST_ROOM];
    int count[TB_SEATS_MAX];
    char note[TB_MOVES_MAX][TB_NOTE_MAX];
    int seat; /* who moves next, or moved last, and what */
    tb_move move, stale;
    struct tb_event list_a[TB_EVENTS_MAX], list_b[TB_EVENTS_MAX];
    struct tb_events told_a, told_b;
    char *text, *text_again, *scene[VIEWERS], *record;
    size_t record_room;
    struct snapshot snapshot[SNAPSHOTS];
    uint32_t changes;       /* decisions of this game that nobody waited for */
    long hidden, differing; /* pairs of worlds where something was hidden; unlike pairs */
    clock_t begun;
    int viewer; /* that a broken rule was about */
    const char *detail;
};

struct rule {
    const char *name;
    bool (*holds)(struct trial *t);
};

/* ---- helpers ---- */

/* Whether the time given is spent: a slow game is looked at less, never waited for. */
static bool is_late(const struct trial *t)
{
    double spent = (double)(clock() - t->begun) / (double)CLOCKS_PER_SEC;

    return t->tables->seconds > 0 && spent > t->tables->seconds;
}

static int viewers(const struct trial *t) { return t->tables->seats + 1; }

static int viewer_at(const struct trial *t, int i)
{
    return i < t->tables->seats ? i : TB_PUBLIC;
}

static bool same(const struct trial *t, const struct tb_state *a, const struct tb_state *b)
{
    return !memcmp(a, b, t->g->state_size);
}

static bool same_body(const struct trial *t, const struct tb_state *a,
                      const struct tb_state *b)
{
    size_t head = sizeof(struct tb_head);

    return !memcmp((const char *)a + head, (const char *)b + head, t->g->state_size - head);
}

static void copy(const struct trial *t, struct tb_state *to, const struct tb_state *from)
{
    memcpy(to, from, t->g->state_size);
}

static bool may_know(const struct tb_event *e, int viewer)
{
    return e->knows == TB_ALL || (viewer >= 0 && e->knows >> viewer & 1);
}

/* Events as one viewer hears them, in place. */
static int filter(struct tb_event *list, int count, int viewer)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (may_know(&list[i], viewer))
            list[kept++] = list[i];
    return kept;
}

static bool reveals(const struct trial *t, const struct tb_events *told)
{
    for (int i = 0; i < told->count; i++)
        if (t->g->events[told->list[i].kind].reveals)
            return true;
    return false;
}

static bool is_listed(const struct trial *t, int seat, tb_move move)
{
    for (int i = 0; i < t->count[seat]; i++)
        if (t->list[seat][i] == move)
            return true;
    return false;
}

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

/* ---- at every ply ---- */

static bool head_is_the_engines(struct trial *t)
{
    struct tb_head was = *tb_head_of(t->before), is = *tb_head_of(t->match.now);

    was.rng = is.rng;
    was.owes = is.owes;
    was.may = is.may;
    was.ply = (uint16_t)(was.ply + (t->match.count > 0));
    return !memcmp(&was, &is, sizeof is) && is.ply == t->match.count;
}

/* The mask of those who may is apart from those who owe. */
static bool only_players_act(struct trial *t)
{
    const struct tb_head *head = tb_head_of(t->match.now);

    return !((head->owes | head->may) >> t->tables->seats) && !(head->owes & head->may) &&
           (head->owes || !head->may);
}

static bool check_finds_nothing(struct trial *t)
{
    t->detail = t->g->check ? t->g->check(t->match.now) : NULL;
    return !t->detail;
}

static bool asking_changes_nothing(struct trial *t)
{
    copy(t, t->a, t->match.now);
    for (int seat = 0; seat < t->tables->seats; seat++)
        t->count[seat] = tb_legal(t->g, t->match.now, seat, t->list[seat]);
    return same(t, t->a, t->match.now);
}

static bool who_can_act_has_moves(struct trial *t)
{
    const struct tb_head *head = tb_head_of(t->match.now);

    for (int seat = 0; seat < t->tables->seats; seat++)
        if ((t->count[seat] > 0) != ((head->owes | head->may) >> seat & 1))
            return false;
    return true;
}

static bool lists_fit(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        if (t->count[seat] > TB_MOVES_MAX)
            return false;
    return true;
}

static bool moves_have_verbs(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int i = 0; i < t->count[seat]; i++)
            if (!tb_verb(t->list[seat][i]))
                return false;
    return true;
}

/* ---- moves and notes, at samples ---- */

static int by_move(const void *a, const void *b)
{
    tb_move x = *(const tb_move *)a, y = *(const tb_move *)b;

    return (x > y) - (x < y);
}

static bool no_move_twice(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++) {
        tb_move list[LIST_ROOM];
        size_t count = (size_t)t->count[seat];

        memcpy(list, t->list[seat], count * sizeof *list);
        qsort(list, count, sizeof *list, by_move);
        for (size_t i = 1; i < count; i++)
            if (list[i] == list[i - 1])
                return false;
    }
    return true;
}

/* A cut note fills its room: a note of 63 bytes might be one. */
static bool notes_fit(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int i = 0; i < t->count[seat]; i++) {
            char note[4 * TB_NOTE_MAX];
            struct tb_text out = tb_text(note, sizeof note);

            t->g->notate(t->match.now, t->list[seat][i], &out);
            if (out.cut || strlen(note) >= TB_NOTE_MAX)
                return false;
        }
    return true;
}

/* One blank between words and none around them, printable: as a record keeps it. */
static bool notes_are_words(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int i = 0; i < t->count[seat]; i++) {
            char note[TB_NOTE_MAX];
            size_t length;

            tb_notate(t->g, t->match.now, t->list[seat][i], note);
            length = strlen(note);
            if (!length || *note == ' ' || note[length - 1] == ' ' || strstr(note, "  ") ||
                strpbrk(note, "\n\t\033") || utf8_fault(note))
                return false;
        }
    return true;
}

static void write_folded(const struct trial *t, tb_move move, char note[TB_NOTE_MAX])
{
    tb_notate(t->g, t->match.now, move, note);
    for (char *c = note; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c + 'a' - 'A');
}

static int by_note(const void *a, const void *b) { return strcmp(a, b); }

static bool notes_are_unique(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++) {
        for (int i = 0; i < t->count[seat]; i++)
            write_folded(t, t->list[seat][i], t->note[i]);
        qsort(t->note, (size_t)t->count[seat], sizeof *t->note, by_note);
        for (int i = 1; i < t->count[seat]; i++)
            if (!strcmp(t->note[i], t->note[i - 1]))
                return false;
    }
    return true;
}

static bool notes_read_back(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int n = 0; n < 3 && t->count[seat]; n++) {
            uint32_t i = tb_random_below(&t->luck, (uint32_t)t->count[seat]);
            char note[TB_NOTE_MAX];
            tb_move read = 0;

            write_folded(t, t->list[seat][i], note);
            if (tb_parse(t->g, t->match.now, seat, note, &read) || read != t->list[seat][i])
                return false;
        }
    return true;
}

static bool nonsense_is_not_read(struct trial *t)
{
    static const char *const nonsense[] = { "", " ", "\n", "no such move", "0", "%s%n" };

    for (int seat = -1; seat <= t->tables->seats; seat++)
        for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
            tb_move read = 77;

            if (!tb_parse(t->g, t->match.now, seat, nonsense[i], &read) || read != 77)
                return false;
        }
    return true;
}

static bool pick_is_the_lists(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int n = 0; n < 4 && t->count[seat]; n++) {
            uint64_t one = tb_random(&t->luck), two = one;
            tb_move picked = tb_pick(t->g, t->match.now, seat, &one);
            uint32_t i = tb_random_below(&two, (uint32_t)t->count[seat]);

            if (picked != t->list[seat][i] || one != two)
                return false;
        }
    return true;
}

static bool is_refused(struct trial *t, int seat, tb_move move)
{
    struct tb_events told = { t->list_a, 0, TB_EVENTS_MAX };
    uint32_t count = t->match.count;

    copy(t, t->a, t->match.now);
    if (!tb_play(t->g, t->match.now, seat, move, &told) ||
        !tb_match_play(&t->match, seat, move, &told))
        return false;
    return same(t, t->a, t->match.now) && !told.count && t->match.count == count;
}

static bool illegal_moves_are_refused(struct trial *t)
{
    for (int seat = -1; seat <= TB_SEATS_MAX; seat++) {
        bool player = seat >= 0 && seat < t->tables->seats;
        tb_move tries[4] = { tb_random(&t->luck), 0, t->stale, t->stale };

        for (int other = 0; other < t->tables->seats; other++)
            if (t->count[other])
                tries[3] =
                    t->list[other][tb_random_below(&t->luck, (uint32_t)t->count[other])];
        for (int i = 0; i < 4; i++)
            if (!(player && is_listed(t, seat, tries[i])) && !is_refused(t, seat, tries[i]))
                return false;
    }
    return true;
}

/* ---- secrets, at samples ---- */

static bool hiding_twice_is_hiding_once(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++) {
        t->viewer = viewer_at(t, i);
        tb_observe(t->g, t->match.now, t->viewer, t->seen[i]);
        tb_observe(t->g, t->seen[i], t->viewer, t->a);
        if (!same(t, t->seen[i], t->a))
            return false;
    }
    return true;
}

static bool luck_is_hidden(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++)
        if (tb_head_of(t->seen[i])->rng)
            return false;
    return true;
}

/* Hidden from a seat is hidden from whoever looks on. */
static bool public_knows_no_more(struct trial *t)
{
    for (int i = 0; i < t->tables->seats; i++) {
        t->viewer = i;
        tb_observe(t->g, t->seen[i], TB_PUBLIC, t->a);
        if (!same(t, t->seen[viewers(t) - 1], t->a))
            return false;
    }
    return true;
}

static bool redealt_worlds_are_possible(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++) {
        t->viewer = viewer_at(t, i);
        tb_redeal(t->g, t->seen[i], tb_random(&t->luck), t->world[i]);
        t->detail = t->g->check ? t->g->check(t->world[i]) : NULL;
        if (t->detail || tb_head_of(t->world[i])->viewer != TB_TRUTH)
            return false;
        tb_redeal(t->g, t->seen[i], tb_random(&t->luck), t->a);
        if (!same_body(t, t->seen[i], t->match.now)) {
            t->hidden++;
            t->differing += !same_body(t, t->world[i], t->a);
        }
    }
    return true;
}

static bool redeals_go_unnoticed(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++) {
        t->viewer = viewer_at(t, i);
        tb_observe(t->g, t->world[i], t->viewer, t->a);
        if (!same(t, t->seen[i], t->a))
            return false;
    }
    return true;
}

static bool same_list(struct trial *t, const struct tb_state *s, int seat)
{
    tb_move list[LIST_ROOM];
    int count = tb_legal(t->g, s, seat, list);

    return count == t->count[seat] &&
           !memcmp(list, t->list[seat], (size_t)count * sizeof *list);
}

static bool lists_come_from_what_is_seen(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++) {
        t->viewer = seat;
        if (!same_list(t, t->seen[seat], seat) || !same_list(t, t->world[seat], seat))
            return false;
    }
    return true;
}

static bool notes_come_from_what_is_seen(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int i = 0; i < t->count[seat]; i++) {
            char note[TB_NOTE_MAX], seen[TB_NOTE_MAX];

            t->viewer = seat;
            tb_notate(t->g, t->match.now, t->list[seat][i], note);
            tb_notate(t->g, t->seen[seat], t->list[seat][i], seen);
            if (strcmp(note, seen))
                return false;
        }
    return true;
}

/* ---- words, at samples ---- */

typedef void put_state(const struct tb_state *s, struct tb_text *out);

static bool write(put_state *put, const struct tb_state *s, bool colour, char *text)
{
    struct tb_text out = tb_text(text, TEXT_ROOM);

    out.colour = colour;
    put(s, &out);
    return !out.cut;
}

/* The same bytes elsewhere in memory, reached through another world. */
static bool writes_alike(struct trial *t, int i, put_state *put, bool colour)
{
    tb_observe(t->g, t->world[i], viewer_at(t, i), t->a);
    return write(put, t->seen[i], colour, t->text) &&
           write(put, t->a, colour, t->text_again) && !strcmp(t->text, t->text_again);
}

static bool words_are_the_same_in_every_world(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++) {
        t->viewer = viewer_at(t, i);
        if (!writes_alike(t, i, t->g->view, false) ||
            !writes_alike(t, i, t->g->scene, false) ||
            !writes_alike(t, i, t->g->show, false) || !writes_alike(t, i, t->g->show, true))
            return false;
    }
    return true;
}

static bool views_are_json(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++) {
        t->viewer = viewer_at(t, i);
        write(t->g->view, t->seen[i], false, t->text);
        t->detail = json_fault(t->text);
        if (t->detail)
            return false;
        write(t->g->scene, t->seen[i], false, t->text);
        t->detail = json_fault(t->text);
        if (t->detail)
            return false;
    }
    return true;
}

static bool show_is_plain_text(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++) {
        t->viewer = viewer_at(t, i);
        write(t->g->show, t->seen[i], false, t->text);
        t->detail = utf8_fault(t->text);
        if (t->detail || !*t->text || strchr(t->text, '\033'))
            return false;
    }
    return true;
}

/* scene() is sent once: what it says must hold until the end. */
static bool scene_stays(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++) {
        t->viewer = viewer_at(t, i);
        write(t->g->scene, t->seen[i], false, t->text);
        if (t->match.count == 0)
            memcpy(t->scene[i], t->text, strlen(t->text) + 1);
        else if (*t->scene[i] && strcmp(t->scene[i], t->text))
            return false;
    }
    return true;
}

static bool hints_end(struct trial *t)
{
    for (int seat = 0; t->g->hint && seat < t->tables->seats; seat++)
        for (int step = 0;; step++) {
            struct tb_text out = tb_text(t->text, TEXT_ROOM);

            t->viewer = seat;
            if (!t->g->hint(t->seen[seat], seat, step, &out))
                break;
            if (out.cut || !*t->text || utf8_fault(t->text) || step == HINTS_MAX)
                return false;
        }
    return true;
}

static bool evaluation_is_bounded(struct trial *t)
{
    for (int seat = 0; t->g->evaluate && seat < t->tables->seats; seat++) {
        int value = t->g->evaluate(t->world[seat], seat);

        if (value < -1000 || value > 1000)
            return false;
    }
    return true;
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
    tb_put_event(t->g, e, names, &out);
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
 * see_a and see_b are what the viewer sees then. In every other world the luck to come is
 * that of the truth, so that only what lies hidden makes the difference. */
static bool play_in_both(struct trial *t, int i, int n)
{
    t->viewer = viewer_at(t, i);
    tb_redeal(t->g, t->seen[i], tb_random(&t->luck), t->b);
    if (n % 2)
        tb_head(t->b)->rng = tb_head_of(t->match.now)->rng;
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

/* Undo is free unless somebody learned something: so learning must be told. */
static bool learning_is_told(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++)
        for (int n = 0; n < (is_late(t) ? 1 : 4); n++)
            if (play_in_both(t, i, n) && !same(t, t->see_a, t->see_b) &&
                !(reveals(t, &t->told_a) && reveals(t, &t->told_b)))
                return false;
    return true;
}

static bool tell_alike(struct trial *t)
{
    t->told_a.count = filter(t->list_a, t->told_a.count, t->viewer);
    t->told_b.count = filter(t->list_b, t->told_b.count, t->viewer);
    return t->told_a.count == t->told_b.count &&
           !memcmp(t->list_a, t->list_b, (size_t)t->told_a.count * sizeof *t->list_a);
}

static bool events_tell_no_more_than_the_table(struct trial *t)
{
    for (int i = 0; i < viewers(t); i++)
        for (int n = 0; n < (is_late(t) ? 1 : 8); n++)
            if (play_in_both(t, i, n) && same(t, t->see_a, t->see_b) && !tell_alike(t))
                return false;
    return true;
}

/* Several seats owe: until all have chosen, a seat that is not told what another chose must
 * not see it either. */
static bool choices_at_once_stay_hidden(struct trial *t)
{
    uint32_t i = tb_random_below(&t->luck, (uint32_t)t->count[t->seat]);
    unsigned owing = tb_head_of(t->match.now)->owes & ~(1u << t->seat);

    for (int seat = 0; seat < t->tables->seats; seat++) {
        t->viewer = seat;
        t->told_a = (struct tb_events){ t->list_a, 0, TB_EVENTS_MAX };
        t->told_b = (struct tb_events){ t->list_b, 0, TB_EVENTS_MAX };
        copy(t, t->a, t->match.now);
        copy(t, t->b, t->match.now);
        tb_step(t->g, t->a, t->seat, t->move, &t->told_a);
        tb_step(t->g, t->b, t->seat, t->list[t->seat][i], &t->told_b);
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
            (seat == t->seat && !reveals(t, &t->told_a)))
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
    tb_match_save(&t->match, &out);
    if (out.cut || !same(t, t->a, t->match.now))
        return false;
    again.plies = calloc(again.room, sizeof *again.plies);
    well = load_again(t, &again) && same(t, t->match.now, again.now) &&
           again.count == t->match.count && !memcmp(again.plies, t->match.plies, bytes);
    free(again.plies);
    return well;
}

static bool rewinding_finds_the_same(struct trial *t)
{
    for (int i = SNAPSHOTS - 1; i >= 0; i--) {
        struct tb_match back = t->match;

        if ((!t->snapshot[i].ply || is_late(t)) && i)
            continue;
        copy(t, t->b, t->match.now);
        back.now = t->b;
        tb_match_rewind(&back, t->snapshot[i].ply);
        if (!same(t, t->b, t->snapshot[i].s) || back.count != t->snapshot[i].ply)
            return false;
    }
    return true;
}

/* ---- whole tables ---- */

/* FNV-1a of a set-up; *lucky: whether it drew luck. */
static uint64_t hash_of_setup(struct trial *t, uint64_t seed, bool *lucky)
{
    uint64_t hash = 0xcbf29ce484222325u;

    memset(t->a, 0x5a, t->g->state_size); /* what tb_new must not depend on */
    tb_new(t->g, t->a, t->tables->seats, t->tables->options, t->tables->kit, seed);
    *lucky = tb_head(t->a)->rng != seed;
    tb_head(t->a)->rng = 0;
    for (uint32_t i = 0; i < t->g->state_size; i++)
        hash = (hash ^ ((const uint8_t *)t->a)[i]) * 0x100000001b3u;
    return hash;
}

static bool seeds_decide_the_setup(struct trial *t)
{
    bool lucky;
    uint64_t once, again;

    if (is_late(t))
        return true;
    once = hash_of_setup(t, 1, &lucky);
    again = hash_of_setup(t, 1, &lucky);
    return once == again;
}

static bool seeds_make_a_difference(struct trial *t)
{
    bool lucky;
    uint64_t first;

    if (is_late(t))
        return true;
    first = hash_of_setup(t, 1, &lucky);
    for (uint64_t seed = 2; seed < 10 && lucky; seed++)
        if (hash_of_setup(t, seed, &lucky) != first)
            return true;
    return !lucky;
}

static bool redealt_worlds_differ(struct trial *t)
{
    return t->hidden < 50 || t->differing > 0;
}

/* The truth and a redeal of what a viewer sees of it are two draws from one hat: over many
 * set-ups, no byte may be greater in one of them more often than in the other. */
static bool guesses_are_fair(struct trial *t)
{
    uint32_t size = t->g->state_size;
    int32_t *more = calloc(2 * (size_t)size, sizeof *more), *unlike = more + size;
    bool fair = true;

    for (int n = 0; n < t->tables->deals && !is_late(t); n++) {
        uint64_t seed = tb_random(&t->luck);

        tb_new(t->g, t->a, t->tables->seats, t->tables->options, t->tables->kit, seed);
        tb_observe(t->g, t->a, viewer_at(t, n % viewers(t)), t->see_a);
        tb_redeal(t->g, t->see_a, tb_random(&t->luck), t->b);
        for (uint32_t i = sizeof(struct tb_head); i < size; i++) {
            uint8_t truth = ((const uint8_t *)t->a)[i], dealt = ((const uint8_t *)t->b)[i];

            more[i] += (truth > dealt) - (truth < dealt);
            unlike[i] += truth != dealt;
        }
    }
    for (uint32_t i = 0; i < size; i++)
        if ((double)more[i] * more[i] > (double)(Z_MAX * Z_MAX) * unlike[i])
            fair = false;
    free(more);
    return fair;
}

/* ---- the tables ---- */

static const struct rule at_every_ply[] = {
    { "the rules write nothing of the head but owes and may", head_is_the_engines },
    { "only players owe, or may, and nobody when all is over", only_players_act },
    { "check() finds no fault", check_finds_nothing },
    { "asking for moves changes nothing", asking_changes_nothing },
    { "who owes or may has moves, others have none", who_can_act_has_moves },
    { "no list is longer than TB_MOVES_MAX", lists_fit },
    { "every move has a verb", moves_have_verbs },
};

static const struct rule at_samples[] = {
    { "no move is listed twice", no_move_twice },
    { "notes fit TB_NOTE_MAX", notes_fit },
    { "notes are words with one blank between", notes_are_words },
    { "notes are unique, whatever the case", notes_are_unique },
    { "notes read back as the move", notes_read_back },
    { "nonsense is not read as a move", nonsense_is_not_read },
    { "pick() is a draw from the list", pick_is_the_lists },
    { "illegal and stale moves change nothing", illegal_moves_are_refused },
    { "hiding twice is hiding once", hiding_twice_is_hiding_once },
    { "the luck to come is hidden", luck_is_hidden },
    { "who looks on knows no more than a seat", public_knows_no_more },
    { "redealt worlds are possible", redealt_worlds_are_possible },
    { "a redeal goes unnoticed", redeals_go_unnoticed },
    { "a seat's list comes from what it sees", lists_come_from_what_is_seen },
    { "a seat's notes come from what it sees", notes_come_from_what_is_seen },
    { "words are the same in every world", words_are_the_same_in_every_world },
    { "view and scene are JSON", views_are_json },
    { "show is plain text without colour", show_is_plain_text },
    { "the scene stays the same", scene_stays },
    { "hints end", hints_end },
    { "evaluation stays within 1000", evaluation_is_bounded },
};

static const struct rule before_a_move[] = {
    { "a move comes to the same position again", play_is_repeatable },
    { "events are well formed", events_are_sound },
    { "a choice at once is seen only if it is told", choices_at_once_stay_hidden },
    { "whatever is learned is told as revealing", learning_is_told },
    { "events tell no more than the table", events_tell_no_more_than_the_table },
};

static const struct rule after_a_move[] = {
    { "undo follows the events", undo_follows_the_events },
};

static const struct rule at_the_end[] = {
    { "games end within plies_max", games_end },
    { "places and points are sane", score_is_sane },
    { "figures are numbers", figures_are_numbers },
    { "rewinding finds the same positions", rewinding_finds_the_same },
    { "records read back as the same match", records_read_back },
};

static const struct rule of_the_table[] = {
    { "a seed decides the set-up", seeds_decide_the_setup },
    { "seeds make a difference", seeds_make_a_difference },
    { "redealt worlds differ", redealt_worlds_differ },
    { "guesses are fair at set-up", guesses_are_fair },
};

static bool ask(struct trial *t, const struct rule *rules, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        t->detail = NULL;
        t->viewer = TB_TRUTH;
        if (!rules[i].holds(t)) {
            t->verdict->rule = rules[i].name;
            snprintf(t->verdict->where, sizeof t->verdict->where,
                     "%s, %d seats, match seed %llu, ply %u, viewer %d%s%s", t->g->id,
                     t->tables->seats, (unsigned long long)t->match.seed, t->match.count,
                     t->viewer, t->detail ? ": " : "", t->detail ? t->detail : "");
            return false;
        }
    }
    return true;
}

#define ASK(t, rules) ask(t, rules, sizeof(rules) / sizeof *(rules))

/* ---- random games ---- */

/* Mostly of a seat that owes; now and then of one that only may, so that minds change but
 * nothing loops. */
static void choose_move(struct trial *t)
{
    const struct tb_head *head = tb_head_of(t->match.now);
    bool change = head->may && t->changes < CHANGES && !tb_random_below(&t->luck, 4);
    unsigned mask = change ? head->may : head->owes;

    t->changes += change;
    do
        t->seat = (int)tb_random_below(&t->luck, (uint32_t)t->tables->seats);
    while (!(mask >> t->seat & 1));
    t->move = t->list[t->seat][tb_random_below(&t->luck, (uint32_t)t->count[t->seat])];
}

/* A few positions, each ply as likely to be kept. */
static void maybe_keep(struct trial *t)
{
    uint32_t i = tb_random_below(&t->luck, t->match.count + 1);

    if (i >= SNAPSHOTS)
        return;
    copy(t, t->snapshot[i].s, t->match.now);
    t->snapshot[i].ply = t->match.count;
}

static bool make_move(struct trial *t)
{
    copy(t, t->before, t->match.now);
    t->told_a = (struct tb_events){ t->list_a, 0, TB_EVENTS_MAX };
    tb_match_play(&t->match, t->seat, t->move, &t->told_a);
    t->stale = t->move;
    return ASK(t, after_a_move);
}

static bool stand(struct trial *t, bool closely)
{
    t->verdict->positions++;
    t->verdict->samples += closely;
    maybe_keep(t);
    return ASK(t, at_every_ply) && (!closely || ASK(t, at_samples));
}

/* Sampled: the first positions, the last, and every `stride`th, which grows so that long
 * games are sampled throughout and short ones at every ply. */
static bool play_game(struct trial *t)
{
    uint32_t next = 0, taken = 0, stride = 1;

    memset(t->list, 0, sizeof t->list);
    t->stale = 0;
    t->changes = 0;
    for (int i = 0; i < SNAPSHOTS; i++)
        t->snapshot[i].ply = 0;
    copy(t, t->before, t->match.now);
    copy(t, t->snapshot[0].s, t->match.now);
    for (;;) {
        bool over = !tb_head_of(t->match.now)->owes;
        bool closely = t->match.count == next && (next == 0 || !is_late(t));

        if (!stand(t, closely || (over && !is_late(t))))
            return false;
        if (over || t->match.count == t->match.room)
            return ASK(t, at_the_end);
        choose_move(t);
        if (t->match.count == next) {
            if (closely && !ASK(t, before_a_move))
                return false;
            if (++taken % ((uint32_t)t->tables->samples / 4 + 1) == 0)
                stride *= 2 + stride / 4;
            next += 1 + tb_random_below(&t->luck, stride);
        }
        if (!make_move(t))
            return false;
    }
}

static struct tb_state *new_state(const struct trial *t)
{
    struct tb_state *s = calloc(1, t->g->state_size);

    if (!s)
        abort();
    return s;
}

static void make_room(struct trial *t)
{
    t->match.game = t->g;
    t->match.now = new_state(t);
    t->match.room = t->g->plies_max + CHANGES * PER_CHANGE;
    t->match.plies = calloc(t->match.room, sizeof *t->match.plies);
    t->before = new_state(t);
    t->a = new_state(t);
    t->b = new_state(t);
    t->see_a = new_state(t);
    t->see_b = new_state(t);
    t->text = malloc(TEXT_ROOM);
    t->text_again = malloc(TEXT_ROOM);
    t->record_room = 1024 + (size_t)t->match.room * (TB_NOTE_MAX + 3);
    t->record = malloc(t->record_room);
    for (int i = 0; i < VIEWERS; i++) {
        t->seen[i] = new_state(t);
        t->world[i] = new_state(t);
        t->scene[i] = calloc(1, TEXT_ROOM);
    }
    for (int i = 0; i < SNAPSHOTS; i++)
        t->snapshot[i].s = new_state(t);
}

static void free_room(struct trial *t)
{
    free(t->match.now);
    free(t->match.plies);
    free(t->before);
    free(t->a);
    free(t->b);
    free(t->see_a);
    free(t->see_b);
    free(t->text);
    free(t->text_again);
    free(t->record);
    for (int i = 0; i < VIEWERS; i++) {
        free(t->seen[i]);
        free(t->world[i]);
        free(t->scene[i]);
    }
    for (int i = 0; i < SNAPSHOTS; i++)
        free(t->snapshot[i].s);
}

void rules_judge(const struct tables *tables, struct verdict *verdict)
{
    struct trial *t = calloc(1, sizeof *t);
    bool well = true;

    t->tables = tables;
    t->g = tables->game;
    t->verdict = verdict;
    t->luck = tables->seed;
    t->begun = clock();
    make_room(t);
    for (int n = 0; n < tables->games && well; n++) {
        const char *refusal = tb_match_new(&t->match, tables->seats, tables->options,
                                           tables->kit, tb_random(&t->luck));

        if (refusal) {
            verdict->rule = "a table that is offered can be set up";
            snprintf(verdict->where, sizeof verdict->where, "%s", refusal);
            well = false;
        } else {
            well = play_game(t);
        }
    }
    if (well)
        ASK(t, of_the_table);
    free_room(t);
    free(t);
}
