/* Prints the signature of every game, or checks those in a file: signature [FILE]. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "signature.h"

enum { GAMES = 1000 };

/* Whether the file has this very line. */
static int is_there(FILE *file, const char *line)
{
    char read[128];

    rewind(file);
    while (fgets(read, sizeof read, file))
        if (!strcmp(read, line))
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    int wrong = 0;

    if (argc > 1 && !file) {
        perror(argv[1]);
        return 2;
    }
    for (int i = 0; tb_games[i]; i++) {
        char line[128];

        snprintf(line, sizeof line, "%s %d %016" PRIx64 "\n", tb_games[i]->id,
                 tb_games[i]->edition, signature(tb_games[i], GAMES));
        fputs(line, stdout);
        if (file && !is_there(file, line)) {
            printf("^ not in %s: views or results of random games have changed\n", argv[1]);
            wrong = 1;
        }
    }
    if (file)
        fclose(file);
    return wrong;
}
