/* See ancient_given.h. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ancient_given.h"

static char fault[512];

static const char *wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *wrong(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(fault, sizeof fault, format, args);
    va_end(args);
    return fault;
}

/* ---- words ---- */

struct words_in {
    char text[1024];
    char *word[200];
    int count;
};

/* Splits at any of `at`, with every @ replaced by the card. */
static void split(struct words_in *w, const char *text, const char *card, const char *at)
{
    char *out = w->text, *end = w->text + sizeof w->text - 8;

    for (; *text && out < end; text++)
        if (*text == '@' && card)
            out += sprintf(out, "%s", card);
        else
            *out++ = *text;
    *out = 0;
    w->count = 0;
    for (char *word = strtok(w->text, at); word && w->count < 200;
         word = strtok(NULL, at)) {
        while (*word == ' ')
            word++;
        if (*word)
            w->word[w->count++] = word;
    }
}

static int card_number(const char *word)
{
    for (int c = 0; c < CARDS; c++) {
        size_t length = strlen(ancient_words[c].id);

        if (!strncmp(word, ancient_words[c].id, length) &&
            !isdigit((unsigned char)word[length]))
            return c;
    }
    return NONE;
}

/* ---- given ---- */

enum where {
    AT_HAND,
    AT_SPACE,
    AT_PAST,
    AT_BOARD,
    AT_TECH,
    AT_DECK,
    AT_PILE,
    AT_TILE,
    AT_TECH_DECK
};

struct building {
    struct tb_state *s;
    bool used[CARDS];
    enum where where;
    int seat, space, tile, level, seats;
    bool only, only_level[LEVELS];
    uint8_t deck[BUILDERS], tech[LEVELS][LEVEL_1]; /* from the top */
    int decks, techs[LEVELS];
};

static void put(struct building *b, int card, int tokens)
{
    struct player *p = &b->s->player[b->seat];
    int slot = 2 * b->space;

    switch (b->where) {
    case AT_HAND:
        p->hand[p->cards++] = (uint8_t)card;
        break;
    case AT_SPACE:
        slot += p->card[slot] != NONE;
        p->card[slot] = (uint8_t)card;
        p->tokens[slot] = (uint8_t)tokens;
        break;
    case AT_PAST:
        p->past[p->pasts++] = (uint8_t)card;
        p->past_of[ancient_card[card].kind]++;
        p->past_scoring =
            (uint8_t)(p->past_scoring + (ancient_card[card].timing == T_ENDGAME));
        break;
    case AT_BOARD:
        p->artefact[p->artefacts++] = (uint8_t)card;
        break;
    case AT_TECH:
        p->tech |= tech_bit((unsigned)card);
        break;
    case AT_DECK:
        b->deck[b->decks++] = (uint8_t)card;
        break;
    case AT_PILE:
        b->s->piles++;
        b->s->builders[BUILDERS - b->s->piles] = (uint8_t)card;
        break;
    case AT_TILE:
        for (int i = 0; i < FACES; i++)
            if (b->s->face[FACES * b->tile + i] == NONE) {
                ak_set_face(b->s, FACES * b->tile + i, (unsigned)card);
                break;
            }
        break;
    case AT_TECH_DECK:
        b->tech[b->level][b->techs[b->level]++] = (uint8_t)card;
        break;
    }
}

static bool fits(int card, char kind)
{
    const char *letters = "cmpa";

    if (ancient_card[card].timing == T_ENDGAME)
        return false; /* what fills up should not score */
    return kind == 'x' || strchr(letters, kind) - letters == ancient_card[card].kind;
}

/* Cards that no word of the text names, from the end of the list. */
static void put_others(struct building *b, int count, char kind)
{
    for (int c = BUILDERS - 1; c >= 0 && count; c--)
        if (!b->used[c] && fits(c, kind)) {
            b->used[c] = true;
            put(b, c, 0);
            count--;
        }
}

static bool read_place(struct building *b, const char *word)
{
    static const struct {
        const char *word;
        enum where where;
    } places[] = { { "hand", AT_HAND }, { "past", AT_PAST }, { "art", AT_BOARD },
                   { "tech", AT_TECH }, { "deck", AT_DECK }, { "pile", AT_PILE } };

    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(word, places[i].word)) {
            b->where = places[i].where;
            return true;
        }
    if (word[0] == 's' && isdigit((unsigned char)word[1]) && !word[2]) {
        b->where = AT_SPACE;
        b->space = word[1] - '1';
        return true;
    }
    if (!strncmp(word, "tile", 4)) {
        b->where = AT_TILE;
        b->tile = word[4] - '1';
        b->s->tile_level[b->tile] = b->tile == 2 ? 2 : 1;
        return true;
    }
    if (!strncmp(word, "deck", 4)) {
        b->where = AT_TECH_DECK;
        b->level = word[4] - '1';
        return true;
    }
    return false;
}

static bool read_switch(struct building *b, const char *word)
{
    struct tb_state *s = b->s;

    if (!strcmp(word, "only"))
        b->only = true;
    else if (!strcmp(word, "only1") || !strcmp(word, "only2"))
        b->only_level[word[4] - '1'] = true;
    else if (!strcmp(word, "side2"))
        s->tile_level[b->tile] = 2;
    else if (!strcmp(word, "flipped"))
        s->flipped = 1;
    else if (!strcmp(word, "last"))
        s->actions = 1;
    else if (!strcmp(word, "chronicle"))
        s->actions = 0;
    else if (!strcmp(word, "decline"))
        s->phase = PHASE_DECLINE;
    else if (!strcmp(word, "turnB"))
        s->active = 1;
    else
        return strcmp(word, "action") == 0;
    return true;
}

static const char *read_word(struct building *b, const struct words_in *w, int *i)
{
    char *word = w->word[*i];
    int card = card_number(word);
    struct player *p;

    if (word[0] >= 'A' && word[0] <= 'D' && !word[1]) {
        b->seat = word[0] - 'A';
        b->seats = b->seats > b->seat + 1 ? b->seats : b->seat + 1;
        return NULL;
    }
    p = &b->s->player[b->seat];
    if (!strcmp(word, "lost"))
        p->lost = (uint16_t)atoi(w->word[++*i]);
    else if (!strcmp(word, "tilted"))
        p->tilted = (1u << atoi(w->word[++*i])) - 1;
    else if (card != NONE)
        put(b, card, strchr(word, ':') ? atoi(strchr(word, ':') + 1) : 0);
    else if (isdigit((unsigned char)*word))
        put_others(b, atoi(word), word[strlen(word) - 1]);
    else if (!read_place(b, word) && !read_switch(b, word))
        return wrong("given: what is %s?", word);
    return NULL;
}

static void finish_decks(struct building *b)
{
    struct tb_state *s = b->s;

    for (int c = 0; c < BUILDERS && !b->only; c++)
        if (!b->used[c])
            b->deck[b->decks++] = (uint8_t)c;
    for (int c = BUILDERS; c < CARDS; c++) {
        int level = ancient_card[c].level - 1;

        if (!b->used[c] && !b->only_level[level])
            b->tech[level][b->techs[level]++] = (uint8_t)c;
        else if (!b->used[c])
            s->tech_out |= tech_bit((unsigned)c);
    }
    for (int i = 0; i < b->decks; i++)
        s->builders[s->decks++] = b->deck[b->decks - 1 - i];
    for (int level = 0; level < LEVELS; level++)
        for (int i = 0; i < b->techs[level]; i++)
            s->tech_deck[level][s->tech_decks[level]++] =
                b->tech[level][b->techs[level] - 1 - i];
}

/* Everybody knows the own hand and what lies open, and nothing else. */
static void forget(struct tb_state *s)
{
    unsigned hands = ((1u << s->head.seats) - 1) * Z_HAND;
    uint8_t *pile = s->builders + BUILDERS - s->piles;

    for (int v = 0; v < VIEWERS; v++) {
        unsigned own = v < PLAYERS ? zone_hand(v) : 0u;

        if (!(ak_everybody(s) >> v & 1))
            continue;
        for (int i = 0; i < s->decks; i++)
            s->may[v][s->builders[i]] = (uint8_t)(Z_DECK | Z_PILE | (hands & ~own));
        for (int i = 0; i < s->piles; i++)
            s->may[v][pile[i]] = (uint8_t)(i ? Z_DECK | Z_PILE | (hands & ~own) : Z_PILE);
        for (int seat = 0; seat < s->head.seats; seat++)
            for (int i = 0; i < s->player[seat].cards; i++)
                s->may[v][s->player[seat].hand[i]] =
                    (uint8_t)(v == seat ? own : Z_DECK | Z_PILE | (hands & ~own));
    }
}

const char *given(struct tb_state *s, const char *text, const char *card)
{
    struct words_in w;
    struct building b = { .s = s, .seats = 2 };
    const char *refusal = NULL;

    memset(s, 0, sizeof *s);
    s->head.rng = 1;
    s->head.viewer = TB_TRUTH;
    s->phase = PHASE_ACTION;
    s->actions = 2;
    s->turn = 1;
    s->declining = NONE;
    memset(s->face, NONE, sizeof s->face);
    for (int seat = 0; seat < PLAYERS; seat++) {
        memset(s->player[seat].card, NONE, SLOTS);
        memset(s->player[seat].artefact, NONE, ARTEFACTS);
    }
    split(&w, text, card, " ");
    for (int i = 0; i < w.count; i++)
        if (card_number(w.word[i]) != NONE)
            b.used[card_number(w.word[i])] = true;
    for (int i = 0; i < w.count && !refusal; i++)
        refusal = read_word(&b, &w, &i);
    if (refusal)
        return refusal;
    finish_decks(&b);
    s->head.seats = (uint8_t)b.seats;
    for (int seat = 0; seat < b.seats; seat++)
        ak_settle(&s->player[seat]);
    forget(s);
    ak_resume(s, NULL);
    return b.only ? NULL : ancient_check(s);
}

/* ---- when ---- */

static int seat_to_move(const struct tb_state *s)
{
    return s->head.owes ? (int)first_of(s->head.owes) : 0;
}

/* Answers what has but one answer, an action excepted. */
static void answer_the_obvious(struct tb_state *s)
{
    tb_move list[TB_MOVES_MAX];

    while (s->head.owes && s->ask != ASK_ACTION &&
           tb_legal(&game_ancient, s, seat_to_move(s), list) == 1)
        tb_play(&game_ancient, s, seat_to_move(s), list[0], NULL);
}

const char *when(struct tb_state *s, const char *notes, const char *card)
{
    struct words_in w;

    split(&w, notes, card, ";");
    for (int i = 0; i < w.count; i++) {
        char *note = w.word[i];
        bool optional = *note == '?', forbidden = *note == '!';
        struct tb_state before = *s;
        tb_move move;
        const char *refusal;

        note += optional || forbidden;
        if (tb_parse(&game_ancient, s, seat_to_move(s), note, &move))
            answer_the_obvious(s);
        before = *s;
        refusal = tb_parse(&game_ancient, s, seat_to_move(s), note, &move);
        if (forbidden && !refusal)
            return wrong("when: %s is legal", note);
        /* Both are copies, byte for byte.
         * NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
        if (forbidden && memcmp(&before, s, sizeof before))
            return wrong("when: refusing %s changed the position", note);
        if (forbidden || (optional && refusal))
            continue;
        if (refusal)
            return wrong("when: %s: %s (question %d)", note, refusal, s->ask);
        refusal = tb_play(&game_ancient, s, seat_to_move(s), move, NULL);
        if (refusal)
            return wrong("when: %s: %s", note, refusal);
    }
    answer_the_obvious(s);
    return NULL;
}

/* ---- then ---- */

static const char *place_in_area(const struct tb_state *s, int seat, int card, char *out)
{
    const struct player *p = &s->player[seat];
    int slot = ak_slot_of(p, (unsigned)card), letter = 'A' + seat;

    if (slot >= 0)
        sprintf(out, "%c s%d %s %d", letter, slot / 2 + 1, slot % 2 ? "up" : "low",
                p->tokens[slot]);
    else if (ak_artefact_of(p, (unsigned)card) >= 0)
        sprintf(out, "%c art", letter);
    else if (ak_hand_of(p, (unsigned)card) >= 0)
        sprintf(out, "%c hand", letter);
    else if (memchr(p->past, card, p->pasts))
        sprintf(out, "%c past", letter);
    else if (is_technology((unsigned)card) && p->tech & tech_bit((unsigned)card))
        sprintf(out, "%c tech", letter);
    else
        return NULL;
    return out;
}

static const char *place_of(const struct tb_state *s, int card, char *out)
{
    for (int seat = 0; seat < s->head.seats; seat++)
        if (place_in_area(s, seat, card, out))
            return out;
    if (memchr(s->builders, card, s->decks) && card < BUILDERS)
        return "deck";
    if (memchr(s->builders + BUILDERS - s->piles, card, s->piles))
        return "pile";
    for (int i = 0; i < TILES * FACES; i++)
        if (s->face[i] == card) {
            sprintf(out, "tile%d", i / FACES + 1);
            return out;
        }
    for (int level = 0; level < LEVELS; level++)
        if (is_technology((unsigned)card) &&
            memchr(s->tech_deck[level], card, s->tech_decks[level])) {
            sprintf(out, "deck%d", level + 1);
            return out;
        }
    if (is_technology((unsigned)card) && s->tech_pile & tech_bit((unsigned)card))
        return "pile";
    if (is_technology((unsigned)card) && s->tech_out & tech_bit((unsigned)card))
        return "out";
    return "nowhere";
}

static int faces_on(const struct tb_state *s, int tile)
{
    int count = 0;

    for (int i = 0; i < FACES; i++)
        count += s->face[FACES * tile + i] != NONE;
    return count;
}

static int measure_area(const struct tb_state *s, int seat, const char *word)
{
    const struct player *p = &s->player[seat];
    struct sheet sheet = ak_score_sheet(s, seat, NULL);

    if (!strncmp(word, "hand", 4))
        return p->cards;
    if (!strncmp(word, "lost", 4))
        return p->lost;
    if (!strncmp(word, "past", 4))
        return p->pasts;
    if (!strncmp(word, "tilted", 6))
        return count_of(p->tilted);
    if (!strncmp(word, "art", 3))
        return p->artefacts;
    if (!strncmp(word, "tech", 4))
        return count_of(p->tech);
    if (!strncmp(word, "points", 6))
        return sheet.total;
    if (!strncmp(word, "effects", 7))
        return sheet.row[ROW_EFFECTS];
    if (!strncmp(word, "timeline", 8))
        return count_of(occupied(p));
    return -999;
}

static int measure_table(const struct tb_state *s, const char *word)
{
    if (!strncmp(word, "deck1", 5) || !strncmp(word, "deck2", 5))
        return s->tech_decks[word[4] - '1'];
    if (!strncmp(word, "deck", 4))
        return s->decks;
    if (!strncmp(word, "pile", 4))
        return s->piles;
    if (!strncmp(word, "tile", 4))
        return faces_on(s, word[4] - '1');
    if (!strncmp(word, "level", 5))
        return s->tile_level[word[5] - '1'];
    return -999;
}

static const char *check_fact(const struct tb_state *s, const char *fact)
{
    char place[64];
    int card = card_number(fact), value, wanted;
    tb_move move;

    if (!strncmp(fact, "legal ", 6) || !strncmp(fact, "not ", 4)) {
        bool expected = fact[0] == 'l';
        const char *note = strchr(fact, ' ') + 1;
        bool legal = !tb_parse(&game_ancient, s, seat_to_move(s), note, &move);

        return legal == expected ? NULL : wrong("then: %s does not hold", fact);
    }
    if (!strncmp(fact, "turn ", 5))
        return s->active == fact[5] - 'A' ? NULL
                                          : wrong("then: it is not the turn of %s", fact);
    if (!strncmp(fact, "asked ", 6))
        return seat_to_move(s) == fact[6] - 'A' ? NULL : wrong("then: not %s", fact);
    if (!strcmp(fact, "over"))
        return s->phase == PHASE_OVER ? NULL : wrong("then: the game is not over");
    if (!strcmp(fact, "ending") || !strcmp(fact, "running"))
        return s->ending == (*fact == 'e') ? NULL : wrong("then: %s does not hold", fact);
    if (card != NONE) {
        const char *there = place_of(s, card, place), *is = strchr(fact, ' ') + 1;

        size_t length = strlen(is);

        /* `A s2 low` leaves the knowledge open. */
        if (!strncmp(there, is, length) && (!there[length] || there[length] == ' '))
            return NULL;
        return wrong("then: %s, but it is at %s", fact, there);
    }
    if (fact[0] >= 'A' && fact[0] <= 'D' && fact[1] == ' ')
        value = measure_area(s, fact[0] - 'A', fact + 2);
    else
        value = measure_table(s, fact);
    wanted = atoi(strrchr(fact, ' ') + 1);
    return value == wanted ? NULL : wrong("then: %s, but it is %d", fact, value);
}

const char *then(const struct tb_state *s, const char *facts, const char *card)
{
    struct words_in w;

    split(&w, facts, card, ",");
    for (int i = 0; i < w.count; i++) {
        const char *refusal = check_fact(s, w.word[i]);

        if (refusal)
            return refusal;
    }
    return NULL;
}

const char *example_fault(const struct example *e, const char *card)
{
    struct tb_state s;
    const char *refusal = given(&s, e->given, card);

    if (!refusal)
        refusal = when(&s, e->when, card);
    if (!refusal)
        refusal = then(&s, e->then, card);
    if (!refusal && !strstr(e->given, "only"))
        refusal = ancient_check(&s);
    return refusal;
}
