/* The Python type Playouts: play-outs of a game whose other rules stay in Python. */
#include "binding.h"
#include "sagrada.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    Glass *glass;
} PlayoutsObject;

enum { MOST_FACES = ROUND_COUNT * MOST_ROUND_DICE };

static PyObject *playouts_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    const char *name;
    PyObject *mapping;
    OpenTables open;
    if (named && PyDict_Size(named)) {
        PyErr_SetString(PyExc_TypeError, "Playouts takes an engine's name and its tables, both by position");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "sO!", &name, &PyDict_Type, &mapping)) return NULL;
    if (strcmp(name, "sagrada") != 0) {
        PyErr_Format(PyExc_ValueError, "there are no play-outs '%s'; there are those of sagrada", name);
        return NULL;
    }
    if (!open_tables(mapping, &open)) return NULL;
    Glass *glass = glass_new(&open.given);
    close_tables(&open);
    if (!glass) {
        PyErr_SetString(PyExc_ValueError, open.given.error);
        return NULL;
    }
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PlayoutsObject *made = (PlayoutsObject *)alloc(type, 0);
    if (made)
        made->glass = glass;
    else
        free(glass);
    return (PyObject *)made;
}

static void playouts_dealloc(PlayoutsObject *self) {
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    free(self->glass);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static int read_table(const Py_buffer *buffer, uint32_t *state) {
    if (buffer->len == (Py_ssize_t)(TABLE_WORDS * sizeof *state)) {
        memcpy(state, buffer->buf, TABLE_WORDS * sizeof *state);
        if (glass_check(state)) return 1;
    }
    PyErr_SetString(PyExc_ValueError, "these words are not a state of these play-outs; `pack` makes them from a position");
    return 0;
}

static PyObject *scores(PlayoutsObject *self, PyObject *args) {
    Py_buffer buffer, faces;
    uint32_t state[TABLE_WORDS];
    int points[MAX_SEATS], target = 0;
    if (!PyArg_ParseTuple(args, "y*y*", &buffer, &faces)) return NULL;
    int is_read = read_table(&buffer, state);
    if (is_read && faces.len != glass_faces(state)) {
        PyErr_Format(PyExc_ValueError, "the rounds to come need %d dice, not %zd", glass_faces(state), faces.len);
        is_read = 0;
    }
    for (Py_ssize_t i = 0; is_read && i < faces.len; i++) {
        int face = ((const uint8_t *)faces.buf)[i];
        if (face < FACE_LIMIT && (face & 7) && (face & 7) <= MOST_SHADE) continue;
        PyErr_Format(PyExc_ValueError, "%d is not a face of a die", face);
        is_read = 0;
    }
    if (is_read) target = glass_play(self->glass, state, faces.buf, points);
    PyBuffer_Release(&buffer);
    PyBuffer_Release(&faces);
    PyObject *tuple = is_read ? PyTuple_New((Py_ssize_t)state[SEATS_WORD]) : NULL;
    for (uint32_t seat = 0; tuple && seat < state[SEATS_WORD]; seat++)
        PyTuple_SetItem(tuple, seat, PyLong_FromLong(points[seat]));
    return tuple ? Py_BuildValue("Ni", tuple, target) : NULL;
}

static PyObject *payoffs(PlayoutsObject *self, PyObject *args) {
    Py_buffer buffer;
    uint32_t state[TABLE_WORDS];
    uint8_t faces[MOST_FACES];
    int points[MAX_SEATS];
    long count;
    unsigned long long seed;
    double sums[MAX_SEATS] = {0.0}, value[MAX_SEATS];
    if (!PyArg_ParseTuple(args, "y*lK", &buffer, &count, &seed)) return NULL;
    int is_read = read_table(&buffer, state);
    PyBuffer_Release(&buffer);
    if (!is_read) return NULL;
    if (count < 1) {
        PyErr_SetString(PyExc_ValueError, "there must be at least one play-out");
        return NULL;
    }
    Rng rng = {seed};
    int seats = (int)state[SEATS_WORD];
    Py_BEGIN_ALLOW_THREADS
    for (long i = 0; i < count; i++) {
        glass_draw(state, &rng, faces);
        int target = glass_play(self->glass, state, faces, points);
        glass_payoffs(self->glass, state, points, target, value);
        for (int seat = 0; seat < seats; seat++) sums[seat] += value[seat] / count;
    }
    Py_END_ALLOW_THREADS
    PyObject *tuple = PyTuple_New(seats);
    for (int seat = 0; tuple && seat < seats; seat++) PyTuple_SetItem(tuple, seat, PyFloat_FromDouble(sums[seat]));
    return tuple;
}

static PyMethodDef methods[] = {
    {"scores", (PyCFunction)(void (*)(void))scores, METH_VARARGS,
     "Every seat's points and the target of one alone, given the faces of the rounds to come."},
    {"payoffs", (PyCFunction)(void (*)(void))payoffs, METH_VARARGS, "The mean payoffs of so many random play-outs."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Play-outs of a game whose other rules stay in Python, built from tables."},
    {Py_tp_new, playouts_new},
    {Py_tp_dealloc, playouts_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {"boardwright_kernels.Playouts", sizeof(PlayoutsObject), 0, Py_TPFLAGS_DEFAULT, slots};

int add_playouts_type(PyObject *module) {
    PyObject *type = PyType_FromSpec(&spec);
    if (!type) return -1;
    int is_added = PyModule_AddObjectRef(module, "Playouts", type);
    Py_DECREF(type);
    return is_added;
}
