/* tablier serve: the table over the network. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#include "../server/serve.h"
#include "kept.h"

static bool is_log(const char *text)
{
    return !text || !strcmp(text, "json") || !strcmp(text, "text") || !strcmp(text, "none");
}

/* Days as milliseconds; a fraction will do. */
static int64_t days_arg(const struct args *a, const char *name, int64_t usual)
{
    const char *text = args_text(a, name);
    char *end;
    double days;

    if (!text)
        return usual;
    days = strtod(text, &end);
    if (end == text || *end || !(days >= 0) || days > 36500)
        refuse(_("option --%s: '%s' is not a number of days"), name, text);
    return (int64_t)(days * 86400000);
}

static int run(const struct args *a)
{
    struct serve_options o;
    const char *log = args_text(a, "log"), *lang, *refusal;

    serve_defaults(&o);
    o.bind = args_text(a, "bind");
    o.port = (int)args_number(a, "port", 0, 65535, (uint64_t)o.port);
    o.data = args_text(a, "data") ? args_text(a, "data") : o.data;
    o.store = store_address(a);
    o.tls_cert = args_text(a, "tls-cert");
    o.tls_key = args_text(a, "tls-key");
    o.public_url = args_text(a, "public-url");
    o.proxy = args_text(a, "proxy");
    o.origin = args_text(a, "origin");
    o.door = args_text(a, "door");
    o.workers = (int)args_number(a, "workers", 1, 64, 0);
    o.rate = (int)args_number(a, "rate", 0, 1000000, (uint64_t)o.rate);
    o.bot_delay = (int)args_number(a, "bot-delay", 0, 60000, (uint64_t)o.bot_delay);
    o.away_after = (int)args_number(a, "away-after", 0, 86400000, (uint64_t)o.away_after);
    o.idle_after = (int)args_number(a, "idle-after", 0, 86400000, (uint64_t)o.idle_after);
    o.open_for = days_arg(a, "open-days", o.open_for);
    o.finished_for = days_arg(a, "finished-days", o.finished_for);
    if (!o.tls_cert != !o.tls_key)
        refuse(_("--tls-cert and --tls-key go together"));
    if (!is_log(log))
        refuse(_("option --log: '%s' is not one of text, json, none"), log);
    o.log_json = log && !strcmp(log, "json");
    o.quiet = log && !strcmp(log, "none");
    /* Clients translate what they are told; only hints are composed here, in the
     * language they were asked for. English is what the messages are written in. */
    lang = say_code();
    say_choose("fr");
    o.french = say;
    refusal = serve(&o);
    say_choose(lang);
    if (refusal)
        give_up("%s", _(refusal));
    return FINE;
}

static const struct arg takes[] = {
    { "port", TB_N("PORT"), TB_N("where to listen; usually 8080, 0: any free one") },
    { "bind", TB_N("ADDRESS"), TB_N("listen on this address only, as 127.0.0.1 or ::1") },
    { "data", TB_N("FOLDER"), TB_N("where tables are kept; usually data") },
    { "store", TB_N("ADDRESS"), TB_N("in PostgreSQL instead: postgresql://host/house") },
    { "public-url", TB_N("URL"), TB_N("how browsers reach this server, behind a proxy") },
    { "proxy", TB_N("ADDRESS"), TB_N("a proxy whose X-Forwarded-For is believed") },
    { "origin", TB_N("URL"), TB_N("one more site whose pages may connect") },
    { "door", TB_N("PASSPHRASE"), TB_N("a private club: who enters says it once") },
    { "tls-cert", TB_N("FILE"), TB_N("certificate chain (PEM) for https and wss") },
    { "tls-key", TB_N("FILE"), TB_N("its private key (PEM)") },
    { "log", TB_N("FORM"), TB_N("text, json or none; on standard error") },
    { "workers", TB_N("N"), TB_N("threads on which bots think") },
    { "bot-delay", TB_N("MS"), TB_N("a bot's pause before a decision; usually 400") },
    { "rate", TB_N("N"), TB_N("messages a second per connection; 0: no limit") },
    { "away-after", TB_N("MS"), TB_N("when somebody counts as away; usually 60000") },
    { "idle-after", TB_N("MS"), TB_N("when an unwatched table leaves the memory") },
    { "open-days", TB_N("DAYS"), TB_N("how long a table may wait for players; usually 7") },
    { "finished-days", TB_N("DAYS"),
      TB_N("how long finished tables are kept; 0: for ever") },
    { 0 },
};

const struct command command_serve = {
    .name = "serve",
    .words = "",
    .about = TB_N("Open the house: tables for browsers and bots, over the network."),
    .takes = takes,
    .run = run,
};
