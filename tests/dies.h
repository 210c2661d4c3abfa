/* Whether a deed ends the program by a failed assertion: tried in a child of its own. */
#ifndef DIES_H
#define DIES_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static inline bool dies(void (*deed)(void *with), void *with)
{
    pid_t child;
    int status = 0;

    fflush(NULL);
    child = fork();
    if (!child) {
        signal(SIGABRT, SIG_DFL);
        if (freopen("/dev/null", "w", stderr))
            deed(with);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
}

#endif
