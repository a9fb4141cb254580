/* What the two halves of the Blokus engine share: boards as rows of bits, and the tables of a variant.
 *
 * State: the color to move (the number of colors when the game is over); then for every color its hand, whether it
 * passed, the rows of its squares and the rows of the piece it placed last. */
#ifndef BOARDWRIGHT_BLOKUS_H
#define BOARDWRIGHT_BLOKUS_H

#include "engine.h"

enum { SIZE = 20, COLORS = 4, SHAPES = 91, PIECES = 21, CELLS = 5, AROUND = CELLS + 2, DUO_ROWS = 16 };
enum { SMALL = 4, SMALL_SHAPES = 28 }; /* shapes come by size; those of up to four squares are the first */
enum { INPUTS = 16, NEURONS = 32, MOVE_FACTS = 9, STEPS = 4 }; /* of the learned evaluation and the learned priors */
enum { WORTH_ROWS = SIZE + AROUND, MEETING = 12 };
enum { MOVER, FIRST_COLOR };
enum { HAND, PASSED, SQUARES, LAST = SQUARES + SIZE, COLOR_WORDS = LAST + SIZE };

/* Row r of a board is `row[r + 1]`: the rows around it stay empty, so that shifts need no conditions. */
enum { ROWS = SIZE + 1 + CELLS };
typedef struct {
    uint32_t row[ROWS];
} Bits;

/* Compiled twice where the loader can choose: once for any processor, once with wide vectors. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define CLONED __attribute__((target_clones("avx2", "default")))
#else
#define CLONED
#endif
#define INLINE static inline __attribute__((always_inline))

typedef struct {
    int32_t piece, size, height, width;
    int32_t cells[CELLS][2];
    int32_t rest, rest_row, rest_col, cell_row, cell_col; /* a smaller shape and one cell make this one */
    uint32_t corners[AROUND]; /* one row and one column further on: the squares that meet it at a corner */
    int32_t square_at[CELLS], meeting, corner_at[MEETING]; /* of the learned priors: where its squares and those are */
} Shape;

typedef struct {
    Engine engine;
    int32_t size, colors, pass;
    int32_t seat_of[COLORS]; /* -1 for a color that the seats take turns with */
    int32_t starts[COLORS * 2];
    int32_t piece_size[PIECES];
    int32_t scoring[4]; /* a square placed, a square left, the bonus for all pieces, and for the single square last */
    Shape shapes[SHAPES];
    int32_t *action_of; /* by shape, row and column; -1 where it does not fit on the board */
    int32_t *action_shape, *action_row, *action_col;
    int32_t first_of_size[CELLS + 2];   /* shapes come by size; one size more than there are */
    int32_t offsets[SHAPES][CELLS]; /* of play-outs: where each cell of a shape is looked up */
    Bits full;
    int32_t enough, all_squares;
    double early_scale, late_scale;
    uint32_t fives, fours; /* the pieces of five and of four squares */
    int32_t neurons;
    double hidden[NEURONS][INPUTS], output[1 + NEURONS];
    double early[MOVE_FACTS + PIECES], late[MOVE_FACTS + PIECES];
    Bits inner, middle;
} Blokus;

/* Where every shape fits: rows of anchors, and how many there are. Shapes not in hand have none. */
typedef struct {
    uint32_t rows[SHAPES][SIZE];
    int count[SHAPES];
    int total;
} Anchors;

INLINE uint32_t *color_of(uint32_t *state, int color) {
    return state + FIRST_COLOR + color * COLOR_WORDS;
}

INLINE const uint32_t *const_color(const uint32_t *state, int color) {
    return state + FIRST_COLOR + color * COLOR_WORDS;
}

INLINE int is_out(const uint32_t *color) {
    return color[PASSED] || !color[HAND];
}

INLINE int count_bits(const Bits *bits) {
    int count = 0;
    for (int r = 1; r <= SIZE; r++) count += __builtin_popcount(bits->row[r]);
    return count;
}

INLINE void load(const uint32_t *rows, Bits *out) {
    out->row[0] = 0;
    for (int r = 0; r < SIZE; r++) out->row[r + 1] = rows[r];
    for (int r = SIZE + 1; r < ROWS; r++) out->row[r] = 0;
}

/* The squares edge to edge with a set, and those that meet it at a corner only. */
INLINE void surroundings(const Bits *bits, const Bits *full, Bits *beside, Bits *corners) {
    Bits sides = {{0}};
    *beside = *corners = sides;
    for (int r = 1; r <= SIZE; r++) sides.row[r] = bits->row[r] << 1 | bits->row[r] >> 1;
    for (int r = 1; r <= SIZE; r++) {
        uint32_t own = bits->row[r];
        uint32_t edges = (sides.row[r] | bits->row[r - 1] | bits->row[r + 1]) & ~own & full->row[r];
        beside->row[r] = edges;
        corners->row[r] = (sides.row[r - 1] | sides.row[r + 1]) & full->row[r] & ~own & ~edges;
    }
}

/* Where a color may go, and the squares of which it must cover one, whether they are free or not. */
INLINE void outlook(const Blokus *game, const uint32_t *state, int color, const Bits *taken, Bits *free, Bits *corners) {
    Bits squares, beside;
    uint32_t placed = 0;
    load(const_color(state, color) + SQUARES, &squares);
    surroundings(&squares, &game->full, &beside, corners);
    *free = (Bits){{0}};
    for (int r = 1; r <= SIZE; r++) {
        placed |= squares.row[r];
        free->row[r] = game->full.row[r] & ~(taken->row[r] | beside.row[r]);
    }
    if (!placed) corners->row[game->starts[color * 2] + 1] = (uint32_t)1 << game->starts[color * 2 + 1];
}

INLINE void taken_by_all(const Blokus *game, const uint32_t *state, Bits *taken) {
    *taken = (Bits){{0}};
    for (int color = 0; color < game->colors; color++) {
        const uint32_t *rows = const_color(state, color) + SQUARES;
        for (int r = 0; r < SIZE; r++) taken->row[r + 1] |= rows[r];
    }
}

INLINE int hand_squares(const Blokus *game, uint32_t hand) {
    int squares = 0;
    for (; hand; hand &= hand - 1) squares += game->piece_size[__builtin_ctz(hand)];
    return squares;
}

/* blokus_playout.c */
void blokus_prepare_playouts(Blokus *game);
int32_t blokus_playout_move(const Engine *engine, const uint32_t *state, Rng *rng, int32_t *room);

/* blokus_value.c */
int blokus_actor(const Engine *engine, const uint32_t *state);
void blokus_payoffs(const Engine *engine, const uint32_t *state, double *out);

/* blokus_planes.c */
void blokus_observe(const Engine *engine, const uint32_t *state, int seat, float *out);

/* blokus_learned.c */
int blokus_read_learned(Blokus *game, Tables *tables);
void blokus_evaluate(const Engine *engine, const uint32_t *state, double *out);
void blokus_judge(const Engine *engine, const uint32_t *state, const uint32_t *end, double *out);
void blokus_priors(const Engine *engine, const uint32_t *state, const int32_t *moves, int count, double *out);

#endif
