/* Figures for Prometheus, and the log: what it says, and that the store failed. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server.h"

/* Upper bounds of the commit times, in seconds. */
static const double bound[COMMIT_BUCKETS] = { 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                              0.01,   0.025,   0.05,   0.1,   0.25,   1 };

void note_commit(struct metrics *m, double seconds)
{
    int i = 0;

    while (i < COMMIT_BUCKETS && seconds > bound[i])
        i++;
    m->commit_bucket[i]++;
    m->commits++;
    m->commit_seconds += seconds;
}

/* The codes of docs/protocol.md, in its order. */
static const char *const reason[REASONS] = {
    "form", "unknown", "door", "who",    "seat",  "status", "turn",    "stale", "move",
    "rule", "rate",    "full", "secret", "wrong", "broken", "damaged", "other"
};

void note_refusal(struct metrics *m, const char *why)
{
    int i = 0;

    while (i < REASONS - 1 && strcmp(reason[i], why))
        i++;
    m->refused_why[i]++;
    m->refused++;
}

static void put_refusals(const struct metrics *m, struct tb_text *out)
{
    tb_put(out, "# HELP tablier_refusals_total Messages refused, by reason.\n"
                "# TYPE tablier_refusals_total counter\n");
    for (int i = 0; i < REASONS; i++)
        tb_put(out, "tablier_refusals_total{why=\"%s\"} %llu\n", reason[i],
               (unsigned long long)m->refused_why[i]);
}

static void put_double(struct tb_text *out, double value)
{
    char text[32];

    snprintf(text, sizeof text, "%.9g", value);
    tb_put(out, "%s", text);
}

static void put_value(struct tb_text *out, const char *name, const char *kind,
                      const char *help, uint64_t value)
{
    tb_put(out, "# HELP tablier_%s %s\n# TYPE tablier_%s %s\ntablier_%s %llu\n", name, help,
           name, kind, name, (unsigned long long)value);
}

static void put_commits(const struct metrics *m, struct tb_text *out)
{
    uint64_t sum = 0;

    tb_put(out, "# HELP tablier_commit_seconds Time of one group commit.\n"
                "# TYPE tablier_commit_seconds histogram\n");
    for (int i = 0; i < COMMIT_BUCKETS; i++) {
        tb_put(out, "tablier_commit_seconds_bucket{le=\"");
        put_double(out, bound[i]);
        tb_put(out, "\"} %llu\n", (unsigned long long)(sum += m->commit_bucket[i]));
    }
    sum += m->commit_bucket[COMMIT_BUCKETS];
    tb_put(out, "tablier_commit_seconds_bucket{le=\"+Inf\"} %llu\n",
           (unsigned long long)sum);
    tb_put(out, "tablier_commit_seconds_sum ");
    put_double(out, m->commit_seconds);
    tb_put(out, "\ntablier_commit_seconds_count %llu\n", (unsigned long long)sum);
}

void write_metrics(struct server *s, struct tb_text *out)
{
    const struct metrics *m = &s->metrics;
    const struct net_counts *net = net_counts(s->net);
    /* clang-format off */
    const struct { const char *name, *kind, *help; uint64_t value; } rows[] = {
        { "connections", "gauge", "WebSockets open.", (uint64_t)net->open },
        { "connections_total", "counter", "WebSockets ever opened.", net->opened },
        { "connections_refused_total", "counter", "Handshakes refused: wrong origin or path.", net->refused },
        { "slow_readers_total", "counter", "Connections closed because they did not read.", net->slow },
        { "oversized_total", "counter", "Connections closed for a message too big.", net->oversized },
        { "malformed_total", "counter", "Requests and frames that break their protocol.", net->malformed },
        { "late_total", "counter", "Connections closed because they sent or read nothing in time.", net->late },
        { "turned_away_total", "counter", "Newcomers without a file descriptor left for them.", net->turned_away },
        { "received_bytes_total", "counter", "Bytes of messages received.", net->bytes_in },
        { "sent_bytes_total", "counter", "Bytes sent.", net->bytes_out },
        { "sent_messages_total", "counter", "Messages sent.", net->messages_out },
        { "http_requests_total", "counter", "HTTP requests.", m->http_requests },
        { "http_refused_total", "counter", "HTTP requests answered with a refusal.", m->http_refused },
        { "messages_total", "counter", "Messages received.", m->messages },
        { "refused_total", "counter", "Messages refused, for whatever reason.", m->refused },
        { "broken_total", "counter", "Messages that were no messages.", m->broken },
        { "floods_total", "counter", "Messages refused for coming too fast.", m->floods },
        { "tables", "gauge", "Tables in memory.", (uint64_t)s->tables },
        { "tables_made_total", "counter", "Tables made.", m->tables_made },
        { "tables_loaded_total", "counter", "Tables brought from the store.", m->loads },
        { "tables_unloaded_total", "counter", "Tables that left the memory.", m->unloads },
        { "tables_beaten_total", "counter", "Tables that another node changed first, and that were read again.", m->beaten },
        { "tables_tidied_total", "counter", "Tables deleted because their time was over.", m->tidied },
        { "tables_damaged", "gauge", "Tables found damaged since the start, and kept aside.", m->damaged },
        { "games_started_total", "counter", "Games begun.", m->games_started },
        { "games_over_total", "counter", "Games ended.", m->games_over },
        { "moves_total", "counter", "Decisions played and stored.", m->moves },
        { "bot_moves_total", "counter", "Of these, by bots.", m->bot_moves },
        { "undos_total", "counter", "Decisions taken back.", m->undos },
        { "chat_lines_total", "counter", "Lines of chat.", m->chat_lines },
        { "persons_made_total", "counter", "Identities made.", m->persons_made },
        { "commit_failures_total", "counter", "Commits that failed.", m->commit_failures },
        { "bot_queue", "gauge", "Jobs that wait for a worker.", (uint64_t)pool_waiting(s->pool) },
        { "bot_late_total", "counter", "Bots' decisions that nobody needed any more.", m->late_jobs },
    };
    /* clang-format on */

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_value(out, rows[i].name, rows[i].kind, rows[i].help, rows[i].value);
    put_refusals(m, out);
    put_commits(m, out);
}

void log_line(struct server *s, const char *event, const char *detail)
{
    if (!s->options->quiet)
        log_aloud(s, event, detail);
}

void log_aloud(struct server *s, const char *event, const char *detail)
{
    char text[1024];
    struct tb_text out = tb_text(text, sizeof text);
    int64_t now = wall_ms();

    if (s->options->log_json) {
        tb_put(&out, "{\"time\":%lld,\"event\":\"%s\",\"detail\":", (long long)now, event);
        tb_put_json(&out, detail);
        tb_put(&out, "}");
    } else {
        char when[32];
        time_t seconds = (time_t)(now / 1000);
        struct tm broken_down;

        strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", gmtime_r(&seconds, &broken_down));
        tb_put(&out, "%s %s %s", when, event, detail);
    }
    fprintf(stderr, "%s\n", text);
}

bool is_read(struct server *s, const char *refusal)
{
    assert(refusal != store_later || s->errand);
    s->late = s->late || refusal == store_later;
    return !refusal;
}

bool kept(struct server *s, const char *refusal)
{
    if (!is_read(s, refusal) && refusal != store_later) {
        s->failed = true;
        log_line(s, "store", refusal);
    }
    return !refusal;
}
