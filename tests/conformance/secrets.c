/*
 * What a viewer may not notice.
 *
 * Secrets are tested with pairs of worlds: whatever a viewer sees of the truth it must
 * see of a redealt world too, and go on seeing while the same moves are played in both,
 * until an event says that something was revealed.
 */
#include "json.h"
#include "trial.h"

enum { HINTS_MAX = 64 };

static bool same_body(const struct trial *t, const struct tb_state *a,
                      const struct tb_state *b)
{
    size_t head = sizeof(struct tb_head);

    return !memcmp((const char *)a + head, (const char *)b + head, t->g->state_size - head);
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
    for (int i = 0; i < viewers(t); i++) {
        const struct tb_head *head = tb_head_of(t->seen[i]);

        if (head->rng || tb_is_key(head->key))
            return false;
    }
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
        deal(t, t->seen[i], t->world[i]);
        t->detail = t->g->check ? t->g->check(t->world[i]) : NULL;
        if (t->detail || tb_head_of(t->world[i])->viewer != TB_TRUTH ||
            tb_is_key(tb_head_of(t->world[i])->key))
            return false;
        deal(t, t->seen[i], t->a);
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

const struct rule rules_of_secrets[] = {
    { "hiding twice is hiding once", hiding_twice_is_hiding_once },
    { "the luck to come is hidden", luck_is_hidden },
    { "who looks on knows no more than a seat", public_knows_no_more },
    { "redealt worlds are possible", redealt_worlds_are_possible },
    { "a redeal goes unnoticed", redeals_go_unnoticed },
    { "a seat's list comes from what it sees", lists_come_from_what_is_seen },
    { "a seat's notes come from what it sees", notes_come_from_what_is_seen },
    { NULL, NULL },
};

const struct rule rules_of_words[] = {
    { "words are the same in every world", words_are_the_same_in_every_world },
    { "view and scene are JSON", views_are_json },
    { "show is plain text without colour", show_is_plain_text },
    { "the scene stays the same", scene_stays },
    { "hints end", hints_end },
    { "evaluation stays within 1000", evaluation_is_bounded },
    { NULL, NULL },
};
