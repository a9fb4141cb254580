/* Blokus: one move of a play-out, found without listing all moves. */
#include "blokus.h"

enum { LANES = 8, DUO_VECTORS = DUO_ROWS / LANES, VECTORS = 3, PADDED = 1 + VECTORS * LANES + CELLS, TRIES = 3 };

/* Eight rows of a board. */
typedef uint32_t Rows __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

/* A board shifted by 0 to 4 columns, so that a cell of a shape is looked up at an offset, for all rows at once. */
typedef struct {
    uint32_t row[CELLS][PADDED];
} Shifted;

INLINE void shift(const Bits *bits, int vectors, Shifted *out) {
    int needed = 1 + vectors * LANES + CELLS;
    for (int col = 0; col < CELLS; col++) {
        for (int r = 0; r < needed && r < ROWS; r++) out->row[col][r] = bits->row[r] >> col;
        for (int r = ROWS; r < needed; r++) out->row[col][r] = 0;
    }
}

/* Writes where a shape fits and covers an open corner; 0 if nowhere. */
INLINE int places(const int32_t *offsets, const Shifted *free, const Shifted *corners, int vectors, uint32_t *out) {
    Rows any = {0};
    for (int v = 0; v < vectors; v++) {
        const uint32_t *fits = free->row[0] + v * LANES, *touches = corners->row[0] + v * LANES;
        Rows fit = *(const Rows *)(fits + offsets[0]), touch = *(const Rows *)(touches + offsets[0]);
        for (int cell = 1; cell < CELLS; cell++) {
            fit &= *(const Rows *)(fits + offsets[cell]);
            touch |= *(const Rows *)(touches + offsets[cell]);
        }
        fit &= touch;
        *(Rows *)(out + v * LANES) = fit;
        any |= fit;
    }
    return (any[0] | any[1] | any[2] | any[3] | any[4] | any[5] | any[6] | any[7]) != 0;
}

static int32_t any_place(const Blokus *game, int shape, const uint32_t *rows, Rng *rng) {
    int count = 0, row = 0, here;
    for (int r = 0; r < game->size; r++) count += __builtin_popcount(rows[r]);
    int chosen = (int)rng_below(rng, (uint32_t)count);
    for (; chosen >= (here = __builtin_popcount(rows[row])); row++) chosen -= here;
    uint32_t bits = rows[row];
    while (chosen--) bits &= bits - 1;
    return game->action_of[(shape * SIZE + row) * SIZE + __builtin_ctz(bits)];
}

/* Any place of any shape of the largest pieces that fit: of a few shapes at random, then of the first that fits. */
INLINE int32_t pick(const Blokus *game, uint32_t hand, const Bits *free, const Bits *corners, int vectors, Rng *rng) {
    uint32_t rows[VECTORS * LANES];
    Shifted all_free, all_corners;
    shift(free, vectors, &all_free);
    shift(corners, vectors, &all_corners);
    for (int size = CELLS; size > 0; size--) {
        int begin = game->first_of_size[size], count = game->first_of_size[size + 1] - begin, from = 0;
        for (int i = 0; i < TRIES + count; i++) {
            if (i <= TRIES) from = (int)rng_below(rng, (uint32_t)count);
            else if (++from == count) from = 0;
            if (!(hand >> game->shapes[begin + from].piece & 1)) continue;
            if (places(game->offsets[begin + from], &all_free, &all_corners, vectors, rows))
                return any_place(game, begin + from, rows, rng);
        }
    }
    return game->pass;
}

CLONED int32_t blokus_playout_move(const Engine *engine, const uint32_t *state, Rng *rng, int32_t *room) {
    const Blokus *game = (const Blokus *)engine;
    int mover = (int)state[MOVER];
    uint32_t hand = const_color(state, mover)[HAND], any = 0;
    Bits taken, free, corners;
    (void)room;
    taken_by_all(game, state, &taken);
    outlook(game, state, mover, &taken, &free, &corners);
    for (int r = 0; r < ROWS; r++) any |= corners.row[r] &= free.row[r];
    if (!any) return game->pass;
    if (game->size <= DUO_ROWS) return pick(game, hand, &free, &corners, DUO_VECTORS, rng);
    return pick(game, hand, &free, &corners, VECTORS, rng);
}

/* Small shapes repeat a cell. */
void blokus_prepare_playouts(Blokus *game) {
    for (int i = 0; i < SHAPES; i++) {
        const Shape *shape = game->shapes + i;
        for (int cell = 0; cell < CELLS; cell++) {
            const int32_t *at = shape->cells[cell < shape->size ? cell : 0];
            game->offsets[i][cell] = at[1] * PADDED + 1 + at[0];
        }
    }
    for (int size = 0; size < CELLS + 2; size++)
        for (int i = 0; i < SHAPES; i++) game->first_of_size[size] += game->shapes[i].size < size;
}
