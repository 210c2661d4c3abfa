/*
 * The yardstick for bench-server: what a message costs on this machine before anybody does
 * anything about it.
 *
 * A server that only reads messages of a hundred bytes and sends them back, from plain
 * epoll, while most of its connections are silent. Its processor time for an echo says how
 * quick system calls, sockets and waking up are here and now: two figures of bench-server
 * from different machines, or hours of a virtual one, are compared by way of it.
 *
 * Usage: bench-echo [CONNECTIONS [SECONDS]]   (10000, and 3 for each rate)
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { TALKING = 50, MESSAGE = 106, EVENTS = 512 }; /* 100 bytes and a WebSocket's head */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double cpu_of(pid_t process)
{
    clockid_t clock;
    struct timespec t = { 0, 0 };

    if (!clock_getcpuclockid(process, &clock))
        clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

_Noreturn static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void send_at_once(int fd)
{
    int one = 1;

    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

/* ---- the server ---- */

static void take_newcomers(int epoll, int listener)
{
    int fd;

    while ((fd = accept(listener, NULL, NULL)) >= 0) {
        struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

        fcntl(fd, F_SETFL, O_NONBLOCK);
        send_at_once(fd);
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    }
}

/* As a WebSocket's server does it takes the mask off. */
static void send_back(int fd)
{
    char bytes[4096];
    ssize_t got = read(fd, bytes, sizeof bytes);

    if (got <= 0)
        _exit(0);
    for (ssize_t i = 6; i < got; i++)
        bytes[i] ^= bytes[2 + i % 4];
    if (write(fd, bytes, (size_t)got) != got)
        _exit(1);
}

_Noreturn static void serve(int listener)
{
    struct epoll_event events[EVENTS], door = { .events = EPOLLIN, .data.fd = listener };
    int epoll = epoll_create1(0);

    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &door);
    for (;;) {
        int count = epoll_wait(epoll, events, EVENTS, -1);

        for (int i = 0; i < count; i++)
            if (events[i].data.fd == listener)
                take_newcomers(epoll, listener);
            else
                send_back(events[i].data.fd);
    }
}

static pid_t start_server(struct sockaddr_in *at)
{
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    socklen_t size = sizeof *at;
    pid_t pid;

    *at = (struct sockaddr_in){ .sin_family = AF_INET };
    at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)at, size) || listen(listener, 4096) ||
        getsockname(listener, (struct sockaddr *)at, &size))
        die("listen");
    pid = fork();
    if (!pid)
        serve(listener);
    close(listener);
    return pid;
}

/* ---- those who talk ---- */

static int call_server(const struct sockaddr_in *at)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0 || connect(fd, (const struct sockaddr *)at, sizeof *at))
        die("connect");
    fcntl(fd, F_SETFL, O_NONBLOCK);
    send_at_once(fd);
    return fd;
}

struct talk {
    int epoll, fd[TALKING];
    bool waits[TALKING];
    uint64_t sent, heard;
};

static void speak(struct talk *t, uint64_t allowed)
{
    char message[MESSAGE] = "\x82";

    for (int i = 0; i < TALKING && t->sent < allowed; i++) {
        int who = (int)(t->sent % TALKING);

        if (t->waits[who])
            return;
        if (write(t->fd[who], message, sizeof message) != sizeof message)
            die("write");
        t->waits[who] = true;
        t->sent++;
    }
}

static void listen_once(struct talk *t)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(t->epoll, events, EVENTS, 1);

    for (int i = 0; i < count; i++) {
        uint32_t who = events[i].data.u32;
        char bytes[4096];

        if (read(t->fd[who], bytes, sizeof bytes) != MESSAGE)
            die("read");
        t->waits[who] = false;
        t->heard++;
    }
}

/* At most `rate` echoes a second; 0: as fast as they come. */
static void measure(struct talk *t, pid_t server, double seconds, double rate)
{
    double began = now(), cpu = cpu_of(server), spent;
    uint64_t sent = t->sent, heard = t->heard;

    while ((spent = now() - began) < seconds) {
        speak(t, rate > 0 ? sent + (uint64_t)(spent * rate) : UINT64_MAX);
        listen_once(t);
    }
    cpu = cpu_of(server) - cpu;
    while (t->heard < t->sent)
        listen_once(t);
    heard = t->heard - heard;
    printf("%-22s %8.0f %12.1f\n", rate > 0 ? "" : "as fast as it goes",
           (double)heard / spent, cpu / (double)heard * 1e6);
}

int main(int argc, char **argv)
{
    static const double rates[] = { 0, 10000, 2000, 500 };
    int silent = argc > 1 ? atoi(argv[1]) : 10000;
    double seconds = argc > 2 ? atof(argv[2]) : 3;
    struct talk t = { .epoll = epoll_create1(0) };
    struct sockaddr_in at;
    struct rlimit files;
    pid_t server;

    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    server = start_server(&at);
    for (int i = 0; i < silent; i++)
        call_server(&at);
    for (int i = 0; i < TALKING; i++) {
        struct epoll_event event = { .events = EPOLLIN, .data.u32 = (uint32_t)i };

        t.fd[i] = call_server(&at);
        epoll_ctl(t.epoll, EPOLL_CTL_ADD, t.fd[i], &event);
    }
    printf("%d connections, %d of them talk\n\n%-22s %8s %12s\n", silent + TALKING, TALKING,
           "", "echoes/s", "CPU us each");
    for (int i = 0; i < 4; i++)
        measure(&t, server, seconds, rates[i]);
    kill(server, SIGKILL);
    return 0;
}
