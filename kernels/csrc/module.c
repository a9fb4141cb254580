/* The extension module `boardwright_kernels._kernels` and its type Kernel. */
#include "binding.h"

#include <stddef.h>
#include <structmember.h>
#include <string.h>

int read_state(const KernelObject *kernel, const Py_buffer *buffer, uint32_t *state) {
    Py_ssize_t bytes = kernel->words * (Py_ssize_t)sizeof *state;
    if (buffer->len != bytes) {
        PyErr_Format(PyExc_ValueError, "a state of this kernel has %zd bytes, not %zd", bytes, buffer->len);
        return 0;
    }
    memcpy(state, buffer->buf, (size_t)bytes);
    if (kernel->engine->check(kernel->engine, state)) return 1;
    PyErr_SetString(PyExc_ValueError, "these words are not a state of this kernel; `pack` makes them from a position");
    return 0;
}

int can_judge(const KernelObject *kernel) {
    if (kernel->engine->evaluate) return 1;
    PyErr_SetString(PyExc_ValueError, "this kernel has no evaluation: only Python judges positions of its game");
    return 0;
}

PyObject *seat_values(const KernelObject *kernel, const double *values) {
    PyObject *tuple = PyTuple_New(kernel->seats);
    for (int seat = 0; tuple && seat < kernel->seats; seat++) {
        PyObject *value = PyFloat_FromDouble(values[seat]);
        if (!value || PyTuple_SetItem(tuple, seat, value) < 0) {
            Py_DECREF(tuple);
            return NULL;
        }
    }
    return tuple;
}

/* Reads the one state that is the only argument. */
static int only_state(KernelObject *kernel, PyObject *args, uint32_t *state) {
    Py_buffer buffer;
    if (!PyArg_ParseTuple(args, "y*", &buffer)) return 0;
    int is_read = read_state(kernel, &buffer, state);
    PyBuffer_Release(&buffer);
    return is_read;
}

typedef int (*Lister)(const Engine *, const uint32_t *, int32_t *);

static PyObject *listed(KernelObject *kernel, const uint32_t *state, Lister lister) {
    int32_t *moves = PyMem_Malloc((size_t)kernel->actions * sizeof *moves);
    if (!moves) return PyErr_NoMemory();
    int count = lister(kernel->engine, state, moves);
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromLong(moves[i]);
        if (!number || PyList_SetItem(list, i, number) < 0) Py_CLEAR(list);
    }
    PyMem_Free(moves);
    return list;
}

static PyObject *kernel_moves(KernelObject *kernel, PyObject *args) {
    uint32_t state[MAX_WORDS];
    return only_state(kernel, args, state) ? listed(kernel, state, kernel->engine->legal) : NULL;
}

static PyObject *kernel_candidates(KernelObject *kernel, PyObject *args) {
    uint32_t state[MAX_WORDS];
    return only_state(kernel, args, state) ? listed(kernel, state, kernel->engine->candidates) : NULL;
}

static PyObject *kernel_actor(KernelObject *kernel, PyObject *args) {
    uint32_t state[MAX_WORDS];
    if (!only_state(kernel, args, state)) return NULL;
    int actor = kernel->engine->actor(kernel->engine, state);
    if (actor < 0) Py_RETURN_NONE;
    return PyLong_FromLong(actor);
}

static PyObject *kernel_payoffs(KernelObject *kernel, PyObject *args) {
    uint32_t state[MAX_WORDS];
    double values[MAX_SEATS];
    if (!only_state(kernel, args, state)) return NULL;
    if (kernel->engine->actor(kernel->engine, state) != GAME_OVER) Py_RETURN_NONE;
    kernel->engine->payoffs(kernel->engine, state, values);
    return seat_values(kernel, values);
}

static PyObject *kernel_evaluate(KernelObject *kernel, PyObject *args) {
    uint32_t state[MAX_WORDS];
    double values[MAX_SEATS];
    if (!can_judge(kernel) || !only_state(kernel, args, state)) return NULL;
    int is_over = kernel->engine->actor(kernel->engine, state) == GAME_OVER;
    (is_over ? kernel->engine->payoffs : kernel->engine->evaluate)(kernel->engine, state, values);
    return seat_values(kernel, values);
}

/* Reads a state and one of its legal moves. */
static int state_and_move(KernelObject *kernel, PyObject *args, uint32_t *state, int *action) {
    Py_buffer buffer;
    if (!PyArg_ParseTuple(args, "y*i", &buffer, action)) return 0;
    int is_read = read_state(kernel, &buffer, state), is_legal = 0;
    PyBuffer_Release(&buffer);
    if (!is_read) return 0;
    int32_t *moves = PyMem_Malloc((size_t)kernel->actions * sizeof *moves);
    if (!moves) {
        PyErr_NoMemory();
        return 0;
    }
    int count = kernel->engine->legal(kernel->engine, state, moves);
    for (int i = 0; i < count; i++) is_legal |= moves[i] == *action;
    PyMem_Free(moves);
    if (!is_legal) PyErr_Format(PyExc_ValueError, "move %d is not legal here; `moves` lists the %d legal ones", *action, count);
    return is_legal;
}

static PyObject *kernel_step(KernelObject *kernel, PyObject *args) {
    uint32_t state[MAX_WORDS];
    int action;
    if (!state_and_move(kernel, args, state, &action)) return NULL;
    kernel->engine->step(kernel->engine, state, action);
    return PyBytes_FromStringAndSize((const char *)state, kernel->words * (Py_ssize_t)sizeof *state);
}

static PyObject *kernel_prior(KernelObject *kernel, PyObject *args) {
    uint32_t state[MAX_WORDS];
    int action;
    double prior;
    if (!can_judge(kernel) || !state_and_move(kernel, args, state, &action)) return NULL;
    kernel->engine->priors(kernel->engine, state, &action, 1, &prior);
    return PyFloat_FromDouble(prior);
}

static PyObject *kernel_is_chance(KernelObject *kernel, PyObject *args) {
    uint32_t state[MAX_WORDS];
    if (!only_state(kernel, args, state)) return NULL;
    return PyBool_FromLong(kernel->engine->actor(kernel->engine, state) == CHANCE);
}

static PyObject *kernel_take(KernelObject *kernel, PyObject *args) {
    Py_buffer buffer;
    uint32_t state[MAX_WORDS];
    int outcome;
    if (!PyArg_ParseTuple(args, "y*i", &buffer, &outcome)) return NULL;
    int is_read = read_state(kernel, &buffer, state);
    PyBuffer_Release(&buffer);
    if (!is_read) return NULL;
    if (kernel->engine->actor(kernel->engine, state) != CHANCE || outcome < 0 || outcome >= kernel->engine->outcomes) {
        PyErr_Format(PyExc_ValueError, "chance does not bring %d here", outcome);
        return NULL;
    }
    kernel->engine->step(kernel->engine, state, outcome);
    return PyBytes_FromStringAndSize((const char *)state, kernel->words * (Py_ssize_t)sizeof *state);
}

static PyObject *kernel_playout_move(KernelObject *kernel, PyObject *args) {
    Py_buffer buffer;
    uint32_t state[MAX_WORDS];
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "y*K", &buffer, &seed)) return NULL;
    int is_read = read_state(kernel, &buffer, state);
    PyBuffer_Release(&buffer);
    if (!is_read) return NULL;
    if (kernel->engine->actor(kernel->engine, state) < 0) {
        PyErr_SetString(PyExc_ValueError, "nobody is to move here");
        return NULL;
    }
    int32_t *room = PyMem_Malloc((size_t)kernel->actions * sizeof *room);
    if (!room) return PyErr_NoMemory();
    Rng rng = {seed};
    int32_t move = kernel->engine->playout_move(kernel->engine, state, &rng, room);
    PyMem_Free(room);
    return PyLong_FromLong(move);
}

/* Making and ending */

static Engine *build(const char *name, Tables *tables) {
    if (strcmp(name, "deblockle") == 0) return deblockle_engine(tables);
    if (strcmp(name, "blokus") == 0) return blokus_engine(tables);
    if (strcmp(name, "mage_duel") == 0) return mage_duel_engine(tables);
    if (strcmp(name, "sagrada") == 0) return sagrada_engine(tables);
    PyErr_Format(PyExc_ValueError, "there is no engine '%s'; there are blokus, deblockle, mage_duel and sagrada", name);
    return NULL;
}

int open_tables(PyObject *mapping, OpenTables *open) {
    PyObject *name, *data;
    Py_ssize_t place = 0;
    open->given = (Tables){open->tables, 0, "a table does not fit the others, or memory ran out"};
    while (PyDict_Next(mapping, &place, &name, &data)) {
        size_t count = open->given.count;
        Table *table = open->tables + count;
        if (count == MOST_TABLES) PyErr_Format(PyExc_ValueError, "there are more than %d tables", MOST_TABLES);
        if (PyErr_Occurred() || !(table->name = PyUnicode_AsUTF8AndSize(name, NULL)) ||
            PyObject_GetBuffer(data, open->buffers + count, PyBUF_SIMPLE) < 0) {
            close_tables(open);
            return 0;
        }
        table->data = open->buffers[count].buf;
        table->bytes = (size_t)open->buffers[count].len;
        open->given.count++;
    }
    return 1;
}

void close_tables(OpenTables *open) {
    for (size_t i = 0; i < open->given.count; i++) PyBuffer_Release(open->buffers + i);
}

static PyObject *kernel_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    const char *name;
    PyObject *mapping;
    OpenTables open;
    if (named && PyDict_Size(named)) {
        PyErr_SetString(PyExc_TypeError, "Kernel takes an engine's name and its tables, both by position");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "sO!", &name, &PyDict_Type, &mapping)) return NULL;
    if (!open_tables(mapping, &open)) return NULL;
    Engine *engine = build(name, &open.given);
    close_tables(&open);
    if (!engine) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, open.given.error);
        return NULL;
    }
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    KernelObject *kernel = (KernelObject *)alloc(type, 0);
    if (!kernel) {
        engine->destroy(engine);
        return NULL;
    }
    kernel->engine = engine;
    kernel->words = engine->words;
    kernel->actions = engine->actions;
    kernel->seats = engine->seats;
    return (PyObject *)kernel;
}

static void kernel_dealloc(KernelObject *kernel) {
    PyTypeObject *type = Py_TYPE((PyObject *)kernel);
    if (kernel->engine) kernel->engine->destroy(kernel->engine);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(kernel);
    Py_DECREF(type);
}

#define METHOD(name, text) {#name, (PyCFunction)(void (*)(void))kernel_##name, METH_VARARGS, text}

static PyMethodDef kernel_methods[] = {
    METHOD(actor, "The seat to move; None when the game is over."),
    METHOD(moves, "The legal moves in the order of the Python rules."),
    METHOD(candidates, "The moves that deep search looks at."),
    METHOD(step, "The state after a legal move."),
    METHOD(prior, "How good a legal move looks before it is tried."),
    METHOD(payoffs, "Each seat's payoff; None while the game goes on."),
    METHOD(evaluate, "How good the state looks to each seat, from -1 to 1."),
    METHOD(is_chance, "Whether an outcome of chance comes first."),
    METHOD(take, "The state after an outcome of chance."),
    METHOD(playout_move, "A move of a play-out."),
    METHOD(playouts, "Plays on at random, several times; returns games that ended, steps, and the sum of payoffs."),
    METHOD(search, "A tree search from this state."),
    {"mask", (PyCFunction)(void (*)(void))kernel_mask, METH_O, "One byte for every move: 1 where it is legal."},
    {"observe", (PyCFunction)(void (*)(void))kernel_observe, METH_FASTCALL, "What a seat sees."},
    {"turn", (PyCFunction)(void (*)(void))kernel_turn, METH_FASTCALL,
     "A move and the draws that follow: the state, its mask, the seat to move, and how many outcomes were drawn."},
    METHOD(write_masks, "Writes one byte for every move of every state: 1 where it is legal."),
    METHOD(step_many, "One move in every state, in place; writes masks, payoffs and what is over, and returns how many games are."),
    METHOD(write_observations, "Writes the seat to act in every state and what it sees."),
    METHOD(random_actions, "Writes a random legal move for every state, -1 where nobody is to move."),
    {NULL, NULL, 0, NULL},
};

static PyMemberDef kernel_members[] = {
    {"words", T_INT, offsetof(KernelObject, words), READONLY, "32-bit words in a state."},
    {"actions", T_INT, offsetof(KernelObject, actions), READONLY, "Size of the numbering of moves."},
    {"seats", T_INT, offsetof(KernelObject, seats), READONLY, "How many play."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_doc, "The compiled rules of one variant of a game, built from tables."},
    {Py_tp_new, kernel_new},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_methods, kernel_methods},
    {Py_tp_members, kernel_members},
    {0, NULL},
};

static PyType_Spec kernel_spec = {
    "boardwright_kernels.Kernel", sizeof(KernelObject), 0, Py_TPFLAGS_DEFAULT, kernel_slots,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_kernels", "Compiled rules and tree search.", -1, NULL, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernels(void) {
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    PyObject *kernel = PyType_FromSpec(&kernel_spec);
    if (!kernel || PyModule_AddObjectRef(module, "Kernel", kernel) < 0 ||
        add_playouts_type(module) < 0 || add_search_type(module) < 0)
        Py_CLEAR(module);
    Py_XDECREF(kernel);
    return module;
}
