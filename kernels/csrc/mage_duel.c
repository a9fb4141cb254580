/* The rules of Mage Duel. Moves are numbered: tiles from the deck by cell and lay, jokers alike, the skip, the claim. */
#include "mage_duel.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_JOKER = GRID * TILE_LAYS, SKIP = 2 * FIRST_JOKER, CLAIM, ACTIONS };
enum { MOST_JOKERS = 64, MOST_OF_A_TILE = 64 };

static const Duel *duel_of(const Engine *engine) {
    return (const Duel *)engine;
}

static int are_below(const uint8_t *bytes, int count, int bound) {
    for (int i = 0; i < count; i++)
        if (bytes[i] >= bound) return 0;
    return 1;
}

static int duel_check(const Engine *engine, const uint32_t *state) {
    (void)engine;
    const uint8_t *deck = const_bytes(state, DECK);
    unsigned left = 0, filled = 0;
    for (int tile = 0; tile < TILE_TYPES; tile++) left += deck[tile];
    for (int cell = 0; cell < GRID; cell++) filled += const_bytes(state, CELL)[cell] != VOID_CELL;
    return state[ACTOR] < 2 && state[LAST_SIDE] <= NOBODY && state[LAST_SKIPPED] < 2 && state[DRAWING] < 2 &&
           state[REASON] <= DOUBLE_SKIP && state[TOP] <= TILE_TYPES && state[JOKERS] <= MOST_JOKERS &&
           state[JOKERS + 1] <= MOST_JOKERS && state[FILLED] == filled && state[LEFT] == left &&
           (!state[DRAWING] || left) && are_below(deck, TILE_TYPES, MOST_OF_A_TILE + 1) &&
           are_below(const_bytes(state, BORDER), SLOTS, FIELD_FACE) &&
           are_below(const_bytes(state, CELL), GRID, VOID_CELL + 1);
}

static int duel_actor(const Engine *engine, const uint32_t *state) {
    (void)engine;
    if (state[DRAWING]) return CHANCE;
    return state[REASON] ? GAME_OVER : (int)state[ACTOR];
}

static int placements(const Duel *duel, const uint32_t *state, int32_t *out) {
    int count = 0, tile = (int)state[TOP];
    if (tile == TILE_TYPES) return 0;
    const uint8_t *frames = const_bytes(state, FRAME), *turns = duel->turns[tile];
    for (int cell = 0; cell < GRID; cell++)
        for (int fits = frames[cell] ? turns[frames[cell]] : 0; fits; fits &= fits - 1)
            out[count++] = cell * TILE_LAYS + tile * 4 + __builtin_ctz((unsigned)fits);
    return count;
}

static int duel_legal(const Engine *engine, const uint32_t *state, int32_t *out) {
    const Duel *duel = duel_of(engine);
    if (state[DRAWING] || state[REASON]) return 0;
    int count = placements(duel, state, out);
    const uint8_t *frames = const_bytes(state, FRAME);
    for (int cell = 0; cell < GRID && state[JOKERS + state[ACTOR]]; cell++)
        for (int i = duel->fit_start[frames[cell]]; i < duel->fit_start[frames[cell] + 1]; i++)
            out[count++] = FIRST_JOKER + cell * TILE_LAYS + duel->fitting[i];
    out[count++] = SKIP;
    return count;
}

static int duel_candidates(const Engine *engine, const uint32_t *state, int32_t *out) {
    const Duel *duel = duel_of(engine);
    if (state[DRAWING] || state[REASON]) return 0;
    int count = placements(duel, state, out);
    if (state[JOKERS + state[ACTOR]]) count += duel_key_jokers(duel, state, out + count);
    out[count++] = SKIP;
    return count;
}

/* Laying a tile */

static void join(uint32_t *state, int first, int second) {
    uint8_t *labels = bytes_at(state, LABEL), *open = bytes_at(state, OPEN);
    int a = labels[first], b = labels[second];
    if (a > b) {
        int swapped = a;
        a = b;
        b = swapped;
    }
    if (a != b) {
        open[a] = (uint8_t)(open[a] + open[b]);
        state[POINTS + a] += state[POINTS + b];
        open[b] = 0;
        state[POINTS + b] = 0;
        for (int node = 0; node < NODES; node++) labels[node] = (uint8_t)(labels[node] == b ? a : labels[node]);
    }
    open[a] = (uint8_t)(open[a] - 2);
}

static void plant(const Duel *duel, uint32_t *state, int cell, int lay, int side) {
    uint8_t *labels = bytes_at(state, LABEL), *open = bytes_at(state, OPEN);
    for (int i = 0; i < duel->group_count[lay]; i++) {
        const Group *group = &duel->groups[lay][i];
        int root = cell * 4 + group->edges[0];
        for (int edge = 0; edge < group->count; edge++) labels[cell * 4 + group->edges[edge]] = (uint8_t)root;
        open[root] = (uint8_t)group->count;
        state[POINTS + root] = (uint32_t)(duel->node_points[group->kind] * group->count) << 16 * side;
    }
}

/* Joins a planted tile to what lies around it, and tells the empty cells around it what they face now. */
static void attach(const Duel *duel, uint32_t *state, int cell, int lay, int side) {
    uint8_t *cells = bytes_at(state, CELL), *frames = bytes_at(state, FRAME);
    const uint8_t *labels = bytes_at(state, LABEL), *border = bytes_at(state, BORDER);
    for (int edge = 0; edge < 4; edge++) {
        int face = duel->faces[lay][edge], beyond = duel->across[cell][edge], is_built = face != FIELD_FACE;
        if (beyond < 0) {
            if (!is_built) continue;
            int root = labels[cell * 4 + edge];
            bytes_at(state, OPEN)[root]--;
            if (border[~beyond] == face) state[POINTS + root] += (uint32_t)duel->node_points[face] << 16 * side;
        } else if (cells[beyond >> 2] != VOID_CELL) {
            if (is_built) join(state, beyond, cell * 4 + edge);
        } else {
            frames[beyond >> 2] |= (uint8_t)(face << 2 * (beyond & 3));
        }
    }
}

static void lay_tile(const Duel *duel, uint32_t *state, int cell, int lay, int side) {
    plant(duel, state, cell, lay, side);
    attach(duel, state, cell, lay, side);
    bytes_at(state, CELL)[cell] = (uint8_t)(lay + TILE_LAYS * side);
    bytes_at(state, FRAME)[cell] = 0;
    state[FILLED]++;
    for (int i = 0; i < duel->group_count[lay]; i++) {
        int root = bytes_at(state, LABEL)[cell * 4 + duel->groups[lay][i].edges[0]];
        if (!bytes_at(state, OPEN)[root]) duel_contest(state + POINTS + root);
    }
}

/* Steps */

static void settle_if_over(uint32_t *state) {
    if (!state[REASON] || state[DRAWING]) return;
    const uint8_t *open = bytes_at(state, OPEN);
    for (int root = 0; root < NODES; root++)
        if (open[root]) duel_contest(state + POINTS + root);
}

static void draw_tile(uint32_t *state, int32_t tile) {
    uint8_t *deck = bytes_at(state, DECK);
    if (tile < 0 || tile >= TILE_TYPES || !deck[tile]) return;
    deck[tile]--;
    state[LEFT]--;
    state[TOP] = (uint32_t)tile;
    state[DRAWING] = 0;
}

static void skip(uint32_t *state, uint32_t side) {
    if (state[TOP] != TILE_TYPES) {
        bytes_at(state, DECK)[state[TOP]]++;
        state[LEFT]++;
    }
    state[TOP] = TILE_TYPES;
    state[DRAWING] = state[LEFT] > 0;
    if (state[LAST_SKIPPED] || state[LAST_SIDE] == side) state[REASON] = DOUBLE_SKIP;
    state[LAST_SKIPPED] = 1;
}

static void place(const Duel *duel, uint32_t *state, int32_t action, uint32_t side) {
    int is_joker = action >= FIRST_JOKER, number = is_joker ? action - FIRST_JOKER : action;
    lay_tile(duel, state, number / TILE_LAYS, number % TILE_LAYS, (int)side);
    if (is_joker) {
        state[JOKERS + side]--;
    } else {
        state[TOP] = TILE_TYPES;
        state[DRAWING] = state[LEFT] > 0;
    }
    state[LAST_SKIPPED] = 0;
    if (state[TOP] == TILE_TYPES && !state[DRAWING] && !state[JOKERS] && !state[JOKERS + 1])
        state[REASON] = EXHAUSTED;
    else if (duel->end_on_full_board && state[FILLED] == GRID)
        state[REASON] = FULL_BOARD;
}

static void duel_step(const Engine *engine, uint32_t *state, int32_t action) {
    uint32_t side = state[ACTOR];
    if (state[DRAWING]) {
        draw_tile(state, action);
    } else if (action < SKIP) {
        int is_joker = action >= FIRST_JOKER, cell = (is_joker ? action - FIRST_JOKER : action) / TILE_LAYS;
        if (bytes_at(state, CELL)[cell] != VOID_CELL || (is_joker && !state[JOKERS + side])) return;
        place(duel_of(engine), state, action, side);
        state[LAST_SIDE] = side;
        state[ACTOR] = 1 - side;
    } else {
        skip(state, side);
        state[LAST_SIDE] = side;
        state[ACTOR] = 1 - side;
    }
    settle_if_over(state);
}

static int32_t duel_draw(const Engine *engine, const uint32_t *state, Rng *rng) {
    (void)engine;
    const uint8_t *deck = const_bytes(state, DECK);
    int32_t tile = 0;
    for (uint32_t place = rng_below(rng, state[LEFT]); tile < TILE_TYPES - 1 && place >= deck[tile]; tile++)
        place -= deck[tile];
    return tile;
}

static void duel_weights(const Engine *engine, const uint32_t *state, int32_t *out) {
    (void)engine;
    for (int tile = 0; tile < TILE_TYPES; tile++) out[tile] = const_bytes(state, DECK)[tile];
}

static const char *duel_outcome_text(const Engine *engine, int outcome) {
    return duel_of(engine)->names[outcome];
}

static void duel_destroy(Engine *engine) {
    free(((Duel *)engine)->fitting);
    free(engine);
}

Engine *mage_duel_engine(Tables *tables) {
    Duel *duel = calloc(1, sizeof *duel);
    if (!duel) return NULL;
    duel->engine = (Engine){
        .words = DUEL_WORDS,
        .actions = ACTIONS,
        .outcomes = TILE_TYPES,
        .seats = 2,
        .check = duel_check,
        .actor = duel_actor,
        .legal = duel_legal,
        .candidates = duel_candidates,
        .step = duel_step,
        .draw = duel_draw,
        .weights = duel_weights,
        .outcome_text = duel_outcome_text,
        .numbers = DUEL_NUMBERS,
        .observe = duel_observe,
        .payoffs = duel_payoffs,
        .evaluate = duel_evaluate,
        .priors = duel_priors,
        .judge = judge_end, .playout_move = duel_playout_move,
        .destroy = duel_destroy,
    };
    if (duel_read_tables(duel, tables)) return &duel->engine;
    duel_destroy(&duel->engine);
    return NULL;
}
