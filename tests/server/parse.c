/*
 * What strangers send, as bytes: heads of requests and WebSocket frames. Each case is also
 * given cut at every place, because the network cuts where it likes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../server/frame.h"
#include "../../server/head.h"

/* ---- heads ---- */

struct kept {
    struct head head;
    char text[HEAD_MAX];
    int status;
};

static void read_text(struct kept *k, const char *text)
{
    size_t length = strlen(text);

    for (size_t cut = 0; cut < length; cut++)
        assert_int_equal(head_length(text, cut), 0);
    assert_int_equal(head_length(text, length), length);
    memcpy(k->text, text, length + 1);
    k->status = head_read(k->text, length, &k->head);
}

static void a_plain_request(void **unused)
{
    struct kept k;

    read_text(&k,
              "GET /t/%61bc?x=1 HTTP/1.1\r\nHost: a:80\r\nCookie:  x=1; tablier=2 \t\r\n"
              "X-Other: y\r\nORIGIN: http://a\r\n\r\n");
    assert_int_equal(k.status, 0);
    assert_true(k.head.is_get && k.head.keeps && !k.head.upgrades && !k.head.body);
    assert_string_equal(k.head.said.path, "/t/abc");
    assert_string_equal(k.head.said.host, "a:80");
    assert_string_equal(k.head.said.cookie, "x=1; tablier=2");
    assert_string_equal(k.head.said.origin, "http://a");
    assert_string_equal(k.head.said.authorization, "");
}

static void a_handshake(void **unused)
{
    struct kept k;

    read_text(&k,
              "GET /ws HTTP/1.1\r\nhost: a\r\nconnection: keep-alive, Upgrade\r\nupgrade: "
              "WebSocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: abc\r\n\r\n");
    assert_int_equal(k.status, 0);
    assert_true(k.head.upgrades && k.head.version_13);
    assert_string_equal(k.head.key, "abc");
}

static void a_body_and_how_long_the_connection_lasts(void **unused)
{
    struct kept k;

    read_text(&k, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0012\r\nExpect: "
                  "100-continue\r\nConnection: close\r\n\r\n");
    assert_int_equal(k.status, 0);
    assert_true(k.head.is_post && k.head.expects && !k.head.keeps);
    assert_int_equal(k.head.body, 12);
    read_text(&k, "HEAD http://other/path HTTP/1.0\r\n\r\n");
    assert_int_equal(k.status, 0);
    assert_true(k.head.is_head && !k.head.keeps);
    assert_string_equal(k.head.said.path, "/path");
}

static void of_several_proxies_the_nearest_is_heard(void **unused)
{
    struct kept k;

    read_text(&k, "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: forged\r\n"
                  "X-Forwarded-For: 1.2.3.4\r\n\r\n");
    assert_string_equal(k.head.said.forwarded, "1.2.3.4");
}

/* clang-format off */
static const struct { int status; const char *text; } wrong[] = {
    { 400, "\r\n\r\n" },
    { 400, "GET\r\n\r\n" },
    { 400, "GET /\r\n\r\n" },
    { 400, "GET / HTTP/2.0\r\nHost: a\r\n\r\n" },
    { 400, "GET / HTTP/1.1\r\n\r\n" },                                        /* no host */
    { 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" },
    { 400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n" },                            /* blank before the colon */
    { 400, "GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n" },
    { 400, "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n" },
    { 400, "GET / HTTP/1.1\r\nHost: a\r\nx: a\nb\r\n\r\n" },                  /* a bare line feed */
    { 400, "GET / HTTP/1.1\r\nHost: a\r\nx: a\rb\r\n\r\n" },
    { 400, "G ET / HTTP/1.1\r\nHost: a\r\n\r\n" },
    { 400, "GET x HTTP/1.1\r\nHost: a\r\n\r\n" },
    { 400, "GET http://x HTTP/1.1\r\nHost: a\r\n\r\n" },
    { 400, "GET /%0a HTTP/1.1\r\nHost: a\r\n\r\n" },
    { 400, "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n" },
    { 400, "GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n" },
    { 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\n" },
    { 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n" },
    { 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n" },
    { 413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n" },
    { 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n" },
    { 501, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" },
};
/* clang-format on */

static void what_is_doubtful_is_refused(void **unused)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct kept k;
        size_t length = strlen(wrong[i].text);

        memcpy(k.text, wrong[i].text, length);
        if (head_read(k.text, length, &k.head) != wrong[i].status)
            fail_msg("%s", wrong[i].text);
    }
}

static void a_zero_byte_is_refused(void **unused)
{
    char text[] = "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n";
    struct head head;

    assert_int_equal(head_read(text, sizeof text - 1, &head), 400);
}

/* ---- frames: RFC 6455, section 5 ---- */

enum { M = 0x80 };
/* clang-format off */
static const struct { const char *what; uint8_t bytes[16]; size_t count; enum frame_verdict verdict; } frames[] = {
    { "text",                  { 0x81, M | 1, 1, 2, 3, 4 }, 6, FRAME_READ },
    { "a first fragment",      { 0x01, M | 1, 1, 2, 3, 4 }, 6, FRAME_READ },
    { "empty",                 { 0x81, M | 0, 1, 2, 3, 4 }, 6, FRAME_READ },
    { "126 bytes",             { 0x81, M | 126, 0, 126, 1, 2, 3, 4 }, 8, FRAME_READ },
    { "65536 bytes",           { 0x81, M | 127, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4 }, 14, FRAME_READ },
    { "a ping",                { 0x89, M | 125, 1, 2, 3, 4 }, 6, FRAME_READ },
    { "5.1: not masked",       { 0x81, 1 }, 2, FRAME_BAD },
    { "5.2: a reserved bit",   { 0xc1, M | 1, 1, 2, 3, 4 }, 6, FRAME_BAD },
    { "5.2: an unknown kind",  { 0x83, M | 1, 1, 2, 3, 4 }, 6, FRAME_BAD },
    { "5.2: an unknown kind",  { 0x8b, M | 1, 1, 2, 3, 4 }, 6, FRAME_BAD },
    { "5.2: 125 in two bytes", { 0x81, M | 126, 0, 125, 1, 2, 3, 4 }, 8, FRAME_BAD },
    { "5.2: 65535 in eight",   { 0x81, M | 127, 0, 0, 0, 0, 0, 0, 255, 255, 1, 2, 3, 4 }, 14, FRAME_BAD },
    { "5.2: the highest bit",  { 0x81, M | 127, 128, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4 }, 14, FRAME_BAD },
    { "5.5: a long ping",      { 0x89, M | 126, 0, 126, 1, 2, 3, 4 }, 8, FRAME_BAD },
    { "5.5: half a ping",      { 0x09, M | 1, 1, 2, 3, 4 }, 6, FRAME_BAD },
};
/* clang-format on */

static void frames_are_read_or_refused(void **unused)
{
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        struct frame f;
        enum frame_verdict verdict = FRAME_WAIT;

        for (size_t cut = 0; cut <= frames[i].count; cut++) {
            verdict = frame_read(frames[i].bytes, cut, &f);
            if (verdict != FRAME_WAIT && cut < frames[i].count &&
                frames[i].verdict == FRAME_READ)
                fail_msg("%s was read before it was whole", frames[i].what);
            if (verdict != FRAME_WAIT)
                break;
        }
        if (verdict != frames[i].verdict)
            fail_msg("%s", frames[i].what);
        if (verdict == FRAME_READ) {
            assert_int_equal(f.head, frames[i].count);
            assert_memory_equal(f.mask, frames[i].bytes + frames[i].count - 4, 4);
        }
    }
}

static void what_is_written_is_read_back(void **unused)
{
    static const size_t lengths[] = { 0, 1, 125, 126, 65535, 65536, 1 << 20 };

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        uint8_t bytes[FRAME_IN] = { 0 };
        size_t head = frame_write(bytes, FRAME_TEXT, lengths[i]);
        struct frame f;

        bytes[1] |= 0x80; /* as a client would send it: with a mask of zeros */
        assert_int_equal(frame_read(bytes, head + 4, &f), FRAME_READ);
        assert_int_equal(f.length, lengths[i]);
        assert_true(f.final && f.kind == FRAME_TEXT);
    }
}

static void a_mask_goes_on_and_off(void **unused)
{
    const uint8_t mask[4] = { 1, 0x20, 0x93, 0xff };
    char text[40], same[40];

    for (size_t length = 0; length < sizeof text; length++) {
        for (size_t i = 0; i < length; i++)
            text[i] = same[i] = (char)(i * 7);
        frame_unmask(text, length, mask);
        for (size_t i = 0; i < length; i++)
            assert_int_equal((uint8_t)text[i], (uint8_t)(same[i] ^ mask[i % 4]));
        frame_unmask(text, length, mask);
        assert_memory_equal(text, same, length);
    }
}

/* Section 7.4. */
static void farewells(void **unused)
{
    static const struct {
        uint8_t bytes[4];
        int length, code;
    } cases[] = { { { 0 }, 0, 1005 },       { { 3 }, 1, 1002 },
                  { { 3, 232 }, 2, 1000 },  { { 3, 233, 'a', 'b' }, 4, 1001 },
                  { { 3, 237 }, 2, 1002 },  { { 3, 238 }, 2, 1002 },
                  { { 3, 231 }, 2, 1002 },  { { 7, 208 }, 2, 1002 },
                  { { 11, 184 }, 2, 3000 }, { { 19, 135 }, 2, 4999 },
                  { { 19, 136 }, 2, 1002 }, { { 3, 232, 0xff }, 3, 1002 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(frame_close_code(cases[i].bytes, (size_t)cases[i].length),
                         cases[i].code);
}

static void only_utf8_is_text(void **unused)
{
    static const char *const good[] = { "",
                                        "plain, and longer than eight",
                                        "é€𝄞",
                                        "\xf4\x8f\xbf\xbf",
                                        "\xed\x9f\xbf",
                                        "\xee\x80\x80",
                                        "twelve bytesé then more €€€ and more" };
    static const char *const bad[] = {
        "\x80",           "\xc0\x80",         "\xc1\xbf",         "\xe0\x9f\xbf",
        "\xed\xa0\x80",   "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
        "\xff",           "eight by\xc3",     "eight by\xe2\x82", "eight byte\xe2\x28\xa1",
        "abc\xf0\x9d\x84"
    };

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(is_utf8(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (is_utf8(bad[i], strlen(bad[i])))
            fail_msg("number %d is none", (int)i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_request),
        cmocka_unit_test(a_handshake),
        cmocka_unit_test(a_body_and_how_long_the_connection_lasts),
        cmocka_unit_test(of_several_proxies_the_nearest_is_heard),
        cmocka_unit_test(what_is_doubtful_is_refused),
        cmocka_unit_test(a_zero_byte_is_refused),
        cmocka_unit_test(frames_are_read_or_refused),
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(a_mask_goes_on_and_off),
        cmocka_unit_test(farewells),
        cmocka_unit_test(only_utf8_is_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
