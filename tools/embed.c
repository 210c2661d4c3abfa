/*
 * embed TABLE NAME=FILE ...: writes a C file with those files in a table of that name.
 *
 * Runs on the machine that builds; it is how one binary carries its catalogues, its rules
 * pages and the web client.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cannot(const char *what, const char *name)
{
    fprintf(stderr, "embed: cannot %s %s\n", what, name);
    return 1;
}

static int write_bytes(int number, const char *path)
{
    FILE *file = fopen(path, "rb");
    int byte;

    if (!file)
        return cannot("open", path);
    printf("static const unsigned char file_%d[] = {\n", number);
    for (int i = 1; (byte = getc(file)) != EOF; i++)
        printf("%d,%s", byte, i % 24 ? "" : "\n");
    printf("0};\n");
    byte = ferror(file);
    fclose(file);
    return byte ? cannot("read", path) : 0;
}

int main(int count, char **word)
{
    if (count < 2)
        return cannot("work without", "TABLE NAME=FILE ...");
    printf("#include \"embed.h\"\n\n");
    for (int i = 2; i < count; i++) {
        const char *equals = strchr(word[i], '=');

        if (!equals)
            return cannot("find a = in", word[i]);
        if (write_bytes(i, equals + 1))
            return 1;
    }
    printf("extern const struct embedded %s[];\nconst struct embedded %s[] = {\n", word[1],
           word[1]);
    for (int i = 2; i < count; i++)
        printf("    { \"%.*s\", file_%d, sizeof file_%d - 1 },\n",
               (int)strcspn(word[i], "="), word[i], i, i);
    printf("    { 0 },\n};\n");
    return fflush(stdout) ? cannot("write", "the table") : 0;
}
