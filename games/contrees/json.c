/*
 * Nouvelles Contrées for a page: docs/json/contrees.md says what each field means.
 *
 * Lines of the novel come out in four places only: the open passage for its scout, the
 * line that is due for a listener, passages that the camp has left behind, and single
 * words once they have proved a mission or been shown as reasons.
 */
#include <string.h>

#include "contrees.h"

static void put_key(struct tb_text *out, const char *key) { tb_put(out, ",\"%s\":", key); }

static void put_id(struct tb_text *out, unsigned card)
{
    if (card < CARDS)
        tb_put(out, "\"%s\"", nc_words[card].id);
    else
        tb_put(out, "null");
}

static void put_bool(struct tb_text *out, const char *key, bool value)
{
    tb_put(out, ",\"%s\":%s", key, value ? "true" : "false");
}

static void put_direction(struct tb_text *out, unsigned direction)
{
    if (direction < SLOTS)
        tb_put(out, "\"%c\"", nc_directions[direction]);
    else
        tb_put(out, "null");
}

/* A piece of a line as a JSON string. */
static void put_piece(struct tb_text *out, const char *from, size_t length)
{
    char piece[LINE_BYTES + 1];

    memcpy(piece, from, length);
    piece[length] = 0;
    tb_put_json(out, piece);
}

static int characters(const char *from, size_t bytes)
{
    int count = 0;

    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)from[i] & 0xc0) != 0x80;
    return count;
}

/* ---- the scene ---- */

static const char *const domains[DOMAINS + 1] = { "cartography", "botany", "ethnology",
                                                  "archaeology", "any" };

static void put_pair(struct tb_text *out, const char *key, const char *const text[TB_LANGS])
{
    tb_put(out, ",\"%s\":{\"en\":", key);
    tb_put_json(out, text[TB_EN]);
    tb_put(out, ",\"fr\":");
    tb_put_json(out, text[TB_FR]);
    tb_put_byte(out, '}');
}

static const char *kind_of(unsigned card)
{
    return card < MISSION0     ? "exploration"
           : card < JOKER      ? "mission"
           : card == JOKER     ? "joker"
           : card < CITY0      ? "peripeteia"
           : card < CHARACTER0 ? "city"
                               : "character";
}

/* A landscape's value and domain are on its back. */
static void put_card(const struct tb_state *s, struct tb_text *out, unsigned card)
{
    tb_put(out, "\"%s\":{\"kind\":\"%s\"", nc_words[card].id, kind_of(card));
    if (is_mission(card))
        tb_put(out, ",\"domain\":\"%s\"", domains[nc_card[card].domain]);
    if (card >= PERIPETEIA0 && card < CITY0)
        tb_put(out, ",\"bonus\":%d", nc_card[card].value);
    if (card >= MISSION0)
        put_pair(out, "name", nc_words[card].name);
    put_pair(out, "text", nc_words[card].text);
    tb_put_byte(out, '}');
}

static void put_book(const struct tb_state *s, struct tb_text *out)
{
    const struct nc_volume *v;

    if (is_paper(s)) {
        tb_put(out, "{\"paper\":true,\"pages\":%u}",
               (unsigned)s->head.option[OPTION_PAGES]);
        return;
    }
    v = the_volume(s);
    tb_put(out, "{\"paper\":false,\"title\":");
    tb_put_json(out, nc_at(the_kit(s), v->title));
    tb_put(out, ",\"author\":");
    tb_put_json(out, nc_at(the_kit(s), v->author));
    tb_put(out, ",\"lang\":\"%s\",\"pages\":%u,\"width\":%d,\"height\":%d}",
           v->lang == TB_FR ? "fr" : "en", v->pages, v->width, v->height);
}

void nc_scene(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "{\"book\":");
    put_book(s, out);
    for (int i = OPTION_MODE; i <= OPTION_TABLE; i++) {
        if (i == OPTION_BOOK)
            continue;
        put_key(out, game_contrees.options[i].id);
        tb_put_byte(out, '"');
        tb_option_put(&game_contrees, i, s->head.option[i], out);
        tb_put_byte(out, '"');
    }
    tb_put(out, ",\"cards\":{");
    for (unsigned c = 0; c < CARDS; c++) {
        tb_put(out, c ? "," : "");
        put_card(s, out, c);
    }
    tb_put(out, "}}");
}

/* ---- the table ---- */

static void put_places(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, ",\"camp\":%u,\"at\":%u,\"city\":%u", page_of(s, s->camp),
           page_of(s, s->scout), page_of(s, s->city));
    put_key(out, "cityCard");
    put_id(out, s->city_card);
}

static void put_slots(const struct tb_state *s, struct tb_text *out)
{
    put_key(out, "slots");
    for (int i = 0; i < SLOTS; i++) {
        tb_put(out, i ? "," : "[");
        if (s->slot[i] == NONE) {
            tb_put(out, "null");
            continue;
        }
        tb_put(out, "{\"card\":");
        put_id(out, s->slot[i]);
        if (opt(s, OPTION_BACKS))
            tb_put(out, ",\"value\":%u,\"domain\":\"%s\"", nc_value(s->slot[i]),
                   domains[nc_domain(s->slot[i])]);
        tb_put_byte(out, '}');
    }
    tb_put(out, "],\"deck\":{\"count\":%d,\"value\":%u", s->decks, nc_advance(s));
    if (opt(s, OPTION_DOMAINS) && s->decks)
        tb_put(out, ",\"domain\":\"%s\"", domains[nc_domain(s->deck[s->decks - 1])]);
    tb_put_byte(out, '}');
}

static void put_missions(const struct tb_state *s, struct tb_text *out)
{
    put_key(out, "missions");
    for (int i = 0; i < TABLE; i++) {
        tb_put(out, i ? "," : "[");
        if (s->table[i] == NONE) {
            tb_put(out, "null");
            continue;
        }
        tb_put(out, "{\"card\":");
        put_id(out, s->table[i]);
        tb_put(out, ",\"holder\":%d}", s->holder[i] == NONE ? -1 : s->holder[i]);
    }
    tb_put(out, "],\"missionDeck\":%d", s->mission_decks);
}

static void put_peripeteia(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, ",\"peripeteia\":{\"count\":%d,\"bonus\":%u}", s->peripeteias,
           s->peripeteias ? nc_value(s->peripeteia[s->peripeteias - 1]) : 0);
    put_key(out, "drawn");
    tb_put_byte(out, '[');
    for (int i = 0; i < 2 && s->drawn[i] != NONE; i++) {
        tb_put(out, "%s{\"bonus\":%u,\"card\":", i ? "," : "", nc_value(s->drawn[i]));
        put_id(out, s->drawn[i]);
        tb_put_byte(out, '}');
    }
    tb_put_byte(out, ']');
    put_key(out, "constraint");
    put_id(out, s->phase >= P_PREPARE && s->phase < P_PAY ? nc_constraint(s) : NONE);
}

static void put_kept(const struct tb_state *s, struct tb_text *out)
{
    put_key(out, "kept");
    tb_put_byte(out, '[');
    for (int i = 0; i < s->keeps; i++) {
        tb_put(out, i ? ",{\"card\":" : "{\"card\":");
        put_id(out, s->kept[i].card);
        tb_put(out, ",\"page\":%u}", page_of(s, s->kept[i].leaf));
    }
    tb_put_byte(out, ']');
}

/* D8: what lost landscapes have on their backs is told while they are paid for. */
static void put_lost(const struct tb_state *s, struct tb_text *out)
{
    const struct turn *turn = s->turns ? &s->journal[(s->turns - 1) % JOURNAL] : NULL;

    if (!turn || (s->phase != P_PAY && s->phase != P_PAY_DOMAINS))
        return;
    put_key(out, "lost");
    for (int i = 0; i < 2; i++) {
        unsigned card = i ? turn->choice : turn->aim;

        tb_put(out, i ? ",{\"card\":" : "[{\"card\":");
        put_id(out, card);
        tb_put(out, ",\"value\":%d,\"domain\":\"%s\"}", nc_card[card].value,
               domains[nc_card[card].domain]);
    }
    tb_put_byte(out, ']');
}

static void put_bits(struct tb_text *out, uint32_t set, unsigned first, bool *more)
{
    for (; set; set &= set - 1) {
        tb_put(out, *more ? "," : "");
        put_id(out, first + (unsigned)__builtin_ctz(set));
        *more = true;
    }
}

static void put_discarded(const struct tb_state *s, struct tb_text *out)
{
    bool more = false;

    put_key(out, "discarded");
    tb_put_byte(out, '[');
    put_bits(out, s->gone, 0, &more);
    put_bits(out, s->gone_missions, MISSION0, &more);
    put_bits(out, s->gone_peripeteia, PERIPETEIA0, &more);
    tb_put_byte(out, ']');
}

static void put_characters(const struct tb_state *s, struct tb_text *out)
{
    if (!opt(s, OPTION_CHARACTERS))
        return;
    put_key(out, "characters");
    for (int seat = 0; seat < s->head.seats; seat++) {
        tb_put(out, seat ? ",{\"card\":" : "[{\"card\":");
        put_id(out, s->character[seat]);
        put_bool(out, "armed", has(s->armed, (unsigned)seat));
        tb_put_byte(out, '}');
    }
    tb_put_byte(out, ']');
}

/* ---- voices ---- */

static void put_voices(const struct tb_state *s, struct tb_text *out)
{
    struct choices c;

    nc_choices(s, &c);
    if (!c.count)
        return;
    put_key(out, "voices");
    for (int seat = 0; seat < s->head.seats; seat++) {
        unsigned code;

        tb_put(out, seat ? "," : "[");
        if (!s->voice[seat]) {
            tb_put(out, "null");
            continue;
        }
        code = c.code[s->voice[seat] - 1];
        tb_put(out, "{\"choice\":");
        /* As a note says it, without its verb. */
        {
            char note[TB_NOTE_MAX];
            struct tb_text text = tb_text(note, sizeof note);

            nc_notate(s, tb_mv(VOTE, code & 255u, code >> 8), &text);
            tb_put_json(out, note + strlen("vote "));
        }
        put_bool(out, "lean", has(s->leans, (unsigned)seat));
        tb_put_byte(out, '}');
    }
    tb_put(out, "],\"speaker\":%d", nc_speaker(s));
}

static void put_seats(struct tb_text *out, const char *key, unsigned set)
{
    put_key(out, key);
    tb_put_byte(out, '[');
    for (bool more = false; set; set &= set - 1, more = true)
        tb_put(out, more ? ",%d" : "%d", __builtin_ctz(set));
    tb_put_byte(out, ']');
}

static void put_preparation(const struct tb_state *s, struct tb_text *out)
{
    if (s->phase != P_PREPARE)
        return;
    put_seats(out, "ready", s->ready);
    if (s->proposal == NONE)
        return;
    put_key(out, "proposal");
    tb_put(out, "{\"card\":");
    put_id(out, s->proposal);
    put_seats(out, "agreed", s->agreed);
    tb_put_byte(out, '}');
}

/* ---- lines ---- */

static void put_lines(const struct nc_passage *p, struct tb_text *out)
{
    tb_put_byte(out, '[');
    for (int i = 0; i < LINES; i++) {
        tb_put(out, i ? ",{\"text\":" : "{\"text\":");
        tb_put_json(out, p->line[i]);
        put_bool(out, "start", p->starts >> i & 1);
        put_bool(out, "verse", p->verse >> i & 1);
        tb_put_byte(out, '}');
    }
    tb_put_byte(out, ']');
}

static void put_aloud(const struct nc_passage *p, unsigned card, struct tb_text *out)
{
    struct nc_reading r;

    nc_read_aloud(p, card, &r);
    for (int i = 0; i < r.lines; i++) {
        tb_put(out, i ? "," : "[");
        tb_put_json(out, r.line[i]);
    }
    tb_put_byte(out, ']');
}

static void put_open(const struct tb_state *s, const struct nc_passage *p,
                     struct tb_text *out)
{
    put_key(out, "passage");
    /* Not the scout's page: after a failure he is back at the camp, and the text still
     * open. */
    tb_put(out, "{\"page\":%u,\"lines\":", page_of(s, s->text));
    put_lines(p, out);
    tb_put(out, ",\"aloud\":");
    put_aloud(p, nc_constraint(s), out);
    tb_put(out, ",\"words\":[");
    for (int i = 0; i < p->words; i++) {
        struct nc_span at = p->word[i].at;
        const char *line = p->line[at.line];

        tb_put(out, "%s[%d,%d,%d]", i ? "," : "", at.line, characters(line, at.from),
               characters(line, at.to));
    }
    tb_put(out, "],\"marks\":[");
    for (int i = 0; i < s->marks; i++)
        tb_put(out, i ? ",%d" : "%d", s->mark[i] + 1);
    tb_put(out, "]}");
}

/* 23.5: the line that is due and the one before it, nothing else. */
static void put_due(const struct tb_state *s, const struct nc_passage *p, int due,
                    struct tb_text *out)
{
    struct nc_reading r;

    nc_read_aloud(p, nc_constraint(s), &r);
    tb_put(out, ",\"due\":{\"line\":%d,\"of\":%d,\"now\":", due, r.lines);
    tb_put_json(out, r.line[due - 1]);
    tb_put(out, ",\"before\":");
    if (due > 1)
        tb_put_json(out, r.line[due - 2]);
    else
        tb_put(out, "null");
    tb_put_byte(out, '}');
}

/* A word that is a whole line is not told apart from it. */
static bool is_line(const struct nc_passage *p, struct nc_span at)
{
    return at.from == 0 && p->line[at.line][at.to] == 0;
}

static void put_word(const struct nc_passage *p, struct nc_span at, struct tb_text *out)
{
    if (is_line(p, at))
        tb_put(out, "null");
    else
        put_piece(out, p->line[at.line] + at.from, (size_t)(at.to - at.from));
}

/* What decided a mission: how many, how many it takes, and the words; with `whole`, whose
 * viewer sees the lines, where they stand. */
static void put_proof(const struct tb_state *s, const struct nc_passage *p,
                      const struct turn *turn, bool whole, struct tb_text *out)
{
    struct nc_proof proof;
    bool right = nc_mission(p, turn->mission - MISSION0, opt(s, OPTION_MISSIONS), &proof);

    put_key(out, "proof");
    tb_put(out, "{\"count\":%d,\"need\":%d,\"words\":[", proof.count, proof.need);
    for (int i = 0; i < proof.spans; i++) {
        tb_put(out, i ? "," : "");
        put_word(p, proof.span[i], out);
    }
    tb_put_byte(out, ']');
    put_bool(out, "most", proof.most);
    put_bool(out, "right", right);
    for (int i = 0; i < proof.spans && whole; i++) {
        const char *line = p->line[proof.span[i].line];

        tb_put(out, "%s[%d,%d,%d]", i ? "," : ",\"spans\":[", proof.span[i].line,
               characters(line, proof.span[i].from), characters(line, proof.span[i].to));
    }
    tb_put(out, proof.spans && whole ? "]}" : "}");
}

static void put_text(const struct tb_state *s, struct tb_text *out)
{
    int viewer = s->head.viewer;
    const struct turn *turn = s->turns ? &s->journal[(s->turns - 1) % JOURNAL] : NULL;
    struct nc_passage p;

    if (s->text >= HIDDEN_LEAF || viewer < 0)
        return;
    nc_open(the_kit(s), the_volume(s), s->text, &p);
    if (nc_sees_passage(s, viewer))
        put_open(s, &p, out);
    else if (s->line[viewer])
        put_due(s, &p, s->line[viewer], out);
    if (s->phase > P_READING && turn && turn->flags & T_TRIED)
        put_proof(s, &p, turn, nc_sees_passage(s, viewer), out);
}

static void put_listening(const struct tb_state *s, struct tb_text *out)
{
    if (s->phase != P_READING)
        return;
    put_key(out, "listening");
    for (int seat = 0; seat < s->head.seats; seat++)
        tb_put(out, "%s{\"line\":%d,\"heard\":%d}", seat ? "," : "[", s->line[seat],
               s->heard[seat]);
    tb_put_byte(out, ']');
    put_bool(out, "twice", s->twice);
}

/* ---- the journal ---- */

static void put_reasons(const struct nc_passage *p, const struct turn *turn,
                        struct tb_text *out)
{
    bool more = false;

    put_key(out, "reasons");
    tb_put_byte(out, '[');
    for (int i = 0; i < MARKS; i++)
        if (turn->mark[i] < p->words) {
            tb_put(out, more ? "," : "");
            put_word(p, p->word[turn->mark[i]].at, out);
            more = true;
        }
    tb_put_byte(out, ']');
}

/* Of a turn that is over; the latest passage in the log, and at the end all of them. */
static void put_turn_text(const struct tb_state *s, const struct turn *turn, bool lines,
                          struct tb_text *out)
{
    struct nc_passage p;
    bool reasons = turn->flags & T_SHOWN && turn->mark[0] != NONE;

    if (!lines && !reasons && !(turn->flags & T_TRIED))
        return;
    nc_open(the_kit(s), the_volume(s), turn->leaf, &p);
    if (reasons)
        put_reasons(&p, turn, out);
    if (turn->flags & T_TRIED)
        put_proof(s, &p, turn, lines, out);
    if (lines) {
        put_key(out, "lines");
        put_lines(&p, out);
    }
}

static void put_turn(const struct tb_state *s, int number, bool lines, struct tb_text *out)
{
    const struct turn *turn = &s->journal[number % JOURNAL];
    bool running = number == s->turns - 1 && s->text != NO_LEAF;

    tb_put(out, "{\"turn\":%d,\"page\":%u,\"scout\":%d", number + 1, page_of(s, turn->leaf),
           turn->scout);
    put_key(out, "constraint");
    put_id(out, turn->constraint);
    put_key(out, "mission");
    put_id(out, turn->mission);
    put_bool(out, "right", turn->flags & T_RIGHT);
    put_bool(out, "success", turn->flags & T_SUCCESS);
    put_key(out, "aim");
    put_id(out, turn->aim);
    put_key(out, "choice");
    put_id(out, turn->choice);
    if (!is_paper(s) && !running)
        put_turn_text(s, turn, lines, out);
    tb_put_byte(out, '}');
}

/* The turn whose passage entered the log last; -1: none has. */
static int latest_in_log(const struct tb_state *s)
{
    int first = s->turns > JOURNAL ? s->turns - JOURNAL : 0;

    for (int i = s->turns - 1; i >= first; i--)
        if (nc_is_in_log(s, &s->journal[i % JOURNAL]))
            return i;
    return -1;
}

static void put_journal(const struct tb_state *s, struct tb_text *out)
{
    int first = s->turns > JOURNAL ? s->turns - JOURNAL : 0, latest = latest_in_log(s);

    put_key(out, "journal");
    tb_put_byte(out, '[');
    for (int i = first; i < s->turns; i++) {
        bool all = s->phase == P_OVER && !is_paper(s);

        tb_put(out, i > first ? "," : "");
        put_turn(s, i, all || i == latest, out);
    }
    tb_put_byte(out, ']');
}

/* ---- the end ---- */

static void put_meaning(const struct tb_state *s, struct tb_text *out)
{
    int leaf = nc_meaning_of(s);
    char sentence[4096];
    struct tb_text text = tb_text(sentence, sizeof sentence);

    if (leaf < 0)
        return;
    tb_put(out, ",\"meaning\":{\"card\":");
    put_id(out, s->meaning);
    tb_put(out, ",\"value\":%d,\"page\":%u", nc_card[s->meaning].value,
           page_of(s, (unsigned)leaf));
    if (!is_paper(s)) {
        nc_put_meaning(the_kit(s), nc_leaf(the_kit(s), the_volume(s), (unsigned)leaf),
                       &text);
        put_key(out, "sentence");
        tb_put_json(out, sentence);
    }
    tb_put_byte(out, '}');
}

static void put_end(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, ",\"points\":%d", nc_points(s));
    if (s->phase != P_OVER)
        return;
    put_bool(out, "won", s->won);
    if (nc_rank(s) >= 0)
        tb_put(out, ",\"rank\":%d", nc_rank(s));
    put_meaning(s, out);
}

void nc_view(const struct tb_state *s, struct tb_text *out)
{
    static const char *const phases[PHASES] = {
        "character", "scout", "prepare", "reading", "attempt", "check",
        "explore",   "aim",   "pay",     "pay",     "meaning", "over",
    };
    static const char *const steps[] = { "peripeteia", "keep",    "move", "short",
                                         "back",       "compass", "read" };

    tb_put(out, "{\"phase\":\"%s\",\"step\":", phases[s->phase]);
    if (s->phase == P_PREPARE)
        tb_put(out, "\"%s\"", steps[s->step]);
    else
        tb_put(out, "null");
    tb_put(out, ",\"turn\":%d,\"scout\":%d,\"letters\":%d",
           s->turns + (s->phase < P_READING), s->phase < P_PREPARE ? -1 : s->reader,
           s->letters);
    put_places(s, out);
    put_slots(s, out);
    put_missions(s, out);
    put_peripeteia(s, out);
    put_bool(out, "compass", s->aim != NONE);
    put_key(out, "aim");
    put_direction(out, s->aim);
    put_key(out, "lamp");
    put_direction(out, s->lamp);
    put_kept(s, out);
    put_lost(s, out);
    put_discarded(s, out);
    put_characters(s, out);
    put_preparation(s, out);
    put_voices(s, out);
    put_listening(s, out);
    put_text(s, out);
    put_journal(s, out);
    put_end(s, out);
    tb_put_byte(out, '}');
}
