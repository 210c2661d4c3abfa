/* The command: finds the subcommand and hands over. */
#include <stdio.h>

#include "tablier.h"

int main(void)
{
    for (int i = 0; tb_games[i]; i++)
        printf("%s\n", tb_games[i]->id);
    return 0;
}
