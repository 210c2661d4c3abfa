/*
 * A bot program: a child process that speaks docs/bot-protocol.md over two pipes.
 *
 * It may hang, lie or die; then its function answers with nothing and one line in `why`.
 * The child leads a process group of its own: an interrupt at the terminal does not reach
 * it, and stopping it takes its own children along.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

enum { LINE_ROOM = 4096 }; /* an answer is far shorter; more is a lie */

struct remote {
    const struct tb_game *game;
    pid_t pid;
    int to, from;
    uint32_t wait; /* ms */
    bool wants_seen;
    bool asked; /* and not answered: after an interrupt we wait on, not ask again */
    char name[64];
    char got[LINE_ROOM]; /* bytes read and not used yet */
    size_t length;
    char *out; /* room to write a message */
};

enum { OUT_ROOM = 2 * PICTURE_MAX };

/* ---- the process ---- */

/* In the child, between fork and exec: only calls that are safe there. */
static _Noreturn void become(const char *line, const int to[2], const int from[2])
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* if we die without a word, it does too */
    dup2(to[0], 0);
    dup2(from[1], 1);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

static bool open_pipes(int to[2], int from[2])
{
    if (pipe2(to, O_CLOEXEC))
        return false;
    if (!pipe2(from, O_CLOEXEC))
        return true;
    close(to[0]);
    close(to[1]);
    return false;
}

static bool start(struct remote *r, const char *program)
{
    int to[2], from[2];
    size_t size = strlen(program) + 6;
    char *line = must(malloc(size));

    snprintf(line, size, "exec %s", program);
    if (!open_pipes(to, from)) {
        free(line);
        return false;
    }
    r->pid = fork();
    if (r->pid == 0)
        become(line, to, from);
    free(line);
    close(to[0]);
    close(from[1]);
    r->to = to[1];
    r->from = from[0];
    fcntl(r->to, F_SETFL, O_NONBLOCK);
    if (r->pid > 0)
        setpgid(r->pid, r->pid); /* whoever comes first, it is done before we kill */
    return r->pid > 0;
}

/* Why nothing more comes from it. */
static void say_end(struct remote *r, char why[256])
{
    int status, tries = 0;
    pid_t ended;

    /* The pipe closes a moment before the process is gone. */
    while (!(ended = waitpid(r->pid, &status, WNOHANG)) && tries++ < 50)
        poll(NULL, 0, 10);
    if (ended == r->pid)
        r->pid = 0;
    if (ended > 0 && WIFSIGNALED(status))
        snprintf(why, 256, _("the program was ended by signal %d"), WTERMSIG(status));
    else if (ended > 0)
        snprintf(why, 256, _("the program ended, with exit code %d"), WEXITSTATUS(status));
    else
        snprintf(why, 256, "%s", _("the program closed its output"));
}

void remote_stop(struct remote *r)
{
    static const char quit[] = "quit\n";

    if (!r)
        return;
    if (r->pid > 0 && write(r->to, quit, sizeof quit - 1) < 0)
        kill(-r->pid, SIGKILL); /* it does not read, or is gone */
    if (r->to >= 0)
        close(r->to);
    for (int i = 0; r->pid > 0 && i < 30; i++) {
        if (waitpid(r->pid, NULL, WNOHANG) == r->pid)
            r->pid = 0;
        else
            poll(NULL, 0, 10);
    }
    if (r->pid > 0) {
        kill(-r->pid, SIGKILL);
        waitpid(r->pid, NULL, 0);
    }
    if (r->from >= 0)
        close(r->from);
    free(r->out);
    free(r);
}

/* ---- lines ---- */

static int left_of(double deadline)
{
    double left = 1000 * (deadline - seconds_now());

    return left > 0 ? (int)left + 1 : 0;
}

/* Waits until the pipe is ready. False: time is up, or the user has interrupted. In short
 * waits, since a signal that comes just before poll() does not end it. */
static bool wait_for(int fd, short what, double deadline)
{
    enum { SHORT_WAIT = 50 }; /* ms */
    struct pollfd p = { .fd = fd, .events = what };

    while (!interrupted) {
        int left = left_of(deadline);
        int ready = poll(&p, 1, left < SHORT_WAIT ? left : SHORT_WAIT);

        if (ready > 0)
            return true;
        if ((ready == 0 && !left) || (ready < 0 && errno != EINTR))
            return false;
    }
    return false;
}

static void say_late(const struct remote *r, char why[256])
{
    snprintf(why, 256, _("the program did not answer within %u ms"), r->wait);
}

static bool send(struct remote *r, const char *text, char why[256])
{
    double deadline = seconds_now() + r->wait / 1000.0;
    size_t left = strlen(text);

    while (left) {
        ssize_t sent = write(r->to, text, left);

        if (sent > 0) {
            text += sent;
            left -= (size_t)sent;
        } else if (errno == EAGAIN) {
            if (!wait_for(r->to, POLLOUT, deadline)) {
                snprintf(why, 256, _("the program did not read its input for %u ms"),
                         r->wait);
                return false;
            }
        } else if (errno != EINTR) {
            say_end(r, why);
            return false;
        }
    }
    return true;
}

/* Moves the first line of what was read to `line`. */
static bool take_line(struct remote *r, char line[LINE_ROOM])
{
    char *end = memchr(r->got, '\n', r->length);
    size_t length;

    if (!end)
        return false;
    length = (size_t)(end - r->got);
    memcpy(line, r->got, length);
    line[length] = 0;
    if (length && line[length - 1] == '\r')
        line[length - 1] = 0;
    r->length -= length + 1;
    memmove(r->got, end + 1, r->length);
    return true;
}

static bool receive(struct remote *r, double deadline, char line[LINE_ROOM], char why[256])
{
    while (!take_line(r, line)) {
        ssize_t got;

        if (r->length == sizeof r->got) {
            snprintf(why, 256, "%s", _("the program wrote a line that does not end"));
            return false;
        }
        if (!wait_for(r->from, POLLIN, deadline)) {
            say_late(r, why);
            return false;
        }
        got = read(r->from, r->got + r->length, sizeof r->got - r->length);
        if (got > 0) {
            r->length += (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            say_end(r, why);
            return false;
        }
    }
    return true;
}

/* The text after a word and a blank, or NULL where the line begins otherwise. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(line, word, length) || (line[length] && line[length] != ' '))
        return NULL;
    return line + length + (line[length] == ' ');
}

/* ---- the conversation ---- */

static bool greet(struct remote *r, char why[256])
{
    double deadline = seconds_now() + r->wait / 1000.0;
    char line[LINE_ROOM];

    snprintf(line, sizeof line, "tablier 1 %s\n", r->game->id);
    if (!send(r, line, why))
        return false;
    while (receive(r, deadline, line, why)) {
        const char *rest;

        if (!strcmp(line, "ready"))
            return true;
        if ((rest = after(line, "name")))
            snprintf(r->name, sizeof r->name, "%.63s", rest);
        else if ((rest = after(line, "want")) && !strcmp(rest, "seen"))
            r->wants_seen = true;
        else if ((rest = after(line, "error"))) {
            snprintf(why, 256, _("the program says: %.200s"), rest);
            return false;
        }
    }
    return false;
}

struct remote *remote_start(const char *program, const struct tb_game *g, uint32_t wait,
                            char why[256])
{
    struct remote *r = must(calloc(1, sizeof *r));

    *r = (struct remote){ .game = g, .to = -1, .from = -1, .wait = wait };
    r->out = must(malloc(OUT_ROOM));
    if (!start(r, program))
        snprintf(why, 256, "%s", why_not(errno));
    else if (greet(r, why))
        return r;
    remote_stop(r);
    return NULL;
}

const char *remote_name(const struct remote *r) { return *r->name ? r->name : NULL; }

bool remote_begin(struct remote *r, const struct tb_state *s, int seat, uint64_t seed,
                  char why[256])
{
    const struct tb_game *g = r->game;
    const struct tb_head *head = tb_head_of(s);
    struct tb_state *seen = must(malloc(g->state_size));
    struct tb_text out = tb_text(r->out, OUT_ROOM);

    tb_observe(g, s, seat, seen);
    for (int i = 0; g->options && g->options[i].id; i++) {
        tb_put(&out, "option %s ", g->options[i].id);
        tb_option_put(g, i, head->option[i], &out);
        tb_put(&out, "\n");
    }
    tb_put(&out, "seat %d of %d\nseed %llu\nnew\nscene ", seat, head->seats,
           (unsigned long long)seed);
    g->scene(seen, &out);
    tb_put(&out, "\n");
    free(seen);
    return send(r, r->out, why);
}

void remote_event(struct remote *r, const struct tb_event *e)
{
    struct tb_text out = tb_text(r->out, OUT_ROOM);
    char why[256]; /* a program that is gone is noticed when it is asked */

    tb_put(&out, "event ");
    tb_put_event_json(r->game, e, &out);
    tb_put(&out, "\n");
    send(r, r->out, why);
}

static void put_legal(const struct tb_game *g, const struct tb_state *s, int seat,
                      struct tb_text *out)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(g, s, seat, legal);

    tb_put(out, "legal ");
    for (int i = 0; i < count; i++) {
        char note[TB_NOTE_MAX];

        tb_notate(g, s, legal[i], note);
        tb_put(out, i ? "|%s" : "%s", note);
    }
    tb_put(out, "\n");
}

static void put_question(struct remote *r, const struct tb_state *seen, int seat,
                         const struct budget *budget)
{
    struct tb_text out = tb_text(r->out, OUT_ROOM);

    tb_put(&out, "view ");
    r->game->view(seen, &out);
    tb_put(&out, "\n");
    put_legal(r->game, seen, seat, &out);
    if (r->wants_seen) {
        tb_put(&out, "seen ");
        seen_write(r->game, seen, &out);
        tb_put(&out, "\n");
    }
    if (budget->nodes)
        tb_put(&out, "go nodes %u\n", budget->nodes);
    else
        tb_put(&out, "go ms %u\n", budget->ms);
}

tb_move remote_decide(struct remote *r, const struct tb_state *seen, int seat,
                      const struct budget *budget, char why[256])
{
    char line[LINE_ROOM];
    double deadline;

    if (!r->asked) {
        put_question(r, seen, seat, budget);
        if (!send(r, r->out, why))
            return 0;
        r->asked = true;
    }
    deadline = seconds_now() + r->wait / 1000.0;
    while (receive(r, deadline, line, why)) {
        const char *rest;
        tb_move move;

        if ((rest = after(line, "bestmove"))) {
            r->asked = false;
            if (!tb_parse(r->game, seen, seat, rest, &move))
                return move;
            snprintf(why, 256, _("the program wants an illegal move: '%.64s'"), rest);
            return 0;
        }
        if ((rest = after(line, "error"))) {
            snprintf(why, 256, _("the program says: %.200s"), rest);
            return 0;
        }
    }
    return 0;
}

void remote_over(struct remote *r, const struct tb_state *s)
{
    struct tb_text out = tb_text(r->out, OUT_ROOM);
    char why[256];

    tb_put(&out, "over ");
    put_result_json(r->game, s, &out);
    tb_put(&out, "\n");
    send(r, r->out, why);
}
