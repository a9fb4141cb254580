/* What every engine offers: the rules of one game over a flat state of 32-bit words.
 *
 * An engine is built from tables that the Python rules export, and holds no facts of its own about pieces or boards.
 * It never changes after it was built, so several threads may share it. Functions take states that `check` accepted. */
#ifndef BOARDWRIGHT_ENGINE_H
#define BOARDWRIGHT_ENGINE_H

#include <stddef.h>
#include <stdint.h>

enum { MAX_SEATS = 4, MAX_WORDS = 512, MAX_OUTCOMES = 64, OUTCOME_TEXT = 16, SEED_BYTES = 32 };
enum { GAME_OVER = -1, CHANCE = -2 }; /* instead of a seat to move */

/* A named array: int64 or double, as the engine expects. */
typedef struct {
    const char *name;
    const void *data;
    size_t bytes;
} Table;

typedef struct {
    const Table *tables;
    size_t count;
    char error[200];
} Tables;

/* The array of that name; NULL and an error if it is missing or does not hold `count` numbers. */
const int64_t *table_ints(Tables *tables, const char *name, size_t count);
const double *table_reals(Tables *tables, const char *name, size_t count);
/* As above; 0 and an error unless every number lies from `low` to `high`. */
int table_copy(Tables *tables, const char *name, size_t count, int64_t low, int64_t high, int32_t *out);

/* splitmix64: one word of state, any seed is good. */
typedef struct {
    uint64_t state;
} Rng;

uint64_t rng_next(Rng *rng);
/* A number from 0 to bound - 1. */
uint32_t rng_below(Rng *rng, uint32_t bound);

typedef struct Engine Engine;

struct Engine {
    int words;   /* of a state */
    int actions;  /* size of the numbering of moves */
    int outcomes; /* size of the numbering of chance outcomes; 0 in games without chance */
    int numbers;  /* of an observation */
    int seats;
    int longest;           /* steps after which a play-out is cut off */
    int looks; /* how many moves of a node are ranked by the evaluation after each when it is visited often; no chance */
    double playout_weight; /* share of a play-out in the value of a new node; the rest is the evaluation */

    /* Whether the words are a state that the other functions can work on without leaving their arrays. */
    int (*check)(const Engine *engine, const uint32_t *state);
    /* The seat to move, GAME_OVER, or CHANCE where an outcome comes first. */
    int (*actor)(const Engine *engine, const uint32_t *state);
    /* Writes the legal moves in the order of the Python rules; returns how many. Room for `actions` is enough. */
    int (*legal)(const Engine *engine, const uint32_t *state, int32_t *out);
    /* The moves that deep search looks at; at least one if there is a legal one. */
    int (*candidates)(const Engine *engine, const uint32_t *state, int32_t *out);
    /* The state after a legal move, or an outcome where chance acts, in place. Any number below `actions` is safe. */
    void (*step)(const Engine *engine, uint32_t *state, int32_t action);
    /* A random outcome where chance acts; NULL in games without chance. */
    int32_t (*draw)(const Engine *engine, const uint32_t *state, Rng *rng);
    /* Where chance acts, the weight of every outcome, and its text of at most OUTCOME_TEXT - 1 plain letters; NULL in games
     * whose chance is not drawn for matches. */
    void (*weights)(const Engine *engine, const uint32_t *state, int32_t *out);
    const char *(*outcome_text)(const Engine *engine, int outcome);
    /* What a seat sees, `numbers` of them, in an array of zeros. */
    void (*observe)(const Engine *engine, const uint32_t *state, int seat, float *out);
    /* Each seat's payoff when the game is over. */
    void (*payoffs)(const Engine *engine, const uint32_t *state, double *out);
    /* How good the state looks to each seat; when the game is over, by how far it was won, on the same scale. NULL, as the
     * priors, in games whose positions only Python judges. */
    void (*evaluate)(const Engine *engine, const uint32_t *state, double *out);
    /* How good the state looks to each seat by the end of a play-out; unused if play-outs have no weight. */
    void (*judge)(const Engine *engine, const uint32_t *state, const uint32_t *end, double *out);
    /* Writes how good each of the moves looks before it is tried. */
    void (*priors)(const Engine *engine, const uint32_t *state, const int32_t *moves, int count, double *out);
    /* One move of a play-out. */
    int32_t (*playout_move)(const Engine *engine, const uint32_t *state, Rng *rng, int32_t *room);
    void (*destroy)(Engine *engine);
};

/* NULL and an error in `tables` if a table is missing or wrong, or if memory ran out. */
Engine *deblockle_engine(Tables *tables);
Engine *blokus_engine(Tables *tables);
Engine *mage_duel_engine(Tables *tables);
Engine *sagrada_engine(Tables *tables);

/* Draws outcomes until a seat is to move or the game is over; returns the seat, or GAME_OVER. */
int draw_all(const Engine *engine, uint32_t *state, Rng *rng);
/* fair_chance.c: the outcome of the draw with that ordinal on a line of play, where chance acts. */
int32_t fair_outcome(const Engine *engine, const uint32_t *state, const uint8_t *seed, int64_t ordinal);
/* Plays on at random, in place, and counts the steps; `room` is for `actions` moves. 1 and the payoffs at the end of the
 * game, 0 if it was cut off. */
int play_out(const Engine *engine, uint32_t *state, Rng *rng, int32_t *room, double *payoffs, int *steps);
/* The evaluation of the end: `judge` of games without a better idea. */
void judge_end(const Engine *engine, const uint32_t *state, const uint32_t *end, double *out);
/* A legal move, all equally likely: `playout_move` of games without a better idea. */
int32_t any_move(const Engine *engine, const uint32_t *state, Rng *rng, int32_t *room);
/* Winners share +1 and losers share -1; 0 for everyone if nobody or everybody won. */
void share_payoffs(int seats, unsigned winners, double *out);

#endif
