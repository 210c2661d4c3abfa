/*
 * 9.1, EPUB: a ZIP that names a package, whose spine names the files in reading order.
 *
 * The file may be made to harm: what it unpacks to, how deep its elements nest and how much
 * it says are bounded, entities are looked up and never expanded, nothing is fetched.
 */
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "books.h"

#define N_(msgid) msgid

enum {
    CHAPTER_MAX = 8 << 20, /* bytes of one file that is parsed */
    PATH_BYTES = 512,
    DEPTH_MAX = 300,
    SPINE_MAX = 2000,
};

static const char damaged[] = N_("The EPUB is damaged.");

bool is_epub(const void *bytes, size_t length)
{
    return length >= 4 && !memcmp(bytes, "PK\003\004", 4);
}

struct epub {
    struct archive *zip;
    struct book *book;
    uint64_t unpacked;       /* bytes so far */
    char folder[PATH_BYTES]; /* of the package, with its slash */
    const char *refusal;
};

/* ---- files of the archive ---- */

/* The whole file with a 0 behind; NULL: there is none, or e->refusal says why not. */
static char *unpack(struct epub *e, const char *path, size_t *length)
{
    uint64_t size;
    int file = archive_find(e->zip, path, &size);
    char *bytes;

    if (file < 0)
        return NULL;
    e->unpacked += size;
    if (size > CHAPTER_MAX || e->unpacked > BOOK_FILE_MAX) {
        e->refusal = N_("The EPUB unpacks to more than a book can hold.");
        return NULL;
    }
    bytes = malloc((size_t)size + 1);
    if (!bytes || !archive_unpack(e->zip, file, bytes)) {
        e->refusal = bytes ? damaged : N_("There is not enough memory.");
        free(bytes);
        return NULL;
    }
    bytes[size] = 0;
    *length = (size_t)size;
    return bytes;
}

enum {
    XML_OPTIONS =
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA
};

/* Well-formed or nothing. */
static xmlDoc *parse_xml(const struct book_bytes *page)
{
    return xmlReadMemory(page->at, (int)page->length, NULL, "UTF-8", XML_OPTIONS);
}

/* As browsers read what is not XML: blanks between words stand wherever they stand. */
static xmlDoc *parse_html(const struct book_bytes *page)
{
    htmlParserCtxt *parser = htmlNewParserCtxt();
    xmlDoc *doc = NULL;

    if (parser) {
        parser->sax->ignorableWhitespace = xmlSAX2Characters;
        doc = htmlCtxtReadMemory(parser, page->at, (int)page->length, NULL, "UTF-8",
                                 HTML_PARSE_NONET | HTML_PARSE_NOERROR |
                                     HTML_PARSE_NOWARNING | HTML_PARSE_RECOVER);
        htmlFreeParserCtxt(parser);
    }
    return doc;
}

static xmlDoc *parse(const char *bytes, size_t length, bool or_html)
{
    struct book_bytes page = { 0 };
    xmlDoc *doc;

    page_tidy(bytes, length, &page);
    doc = page.at && !page.failed ? parse_xml(&page) : NULL;
    if (!doc && or_html && page.at && !page.failed)
        doc = parse_html(&page);
    bytes_free(&page);
    return doc;
}

static xmlDoc *unpack_xml(struct epub *e, const char *path)
{
    size_t length = 0;
    char *bytes = unpack(e, path, &length);
    xmlDoc *doc = bytes ? parse(bytes, length, false) : NULL;

    if (bytes && !doc)
        e->refusal = damaged;
    free(bytes);
    return doc;
}

/* ---- elements ---- */

static const xmlChar *as_xml(const char *text) { return (const xmlChar *)text; }

static bool is(const xmlNode *n, const char *name)
{
    return n->type == XML_ELEMENT_NODE && !xmlStrcasecmp(n->name, as_xml(name));
}

static bool is_one_of(const xmlNode *n, const char *names)
{
    size_t length = n->type == XML_ELEMENT_NODE ? strlen((const char *)n->name) : 0;

    for (const char *at = names; length && *at;) {
        size_t word = strcspn(at, " ");

        if (word == length && !xmlStrncasecmp(n->name, as_xml(at), (int)word))
            return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

/* Whether one of the words of an attribute is in the list. */
static bool has_word(const char *value, const char *list)
{
    while (*value) {
        size_t length = strcspn(value, " \t\n\r");

        for (const char *at = list; length && *at;) {
            size_t word = strcspn(at, " ");

            if (word == length && !memcmp(at, value, word))
                return true;
            at += word + (at[word] == ' ');
        }
        value += length;
        value += strspn(value, " \t\n\r");
    }
    return false;
}

/* epub:type, as XML and as HTML name it. */
static bool is_type(xmlNode *n, const char *list)
{
    bool found = false;

    for (xmlAttr *a = n->type == XML_ELEMENT_NODE ? n->properties : NULL; a; a = a->next) {
        bool named = (a->ns && !strcmp((const char *)a->name, "type")) ||
                     !strcmp((const char *)a->name, "epub:type");
        xmlChar *value = named ? xmlNodeGetContent((xmlNode *)a) : NULL;

        found |= value && has_word((const char *)value, list);
        xmlFree(value);
    }
    return found;
}

/* The first element of that name below, in document order. */
static xmlNode *find(xmlNode *n, const char *name, int depth)
{
    for (; n && depth < DEPTH_MAX; n = n->next) {
        xmlNode *found;

        if (is(n, name))
            return n;
        found = n->type == XML_ELEMENT_NODE ? find(n->children, name, depth + 1) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

static bool attribute(xmlNode *n, const char *name, char *to, size_t room)
{
    xmlChar *value = xmlGetProp(n, as_xml(name));
    bool fits = value && strlen((const char *)value) < room;

    if (fits)
        memcpy(to, value, strlen((const char *)value) + 1);
    xmlFree(value);
    return fits;
}

/* ---- the text of a page ---- */

static const char blocks[] = "p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote section "
                             "article header footer main figure table hr pre form address "
                             "body aside nav center";
static const char skipped[] = "script style svg table nav aside figcaption head title math";
static const char skipped_types[] = "footnote footnotes endnote endnotes rearnote "
                                    "rearnotes noteref pagebreak toc landmarks";
static const char front_types[] = "cover titlepage copyright-page toc dedication";

/* <sup><a>1</a></sup> is a note's number. */
static bool is_note_mark(const xmlNode *n)
{
    bool link = false;

    if (!is(n, "sup"))
        return false;
    for (const xmlNode *c = n->children; c; c = c->next) {
        if (is(c, "a"))
            link = true;
        else if (!xmlIsBlankNode(c))
            return false;
    }
    return link;
}

static bool is_skipped(xmlNode *n)
{
    return is_one_of(n, skipped) || is_type(n, skipped_types) || is_note_mark(n);
}

static bool has_block(const xmlNode *n, int depth)
{
    for (const xmlNode *c = n->children; c && depth < DEPTH_MAX; c = c->next)
        if (c->type == XML_ELEMENT_NODE &&
            (is_one_of(c, blocks) || has_block(c, depth + 1)))
            return true;
    return false;
}

static void put_text(struct book_bytes *to, const xmlChar *text)
{
    for (const char *at = (const char *)text; at && *at;) {
        size_t plain = strcspn(at, " \t\n\r");

        bytes_add(to, at, plain);
        at += plain;
        if (*at)
            bytes_add(to, " ", 1);
        at += strspn(at, " \t\n\r");
    }
}

/* Everything said inside, a line end for each <br>. */
static void put_inline(struct book_bytes *to, xmlNode *n, int depth)
{
    if (depth > DEPTH_MAX || to->length > BOOK_TEXT_MAX)
        return;
    if (n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE) {
        put_text(to, n->content);
    } else if (is(n, "br")) {
        bytes_add(to, "\n", 1);
    } else if (n->type == XML_ELEMENT_NODE && !is_skipped(n)) {
        for (xmlNode *c = n->children; c; c = c->next)
            put_inline(to, c, depth + 1);
    }
}

static int count_pieces(const struct book_bytes *run)
{
    int pieces = 0;
    bool in = false;

    for (size_t i = 0; i < run->length; i++) {
        if (run->at[i] == '\n')
            in = false;
        else if (run->at[i] != ' ' && !in) {
            in = true;
            pieces++;
        }
    }
    return pieces;
}

static void add_block(struct epub *e, enum block_kind kind, const char *text, size_t length)
{
    int before = e->book->blocks.count;

    blocks_add(&e->book->blocks, kind, text, length);
    if (e->book->blocks.count > before)
        e->book->blocks.list[before].file = e->book->file;
}

static void add_verses(struct epub *e, const struct book_bytes *run)
{
    for (size_t i = 0; i < run->length;) {
        size_t length = strcspn(run->at + i, "\n");

        add_block(e, BLOCK_VERSE, run->at + i, length);
        i += length + 1;
    }
}

/* A run of text is over: a paragraph, or verses if lines were broken often enough. */
static void flush(struct epub *e, struct book_bytes *run, enum block_kind kind)
{
    if (run->failed)
        e->refusal = N_("There is not enough memory.");
    else if (run->length && kind == BLOCK_PARAGRAPH && count_pieces(run) >= 3)
        add_verses(e, run);
    else if (run->length)
        add_block(e, kind, run->at, run->length);
    run->length = 0;
    if (run->at)
        *run->at = 0;
}

static bool is_heading(xmlNode *n)
{
    return is_one_of(n, "h1 h2 h3 h4 h5 h6") || is_type(n, "title subtitle ordinal");
}

static void walk(struct epub *e, xmlNode *n, int depth)
{
    struct book_bytes run = { 0 };

    if (depth > DEPTH_MAX || e->refusal || e->book->blocks.refusal || is_skipped(n) ||
        is_type(n, front_types))
        return;
    if (is_heading(n)) {
        put_inline(&run, n, depth);
        flush(e, &run, BLOCK_HEADING);
    } else {
        for (xmlNode *c = n->children; c; c = c->next) {
            bool block = c->type == XML_ELEMENT_NODE &&
                         (is_one_of(c, blocks) || is_heading(c) || has_block(c, depth));

            if (block) {
                flush(e, &run, BLOCK_PARAGRAPH);
                walk(e, c, depth + 1);
            } else {
                put_inline(&run, c, depth + 1);
            }
        }
        flush(e, &run, BLOCK_PARAGRAPH);
    }
    bytes_free(&run);
}

static void read_page(struct epub *e, const char *path)
{
    size_t length = 0;
    char *bytes = unpack(e, path, &length);
    xmlDoc *doc = bytes ? parse(bytes, length, true) : NULL;
    xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
    xmlNode *body = root ? find(root, "body", 0) : NULL;

    if (!bytes && !e->refusal)
        e->refusal = N_("The EPUB lacks one of its chapters.");
    else if (body && !is_type(root, front_types))
        walk(e, body, 0);
    if (doc)
        xmlFreeDoc(doc);
    free(bytes);
    e->book->file++;
}

/* ---- the package ---- */

static int hex(char c)
{
    return c >= '0' && c <= '9'                     ? c - '0'
           : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                    : -1;
}

/* An address within the book as a path in the archive: percent signs read, ".." climbed,
 * what follows a # left out. */
static void resolve(const struct epub *e, const char *folder, const char *href,
                    char to[PATH_BYTES])
{
    size_t length = strlen(folder);

    memcpy(to, folder, length);
    for (; *href && *href != '#' && length + 1 < PATH_BYTES; href++) {
        if (*href == '%' && hex(href[1]) >= 0 && hex(href[2]) >= 0) {
            to[length++] = (char)(16 * hex(href[1]) + hex(href[2]));
            href += 2;
        } else {
            to[length++] = *href;
        }
        if (length >= 3 && !memcmp(to + length - 3, "../", 3)) {
            length -= 3;
            while (length > 1 && to[--length - 1] != '/')
                ;
            length = length == 1 ? 0 : length;
        }
    }
    to[length] = 0;
}

/* The manifest's entry of that id. */
static xmlNode *item_of(xmlNode *manifest, const char *id)
{
    for (xmlNode *n = manifest ? manifest->children : NULL; n; n = n->next) {
        char own[PATH_BYTES];

        if (is(n, "item") && attribute(n, "id", own, sizeof own) && !strcmp(own, id))
            return n;
    }
    return NULL;
}

/* Whether encryption.xml names the file. */
static bool is_listed(xmlNode *n, const struct epub *e, const char *path, int depth)
{
    for (; n && depth < DEPTH_MAX; n = n->next) {
        char uri[PATH_BYTES], resolved[PATH_BYTES];

        if (is(n, "CipherReference") && attribute(n, "URI", uri, sizeof uri)) {
            resolve(e, "", uri, resolved);
            if (!strcmp(resolved, path))
                return true;
        }
        if (n->type == XML_ELEMENT_NODE && is_listed(n->children, e, path, depth + 1))
            return true;
    }
    return false;
}

static void read_spine(struct epub *e, xmlNode *manifest, xmlNode *spine, xmlDoc *locks)
{
    int items = 0;

    for (xmlNode *n = spine->children; n && !e->refusal && !e->book->blocks.refusal;
         n = n->next) {
        char id[PATH_BYTES], href[PATH_BYTES], linear[8], what[128] = "", path[PATH_BYTES];
        xmlNode *item = is(n, "itemref") && attribute(n, "idref", id, sizeof id)
                            ? item_of(manifest, id)
                            : NULL;

        if (!item || !attribute(item, "href", href, sizeof href) ||
            (attribute(n, "linear", linear, sizeof linear) && !strcmp(linear, "no")))
            continue;
        attribute(item, "properties", what, sizeof what);
        if (has_word(what, "nav"))
            continue;
        if (++items > SPINE_MAX) {
            e->refusal = N_("The EPUB has too many chapters.");
            break;
        }
        resolve(e, e->folder, href, path);
        if (locks && is_listed(xmlDocGetRootElement(locks), e, path, 0))
            e->refusal = N_("The EPUB is encrypted: only its own reader can open it.");
        else
            read_page(e, path);
    }
}

static void read_name(xmlNode *root, const char *name, char *to, size_t room)
{
    xmlNode *n = find(root, name, 0);
    xmlChar *text = n ? xmlNodeGetContent(n) : NULL;
    char clean[BOOK_NAME_MAX] = "";

    if (text)
        book_name(clean, (const char *)text, strlen((const char *)text));
    xmlFree(text);
    if (strlen(clean) < room)
        memcpy(to, clean, strlen(clean) + 1);
}

static void read_package(struct epub *e, const char *path)
{
    xmlDoc *doc = unpack_xml(e, path);
    xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
    xmlNode *metadata = root ? find(root, "metadata", 0) : NULL;
    xmlNode *manifest = root ? find(root, "manifest", 0) : NULL;
    xmlNode *spine = root ? find(root, "spine", 0) : NULL;
    const char *slash = strrchr(path, '/');
    xmlDoc *locks = NULL;

    if (slash)
        memcpy(e->folder, path, (size_t)(slash - path) + 1);
    if (!manifest || !spine) {
        e->refusal = e->refusal ? e->refusal : damaged;
    } else {
        if (metadata) {
            read_name(metadata->children, "title", e->book->title, BOOK_NAME_MAX);
            read_name(metadata->children, "creator", e->book->author, BOOK_NAME_MAX);
            read_name(metadata->children, "language", e->book->lang, sizeof e->book->lang);
        }
        locks = unpack_xml(e, "META-INF/encryption.xml");
        if (!e->refusal)
            read_spine(e, manifest, spine, locks);
    }
    if (locks)
        xmlFreeDoc(locks);
    if (doc)
        xmlFreeDoc(doc);
}

static void read_container(struct epub *e)
{
    xmlDoc *doc = unpack_xml(e, "META-INF/container.xml");
    xmlNode *file = doc ? find(xmlDocGetRootElement(doc), "rootfile", 0) : NULL;
    char path[PATH_BYTES];

    if (archive_count(e->zip) > BOOK_ENTRIES_MAX)
        e->refusal = N_("The EPUB holds too many files.");
    else if (!e->refusal && (!file || !attribute(file, "full-path", path, sizeof path)))
        e->refusal = N_("This ZIP file is no EPUB.");
    else if (!e->refusal)
        read_package(e, path);
    if (doc)
        xmlFreeDoc(doc);
}

static void be_quiet(void *with, const char *message, ...) {}

const char *epub_read(const void *bytes, size_t length, struct book *out)
{
    struct epub e = { .book = out };

    xmlSetGenericErrorFunc(NULL, be_quiet);
    e.zip = archive_open(bytes, length);
    if (!e.zip)
        return damaged;
    read_container(&e);
    archive_close(e.zip);
    return e.refusal ? e.refusal : out->blocks.refusal;
}
