/* Sagrada: what windows are worth, and who wins. */
#include "sagrada_rules.h"

#include <string.h>

enum { DIAGONALS, DIFFERENCE, SET };

static int value_of(int die, int feature) {
    return feature ? shade_of(die) : hue_of(die);
}

static int same_at_corners(const Sagrada *game, const Goal *goal, const uint16_t *frame) {
    int count = 0;
    for (int cell = 0; cell < PANES; cell++) {
        if (!frame[cell]) continue;
        for (const int8_t *other = game->corners[cell]; *other >= 0; other++)
            if (frame[*other] && value_of(frame[*other], goal->feature) == value_of(frame[cell], goal->feature)) {
                count++;
                break;
            }
    }
    return count;
}

static int full_lines(const Goal *goal, const uint16_t *frame) {
    int lines = goal->place ? PANE_COLUMNS : PANE_ROWS, size = goal->place ? PANE_ROWS : PANE_COLUMNS, count = 0;
    for (int line = 0; line < lines; line++) {
        uint32_t seen = 0;
        int found = 0;
        for (; found < size; found++) {
            int die = frame[goal->place ? found * PANE_COLUMNS + line : line * PANE_COLUMNS + found];
            uint32_t mark = 1u << value_of(die, goal->feature);
            if (!die || seen & mark) break;
            seen |= mark;
        }
        count += found == size;
    }
    return count;
}

static int sets(const Goal *goal, const uint16_t *frame) {
    int counts[8] = {0}, least = PANES;
    for (int cell = 0; cell < PANES; cell++)
        if (frame[cell]) counts[value_of(frame[cell], goal->feature)]++;
    for (int i = 0; i < goal->values; i++)
        if (counts[goal->value[i]] < least) least = counts[goal->value[i]];
    return least;
}

static int goal_points(const Sagrada *game, const Goal *goal, const uint16_t *frame) {
    if (goal->type == DIAGONALS) return goal->worth * same_at_corners(game, goal, frame);
    return goal->worth * (goal->type == DIFFERENCE ? full_lines(goal, frame) : sets(goal, frame));
}

static int secret_points(const Draft *draft, int seat) {
    int best = 0;
    for (int i = 0; i < draft->secrets[seat]; i++) {
        int sum = 0;
        for (int cell = 0; cell < PANES; cell++) {
            int die = draft->frame[seat][cell];
            if (die && hue_of(die) == draft->secret[seat][i] - FIRST_SECRET) sum += shade_of(die);
        }
        if (sum > best) best = sum;
    }
    return best;
}

int sagrada_points(const Sagrada *game, const Draft *draft, int seat, int is_open) {
    const uint16_t *frame = draft->frame[seat];
    int points = is_open ? secret_points(draft, seat) : 0, empty = 0;
    for (int cell = 0; cell < PANES; cell++) empty += !frame[cell];
    for (int i = 0; i < draft->publics; i++)
        for (int goal = 0; goal < game->public_count; goal++)
            if (game->goals[goal].id == draft->public[i]) points += goal_points(game, game->goals + goal, frame);
    return points - empty * (game->engine.seats == 1 ? 3 : 1) + draft->favor[seat];
}

static int at_least_zero(int points) {
    return points > 0 ? points : 0;
}

/* Ties go to more private points, then to more favor points, then to the later place in the order. */
static int is_better(const Sagrada *game, const Draft *draft, int seat, int other) {
    int first = draft->order[0], seats = game->engine.seats;
    int own[4] = {at_least_zero(sagrada_points(game, draft, seat, 1)), secret_points(draft, seat), draft->favor[seat],
                  (seat - first + seats) % seats};
    int others[4] = {at_least_zero(sagrada_points(game, draft, other, 1)), secret_points(draft, other), draft->favor[other],
                     (other - first + seats) % seats};
    for (int i = 0; i < 4; i++)
        if (own[i] != others[i]) return own[i] > others[i];
    return 0;
}

void sagrada_payoffs(const Engine *engine, const uint32_t *state, double *out) {
    const Sagrada *game = (const Sagrada *)engine;
    Match match;
    memcpy(&match, state, sizeof match);
    const Draft *draft = &match.now;
    if (engine->seats == 1) {
        int target = 0;
        for (int i = 0; i < draft->tracks; i++) target += shade_of(draft->track[i]);
        out[0] = at_least_zero(sagrada_points(game, draft, 0, 1)) > target ? 1.0 : -1.0;
        return;
    }
    int best = 0;
    for (int seat = 1; seat < engine->seats; seat++)
        if (is_better(game, draft, seat, best)) best = seat;
    share_payoffs(engine->seats, 1u << best, out);
}
