/* The Python type Search. */
#include "binding.h"

#include "search.h"

typedef struct {
    PyObject_HEAD
    PyObject *kernel; /* keeps the engine alive */
    Search *search;
    int is_running;
} SearchObject;

enum { SLICE = 4096 }; /* iterations between two looks for signals such as Ctrl-C */

static PyTypeObject *search_type;

static int is_open(const KernelObject *kernel, const uint32_t *state) {
    if (kernel->engine->actor(kernel->engine, state) >= 0) return 1;
    PyErr_SetString(PyExc_ValueError, "the game is over: there is nothing to search");
    return 0;
}

static int is_legal(const Search *search) {
    int count = search->engine->legal(search->engine, search->root, search->moves);
    for (int i = 0; i < count; i++)
        if (search->moves[i] == search->only) return 1;
    return 0;
}

PyObject *kernel_search(KernelObject *kernel, PyObject *args) {
    Py_buffer buffer;
    uint32_t state[MAX_WORDS];
    double exploration;
    unsigned long long seed;
    int only = -1;
    if (!can_judge(kernel)) return NULL;
    if (!PyArg_ParseTuple(args, "y*dK|i", &buffer, &exploration, &seed, &only)) return NULL;
    int is_read = read_state(kernel, &buffer, state);
    PyBuffer_Release(&buffer);
    if (!is_read) return NULL;
    if (!is_open(kernel, state)) return NULL;
    Search *search = search_new(kernel->engine, state, exploration, seed, only);
    if (!search) return PyErr_NoMemory();
    if (only >= 0 && !is_legal(search)) {
        search_free(search);
        PyErr_Format(PyExc_ValueError, "%d is not the number of a legal move", only);
        return NULL;
    }
    allocfunc alloc = (allocfunc)PyType_GetSlot(search_type, Py_tp_alloc);
    SearchObject *made = (SearchObject *)alloc(search_type, 0);
    if (!made) {
        search_free(search);
        return NULL;
    }
    made->kernel = Py_NewRef((PyObject *)kernel);
    made->search = search;
    return (PyObject *)made;
}

static void search_dealloc(SearchObject *self) {
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    search_free(self->search);
    Py_XDECREF(self->kernel);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static int is_free(const SearchObject *self) {
    if (!self->is_running) return 1;
    PyErr_SetString(PyExc_RuntimeError, "this search is running in another thread");
    return 0;
}

static PyObject *run(SearchObject *self, PyObject *args) {
    long iterations;
    double seconds;
    int has_more = 1;
    if (!PyArg_ParseTuple(args, "ld", &iterations, &seconds) || !is_free(self)) return NULL;
    self->is_running = 1;
    search_begin(self->search, iterations, seconds);
    while (has_more && PyErr_CheckSignals() == 0) {
        Py_BEGIN_ALLOW_THREADS
        has_more = search_continue(self->search, SLICE);
        Py_END_ALLOW_THREADS
    }
    self->is_running = 0;
    return PyErr_Occurred() ? NULL : PyLong_FromLong(self->search->made);
}

static PyObject *moves(SearchObject *self, PyObject *Py_UNUSED(args)) {
    if (!is_free(self)) return NULL;
    const Node *root = self->search->nodes;
    int tried = self->search->used ? root->tried : 0;
    PyObject *list = PyList_New(tried);
    for (int i = 0; list && i < tried; i++) {
        const Node *child = self->search->nodes + root->branches[i].child;
        PyObject *entry = Py_BuildValue("iid", root->branches[i].action, child->visits, child->total / child->visits);
        if (!entry || PyList_SetItem(list, i, entry) < 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *values(SearchObject *self, PyObject *Py_UNUSED(args)) {
    if (!is_free(self)) return NULL;
    const Search *search = self->search;
    PyObject *tuple = PyTuple_New(search->engine->seats);
    for (int seat = 0; tuple && seat < search->engine->seats; seat++) {
        double mean = search->evaluations ? search->sums[seat] / search->evaluations : 0.0;
        PyObject *value = PyFloat_FromDouble(mean);
        if (!value || PyTuple_SetItem(tuple, seat, value) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *move_root(SearchObject *self, PyObject *args) {
    Py_buffer buffer;
    uint32_t state[MAX_WORDS];
    unsigned long long seed;
    KernelObject *kernel = (KernelObject *)self->kernel;
    if (!PyArg_ParseTuple(args, "y*K", &buffer, &seed)) return NULL;
    int is_read = read_state(kernel, &buffer, state) && is_free(self) && is_open(kernel, state);
    PyBuffer_Release(&buffer);
    if (!is_read) return NULL;
    int is_kept = search_move_root(self->search, state, seed);
    return is_kept < 0 ? PyErr_NoMemory() : PyBool_FromLong(is_kept);
}

static PyMethodDef methods[] = {
    {"run", (PyCFunction)(void (*)(void))run, METH_VARARGS,
     "Iterates until the budget is spent or no move can overtake the first; returns how many iterations were made."},
    {"moves", (PyCFunction)(void (*)(void))moves, METH_NOARGS, "The moves tried: number, visits and mean value."},
    {"values", (PyCFunction)(void (*)(void))values, METH_NOARGS, "The mean value of all iterations for each seat."},
    {"move_root", (PyCFunction)(void (*)(void))move_root, METH_VARARGS,
     "Goes on from a state that lies ahead, keeping what is known of it; False if that is nothing."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A tree search from one state; `Kernel.search` makes it."},
    {Py_tp_dealloc, search_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {
    "boardwright_kernels.Search", sizeof(SearchObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots,
};

int add_search_type(PyObject *module) {
    search_type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (!search_type) return -1;
    return PyModule_AddObjectRef(module, "Search", (PyObject *)search_type);
}
