/* Play-outs of Sagrada: all windows are filled to the end, without tools, as `playout` does it in Python.
 *
 * A face is a die's color times eight plus its shade, 0 an empty cell; a set of faces is a word with a bit for each.
 * State: the numbers up to OBJECTIVES, then the objectives, then the seats. */
#ifndef BOARDWRIGHT_SAGRADA_H
#define BOARDWRIGHT_SAGRADA_H

#include "engine.h"

enum { GLASS = 20, FACE_LIMIT = 40, DICE_COLORS = 5, MOST_SHADE = 6, ROUND_COUNT = 10, MOST_POOL = 24, MOST_ORDER = 8 };
enum { MOST_OBJECTIVES = 8, MOST_VALUES = 6, MOST_PRIVATES = 2, MOST_LINES = 5, MOST_ROUND_DICE = 9 };
enum { DIAGONALS, DIFFERENCE, SET };
enum {
    SEATS_WORD,
    ROUND_WORD,
    PENALTY_WORD,
    TARGET_WORD,
    PICKED_WORD, /* the face in hand, 0 for none */
    PLACED_WORD,
    PUBLIC_WORD,
    ORDER_COUNT,
    ORDER_WORD,
    POOL_COUNT = ORDER_WORD + MOST_ORDER,
    POOL_WORD,
    BAG_WORD = POOL_WORD + MOST_POOL,
    OBJECTIVES_WORD = BAG_WORD + DICE_COLORS
};
enum { TYPE, FEATURE, WORTH, PLACE, VALUE_COUNT, VALUES, OBJECTIVE_WORDS = VALUES + MOST_VALUES };
enum { SEATS_START = OBJECTIVES_WORD + MOST_OBJECTIVES * OBJECTIVE_WORDS };
enum { FAVOR, PRIVATE_COUNT, PRIVATES, FRAME_WORDS = PRIVATES + MOST_PRIVATES, ALLOWED_WORDS = FRAME_WORDS + GLASS };
enum { SEAT_WORDS = ALLOWED_WORDS + 2 * GLASS, TABLE_WORDS = SEATS_START + MAX_SEATS * SEAT_WORDS };

typedef struct {
    int32_t beside[GLASS][4], around[GLASS][8], diagonal[GLASS][4]; /* cells, -1 where there are fewer */
    int32_t rows[4][5], columns[5][4];
    uint32_t border;
    uint64_t like[2][FACE_LIMIT], clashes[FACE_LIMIT]; /* faces of the same color or shade, and of either */
    double worth[FACE_LIMIT + 1], uses[3], repeated, spread;
} Glass;

/* A row or column that should show no color or shade twice. */
typedef struct {
    uint64_t seen;
    int32_t dice, size, points;
    double fresh, again; /* what a new and what a repeated die brings */
} Strip;

/* What one objective sees of one window. */
typedef struct {
    Strip strips[MOST_LINES];
    int32_t counts[MOST_VALUES], least;
    uint64_t near[GLASS];
} Aim;

/* One window that is being filled. */
typedef struct {
    const Glass *glass;
    const uint32_t *objectives;
    int32_t objective_count;
    uint8_t frame[GLASS];
    uint64_t allowed[GLASS];
    double price[GLASS]; /* of an empty cell by the faces that may still come there */
    uint32_t reach;
    int32_t dice;
    double private[FACE_LIMIT];
    int8_t kinds[MOST_OBJECTIVES][FACE_LIMIT];
    double share[MOST_OBJECTIVES];
    Aim aims[MOST_OBJECTIVES];
} Filling;

typedef struct {
    uint8_t faces[MOST_POOL];
    int count;
} Pool;

/* sagrada_window.c */
void filling_begin(Filling *filling, const Glass *glass, const uint32_t *state, int seat);
/* Takes the die out of the pool that seems to bring most, where it brings most, if any fits. */
void filling_add(Filling *filling, Pool *pool);
int filling_score(const Filling *filling, const uint32_t *state, int seat);

/* sagrada.c */
Glass *glass_new(Tables *tables);
int glass_check(const uint32_t *state);
/* Every seat's points, with the faces of the rounds to come one after the other; returns the target of one alone. */
int glass_play(const Glass *glass, const uint32_t *state, const uint8_t *faces, int *scores);
/* The faces of the rounds to come; a color is as likely all the time as it is now. */
void glass_draw(const uint32_t *state, Rng *rng, uint8_t *faces);
int glass_faces(const uint32_t *state);
void glass_payoffs(const Glass *glass, const uint32_t *state, const int *scores, int target, double *out);

#endif
