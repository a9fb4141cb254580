/* Sagrada: what the conditions of commands ask and what their instructions do. The order of both is that of Python. */
#include "sagrada_rules.h"

#include <string.h>

enum { GREATER, SMALLER, EQUAL };
enum { CONSTANT, POOL_SIZE, TRACK_SIZE };
enum { ON_TRACK, MOVED, IN_POOL };
enum { INCREASE, DECREASE, FLIP, NO_CONSTRAINT };

/* Conditions */

static int compare(int comparison, int left, int right, int is_strict) {
    if (comparison == GREATER) return is_strict ? left > right : left >= right;
    return comparison == SMALLER ? left < right : left == right;
}

static int cell_at(int row, int column) {
    return row >= 0 && row < PANE_ROWS && column >= 0 && column < PANE_COLUMNS ? row * PANE_COLUMNS + column : -1;
}

static int feature_of(int die, int feature) {
    return feature ? shade_of(die) : hue_of(die);
}

static int any_die(const uint16_t *frame) {
    for (int cell = 0; cell < PANES; cell++)
        if (frame[cell]) return 1;
    return 0;
}

static int is_border(const Sagrada *game, int cell) {
    int neighbors = 0;
    while (game->around[cell][neighbors] >= 0) neighbors++;
    return neighbors < 8;
}

static int touches(const Sagrada *game, const uint16_t *frame, int cell) {
    for (const int8_t *other = game->around[cell]; *other >= 0; other++)
        if (frame[*other]) return 1;
    return 0;
}

/* Whether a die fits on a cell by the chosen rules. */
static int fits(const Sagrada *game, const Draft *draft, const uint16_t *frame, int die, int cell, const int32_t *chosen) {
    int window = draft->window[seat_on_turn(draft)], wanted = window ? game->wanted[window - 1][cell] : 0;
    if (chosen[0] && !touches(game, frame, cell) && (!is_border(game, cell) || any_die(frame))) return 0;
    if (chosen[1] && wanted && wanted <= HUES && wanted - 1 != hue_of(die)) return 0;
    if (chosen[2] && wanted > HUES && wanted - HUES != shade_of(die)) return 0;
    for (const int8_t *other = game->beside[cell]; *other >= 0; other++) {
        int beside = frame[*other];
        if (!beside) continue;
        if ((chosen[1] && hue_of(beside) == hue_of(die)) || (chosen[2] && shade_of(beside) == shade_of(die))) return 0;
    }
    return 1;
}

static int fits_after_move(const Sagrada *game, const Draft *draft, const int32_t *args, const int32_t *chosen) {
    int start = cell_at(args[0], args[1]), target = cell_at(args[2], args[3]);
    uint16_t frame[PANES];
    memcpy(frame, draft->frame[seat_on_turn(draft)], sizeof frame);
    if (start < 0 || target < 0 || !frame[start]) return 0;
    int die = frame[start];
    frame[start] = 0;
    return fits(game, draft, frame, die, target, chosen);
}

static int shares(const Draft *draft, const int32_t *given, const int32_t *args) {
    const uint16_t *dice = given[1] == ON_TRACK ? draft->track : given[1] == MOVED ? draft->moved : draft->pool;
    int count = given[1] == ON_TRACK ? draft->tracks : given[1] == MOVED ? draft->moves : draft->pools;
    int cell = cell_at(args[0], args[1]), die = cell < 0 ? 0 : draft->frame[seat_on_turn(draft)][cell];
    if (!count) return given[2];
    for (int i = 0; die && i < count; i++)
        if (feature_of(dice[i], given[0]) == feature_of(die, given[0])) return 1;
    return 0;
}

static int was_not_moved(const Draft *draft, const int32_t *args) {
    int cell = cell_at(args[0], args[1]), die = cell < 0 ? 0 : draft->frame[seat_on_turn(draft)][cell];
    for (int i = 0; die && i < draft->moves; i++)
        if (draft->moved[i] >> 3 == die >> 3) return 0;
    return 1;
}

static int can_pay(const Draft *draft, int card) {
    int place = place_of(draft->tool, draft->tools, card);
    return place >= 0 && draft->favor[seat_on_turn(draft)] >= (draft->points[place] ? 2 : 1);
}

static int is_inside(const int32_t *args, int arity) {
    for (int i = 0; i < arity; i++)
        if (args[i] < 0 || args[i] >= (i % 2 ? PANE_COLUMNS : PANE_ROWS)) return 0;
    return 1;
}

static int is_free(const Draft *draft, const int32_t *given, const int32_t *args) {
    int cell = cell_at(args[given[0]], args[given[1]]);
    return cell >= 0 && (draft->frame[seat_on_turn(draft)][cell] == 0) == given[2];
}

static int is_apart(const Sagrada *game, const Draft *draft, int cell) {
    const uint16_t *frame = draft->frame[seat_on_turn(draft)];
    return cell >= 0 && !touches(game, frame, cell) && (is_border(game, cell) || any_die(frame));
}

int sagrada_holds(const Sagrada *game, const Draft *draft, const Code *condition, const int32_t *args) {
    const int32_t *given = condition->given;
    int size, cell, place;
    switch (condition->code) {
    case ARG_COMPARISON:
        size = given[2] == POOL_SIZE ? draft->pools : given[2] == TRACK_SIZE ? draft->tracks : given[3];
        return compare(given[1], args[given[0]], size, 0);
    case DIE_PICKED: return !!draft->picked == given[0] || (given[1] && draft->passive && !draft->active);
    case SHADE_COMPARISON: return draft->picked && compare(given[0], shade_of(draft->picked), given[1], 1);
    case FAVOR_POINTS_CHECK: return can_pay(draft, args[0] + 1);
    case TOOL_NOT_ACTIVATED: return !draft->used;
    case TOOL_NOT_ACTIVE: return !draft->active;
    case DIE_PLACED: return draft->placed == given[0];
    case FIRST_TURN: return is_second_turn(draft) != given[0];
    case SHARE: return shares(draft, given, args);
    case FREE_SLOT: return is_free(draft, given, args);
    case MOVE_RULE_CHECK: return fits_after_move(game, draft, args, given);
    case NOT_DIE_ALREADY_MOVED: return was_not_moved(draft, args);
    case NUM_OF_DICE_MOVED: return compare(given[0], draft->moves, given[1], 0);
    case PLACING_RULE_CHECK:
        cell = cell_at(args[0], args[1]);
        return cell >= 0 && draft->picked && fits(game, draft, draft->frame[seat_on_turn(draft)], draft->picked, cell, given);
    case VALID_COORDINATES: return is_inside(args, given[0]);
    case NOT_ADJACENT: return is_apart(game, draft, cell_at(args[given[0]], args[given[1]]));
    case PAYS_WITH_COLOR:
        place = args[given[0]];
        return place >= 0 && place < draft->pools && hue_of(draft->pool[place]) == given[1];
    default: return 0;
    }
}

/* Instructions */

static int is_bag_empty(const Draft *draft) {
    for (int hue = 0; hue < HUES; hue++)
        if (bag_of(draft, hue)) return 0;
    return 1;
}

void sagrada_begin_round(const Sagrada *game, Draft *draft) {
    int seats = game->engine.seats;
    draft->round++;
    draft->turn = 0;
    draft->orders = (uint16_t)(2 * seats);
    for (int i = 0; i < 2 * seats; i++) {
        int step = i < seats ? i : 2 * seats - 1 - i;
        draft->order[i] = (uint16_t)((draft->round - 1 + step) % seats);
    }
    draft->waiting = is_bag_empty(draft) ? WAIT_NOT : WAIT_DIE;
}

static void end_turn(const Sagrada *game, Draft *draft) {
    draft->turn++;
    draft->placed = draft->used = draft->undo = draft->active = draft->passive = draft->moves = 0;
    memset(draft->moved, 0, sizeof draft->moved);
    if (draft->turn < draft->orders) return;
    uint16_t fit = draft->pools;
    if (fit > ALL_DICE - draft->tracks) fit = (uint16_t)(ALL_DICE - draft->tracks);
    memcpy(draft->track + draft->tracks, draft->pool, fit * sizeof *draft->pool);
    draft->tracks = (uint16_t)(draft->tracks + fit);
    if (draft->slots < LAST_ROUND) draft->slot[draft->slots++] = draft->pools;
    draft->pools = 0;
    memset(draft->pool, 0, sizeof draft->pool);
    if (draft->round == LAST_ROUND)
        draft->round++;
    else
        sagrada_begin_round(game, draft);
}

static void die_to_pool(Draft *draft) {
    if (draft->picked && draft->pools < POOL_ROOM) draft->pool[draft->pools++] = draft->picked;
    draft->picked = 0;
}

void sagrada_give_up(const Sagrada *game, Draft *draft) {
    die_to_pool(draft);
    end_turn(game, draft);
}

static void take_out(uint16_t *row, uint16_t *count, int place) {
    if (place < 0 || place >= *count) return;
    memmove(row + place, row + place + 1, (size_t)(*count - place - 1) * sizeof *row);
    row[--*count] = 0;
}

static void take_two_turns(Draft *draft) {
    int now = draft->turn, seat = draft->order[now], later = now + 1;
    while (later < draft->orders && draft->order[later] != seat) later++;
    if (later == draft->orders) return;
    memmove(draft->order + now + 2, draft->order + now + 1, (size_t)(later - now - 1) * sizeof *draft->order);
    draft->order[now + 1] = (uint16_t)seat;
}

static void swap_from_track(Draft *draft, int place) {
    if (place < 0 || place >= draft->tracks) return;
    uint16_t found = draft->track[place];
    draft->track[place] = draft->picked;
    draft->picked = found;
}

static void return_to_bag(Draft *draft) {
    int hue = hue_of(draft->picked), bit = (draft->picked >> 3) / HUES;
    draft->bag[hue][bit / 16] |= (uint16_t)(1 << bit % 16);
    draft->picked = 0;
}

static void set_shade(Draft *draft, int way, const int32_t *args) {
    int shade = shade_of(draft->picked);
    int wanted = way == INCREASE ? shade + 1 : way == DECREASE ? shade - 1 : way == FLIP ? 7 - shade : args[0] + 1;
    draft->picked = (uint16_t)((draft->picked & ~7) | (wanted & 7));
}

static void pay(Draft *draft, int card) {
    int place = place_of(draft->tool, draft->tools, card), seat = seat_on_turn(draft);
    if (place < 0) return;
    uint16_t price = draft->points[place] ? 2 : 1;
    draft->points[place] = (uint16_t)(draft->points[place] + price);
    draft->favor[seat] = (uint16_t)(draft->favor[seat] - price);
}

static void move_die(Draft *draft, const int32_t *args) {
    uint16_t *frame = draft->frame[seat_on_turn(draft)];
    int start = cell_at(args[0], args[1]), target = cell_at(args[2], args[3]);
    if (start < 0 || target < 0) return;
    if (draft->moves < MOVED_ROOM) draft->moved[draft->moves++] = frame[start];
    frame[target] = frame[start];
    frame[start] = 0;
}

static void pay_with_die(Draft *draft, int card, int place) {
    take_out(draft->pool, &draft->pools, place);
    int at = place_of(draft->tool, draft->tools, card);
    uint16_t count = draft->tools;
    take_out(draft->points, &count, at);
    take_out(draft->tool, &draft->tools, at);
}

static void place_die(Draft *draft, const int32_t *args) {
    int cell = cell_at(args[0], args[1]);
    if (cell >= 0) draft->frame[seat_on_turn(draft)][cell] = draft->picked;
    draft->picked = 0;
    draft->placed = 1;
}

static void pick_from_pool(Draft *draft, int place) {
    if (place < 0 || place >= draft->pools) return;
    draft->picked = draft->pool[place];
    take_out(draft->pool, &draft->pools, place);
}

static void activate(Draft *draft, int card, int is_active) {
    draft->used = 1;
    draft->passive = (uint16_t)card;
    if (is_active) draft->active = (uint16_t)card;
}

static void change(const Sagrada *game, Draft *draft, const Code *code, const int32_t *args) {
    const int32_t *given = code->given;
    switch (code->code) {
    case ADVANCE_GAME: end_turn(game, draft); break;
    case RE_ROLL_POOL:
        draft->rolled = 0;
        if (draft->pools) draft->waiting = WAIT_REROLL;
        break;
    case SWAP_FROM_ROUND_TRACK: swap_from_track(draft, args[0]); break;
    case TAKE_TWO_TURNS: take_two_turns(draft); break;
    case PICK_DIE_FROM_DICE_BAG: draft->waiting = is_bag_empty(draft) ? WAIT_NOT : WAIT_BAG; break;
    case PICK_DIE_FROM_DICE_POOL: pick_from_pool(draft, args[0]); break;
    case PLACE_DIE: place_die(draft, args); break;
    case RETURN_DIE_TO_DICE_BAG: return_to_bag(draft); break;
    case ROLL_DIE: draft->waiting = WAIT_ROLL; break;
    case SET_SHADE_OF_PICKED_DIE: set_shade(draft, given[0], args); break;
    case MANAGE_FAVOR_POINTS: pay(draft, args[0] + 1); break;
    case ACTIVATE_TOOL: activate(draft, given[0], given[1]); break;
    case TEAR_DOWN:
        if (given[0] < 0 || sagrada_holds(game, draft, game->conditions + given[0], args)) draft->active = draft->passive = 0;
        break;
    case TEAR_DOWN_PASSIVE_TOOLS:
        draft->passive = 0;
        die_to_pool(draft);
        break;
    case MOVE_DIE: move_die(draft, args); break;
    case PAY_WITH_DIE: pay_with_die(draft, given[0], args[1]); break;
    default: break;
    }
}

void sagrada_go_on(const Sagrada *game, Draft *draft, int rule, const int32_t *args, int index) {
    const CommandRule *command = game->rules + rule;
    draft->then = draft->then_index = 0;
    memset(draft->then_args, 0, sizeof draft->then_args);
    for (int i = command->first + index; i < command->last; i++) {
        change(game, draft, game->changes + i, args);
        if (!draft->waiting) continue;
        draft->then = (uint16_t)(rule + 1);
        draft->then_index = (uint16_t)(i - command->first + 1);
        for (int arg = 0; arg < command->arity; arg++) draft->then_args[arg] = (uint16_t)args[arg];
        return;
    }
}
