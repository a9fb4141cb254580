/* Play-outs of Sagrada: drafting in turn from random pools until ten rounds are over. */
#include "sagrada.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int copy_masks(Tables *tables, const char *name, uint64_t *out) {
    const int64_t *from = table_ints(tables, name, FACE_LIMIT);
    for (int face = 0; from && face < FACE_LIMIT; face++) out[face] = (uint64_t)from[face];
    return from != NULL;
}

static int copy_reals(Tables *tables, const char *name, size_t count, double *out) {
    const double *from = table_reals(tables, name, count);
    if (from) memcpy(out, from, count * sizeof *out);
    return from != NULL;
}

Glass *glass_new(Tables *tables) {
    Glass *glass = calloc(1, sizeof *glass);
    int32_t border[GLASS];
    if (glass && table_copy(tables, "beside", GLASS * 4, -1, GLASS - 1, glass->beside[0]) &&
        table_copy(tables, "around", GLASS * 8, -1, GLASS - 1, glass->around[0]) &&
        table_copy(tables, "diagonal", GLASS * 4, -1, GLASS - 1, glass->diagonal[0]) &&
        table_copy(tables, "rows", GLASS, 0, GLASS - 1, glass->rows[0]) &&
        table_copy(tables, "columns", GLASS, 0, GLASS - 1, glass->columns[0]) &&
        table_copy(tables, "border", GLASS, 0, 1, border) && copy_masks(tables, "same_color", glass->like[0]) &&
        copy_masks(tables, "same_shade", glass->like[1]) && copy_masks(tables, "clashes", glass->clashes) &&
        copy_reals(tables, "worth", FACE_LIMIT + 1, glass->worth) && copy_reals(tables, "uses", 3, glass->uses) &&
        copy_reals(tables, "repeated", 1, &glass->repeated) && copy_reals(tables, "spread", 1, &glass->spread)) {
        for (int cell = 0; cell < GLASS; cell++) glass->border |= (uint32_t)border[cell] << cell;
        return glass;
    }
    free(glass);
    return NULL;
}

/* Checks */

static int is_face(uint32_t face) {
    return face < FACE_LIMIT && (face & 7) <= MOST_SHADE;
}

static int check_objective(const uint32_t *objective) {
    if (objective[TYPE] > SET || objective[FEATURE] > 1 || objective[WORTH] > 1000 || objective[PLACE] > 1) return 0;
    if (objective[VALUE_COUNT] > MOST_VALUES || (objective[TYPE] == SET && !objective[VALUE_COUNT])) return 0;
    return 1;
}

static int check_seat(const uint32_t *own) {
    if (own[FAVOR] > 10000 || own[PRIVATE_COUNT] > MOST_PRIVATES) return 0;
    for (uint32_t i = 0; i < own[PRIVATE_COUNT]; i++)
        if (own[PRIVATES + i] >= DICE_COLORS) return 0;
    for (int cell = 0; cell < GLASS; cell++)
        if (!is_face(own[FRAME_WORDS + cell]) || own[ALLOWED_WORDS + 2 * cell + 1] >> (FACE_LIMIT - 32)) return 0;
    return 1;
}

int glass_check(const uint32_t *state) {
    uint32_t dice = 0;
    if (!state[SEATS_WORD] || state[SEATS_WORD] > MAX_SEATS || !state[ROUND_WORD] || state[ROUND_WORD] > ROUND_COUNT) return 0;
    if (state[PENALTY_WORD] > 10 || state[TARGET_WORD] > 10000 || !is_face(state[PICKED_WORD]) || state[PLACED_WORD] > 1) return 0;
    if (state[PUBLIC_WORD] > MOST_OBJECTIVES || state[ORDER_COUNT] > MOST_ORDER || !state[ORDER_COUNT]) return 0;
    if (state[POOL_COUNT] > MOST_POOL) return 0;
    for (uint32_t i = 0; i < state[ORDER_COUNT]; i++)
        if (state[ORDER_WORD + i] >= state[SEATS_WORD]) return 0;
    for (uint32_t i = 0; i < state[POOL_COUNT]; i++)
        if (!is_face(state[POOL_WORD + i]) || !state[POOL_WORD + i]) return 0;
    for (int color = 0; color < DICE_COLORS; color++) {
        if (state[BAG_WORD + color] > 1000) return 0;
        dice += state[BAG_WORD + color];
    }
    for (uint32_t i = 0; i < state[PUBLIC_WORD]; i++)
        if (!check_objective(state + OBJECTIVES_WORD + i * OBJECTIVE_WORDS)) return 0;
    for (uint32_t seat = 0; seat < state[SEATS_WORD]; seat++)
        if (!check_seat(state + SEATS_START + seat * SEAT_WORDS)) return 0;
    return dice || state[ROUND_WORD] == ROUND_COUNT;
}

/* Playing */

static int round_dice(int seats) {
    return seats == 1 ? 4 : 2 * seats + 1;
}

int glass_faces(const uint32_t *state) {
    return (ROUND_COUNT - (int)state[ROUND_WORD]) * round_dice((int)state[SEATS_WORD]);
}

void glass_draw(const uint32_t *state, Rng *rng, uint8_t *faces) {
    uint32_t dice = 0;
    int count = glass_faces(state);
    for (int color = 0; color < DICE_COLORS; color++) dice += state[BAG_WORD + color];
    for (int i = 0; i < count; i++) {
        uint32_t die = rng_below(rng, dice);
        int color = 0;
        for (; color < DICE_COLORS - 1 && die >= state[BAG_WORD + color]; color++) die -= state[BAG_WORD + color];
        faces[i] = (uint8_t)(color * 8 + 1 + (int)rng_below(rng, MOST_SHADE));
    }
}

static int shades_of(const Pool *pool) {
    int sum = 0;
    for (int i = 0; i < pool->count; i++) sum += pool->faces[i] & 7;
    return sum;
}

/* The round that has begun: the seats that still have a turn. */
static int finish_round(const uint32_t *state, Filling *fillings) {
    Pool pool = {{0}, (int)state[POOL_COUNT]};
    for (int i = 0; i < pool.count; i++) pool.faces[i] = (uint8_t)state[POOL_WORD + i];
    if (state[PICKED_WORD]) {
        Pool hand = {{(uint8_t)state[PICKED_WORD]}, 1};
        filling_add(fillings + state[ORDER_WORD], &hand);
    }
    uint32_t first = state[PICKED_WORD] || state[PLACED_WORD];
    for (uint32_t i = first; i < state[ORDER_COUNT]; i++) filling_add(fillings + state[ORDER_WORD + i], &pool);
    return shades_of(&pool);
}

int glass_play(const Glass *glass, const uint32_t *state, const uint8_t *faces, int *scores) {
    Filling fillings[MAX_SEATS];
    int seats = (int)state[SEATS_WORD], size = round_dice(seats);
    for (int seat = 0; seat < seats; seat++) filling_begin(fillings + seat, glass, state, seat);
    int target = (int)state[TARGET_WORD] + finish_round(state, fillings);
    for (int round = (int)state[ROUND_WORD] + 1; round <= ROUND_COUNT; round++, faces += size) {
        Pool pool = {{0}, size};
        memcpy(pool.faces, faces, (size_t)size);
        for (int turn = 0; turn < 2 * seats; turn++) {
            int step = turn < seats ? turn : 2 * seats - 1 - turn;
            filling_add(fillings + (round - 1 + step) % seats, &pool);
        }
        target += shades_of(&pool);
    }
    for (int seat = 0; seat < seats; seat++) scores[seat] = filling_score(fillings + seat, state, seat);
    return target;
}

void glass_payoffs(const Glass *glass, const uint32_t *state, const int *scores, int target, double *out) {
    int seats = (int)state[SEATS_WORD];
    for (int seat = 0; seat < seats; seat++) {
        int best = seats == 1 ? target : 0;
        for (int other = 0; other < seats; other++)
            if (other != seat && scores[other] > best) best = scores[other];
        out[seat] = tanh((scores[seat] - best) / glass->spread);
    }
}
