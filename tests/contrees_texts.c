/*
 * Nouvelles Contrées, the text: pagination, missions and readings against the golden files,
 * and the specification's tests of words, sentences and normalisation. Run in
 * tests/contrees.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "books/books.h"
#include "games/contrees/book.h"

enum { COLUMNS = 16, ROW = 8192 };

/* ---- kits of files and of texts ---- */

static void read_file(const char *path, struct book_bytes *out)
{
    FILE *file = fopen(path, "rb");
    char bytes[4096];
    size_t length;

    if (!file)
        fail_msg("%s cannot be read", path);
    while ((length = fread(bytes, 1, sizeof bytes, file)) > 0)
        bytes_add(out, bytes, length);
    fclose(file);
}

static struct nc_kit *kit_of(const char *bytes, size_t length, const char *lang, int width,
                             int height)
{
    struct nc_kit *kit = calloc(1, KIT_BYTES);
    struct book_bytes text;
    struct book book;

    assert_null(book_read(bytes, length, &book));
    assert_null(book_write(&book, lang, width, height, &text));
    assert_null(nc_kit_make(&kit->tb, text.at, text.length));
    bytes_free(&text);
    book_clear(&book);
    return kit;
}

static struct nc_kit *kit_of_file(const char *path, const char *lang, int width, int height)
{
    struct book_bytes bytes = { 0 };
    struct nc_kit *kit;

    read_file(path, &bytes);
    kit = kit_of(bytes.at, bytes.length, lang, width, height);
    bytes_free(&bytes);
    return kit;
}

static struct nc_kit *kit_of_text(const char *text, const char *lang)
{
    return kit_of(text, strlen(text), lang, 48, 12);
}

/* ---- golden tables ---- */

struct table {
    FILE *file;
    char row[ROW];
    char *column[COLUMNS];
    int columns;
};

static struct table open_table(const char *path)
{
    struct table t = { .file = fopen(path, "rb") };

    if (!t.file || !fgets(t.row, sizeof t.row, t.file))
        fail_msg("%s cannot be read", path);
    return t;
}

static bool next_row(struct table *t)
{
    if (!fgets(t->row, sizeof t->row, t->file)) {
        fclose(t->file);
        return false;
    }
    t->row[strcspn(t->row, "\n")] = 0;
    t->columns = 0;
    for (char *at = t->row; at && t->columns < COLUMNS;) {
        t->column[t->columns++] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = 0;
    }
    return true;
}

/* As the golden files print it: ~ for a no-break space. */
static void printable(const char *from, char *to)
{
    while (*from) {
        if (!memcmp(from, "\xc2\xa0", 2)) {
            *to++ = '~';
            from += 2;
        } else {
            *to++ = *from++;
        }
    }
    *to = 0;
}

/* The kit of the row's file and layout, kept while rows ask for the same. */
static const struct nc_kit *kit_of_row(struct table *t, int file, int lang, int layout)
{
    static struct nc_kit *kit;
    static char made[256];
    char name[256];

    if (!t) {
        free(kit);
        kit = NULL;
        *made = 0;
        return NULL;
    }
    snprintf(name, sizeof name, "%s %s %s", t->column[file], t->column[layout],
             t->column[layout + 1]);
    if (strcmp(name, made)) {
        free(kit);
        kit = kit_of_file(t->column[file], t->column[lang], atoi(t->column[layout]),
                          atoi(t->column[layout + 1]));
        memcpy(made, name, sizeof made);
    }
    return kit;
}

static void golden_pages_line_by_line(void **state)
{
    struct table t = open_table("golden-pages.tsv");
    int rows = 0;

    for (; next_row(&t); rows++) {
        const struct nc_kit *kit = kit_of_row(&t, 0, 1, 2);
        const struct nc_volume *v = &kit->volume[0];
        unsigned leaf = (unsigned)atoi(t.column[5]) / 2;
        struct nc_passage p;

        assert_int_equal(v->pages, atoi(t.column[4]));
        assert_int_equal(nc_is_usable(kit, v, leaf), atoi(t.column[6]));
        if (!nc_is_usable(kit, v, leaf))
            continue;
        nc_open(kit, v, leaf, &p);
        for (int i = 0; i < LINES; i++) {
            const char *golden = t.column[7 + i];
            char line[LINE_BYTES + 1];
            bool starts = !strncmp(golden, "¶", strlen("¶"));

            printable(p.line[i], line);
            assert_string_equal(line, golden + (starts ? strlen("¶") : 0));
            assert_int_equal(p.starts >> i & 1, starts);
        }
    }
    assert_int_equal(rows, 94);
    kit_of_row(NULL, 0, 0, 0);
}

static void golden_missions_digit_by_digit(void **state)
{
    struct table t = open_table("golden-missions.tsv");
    int rows = 0;

    for (; next_row(&t); rows++) {
        const struct nc_kit *kit = kit_of_row(&t, 0, 1, 2);
        const struct nc_leaf *leaf =
            nc_leaf(kit, &kit->volume[0], (unsigned)atoi(t.column[4]) / 2);
        char digits[MISSIONS + 1] = "";

        for (unsigned m = 0; m < MISSIONS; m++)
            digits[m] = nc_is_true(leaf, m, false) ? '1' : '0';
        if (strcmp(digits, t.column[5]))
            fail_msg("%s page %s at %s x %s: %s, not %s", t.column[0], t.column[4],
                     t.column[2], t.column[3], digits, t.column[5]);
    }
    assert_int_equal(rows, 92);
    kit_of_row(NULL, 0, 0, 0);
}

static unsigned card_named(const char *id)
{
    for (unsigned c = 0; c < CARDS; c++)
        if (!strcmp(nc_words[c].id, id))
            return c;
    fail_msg("no card %s", id);
    return CARDS;
}

static void golden_readings_line_by_line(void **state)
{
    struct table t = open_table("golden-transforms.tsv");
    int rows = 0;

    for (; next_row(&t); rows++) {
        const struct nc_kit *kit = kit_of_row(&t, 1, 0, 2);
        struct nc_passage p;
        struct nc_reading reading;

        nc_open(kit, &kit->volume[0], (unsigned)atoi(t.column[4]) / 2, &p);
        nc_read_aloud(&p, card_named(t.column[5]), &reading);
        assert_int_equal(reading.lines, atoi(t.column[6]));
        for (int i = 0; i < reading.lines; i++) {
            char line[READING_BYTES];

            printable(reading.line[i], line);
            if (strcmp(line, t.column[7 + i]))
                fail_msg("%s: %s\nnot:  %s", t.column[5], line, t.column[7 + i]);
        }
    }
    assert_int_equal(rows, 2 * (PERIPETEIA + CITIES));
    kit_of_row(NULL, 0, 0, 0);
}

/* ---- words: 9.6 ---- */

/* A passage of one line, the rest empty. Its words point into it: it stays where it is. */
static void one_line(struct nc_passage *p, unsigned lang, const char *line)
{
    const char *const lines[LINES] = { line, "", "", "", "", "" };

    nc_passage_read(p, lines, 0, 0, lang);
}

static bool is_true(const struct nc_passage *p, const char *mission)
{
    struct nc_proof proof;

    return nc_mission(p, card_named(mission) - MISSION0, false, &proof);
}

static void assert_word(const struct nc_passage *p, int i, const char *word, int letters)
{
    struct nc_span at = p->word[i].at;

    assert_int_equal(at.to - at.from, strlen(word));
    assert_memory_equal(p->line[at.line] + at.from, word, strlen(word));
    assert_int_equal(p->word[i].letters, letters);
}

static void t28_joined_words_are_one(void **state)
{
    struct nc_passage p;

    one_line(&p, TB_FR, "C'est simple, n'est-il pas ?");
    assert_int_equal(p.words, 4);
    assert_word(&p, 0, "C'est", 4);
    assert_word(&p, 1, "simple", 6);
    assert_word(&p, 2, "n'est-il", 6);
    assert_word(&p, 3, "pas", 3);
}

static void t29_an_il_in_qu_il_counts(void **state)
{
    struct nc_passage p;

    one_line(&p, TB_FR, "Voici ce qu'il faut.");
    assert_false(is_true(&p, "M15"));
}

static void t30_fils_and_fragile_hold_no_il(void **state)
{
    struct nc_passage p;

    one_line(&p, TB_FR, "Le fils de la ville est fragile.");
    assert_true(is_true(&p, "M15"));
}

static void t31_a_passage_that_begins_and_ends_inside_a_word(void **state)
{
    static const char *const lines[LINES] = {
        "ginons la scène : à l'aube, le",    "guide marche devant, comme s'il",
        "savait où commencer ; la petite",   "troupe le suit vers la droite,",
        "lit les bornes, compte ses pas et", "s'arrête au bord de la rivi"
    };
    static const char *const held = "M02 M05 M07 M08 M22 M23 M24 M27";
    struct nc_passage p;

    nc_passage_read(&p, lines, 0, 0, TB_FR);
    assert_int_equal(p.words, 35);
    for (unsigned m = 0; m < MISSIONS; m++)
        if (is_true(&p, nc_words[MISSION0 + m].id) !=
            (strstr(held, nc_words[MISSION0 + m].id) != NULL))
            fail_msg("%s", nc_words[MISSION0 + m].id);
}

static void t36_no_doubled_letter_across_an_apostrophe(void **state)
{
    struct nc_passage p;
    struct nc_proof proof;

    one_line(&p, TB_FR, "qu'une autre");
    nc_mission(&p, card_named("M09") - MISSION0, false, &proof);
    assert_int_equal(proof.count, 0);
}

static void t37_a_ligature_is_two_letters(void **state)
{
    struct nc_passage p;

    one_line(&p, TB_FR, "Sœur, cœur");
    assert_word(&p, 0, "Sœur", 5);
    assert_word(&p, 1, "cœur", 5);
}

static void t66_unpunctuated_verses_are_sentences(void **state)
{
    static const char *const lines[LINES] = { "un jour", "une nuit", "le vent",
                                              "la mer",  "le sel",   "la pierre" };
    struct nc_passage p;
    struct nc_proof proof;

    nc_passage_read(&p, lines, 63, 63, TB_FR);
    assert_false(nc_mission(&p, card_named("M07") - MISSION0, false, &proof));
    assert_int_equal(proof.count, 6);
}

static void t67_one_is_no_census(void **state)
{
    static const struct {
        const char *line;
        bool census;
    } given[] = {
        { "Le 1 mai", false }, { "Le 1er mai", false }, { "Le 10 mai", true },
        { "En 1880", true },   { "vingt-deux", true },  { "La une", false },
    };

    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct nc_passage p;

        one_line(&p, TB_FR, given[i].line);
        assert_int_equal(is_true(&p, "M20"), given[i].census);
    }
}

/* What a referee shows: the words that decide, where they stand. */
static void proofs_name_the_deciding_words(void **state)
{
    struct nc_passage p;
    struct nc_proof proof;

    one_line(&p, TB_FR, "comme il allait commencer");
    assert_true(nc_mission(&p, card_named("M08") - MISSION0, false, &proof));
    assert_int_equal(proof.spans, 2);
    assert_int_equal(proof.span[1].from, strlen("comme il allait "));
    assert_int_equal(proof.span[1].to, strlen("comme il allait commencer"));
    assert_false(nc_mission(&p, card_named("M15") - MISSION0, false, &proof));
    assert_int_equal(proof.count, 1);
    assert_int_equal(proof.need, 0);
    assert_true(proof.most);
}

static void easy_missions_need_less(void **state)
{
    struct nc_passage p;
    struct nc_proof proof;

    one_line(&p, TB_FR, "un, deux, trois, et voilà ABCdefghij");
    assert_false(nc_mission(&p, card_named("M04") - MISSION0, false, &proof));
    assert_true(nc_mission(&p, card_named("M04") - MISSION0, true, &proof));
    assert_false(nc_mission(&p, card_named("M10") - MISSION0, false, &proof));
    assert_true(nc_mission(&p, card_named("M10") - MISSION0, true, &proof));
    assert_true(nc_mission(&p, card_named("M17") - MISSION0, true, &proof));
}

/* ---- pages ---- */

static void t11_a_page_of_fewer_lines_is_unusable(void **state)
{
    struct nc_kit *kit = kit_of_file("daudet-petit-chose.fr.txt", "fr", 60, 30);

    assert_false(nc_is_usable(kit, &kit->volume[0], 11 / 2));
    assert_true(nc_is_usable(kit, &kit->volume[0], 9 / 2));
    free(kit);
}

static void t12_a_title_is_no_line(void **state)
{
    struct nc_kit *kit = kit_of_text("# LE TITRE\n\nUn.\n\nDeux.\n\nTrois.\n\nQuatre.\n\n"
                                     "Cinq.\n\nSix.\n\nSept.\n",
                                     "fr");
    struct nc_passage p;

    nc_open(kit, &kit->volume[0], 0, &p);
    assert_string_equal(p.line[0], "Un.");
    assert_string_equal(p.line[5], "Six.");
    free(kit);
}

static void assert_meaning(const char *text, const char *meaning)
{
    struct nc_kit *kit = kit_of_text(text, "fr");
    const struct nc_volume *v = &kit->volume[0];
    int leaf = nc_meaning_leaf(kit, v, 1);
    char found[1024];
    struct tb_text out = tb_text(found, sizeof found);

    assert_int_equal(leaf, 1);
    nc_put_meaning(kit, nc_leaf(kit, v, (unsigned)leaf), &out);
    assert_string_equal(found, meaning);
    free(kit);
}

/* 48 x 12: the page before the one that matters is filled with a sentence that goes on. */
#define LONG_LINE "Un deux trois quatre cinq six sept huit neuf dix "
#define SIX_LINES LONG_LINE LONG_LINE LONG_LINE LONG_LINE LONG_LINE LONG_LINE
#define TWO_PAGES SIX_LINES SIX_LINES SIX_LINES SIX_LINES

static void t45_the_first_sentence_wholly_on_the_page(void **state)
{
    assert_meaning(TWO_PAGES
                   "fin d'une phrase ouverte plus haut. M. Aron entra. Puis la nuit "
                   "vint sur la plaine et nul ne sut plus rien.",
                   "M. Aron entra.");
}

static void t46_an_unpunctuated_verse_is_the_meaning(void **state)
{
    assert_meaning("# I\n\n" SIX_LINES SIX_LINES SIX_LINES
                   "et puis plus rien du tout ce soir.\n\n# II\n\n"
                   "| le vent sur la mer\n| le sel sur la pierre\n| la nuit\n",
                   "le vent sur la mer");
}

static void meanings_that_leave_the_six_lines_are_kept_whole(void **state)
{
    struct nc_kit *kit = kit_of_file("bronte-wuthering.en.txt", "en", 60, 30);
    const struct nc_volume *v = &kit->volume[0];

    for (unsigned leaf = 0; leaf < v->leaves; leaf++) {
        char found[4096];
        struct tb_text out = tb_text(found, sizeof found);
        size_t length;

        nc_put_meaning(kit, nc_leaf(kit, v, leaf), &out);
        length = strlen(found);
        assert_true(length > 1);
        assert_non_null(strchr(".!?\"')\xa6\x94", found[length - 1]));
        assert_null(strstr(found, "  "));
    }
    free(kit);
}

static void t61_french_spaces_never_break(void **state)
{
    struct book_bytes out = { 0 };
    const char *text = "« Non ! » dit-il -- et l’autre...";
    char line[256];

    normal_add(&out, text, strlen(text), true);
    printable(out.at, line);
    assert_string_equal(line, "«~Non~!~» dit-il — et l'autre…");
    bytes_free(&out);
}

static void whole_novels_fit_a_kit(void **state)
{
    struct book_bytes text = { 0 };
    struct nc_kit *kit = calloc(1, KIT_BYTES);
    char front[] = "title T\nauthor A\nlang fr\nlayout 48 12\nbody 0\n\n";

    bytes_add(&text, front, strlen(front));
    while (text.length < BOOK_TEXT_MAX - 4096)
        bytes_add(&text, TWO_PAGES "fin.\n", strlen(TWO_PAGES "fin.\n"));
    assert_null(nc_kit_make(&kit->tb, text.at, text.length));
    assert_true(kit->size <= KIT_BYTES);
    assert_true(kit->tb.digest != 0);
    bytes_free(&text);
    free(kit);
}

static void bad_texts_are_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "title x\n\nBonjour.\n",
        "lang fr\nlayout 20 12\n\nx\n",
        "lang de\nlayout 48 12\n\nx\n",
        "lang fr\nlayout 48 12\nbody x\n\nx\n",
        "lang fr\nlayout 48 12\n\n\xff\xfe\n",
        "lang fr\nlayout 48 12\n\na\tb\n",
        "lang fr\nlayout 48 12 7\n\nx\n",
        "nonsense\n\n",
    };
    struct nc_kit *kit = calloc(1, KIT_BYTES);

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        memset(kit, 0, KIT_BYTES);
        assert_non_null(nc_kit_make(&kit->tb, bad[i], strlen(bad[i])));
    }
    free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_pages_line_by_line),
        cmocka_unit_test(golden_missions_digit_by_digit),
        cmocka_unit_test(golden_readings_line_by_line),
        cmocka_unit_test(t28_joined_words_are_one),
        cmocka_unit_test(t29_an_il_in_qu_il_counts),
        cmocka_unit_test(t30_fils_and_fragile_hold_no_il),
        cmocka_unit_test(t31_a_passage_that_begins_and_ends_inside_a_word),
        cmocka_unit_test(t36_no_doubled_letter_across_an_apostrophe),
        cmocka_unit_test(t37_a_ligature_is_two_letters),
        cmocka_unit_test(t66_unpunctuated_verses_are_sentences),
        cmocka_unit_test(t67_one_is_no_census),
        cmocka_unit_test(proofs_name_the_deciding_words),
        cmocka_unit_test(easy_missions_need_less),
        cmocka_unit_test(t11_a_page_of_fewer_lines_is_unusable),
        cmocka_unit_test(t12_a_title_is_no_line),
        cmocka_unit_test(t45_the_first_sentence_wholly_on_the_page),
        cmocka_unit_test(t46_an_unpunctuated_verse_is_the_meaning),
        cmocka_unit_test(meanings_that_leave_the_six_lines_are_kept_whole),
        cmocka_unit_test(t61_french_spaces_never_break),
        cmocka_unit_test(whole_novels_fit_a_kit),
        cmocka_unit_test(bad_texts_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
