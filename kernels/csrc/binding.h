/* The Python types: a kernel, which holds an engine, and a search over it. Stable ABI of Python 3.11 and later. */
#ifndef BOARDWRIGHT_BINDING_H
#define BOARDWRIGHT_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine.h"

typedef struct {
    PyObject_HEAD
    Engine *engine;
    int words, actions, seats;
} KernelObject;

enum { MOST_TABLES = 64 };

/* The tables of a mapping, with the buffers that hold them. */
typedef struct {
    Table tables[MOST_TABLES];
    Py_buffer buffers[MOST_TABLES];
    Tables given;
} OpenTables;

/* Opens every table of a mapping from names to buffers; 0 and an error if that is not possible. */
int open_tables(PyObject *mapping, OpenTables *open);
void close_tables(OpenTables *open);

/* Copies a state and checks it; 0 and a ValueError if it is not a state of this kernel. */
int read_state(const KernelObject *kernel, const Py_buffer *buffer, uint32_t *state);
/* Whether the kernel evaluates states; 0 and a ValueError if only Python does. */
int can_judge(const KernelObject *kernel);
/* One number a seat. */
PyObject *seat_values(const KernelObject *kernel, const double *values);

/* batch.c: one byte for every move, 1 where it is legal; `room` is for `actions` moves */
void write_mask(const Engine *engine, const uint32_t *state, int32_t *room, uint8_t *mask);

/* single.c: one state, move by move */
PyObject *kernel_mask(KernelObject *kernel, PyObject *given);
PyObject *kernel_observe(KernelObject *kernel, PyObject *const *args, Py_ssize_t count);
PyObject *kernel_turn(KernelObject *kernel, PyObject *const *args, Py_ssize_t count);

/* batch.c: many states by one call, without the interpreter's lock */
PyObject *kernel_write_masks(KernelObject *kernel, PyObject *args);
PyObject *kernel_step_many(KernelObject *kernel, PyObject *args);
PyObject *kernel_write_observations(KernelObject *kernel, PyObject *args);
PyObject *kernel_random_actions(KernelObject *kernel, PyObject *args);
PyObject *kernel_playouts(KernelObject *kernel, PyObject *args);

/* playouts_type.c */
int add_playouts_type(PyObject *module);

/* search_type.c */
int add_search_type(PyObject *module);
PyObject *kernel_search(KernelObject *kernel, PyObject *args);

#endif
