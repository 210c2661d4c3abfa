/*
 * Everything an effect can do, one row an operation. A row makes the code OP_..., declares
 * its functions and is the line of ak_operations[] that carries it out; which words of a
 * card mean it is a row of tools/ancient-cards.
 *
 * begins: from the effect, with its amount counted; most push a frame.
 * goes on: the next piece of work of that frame, until it is popped.
 * could do: whether anything would happen now. lacks: what is missing where nothing could;
 * a word for programs.
 */
/* clang-format off */
/*        code                  begins                    goes on                    could do                 lacks */
OPERATION(NONE,                 ak_begin_nothing,         ak_run_nothing,            ak_can_never,            NULL)
OPERATION(DRAW,                 ak_begin_draw,            ak_run_nothing,            ak_can_draw,             "deck")
OPERATION(DISCARD,              ak_begin_counted,         ak_run_discard,            ak_can_discard,          "cards")
OPERATION(DISCARD_SELF,         ak_begin_discard_self,    ak_run_nothing,            ak_can_discard_self,     NULL)
OPERATION(DISCARD_ARTEFACTS,    ak_begin_bare,            ak_run_discard_artefacts,  ak_can_discard_artefacts, NULL)
OPERATION(REMOVE,               ak_begin_counted,         ak_run_remove,             ak_can_remove,           "knowledge")
OPERATION(REMOVE_EACH,          ak_begin_remove_each,     ak_run_nothing,            ak_can_remove,           "knowledge")
OPERATION(REMOVE_PICK,          ak_begin_remove_pick,     ak_run_remove_pick,        ak_can_remove,           "knowledge")
OPERATION(PURGE,                ak_begin_purge,           ak_run_purge,              ak_can_purge,            "lost")
OPERATION(OPP_DISCARD,          ak_begin_forced,          ak_run_opp_discard,        ak_can_opp_discard,      "rivals")
OPERATION(OPP_DISCARD_ARTEFACT, ak_begin_forced,          ak_run_opp_artefact,       ak_can_opp_artefact,     "rivals")
OPERATION(OPP_ADD,              ak_begin_forced,          ak_run_opp_add,            ak_can_opp_add,          "rivals")
OPERATION(GIVE_LOST,            ak_begin_counted,         ak_run_give_lost,          ak_can_give_lost,        "lost")
OPERATION(STEAL,                ak_begin_counted,         ak_run_steal,              ak_can_steal,            "rivals")
OPERATION(SWAP,                 ak_begin_bare,            ak_run_swap,               ak_can_swap,             "monument")
OPERATION(MOVE,                 ak_begin_bare,            ak_run_move,               ak_can_move,             "monument")
OPERATION(STRAIGHTEN,           ak_begin_straighten,      ak_run_nothing,            ak_can_straighten,       "tilted")
OPERATION(CREATE,               ak_begin_create,          ak_run_create,             ak_can_create,           "create")
OPERATION(LEARN,                ak_begin_learn,           ak_run_learn,              ak_can_learn,            "learn")
OPERATION(ARCHIVE,              ak_begin_bare,            ak_run_archive,            ak_can_archive,          "knowledge")
OPERATION(BURY,                 ak_begin_counted,         ak_run_bury,               ak_can_always,           NULL)
OPERATION(LOOK_KEEP,            ak_begin_look_keep,       ak_run_look_keep,          ak_can_draw,             "deck")
OPERATION(REVEAL_UNTIL,         ak_begin_reveal_until,    ak_run_nothing,            ak_can_draw,             "deck")
OPERATION(LOOK_CREATE,          ak_begin_look_create,     ak_run_look_create,        ak_can_always,           NULL)
OPERATION(LOOK_LEARN,           ak_begin_look_learn,      ak_run_look_learn,         ak_can_always,           NULL)
OPERATION(DRAFT,                ak_begin_draft,           ak_run_draft,              ak_can_always,           NULL)
OPERATION(SKIP_DECLINE,         ak_begin_skip_decline,    ak_run_nothing,            ak_can_always,           NULL)
/* What is looked up where it counts, and never carried out: effect.c. */
OPERATION(VP,                   ak_begin_nothing,         ak_run_nothing,            ak_can_never,            NULL)
OPERATION(ENTRY,                ak_begin_nothing,         ak_run_nothing,            ak_can_never,            NULL)
OPERATION(ENTRY_SELF,           ak_begin_nothing,         ak_run_nothing,            ak_can_never,            NULL)
OPERATION(REQ_LESS,             ak_begin_nothing,         ak_run_nothing,            ak_can_never,            NULL)
OPERATION(EXCAVATE_RATE,        ak_begin_nothing,         ak_run_nothing,            ak_can_never,            NULL)
/* Not in the tables: frames that only the turn itself pushes. */
OPERATION(EXCAVATE,             ak_begin_nothing,         ak_run_excavate,           ak_can_never,            NULL)
OPERATION(EFFECT,               ak_begin_nothing,         ak_run_effect,             ak_can_never,            NULL)
OPERATION(GROUP,                ak_begin_nothing,         ak_run_group,              ak_can_never,            NULL)
