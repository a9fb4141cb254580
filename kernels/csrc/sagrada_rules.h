/* The rules of Sagrada: commands are data, lists of conditions and instructions that the Python rules export.
 *
 * State: whether there is a table to go back to, the table, and the one to go back to; each a row of 16-bit numbers. A die
 * is its id times eight plus its shade, 0 for none; windows are counted from 1. */
#ifndef BOARDWRIGHT_SAGRADA_RULES_H
#define BOARDWRIGHT_SAGRADA_RULES_H

#include "engine.h"

enum { PANES = 20, PANE_ROWS = 4, PANE_COLUMNS = 5, HUES = 5, SHADES = 6, LAST_ROUND = 10, ALL_DICE = 90, DIE_LIMIT = 720 };
enum { OFFERED = 4, TURNS = 8, POOL_ROOM = 12, MOVED_ROOM = 4, PUBLIC_ROOM = 3, TOOL_ROOM = 5, SECRETS = 2, MOST_ARGS = 4 };
enum { MOST_RULES = 64, MOST_WINDOWS = 64, MOST_CARDS = 24, MOST_OPENED = 4, CODE_WORDS = 5, SET_VALUES = 6, FIRST_SECRET = 23 };
enum { WAIT_NOT, WAIT_PUBLIC, WAIT_TOOL, WAIT_DIE, WAIT_BAG, WAIT_ROLL, WAIT_REROLL };
enum { MOST_FORMS = 1000 }; /* moves of one command */
enum {
    ARG_COMPARISON, DIE_PICKED, SHADE_COMPARISON, FAVOR_POINTS_CHECK, TOOL_NOT_ACTIVATED, TOOL_NOT_ACTIVE, DIE_PLACED,
    FIRST_TURN, SHARE, FREE_SLOT, MOVE_RULE_CHECK, NOT_DIE_ALREADY_MOVED, NUM_OF_DICE_MOVED, PLACING_RULE_CHECK,
    VALID_COORDINATES, NOT_ADJACENT, PAYS_WITH_COLOR
};
enum {
    ADVANCE_GAME, RE_ROLL_POOL, SWAP_FROM_ROUND_TRACK, TAKE_TWO_TURNS, PICK_DIE_FROM_DICE_BAG, PICK_DIE_FROM_DICE_POOL,
    PLACE_DIE, RETURN_DIE_TO_DICE_BAG, ROLL_DIE, SET_SHADE_OF_PICKED_DIE, MANAGE_FAVOR_POINTS, ACTIVATE_TOOL, TEAR_DOWN,
    TEAR_DOWN_PASSIVE_TOOLS, MOVE_DIE, PAY_WITH_DIE
};
enum { FACE_OUTCOMES = HUES * SHADES, CARD_OUTCOMES = FACE_OUTCOMES + SHADES };

typedef struct {
    uint16_t waiting, round, turn, orders, order[TURNS], choice[MAX_SEATS];
    uint16_t picked, placed, used, active, passive, undo, rolled;
    uint16_t then, then_index, then_args[MOST_ARGS]; /* the rule that waits for chance, counted from 1 */
    uint16_t pools, pool[POOL_ROOM], tracks, track[ALL_DICE], slots, slot[LAST_ROUND], moves, moved[MOVED_ROOM];
    uint16_t publics, public[PUBLIC_ROOM], tools, tool[TOOL_ROOM], points[TOOL_ROOM], bag[HUES][2];
    uint16_t window[MAX_SEATS], favor[MAX_SEATS], secrets[MAX_SEATS], secret[MAX_SEATS][SECRETS];
    uint16_t offers[MAX_SEATS], offer[MAX_SEATS][OFFERED], frame[MAX_SEATS][PANES];
} Draft;

typedef struct {
    uint16_t has_past, unused;
    Draft now, past;
} Match;

/* Conditions and instructions: an operation and what it needs. */
typedef struct {
    int32_t code, given[CODE_WORDS - 1];
} Code;

typedef struct {
    int32_t word, arity, undoable;
    int32_t stages[MOST_ARGS + 2]; /* where its conditions begin that need so many arguments */
    int32_t first, last;          /* its instructions */
    int32_t range_from[MOST_ARGS + 1]; /* the values of each argument */
    int32_t numbers;              /* the numbers of its moves, in the order of their arguments */
} CommandRule;

typedef struct {
    int32_t id, activator, solo_activator, opened, open[MOST_OPENED];
} ToolRule;

typedef struct {
    int32_t id, type, feature, worth, place, values, value[SET_VALUES];
} Goal;

typedef struct {
    Engine engine;
    int32_t tool_count, window_count, public_count, card_count, rule_count, basic_count, return_action;
    int32_t rolled[FACE_OUTCOMES]; /* whether a die can show that face when it is drawn */
    CommandRule rules[MOST_RULES];
    ToolRule cards[MOST_CARDS];
    Goal goals[MOST_CARDS];
    int32_t difficulty[MOST_WINDOWS];
    int8_t wanted[MOST_WINDOWS][PANES]; /* 0 anything, 1 to 5 a color, 6 and a shade more */
    int32_t code_count, change_count, value_count, number_count;
    Code *conditions, *changes;
    int32_t *values, *numbers, *action_word, *action_arity, *action_args;
    char texts[MAX_OUTCOMES][OUTCOME_TEXT];
    int8_t beside[PANES][5], around[PANES][9], corners[PANES][5]; /* ended by -1 */
} Sagrada;

static inline int hue_of(int die) {
    return (die >> 3) % HUES;
}

static inline int shade_of(int die) {
    return die & 7;
}

static inline int room_of(const Sagrada *game) {
    return game->engine.seats == 1 ? 4 : 2 * game->engine.seats + 1;
}

static inline uint32_t bag_of(const Draft *draft, int hue) {
    return draft->bag[hue][0] | (uint32_t)draft->bag[hue][1] << 16;
}

/* The position of a card in a row, -1 if it is not there. */
static inline int place_of(const uint16_t *row, int count, int card) {
    for (int i = 0; i < count; i++)
        if (row[i] == card) return i;
    return -1;
}

static inline int seat_on_turn(const Draft *draft) {
    return draft->order[draft->turn];
}

static inline int is_second_turn(const Draft *draft) {
    return place_of(draft->order, draft->turn, seat_on_turn(draft)) >= 0;
}

/* sagrada_commands.c */
int sagrada_holds(const Sagrada *game, const Draft *draft, const Code *condition, const int32_t *args);
/* Follows the instructions from `index` on, until chance is needed. */
void sagrada_go_on(const Sagrada *game, Draft *draft, int rule, const int32_t *args, int index);
void sagrada_begin_round(const Sagrada *game, Draft *draft);
void sagrada_give_up(const Sagrada *game, Draft *draft);

/* sagrada_goals.c */
int sagrada_points(const Sagrada *game, const Draft *draft, int seat, int is_open);
void sagrada_payoffs(const Engine *engine, const uint32_t *state, double *out);

/* sagrada_planes.c */
int sagrada_numbers(const Sagrada *game);
void sagrada_observe(const Engine *engine, const uint32_t *state, int seat, float *out);

/* sagrada_tables.c */
int sagrada_read(Sagrada *game, Tables *tables);
void sagrada_destroy(Engine *engine);

#endif
