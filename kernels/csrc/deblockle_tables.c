/* Deblockle: an engine from its tables. */
#include "deblockle.h"

#include <stdlib.h>

void deblockle_destroy(Engine *engine) {
    Deblockle *game = (Deblockle *)engine;
    free(game->action_start);
    free(game->action_end);
    free(game->action_turn);
    free(game);
}

static int read_masks(Tables *tables, const char *name, size_t count, uint64_t *out) {
    const int64_t *data = table_ints(tables, name, count);
    for (size_t i = 0; data && i < count; i++) out[i] = (uint64_t)data[i] & (bit(SQUARES) - 1);
    return data != NULL;
}

static int read_actions(Deblockle *game, Tables *tables) {
    int32_t last = game->engine.actions - 1;
    size_t actions = (size_t)game->engine.actions;
    game->action_start = calloc(actions, sizeof(int32_t));
    game->action_end = calloc(actions, sizeof(int32_t));
    game->action_turn = calloc(actions, sizeof(int32_t));
    return game->action_start && game->action_end && game->action_turn &&
           table_copy(tables, "action_start", actions, STEP_PLACE, SQUARES - 1, game->action_start) &&
           table_copy(tables, "action_end", actions, 0, SQUARES - 1, game->action_end) &&
           table_copy(tables, "action_turn", actions, 0, TURNS - 1, game->action_turn) &&
           table_copy(tables, "step_action", SQUARES * SQUARES, 0, last, game->step_action) &&
           table_copy(tables, "place_action", SQUARES * TURNS, 0, last, game->place_action);
}

static int read_planes(Deblockle *game, Tables *tables) {
    int32_t *planes = game->planes;
    if (!table_copy(tables, "planes", PLANE_FACTS, 0, 64, planes)) return 0;
    if (planes[ROLLED_PLANE] >= planes[ALL_PLANES] || planes[GOAL_PLANES] + 2 > planes[ALL_PLANES] ||
        planes[EVEN_PLANES] + 4 > planes[ALL_PLANES])
        return 0;
    game->engine.numbers = planes[ALL_PLANES] * SQUARES;
    return table_copy(tables, "places", 2 * CUBES * 3, 0, game->engine.numbers - 1, game->places) &&
           table_copy(tables, "goals", 2, 0, SQUARES - 1, game->goals);
}

int deblockle_read(Deblockle *game, Tables *tables) {
    const double *weights = table_reals(tables, "evaluation", 2);
    int32_t sizes[2];
    if (!weights || !table_copy(tables, "sizes", 2, 1, 1 << 20, sizes)) return 0;
    game->tempo = weights[0];
    game->spread = weights[1];
    game->engine.actions = sizes[0];
    game->engine.longest = sizes[1];
    return read_actions(game, tables) && table_copy(tables, "hop_rule", 1, OWN_HOPS, BLOCKED_HOPS, game->hop_rule) &&
           read_planes(game, tables) && table_copy(tables, "full_slide", 1, 0, 1, game->full_slide) &&
           table_copy(tables, "faces", 4, 1, FACES - 1, game->faces) &&
           table_copy(tables, "up_face", TURNS, 1, FACES - 1, game->up_face) &&
           table_copy(tables, "rolls", CUBES * 4, -1, CUBES - 1, game->rolls) &&
           table_copy(tables, "rays", SQUARES * 4 * RAY, -1, SQUARES - 1, game->rays) &&
           table_copy(tables, "start_squares", 2 * STARTS, 0, SQUARES - 1, game->start_squares) &&
           table_copy(tables, "turns_home", CUBES, 0, 1000, game->turns_home) &&
           read_masks(tables, "hops", CUBES, game->hops) &&
           read_masks(tables, "reach", FACES * SQUARES, game->reach) &&
           read_masks(tables, "neighbors", SQUARES, game->neighbors) &&
           read_masks(tables, "star_squares", 1, &game->star_squares);
}
