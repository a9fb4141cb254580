/* Blokus: who moves and who won. */
#include "blokus.h"

int blokus_actor(const Engine *engine, const uint32_t *state) {
    const Blokus *game = (const Blokus *)engine;
    int mover = (int)state[MOVER];
    if (mover == game->colors) return -1;
    if (game->seat_of[mover] >= 0) return game->seat_of[mover];
    return (PIECES - __builtin_popcount(const_color(state, mover)[HAND])) % game->engine.seats;
}

static int color_score(const Blokus *game, const uint32_t *color) {
    int left = hand_squares(game, color[HAND]), last = 0;
    int score = game->scoring[0] * (game->all_squares - left) + game->scoring[1] * left;
    if (color[HAND]) return score;
    for (int r = 0; r < SIZE; r++) last += __builtin_popcount(color[LAST + r]);
    return score + game->scoring[2] + (last == 1 ? game->scoring[3] : 0);
}

void blokus_payoffs(const Engine *engine, const uint32_t *state, double *out) {
    const Blokus *game = (const Blokus *)engine;
    int scores[MAX_SEATS] = {0};
    for (int color = 0; color < game->colors; color++)
        if (game->seat_of[color] >= 0) scores[game->seat_of[color]] += color_score(game, const_color(state, color));
    int best = scores[0];
    for (int seat = 1; seat < engine->seats; seat++) best = scores[seat] > best ? scores[seat] : best;
    unsigned winners = 0;
    for (int seat = 0; seat < engine->seats; seat++) winners |= (unsigned)(scores[seat] == best) << seat;
    share_payoffs(engine->seats, winners, out);
}
