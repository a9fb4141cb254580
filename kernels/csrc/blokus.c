/* Blokus: where pieces fit, what a placement does, and how an engine is built. */
#include "blokus.h"

#include <stdlib.h>
#include <string.h>

/* The rows at which a shape fits and those at which it touches a corner, from a smaller shape and one cell more. */
INLINE void extend(const Shape *shape, const Bits *fits, const Bits *touches, const Bits *free, const Bits *corners,
                   int rows, uint32_t *restrict fit, uint32_t *restrict touch) {
    const uint32_t *rest_fits = fits[shape->rest].row + 1 + shape->rest_row, *one_free = free->row + 1 + shape->cell_row;
    const uint32_t *rest_touches = touches[shape->rest].row + 1 + shape->rest_row;
    const uint32_t *one_corner = corners->row + 1 + shape->cell_row;
    int rest_col = shape->rest_col, col = shape->cell_col;
    for (int r = 0; r < rows; r++) {
        fit[r] = rest_fits[r] >> rest_col & one_free[r] >> col;
        touch[r] = rest_touches[r] >> rest_col | one_corner[r] >> col;
    }
}

/* Keeps the rows of a shape in hand, and counts their bits two rows at a time. */
INLINE void keep(Anchors *found, int shape, int rows, const uint32_t *fit, const uint32_t *touch) {
    uint32_t *kept = found->rows[shape];
    int count = 0;
    for (int r = 0; r < rows; r++) kept[r] = fit[r] & touch[r];
    for (int r = 0; r < rows; r += 2) count += __builtin_popcountll((uint64_t)kept[r] << 32 | kept[r + 1]);
    found->count[shape] = count;
    found->total += count;
}

/* Small shapes are always computed, because larger ones are built from them. */
INLINE void find_rows(const Blokus *game, uint32_t hand, const Bits *free, const Bits *corners, int rows, Anchors *found) {
    Bits fits[SMALL_SHAPES] = {{{0}}}, touches[SMALL_SHAPES] = {{{0}}};
    uint32_t fit[SIZE], touch[SIZE];
    fits[0] = *free;
    touches[0] = *corners;
    if (hand >> game->shapes[0].piece & 1) keep(found, 0, rows, free->row + 1, corners->row + 1);
    for (int number = 1; number < SMALL_SHAPES; number++) {
        const Shape *shape = game->shapes + number;
        uint32_t *own_fit = fits[number].row + 1, *own_touch = touches[number].row + 1;
        extend(shape, fits, touches, free, corners, rows, own_fit, own_touch);
        if (hand >> shape->piece & 1) keep(found, number, rows, own_fit, own_touch);
    }
    for (int number = SMALL_SHAPES; number < SHAPES; number++) {
        const Shape *shape = game->shapes + number;
        if (!(hand >> shape->piece & 1)) continue;
        extend(shape, fits, touches, free, corners, rows, fit, touch);
        keep(found, number, rows, fit, touch);
    }
}

/* All placements of the color to move. */
INLINE void find(const Blokus *game, const uint32_t *state, Anchors *found) {
    int mover = (int)state[MOVER];
    uint32_t any = 0;
    Bits taken, free, corners;
    found->total = 0;
    memset(found->count, 0, sizeof found->count);
    taken_by_all(game, state, &taken);
    outlook(game, state, mover, &taken, &free, &corners);
    for (int r = 0; r < ROWS; r++) any |= corners.row[r] &= free.row[r];
    if (!any) return;
    uint32_t hand = const_color(state, mover)[HAND];
    if (game->size <= DUO_ROWS)
        find_rows(game, hand, &free, &corners, DUO_ROWS, found);
    else
        find_rows(game, hand, &free, &corners, SIZE, found);
}

/* The placements of a shape, from the last anchor to the first. */
static int list(const Blokus *game, const Anchors *found, int shape, int32_t *out) {
    int count = 0;
    if (!found->count[shape]) return 0;
    for (int row = game->size - 1; row >= 0; row--)
        for (uint32_t bits = found->rows[shape][row]; bits;) {
            int col = 31 - __builtin_clz(bits);
            bits ^= (uint32_t)1 << col;
            out[count++] = game->action_of[(shape * SIZE + row) * SIZE + col];
        }
    return count;
}

static int list_all(const Blokus *game, const Anchors *found, int32_t *out) {
    int count = 0;
    for (int shape = 0; shape < SHAPES; shape++) count += list(game, found, shape, out + count);
    if (!count) out[count++] = game->pass;
    return count;
}

CLONED static int legal(const Engine *engine, const uint32_t *state, int32_t *out) {
    const Blokus *game = (const Blokus *)engine;
    Anchors found;
    if ((int)state[MOVER] == game->colors) return 0;
    find(game, state, &found);
    return list_all(game, &found, out);
}

/* The placements of the largest pieces, as many sizes as it takes to have enough of them. */
CLONED static int candidates(const Engine *engine, const uint32_t *state, int32_t *out) {
    const Blokus *game = (const Blokus *)engine;
    Anchors found;
    int count = 0;
    if ((int)state[MOVER] == game->colors) return 0;
    find(game, state, &found);
    if (found.total <= game->enough) return list_all(game, &found, out);
    for (int size = CELLS; size > 0 && count < game->enough; size--)
        for (int shape = 0; shape < SHAPES; shape++)
            if (game->shapes[shape].size == size) count += list(game, &found, shape, out + count);
    return count;
}

static void step(const Engine *engine, uint32_t *state, int32_t action) {
    const Blokus *game = (const Blokus *)engine;
    int mover = (int)state[MOVER];
    if (mover == game->colors) return;
    uint32_t *color = color_of(state, mover);
    if (action == game->pass) {
        color[PASSED] = 1;
    } else {
        const Shape *shape = game->shapes + game->action_shape[action];
        color[HAND] &= ~((uint32_t)1 << shape->piece);
        memset(color + LAST, 0, SIZE * sizeof *color);
        for (int cell = 0; cell < shape->size; cell++) {
            int row = game->action_row[action] + shape->cells[cell][0];
            uint32_t bit = (uint32_t)1 << (game->action_col[action] + shape->cells[cell][1]);
            color[SQUARES + row] |= bit;
            color[LAST + row] |= bit;
        }
    }
    for (int following = 1; following <= game->colors; following++) {
        int next = (mover + following) % game->colors;
        if (is_out(const_color(state, next))) continue;
        state[MOVER] = (uint32_t)next;
        return;
    }
    state[MOVER] = (uint32_t)game->colors;
}

static int check(const Engine *engine, const uint32_t *state) {
    const Blokus *game = (const Blokus *)engine;
    if ((int64_t)state[MOVER] > game->colors) return 0;
    for (int color = 0; color < game->colors; color++) {
        const uint32_t *words = const_color(state, color);
        if (words[HAND] >> PIECES || words[PASSED] > 1) return 0;
        for (int r = 0; r < SIZE; r++)
            if ((words[SQUARES + r] | words[LAST + r]) & ~game->full.row[r + 1]) return 0;
    }
    return (int)state[MOVER] == game->colors || !is_out(const_color(state, (int)state[MOVER]));
}

/* Building */

static void destroy(Engine *engine) {
    Blokus *game = (Blokus *)engine;
    free(game->action_of);
    free(game->action_shape);
    free(game->action_row);
    free(game->action_col);
    free(game);
}

static int read_shapes(Blokus *game, Tables *tables) {
    int32_t facts[SHAPES * 4], cells[SHAPES * CELLS * 2], plans[SHAPES * 5], corners[SHAPES * AROUND];
    if (!table_copy(tables, "shapes", SHAPES * 4, 0, PIECES - 1, facts) ||
        !table_copy(tables, "cells", SHAPES * CELLS * 2, 0, CELLS - 1, cells) ||
        !table_copy(tables, "plans", SHAPES * 5, 0, SHAPES - 1, plans) ||
        !table_copy(tables, "corners", SHAPES * AROUND, 0, (1 << AROUND) - 1, corners))
        return 0;
    for (int i = 0; i < SHAPES; i++) {
        Shape *shape = game->shapes + i;
        const int32_t *plan = plans + i * 5;
        shape->piece = facts[i * 4];
        shape->size = facts[i * 4 + 1];
        shape->height = facts[i * 4 + 2];
        shape->width = facts[i * 4 + 3];
        if (shape->size > CELLS || shape->height > CELLS || shape->width > CELLS || plan[0] > i) return 0;
        if ((shape->size > SMALL) != (i >= SMALL_SHAPES) || (i && plan[0] >= SMALL_SHAPES)) return 0;
        if (plan[1] >= CELLS || plan[2] >= CELLS || plan[3] >= CELLS || plan[4] >= CELLS) return 0;
        memcpy(shape->cells, cells + i * CELLS * 2, sizeof shape->cells);
        memcpy(&shape->rest, plan, 5 * sizeof *plan);
        for (int r = 0; r < AROUND; r++) shape->corners[r] = (uint32_t)corners[i * AROUND + r];
    }
    return 1;
}

static int read_actions(Blokus *game, Tables *tables) {
    size_t actions = (size_t)game->engine.actions;
    game->action_of = calloc(SHAPES * SIZE * SIZE, sizeof(int32_t));
    game->action_shape = calloc(actions, sizeof(int32_t));
    game->action_row = calloc(actions, sizeof(int32_t));
    game->action_col = calloc(actions, sizeof(int32_t));
    if (!game->action_of || !game->action_shape || !game->action_row || !game->action_col) return 0;
    if (!table_copy(tables, "action_of", SHAPES * SIZE * SIZE, -1, game->engine.actions - 1, game->action_of) ||
        !table_copy(tables, "action_shape", actions, 0, SHAPES - 1, game->action_shape) ||
        !table_copy(tables, "action_row", actions, 0, SIZE - 1, game->action_row) ||
        !table_copy(tables, "action_col", actions, 0, SIZE - 1, game->action_col))
        return 0;
    for (size_t i = 0; i < actions; i++) {
        const Shape *shape = game->shapes + game->action_shape[i];
        if (game->action_row[i] + shape->height > game->size || game->action_col[i] + shape->width > game->size) return 0;
    }
    return 1;
}

static int read_tables(Blokus *game, Tables *tables) {
    int32_t sizes[9];
    const double *weights = table_reals(tables, "weights", 3);
    if (!weights || !table_copy(tables, "sizes", 9, 0, 1 << 20, sizes)) return 0;
    game->size = sizes[0];
    game->colors = sizes[1];
    game->engine.seats = sizes[2];
    game->engine.actions = sizes[3];
    game->pass = sizes[4];
    game->engine.longest = sizes[5];
    game->enough = sizes[6];
    game->all_squares = sizes[7];
    game->engine.looks = sizes[8];
    if (game->size > SIZE || !game->colors || game->colors > COLORS || game->pass >= game->engine.actions) return 0;
    if (game->engine.seats < 2 || game->engine.seats > MAX_SEATS) return 0;
    if (game->size * game->size < PIECES) return 0;
    game->engine.words = FIRST_COLOR + game->colors * COLOR_WORDS;
    game->engine.numbers = game->colors * 4 * game->size * game->size;
    game->early_scale = weights[0];
    game->late_scale = weights[1];
    game->engine.playout_weight = weights[2];
    for (int r = 1; r <= game->size; r++) game->full.row[r] = ((uint32_t)1 << game->size) - 1;
    return read_shapes(game, tables) && read_actions(game, tables) && blokus_read_learned(game, tables) &&
           table_copy(tables, "seat_of", (size_t)game->colors, -1, game->engine.seats - 1, game->seat_of) &&
           table_copy(tables, "starts", (size_t)game->colors * 2, 0, game->size - 1, game->starts) &&
           table_copy(tables, "piece_size", PIECES, 1, CELLS, game->piece_size) &&
           table_copy(tables, "scoring", 4, -100, 100, game->scoring);
}

Engine *blokus_engine(Tables *tables) {
    Blokus *game = calloc(1, sizeof *game);
    if (!game) return NULL;
    game->engine = (Engine){
        .check = check, .actor = blokus_actor, .legal = legal, .candidates = candidates, .step = step,
        .payoffs = blokus_payoffs, .evaluate = blokus_evaluate, .priors = blokus_priors, .judge = blokus_judge,
        .playout_move = blokus_playout_move, .observe = blokus_observe, .destroy = destroy,
    };
    if (!read_tables(game, tables)) {
        destroy(&game->engine);
        return NULL;
    }
    blokus_prepare_playouts(game);
    return &game->engine;
}
