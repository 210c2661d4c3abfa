/*
 * What cards say: amounts, conditions, what they ease, what can be created and learned, and
 * their points. Nothing here changes the position.
 */
#include "ancient.h"

/* ---- monuments ---- */

/* Slots beside each slot: the other row of its space, left and right in its own row. */
static unsigned beside(int slot)
{
    unsigned here = 1u << slot;

    return (here << 2 | here >> 2 | 1u << (slot ^ 1)) & ((1u << SLOTS) - 1);
}

static unsigned slots_of_kinds(const struct player *p, unsigned kinds)
{
    unsigned set = 0;

    for (int k = CITY; k <= PYRAMID; k++)
        set |= p->of[k] * (kinds >> k & 1);
    return set;
}

static unsigned zone_slots(const struct player *p, unsigned source, unsigned zone)
{
    int slot = zone == IN_TIMELINE || zone == IN_SPACE1 ? -1 : ak_slot_of(p, source);
    unsigned here = slot < 0 ? 0 : 1u << slot;

    switch (zone) {
    case IN_TIMELINE:
        return ~0u;
    case IN_SPACE1:
        return 3;
    case IN_OTHERS:
        return ~here;
    case IN_SELF:
        return here;
    case IN_ADJACENT:
        return slot < 0 ? 0 : beside(slot);
    default:
        return 0;
    }
}

unsigned ak_slots_in(const struct tb_state *s, int seat, unsigned source,
                     const struct selector *of)
{
    const struct player *p = &s->player[seat];
    unsigned set = slots_of_kinds(p, of->kinds) & zone_slots(p, source, of->zone);

    if (of->least > 0 || of->most < 255)
        for (unsigned rest = set; rest; rest &= rest - 1) {
            unsigned slot = first_of(rest);

            if (p->tokens[slot] < of->least || p->tokens[slot] > of->most)
                set &= ~(1u << slot);
        }
    return set;
}

/* ---- values ---- */

static int count_past(const struct player *p, unsigned kinds)
{
    if (kinds & SCORING_ONLY)
        return p->past_scoring;
    if ((kinds & MONUMENTS) == MONUMENTS)
        return p->pasts;
    return p->past_of[first_of(kinds)];
}

static int count_hand(const struct player *p, unsigned kinds)
{
    int count = 0;

    if (kinds == ANY_KIND)
        return p->cards;
    for (int i = 0; i < p->cards; i++)
        count += (kind_bit(p->hand[i]) & kinds) != 0;
    return count;
}

static int count_elements(const struct tb_state *s, int seat, unsigned source,
                          const struct selector *of)
{
    const struct player *p = &s->player[seat];

    switch ((enum zone)of->zone) {
    case IN_PAST:
        return count_past(p, of->kinds);
    case IN_ARTEFACTS:
        return p->artefacts;
    case IN_HAND:
        return count_hand(p, of->kinds);
    case IN_TECH:
        return count_of(p->tech & ak_technologies_of(of->kinds, 0));
    case IN_TIMELINE:
    case IN_OTHERS:
    case IN_SELF:
    case IN_ADJACENT:
    case IN_SPACE1:
        return count_of(ak_slots_in(s, seat, source, of));
    case IN_NOTHING:
        break;
    }
    return 0;
}

/* The largest, or the smallest, of the counts of three types. */
static int extreme(const struct tb_state *s, int seat, unsigned source,
                   const struct selector *of, bool largest)
{
    int first = of->zone == IN_TECH ? ANCIENT : CITY, best = largest ? 0 : 255;

    for (int k = first; k < first + 3; k++) {
        struct selector one = *of;
        int count;

        one.kinds = (uint8_t)(1 << k);
        count = count_elements(s, seat, source, &one);
        if (largest ? count > best : count < best)
            best = count;
    }
    return best;
}

static int knowledge_in(const struct tb_state *s, int seat, unsigned slots)
{
    const struct player *p = &s->player[seat];
    int sum = 0;

    for (slots &= p->laden; slots; slots &= slots - 1)
        sum += p->tokens[first_of(slots)];
    return sum;
}

int ak_value_of(const struct tb_state *s, int seat, unsigned source, int chosen,
                const struct amount *amount)
{
    const struct selector *of = &amount->of;
    int value = 1;

    switch ((enum value)amount->value) {
    case V_ONE:
        break;
    case V_COUNT:
        value = count_elements(s, seat, source, of);
        break;
    case V_MOST:
    case V_SETS:
        value = extreme(s, seat, source, of, amount->value == V_MOST);
        break;
    case V_KNOW:
        value = knowledge_in(s, seat, ak_slots_in(s, seat, source, of));
        break;
    case V_LOST:
        value = s->player[seat].lost;
        break;
    case V_CHOSEN:
        value = chosen;
        break;
    case V_TILTED:
        value = s->tilted;
        break;
    case V_DECLINED:
        value = s->declined;
        break;
    }
    return amount->times * (amount->by > 1 ? value / amount->by : value);
}

static bool atom_holds(const struct tb_state *s, int seat, unsigned source,
                       const struct atom *atom, int less)
{
    int left = ak_value_of(s, seat, source, 0, &atom->left), right = atom->right;

    switch ((enum relation)atom->relation) {
    case AT_LEAST:
        return left >= (right > less ? right - less : 0);
    case AT_MOST:
        return left <= right;
    case EXACTLY:
        return left == right;
    }
    return false;
}

bool ak_all_hold(const struct tb_state *s, int seat, unsigned source,
                 const struct atom *atom, int atoms)
{
    for (int i = 0; i < atoms; i++)
        if (!atom_holds(s, seat, source, &atom[i], 0))
            return false;
    return true;
}

/* ---- cards in play that ease a rule ---- */

/* The sum of what the operation `code` gives for that kind, over all cards in play. */
static int eased(const struct tb_state *s, int seat, unsigned code, unsigned kinds)
{
    const struct player *p = &s->player[seat];
    unsigned slots = occupied(p);
    int sum = 0;

    for (int i = 0; i < p->artefacts || slots; i++) {
        unsigned card;
        const struct effect *e;

        if (i < p->artefacts) {
            card = p->artefact[i];
        } else {
            card = p->card[first_of(slots)];
            slots &= slots - 1;
        }
        e = &ancient_card[card].effect;
        if (e->op[0].code != code || (e->op[0].kinds && !(e->op[0].kinds & kinds)))
            continue;
        if (ak_holds(s, seat, card, e->when, e->atoms))
            sum += ak_value_of(s, seat, card, 0, &e->op[0].amount);
    }
    return sum;
}

/* R5.1: knowledge on a monument that comes into play; it is not there yet. */
int ak_entry_tokens(const struct tb_state *s, int seat, unsigned card)
{
    const struct card *facts = &ancient_card[card];
    const struct effect *e = &facts->effect;
    int tokens = facts->knowledge;

    if (s->player[seat].roles & ROLE_ENTRY)
        tokens -= eased(s, seat, OP_ENTRY, kind_bit(card));
    if (e->op[0].code == OP_ENTRY_SELF && ak_holds(s, seat, card, e->when, e->atoms))
        tokens -= ak_value_of(s, seat, card, 0, &e->op[0].amount);
    return tokens > 0 ? tokens : 0;
}

int ak_excavate_rate(const struct tb_state *s, int seat)
{
    return s->player[seat].roles & ROLE_RATE ? eased(s, seat, OP_EXCAVATE_RATE, 0) : 2;
}

/* ---- what can be created ---- */

int ak_price_of(unsigned card, int space)
{
    int start = ancient_card[card].space - 1;

    return ancient_card[card].cost + (space > start ? space - start : start - space);
}

/* Where anything can be put, as ancient_reach counts. */
static unsigned open_places(const struct player *p)
{
    return ak_open_spaces(p) | (p->artefacts < ARTEFACTS ? ON_BOARD : 0u);
}

unsigned ak_spaces_for(const struct player *p, unsigned card, int purse)
{
    return ak_open_spaces(p) & ancient_reach[purse][card];
}

bool ak_creatable_card(const struct player *p, unsigned card, int purse)
{
    return open_places(p) & ancient_reach[purse][card];
}

/* The rest of the hand is the purse. */
unsigned ak_creatable(const struct tb_state *s, int seat, unsigned kinds)
{
    const struct player *p = &s->player[seat];
    unsigned set = 0, open = open_places(p);

    for (int i = 0; i < p->cards; i++) {
        unsigned fits = (ancient_reach[p->cards - 1][p->hand[i]] & open) != 0;

        set |= (fits & kinds >> ancient_card[p->hand[i]].kind) << i;
    }
    return set;
}

bool ak_any_creatable(const struct tb_state *s, int seat, unsigned kinds)
{
    return ak_creatable(s, seat, kinds) != 0;
}

bool ak_can_build(const struct player *p)
{
    unsigned open = open_places(p);

    for (int i = 0; i < p->cards; i++)
        if (ancient_reach[p->cards - 1][p->hand[i]] & open)
            return true;
    return false;
}

/* ---- what can be learned ---- */

/* Of these technologies, those content with what most of them ask for: monuments in the
 * Past, artefacts, losses. */
static uint64_t content_with_past(const struct player *p, uint64_t among)
{
    const uint64_t(*meeting)[TALLY_TOP + 1] = ancient_meeting;

    among &= meeting[TALLY_CITIES][p->past_of[CITY]];
    among &= meeting[TALLY_MEGALITHS][p->past_of[MEGALITH]];
    among &= meeting[TALLY_PYRAMIDS][p->past_of[PYRAMID]];
    among &= meeting[TALLY_PAST][p->pasts];
    among &= meeting[TALLY_ARTEFACTS][p->artefacts];
    return among & meeting[TALLY_LOST][p->lost < TALLY_TOP ? p->lost : TALLY_TOP];
}

/* And those content with what few of them ask for. */
static uint64_t content_with_rest(const struct player *p, uint64_t among)
{
    const uint64_t(*meeting)[TALLY_TOP + 1] = ancient_meeting;
    unsigned city = p->past_of[CITY], megalith = p->past_of[MEGALITH];
    unsigned pyramid = p->past_of[PYRAMID], pair = city > megalith ? city : megalith;
    int tech = count_of(p->tech);
    int ancients = count_of(p->tech & ak_technologies_of(1 << ANCIENT, 0));
    int writings = count_of(p->tech & ak_technologies_of(1 << WRITING, 0));

    among &= meeting[TALLY_MOST][pair > pyramid ? pair : pyramid];
    among &= meeting[TALLY_SCORING][p->past_scoring];
    among &= meeting[TALLY_HAND][p->cards];
    among &= meeting[TALLY_ANCIENTS][ancients];
    among &= meeting[TALLY_WRITINGS][writings];
    among &= meeting[TALLY_SECRETS][tech - ancients - writings];
    return among & meeting[TALLY_TECH][tech];
}

/* R7.7: with Candi Sukuh one number asked for may be taken as lower. */
static bool is_met_eased(const struct tb_state *s, int seat, unsigned technology, int less)
{
    const struct need *need = &ancient_need[technology - BUILDERS];
    int failed = 0;

    for (int i = 0; i < need->atoms; i++) {
        if (atom_holds(s, seat, technology, &need->atom[i], 0))
            continue;
        if (!atom_holds(s, seat, technology, &need->atom[i], less))
            return false;
        failed++;
    }
    return failed <= 1;
}

static uint64_t met_eased(const struct tb_state *s, int seat, uint64_t among)
{
    int less = eased(s, seat, OP_REQ_LESS, 0);
    uint64_t set = 0;

    for (; among; among &= among - 1)
        if (is_met_eased(s, seat, BUILDERS + first_of(among), less))
            set |= among & -among;
    return set;
}

/* Of these technologies, a bit each, those that the player may learn. */
static uint64_t learnable_of(const struct tb_state *s, int seat, uint64_t among)
{
    const struct player *p = &s->player[seat];

    if (p->roles & ROLE_REQ)
        return met_eased(s, seat, among);
    among = content_with_past(p, among);
    return among ? content_with_rest(p, among) : 0;
}

bool ak_learnable(const struct tb_state *s, int seat, unsigned technology)
{
    return learnable_of(s, seat, tech_bit(technology)) != 0;
}

unsigned ak_learnable_faces(const struct tb_state *s, int seat, bool free)
{
    uint64_t found = free ? s->shown : learnable_of(s, seat, s->shown);
    unsigned set = 0;

    /* Of a tile's empty places falls a bit beyond all technologies. */
    for (int i = 0; i < TILES * FACES; i++)
        set |= (unsigned)(found >> ((s->face[i] - BUILDERS) & 63) & 1) << i;
    return set;
}

bool ak_any_learnable(const struct tb_state *s, int seat, bool free)
{
    if (s->shown & (free ? ~0ull : ancient_no_need)) /* most often one asks for nothing */
        return true;
    return learnable_of(s, seat, s->shown) != 0;
}

/* ---- scoring ---- */

int ak_points_of(const struct tb_state *s, int seat, unsigned card)
{
    const struct effect *e = &ancient_card[card].effect;
    const struct op *op = &e->op[0];
    int value;

    if (op->code != OP_VP || !ak_holds(s, seat, card, e->when, e->atoms))
        return 0;
    value = ak_value_of(s, seat, card, 0, &op->amount);
    if (!op->tier[0])
        return value;
    return value >= op->tier[2] ? op->tier[3] : value >= op->tier[0] ? op->tier[1] : 0;
}

/* A sheet being filled in: every point passes here, so the lines add up to the sums. */
struct scoring {
    struct sheet sheet;
    struct score_lines *lines;
};

static void add_points(struct scoring *to, enum score_row row, unsigned card, int points)
{
    to->sheet.row[row] += points;
    to->sheet.total += points;
    if (to->lines)
        to->lines->line[to->lines->count++] =
            (struct score_line){ (uint8_t)row, (uint8_t)card, (int16_t)points };
}

static void add_past(struct scoring *to, const struct tb_state *s, int seat, unsigned card)
{
    const struct card *facts = &ancient_card[card];

    if (facts->vp)
        add_points(to, ROW_PAST, card, facts->vp);
    if (facts->timing == T_ENDGAME)
        add_points(to, ROW_EFFECTS, card, ak_points_of(s, seat, card));
}

static void add_technology(struct scoring *to, const struct tb_state *s, int seat,
                           unsigned card)
{
    if (ancient_card[card].timing == T_ENDGAME)
        add_points(to, ROW_TECHNOLOGIES, card, ak_points_of(s, seat, card));
}

struct sheet ak_score_sheet(const struct tb_state *s, int seat, struct score_lines *lines)
{
    const struct player *p = &s->player[seat];
    struct scoring to = { .lines = lines };

    if (lines)
        lines->count = 0;
    for (int i = 0; i < p->pasts; i++)
        add_past(&to, s, seat, p->past[i]);
    for (uint64_t set = p->tech; set; set &= set - 1)
        add_technology(&to, s, seat, BUILDERS + first_of(set));
    for (unsigned slots = occupied(p); slots; slots &= slots - 1)
        add_points(&to, ROW_TIMELINE, p->card[first_of(slots)], 1);
    if (p->lost)
        add_points(&to, ROW_LOST, NONE, -p->lost);
    return to.sheet;
}
