/* One state of a game that is played move by move: states and masks are bytes, which never change. */
#include "binding.h"

#include <string.h>

/* The state that an argument holds; 0 and an error if it is none. */
static int given_state(const KernelObject *kernel, PyObject *given, uint32_t *state) {
    Py_buffer buffer;
    if (PyObject_GetBuffer(given, &buffer, PyBUF_SIMPLE) < 0) return 0;
    int is_read = read_state(kernel, &buffer, state);
    PyBuffer_Release(&buffer);
    return is_read;
}

static PyObject *mask_of(const KernelObject *kernel, const uint32_t *state) {
    const Engine *engine = kernel->engine;
    PyObject *mask = PyBytes_FromStringAndSize(NULL, engine->actions);
    int32_t *room = mask ? PyMem_Malloc((size_t)engine->actions * sizeof *room) : NULL;
    if (!room) {
        Py_XDECREF(mask);
        return PyErr_NoMemory();
    }
    write_mask(engine, state, room, (uint8_t *)PyBytes_AsString(mask));
    PyMem_Free(room);
    return mask;
}

PyObject *kernel_mask(KernelObject *kernel, PyObject *given) {
    uint32_t state[MAX_WORDS];
    return given_state(kernel, given, state) ? mask_of(kernel, state) : NULL;
}

static int too_few(Py_ssize_t count, Py_ssize_t wanted) {
    if (count == wanted) return 0;
    PyErr_Format(PyExc_TypeError, "there are %zd arguments, but %zd are needed", count, wanted);
    return 1;
}

PyObject *kernel_observe(KernelObject *kernel, PyObject *const *args, Py_ssize_t count) {
    uint32_t state[MAX_WORDS];
    const Engine *engine = kernel->engine;
    if (too_few(count, 2) || !given_state(kernel, args[0], state)) return NULL;
    long seat = PyLong_AsLong(args[1]);
    if (seat == -1 && PyErr_Occurred()) return NULL;
    if (seat < 0 || seat >= engine->seats) {
        PyErr_Format(PyExc_ValueError, "there is no seat %ld", seat);
        return NULL;
    }
    Py_ssize_t bytes = engine->numbers * (Py_ssize_t)sizeof(float);
    PyObject *numbers = PyByteArray_FromStringAndSize(NULL, bytes);
    if (!numbers) return NULL;
    float *out = (float *)(void *)PyByteArray_AsString(numbers);
    memset(out, 0, (size_t)bytes);
    engine->observe(engine, state, (int)seat, out);
    return numbers;
}

/* Draws until a seat is to move or the game is over, by the seed; 0 and an error if it is not one. */
static int draw_from(const Engine *engine, uint32_t *state, PyObject *seed, int64_t *draws) {
    char *bytes;
    Py_ssize_t length;
    if (!engine->weights) return 1;
    if (PyBytes_AsStringAndSize(seed, &bytes, &length) < 0) return 0;
    if (length != SEED_BYTES) {
        PyErr_Format(PyExc_ValueError, "a seed has %d bytes, not %zd", SEED_BYTES, length);
        return 0;
    }
    while (engine->actor(engine, state) == CHANCE)
        engine->step(engine, state, fair_outcome(engine, state, (const uint8_t *)bytes, (*draws)++));
    return 1;
}

PyObject *kernel_turn(KernelObject *kernel, PyObject *const *args, Py_ssize_t count) {
    uint32_t state[MAX_WORDS];
    const Engine *engine = kernel->engine;
    char *mask;
    Py_ssize_t length;
    if (too_few(count, 5) || !given_state(kernel, args[0], state) || PyBytes_AsStringAndSize(args[1], &mask, &length) < 0)
        return NULL;
    long action = PyLong_AsLong(args[2]);
    int64_t draws = PyLong_AsLongLong(args[4]);
    if (PyErr_Occurred()) return NULL;
    if (length != engine->actions || action < 0 || action >= length || !mask[action]) {
        PyErr_Format(PyExc_ValueError, "move %ld is not marked in the mask", action);
        return NULL;
    }
    engine->step(engine, state, (int32_t)action);
    if (!draw_from(engine, state, args[3], &draws)) return NULL;
    PyObject *next = PyBytes_FromStringAndSize((const char *)state, kernel->words * (Py_ssize_t)sizeof *state);
    PyObject *legal = next ? mask_of(kernel, state) : NULL;
    if (!legal) {
        Py_XDECREF(next);
        return NULL;
    }
    return Py_BuildValue("NNiL", next, legal, engine->actor(engine, state), (long long)draws);
}
