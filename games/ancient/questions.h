/*
 * Everything a player can be asked, one row a question. A row makes the code ASK_...,
 * declares its functions and is the line of ak_questions[]. Questions that look alike to a
 * player share their name and their sentence.
 *
 * verb, over: the notation of the answers, and what the bits of `options` stand for.
 * choices: the one account of what may be answered. answered: what comes of it.
 * left: how often it is still answered before the effect goes on; 0: just once.
 */
/* clang-format off */
/*       kind           name              sentence                                                   verb       over            choices                    answered               left */
QUESTION(NOTHING,       "nothing",        TB_N("The game is over."),                                 0,         OVER_NUMBERS,   ak_choose_nothing,         ak_answer_nothing,     ak_left_once)
QUESTION(PUT_AWAY,      "putAway",        TB_N("Put away four of your ten cards."),                  PUT,       OVER_HAND,      ak_choose_nothing,         ak_answer_nothing,     ak_left_once)
QUESTION(ACTION,        "action",         TB_N("Choose an action."),                                 DO_CREATE, OVER_VERBS,     ak_choose_action,          ak_answer_action,      ak_left_once)
QUESTION(CREATE,        "create",         TB_N("Which card do you create?"),                         CREATE,    OVER_HAND,      ak_choose_create,          ak_answer_create,      ak_left_once)
QUESTION(SPACE,         "space",          TB_N("On which space? Each space away costs one card more."), SPACE,  OVER_SPACES,    ak_choose_space,           ak_answer_space,       ak_left_once)
QUESTION(PAY,           "pay",            TB_N("Discard a card to pay the price."),                  PAY,       OVER_HAND,      ak_choose_any_card,        ak_answer_pay,         ak_left_price)
QUESTION(LEARN,         "learn",          TB_N("Which technology do you learn?"),                    LEARN,     OVER_FACES,     ak_choose_learn,           ak_answer_learn,       ak_left_once)
QUESTION(ARCHIVE,       "archive",        TB_N("Discard a card to take one knowledge off."),         ARCHIVE,   OVER_HAND,      ak_choose_archive,         ak_answer_archive,     ak_left_once)
QUESTION(ARCHIVE_TOKEN, "archiveToken",   TB_N("Take one knowledge off which monument?"),            TOKEN,     OVER_SLOTS,     ak_choose_laden,           ak_answer_archive_token, ak_left_once)
QUESTION(EXCAVATE,      "excavate",       TB_N("How many monuments of your Past do you tilt?"),      EXCAVATE,  OVER_NUMBERS,   ak_choose_excavate,        ak_answer_excavate,    ak_left_once)
QUESTION(MAY,           "may",            TB_N("Do you use this effect?"),                           YES,       OVER_VERBS,     ak_choose_may,             ak_answer_may,         ak_left_once)
QUESTION(NEXT,          "next",           TB_N("Which effect comes next?"),                          NEXT,      OVER_MEMBERS,   ak_choose_next,            ak_answer_next,        ak_left_once)
QUESTION(ACTIVATE,      "activate",       TB_N("Chronicle phase: which card comes next?"),           ACTIVATE,  OVER_CHRONICLE, ak_choose_activate,        ak_answer_activate,    ak_left_once)
QUESTION(DECLINE,       "decline",        TB_N("Which monument declines first?"),                    DECLINE,   OVER_SLOTS,     ak_choose_decline,         ak_answer_decline,     ak_left_once)
QUESTION(TOKEN,         "token",          TB_N("Take one knowledge off which monument?"),            TOKEN,     OVER_SLOTS,     ak_choose_token,           ak_answer_token,       ak_left_tokens)
QUESTION(PICK,          "monument",       TB_N("Choose a monument."),                                CHOOSE,    OVER_SLOTS,     ak_choose_pick,            ak_answer_pick,        ak_left_counted)
QUESTION(SWAP,          "monument",       TB_N("Choose a monument."),                                CHOOSE,    OVER_SLOTS,     ak_choose_swap,            ak_answer_swap,        ak_left_once)
QUESTION(MOVE,          "monument",       TB_N("Choose a monument."),                                CHOOSE,    OVER_SLOTS,     ak_choose_move,            ak_answer_move,        ak_left_once)
QUESTION(MOVE_SPACE,    "moveSpace",      TB_N("Move it to which space?"),                           SPACE,     OVER_SPACES,    ak_choose_move_space,      ak_answer_move_space,  ak_left_once)
QUESTION(PICK_AMOUNT,   "amount",         TB_N("How many?"),                                         AMOUNT,    OVER_NUMBERS,   ak_choose_pick_amount,     ak_answer_pick_amount, ak_left_once)
QUESTION(PURGE,         "amount",         TB_N("How many?"),                                         AMOUNT,    OVER_NUMBERS,   ak_choose_purge,           ak_answer_purge,       ak_left_once)
QUESTION(HAND_CARD,     "handCard",       TB_N("Discard a card."),                                   DISCARD,   OVER_HAND,      ak_choose_hand_card,       ak_answer_hand_card,   ak_left_counted)
QUESTION(ARTEFACT,      "artefact",       TB_N("Discard one of your artefacts?"),                    DISCARD,   OVER_BOARD,     ak_choose_artefact,        ak_answer_artefact,    ak_left_once)
QUESTION(OPP_HAND_CARD, "forcedCard",     TB_N("You must discard a card."),                          DISCARD,   OVER_HAND,      ak_choose_any_card,        ak_answer_opp_card,    ak_left_counted)
QUESTION(OPP_ARTEFACT,  "forcedArtefact", TB_N("You must discard one of your artefacts."),           DISCARD,   OVER_BOARD,     ak_choose_opp_artefact,    ak_answer_opp_artefact, ak_left_counted)
QUESTION(ADD_TO,        "rivalMonument",  TB_N("Choose an opponent's monument."),                    CHOOSE,    OVER_ALL_SLOTS, ak_choose_add_to,          ak_answer_add_to,      ak_left_once)
QUESTION(GIVE_TO,       "rivalMonument",  TB_N("Choose an opponent's monument."),                    CHOOSE,    OVER_ALL_SLOTS, ak_choose_give_to,         ak_answer_give_to,     ak_left_once)
QUESTION(OPPONENT,      "opponent",       TB_N("From whom do you take a card?"),                     ROB,       OVER_NUMBERS,   ak_choose_opponent,        ak_answer_opponent,    ak_left_once)
QUESTION(STOLEN,        "stolen",         TB_N("Which card do you take?"),                           TAKE,      OVER_VICTIM,    ak_choose_stolen,          ak_answer_stolen,      ak_left_counted)
QUESTION(BURY,          "bury",           TB_N("Which technology goes under its deck?"),             BURY,      OVER_FACES,     ak_choose_bury,            ak_answer_bury,        ak_left_counted)
QUESTION(KEEP,          "keep",           TB_N("Which card do you keep?"),                           TAKE,      OVER_ASIDE,     ak_choose_aside,           ak_answer_keep,        ak_left_counted)
QUESTION(LOOK_CREATE,   "lookCreate",     TB_N("Which of these cards do you create?"),               CREATE,    OVER_ASIDE,     ak_choose_look_create,     ak_answer_look_create, ak_left_once)
QUESTION(DRAFT,         "draft",          TB_N("Which card do you take?"),                           TAKE,      OVER_ASIDE,     ak_choose_aside,           ak_answer_draft,       ak_left_once)
QUESTION(LOOK_LEARN,    "lookLearn",      TB_N("Which of these technologies do you learn?"),         LEARN,     OVER_ASIDE,     ak_choose_look_learn,      ak_answer_look_learn,  ak_left_once)
QUESTION(ORDER,         "order",          TB_N("Which goes under the deck next?"),                   UNDER,     OVER_ASIDE,     ak_choose_aside,           ak_answer_order,       ak_left_once)
QUESTION(FLIP,          "flip",           TB_N("Which tile turns to level II?"),                     FLIP,      OVER_SPACES,    ak_choose_flip,            ak_answer_flip,        ak_left_once)
