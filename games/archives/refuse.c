/*
 * Why a note is not possible now. tb_parse asks once it has found the note nowhere among
 * the legal ones; so whatever is looked at here is known to be refused, and only the
 * reason is sought, the plainest first.
 */
#include "archives.h"

/* ---- reading a note ---- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

/* The next word in lower case; false: there is none, or it is too long to be one of ours.
 */
static bool next_word(const char **at, char word[16])
{
    int length = 0;

    while (**at == ' ')
        ++*at;
    for (; **at && **at != ' ' && length < 15; ++*at)
        word[length++] = lower(**at);
    word[length] = 0;
    return length && (!**at || **at == ' ');
}

static bool is_word(const char *word, const char *name)
{
    for (; *word && *word == lower(*name); name++)
        word++;
    return !*word && !*name;
}

static unsigned number_of(const char *word)
{
    unsigned value = 0;

    for (; *word >= '0' && *word <= '9' && value < NONE; word++)
        value = 10 * value + (unsigned)(*word - '0');
    return *word || value > NONE ? NONE : value;
}

/* What an operand names; NONE: nothing. */
static unsigned value_of(char kind, const char *word)
{
    if (kind == 'n')
        return number_of(word);
    if (kind == 'p')
        return number_of(word) - 1u > NONE ? NONE : number_of(word) - 1;
    for (unsigned i = 0; kind == 't' && i < TYPES; i++)
        if (word[0] == lower(av_board.type[i].letter) && !word[1])
            return i;
    for (unsigned i = 0; kind == 's' && i < ZONES; i++)
        if (is_word(word, av_board.site[i].key))
            return i;
    for (unsigned i = 0; kind == 'a' && i < ACTIONS; i++)
        if (is_word(word, av_board.action[i].key))
            return i;
    for (unsigned i = 0; kind == 'c' && i < KINDS; i++)
        if (is_word(word, av_board.card[i].key))
            return i;
    return NONE;
}

struct wish {
    unsigned verb, arg[3];
};

/* Whether the note is that verb with operands that name something. */
static bool is_wish(const char *note, unsigned verb, struct wish *wish)
{
    const char *operands, *name = av_verb_word((enum verb)verb, &operands);
    char word[16];

    if (!next_word(&note, word) || !is_word(word, name))
        return false;
    wish->verb = verb;
    for (int i = 0; operands[i]; i++) {
        if (!next_word(&note, word))
            return false;
        wish->arg[i] = value_of(operands[i], word);
        if (wish->arg[i] == NONE)
            return false;
    }
    return !next_word(&note, word);
}

static bool read_wish(const char *note, struct wish *wish)
{
    for (unsigned verb = 1; verb < VERBS; verb++)
        if (is_wish(note, verb, wish))
            return true;
    return false;
}

/* ---- reasons ---- */

static const char *const another_decision = TB_N("That belongs to another decision.");
static const char *const not_accepted = TB_N("That site does not accept this type.");

static const char *why_not_move(const struct tb_state *s, unsigned steps)
{
    unsigned to = s->pos[s->active] + steps;

    if (!steps)
        return TB_N("A pawn has to move forward.");
    if (s->end && to > s->end)
        return TB_N("In the final run nobody goes beyond the end square.");
    if (!s->end && to >= av_span_of(s, s->active).lo + SQUARES)
        return TB_N("That is too far: nobody may overtake the last pawn on the next lap.");
    return TB_N("Another pawn stands on that square.");
}

static const char *why_not_card(const struct tb_state *s, unsigned kind, bool in_turn)
{
    bool now = in_turn ? av_board.card[kind].window == IN_TURN : s->ask != ASK_TURN;

    if (!s->hand[s->active][kind])
        return TB_N("You do not hold that card.");
    return now ? TB_N("That card could do nothing now.")
               : TB_N("That card is played at another moment.");
}

static const char *why_not_window(const struct tb_state *s, unsigned kind, enum ask ask)
{
    if (s->ask != ask)
        return TB_N("That card is played at another moment.");
    return why_not_card(s, kind, false);
}

static const char *why_not_stay(const struct tb_state *s, unsigned site)
{
    return s->site != NONE && s->site != site
               ? TB_N("This action has to stay with the site it began with.")
               : NULL;
}

static const char *why_not_store(const struct tb_state *s, const struct wish *w)
{
    const char *why = why_not_stay(s, w->arg[0]);

    if (w->arg[0] == EXTERNAL)
        return TB_N("The external site stores nothing.");
    if (why)
        return why;
    return av_accepts(w->arg[0], w->arg[1])
               ? TB_N("There is no such cube in that Entry zone.")
               : not_accepted;
}

static const char *why_not_request(const struct tb_state *s, const struct wish *w)
{
    unsigned zone = s->count < SITES ? s->count : EXTERNAL;

    return av_accepts(zone, w->arg[0]) ? TB_N("The reserve has no such request left.")
                                       : not_accepted;
}

static const char *why_not_answer(const struct tb_state *s, const struct wish *w)
{
    const char *why = why_not_stay(s, w->arg[0]);

    if (why)
        return why;
    if (!av_accepts(w->arg[0], w->arg[1]))
        return not_accepted;
    if (!(av_asked(s, w->arg[0]) >> w->arg[1] & 1))
        return TB_N("Nobody requests that type there.");
    if (w->arg[0] == EXTERNAL && w->verb == DO_ANSWER)
        return TB_N("Name the store that the cube comes from, too.");
    return TB_N("The store has no such cube that this action may use.");
}

static const char *why_not_exhibit(const struct tb_state *s, const struct wish *w)
{
    if (w->arg[0] == EXTERNAL)
        return TB_N("The external site stores nothing.");
    if (s->room[w->arg[0]].size)
        return TB_N("That room has an exhibition already.");
    if (!av_accepts(w->arg[0], w->arg[1]))
        return not_accepted;
    return TB_N("The store has not so many cubes, or the room is too small.");
}

static const char *why_not_enter(const struct wish *w, const uint8_t *cubes)
{
    if (w->arg[1] == EXTERNAL)
        return TB_N("The external site stores nothing.");
    if (!av_accepts(w->arg[1], w->arg[0]))
        return not_accepted;
    return cubes[w->arg[0]] ? TB_N("That Entry zone is full.")
                            : TB_N("There is no such cube to place.");
}

static const char *why_not_transfer(const struct tb_state *s, const struct wish *w)
{
    bool first = w->verb == DO_TRANSFER;
    unsigned to = first ? w->arg[1] : s->to, type = w->arg[first ? 2 : 0];

    if (first != (s->count == 0))
        return TB_N("A transfer goes on between the same two stores.");
    return to < SITES && av_accepts(to, type) ? TB_N("That store has no such cube.")
                                              : not_accepted;
}

static const char *why_not_change(const struct wish *w)
{
    return av_accepts(w->arg[0], w->arg[2])
               ? TB_N("There is nothing of that kind to change, or to change it into.")
               : not_accepted;
}

/* clang-format off */
/* The ask that a verb answers; NONE: several, or one that explains itself. */
static const uint8_t answers_to[VERBS] = {
    [DO_SETTLE] = ASK_SETUP,    [DO_MOVE] = ASK_TURN,       [DO_CARD] = ASK_TURN,
    [DO_PASS] = ASK_TURN,       [DO_KEEP] = ASK_ARRIVAL,    [DO_NATURE] = NONE,
    [DO_STORE] = ASK_STORE,     [DO_STOP] = NONE,           [DO_REQUEST] = ASK_REQUEST,
    [DO_ANSWER] = ASK_ANSWER,   [DO_LEND] = ASK_ANSWER,     [DO_EXHIBIT] = ASK_EXHIBIT,
    [DO_ABANDON] = ASK_ABANDON, [DO_NONE] = NONE,           [DO_WAIT] = ASK_WAITING,
    [DO_SKIP3] = NONE,          [DO_CHOOSE3] = NONE,        [DO_PICK] = ASK_PICK,
    [DO_PUT] = ASK_PLACE,       [DO_IMMUNITY] = NONE,       [DO_MARK] = ASK_MARK,
    [DO_TRANSFER] = ASK_TRANSFER, [DO_MORE] = ASK_TRANSFER, [DO_ROOM] = ASK_ROOM,
    [DO_RECUBE] = ASK_RECUBE,   [DO_REHEX] = ASK_REHEX,     [DO_RETURN] = ASK_RETURN,
};
/* clang-format on */

static const char *why_not(const struct tb_state *s, const struct wish *w)
{
    switch ((enum verb)w->verb) {
    case DO_SETTLE:
        return not_accepted;
    case DO_MOVE:
        return why_not_move(s, w->arg[0]);
    case DO_CARD:
        return why_not_card(s, w->arg[0], true);
    case DO_PASS:
        return TB_N("You are last on the track: you have to move before you pass.");
    case DO_NATURE:
        return s->ask == ASK_ARRIVAL && w->arg[0] == s->action
                   ? TB_N("That is the action of the square itself.")
                   : why_not_window(s, WILD, ASK_ARRIVAL);
    case DO_SKIP3:
        return why_not_window(s, SKIP3, ASK_STEP3);
    case DO_CHOOSE3:
        return why_not_window(s, CHOOSE3, ASK_STEP3);
    case DO_IMMUNITY:
        return why_not_window(s, IMMUNITY, ASK_STEP4);
    case DO_STORE:
        return why_not_store(s, w);
    case DO_REQUEST:
        return why_not_request(s, w);
    case DO_ANSWER:
    case DO_LEND:
        return why_not_answer(s, w);
    case DO_EXHIBIT:
        return why_not_exhibit(s, w);
    case DO_ABANDON:
        return TB_N("You are not the expert in that type.");
    case DO_WAIT:
        return why_not_enter(w, s->waiting);
    case DO_PUT:
        return why_not_enter(w, s->drawn);
    case DO_PICK:
        return TB_N("The bag has no such cube left.");
    case DO_MARK:
        return TB_N("The square has that action, or the supply no such marker.");
    case DO_TRANSFER:
    case DO_MORE:
        return why_not_transfer(s, w);
    case DO_ROOM:
        return TB_N("There is no exhibition.");
    case DO_RECUBE:
    case DO_REHEX:
        return why_not_change(w);
    case DO_RETURN:
        return TB_N("No cube is in consultation there.");
    case DO_STOP:
    case DO_NONE:
    case DO_KEEP:
    case VERBS:
        break;
    }
    return another_decision;
}

const char *archives_refuse(const struct tb_state *s, int seat, const char *note)
{
    struct wish wish = { 0 };

    if (!read_wish(note, &wish))
        return NULL;
    if (answers_to[wish.verb] != NONE && answers_to[wish.verb] != s->ask)
        return another_decision;
    return why_not(s, &wish);
}
