/* What all engines share: tables, random numbers, play-outs, payoffs. */
#include "engine.h"

#include <stdio.h>
#include <string.h>

static const void *find(Tables *tables, const char *name, size_t bytes) {
    for (size_t i = 0; i < tables->count; i++) {
        if (strcmp(tables->tables[i].name, name) != 0) continue;
        if (tables->tables[i].bytes == bytes) return tables->tables[i].data;
        snprintf(tables->error, sizeof tables->error, "table '%s' has %zu bytes; it needs %zu", name,
                 tables->tables[i].bytes, bytes);
        return NULL;
    }
    snprintf(tables->error, sizeof tables->error, "table '%s' is missing", name);
    return NULL;
}

const int64_t *table_ints(Tables *tables, const char *name, size_t count) {
    return find(tables, name, count * sizeof(int64_t));
}

const double *table_reals(Tables *tables, const char *name, size_t count) {
    return find(tables, name, count * sizeof(double));
}

int table_copy(Tables *tables, const char *name, size_t count, int64_t low, int64_t high, int32_t *out) {
    const int64_t *data = table_ints(tables, name, count);
    if (!data) return 0;
    for (size_t i = 0; i < count; i++) {
        if (data[i] < low || data[i] > high) {
            snprintf(tables->error, sizeof tables->error, "table '%s' holds %lld; it must hold %lld to %lld", name,
                     (long long)data[i], (long long)low, (long long)high);
            return 0;
        }
        out[i] = (int32_t)data[i];
    }
    return 1;
}

uint64_t rng_next(Rng *rng) {
    uint64_t mixed = rng->state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

uint32_t rng_below(Rng *rng, uint32_t bound) {
    return (uint32_t)((rng_next(rng) >> 32) * bound >> 32);
}

int32_t any_move(const Engine *engine, const uint32_t *state, Rng *rng, int32_t *room) {
    int count = engine->legal(engine, state, room);
    return room[rng_below(rng, (uint32_t)count)];
}

void judge_end(const Engine *engine, const uint32_t *state, const uint32_t *end, double *out) {
    (void)state;
    engine->evaluate(engine, end, out);
}

int draw_all(const Engine *engine, uint32_t *state, Rng *rng) {
    int actor = engine->actor(engine, state);
    for (; actor == CHANCE; actor = engine->actor(engine, state))
        engine->step(engine, state, engine->draw(engine, state, rng));
    return actor;
}

int play_out(const Engine *engine, uint32_t *state, Rng *rng, int32_t *room, double *payoffs, int *steps) {
    for (*steps = 0; draw_all(engine, state, rng) >= 0; ++*steps) {
        if (*steps == engine->longest) return 0;
        engine->step(engine, state, engine->playout_move(engine, state, rng, room));
    }
    engine->payoffs(engine, state, payoffs);
    return 1;
}

void share_payoffs(int seats, unsigned winners, double *out) {
    int won = 0;
    for (int seat = 0; seat < seats; seat++) won += winners >> seat & 1;
    for (int seat = 0; seat < seats; seat++) {
        if (won == 0 || won == seats)
            out[seat] = 0.0;
        else
            out[seat] = winners >> seat & 1 ? 1.0 / won : -1.0 / (seats - won);
    }
}
