/* Observations of Blokus: four planes of squares for each color, the color to move first. */
#include "blokus.h"

enum { COVERED, CORNERS, IN_HAND, OWNED, PLANES };

static void write_squares(const Blokus *game, const Bits *bits, float *plane) {
    for (int r = 0; r < game->size; r++)
        for (uint32_t row = bits->row[r + 1]; row; row &= row - 1) plane[r * game->size + __builtin_ctz(row)] = 1.0f;
}

void blokus_observe(const Engine *engine, const uint32_t *state, int seat, float *out) {
    const Blokus *game = (const Blokus *)engine;
    int first = (int)state[MOVER] % game->colors, cells = game->size * game->size;
    Bits taken, squares, free, corners;
    taken_by_all(game, state, &taken);
    for (int i = 0; i < game->colors; i++) {
        int color = (first + i) % game->colors;
        const uint32_t *words = const_color(state, color);
        float *planes = out + i * PLANES * cells;
        load(words + SQUARES, &squares);
        write_squares(game, &squares, planes + COVERED * cells);
        if (!is_out(words)) {
            outlook(game, state, color, &taken, &free, &corners);
            for (int r = 1; r <= SIZE; r++) corners.row[r] &= free.row[r];
            write_squares(game, &corners, planes + CORNERS * cells);
        }
        for (uint32_t hand = words[HAND]; hand; hand &= hand - 1) planes[IN_HAND * cells + __builtin_ctz(hand)] = 1.0f;
        for (int cell = 0; game->seat_of[color] == seat && cell < cells; cell++) planes[OWNED * cells + cell] = 1.0f;
    }
}
