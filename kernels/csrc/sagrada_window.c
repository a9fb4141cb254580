/* A window that is filled: what each die is worth on each cell. */
#include "sagrada.h"

#include <string.h>

static int face_value(int face, uint32_t feature) {
    return feature ? face & 7 : face >> 3;
}

/* Objectives */

static void price_strip(Strip *strip, double repeated) {
    int full = strip->size * strip->size;
    strip->fresh = (double)(strip->points * (2 * strip->dice + 1)) / full;
    strip->again = -strip->points * ((double)(strip->dice * strip->dice) / full + repeated);
}

static Strip *strip_of(Aim *aim, const uint32_t *objective, int cell) {
    return aim->strips + (objective[PLACE] ? cell % 5 : cell / 5);
}

static void begin_aim(Filling *filling, int number) {
    const uint32_t *objective = filling->objectives + number * OBJECTIVE_WORDS;
    Aim *aim = filling->aims + number;
    memset(aim, 0, sizeof *aim);
    if (objective[TYPE] == DIFFERENCE) {
        for (int line = 0; line < MOST_LINES; line++) {
            aim->strips[line].size = objective[PLACE] ? 4 : 5;
            aim->strips[line].points = (int32_t)objective[WORTH];
            price_strip(aim->strips + line, filling->glass->repeated);
        }
    } else if (objective[TYPE] == SET) {
        filling->share[number] = (double)objective[WORTH] / objective[VALUE_COUNT];
        for (int face = 0; face < FACE_LIMIT; face++) {
            int kind = -1, shade = face & 7;
            for (int value = (int)objective[VALUE_COUNT] - 1; value >= 0 && shade && shade <= MOST_SHADE; value--)
                if ((int)objective[VALUES + value] == face_value(face, objective[FEATURE])) kind = value;
            filling->kinds[number][face] = (int8_t)kind;
        }
    }
}

static void put_aim(Filling *filling, int number, int face, int cell) {
    const uint32_t *objective = filling->objectives + number * OBJECTIVE_WORDS;
    const uint64_t *like = filling->glass->like[objective[FEATURE]];
    Aim *aim = filling->aims + number;
    if (objective[TYPE] == SET) {
        int kind = filling->kinds[number][face];
        if (kind < 0) return;
        aim->counts[kind]++;
        aim->least = aim->counts[0];
        for (uint32_t i = 1; i < objective[VALUE_COUNT]; i++)
            if (aim->counts[i] < aim->least) aim->least = aim->counts[i];
    } else if (objective[TYPE] == DIFFERENCE) {
        Strip *strip = strip_of(aim, objective, cell);
        if (strip->seen >> face & 1) strip->points = 0;
        strip->seen |= like[face];
        strip->dice++;
        price_strip(strip, filling->glass->repeated);
    } else {
        const int32_t *corners = filling->glass->diagonal[cell];
        for (int i = 0; i < 4 && corners[i] >= 0; i++) aim->near[corners[i]] |= like[face];
    }
}

/* The share of a set's points that a die may bring. */
static double set_gain(const Filling *filling, int number, int face) {
    int kind = filling->kinds[number][face];
    if (kind < 0) return 0.0;
    const Aim *aim = filling->aims + number;
    int more = aim->counts[kind] - aim->least;
    return filling->share[number] * filling->glass->uses[more > 2 ? 2 : more];
}

/* The points of a die that finds one of its kind at a corner, and of those that were alone until it came. */
static int corner_gain(const Filling *filling, int number, int face, int cell) {
    const uint32_t *objective = filling->objectives + number * OBJECTIVE_WORDS;
    const uint64_t *near = filling->aims[number].near, like = filling->glass->like[objective[FEATURE]][face];
    if (!(near[cell] >> face & 1)) return 0;
    int found = 1;
    const int32_t *corners = filling->glass->diagonal[cell];
    for (int i = 0; i < 4 && corners[i] >= 0; i++)
        found += (like >> filling->frame[corners[i]] & 1) && !(near[corners[i]] >> face & 1);
    return (int)objective[WORTH] * found;
}

/* Filling */

static void put(Filling *filling, int face, int cell) {
    const Glass *glass = filling->glass;
    if (!filling->dice++) filling->reach = 0;
    filling->frame[cell] = (uint8_t)face;
    filling->allowed[cell] = 0;
    filling->price[cell] = glass->worth[0];
    for (int i = 0; i < 4 && glass->beside[cell][i] >= 0; i++) {
        int other = glass->beside[cell][i];
        if (!filling->allowed[other]) continue;
        filling->allowed[other] &= ~glass->clashes[face];
        filling->price[other] = glass->worth[__builtin_popcountll(filling->allowed[other])];
    }
    for (int i = 0; i < 8 && glass->around[cell][i] >= 0; i++)
        if (filling->allowed[glass->around[cell][i]]) filling->reach |= (uint32_t)1 << glass->around[cell][i];
    filling->reach &= ~((uint32_t)1 << cell);
    for (int i = 0; i < filling->objective_count; i++) put_aim(filling, i, face, cell);
}

void filling_begin(Filling *filling, const Glass *glass, const uint32_t *state, int seat) {
    const uint32_t *own = state + SEATS_START + seat * SEAT_WORDS;
    filling->glass = glass;
    filling->objectives = state + OBJECTIVES_WORD;
    filling->objective_count = (int32_t)state[PUBLIC_WORD];
    filling->reach = glass->border;
    filling->dice = 0;
    memset(filling->frame, 0, sizeof filling->frame);
    memset(filling->private, 0, sizeof filling->private);
    for (int cell = 0; cell < GLASS; cell++) {
        filling->allowed[cell] = own[ALLOWED_WORDS + 2 * cell] | (uint64_t)own[ALLOWED_WORDS + 2 * cell + 1] << 32;
        filling->price[cell] = glass->worth[__builtin_popcountll(filling->allowed[cell])];
    }
    for (uint32_t i = 0; i < own[PRIVATE_COUNT]; i++)
        for (int shade = 1; shade <= MOST_SHADE; shade++) filling->private[own[PRIVATES + i] * 8 + shade] = shade;
    for (int i = 0; i < filling->objective_count; i++) begin_aim(filling, i);
    for (int cell = 0; cell < GLASS; cell++)
        if (own[FRAME_WORDS + cell]) put(filling, (int)own[FRAME_WORDS + cell], cell);
}

/* What a face is worth on a cell that takes it; `gain` is what it brings anywhere. */
static double worth_of(const Filling *filling, int face, int cell, double gain) {
    const Glass *glass = filling->glass;
    double worth = gain - filling->price[cell];
    for (int i = 0; i < 4 && glass->beside[cell][i] >= 0; i++) {
        int other = glass->beside[cell][i];
        uint64_t allowed = filling->allowed[other];
        if (allowed) worth -= filling->price[other] - glass->worth[__builtin_popcountll(allowed & ~glass->clashes[face])];
    }
    for (int i = 0; i < filling->objective_count; i++) {
        const uint32_t *objective = filling->objectives + i * OBJECTIVE_WORDS;
        if (objective[TYPE] != DIFFERENCE) continue;
        const Strip *strip = filling->aims[i].strips + (objective[PLACE] ? cell % 5 : cell / 5);
        worth += strip->seen >> face & 1 ? strip->again : strip->fresh;
    }
    for (int i = 0; i < filling->objective_count; i++)
        if (filling->objectives[i * OBJECTIVE_WORDS + TYPE] == DIAGONALS) worth += corner_gain(filling, i, face, cell);
    return worth;
}

void filling_add(Filling *filling, Pool *pool) {
    double best = -1e9;
    int choice = -1, where = -1;
    uint64_t faces = 0;
    for (int i = 0; i < pool->count; i++) faces |= (uint64_t)1 << pool->faces[i];
    for (; faces; faces &= faces - 1) {
        int face = __builtin_ctzll(faces);
        double gain = 0.0;
        for (int i = 0; i < filling->objective_count; i++)
            if (filling->objectives[i * OBJECTIVE_WORDS + TYPE] == SET) gain += set_gain(filling, i, face);
        gain = filling->private[face] + gain;
        for (uint32_t reach = filling->reach; reach; reach &= reach - 1) {
            int cell = __builtin_ctz(reach);
            if (!(filling->allowed[cell] >> face & 1)) continue;
            double worth = worth_of(filling, face, cell, gain);
            if (worth > best) {
                best = worth;
                choice = face;
                where = cell;
            }
        }
    }
    if (choice < 0) return;
    put(filling, choice, where);
    int place = 0;
    while (pool->faces[place] != choice) place++;
    memmove(pool->faces + place, pool->faces + place + 1, (size_t)(--pool->count - place));
}

/* Points */

static int count_diagonals(const Filling *filling, uint32_t feature) {
    int count = 0;
    for (int cell = 0; cell < GLASS; cell++) {
        const int32_t *corners = filling->glass->diagonal[cell];
        int is_found = 0, face = filling->frame[cell];
        for (int i = 0; face && i < 4 && corners[i] >= 0; i++) {
            int other = filling->frame[corners[i]];
            is_found |= other && face_value(other, feature) == face_value(face, feature);
        }
        count += is_found;
    }
    return count;
}

static int count_lines(const Filling *filling, const uint32_t *objective) {
    const Glass *glass = filling->glass;
    int lines = objective[PLACE] ? 5 : 4, size = objective[PLACE] ? 4 : 5, count = 0;
    for (int line = 0; line < lines; line++) {
        uint32_t seen = 0;
        int is_good = 1;
        for (int i = 0; i < size; i++) {
            int face = filling->frame[objective[PLACE] ? glass->columns[line][i] : glass->rows[line][i]];
            uint32_t bit = (uint32_t)1 << face_value(face, objective[FEATURE]);
            is_good &= face && !(seen & bit);
            seen |= bit;
        }
        count += is_good;
    }
    return count;
}

static int count_sets(const Filling *filling, const uint32_t *objective) {
    int least = GLASS;
    for (uint32_t value = 0; value < objective[VALUE_COUNT]; value++) {
        int count = 0;
        for (int cell = 0; cell < GLASS; cell++) {
            int face = filling->frame[cell];
            count += face && face_value(face, objective[FEATURE]) == (int)objective[VALUES + value];
        }
        if (count < least) least = count;
    }
    return least;
}

int filling_score(const Filling *filling, const uint32_t *state, int seat) {
    const uint32_t *own = state + SEATS_START + seat * SEAT_WORDS;
    int most = 0, score = (int)own[FAVOR] - (GLASS - filling->dice) * (int)state[PENALTY_WORD];
    for (uint32_t i = 0; i < own[PRIVATE_COUNT]; i++) {
        int sum = 0;
        for (int cell = 0; cell < GLASS; cell++)
            if (filling->frame[cell] && filling->frame[cell] >> 3 == (int)own[PRIVATES + i]) sum += filling->frame[cell] & 7;
        if (sum > most) most = sum;
    }
    score += most;
    for (int i = 0; i < filling->objective_count; i++) {
        const uint32_t *objective = filling->objectives + i * OBJECTIVE_WORDS;
        int found = objective[TYPE] == DIAGONALS    ? count_diagonals(filling, objective[FEATURE])
                    : objective[TYPE] == DIFFERENCE ? count_lines(filling, objective)
                                                    : count_sets(filling, objective);
        score += found * (int)objective[WORTH];
    }
    return score > 0 ? score : 0;
}
