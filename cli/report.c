/* What tablier sim says when all games are played, or as many as there was time for. */
#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include "sim.h"

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

double cpu_now(void)
{
    struct rusage own, children;

    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return seconds_of(own.ru_utime) + seconds_of(own.ru_stime) +
           seconds_of(children.ru_utime) + seconds_of(children.ru_stime);
}

void first_of(const char *list, char *one, size_t size)
{
    size_t length = strcspn(list, ",");

    length = length < size ? length : size - 1;
    memcpy(one, list, length);
    one[length] = 0;
}

/* ---- figures ---- */

static double mean_of(struct sums s, uint64_t count)
{
    return count ? s.sum / (double)count : 0;
}

/* The standard error of the mean; of a single number nothing is known. */
static double error_of(struct sums s, uint64_t count)
{
    double n = (double)count, spread;

    if (count < 2)
        return 0;
    spread = (s.squares - s.sum * s.sum / n) / (n - 1);
    return spread > 0 ? sqrt(spread / n) : 0;
}

/* Games that somebody forfeits have points, but no end to measure. */
static uint64_t measured(const struct job *j, const struct totals *t)
{
    uint64_t games = t->games;

    for (int i = 0; i < j->seats; i++)
        games -= t->forfeits[i];
    return games;
}

/* Wilson's interval: honest also near 0 and 1. */
static void interval(double wins, double games, double *low, double *high)
{
    const double z = 1.959964;
    double share = wins / games, z2 = z * z / games;
    double middle = (share + z2 / 2) / (1 + z2);
    double half = z * sqrt(share * (1 - share) / games + z2 / (4 * games)) / (1 + z2);

    *low = games > 0 ? fmax(0, middle - half) : 0;
    *high = games > 0 ? fmin(1, middle + half) : 1;
}

/* ---- for programs ---- */

static void print_counts(const char *key, const uint64_t *count, int seats)
{
    printf(",\"%s\":[", key);
    for (int i = 0; i < seats; i++)
        printf("%s%llu", i ? "," : "", (unsigned long long)count[i]);
    printf("]");
}

static void print_points(const char *key, double (*of)(struct sums s, uint64_t count),
                         const struct job *j, const struct totals *t)
{
    printf(",\"%s\":[", key);
    for (int i = 0; i < j->seats; i++)
        printf("%s%.6g", i ? "," : "", of(t->points[i], t->games));
    printf("]");
}

static void print_figures(const char *key, double (*of)(struct sums s, uint64_t count),
                          const struct job *j, const struct totals *t)
{
    printf(",\"%s\":{", key);
    for (int i = 0; j->game->figures && j->game->figures[i]; i++)
        printf(measured(j, t) ? "%s\"%s\":%.6g" : "%s\"%s\":null", i ? "," : "",
               j->game->figures[i], of(t->figures[i], measured(j, t)));
    printf("}");
}

/* Of the share of wins, by player. */
static void print_intervals(const struct totals *t, int seats)
{
    printf(",\"intervals\":[");
    for (int i = 0; i < seats; i++) {
        double low, high;

        interval((double)t->wins[i], (double)t->games, &low, &high);
        printf("%s[%.6g,%.6g]", i ? "," : "", low, high);
    }
    printf("]");
}

static void print_bots(const char *bots)
{
    char text[8192];
    struct tb_text out = tb_text(text, sizeof text);

    for (const char *bot = bots; *bot; bot += *bot == ',') {
        char one[1024];

        first_of(bot, one, sizeof one);
        tb_put(&out, bot > bots ? "," : "");
        tb_put_json(&out, one);
        bot += strcspn(bot, ",");
    }
    printf(",\"bots\":[%s]", text);
}

void print_json(const struct job *j, const struct totals *t, double seconds, double cpu)
{
    printf("{\"game\":\"%s\",\"seats\":%d,\"games\":%llu,\"asked\":%llu,"
           "\"decisions\":%llu,\"seconds\":%.6f,\"cpu_seconds\":%.6f,"
           "\"decisions_per_second\":%.0f",
           j->game->id, j->seats, (unsigned long long)t->games,
           (unsigned long long)j->games, (unsigned long long)t->decisions, seconds, cpu,
           seconds > 0 ? (double)t->decisions / seconds : 0);
    printf(",\"mean_decisions\":%.6g,\"mean_decisions_error\":%.6g",
           mean_of(t->length, t->games), error_of(t->length, t->games));
    print_points("mean_points", mean_of, j, t);
    print_points("mean_points_error", error_of, j, t);
    print_counts("wins", t->wins, j->seats);
    print_counts("draws", t->draws, j->seats);
    print_counts("losses", t->losses, j->seats);
    print_intervals(t, j->seats);
    print_counts("forfeits", t->forfeits, j->seats);
    printf(",\"shared\":%llu", (unsigned long long)t->shared);
    print_bots(j->bots);
    print_figures("figures", mean_of, j, t);
    print_figures("figures_error", error_of, j, t);
    puts("}");
}

/* ---- for people ---- */

/* 52.1 ± 0.4 */
static const char *with_error(struct sums s, uint64_t count, int digits, char room[80])
{
    char mean[32], error[32];

    snprintf(room, 80, "%s ± %s", decimal(mean_of(s, count), digits, mean),
             decimal(error_of(s, count), digits, error));
    return room;
}

static void say_player(const struct job *j, const struct totals *t, int i, const char *bot)
{
    double low, high, games = (double)t->games;
    char share[32], from[32], to[32], both[80], points[80], name[32];

    interval((double)t->wins[i], games, &low, &high);
    first_of(bot, name, sizeof name);
    printf("  %d  ", i + 1);
    put_padded(stdout, name, 16);
    printf(" %7llu %7llu %7llu", (unsigned long long)t->wins[i],
           (unsigned long long)t->draws[i], (unsigned long long)t->losses[i]);
    snprintf(both, sizeof both, "[%s, %s]", decimal(100 * low, 1, from),
             decimal(100 * high, 1, to));
    printf("  %5s %% ",
           decimal(games > 0 ? 100 * (double)t->wins[i] / games : 0, 1, share));
    put_padded(stdout, both, 14);
    printf("  %s", with_error(t->points[i], t->games, 2, points));
    if (t->forfeits[i])
        printf("   %s %llu", _("forfeits:"), (unsigned long long)t->forfeits[i]);
    puts("");
}

static void say_pace(const struct totals *t, double seconds, double cpu)
{
    double rate = seconds > 0 ? (double)t->decisions / seconds : 0;
    char a[32], b[32], length[80];

    printf(_("; %s s, %s s of processor time; decisions: %llu, %s a game, "),
           decimal(seconds, 2, a), decimal(cpu, 2, b), (unsigned long long)t->decisions,
           with_error(t->length, t->games, 1, length));
    if (rate < 1e5)
        printf(_("%s a second\n"), decimal(rate, 0, b));
    else
        printf(_("%s million a second\n"), decimal(rate / 1e6, 2, b));
}

void say_report(const struct job *j, const struct totals *t, double seconds, double cpu)
{
    const char *bot = j->bots;
    char figure[80];

    printf(say_many(t->games, _("%s: %llu game"), _("%s: %llu games")), _(j->game->name),
           (unsigned long long)t->games);
    if (t->games < j->games)
        printf(_(" of %llu, then interrupted"), (unsigned long long)j->games);
    say_pace(t, seconds, cpu);
    fputs("     ", stdout);
    put_padded(stdout, j->rotate ? _("seats rotate") : _("player"), 16);
    printf(" %s\n", _("   wins   draws  losses    wins, 95 % interval   points ± error"));
    for (int i = 0; i < j->seats; i++) {
        say_player(j, t, i, bot);
        bot += strcspn(bot, ",");
        bot += *bot == ',';
    }
    for (int i = 0; measured(j, t) && j->game->figures && j->game->figures[i]; i++)
        printf("%s: %s\n", j->game->figures[i],
               with_error(t->figures[i], measured(j, t), 4, figure));
}
