/*
 * desk.h: a match on the desk of one person, spoken to in text.
 *
 * This is all that a page, or a test in Node, may call. A desk holds one match and a page
 * of output; whatever a function says stands there until the next call. A new game is a
 * record without moves, so there is one door to begin, to load and to go on.
 *
 * Functions that return `const char *` answer with text; those named after a deed answer
 * NULL for done, or why it was refused. A viewer is a seat, TB_PUBLIC or TB_TRUTH.
 */
#ifndef DESK_H
#define DESK_H

#include "tablier.h"

/* In WebAssembly the linker keeps what carries this mark, under the same name. */
#ifdef __wasm__
#define DESK_API(name) __attribute__((export_name(#name)))
#else
#define DESK_API(name)
#endif

struct desk;

DESK_API(desk_open) struct desk *desk_open(void); /* NULL: no memory */
DESK_API(desk_close) void desk_close(struct desk *d);
/* Room for a text of `bytes` and its final 0, which the functions below read. */
DESK_API(desk_input) char *desk_input(struct desk *d, size_t bytes);
/* English, or what the host's say() makes of it, from now on. */
DESK_API(desk_speak) void desk_speak(struct desk *d, int lang);

/* Every game: seats, options, kinds of events, names of bots. JSON. */
DESK_API(desk_games) const char *desk_games(struct desk *d);

/* What matches share, made of a text, a book say: the input is the game's id, a line end
 * and the text. NULL: desk_why tells. It is nobody's: whoever made it frees it, after the
 * desks that it was lent to have loaded something else or are closed. */
DESK_API(desk_kit) struct tb_kit *desk_kit(struct desk *d);
DESK_API(desk_kit_free) void desk_kit_free(struct tb_kit *kit);
DESK_API(desk_why) const char *desk_why(const struct desk *d);
/* Its digest as a record names it. */
DESK_API(desk_digest) const char *desk_digest(struct desk *d, const struct tb_kit *kit);
/* Records are loaded with this kit from now on; NULL: with the game's own. */
DESK_API(desk_lend) void desk_lend(struct desk *d, const struct tb_kit *kit);

/* Loads the record in the input. The match there was is gone only if this succeeds. */
DESK_API(desk_load) const char *desk_load(struct desk *d);
/* The line of the record that the last refusal speaks of. */
DESK_API(desk_line) int desk_line(const struct desk *d);
/* The record of the match. */
DESK_API(desk_save) const char *desk_save(struct desk *d);

/* Lays the puzzle of a day: the input names game and day, "topologic 2026-11-16". */
DESK_API(desk_daily) const char *desk_daily(struct desk *d);
/* What may be told of a finished one: {"day":20261116,"result":4,"line":"..."}, result -1
 * where it was not solved; or null. */
DESK_API(desk_told) const char *desk_told(struct desk *d);
/* What the hard bot makes of the same puzzle; -1: nothing, or this is none. */
DESK_API(desk_par) int desk_par(const struct desk *d);

/* {"game":"topologic","seats":2,"ply":3,"owes":[0],"undo":[0],"advise":true,
 *  "points":[0,0],"place":[1,1]} */
DESK_API(desk_state) const char *desk_state(struct desk *d);
DESK_API(desk_scene) const char *desk_scene(struct desk *d, int viewer);
DESK_API(desk_view) const char *desk_view(struct desk *d, int viewer);
DESK_API(desk_show) const char *desk_show(struct desk *d, int viewer);
DESK_API(desk_legal) const char *desk_legal(struct desk *d, int seat);
/* What the last move set off, as far as the viewer may know it. */
DESK_API(desk_events) const char *desk_events(struct desk *d, int viewer);
/* The same for every move so far: a list of lists. */
DESK_API(desk_history) const char *desk_history(struct desk *d, int viewer);

/* Plays the note in the input. */
DESK_API(desk_play) const char *desk_play(struct desk *d, int seat);
/* Goes back to the position after `plies` moves. */
DESK_API(desk_rewind) void desk_rewind(struct desk *d, uint32_t plies);
/* What the bot named in the input would play: a note, or "" where the seat owes none. */
DESK_API(desk_bot) const char *desk_bot(struct desk *d, int seat, uint32_t nodes);
/* Hint number `step`, or NULL: there is no such step. */
DESK_API(desk_hint) const char *desk_hint(struct desk *d, int seat, int step);
/* What the facts in the input tell, by the solver of the game on the desk: JSON, or null
 * where it has none. They need not be those of this match. */
DESK_API(desk_solve) const char *desk_solve(struct desk *d);

#endif
