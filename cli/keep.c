/* Nothing is lost: a game is saved when asked, and whenever it ends early. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sitting.h"

static bool exists(const char *path) { return !access(path, F_OK); }

/* topologic-20260102-1530.tablier, in the first folder where it can be written. */
static void fresh_name(const struct table *t, char *path, size_t size)
{
    const char *home = getenv("HOME");
    const char *folder = !access(".", W_OK)            ? ""
                         : home && !access(home, W_OK) ? home
                                                       : "/tmp";
    time_t now = time(NULL);
    struct tm when;
    char stamp[32];

    localtime_r(&now, &when);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M", &when);
    snprintf(path, size, "%s%s%s-%s.tablier", folder, *folder ? "/" : "",
             t->match->game->id, stamp);
    for (int i = 2; exists(path) && i < 10000; i++)
        snprintf(path, size, "%s%s%s-%s-%d.tablier", folder, *folder ? "/" : "",
                 t->match->game->id, stamp, i);
}

/* A record of this same game is brought up to date; another one only when asked. */
static bool may_write_over(struct table *t, const char *path)
{
    char question[4400];
    const char *answer;

    if (!is_record(path) || (t->own && !strcmp(t->own, path)))
        return true;
    snprintf(question, sizeof question,
             _("%s is the record of a game. Write over it? yes or no: "), path);
    answer = ask(t, question);
    return answer && *answer && is_yes(answer);
}

static void remember_own(struct table *t, const char *path)
{
    char *copy = must(strdup(path));

    free(t->own);
    t->own = copy;
}

bool save(struct table *t, const char *typed)
{
    char *path = must(strdup(typed)); /* a question forgets what was typed */
    bool may = may_write_over(t, path);
    const char *refusal = may ? record_write(t->match, path, t->about, true)
                              : _("that record exists already");
    struct memo memo;

    memo_open(&memo);
    if (refusal)
        fprintf(memo.to, _("Not saved: %s: %s\n"), path, refusal);
    else
        fprintf(memo.to, _("Saved in %s. To go on: tablier play --from %s\n"), path, path);
    fclose(memo.to);
    fputs(memo.text, stdout);
    notice(t, memo.text);
    if (!refusal)
        remember_own(t, path);
    free(path);
    return !refusal;
}

/* Nobody can be asked: the file is named here, and the cause said in one line. */
void save_at_once(struct table *t, const char *cause)
{
    char path[4096];
    const char *refusal;

    fresh_name(t, path, sizeof path);
    refusal = record_write(t->match, path, t->about, false);
    puts("");
    if (refusal)
        warn(_("%s; it could not be saved: %s: %s"), cause, path, refusal);
    else
        warn(_("%s; it is saved in %s: to go on, tablier play --from %s"), cause, path,
             path);
}

static bool is_no(const char *word)
{
    return is_word(word, TB_N("no")) || is_word(word, TB_N("n"));
}

/* The signal that came, if any; it will not knock again. */
static int take_signal(void)
{
    int number;

    alarm(0);
    number = interrupted;
    interrupted = 0;
    return number;
}

enum outcome offer_to_save(struct table *t)
{
    char path[4096], question[4400];

    if (!t->match->count)
        return LEAVE;
    for (;;) {
        const char *answer;

        fresh_name(t, path, sizeof path);
        snprintf(question, sizeof question,
                 _("Save the game? Enter: yes, in %s; another name; no; back: "), path);
        take_signal();
        answer = ask(t, question);
        if (!answer) {
            save_at_once(t, _("the game was left"));
            return LEAVE;
        }
        if (is_no(answer))
            return LEAVE;
        if (is_word(answer, TB_N("back")))
            return GO_ON;
        if (save(t, is_yes(answer) ? path : answer))
            return LEAVE;
    }
}

/* The input ended, or a signal came, while somebody was asked. */
enum outcome no_answer(struct table *t)
{
    int signal_number = take_signal();

    if (t->term.screen && (!signal_number || signal_number == SIGINT)) {
        puts("");
        return offer_to_save(t);
    }
    t->code = signal_number ? FAILED : BAD_INPUT;
    save_at_once(t, signal_number ? _("the game was interrupted")
                                  : _("the input ended before the game did"));
    return LEAVE;
}

/* A signal that comes just before a read does not end that read: the alarm knocks again
 * until somebody has taken it. */
static void on_signal(int number)
{
    if (number != SIGALRM)
        interrupted = number;
    if (interrupted)
        alarm(1);
}

void catch_signals(void)
{
    static const int caught[] = { SIGINT, SIGTERM, SIGHUP, SIGALRM };
    struct sigaction action = { .sa_handler = on_signal }; /* reads do not go on */

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
}
