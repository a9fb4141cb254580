/* Many states by one call, without the interpreter's lock. Buffers are checked before anything is changed. */
#include "binding.h"

#include <string.h>

typedef struct {
    const Engine *engine;
    Py_ssize_t count; /* states */
    size_t bytes;     /* of a state */
    char *states;
    const uint8_t *seeds; /* SEED_BYTES for each state, and how many outcomes were drawn from them; NULL without chance */
    char *draws;
} Batch;

/* How many states a buffer holds, all of them checked; 0 and an error if one is wrong. */
static int read_batch(KernelObject *kernel, const Py_buffer *buffer, Batch *batch) {
    uint32_t state[MAX_WORDS];
    batch->engine = kernel->engine;
    batch->bytes = (size_t)kernel->words * sizeof *state;
    batch->count = buffer->len / (Py_ssize_t)batch->bytes;
    batch->states = buffer->buf;
    batch->seeds = NULL;
    if (buffer->len % (Py_ssize_t)batch->bytes) {
        PyErr_Format(PyExc_ValueError, "states have %zu bytes each; %zd bytes are not a whole number of them",
                     batch->bytes, buffer->len);
        return 0;
    }
    for (Py_ssize_t i = 0; i < batch->count; i++) {
        memcpy(state, batch->states + i * (Py_ssize_t)batch->bytes, batch->bytes);
        if (batch->engine->check(batch->engine, state)) continue;
        PyErr_Format(PyExc_ValueError, "number %zd is not a state of this kernel", i);
        return 0;
    }
    return 1;
}

static int has_room(const char *name, const Py_buffer *buffer, Py_ssize_t count, Py_ssize_t each) {
    if (buffer->len == count * each) return 1;
    PyErr_Format(PyExc_ValueError, "%s must have %zd bytes for each of %zd states, not %zd bytes in all", name, each,
                 count, buffer->len);
    return 0;
}

void write_mask(const Engine *engine, const uint32_t *state, int32_t *room, uint8_t *mask) {
    memset(mask, 0, (size_t)engine->actions);
    int count = engine->legal(engine, state, room);
    for (int i = 0; i < count; i++) mask[room[i]] = 1;
}

static int32_t *make_room(const KernelObject *kernel) {
    int32_t *room = PyMem_Malloc((size_t)kernel->actions * sizeof *room);
    if (!room) PyErr_NoMemory();
    return room;
}

PyObject *kernel_write_masks(KernelObject *kernel, PyObject *args) {
    Py_buffer states, masks;
    Batch batch;
    int32_t *room = NULL;
    uint32_t state[MAX_WORDS];
    if (!PyArg_ParseTuple(args, "y*w*", &states, &masks)) return NULL;
    int is_ready = read_batch(kernel, &states, &batch) && has_room("masks", &masks, batch.count, kernel->actions) &&
                   (room = make_room(kernel));
    if (is_ready) {
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < batch.count; i++) {
            memcpy(state, batch.states + i * (Py_ssize_t)batch.bytes, batch.bytes);
            write_mask(batch.engine, state, room, (uint8_t *)masks.buf + i * kernel->actions);
        }
        Py_END_ALLOW_THREADS
    }
    PyMem_Free(room);
    PyBuffer_Release(&states);
    PyBuffer_Release(&masks);
    return is_ready ? Py_NewRef(Py_None) : NULL;
}

/* The first state whose action is neither -1 nor marked in its mask; -1 if there is none. */
static Py_ssize_t first_illegal(const Batch *batch, const char *actions, const uint8_t *masks) {
    int32_t action, size = batch->engine->actions;
    for (Py_ssize_t i = 0; i < batch->count; i++) {
        memcpy(&action, actions + i * (Py_ssize_t)sizeof action, sizeof action);
        if (action != -1 && (action < 0 || action >= size || !masks[i * size + action])) return i;
    }
    return -1;
}

/* Draws until a seat is to move or the game is over, and counts the draws. */
static void draw_fairly(const Batch *batch, Py_ssize_t number, uint32_t *state) {
    const Engine *engine = batch->engine;
    int64_t ordinal;
    char *draws = batch->draws + number * (Py_ssize_t)sizeof ordinal;
    memcpy(&ordinal, draws, sizeof ordinal);
    while (engine->actor(engine, state) == CHANCE)
        engine->step(engine, state, fair_outcome(engine, state, batch->seeds + number * SEED_BYTES, ordinal++));
    memcpy(draws, &ordinal, sizeof ordinal);
}

/* Steps every state; returns how many games are over. */
static Py_ssize_t step_all(const Batch *batch, const char *actions, uint8_t *masks, char *payoffs, uint8_t *over, int32_t *room) {
    const Engine *engine = batch->engine;
    uint32_t state[MAX_WORDS];
    int32_t action;
    Py_ssize_t ended = 0;
    for (Py_ssize_t i = 0; i < batch->count; i++) {
        char *words = batch->states + i * (Py_ssize_t)batch->bytes;
        double values[MAX_SEATS] = {0.0};
        float rewards[MAX_SEATS];
        memcpy(&action, actions + i * (Py_ssize_t)sizeof action, sizeof action);
        memcpy(state, words, batch->bytes);
        if (action >= 0) {
            engine->step(engine, state, action);
            if (batch->seeds) draw_fairly(batch, i, state);
            memcpy(words, state, batch->bytes);
            write_mask(engine, state, room, masks + i * engine->actions);
        }
        over[i] = engine->actor(engine, state) == GAME_OVER;
        ended += over[i];
        if (over[i]) engine->payoffs(engine, state, values);
        for (int seat = 0; seat < engine->seats; seat++) rewards[seat] = (float)values[seat];
        size_t bytes = (size_t)engine->seats * sizeof(float);
        memcpy(payoffs + i * (Py_ssize_t)bytes, rewards, bytes);
    }
    return ended;
}

/* The seeds and the counts of draws of a game with chance; a game without has none. */
static int read_seeds(Batch *batch, const Py_buffer *seeds, const Py_buffer *draws) {
    if (!batch->engine->weights != !seeds->buf || !seeds->buf != !draws->buf) {
        PyErr_SetString(PyExc_ValueError, "a game with chance needs seeds and draws, another one has none");
        return 0;
    }
    batch->seeds = seeds->buf;
    batch->draws = draws->buf;
    return !seeds->buf || (has_room("seeds", seeds, batch->count, SEED_BYTES) && has_room("draws", draws, batch->count, 8));
}

PyObject *kernel_step_many(KernelObject *kernel, PyObject *args) {
    Py_buffer states, actions, masks, payoffs, over, seeds = {0}, draws = {0};
    Batch batch;
    int32_t *room = NULL;
    Py_ssize_t illegal = -1, ended = 0;
    if (!PyArg_ParseTuple(args, "w*y*w*w*w*|y*w*", &states, &actions, &masks, &payoffs, &over, &seeds, &draws))
        return NULL;
    int is_ready = read_batch(kernel, &states, &batch) && has_room("actions", &actions, batch.count, 4) &&
                   has_room("masks", &masks, batch.count, kernel->actions) &&
                   has_room("payoffs", &payoffs, batch.count, 4 * kernel->seats) && has_room("over", &over, batch.count, 1) &&
                   read_seeds(&batch, &seeds, &draws) && (room = make_room(kernel));
    if (is_ready) {
        Py_BEGIN_ALLOW_THREADS
        illegal = first_illegal(&batch, actions.buf, masks.buf);
        if (illegal < 0) ended = step_all(&batch, actions.buf, masks.buf, payoffs.buf, over.buf, room);
        Py_END_ALLOW_THREADS
        if (illegal >= 0)
            PyErr_Format(PyExc_ValueError, "the action of state %zd is neither -1 nor marked in its mask; nothing was played",
                         illegal);
    }
    PyMem_Free(room);
    PyBuffer_Release(&states);
    PyBuffer_Release(&actions);
    PyBuffer_Release(&masks);
    PyBuffer_Release(&payoffs);
    PyBuffer_Release(&over);
    if (seeds.obj) PyBuffer_Release(&seeds);
    if (draws.obj) PyBuffer_Release(&draws);
    return is_ready && illegal < 0 ? PyLong_FromSsize_t(ended) : NULL;
}

/* The seat whose observation is written: the actor, or where nobody acts the one that `seats` has. */
static int observer_seat(const Engine *engine, const uint32_t *state, char *seats) {
    int64_t seat = engine->actor(engine, state);
    if (seat >= 0) {
        memcpy(seats, &seat, sizeof seat);
        return (int)seat;
    }
    memcpy(&seat, seats, sizeof seat);
    return seat >= 0 && seat < engine->seats ? (int)seat : 0;
}

PyObject *kernel_write_observations(KernelObject *kernel, PyObject *args) {
    Py_buffer states, seats, out;
    Batch batch;
    uint32_t state[MAX_WORDS];
    const Engine *engine = kernel->engine;
    if (!PyArg_ParseTuple(args, "y*w*w*", &states, &seats, &out)) return NULL;
    int is_ready = read_batch(kernel, &states, &batch) && has_room("seats", &seats, batch.count, 8) &&
                   has_room("observations", &out, batch.count, (Py_ssize_t)sizeof(float) * engine->numbers);
    if (is_ready) {
        Py_BEGIN_ALLOW_THREADS
        memset(out.buf, 0, (size_t)out.len);
        for (Py_ssize_t i = 0; i < batch.count; i++) {
            memcpy(state, batch.states + i * (Py_ssize_t)batch.bytes, batch.bytes);
            int seat = observer_seat(engine, state, (char *)seats.buf + i * 8);
            engine->observe(engine, state, seat, (float *)out.buf + i * engine->numbers);
        }
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&states);
    PyBuffer_Release(&seats);
    PyBuffer_Release(&out);
    return is_ready ? Py_NewRef(Py_None) : NULL;
}

PyObject *kernel_random_actions(KernelObject *kernel, PyObject *args) {
    Py_buffer states, actions;
    Batch batch;
    unsigned long long seed;
    int32_t *room = NULL;
    uint32_t state[MAX_WORDS];
    if (!PyArg_ParseTuple(args, "y*w*K", &states, &actions, &seed)) return NULL;
    Rng rng = {seed};
    int is_ready = read_batch(kernel, &states, &batch) && has_room("actions", &actions, batch.count, 4) &&
                   (room = make_room(kernel));
    if (is_ready) {
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < batch.count; i++) {
            memcpy(state, batch.states + i * (Py_ssize_t)batch.bytes, batch.bytes);
            int is_idle = batch.engine->actor(batch.engine, state) < 0;
            int32_t action = is_idle ? -1 : any_move(batch.engine, state, &rng, room);
            memcpy((char *)actions.buf + i * (Py_ssize_t)sizeof action, &action, sizeof action);
        }
        Py_END_ALLOW_THREADS
    }
    PyMem_Free(room);
    PyBuffer_Release(&states);
    PyBuffer_Release(&actions);
    return is_ready ? Py_NewRef(Py_None) : NULL;
}

PyObject *kernel_playouts(KernelObject *kernel, PyObject *args) {
    Py_buffer buffer;
    long count, ended = 0;
    long long steps = 0;
    unsigned long long seed;
    uint32_t start[MAX_WORDS], state[MAX_WORDS];
    double sums[MAX_SEATS] = {0.0}, payoffs[MAX_SEATS];
    if (!PyArg_ParseTuple(args, "y*lK", &buffer, &count, &seed)) return NULL;
    int is_read = read_state(kernel, &buffer, start);
    PyBuffer_Release(&buffer);
    int32_t *room = is_read ? make_room(kernel) : NULL;
    if (!room) return NULL;
    Rng rng = {seed};
    const Engine *engine = kernel->engine;
    Py_BEGIN_ALLOW_THREADS
    for (long i = 0; i < count; i++) {
        memcpy(state, start, (size_t)kernel->words * sizeof *state);
        int made = 0, is_ended = play_out(engine, state, &rng, room, payoffs, &made);
        steps += made;
        ended += is_ended;
        for (int seat = 0; is_ended && seat < engine->seats; seat++) sums[seat] += payoffs[seat];
    }
    Py_END_ALLOW_THREADS
    PyMem_Free(room);
    PyObject *totals = seat_values(kernel, sums);
    return totals ? Py_BuildValue("lLN", ended, steps, totals) : NULL;
}
