/* Observations of Mage Duel: planes of 8x8 numbers, row by row, in the order of the Python encoding. */
#include "mage_duel.h"

enum { FACE_PLANES = 0, OWNERS = 12, LEADS = 14, OPENS = 18, BORDERS = 22, TOPS = 30, DECKS = TOPS + TILE_TYPES };
enum { REST = DECKS + TILE_TYPES };

static void fill(float *out, int plane, double value) {
    if (value != 0.0)
        for (int i = 0; i < GRID; i++) out[plane * GRID + i] = (float)value;
}

static double clamp(double value) {
    return value > 1.0 ? 1.0 : value < -1.0 ? -1.0 : value;
}

/* The tile on a cell: what its edges show, who laid it, and how its cities and roads stand. */
static void write_tile(const Duel *duel, const uint32_t *state, int cell, int seat, float *out) {
    int laid = const_bytes(state, CELL)[cell], square = cell % 8 * 8 + cell / 8, is_over = state[REASON] && !state[DRAWING];
    const int32_t *faces = duel->faces[laid % TILE_LAYS];
    out[(OWNERS + (laid / TILE_LAYS != seat)) * GRID + square] = 1.0f;
    for (int edge = 0; edge < 4; edge++) {
        out[(FACE_PLANES + edge * 3 + faces[edge] - 1) * GRID + square] = 1.0f;
        if (faces[edge] == FIELD_FACE) continue;
        int label = const_bytes(state, LABEL)[cell * 4 + edge];
        uint32_t points = state[POINTS + label];
        int lead = side_points(points, seat) - side_points(points, 1 - seat);
        out[(LEADS + edge) * GRID + square] = (float)clamp(lead / 16.0);
        out[(OPENS + edge) * GRID + square] = const_bytes(state, OPEN)[label] && !is_over;
    }
}

static void write_border(const Duel *duel, const uint32_t *state, float *out) {
    const uint8_t *border = const_bytes(state, BORDER);
    for (int cell = 0; cell < GRID; cell++)
        for (int edge = 0; edge < 4; edge++) {
            int beyond = duel->across[cell][edge], face = beyond < 0 ? border[~beyond] : 0;
            if (face) out[(BORDERS + edge * 2 + face - 1) * GRID + cell % 8 * 8 + cell / 8] = 1.0f;
        }
}

void duel_observe(const Engine *engine, const uint32_t *state, int seat, float *out) {
    const Duel *duel = (const Duel *)engine;
    const uint8_t *deck = const_bytes(state, DECK);
    int own = 0, other = 0, acts = !state[DRAWING] && !state[REASON];
    for (int cell = 0; cell < GRID; cell++)
        if (const_bytes(state, CELL)[cell] != VOID_CELL) write_tile(duel, state, cell, seat, out);
    write_border(duel, state, out);
    if (state[TOP] < TILE_TYPES) fill(out, TOPS + (int)state[TOP], 1.0);
    for (int tile = 0; tile < TILE_TYPES; tile++) fill(out, DECKS + tile, clamp(deck[tile] / 9.0));
    for (int node = 0; node < NODES; node++) {
        own += side_points(state[POINTS + node], seat);
        other += side_points(state[POINTS + node], 1 - seat);
    }
    fill(out, REST, clamp(state[JOKERS + seat] / 14.0));
    fill(out, REST + 1, clamp(state[JOKERS + 1 - seat] / 14.0));
    fill(out, REST + 2, clamp((own - other) / 64.0));
    fill(out, REST + 3, clamp((own + other) / 256.0));
    fill(out, REST + 4, acts && (state[LAST_SIDE] == NOBODY || (int)state[ACTOR] == seat));
    fill(out, REST + 5, state[LAST_SKIPPED]);
}
