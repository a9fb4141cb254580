/* What the two halves of the Deblockle engine share.
 *
 * State: phase, active seat, rolled square (SQUARES if none), cubes at the beginning of both seats, number of cubes,
 * number of thrown faces, thrown faces, cubes in board order. A cube is (seat * 49 + square) * 24 + turn. */
#ifndef BOARDWRIGHT_DEBLOCKLE_H
#define BOARDWRIGHT_DEBLOCKLE_H

#include "engine.h"

enum { ROW = 7, SQUARES = 49, TURNS = 24, SIDE = SQUARES * TURNS, CUBES = 2 * SIDE, THROWN = 8, STARTS = 4, RAY = 6, FACES = 7 };
enum { PHASE, ACTIVE, ROLLED, BEGAN, COUNT = BEGAN + 2, THROWS, FIRST_THROW, BOARD = FIRST_THROW + THROWN };
enum { WORDS = BOARD + SQUARES };
enum { PLACE, ROLL, HOP, END };
enum { OWN_HOPS, ANY_HOPS, BLOCKED_HOPS };
enum { STEP_PASS = -1, STEP_PLACE = -2 };
enum { ROLLED_PLANE, GOAL_PLANES, EVEN_PLANES, WAITING_PLANES, ALL_PLANES, PLANE_FACTS };

typedef struct {
    Engine engine;
    int32_t hop_rule[1], full_slide[1];
    int32_t faces[4]; /* star, stop, slide, hoops */
    int32_t up_face[TURNS];
    int32_t rolls[CUBES * 4]; /* the cube after a roll in each direction, or -1 */
    int32_t rays[SQUARES * 4 * RAY];
    int32_t start_squares[2 * STARTS];
    int32_t step_action[SQUARES * SQUARES], place_action[SQUARES * TURNS];
    int32_t *action_start, *action_end, *action_turn;
    int32_t turns_home[CUBES];
    uint64_t hops[CUBES], reach[FACES * SQUARES], neighbors[SQUARES], star_squares;
    double tempo, spread;
    int32_t planes[PLANE_FACTS];      /* where groups of planes begin, and how many there are */
    int32_t places[2 * CUBES * 3];    /* by seat and cube, the numbers that its three visible faces mark */
    int32_t goals[2];                 /* the square where the cubes of a seat leave the board */
} Deblockle;

static inline uint64_t bit(int square) {
    return (uint64_t)1 << square;
}

/* deblockle_tables.c: fills an engine; 0 and an error in `tables` if one is missing or wrong. */
int deblockle_read(Deblockle *game, Tables *tables);
void deblockle_destroy(Engine *engine);

/* deblockle_planes.c */
void deblockle_observe(const Engine *engine, const uint32_t *state, int seat, float *out);

#endif
