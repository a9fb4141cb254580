/* Blokus: what self-play taught, as `boardwright.games.blokus.learned` describes it: the squares that a color will still
 * place, from a small network over facts that are counted on the board, and how good moves look before they are tried. */
#include "blokus.h"

#include <math.h>
#include <string.h>

/* The squares within 0, 1, ... steps from the open corners of a color; none if it makes no more moves. */
typedef struct {
    Bits step[STEPS + 1];
} Reach;

INLINE void reach_of(const Blokus *game, const uint32_t *state, int color, const Bits *taken, Reach *out) {
    Bits free;
    memset(out, 0, sizeof *out);
    if (is_out(const_color(state, color))) return;
    outlook(game, state, color, taken, &free, &out->step[0]);
    for (int r = 0; r < ROWS; r++) out->step[0].row[r] &= free.row[r];
    for (int step = 0; step < STEPS; step++) {
        const uint32_t *from = out->step[step].row;
        uint32_t *to = out->step[step + 1].row;
        for (int r = 1; r <= SIZE; r++)
            to[r] = from[r] | ((from[r] << 1 | from[r] >> 1 | from[r - 1] | from[r + 1]) & free.row[r]);
    }
}

INLINE int count_without(const Bits *bits, const Bits *others) {
    int count = 0;
    for (int r = 1; r <= SIZE; r++) count += __builtin_popcount(bits->row[r] & ~others->row[r]);
    return count;
}

/* The facts about one color; the colors of other seats are its opponents. */
INLINE void inputs(const Blokus *game, const uint32_t *state, int color, const Reach *reaches, double *out) {
    Bits near = {{0}}, far = {{0}};
    const Bits *own = reaches[color].step;
    for (int other = 0; other < game->colors; other++) {
        if (game->seat_of[other] >= 0 && game->seat_of[other] == game->seat_of[color]) continue;
        for (int r = 1; r <= SIZE; r++) {
            near.row[r] |= reaches[other].step[2].row[r];
            far.row[r] |= reaches[other].step[4].row[r];
        }
    }
    uint32_t hand = const_color(state, color)[HAND];
    int pieces = __builtin_popcount(hand);
    int fives = __builtin_popcount(hand & game->fives), fours = __builtin_popcount(hand & game->fours);
    out[0] = 1.0;
    out[1] = hand_squares(game, hand);
    out[2] = pieces;
    out[3] = count_bits(own);
    out[4] = count_bits(own + 1);
    out[5] = count_bits(own + 2);
    out[6] = count_bits(own + 4);
    out[7] = count_without(own + 4, &far);
    out[8] = count_without(own + 2, &near);
    out[9] = count_without(own + 2, &far);
    out[10] = count_without(own, &near);
    out[11] = count_without(&near, own + 4);
    out[12] = fives;
    out[13] = fours;
    out[14] = pieces - fives - fours;
    out[15] = color == (int)state[MOVER];
}

INLINE double share(const Blokus *game, const double *facts) {
    double out = game->output[0];
    for (int neuron = 0; neuron < game->neurons; neuron++) {
        double total = 0.0;
        for (int i = 0; i < INPUTS; i++) total += facts[i] * game->hidden[neuron][i];
        out += game->output[1 + neuron] * (total / (1.0 + fabs(total)));
    }
    return 0.5 + 0.5 * (out / (1.0 + fabs(out)));
}

/* The lead that is worth about three quarters of a win: the fewer squares are left to place, the less it takes. */
static double scale_of(const Blokus *game, const uint32_t *state) {
    int left = 0;
    for (int color = 0; color < game->colors; color++)
        if (!is_out(const_color(state, color))) left += hand_squares(game, const_color(state, color)[HAND]);
    double share = (double)left / (game->colors * game->all_squares);
    return game->late_scale + (game->early_scale - game->late_scale) * share;
}

/* What each seat's lead in squares is worth. */
static void value_leads(const Blokus *game, const double *squares, double scale, double *out) {
    int seats = game->engine.seats;
    for (int seat = 0; seat < seats; seat++) {
        double most = -INFINITY, sum = 0.0;
        for (int other = 0; other < seats; other++) {
            if (other == seat) continue;
            most = fmax(most, squares[other]);
            sum += squares[other];
        }
        out[seat] = tanh((squares[seat] - (most + sum / (seats - 1)) / 2) / scale);
    }
}

CLONED void blokus_evaluate(const Engine *engine, const uint32_t *state, double *out) {
    const Blokus *game = (const Blokus *)engine;
    double prospects[MAX_SEATS] = {0.0}, facts[INPUTS];
    Bits taken;
    Reach reaches[COLORS];
    taken_by_all(game, state, &taken);
    for (int color = 0; color < game->colors; color++) reach_of(game, state, color, &taken, reaches + color);
    for (int color = 0; color < game->colors; color++) {
        int seat = game->seat_of[color], left = hand_squares(game, const_color(state, color)[HAND]);
        if (seat < 0) continue;
        prospects[seat] += game->all_squares - left;
        if (is_out(const_color(state, color))) continue;
        inputs(game, state, color, reaches, facts);
        prospects[seat] += left * share(game, facts);
    }
    value_leads(game, prospects, scale_of(game, state), out);
}

/* By how far a play-out was won is more informative than by whom, and a lead is worth what it is before the play-out,
 * because random moves decide little. */
void blokus_judge(const Engine *engine, const uint32_t *state, const uint32_t *end, double *out) {
    const Blokus *game = (const Blokus *)engine;
    double placed[MAX_SEATS] = {0.0};
    for (int color = 0; color < game->colors; color++)
        if (game->seat_of[color] >= 0)
            placed[game->seat_of[color]] += game->all_squares - hand_squares(game, const_color(end, color)[HAND]);
    value_leads(game, placed, scale_of(game, state), out);
}

/* The sets of squares that the facts of moves are counted on. */
typedef struct {
    Bits hostile_corners, hostile_near, contact, corners, free, beyond;
    double fullness;
} Maps;

INLINE void draw_maps(const Blokus *game, const uint32_t *state, Maps *out) {
    int mover = (int)state[MOVER];
    Bits taken, near = {{0}}, squares, beside, around;
    Reach reach;
    memset(out, 0, sizeof *out);
    taken_by_all(game, state, &taken);
    for (int color = 0; color < game->colors; color++) {
        if (color == mover) continue;
        reach_of(game, state, color, &taken, &reach);
        load(const_color(state, color) + SQUARES, &squares);
        surroundings(&squares, &game->full, &beside, &around);
        for (int r = 1; r <= SIZE; r++) {
            out->hostile_corners.row[r] |= reach.step[0].row[r];
            near.row[r] |= reach.step[2].row[r];
            out->contact.row[r] |= beside.row[r];
        }
    }
    outlook(game, state, mover, &taken, &out->free, &around);
    reach_of(game, state, mover, &taken, &reach);
    for (int r = 1; r <= SIZE; r++) {
        out->hostile_near.row[r] = near.row[r] & ~out->hostile_corners.row[r];
        out->corners.row[r] = around.row[r] & out->free.row[r];
        out->free.row[r] &= ~around.row[r];
        out->beyond.row[r] = ~reach.step[2].row[r];
    }
    out->fullness = (double)count_bits(&taken) / count_bits(&game->full);
}

/* What a placement is worth is the sum of what its squares and the corners it opens are worth. Row 0 and column 0 lie
 * outside the board. */
typedef struct {
    double square[WORTH_ROWS * WORTH_ROWS], corner[WORTH_ROWS * WORTH_ROWS], fact[MOVE_FACTS + PIECES];
} Worths;

INLINE void add_worth(const Bits *map, double worth, double *out) {
    for (int r = 1; r <= SIZE; r++)
        for (uint32_t bits = map->row[r]; bits; bits &= bits - 1) out[r * WORTH_ROWS + 1 + __builtin_ctz(bits)] += worth;
}

INLINE void find_worths(const Blokus *game, const uint32_t *state, Worths *out) {
    Maps maps;
    draw_maps(game, state, &maps);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < MOVE_FACTS + PIECES; i++)
        out->fact[i] = game->early[i] + maps.fullness * (game->late[i] - game->early[i]);
    const Bits *covered[MOVE_FACTS] = {
        [1] = &maps.hostile_corners, [2] = &maps.hostile_near, [3] = &maps.contact,
        [4] = &maps.corners,         [7] = &game->inner,       [8] = &game->middle,
    };
    for (int i = 0; i < MOVE_FACTS; i++)
        if (covered[i]) add_worth(covered[i], out->fact[i], out->square);
    add_worth(&maps.free, out->fact[5], out->corner);
    for (int r = 1; r <= SIZE; r++) maps.beyond.row[r] &= maps.free.row[r];
    add_worth(&maps.beyond, out->fact[6], out->corner);
}

INLINE double promise(const Worths *worths, const Shape *shape, int top, int left) {
    const double *square = worths->square + top * WORTH_ROWS + left, *corner = worths->corner + top * WORTH_ROWS + left;
    double total = worths->fact[MOVE_FACTS + shape->piece] + shape->size * worths->fact[0];
    for (int i = 0; i < shape->size; i++) total += square[shape->square_at[i]];
    for (int i = 0; i < shape->meeting; i++) total += corner[shape->corner_at[i]];
    return total;
}

CLONED void blokus_priors(const Engine *engine, const uint32_t *state, const int32_t *moves, int count, double *out) {
    const Blokus *game = (const Blokus *)engine;
    Worths worths;
    if ((int)state[MOVER] < game->colors) find_worths(game, state, &worths);
    for (int i = 0; i < count; i++) {
        const Shape *shape = game->shapes + game->action_shape[moves[i]];
        out[i] = 0.0;
        if (moves[i] != game->pass)
            out[i] = promise(&worths, shape, game->action_row[moves[i]], game->action_col[moves[i]]);
    }
}

/* Building */

static int read_center(Tables *tables, const char *name, Bits *out) {
    int32_t rows[SIZE];
    if (!table_copy(tables, name, SIZE, 0, (1 << SIZE) - 1, rows)) return 0;
    for (int r = 0; r < SIZE; r++) out->row[r + 1] = (uint32_t)rows[r];
    return 1;
}

/* Where a shape at the upper left looks up its squares and corners. */
static int find_places(Shape *shape) {
    for (int i = 0; i < shape->size; i++)
        shape->square_at[i] = (shape->cells[i][0] + 1) * WORTH_ROWS + shape->cells[i][1] + 1;
    for (int r = 0; r < AROUND; r++)
        for (uint32_t bits = shape->corners[r]; bits; bits &= bits - 1) {
            if (shape->meeting == MEETING) return 0;
            shape->corner_at[shape->meeting++] = r * WORTH_ROWS + __builtin_ctz(bits);
        }
    return 1;
}

int blokus_read_learned(Blokus *game, Tables *tables) {
    int32_t facts[2], pieces[2];
    if (!table_copy(tables, "net_sizes", 2, 1, NEURONS, facts) || facts[0] != INPUTS) return 0;
    if (!table_copy(tables, "fives_fours", 2, 0, (1 << PIECES) - 1, pieces)) return 0;
    game->neurons = facts[1];
    game->fives = (uint32_t)pieces[0];
    game->fours = (uint32_t)pieces[1];
    const double *hidden = table_reals(tables, "hidden", (size_t)game->neurons * INPUTS);
    const double *output = table_reals(tables, "output", (size_t)game->neurons + 1);
    const double *early = table_reals(tables, "early", MOVE_FACTS + PIECES);
    const double *late = table_reals(tables, "late", MOVE_FACTS + PIECES);
    if (!hidden || !output || !early || !late) return 0;
    for (int i = 0; i < SHAPES; i++)
        if (!find_places(game->shapes + i)) return 0;
    memcpy(game->hidden, hidden, (size_t)game->neurons * INPUTS * sizeof *hidden);
    memcpy(game->output, output, ((size_t)game->neurons + 1) * sizeof *output);
    memcpy(game->early, early, sizeof game->early);
    memcpy(game->late, late, sizeof game->late);
    return read_center(tables, "inner", &game->inner) && read_center(tables, "middle", &game->middle);
}
