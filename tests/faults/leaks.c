/* Loses memory: the search for leaks (leaks.c) has to say so. */
#include <stdlib.h>

static void *volatile held;

int main(void)
{
    held = malloc(64);
    held = NULL;
    return 0;
}
