/* What the parts of the Mage Duel engine share: the state, and the tables of a variant.
 *
 * State: whose turn it is and what is left to draw, then the board as bytes. The nodes of a city or road (one edge of one
 * cell each) all bear the number of its smallest node as their label; its points and open edges are kept under that
 * number. So equal boards have equal states, in whatever order their tiles were laid. */
#ifndef BOARDWRIGHT_MAGE_DUEL_H
#define BOARDWRIGHT_MAGE_DUEL_H

#include "engine.h"

enum { GRID = 64, NODES = 4 * GRID, SLOTS = 32, TILE_TYPES = 24, TILE_LAYS = 4 * TILE_TYPES, FRAMES = 256, KINDS = 2 };
enum { NOBODY = 2, NO_REASON = 0, EXHAUSTED, FULL_BOARD, DOUBLE_SKIP };
enum { VOID_CELL = 2 * TILE_LAYS, CITY_FACE = 1, ROAD_FACE, FIELD_FACE };
enum {
    ACTOR,
    LAST_SIDE,
    LAST_SKIPPED,
    DRAWING,
    REASON,
    TOP,
    JOKERS,
    FILLED = JOKERS + 2,
    LEFT,
    DECK,
    BORDER = DECK + TILE_TYPES / 4,
    CELL = BORDER + SLOTS / 4,
    FRAME = CELL + GRID / 4,
    LABEL = FRAME + GRID / 4,
    OPEN = LABEL + NODES / 4,
    POINTS = OPEN + NODES / 4, /* Blue's in the lower half of the word, Red's in the upper one */
    DUEL_WORDS = POINTS + NODES
};

typedef struct {
    int32_t kind, count, edges[4];
} Group;

/* What a learned neuron adds to the value; the order of its numbers is that of the table. */
enum { ODD_FACTS = 18, EVEN_FACTS = 10, NEURONS = 12 };
typedef struct {
    double odd[ODD_FACTS], even[EVEN_FACTS], bias, output;
} Neuron;

typedef struct {
    Engine engine;
    int32_t joker_price, end_on_full_board;
    int32_t node_points[1 + KINDS];
    int32_t faces[TILE_LAYS][4];
    int32_t across[GRID][4]; /* the node that an edge touches, or ~slot at the border */
    Group groups[TILE_LAYS][4];
    int32_t group_count[TILE_LAYS];
    int32_t fit_start[FRAMES + 1], *fitting;  /* by frame, the lays that fit */
    char names[TILE_TYPES][OUTCOME_TEXT];
    uint8_t turns[TILE_TYPES][FRAMES];        /* by tile and frame, a bit for each rotation that fits */
    int32_t key_count[FRAMES], key_lays[FRAMES][2]; /* by frame, the lays of a joker worth searching */
    double grip, flexible, certain;
    Neuron neurons[NEURONS];
} Duel;

static inline uint8_t *bytes_at(uint32_t *state, int word) {
    return (uint8_t *)(state + word);
}

static inline const uint8_t *const_bytes(const uint32_t *state, int word) {
    return (const uint8_t *)(state + word);
}

static inline int side_points(uint32_t points, int side) {
    return side ? (int)(points >> 16) : (int)(points & 0xFFFF);
}

static inline int node_kind(const Duel *duel, const uint8_t *cells, int node) {
    return duel->faces[cells[node >> 2] % TILE_LAYS][node & 3];
}

/* mage_duel_value.c */
void duel_evaluate(const Engine *engine, const uint32_t *state, double *out);
void duel_payoffs(const Engine *engine, const uint32_t *state, double *out);
void duel_priors(const Engine *engine, const uint32_t *state, const int32_t *moves, int count, double *out);
int32_t duel_playout_move(const Engine *engine, const uint32_t *state, Rng *rng, int32_t *room);
/* The placements of jokers worth searching: at the city with most points that is still open. */
int duel_key_jokers(const Duel *duel, const uint32_t *state, int32_t *out);
/* Settles a structure: more points take all of them. */
void duel_contest(uint32_t *points);

/* What the contest of a structure will probably add to the margin. */
double duel_won(int points, int blue, int red, double loose);

/* mage_duel_learned.c: Blue's prospects, between -1 and 1. */
double duel_learned_value(const Duel *duel, const uint32_t *state);

/* mage_duel_planes.c */
enum { DUEL_NUMBERS = (30 + 2 * TILE_TYPES + 6) * GRID };
void duel_observe(const Engine *engine, const uint32_t *state, int seat, float *out);

/* mage_duel_tables.c */
int duel_read_tables(Duel *duel, Tables *tables);

#endif
