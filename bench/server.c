/*
 * The server under load: a thousand live Topologic tables with two connected players each.
 *
 * The server runs as a process of its own and is driven over loopback; its moves are
 * durable. Times are from sending a move to the other player's update. The server's
 * processor time is its own, as the kernel counts it.
 *
 * Then a tenth of the tables plays at the lower rates while all others sit there.
 *
 * With --compare the same load is then put on boardgame.io (bench/boardgameio, from npm),
 * which keeps its matches in memory and makes nothing durable, and the ratios are printed.
 *
 * Then the players think: for HOLD seconds nobody moves, and what the house takes
 * for just having them there is printed.
 *
 * With --house it is an evening instead: 5,000 tables with 10,000 players who stay for
 * three minutes and move every twenty seconds each, in thirty-second lines; memory,
 * processor and times are printed.
 *
 * With --nodes so many servers are one house in a PostgreSQL that is empty. The players of
 * a table sit at one of them; with --apart at two, so that every move goes from node to
 * node.
 *
 * Usage: bench-server [TABLES [SECONDS [HOLD]]] [--compare]
 *        bench-server --house [TABLES [SECONDS]]
 *        bench-server --nodes NODES ADDRESS [TABLES [SECONDS]] [--apart]
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../server/server.h"

enum { ROOM = 1 << 16, NOTES = 8, SAMPLES = 1 << 20 };

struct player {
    int fd;
    char token[TOKEN_TEXT];
    char *in; /* ROOM bytes: what has come and is not yet a whole message */
    size_t have;
    uint32_t at;
    bool owes, answered;
    char note[64];
};

struct bench_table {
    struct player player[2];
    char id[STORE_ID];
    double sent; /* when the move under way was sent; 0: none is */
    int mover;
    bool over;
};

static struct bench_table *tables;
static int count, epoll;
static pid_t server;
static int port;
static struct {
    pid_t server;
    int port;
} more[7]; /* of several nodes those after the first */
static int mores;
static bool apart; /* the players of a table sit at two nodes */
static uint64_t rng = 1, moves, bytes;
static float *samples;
static int sampled;
static double until; /* when to stop sending */
static bool timed;   /* samples are kept */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

_Noreturn static void die(const char *what)
{
    perror(what);
    if (server)
        kill(server, SIGKILL);
    for (int i = 0; i < mores; i++)
        kill(more[i].server, SIGKILL);
    exit(1);
}

/* ---- the server ---- */

static double cpu_of(pid_t process)
{
    clockid_t clock;
    struct timespec t = { 0, 0 };

    if (!clock_getcpuclockid(process, &clock))
        clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double server_cpu(void)
{
    double cpu = cpu_of(server);

    for (int i = 0; i < mores; i++)
        cpu += cpu_of(more[i].server);
    return cpu;
}

static double server_kilobytes(void)
{
    char path[64], line[256];
    double kilobytes = 0;
    FILE *f;

    snprintf(path, sizeof path, "/proc/%d/status", server);
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "VmRSS:", 6))
            kilobytes = atof(line + 6);
    if (f)
        fclose(f);
    return kilobytes;
}

/* Starts a program; *in and *out are its standard input and output. */
static pid_t start_program(const char *const *words, FILE **in, FILE **out)
{
    int to[2], from[2];
    pid_t pid;

    if (pipe(to) || pipe(from))
        die("pipe");
    pid = fork();
    if (!pid) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execvp(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    *in = fdopen(to[1], "w");
    *out = fdopen(from[0], "r");
    if (!*in || !*out)
        die("pipe");
    return pid;
}

/* Starts a server, which prints its address. */
static void start_server(const char *const *words)
{
    char line[256] = "";
    FILE *in, *out;

    server = start_program(words, &in, &out);
    while (strncmp(line, "http", 4))
        if (!fgets(line, sizeof line, out))
            die("the server does not start");
    port = atoi(strrchr(line, ':') + 1);
    fclose(in);
    fclose(out);
}

static void stop_server(void)
{
    struct rusage used;

    kill(server, SIGTERM);
    wait4(server, NULL, 0, &used);
    server = 0;
    printf("the server in all: %.2f s user, %.2f s system\n",
           (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec / 1e6,
           (double)used.ru_stime.tv_sec + (double)used.ru_stime.tv_usec / 1e6);
}

/* Persons go straight into the store: it is moves that are measured. */
static void make_persons(const char *data)
{
    struct store *store;
    const char *refusal;

    refusal = store_open(data, &store);
    for (int i = 0; i < 2 * count && !refusal; i++) {
        struct store_person p = { .created = 1 };
        uint8_t hash[STORE_TOKEN];

        make_id(p.id);
        make_token(tables[i / 2].player[i % 2].token, hash);
        refusal = store_person_add(store, &p);
        if (!refusal)
            refusal = store_token_add(store, hash, p.id, 1);
    }
    if (!refusal)
        refusal = store_commit(store);
    if (refusal) {
        fprintf(stderr, "%s\n", refusal);
        exit(1);
    }
    store_close(store);
}

/* ---- sockets ---- */

static void write_all(int fd, const char *data, size_t length)
{
    while (length) {
        ssize_t wrote = write(fd, data, length);

        if (wrote < 0 && errno != EAGAIN)
            die("write");
        if (wrote > 0) {
            data += wrote;
            length -= (size_t)wrote;
        }
    }
}

static void send_message(struct player *p, const char *text)
{
    size_t length = strlen(text);
    char frame[600];
    size_t head = 2;

    frame[0] = (char)0x81;
    if (length < 126) {
        frame[1] = (char)(0x80 | length);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        head = 4;
    }
    memset(frame + head, 0, 4); /* a mask that changes nothing */
    memcpy(frame + head + 4, text, length);
    write_all(p->fd, frame, head + 4 + length);
}

static int port_of(int index)
{
    int node = (index / 2 + (apart ? index % 2 : 0)) % (mores + 1);

    return node ? more[node - 1].port : port;
}

static void call_player(int index)
{
    struct player *p = &tables[index / 2].player[index % 2];
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port_of(index)) };
    char text[512];
    int one = 1;

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    p->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(p->fd, (struct sockaddr *)&to, sizeof to))
        die("connect");
    setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    snprintf(text, sizeof text,
             "GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: "
             "Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
             "AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer %s\r\n\r\n",
             p->token);
    write_all(p->fd, text, strlen(text));
}

static void greet_player(int index)
{
    struct player *p = &tables[index / 2].player[index % 2];
    struct epoll_event event = { .events = EPOLLIN, .data.u32 = (uint32_t)index };
    char text[512];
    ssize_t got = read(p->fd, text, sizeof text - 1);

    if (got < 12 || strncmp(text, "HTTP/1.1 101", 12))
        die("handshake");
    fcntl(p->fd, F_SETFL, O_NONBLOCK);
    p->in = malloc(ROOM);
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, p->fd, &event))
        die("epoll");
}

/* ---- messages ---- */

/* One of the first few legal notes; what is asked is read by hand, the driver must be
 * cheaper than the server. */
static void read_patch(struct player *p, const char *text, size_t length)
{
    const char *at = memmem(text, length, "\"at\":", 5);
    const char *legal = memmem(text, length, "\"legal\":[", 9);
    int pick = (int)tb_random_below(&rng, NOTES);

    if (at)
        p->at = (uint32_t)atoi(at + 5);
    if (!legal)
        return;
    p->owes = legal[9] == '"';
    if (!p->owes)
        return;
    legal += 10;
    for (const char *next;
         pick && (next = strstr(legal, "\",\"")) && next < strchr(legal, ']'); pick--)
        legal = next + 3;
    size_t note = strcspn(legal, "\"");

    memcpy(p->note, legal, note);
    p->note[note] = 0;
}

static void play(struct bench_table *t)
{
    char text[256];

    for (int i = 0; i < 2; i++)
        if (t->player[i].owes) {
            struct player *p = &t->player[i];

            snprintf(
                text, sizeof text,
                "{\"id\":1,\"do\":\"play\",\"table\":\"%s\",\"at\":%u,\"moves\":[\"%s\"]}",
                t->id, p->at, p->note);
            t->mover = i;
            t->player[0].answered = t->player[1].answered = false;
            p->owes = false;
            t->sent = now();
            send_message(p, text);
            return;
        }
    t->over = true;
}

static void take_message(int index, char *text, size_t length)
{
    struct bench_table *t = &tables[index / 2];
    struct player *p = &t->player[index % 2];
    const char *id;

    bytes += length;
    if (memmem(text, length, "\"no\":", 5)) {
        fprintf(stderr, "refused: %.*s\n", (int)length, text);
        die("refused");
    }
    if (!*t->id && (id = memmem(text, length, "\"table\":\"", 9)))
        memcpy(t->id, id + 9, strcspn(id + 9, "\"") % sizeof t->id);
    read_patch(p, text, length);
    p->answered = true;
    if (t->sent > 0 && index % 2 != t->mover) {
        if (timed && sampled < SAMPLES)
            samples[sampled++] = (float)(now() - t->sent);
        moves++;
    }
    if (t->sent > 0 && t->player[0].answered && t->player[1].answered)
        t->sent = 0;
}

static void read_player(int index)
{
    struct player *p = &tables[index / 2].player[index % 2];
    ssize_t got = read(p->fd, p->in + p->have, ROOM - p->have - 1);
    size_t from = 0;

    if (got <= 0) {
        if (got < 0 && errno == EAGAIN)
            return;
        die("closed");
    }
    p->have += (size_t)got;
    for (;;) {
        const unsigned char *b = (const unsigned char *)p->in + from;
        size_t left = p->have - from, head = 2, length;

        if (left < 2)
            break;
        length = b[1] & 127;
        if (length == 126) {
            if (left < 4)
                break;
            length = (size_t)b[2] << 8 | b[3];
            head = 4;
        } else if (length == 127) {
            if (left < 10)
                break;
            length = (size_t)b[6] << 24 | (size_t)b[7] << 16 | (size_t)b[8] << 8 | b[9];
            head = 10;
        }
        if (left < head + length)
            break;
        if ((b[0] & 15) == 9)
            write_all(p->fd, "\x8a\x80\0\0\0\0", 6);
        if ((b[0] & 15) == 1) {
            char *text = p->in + from + head, end = text[length];

            text[length] = 0;
            take_message(index, text, length);
            text[length] = end;
        }
        from += head + length;
    }
    memmove(p->in, p->in + from, p->have - from);
    p->have -= from;
}

/* Lets the sockets speak for at most `ms`; returns whether any did. */
static bool listen_for(int ms)
{
    struct epoll_event events[512];
    int ready = epoll_wait(epoll, events, 512, ms);

    for (int i = 0; i < ready; i++)
        read_player((int)events[i].data.u32);
    return ready > 0;
}

static bool is_made(const struct bench_table *t) { return *t->id; }
static bool is_full(const struct bench_table *t)
{
    return t->player[0].owes && t->player[1].owes;
}
static bool is_quiet(const struct bench_table *t) { return !(t->sent > 0); }

/* Listens until every table is so. */
static void wait_until(bool (*so)(const struct bench_table *t))
{
    double last = now() + 600; /* ends what hangs */

    for (int i = 0; i < count; i++)
        while (!so(&tables[i])) {
            listen_for(100);
            if (now() > last)
                die("the server does not answer");
        }
}

/* ---- phases ---- */

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

/* Plays for some seconds at the first tables, at most `rate` moves a second; 0: as fast as
 * answers come. Returns the server's processor time for a move, in microseconds. */
static double run_load(double seconds, double rate, int playing)
{
    double began = now(), cpu = server_cpu(), spent;
    char label[32];
    uint64_t played_before = moves, sent = 0;
    int next = 0;

    sampled = 0;
    timed = true;
    until = began + seconds;
    while (now() < until) {
        uint64_t allowed = rate > 0 ? (uint64_t)((now() - began) * rate) : UINT64_MAX;

        for (int i = 0; i < playing && sent < allowed; i++, next = (next + 1) % playing)
            if (!(tables[next].sent > 0) && !tables[next].over) {
                play(&tables[next]);
                sent++;
            }
        listen_for(1);
    }
    spent = now() - began;
    cpu = server_cpu() - cpu;
    timed = false;
    wait_until(is_quiet);
    qsort(samples, (size_t)sampled, sizeof *samples, by_value);
    uint64_t played = moves - played_before;

    if (!sampled || !played)
        die("nothing was played");
    if (rate > 0 && playing < count)
        snprintf(label, sizeof label, "at %.0f, %d tables", rate, playing);
    else
        snprintf(label, sizeof label, rate > 0 ? "at %.0f a second" : "as fast as it goes",
                 rate);
    printf("%-22s %8.0f %10.2f %9.2f %9.2f %12.1f\n", label, (double)played / spent,
           (double)samples[sampled / 2] * 1000,
           (double)samples[(size_t)sampled * 99 / 100] * 1000,
           (double)samples[sampled - 1] * 1000, cpu / (double)played * 1e6);
    return cpu / (double)played * 1e6;
}

/* Nobody moves. */
static void hold_still(double seconds)
{
    double until_then = now() + seconds, cpu = server_cpu();

    while (now() < until_then)
        listen_for(100);
    cpu = server_cpu() - cpu;
    printf("%-22s %8.0f %10s %9s %9s %11.2f%%  of a processor, for %.0f s\n",
           "while all think", 0.0, "", "", "", 100 * cpu / seconds, seconds);
}

/* A full house, line by line: whatever grows with time shows. */
static void keep_house(double seconds)
{
    enum { LINE = 30, PAUSE = 20 }; /* seconds: of a line, and of a player's thought */
    double rate = 2.0 * count / PAUSE, all = now() + seconds, cpu = server_cpu(), began;

    began = now();
    for (int line = 1; now() < all; line++) {
        double left = all - now();

        run_load(left < LINE ? left : LINE, rate, count);
        printf("%22s %.0f MB, %.1f %% of a processor since the first line\n", "",
               server_kilobytes() / 1024, 100 * (server_cpu() - cpu) / (now() - began));
        fflush(stdout);
    }
}

/* Some at a time, so that they share the turns of the house; those who are there already
 * answer its pings meanwhile. */
static void connect_all(void)
{
    enum { AT_ONCE = 100 };

    for (int from = 0; from < 2 * count; from += AT_ONCE) {
        int to = from + AT_ONCE < 2 * count ? from + AT_ONCE : 2 * count;

        for (int i = from; i < to; i++)
            call_player(i);
        for (int i = from; i < to; i++)
            greet_player(i);
        while (listen_for(0))
            continue;
    }
}

static void open_tables(void)
{
    for (int i = 0; i < count; i++)
        send_message(&tables[i].player[0],
                     "{\"id\":1,\"do\":\"create\",\"game\":\"topologic\","
                     "\"seats\":[\"me\",\"open\"]}");
    wait_until(is_made);
    for (int i = 0; i < count; i++) {
        char text[128];

        snprintf(text, sizeof text, "{\"id\":1,\"do\":\"sit\",\"table\":\"%s\"}",
                 tables[i].id);
        send_message(&tables[i].player[1], text);
    }
    wait_until(is_full);
}

static void remove_data(const char *data)
{
    static const char *const names[] = { "tablier.db", "tablier.db-wal", "tablier.db-shm",
                                         "tablier.db-marks" };
    char path[512];

    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", data, names[i]);
        unlink(path);
    }
    rmdir(data);
}

/* ---- the other side ---- */

/* What a server needs: microseconds a move, kilobytes for an idle match and its players. */
struct needs {
    double cpu, memory;
};

static struct needs drive_boardgameio(double seconds)
{
    static const char program[] = BENCH_FOLDER "/boardgameio/server.mjs";
    static const char player[] = BENCH_FOLDER "/boardgameio/drive.mjs";
    static const char *const words[] = { "node", "--expose-gc", program, NULL };
    char port_text[16], count_text[16], seconds_text[16], line[256];
    const char *const drive[] = {
        "node", player, port_text, count_text, seconds_text, NULL
    };
    double alone, seated, cpu, played = 0, spent = 1, p50 = 0, p99 = 0, max = 0;
    struct timespec rest = { .tv_sec = 1 };
    FILE *in, *out;
    pid_t driver;

    start_server(words);
    alone = server_kilobytes();
    snprintf(port_text, sizeof port_text, "%d", port);
    snprintf(count_text, sizeof count_text, "%d", count);
    snprintf(seconds_text, sizeof seconds_text, "%g", seconds);
    driver = start_program(drive, &in, &out);
    if (!fgets(line, sizeof line, out))
        die("boardgame.io does not answer");
    kill(server, SIGUSR2); /* it lets go what it does not need */
    nanosleep(&rest, NULL);
    seated = server_kilobytes();
    fputs("go\n", in);
    fflush(in);
    if (!fgets(line, sizeof line, out))
        die("boardgame.io does not play");
    cpu = server_cpu(); /* it is warm now */
    if (!fgets(line, sizeof line, out) ||
        sscanf(line, "%lf %lf %lf %lf %lf", &played, &spent, &p50, &p99, &max) != 5 ||
        played < 1)
        die("boardgame.io does not play");
    cpu = (server_cpu() - cpu) / played * 1e6;
    printf("%-22s %8.0f %10.2f %9.2f %9.2f %12.1f\n", "boardgame.io", played / spent, p50,
           p99, max, cpu);
    fclose(in);
    fclose(out);
    waitpid(driver, NULL, 0);
    stop_server();
    return (struct needs){ cpu, (seated - alone) / count };
}

static void compare(struct needs ours, double seconds)
{
    struct needs theirs;

    printf("\nboardgame.io, %d matches in memory, two connected players each\n\n", count);
    theirs = drive_boardgameio(seconds);
    printf("\n%-34s %10s %14s %8s\n", "", "Tablier", "boardgame.io", "ratio");
    printf("%-34s %10.1f %14.1f %8.1f\n", "CPU us for a move", ours.cpu, theirs.cpu,
           theirs.cpu / ours.cpu);
    printf("%-34s %10.1f %14.1f %8.1f\n", "KB for an idle match, connections", ours.memory,
           theirs.memory, theirs.memory / ours.memory);
}

static struct needs drive_tablier(double seconds, double hold, bool house)
{
    char data[] = "bench-data-XXXXXX"; /* here, on a real disk: moves are durable */
    const char *program = getenv("TABLIER") ? getenv("TABLIER") : TABLIER_EXE;
    const char *const words[] = { program,     "serve",  "--port", "0",     "--bind",
                                  "127.0.0.1", "--rate", "0",      "--log", "none",
                                  "--data",    data,     NULL };
    static const double rates[] = { 10000, 2000, 500 };
    double alone, connected, seated, cpu;

    if (!mkdtemp(data))
        die("folder");
    make_persons(data);
    start_server(words);
    alone = server_kilobytes();
    connect_all();
    connected = server_kilobytes();
    open_tables();
    seated = server_kilobytes();
    printf("%d Topologic tables, two connected players each, durable moves\n\n", count);
    printf("%-22s %8s %10s %9s %9s %12s\n", "", "moves/s", "p50 ms", "p99 ms", "max ms",
           "CPU us/move");
    if (house)
        keep_house(seconds);
    cpu = house ? 0 : run_load(seconds, 0, count);
    for (int i = 0; i < 3 && !house; i++)
        run_load(seconds, rates[i], count);
    /* A tenth of the tables plays, all others sit there: what they cost shows. */
    for (int i = 1; i < 3 && !house; i++)
        run_load(seconds, rates[i], count < 10 ? count : count / 10);
    if (hold > 0)
        hold_still(hold);
    printf("\nmemory: %.1f KB per table, %.1f KB per connection; %.0f bytes per message\n",
           (seated - connected) / count, (connected - alone) / (2 * count),
           (double)bytes / (2 * (double)moves));
    stop_server();
    remove_data(data);
    return (struct needs){ cpu, (seated - alone) / count };
}

static void start_nodes(const char *const *words, int nodes)
{
    for (start_server(words); mores < nodes - 1; mores++) {
        pid_t first = server;
        int first_port = port;

        start_server(words);
        more[mores].server = server;
        more[mores].port = port;
        server = first;
        port = first_port;
    }
}

static void drive_nodes(int nodes, const char *address, double seconds)
{
    const char *program = getenv("TABLIER") ? getenv("TABLIER") : TABLIER_EXE;
    const char *const words[] = { program,     "serve",  "--port", "0",     "--bind",
                                  "127.0.0.1", "--rate", "0",      "--log", "none",
                                  "--store",   address,  NULL };

    make_persons(address);
    start_nodes(words, nodes);
    connect_all();
    open_tables();
    run_load(seconds, 0, count);
    for (int i = 0; i < mores; i++) {
        kill(more[i].server, SIGTERM);
        waitpid(more[i].server, NULL, 0);
    }
    stop_server();
}

/* Both ends of a connection are files, one here and one there. */
static void allow_files(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files))
        die("limits");
    files.rlim_cur = files.rlim_max < 65536 ? files.rlim_max : 65536;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < 2 * (rlim_t)count + 100) {
        fprintf(stderr, "bench-server: %d connections need as many files: ulimit -Hn\n",
                2 * count);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    bool comparing = argc > 1 && !strcmp(argv[argc - 1], "--compare");
    bool house = argc > 1 && !strcmp(argv[1], "--house");
    int nodes = argc > 3 && !strcmp(argv[1], "--nodes") ? atoi(argv[2]) : 0;
    int words = argc - comparing - house - (nodes ? 3 : 0) -
                (nodes && !strcmp(argv[argc - 1], "--apart"));
    char **word = argv + house + (nodes ? 3 : 0);
    /* In three seconds a table plays a hundred moves, as long as a match is. */
    double seconds = words > 2 ? atof(word[2]) : house ? 180 : 3;
    struct needs ours;

    count = words > 1 ? atoi(word[1]) : house ? 5000 : 1000;
    apart = nodes && !strcmp(argv[argc - 1], "--apart");
    allow_files();
    signal(SIGPIPE, SIG_IGN);
    tables = calloc((size_t)count, sizeof *tables);
    samples = malloc(SAMPLES * sizeof *samples);
    epoll = epoll_create1(0);
    if (!tables || !samples || epoll < 0)
        die("memory");
    if (nodes > (int)(sizeof more / sizeof *more) + 1)
        die("so many nodes");
    if (nodes) {
        drive_nodes(nodes, argv[3], seconds);
        return 0;
    }
    ours = drive_tablier(seconds, words > 3 ? atof(word[3]) : 0, house);
    if (comparing)
        compare(ours, seconds);
    return 0;
}
