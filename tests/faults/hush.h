/*
 * Hush, a toy game private to the tests: everybody lays a card face down at the same time,
 * the strongest takes the coins, or the weakest when the wind blows from the north, and
 * all draw again until the cards are gone. Its second option plants a fault.
 */
#ifndef HUSH_H
#define HUSH_H

#include "tablier.h"

/* id in the option, what is wrong with it, the rule that must name it */
#define FAULTS(F)                                                                          \
    F(HIDE_FORGETS_HAND, "hide() forgets a card in a hand", "a redeal goes unnoticed")     \
    F(HIDE_FORGETS_DECK, "hide() forgets the top of the deck", "a redeal goes unnoticed")  \
    F(HIDE_FORGETS_LAID, "hide() forgets the card laid face down",                         \
      "a choice at once is seen only if it is told")                                       \
    F(HIDE_FORGETS_COPY, "a field computed from a secret is shown",                        \
      "a redeal goes unnoticed")                                                           \
    F(HIDE_TOGGLES, "hide() undoes itself", "hiding twice is hiding once")                 \
    F(PUBLIC_SEES_HANDS, "who looks on sees every hand",                                   \
      "who looks on knows no more than a seat")                                            \
    F(HIDE_LUCK, "hide() leaves the luck to come", "the luck to come is hidden")           \
    F(HIDE_KEY, "hide() leaves the key of the luck", "the luck to come is hidden")         \
    F(LAID_IS_OPEN, "neither hide() nor guess() knows that a laid card is secret",         \
      "a choice at once is seen only if it is told")                                       \
    F(GUESS_FORGETS_DECK, "guess() forgets the deck", "redealt worlds are possible")       \
    F(GUESS_NOTHING, "guess() does nothing", "redealt worlds are possible")                \
    F(GUESS_TWICE, "guess() deals one card twice", "redealt worlds are possible")          \
    F(GUESS_KNOWN, "guess() swaps cards the viewer knows", "a redeal goes unnoticed")      \
    F(GUESS_ONE_WORLD, "guess() always deals the same world", "redealt worlds differ")     \
    F(GUESS_UNFAIR, "guess() gives the others better cards", "guesses are fair at set-up") \
    F(GUESS_UNFAIR_LATER, "guess() often does so once cards were shown",                   \
      "guesses are fair in mid-game")                                                      \
    F(GUESS_ONE_SIDED, "guess() then always gives the best card to the same place",        \
      "the truth is among the worlds that are guessed")                                    \
    F(GUESS_FOREVER, "guess() does not come back", "guess() ends")                         \
    F(VIEW_BY_COUNT, "view() reads something besides the position",                        \
      "words are the same in every world")                                                 \
    F(VIEW_BROKEN, "view() is not JSON", "view and scene are JSON")                        \
    F(SCENE_CHANGES, "scene() tells what changes", "the scene stays the same")             \
    F(MOVES_KNOW, "the list depends on a secret", "a seat's list comes from what it sees") \
    F(MOVES_TWICE, "a move is listed twice", "no move is listed twice")                    \
    F(MOVES_NONE, "the list is empty", "who owes or may has moves, others have none")      \
    F(MOVES_VERBLESS, "a move has no verb", "every move has a verb")                       \
    F(MOVES_WRITE, "asking for moves changes the position",                                \
      "asking for moves changes nothing")                                                  \
    F(MOVES_MANY, "the list is longer than its room",                                      \
      "no list is longer than TB_MOVES_MAX")                                               \
    F(MOVES_FOREVER, "asking for moves does not come back",                                \
      "what a game is asked to do ends")                                                   \
    F(PICK_ELSE, "pick() draws otherwise than the list", "pick() is a draw from the list") \
    F(NOTE_SHARED, "two moves are written alike", "notes are unique, whatever the case")   \
    F(NOTE_CASE, "two notes differ only in case", "notes are unique, whatever the case")   \
    F(NOTE_LONG, "a note is too long", "notes fit TB_NOTE_MAX")                            \
    F(NOTE_BLANKS, "a note ends with a blank", "notes are words with one blank between")   \
    F(NOTE_KNOWS, "a note depends on a secret", "a seat's notes come from what it sees")   \
    F(NOTE_SAID, "a note is translated", "notes are the same in every language")           \
    F(NOTE_COLUMN, "a note follows the reader's language",                                 \
      "notes are the same in every language")                                              \
    F(NOTE_COUNTS, "a note is written otherwise each time", "notes read back as the move") \
    F(NOTE_NONSENSE, "a move is written 0", "nonsense is not read as a move")              \
    F(EVENT_TO_ALL, "a private event goes to everybody",                                   \
      "events tell no more than the table")                                                \
    F(EVENT_QUIET, "events reveal without saying so",                                      \
      "whatever is learned is told as revealing")                                          \
    F(STALE_DECK, "a card drawn in private stays behind in the deck",                      \
      "whatever is learned is told as revealing")                                          \
    F(STALE_SCRATCH, "a card drawn in private stays behind in a byte",                     \
      "whatever is learned is told as revealing")                                          \
    F(STALE_SUM, "cards drawn in private are summed up in the open",                       \
      "whatever is learned is told as revealing")                                          \
    F(EVENT_STRANGER, "an event befalls a seat that is not there",                         \
      "events are well formed")                                                            \
    F(CARD_LOST, "a card is lost", "check() finds no fault")                               \
    F(CARD_DOUBLED, "a card is there twice", "check() finds no fault")                     \
    F(NEVER_ENDS, "the game goes on after the last card", "games end within plies_max")    \
    F(LUCK_OUTSIDE, "luck comes from outside the position",                                \
      "a move comes to the same position again")                                           \
    F(LISTENER_MATTERS, "telling somebody changes the position",                           \
      "a move comes to the same position again")                                           \
    F(GARBAGE, "an address is left in the position",                                       \
      "a move comes to the same position again")                                           \
    F(HEAD_WRITTEN, "the rules write the engine's part",                                   \
      "the rules write nothing of the head but owes and may")                              \
    F(STRANGER_OWES, "a seat that is not there owes",                                      \
      "only players owe, or may, and nobody when all is over")                             \
    F(SCORE_NO_FIRST, "nobody is first", "places and points are sane")                     \
    F(SCORE_UNWRITTEN, "score() leaves a place unwritten", "places and points are sane")   \
    F(FIGURE_UNWRITTEN, "measure() leaves a figure unwritten", "figures are numbers")      \
    F(SHOW_COLOUR, "show() has colours unasked", "show is plain text without colour")      \
    F(HINTS_FOREVER, "hints do not end", "hints end")                                      \
    F(EVALUATE_WILD, "evaluate() exceeds 1000", "evaluation stays within 1000")            \
    F(OPTION_MISWRITTEN, "an option is written as another value",                          \
      "records read back as the same match")                                               \
    F(TABLE_REFUSED, "a table is refused without a reason in the rules",                   \
      "a table that is offered can be set up")                                             \
    F(SETUP_COUNTS, "the set-up depends on those before", "a seed decides the set-up")     \
    F(SEED_IGNORED, "the seed is not used", "seeds make a difference")

enum fault {
    HEALTHY,
    HEALTHY_AT_ONCE, /* cards are drawn at once: the ground for what stays behind */
#define F(id, what, rule) id,
    FAULTS(F)
#undef F
        FAULT_KINDS
};

enum { OPTION_HAND, OPTION_FAULT };

extern const struct tb_game game_hush;
/* Its hints, which it has only where a test gives them to it. */
bool hush_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out);
/* Cards that a viewer has not seen: the world is one of their orders. */
int hush_unseen(const struct tb_state *seen);

#endif
