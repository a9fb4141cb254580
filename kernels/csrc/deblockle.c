/* Deblockle from the first placing or roll on; throwing the cubes is left to Python. */
#include "deblockle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int square_of(uint32_t cube) {
    return (int)(cube / TURNS % SQUARES);
}

static int seat_of(uint32_t cube) {
    return cube >= SIDE;
}

static uint64_t taken_by(const uint32_t *state) {
    uint64_t taken = 0;
    for (uint32_t i = 0; i < state[COUNT]; i++) taken |= bit(square_of(state[BOARD + i]));
    return taken;
}

static int check(const Engine *engine, const uint32_t *state) {
    (void)engine;
    if (state[PHASE] > END || state[ACTIVE] > 1 || state[ROLLED] > SQUARES || state[COUNT] > SQUARES) return 0;
    if (state[BEGAN] > SQUARES || state[BEGAN + 1] > SQUARES || state[THROWS] > THROWN) return 0;
    if ((state[PHASE] == HOP) != (state[ROLLED] < SQUARES)) return 0;
    for (uint32_t i = 0; i < state[COUNT]; i++)
        if (state[BOARD + i] >= CUBES) return 0;
    for (uint32_t i = 0; i < state[THROWS]; i++)
        if (state[FIRST_THROW + i] < 1 || state[FIRST_THROW + i] >= FACES) return 0;
    if (state[PHASE] == PLACE)
        return state[THROWS] == state[BEGAN] + state[BEGAN + 1] && state[COUNT] < state[THROWS];
    return 1;
}

static int actor(const Engine *engine, const uint32_t *state) {
    (void)engine;
    return state[PHASE] == END ? -1 : (int)state[ACTIVE];
}

/* Moves: rolls, hops, placings */

static int rolls(const Deblockle *game, const uint32_t *state, int seat, uint64_t taken, int32_t *out) {
    int count = 0;
    for (uint32_t i = 0; i < state[COUNT]; i++) {
        uint32_t cube = state[BOARD + i];
        if (seat_of(cube) != seat) continue;
        for (int direction = 0; direction < 4; direction++) {
            int32_t rolled = game->rolls[cube * 4 + direction];
            if (rolled < 0 || taken & bit(square_of((uint32_t)rolled))) continue;
            if (out) out[count] = game->step_action[square_of(cube) * SQUARES + square_of((uint32_t)rolled)];
            count++;
        }
    }
    return count;
}

static int steps_to(const Deblockle *game, int start, uint64_t ends, int32_t *out) {
    int count = 0;
    for (; ends; ends &= ends - 1) out[count++] = game->step_action[start * SQUARES + __builtin_ctzll(ends)];
    return count;
}

static uint64_t slides(const Deblockle *game, int start, uint64_t taken) {
    uint64_t reach = 0;
    for (int direction = 0; direction < 4; direction++) {
        const int32_t *ray = game->rays + (start * 4 + direction) * RAY;
        uint64_t last = 0;
        for (int i = 0; i < RAY && ray[i] >= 0 && !(taken & bit(ray[i])); i++) {
            if (game->star_squares & bit(ray[i])) continue;
            last = bit(ray[i]);
            if (!game->full_slide[0]) reach |= last;
        }
        reach |= last;
    }
    return reach;
}

static uint64_t three_steps(const Deblockle *game, int start, uint64_t taken) {
    uint64_t front = bit(start);
    for (int step = 0; step < 3; step++) {
        uint64_t spread = 0;
        for (; front; front &= front - 1) spread |= game->neighbors[__builtin_ctzll(front)];
        front = spread & ~taken;
    }
    return front;
}

static uint64_t blocked_reach(const Deblockle *game, int face, int start, uint64_t taken) {
    taken &= ~bit(start);
    if (face == game->faces[2]) return slides(game, start, taken);
    uint64_t reach = face == game->faces[3] ? three_steps(game, start, taken) : game->reach[face * SQUARES + start];
    return reach & ~taken & ~game->star_squares;
}

static int hops(const Deblockle *game, const uint32_t *state, uint64_t taken, int32_t *out) {
    int count = 0;
    for (uint32_t i = 0; i < state[COUNT]; i++) {
        uint32_t cube = state[BOARD + i];
        int square = square_of(cube);
        if (seat_of(cube) != (int)state[ACTIVE]) continue;
        if (game->hop_rule[0] == ANY_HOPS) {
            count += steps_to(game, square, game->hops[cube] & ~taken, out + count);
        } else if (square == (int)state[ROLLED]) {
            uint64_t ends = game->hop_rule[0] == OWN_HOPS
                                ? game->hops[cube] & ~taken
                                : blocked_reach(game, game->up_face[cube % TURNS], square, taken);
            return steps_to(game, square, ends, out);
        }
    }
    return count;
}

/* The seat whose cube is placed next; its thrown face. Seat 1's cubes come first. */
static int to_place(const uint32_t *state, int *face) {
    uint32_t placed = state[COUNT], second = state[BEGAN + 1];
    int owner = placed < second;
    *face = (int)state[FIRST_THROW + (owner ? state[BEGAN] + placed : placed - second)];
    return owner;
}

static int placings(const Deblockle *game, const uint32_t *state, int32_t *out) {
    int face, count = 0, owner = to_place(state, &face);
    uint64_t taken = taken_by(state);
    for (int i = 0; i < STARTS; i++) {
        int square = game->start_squares[owner * STARTS + i];
        if (taken & bit(square)) continue;
        for (int turn = 0; turn < TURNS; turn++)
            if (game->up_face[turn] == face) out[count++] = game->place_action[square * TURNS + turn];
    }
    return count;
}

static int legal(const Engine *engine, const uint32_t *state, int32_t *out) {
    const Deblockle *game = (const Deblockle *)engine;
    int is_blocked = game->hop_rule[0] == BLOCKED_HOPS, count;
    if (state[PHASE] == END) return 0;
    if (state[PHASE] == PLACE) return placings(game, state, out);
    uint64_t taken = taken_by(state);
    if (state[PHASE] == HOP)
        count = hops(game, state, taken, out);
    else
        count = rolls(game, state, (int)state[ACTIVE], taken, out);
    if (!is_blocked || (state[PHASE] == ROLL && count == 0)) out[count++] = 0;
    return count;
}

/* What a move does */

static void next_turn(const Deblockle *game, uint32_t *state) {
    state[PHASE] = ROLL;
    state[ROLLED] = SQUARES;
    if (game->hop_rule[0] == BLOCKED_HOPS) {
        uint64_t taken = taken_by(state);
        if (!rolls(game, state, 0, taken, NULL) && !rolls(game, state, 1, taken, NULL)) {
            state[PHASE] = END;
            return;
        }
    }
    state[ACTIVE] ^= 1;
}

static void place(uint32_t *state, uint32_t square, uint32_t turn) {
    int face, owner = to_place(state, &face);
    uint32_t index = owner ? state[COUNT] : state[COUNT] - state[BEGAN + 1], *board = state + BOARD;
    memmove(board + index + 1, board + index, (state[COUNT] - index) * sizeof *board);
    board[index] = ((uint32_t)owner * SQUARES + square) * TURNS + turn;
    state[COUNT]++;
    state[ACTIVE] = state[COUNT] >= state[BEGAN + 1];
    if (state[COUNT] == state[THROWS]) {
        memset(state + THROWS, 0, (1 + THROWN) * sizeof *state);
        state[PHASE] = ROLL;
        state[ACTIVE] = 0;
    }
}

static void score(const Deblockle *game, uint32_t *state, uint32_t index) {
    uint32_t *board = state + BOARD, last = --state[COUNT];
    memmove(board + index, board + index + 1, (last - index) * sizeof *board);
    board[last] = 0;
    for (uint32_t i = 0; i < last; i++)
        if (seat_of(board[i]) == (int)state[ACTIVE]) {
            next_turn(game, state);
            return;
        }
    state[PHASE] = END;
}

static void roll(const Deblockle *game, uint32_t *state, uint32_t index, int end) {
    for (int direction = 0; direction < 4; direction++) {
        int32_t rolled = game->rolls[state[BOARD + index] * 4 + direction];
        if (rolled < 0 || square_of((uint32_t)rolled) != end) continue;
        int face = game->up_face[rolled % TURNS];
        state[BOARD + index] = (uint32_t)rolled;
        if (face == game->faces[0]) {
            score(game, state, index);
        } else if (face == game->faces[1] ||
                   (game->hop_rule[0] == BLOCKED_HOPS && !blocked_reach(game, face, end, taken_by(state)))) {
            next_turn(game, state);
        } else {
            state[PHASE] = HOP;
            state[ROLLED] = (uint32_t)end;
        }
        return;
    }
}

static void step(const Engine *engine, uint32_t *state, int32_t action) {
    const Deblockle *game = (const Deblockle *)engine;
    int start = game->action_start[action], end = game->action_end[action];
    if (state[PHASE] == END) return;
    if (start == STEP_PLACE) {
        if (state[PHASE] == PLACE) place(state, (uint32_t)end, (uint32_t)game->action_turn[action]);
        return;
    }
    if (start == STEP_PASS) {
        next_turn(game, state);
        return;
    }
    for (uint32_t i = 0; i < state[COUNT]; i++) {
        uint32_t cube = state[BOARD + i];
        if (square_of(cube) != start || seat_of(cube) != (int)state[ACTIVE]) continue;
        if (state[PHASE] == HOP) {
            state[BOARD + i] = cube + (uint32_t)((end - start) * TURNS);
            next_turn(game, state);
        } else {
            roll(game, state, i, end);
        }
        return;
    }
}

/* What it is worth */

static void payoffs(const Engine *engine, const uint32_t *state, double *out) {
    (void)engine;
    unsigned winners = 1u << state[ACTIVE];
    for (uint32_t i = 0; i < state[COUNT]; i++)
        if (seat_of(state[BOARD + i]) == (int)state[ACTIVE]) winners = 0;
    share_payoffs(2, winners, out);
}

static int hop_gain(const Deblockle *game, const uint32_t *state) {
    int32_t found[SQUARES * SQUARES];
    int gain = 0, count = hops(game, state, taken_by(state), found);
    for (int i = 0; i < count; i++) {
        int start = game->action_start[found[i]], end = game->action_end[found[i]];
        for (uint32_t j = 0; j < state[COUNT]; j++) {
            uint32_t cube = state[BOARD + j];
            if (square_of(cube) != start) continue;
            int nearer = game->turns_home[cube] - game->turns_home[(int)cube + (end - start) * TURNS];
            if (nearer > gain) gain = nearer;
        }
    }
    return gain;
}

static void evaluate(const Engine *engine, const uint32_t *state, double *out) {
    const Deblockle *game = (const Deblockle *)engine;
    double needed[2] = {0.0, 0.0};
    for (uint32_t i = 0; i < state[COUNT]; i++)
        needed[seat_of(state[BOARD + i])] += game->turns_home[state[BOARD + i]];
    needed[state[ACTIVE]] -= state[PHASE] == HOP ? hop_gain(game, state) - game->tempo : game->tempo;
    out[0] = tanh((needed[1] - needed[0]) / game->spread);
    out[1] = tanh((needed[0] - needed[1]) / game->spread);
}

static void priors(const Engine *engine, const uint32_t *state, const int32_t *moves, int count, double *out) {
    uint32_t after[WORDS];
    double value[2];
    for (int i = 0; i < count; i++) {
        memcpy(after, state, sizeof after);
        step(engine, after, moves[i]);
        (after[PHASE] == END ? payoffs : evaluate)(engine, after, value);
        out[i] = value[state[ACTIVE]];
    }
}

Engine *deblockle_engine(Tables *tables) {
    Deblockle *game = calloc(1, sizeof *game);
    if (!game) return NULL;
    game->engine = (Engine){
        .words = WORDS, .seats = 2, .check = check, .actor = actor, .legal = legal, .candidates = legal, .step = step,
        .payoffs = payoffs, .evaluate = evaluate, .priors = priors, .playout_move = any_move, .observe = deblockle_observe,
        .destroy = deblockle_destroy,
    };
    if (deblockle_read(game, tables)) return &game->engine;
    deblockle_destroy(&game->engine);
    return NULL;
}
