/* Hush, healthy, or with one of many faults planted: see hush.h. */
#include <string.h>

#include "hush.h"

enum { CARDS = 12, HAND_MAX = 3, PLAYERS_MAX = 3, UNKNOWN = 255 };
enum { LAY = 1, WAIT };
enum event { LAID, CHOSE, SHOWN, TOOK, WIND, DREW, KINDS };

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct tb_state {
    struct tb_head head;
    uint8_t hand[PLAYERS_MAX][HAND_MAX]; /* cards 1 to 12, the oldest first; 0: none */
    uint8_t laid[PLAYERS_MAX];           /* face down; 0: none */
    uint8_t best[PLAYERS_MAX];           /* the strongest in each hand: follows from it */
    uint8_t deck[CARDS];                 /* deck[left - 1] is the next */
    uint8_t pile[CARDS];                 /* shown cards, in their order */
    uint8_t coins[PLAYERS_MAX];
    uint8_t left, piled;
    uint8_t wind; /* 1: from the north, the weakest takes */
    uint8_t unused[3];
};
#pragma GCC diagnostic pop

static const char *const name[CARDS + 1] = {
    "",     "mouse", "newt", "frog",  "wren", "mole",  "stoat",
    "hare", "owl",   "fox",  "otter", "stag", "heron",
};

static bool has(const struct tb_state *s, enum fault fault)
{
    return s->head.option[OPTION_FAULT] == (uint64_t)fault;
}

/* Never more than there is room for, as the compiler cannot know. */
static int players(const struct tb_state *s)
{
    return s->head.seats < PLAYERS_MAX ? s->head.seats : PLAYERS_MAX;
}

static int hand_size(const struct tb_state *s, int seat)
{
    int count = 0;

    while (count < HAND_MAX && s->hand[seat][count])
        count++;
    return count;
}

/* A kinder rule: whoever lays a card draws another at once, and privately. */
static bool draws_at_once(const struct tb_state *s)
{
    return has(s, HEALTHY_AT_ONCE) || has(s, STALE_DECK) || has(s, STALE_SCRATCH) ||
           has(s, STALE_SUM);
}

static void find_best(struct tb_state *s)
{
    for (int seat = 0; seat < players(s); seat++) {
        s->best[seat] = 0;
        for (int i = 0; i < HAND_MAX; i++)
            if (s->hand[seat][i] > s->best[seat])
                s->best[seat] = s->hand[seat][i];
    }
}

/* ---- rules ---- */

static void setup(struct tb_state *s)
{
    static uint8_t setups;

    if (has(s, SEED_IGNORED))
        s->head.rng = 7;
    for (int i = 0; i < CARDS; i++)
        s->deck[i] = (uint8_t)(i + 1);
    tb_shuffle(s, s->deck, CARDS);
    s->left = CARDS;
    for (int seat = 0; seat < players(s); seat++)
        for (uint64_t i = 0; i < s->head.option[OPTION_HAND]; i++) {
            s->hand[seat][i] = s->deck[--s->left];
            s->deck[s->left] = 0;
        }
    find_best(s);
    s->wind = (uint8_t)tb_roll(s, 2);
    s->head.owes = (uint8_t)((1 << s->head.seats) - 1);
    if (has(s, SETUP_COUNTS))
        s->unused[2] = setups++ & 1;
}

static int list_many(tb_move *out)
{
    for (unsigned i = 0; i < TB_MOVES_MAX + 1; i++)
        out[i] = tb_mv(LAY, i & 255, i >> 8);
    return TB_MOVES_MAX + 1;
}

static int moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = hand_size(s, seat);
    int other = (seat + 1) % s->head.seats;

    for (volatile int i = 0; has(s, MOVES_FOREVER) && s->piled;)
        (void)i;
    if (has(s, MOVES_MANY))
        return list_many(out);
    if (has(s, NEVER_ENDS) && !count) {
        out[0] = tb_mv(WAIT, 0, 0);
        return 1;
    }
    for (int i = 0; i < count; i++)
        out[i] = tb_mv(has(s, MOVES_VERBLESS) && i ? 0 : LAY, s->hand[seat][i], 0);
    if (has(s, MOVES_KNOW) && count > 1 && s->laid[other] > 6 && s->laid[other] != UNKNOWN)
        count--;
    if (has(s, MOVES_TWICE))
        out[count++] = out[0];
    if (has(s, MOVES_NONE) && s->left < 3)
        count = 0;
    if (has(s, MOVES_WRITE)) {
        struct tb_state *writable;

        memcpy(&writable, &s, sizeof s); /* NOLINT: the pointer is meant */
        writable->unused[2]++;
    }
    return count;
}

static tb_move pick(const struct tb_state *s, int seat, uint64_t *rng)
{
    tb_move list[HAND_MAX + 1];
    uint32_t count = (uint32_t)moves(s, seat, list);
    uint32_t i = tb_random_below(rng, count);

    return list[has(s, PICK_ELSE) ? (i + 1) % count : i];
}

static void tell(const struct tb_state *s, struct tb_events *to, enum event kind, int seat,
                 int knows, unsigned a)
{
    if (has(s, EVENT_STRANGER))
        seat = s->head.seats;
    if (has(s, EVENT_TO_ALL) && kind == DREW)
        knows = TB_ALL;
    tb_tell(to,
            (struct tb_event){ .kind = (uint8_t)(kind + (has(s, EVENT_QUIET) ? KINDS : 0)),
                               .seat = (uint8_t)seat,
                               .knows = (uint8_t)knows,
                               .arg = { (uint8_t)a } });
}

static int winner(const struct tb_state *s)
{
    int best = 0;

    for (int seat = 1; seat < players(s); seat++)
        if ((s->laid[seat] > s->laid[best]) != (s->wind == 1))
            best = seat;
    return best;
}

static void draw(struct tb_state *s, int seat, struct tb_events *to)
{
    uint8_t *place = &s->hand[seat][hand_size(s, seat)];

    if (!s->left)
        return;
    *place = s->deck[--s->left];
    if (!has(s, STALE_DECK))
        s->deck[s->left] = 0;
    if (has(s, STALE_SCRATCH))
        s->unused[0] = *place;
    if (has(s, STALE_SUM))
        s->unused[1] = (uint8_t)(s->unused[1] + *place);
    tell(s, to, DREW, seat, 1 << seat, *place);
    if (has(s, CARD_LOST) && s->left == 2)
        s->deck[--s->left] = 0;
    if (has(s, CARD_DOUBLED) && s->left)
        s->deck[s->left - 1] = *place;
}

static void show_cards(struct tb_state *s, struct tb_events *to)
{
    int first = winner(s);
    static unsigned outside;

    for (int seat = 0; seat < players(s); seat++) {
        tell(s, to, SHOWN, seat, TB_ALL, s->laid[seat]);
        s->pile[s->piled++] = s->laid[seat];
        s->laid[seat] = 0;
    }
    s->coins[first] = (uint8_t)(s->coins[first] + s->head.seats);
    tell(s, to, TOOK, first, TB_ALL, s->head.seats);
    s->wind = (uint8_t)tb_roll(s, 2);
    if (has(s, LUCK_OUTSIDE))
        s->wind = (uint8_t)(outside++ % 2);
    tell(s, to, WIND, first, TB_ALL, s->wind);
    for (int seat = 0; seat < players(s) && !draws_at_once(s); seat++)
        draw(s, seat, to);
    if (hand_size(s, 0))
        s->head.owes = (uint8_t)((1 << s->head.seats) - 1);
}

static void spoil(struct tb_state *s, struct tb_events *to)
{
    if (has(s, LISTENER_MATTERS) && to)
        s->unused[0] ^= 1;
    if (has(s, GARBAGE))
        s->unused[1] = (uint8_t)((uintptr_t)s >> 4);
    if (has(s, HEAD_WRITTEN))
        s->head.unused[0]++;
    if (has(s, STRANGER_OWES) && s->left < 3)
        s->head.owes |= (uint8_t)(1 << s->head.seats);
    if (has(s, NEVER_ENDS) && !s->head.owes)
        s->head.owes = 1; /* to wait, and wait */
}

static void play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    uint8_t *hand = s->hand[seat], card = (uint8_t)tb_arg(move, 0);
    int at = 0;

    if (tb_verb(move) == WAIT)
        return;
    while (hand[at] != card)
        at++;
    for (; at < HAND_MAX; at++)
        hand[at] = at + 1 < HAND_MAX ? hand[at + 1] : 0;
    s->laid[seat] = card;
    s->head.owes &= (uint8_t) ~(1 << seat);
    tell(s, to, LAID, seat, TB_ALL, 0);
    tell(s, to, CHOSE, seat, 1 << seat, card);
    if (draws_at_once(s))
        draw(s, seat, to);
    if (!s->head.owes)
        show_cards(s, to);
    find_best(s);
    spoil(s, to);
}

static void score(const struct tb_state *s, struct tb_result *result)
{
    for (int seat = 0; seat < players(s); seat++) {
        unsigned better = has(s, SCORE_NO_FIRST);

        result->points[seat] = s->coins[seat];
        for (int other = 0; other < players(s); other++)
            better += s->coins[other] > s->coins[seat];
        if (!has(s, SCORE_UNWRITTEN) || better == 0)
            result->place[seat] = (uint8_t)(better + 1);
    }
}

/* ---- secrets ---- */

static void blank(uint8_t *places, int count)
{
    for (int i = 0; i < count; i++)
        if (places[i])
            places[i] = UNKNOWN;
}

static void hide(struct tb_state *s)
{
    for (int seat = 0; seat < players(s); seat++) {
        bool open = has(s, PUBLIC_SEES_HANDS) && s->head.viewer == TB_PUBLIC;

        if (seat == s->head.viewer)
            continue;
        if (!open)
            blank(s->hand[seat], HAND_MAX - has(s, HIDE_FORGETS_HAND));
        if (!has(s, HIDE_FORGETS_LAID) && !has(s, LAID_IS_OPEN))
            blank(&s->laid[seat], 1);
        if (!has(s, HIDE_FORGETS_COPY) && !open)
            s->best[seat] = 0;
    }
    blank(s->deck, s->left - (has(s, HIDE_FORGETS_DECK) && s->left));
    if (has(s, HIDE_TOGGLES))
        s->unused[0] ^= 1;
    if (has(s, HIDE_LUCK))
        s->head.rng = 1;
    if (has(s, HIDE_KEY))
        s->head.key[0] = 1;
}

static void drop(uint8_t *cards, int *count, uint8_t card)
{
    for (int i = 0; i < *count; i++)
        if (cards[i] == card)
            cards[i] = cards[--*count];
}

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t held = *a;

    *a = *b;
    *b = held;
}

static uint8_t *best_of(uint8_t *cards, int count)
{
    uint8_t *best = cards;

    for (int i = 1; i < count; i++)
        if (cards[i] > *best)
            best = &cards[i];
    return best;
}

/* The faults: others get the better card, at set-up or later, often or always. */
static void favour(struct tb_state *s, uint8_t *cards, int count)
{
    bool unfair = (has(s, GUESS_UNFAIR) && !s->piled) ||
                  (has(s, GUESS_UNFAIR_LATER) && s->piled && tb_roll(s, 2));

    if (unfair && count > 1 && cards[0] < cards[count - 1])
        swap(&cards[0], &cards[count - 1]);
    if (has(s, GUESS_ONE_SIDED) && s->piled && count)
        swap(&cards[0], best_of(cards, count));
}

/* The cards that the viewer has not seen, shuffled. */
static int unseen(struct tb_state *s, uint8_t *cards)
{
    int count = CARDS;

    for (int i = 0; i < CARDS; i++)
        cards[i] = (uint8_t)(i + 1);
    for (int i = 0; i < s->piled; i++)
        drop(cards, &count, s->pile[i]);
    for (int seat = 0; seat < players(s); seat++) {
        for (int i = 0; i < HAND_MAX; i++)
            if (seat == s->head.viewer ||
                (has(s, PUBLIC_SEES_HANDS) && s->head.viewer == TB_PUBLIC))
                drop(cards, &count, s->hand[seat][i]);
        if (seat == s->head.viewer || has(s, LAID_IS_OPEN))
            drop(cards, &count, s->laid[seat]);
    }
    if (!has(s, GUESS_ONE_WORLD))
        tb_shuffle(s, cards, count);
    favour(s, cards, count);
    return count;
}

int hush_unseen(const struct tb_state *seen)
{
    struct tb_state s = *seen;
    uint8_t cards[CARDS];

    return unseen(&s, cards);
}

static void guess(struct tb_state *s)
{
    uint8_t cards[CARDS];
    int next = 0;

    if (has(s, GUESS_NOTHING))
        return;
    for (volatile int i = 0; has(s, GUESS_FOREVER) && s->piled;)
        (void)i;
    unseen(s, cards);
    for (int seat = 0; seat < players(s); seat++) {
        if (seat == s->head.viewer)
            continue;
        for (int i = 0; i < HAND_MAX; i++)
            if (s->hand[seat][i] &&
                !(has(s, PUBLIC_SEES_HANDS) && s->head.viewer == TB_PUBLIC))
                s->hand[seat][i] = cards[next++];
        if (s->laid[seat] && !has(s, LAID_IS_OPEN))
            s->laid[seat] = cards[next++];
    }
    for (int i = 0; i < s->left && !has(s, GUESS_FORGETS_DECK); i++)
        s->deck[i] = cards[has(s, GUESS_TWICE) && i ? next - 1 : next++];
    if (has(s, GUESS_KNOWN) && s->head.viewer >= 0 && s->hand[s->head.viewer][1])
        swap(&s->hand[s->head.viewer][0], &s->hand[s->head.viewer][1]);
    find_best(s);
}

/* ---- words ---- */

static void notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    static unsigned notes;
    unsigned card = tb_arg(move, 0);

    if (tb_verb(move) == WAIT || (has(s, NOTE_NONSENSE) && card == 1)) {
        tb_put(out, tb_verb(move) == WAIT ? "wait" : "0");
        return;
    }
    tb_put(out, "%s ",
           has(s, NOTE_SAID)     ? tb_say(out, "lay")
           : has(s, NOTE_COLUMN) ? (out->lang == TB_FR ? "pose" : "lay")
                                 : "lay");
    if (has(s, NOTE_COUNTS))
        tb_put(out, "%u ", notes++ % 1000);
    if (has(s, NOTE_SHARED))
        tb_put(out, "%s", name[(card + 1) / 2]);
    else if (has(s, NOTE_CASE))
        tb_put(out, card % 2 ? "%s" : "%.0sMOUSE", card % 2 ? "mouse" : "");
    else
        tb_put(out, "%s", name[card]);
    if (has(s, NOTE_LONG) && card == CARDS)
        tb_put(out, ", the grey bird that stands in the shallow water of the evening");
    if (has(s, NOTE_BLANKS))
        tb_put(out, " ");
    if (has(s, NOTE_KNOWS))
        for (int seat = 0; seat < players(s); seat++)
            tb_put(out, s->best[seat] > card ? " meekly" : "");
}

static void word(char kind, unsigned value, struct tb_text *out)
{
    tb_put(out, "%s", name[value <= CARDS ? value : 0]);
}

static void put_name(struct tb_text *out, unsigned card)
{
    tb_put(out, card == UNKNOWN ? "?" : "%s", name[card == UNKNOWN ? 0 : card]);
}

static void show(const struct tb_state *s, struct tb_text *out)
{
    for (int seat = 0; seat < players(s); seat++) {
        tb_put(out, "%d has %d coins, lays ", seat, s->coins[seat]);
        put_name(out, s->laid[seat]);
        for (int i = 0; i < HAND_MAX; i++) {
            tb_put(out, " ");
            put_name(out, s->hand[seat][i]);
        }
        tb_put(out, has(s, SHOW_COLOUR) ? "\033[0m\n" : "\n");
    }
}

static void scene(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "{\"cards\":%d}", has(s, SCENE_CHANGES) ? s->left : CARDS);
}

static void view(const struct tb_state *s, struct tb_text *out)
{
    static unsigned views;

    tb_put(out, "{\"wind\":%d,\"left\":%d,\"best\":[", s->wind, s->left);
    for (int seat = 0; seat < players(s); seat++)
        tb_put(out, seat ? ",%d" : "%d", s->best[seat]);
    tb_put(out, "],\"hands\":[");
    for (int seat = 0; seat < players(s); seat++)
        for (int i = 0; i < HAND_MAX; i++)
            tb_put(out, seat + i ? ",%d" : "%d", s->hand[seat][i]);
    tb_put(out, has(s, VIEW_BROKEN) && s->piled ? ",]" : "]");
    if (has(s, VIEW_BY_COUNT))
        tb_put(out, ",\"views\":%u", views++);
    tb_put(out, "}");
}

/* ---- invariants ---- */

static const char *check(const struct tb_state *s)
{
    uint8_t times[256] = { 0 };

    for (int seat = 0; seat < players(s); seat++) {
        times[s->laid[seat]]++;
        for (int i = 0; i < HAND_MAX; i++)
            times[s->hand[seat][i]]++;
    }
    for (int i = 0; i < s->left; i++)
        times[s->deck[i]]++;
    for (int i = 0; i < s->piled; i++)
        times[s->pile[i]]++;
    for (int card = 1; card <= CARDS; card++)
        if (times[card] != 1)
            return "a card is not in exactly one place";
    return NULL;
}

/* ---- what is optional ---- */

static const char *allow(const struct tb_head *h)
{
    return h->option[OPTION_FAULT] == TABLE_REFUSED ? "Not today." : NULL;
}

static void measure(const struct tb_state *s, double *figures)
{
    if (!has(s, FIGURE_UNWRITTEN))
        figures[0] = s->piled;
}

bool hush_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out)
{
    tb_put(out, "Lay the best.");
    return step == 0 || has(seen, HINTS_FOREVER);
}

static int evaluate(const struct tb_state *s, int seat)
{
    return has(s, EVALUATE_WILD) && s->piled > 4 ? 1001 : s->coins[seat];
}

/* The fault is an option, so what is wrong with it cannot look at the position. */
static void write_fault(uint64_t value, struct tb_text *out)
{
    tb_put(out, "%u", value == OPTION_MISWRITTEN ? 0u : (unsigned)value);
}

static const char *read_fault(const char *text, uint64_t *value)
{
    for (*value = 0; *text >= '0' && *text <= '9'; text++)
        *value = 10 * *value + (uint64_t)(*text - '0');
    return *text || *value >= FAULT_KINDS ? "There is no such fault." : NULL;
}

/* ---- the game ---- */

static const char *const figures[] = { "piled", NULL };

static const struct tb_option options[] = {
    { "hand", "Hand", "Cards in a hand.", NULL, NULL, 2, 3, 3, NULL, NULL },
    { "fault", "Fault", "What is wrong.", NULL, NULL, 0, FAULT_KINDS - 1, 0, read_fault,
      write_fault },
    { 0 },
};

/* The second half is told by EVENT_QUIET. */
/* clang-format off */
static const struct tb_event_kind events[] = {
    [LAID]          = { "laid",  "{seat} lays a card.",            "",  false },
    [CHOSE]         = { "chose", "You lay the {0}.",               "c", false },
    [SHOWN]         = { "shown", "{seat} shows the {0}.",          "c", true  },
    [TOOK]          = { "took",  "{seat} takes {0} coins.",        "n", true  },
    [WIND]          = { "wind",  "The wind turns to {0}.",         "n", true  },
    [DREW]          = { "drew",  "You draw the {0}.",              "c", true  },
    [KINDS + LAID]  = { "laid",  "{seat} lays a card.",            "",  false },
    [KINDS + CHOSE] = { "chose", "You lay the {0}.",               "c", false },
    [KINDS + SHOWN] = { "shown", "{seat} shows the {0}.",          "c", false },
    [KINDS + TOOK]  = { "took",  "{seat} takes {0} coins.",        "n", false },
    [KINDS + WIND]  = { "wind",  "The wind turns to {0}.",         "n", false },
    [KINDS + DREW]  = { "drew",  "You draw the {0}.",              "c", false },
    [2 * KINDS]     = { NULL,    NULL,                             NULL, false },
};
/* clang-format on */

const struct tb_game game_hush = {
    .id = "hush",
    .name = "Hush",
    .about = "The strongest card takes the coins, unless the wind is from the north.",
    .edition = 1,
    .seats_min = 2,
    .seats_max = PLAYERS_MAX,
    .state_size = sizeof(struct tb_state),
    .plies_max = CARDS,
    .options = options,
    .events = events,
    .figures = figures,
    .allow = allow,
    .setup = setup,
    .moves = moves,
    .play = play,
    .score = score,
    .hide = hide,
    .guess = guess,
    .notate = notate,
    .word = word,
    .show = show,
    .scene = scene,
    .view = view,
    .check = check,
    .measure = measure,
    .evaluate = evaluate,
    .pick = pick,
};
