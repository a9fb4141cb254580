/* Observations of Deblockle: planes of 7x7 numbers in the order of the Python encoding. */
#include "deblockle.h"

static void fill(float *out, int plane, double value) {
    if (value != 0.0)
        for (int i = 0; i < SQUARES; i++) out[plane * SQUARES + i] = (float)value;
}

/* The thrown faces from `from` to `to`, as rows of a plane. */
static void write_thrown(const uint32_t *state, int from, int to, float *plane) {
    for (int i = from; i < to && i - from < ROW; i++) plane[(i - from) * ROW + (int)state[FIRST_THROW + i] - 1] = 1.0f;
}

/* The second seat places first. */
static void write_waiting(const Deblockle *game, const uint32_t *state, int seat, float *out) {
    int first = (int)state[BEGAN], second = (int)state[BEGAN + 1], thrown = (int)state[THROWS], placed = (int)state[COUNT];
    int half = first < thrown ? first : thrown, from = placed > second ? placed - second : 0;
    float *planes = out + game->planes[WAITING_PLANES] * SQUARES;
    write_thrown(state, from, half, planes + (seat == 0 ? 0 : SQUARES));
    write_thrown(state, half + (placed < second ? placed : second), thrown, planes + (seat == 1 ? 0 : SQUARES));
}

void deblockle_observe(const Engine *engine, const uint32_t *state, int seat, float *out) {
    const Deblockle *game = (const Deblockle *)engine;
    int left[2] = {0, 0}, even = game->planes[EVEN_PLANES], goals = game->planes[GOAL_PLANES];
    for (uint32_t i = 0; i < state[COUNT]; i++) {
        const int32_t *places = game->places + (seat * CUBES + (int)state[BOARD + i]) * 3;
        out[places[0]] = out[places[1]] = out[places[2]] = 1.0f;
        left[state[BOARD + i] / SIDE]++;
    }
    if (state[ROLLED] < SQUARES) out[game->planes[ROLLED_PLANE] * SQUARES + (int)state[ROLLED]] = 1.0f;
    out[goals * SQUARES + game->goals[seat]] = out[(goals + 1) * SQUARES + game->goals[1 - seat]] = 1.0f;
    fill(out, even, (int)state[ACTIVE] == seat);
    fill(out, even + 1, state[PHASE] == HOP);
    for (int side = 0; side < 2 && state[PHASE] != PLACE; side++) {
        int whose = side ? 1 - seat : seat, began = (int)state[BEGAN + whose];
        fill(out, even + 2 + side, (began - left[whose]) / (double)(began ? began : 1));
    }
    if (state[THROWS] && game->planes[WAITING_PLANES] + 2 <= game->planes[ALL_PLANES])
        write_waiting(game, state, seat, out);
}
