/* Observations of Sagrada: a row of numbers in the order of the Python encoding. */
#include "sagrada_rules.h"

#include <string.h>

enum { DIE_NUMBERS = HUES + 1, WINDOW_NUMBERS = 2 + PANES * DIE_NUMBERS };
enum { SEAT_NUMBERS = 2 * PANES * DIE_NUMBERS + PANES + HUES + 4 + OFFERED * WINDOW_NUMBERS + OFFERED };

int sagrada_numbers(const Sagrada *game) {
    int room = room_of(game);
    return 9 + (room + 1 + room * LAST_ROUND) * DIE_NUMBERS + LAST_ROUND + 4 * game->card_count + game->public_count +
           game->engine.seats * SEAT_NUMBERS;
}

static float *write_die(float *out, int die) {
    if (die) {
        out[hue_of(die)] = 1.0f;
        out[HUES] = (float)(shade_of(die) / 6.0);
    }
    return out + DIE_NUMBERS;
}

static float *write_dice(float *out, const uint16_t *dice, int count, int room) {
    for (int i = 0; i < count && i < room; i++) write_die(out + i * DIE_NUMBERS, dice[i]);
    return out + room * DIE_NUMBERS;
}

static float *write_progress(const Sagrada *game, const Draft *draft, float *out) {
    int is_over = draft->round > LAST_ROUND, is_drawn = 1;
    for (int seat = 0; seat < game->engine.seats; seat++) is_drawn &= draft->window[seat] != 0;
    if (is_over || draft->round || is_drawn || !draft->waiting)
        out[is_over ? 3 : draft->round ? 1 : is_drawn ? 2 : 0] = 1.0f;
    out[4] = (float)((is_over ? LAST_ROUND : draft->round) / 10.0);
    out[5] = (float)(draft->turn / 8.0);
    out[6] = draft->orders && !is_over && is_second_turn(draft);
    out[7] = draft->placed;
    out[8] = draft->used;
    return out + 9;
}

static float *write_cards(const Sagrada *game, const Draft *draft, float *out) {
    for (int i = 0; i < game->card_count; i++, out += 4) {
        int id = game->cards[i].id, place = place_of(draft->tool, draft->tools, id);
        if (place < 0) continue;
        double favor = draft->points[place] / 32.0;
        out[0] = 1.0f;
        out[1] = (float)(favor > 1.0 ? 1.0 : favor);
        out[2] = draft->active == id;
        out[3] = draft->passive == id;
    }
    for (int i = 0; i < game->public_count; i++) *out++ = place_of(draft->public, draft->publics, game->goals[i].id) >= 0;
    return out;
}

static float *write_pattern(const Sagrada *game, int window, float *out) {
    for (int cell = 0; window && cell < PANES; cell++) {
        int wanted = game->wanted[window - 1][cell];
        float *numbers = out + cell * DIE_NUMBERS;
        if (wanted > HUES)
            numbers[HUES] = (float)((wanted - HUES) / 6.0);
        else if (wanted)
            numbers[wanted - 1] = 1.0f;
    }
    return out + PANES * DIE_NUMBERS;
}

static float *write_moved(const Draft *draft, int seat, float *out) {
    for (int i = 0; i < draft->moves && seat == seat_on_turn(draft); i++)
        for (int cell = 0; cell < PANES; cell++)
            if (draft->frame[seat][cell] && draft->frame[seat][cell] >> 3 == draft->moved[i] >> 3) out[cell] = 1.0f;
    return out + PANES;
}

static int may_act(const Draft *draft, int seat) {
    if (draft->waiting || draft->round > LAST_ROUND) return 0;
    return draft->round ? seat_on_turn(draft) == seat : !draft->choice[seat];
}

static float *write_seat(const Sagrada *game, const Draft *draft, int seat, int is_open, float *out) {
    int score = sagrada_points(game, draft, seat, is_open), favor = draft->favor[seat], offers = 0;
    out = write_dice(out, draft->frame[seat], PANES, PANES);
    out = write_pattern(game, draft->window[seat], out);
    out = write_moved(draft, seat, out);
    for (int i = 0; is_open && i < draft->secrets[seat]; i++) out[draft->secret[seat][i] - FIRST_SECRET] = 1.0f;
    out += HUES;
    *out++ = (float)((favor > 6 ? 6 : favor) / 6.0);
    *out++ = (float)((score < 0 ? 0 : score > 100 ? 100 : score) / 100.0);
    *out++ = may_act(draft, seat);
    *out++ = draft->choice[seat] || draft->window[seat];
    for (; !draft->round && offers < draft->offers[seat]; offers++) {
        int window = draft->offer[seat][offers];
        out[offers * WINDOW_NUMBERS] = 1.0f;
        out[offers * WINDOW_NUMBERS + 1] = (float)(game->difficulty[window - 1] / 6.0);
        write_pattern(game, window, out + offers * WINDOW_NUMBERS + 2);
    }
    out += OFFERED * WINDOW_NUMBERS;
    if (is_open && offers && draft->choice[seat]) out[draft->choice[seat] - 1] = 1.0f;
    return out + OFFERED;
}

void sagrada_observe(const Engine *engine, const uint32_t *state, int seat, float *out) {
    const Sagrada *game = (const Sagrada *)engine;
    Match match;
    memcpy(&match, state, sizeof match);
    const Draft *draft = &match.now;
    int room = room_of(game), seats = engine->seats;
    out = write_progress(game, draft, out);
    out = write_dice(out, draft->pool, draft->pools, room);
    out = write_die(out, draft->picked);
    out = write_dice(out, draft->track, draft->tracks, room * LAST_ROUND);
    for (int i = 0; i < draft->slots; i++) out[i] = (float)(draft->slot[i] / (double)room);
    out = write_cards(game, draft, out + LAST_ROUND);
    for (int step = 0; step < seats; step++) {
        int one = (seat + step) % seats;
        out = write_seat(game, draft, one, draft->round > LAST_ROUND || one == seat, out);
    }
}
