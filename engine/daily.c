/*
 * The puzzle of the day: the same for everybody, whenever and wherever it is played.
 *
 * The day itself is the seed, as a number that people read: nobody has to be asked what
 * today's puzzle is, and a record of it says what it is. So does the check of one that
 * somebody sends: set up as the day says, or it is none.
 */
#include <assert.h>
#include <string.h>

#include "tablier.h"

/* ---- days ---- */

static bool is_leap(uint32_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static uint32_t days_in(uint32_t year, uint32_t month)
{
    static const uint8_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    return days[month - 1] + (month == 2 && is_leap(year) ? 1u : 0u);
}

static bool is_day(uint64_t day)
{
    uint32_t month = (uint32_t)(day / 100 % 100), date = (uint32_t)(day % 100);

    return day >= 10000101 && day <= 99991231 && month >= 1 && month <= 12 && date >= 1 &&
           date <= days_in((uint32_t)(day / 10000), month);
}

/* Days since 1970 as a date: years are counted from March on, so that the leap day is the
 * last of its year, in spans of 400 years, which all have 146,097 days. */
uint32_t tb_day(int64_t seconds)
{
    int64_t days = seconds / 86400 - (seconds % 86400 < 0) + 719468;
    int64_t span = (days >= 0 ? days : days - 146096) / 146097;
    uint32_t of_span = (uint32_t)(days - span * 146097);
    uint32_t year = (of_span - of_span / 1460 + of_span / 36524 - of_span / 146096) / 365;
    uint32_t of_year = of_span - (365 * year + year / 4 - year / 100);
    uint32_t month = (5 * of_year + 2) / 153; /* 0: March */
    uint32_t date = of_year - (153 * month + 2) / 5 + 1;
    int64_t full = (int64_t)year + 400 * span + (month >= 10);
    int64_t day = 10000 * full + 100 * (month < 10 ? month + 3 : month - 9) + date;

    return day > 0 && is_day((uint64_t)day) ? (uint32_t)day : 0;
}

uint32_t tb_day_read(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    uint32_t day = 0;

    if (strlen(text) != sizeof form - 1)
        return 0;
    for (int i = 0; form[i]; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return 0;
        else if (form[i] == 'd')
            day = 10 * day + (uint32_t)(text[i] - '0');
    return is_day(day) ? day : 0;
}

void tb_day_put(uint32_t day, struct tb_text *out)
{
    tb_put(out, "%04u-%02u-%02u", day / 10000, day / 100 % 100, day % 100);
}

/* ---- puzzles ---- */

static const char *options_of(const struct tb_game *g, uint32_t day, uint64_t *options)
{
    char text[16];
    struct tb_text out = tb_text(text, sizeof text);

    tb_options_usual(g, options);
    if (!g->daily->option)
        return NULL;
    tb_day_put(day, &out);
    return tb_option_set(g, options, g->daily->option, text);
}

const char *tb_daily_new(struct tb_match *m, uint32_t day, const struct tb_kit *kit)
{
    uint64_t options[TB_OPTIONS_MAX];
    const char *refusal;

    if (!m->game->daily)
        return TB_N("This game has no puzzle of the day.");
    if (!is_day(day))
        return TB_N("There is no such day.");
    refusal = options_of(m->game, day, options);
    return refusal ? refusal : tb_match_new(m, 1, options, kit, tb_seed_of(day));
}

uint32_t tb_daily_of(const struct tb_match *m)
{
    const struct tb_head *head = tb_head_of(m->now);
    uint64_t options[TB_OPTIONS_MAX];

    assert(head->viewer == TB_TRUTH); /* a viewer's options may be blanked */
    if (!m->game->daily || head->seats != 1 || !is_day(m->seed.number) ||
        options_of(m->game, (uint32_t)m->seed.number, options) ||
        memcmp(options, head->option, sizeof options) != 0)
        return 0;
    return (uint32_t)m->seed.number;
}

int tb_daily_result(const struct tb_match *m)
{
    double figures[TB_FIGURES_MAX] = { 0 };
    struct tb_result result;

    assert(m->game->daily && !tb_head_of(m->now)->owes);
    m->game->score(m->now, &result);
    if (result.place[0] != 1)
        return -1;
    m->game->measure(m->now, figures);
    return (int)figures[0];
}

/* ---- what may be shared ---- */

enum { ROW_MAX = 40 }; /* as many turns as a line takes; then they are too many to matter */

static bool begins_character(char byte) { return ((unsigned char)byte & 0xc0) != 0x80; }

/* Character number n of a text, or its last. */
static const char *character_at(const char *text, unsigned n, size_t *length)
{
    const char *at = text, *next;

    for (;;) {
        next = at + 1;
        while (*next && !begins_character(*next))
            next++;
        *length = (size_t)(next - at);
        if (!*next || !n--)
            return at;
        at = next;
    }
}

static int put_signs(const struct tb_game *g, const struct tb_events *told, int row,
                     struct tb_text *out)
{
    for (int i = 0; i < told->count; i++)
        for (const struct tb_sign *sign = g->daily->signs; sign->signs; sign++)
            if (sign->kind == told->list[i].kind && row++ < ROW_MAX) {
                size_t length;
                const char *at =
                    character_at(sign->signs, told->list[i].arg[sign->arg], &length);

                tb_put_bytes(out, at, length);
            }
    return row;
}

void tb_daily_put(const struct tb_match *m, struct tb_state *room, struct tb_text *out)
{
    const struct tb_game *g = m->game;
    const struct tb_head head = *tb_head_of(m->now);
    struct tb_event list[TB_EVENTS_MAX] = { 0 };
    int result = tb_daily_result(m), row = 0;

    tb_put(out, "%s ", tb_say(out, g->name));
    tb_day_put((uint32_t)m->seed.number, out);
    tb_put_byte(out, ' ');
    tb_new(g, room, head.seats, head.option, head.kit, m->seed);
    for (uint32_t i = 0; i < m->count; i++) {
        struct tb_events told = { list, 0, TB_EVENTS_MAX };

        tb_step(g, room, m->plies[i].seat, m->plies[i].move, &told);
        row = put_signs(g, &told, row, out);
    }
    tb_put(out, row > ROW_MAX ? "… " : " ");
    if (result < 0)
        tb_put(out, "–");
    else
        tb_put(out, "%d", result);
}
