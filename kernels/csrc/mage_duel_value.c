/* How good a duel looks, what a move adds to the expected margin, and the moves of play-outs. */
#include "mage_duel.h"

enum { FIRST_JOKER = GRID * TILE_LAYS, SKIP = 2 * FIRST_JOKER };

void duel_contest(uint32_t *points) {
    int blue = side_points(*points, 0), red = side_points(*points, 1);
    if (blue != red) *points = (uint32_t)(blue + red) << (blue > red ? 0 : 16);
}

/* The margin */

static double emptiness(int filled) {
    return 1 - (double)filled / GRID;
}

static double joker_worth(const Duel *duel, const uint32_t *state) {
    return duel->joker_price + duel->flexible * emptiness((int)state[FILLED]);
}

/* All it can if nothing is loose. */
double duel_won(int points, int blue, int red, double loose) {
    double lead = (double)(blue - red) / points;
    if (lead > 0) return 2 * red * lead / (lead + loose);
    return lead < 0 ? 2 * blue * lead / (loose - lead) : 0.0;
}

/* The margin if all open structures were settled now, jokers included. */
static int final_margin(const Duel *duel, const uint32_t *state) {
    const uint8_t *open = const_bytes(state, OPEN);
    int margin = ((int)state[JOKERS] - (int)state[JOKERS + 1]) * duel->joker_price;
    for (int root = 0; root < NODES; root++) {
        uint32_t points = state[POINTS + root];
        if (open[root]) duel_contest(&points);
        margin += side_points(points, 0) - side_points(points, 1);
    }
    return margin;
}

void duel_payoffs(const Engine *engine, const uint32_t *state, double *out) {
    int margin = final_margin((const Duel *)engine, state);
    out[0] = (margin > 0) - (margin < 0);
    out[1] = -out[0];
}

void duel_evaluate(const Engine *engine, const uint32_t *state, double *out) {
    if (state[REASON] && !state[DRAWING]) {
        duel_payoffs(engine, state, out);
        return;
    }
    out[0] = duel_learned_value((const Duel *)engine, state);
    out[1] = -out[0];
}

/* Moves */

/* What one city or road of a tile adds to Blue's expected margin. */
static double group_gain(const Duel *duel, const uint32_t *state, int cell, const Group *group, int side, double grip) {
    const uint8_t *cells = const_bytes(state, CELL), *labels = const_bytes(state, LABEL), *open = const_bytes(state, OPEN);
    const uint8_t *border = const_bytes(state, BORDER);
    int points = duel->node_points[group->kind], own = points * group->count, loose = 0, roots[4], count = 0;
    for (int i = 0; i < group->count; i++) {
        int beyond = duel->across[cell][group->edges[i]];
        if (beyond < 0) {
            if (border[~beyond] == group->kind) own += points;
        } else if (cells[beyond >> 2] == VOID_CELL) {
            loose++;
        } else {
            int root = labels[beyond], known = 0;
            loose--;
            while (known < count && roots[known] != root) known++;
            if (known == count) roots[count++] = root;
        }
    }
    int blue = side ? 0 : own, red = side ? own : 0;
    double total = blue - red;
    for (int i = 0; i < count; i++) {
        uint32_t there = state[POINTS + roots[i]];
        int more_blue = side_points(there, 0), more_red = side_points(there, 1);
        if (more_blue && more_red) total -= duel_won(points, more_blue, more_red, grip * open[roots[i]]);
        blue += more_blue;
        red += more_red;
        loose += open[roots[i]];
    }
    return blue && red ? total + duel_won(points, blue, red, grip * loose) : total;
}

/* What laying a tile adds to its side's expected margin. */
static double gain(const Duel *duel, const uint32_t *state, int cell, int lay, int side) {
    double grip = duel->grip * emptiness((int)state[FILLED] + 1), total = 0.0;
    for (int i = 0; i < duel->group_count[lay]; i++)
        total += group_gain(duel, state, cell, &duel->groups[lay][i], side, grip);
    return side ? -total : total;
}

/* A skip gains nothing, unless it ends the duel; then only the sign of the margin matters. */
static double after_skip(const Duel *duel, const uint32_t *state, int side) {
    if (!state[LAST_SKIPPED]) return 0.0;
    int margin = final_margin(duel, state) * (side ? -1 : 1);
    return duel->certain * ((margin > 0) - (margin < 0));
}

static double prior_of(const Duel *duel, const uint32_t *state, int32_t action) {
    int side = (int)state[ACTOR];
    if (action >= SKIP) return after_skip(duel, state, side);
    if (action < FIRST_JOKER) return gain(duel, state, action / TILE_LAYS, action % TILE_LAYS, side);
    action -= FIRST_JOKER;
    return gain(duel, state, action / TILE_LAYS, action % TILE_LAYS, side) - joker_worth(duel, state);
}

void duel_priors(const Engine *engine, const uint32_t *state, const int32_t *moves, int count, double *out) {
    for (int i = 0; i < count; i++) out[i] = prior_of((const Duel *)engine, state, moves[i]);
}

int duel_key_jokers(const Duel *duel, const uint32_t *state, int32_t *out) {
    const uint8_t *frames = const_bytes(state, FRAME), *cells = const_bytes(state, CELL), *labels = const_bytes(state, LABEL);
    int largest = -1, most = 0, count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int cell = 0; cell < GRID; cell++) {
            int is_there = 0;
            for (int edge = 0; frames[cell] && edge < 4; edge++) {
                int beyond = duel->across[cell][edge];
                if ((frames[cell] >> 2 * edge & 3) != CITY_FACE || beyond < 0 || cells[beyond >> 2] == VOID_CELL) continue;
                int root = labels[beyond], points = side_points(state[POINTS + root], 0) + side_points(state[POINTS + root], 1);
                if (!pass && points > most) {
                    most = points;
                    largest = root;
                }
                is_there |= root == largest;
            }
            for (int i = 0; pass && is_there && i < duel->key_count[frames[cell]]; i++)
                out[count++] = FIRST_JOKER + cell * TILE_LAYS + duel->key_lays[frames[cell]][i];
        }
        if (largest < 0) break;
    }
    return count;
}

/* The candidate with the best prior; a skip comes first, and of equal ones the first is taken. */
int32_t duel_playout_move(const Engine *engine, const uint32_t *state, Rng *rng, int32_t *room) {
    const Duel *duel = (const Duel *)engine;
    (void)rng;
    int count = engine->candidates(engine, state, room);
    int32_t choice = SKIP;
    double best = after_skip(duel, state, (int)state[ACTOR]);
    for (int i = 0; i < count - 1; i++) {
        double prior = prior_of(duel, state, room[i]);
        if (prior > best) {
            best = prior;
            choice = room[i];
        }
    }
    return choice;
}
