/* Sagrada: the rules from their tables. */
#include "sagrada_rules.h"

#include <stdlib.h>
#include <string.h>

enum { RULE_WORDS = 6 + MOST_ARGS + 2 + MOST_ARGS + 1, TOOL_WORDS = 4 + MOST_OPENED, GOAL_WORDS = 6 + SET_VALUES };

void sagrada_destroy(Engine *engine) {
    Sagrada *game = (Sagrada *)engine;
    free(game->conditions);
    free(game->changes);
    free(game->values);
    free(game->numbers);
    free(game->action_word);
    free(game->action_arity);
    free(game->action_args);
    free(game);
}

static int32_t *copied(Tables *tables, const char *name, size_t count, int64_t low, int64_t high) {
    int32_t *numbers = calloc(count + 1, sizeof *numbers);
    if (numbers && table_copy(tables, name, count, low, high, numbers)) return numbers;
    free(numbers);
    return NULL;
}

static Code *read_codes(Tables *tables, const char *name, size_t count) {
    int32_t *words = copied(tables, name, count * CODE_WORDS, -1, 1000);
    Code *codes = words ? calloc(count + 1, sizeof *codes) : NULL;
    for (size_t i = 0; codes && i < count; i++) {
        codes[i].code = words[i * CODE_WORDS];
        memcpy(codes[i].given, words + i * CODE_WORDS + 1, sizeof codes[i].given);
    }
    free(words);
    return codes;
}

/* Whether the arguments that a condition names are there. */
static int check_condition(const Code *condition) {
    int code = condition->code, first = condition->given[0], second = condition->given[1];
    int names_two = code == FREE_SLOT || code == NOT_ADJACENT;
    if (code < 0 || code > PAYS_WITH_COLOR || (names_two && (second < 0 || second >= MOST_ARGS))) return 0;
    return !(names_two || code == ARG_COMPARISON || code == PAYS_WITH_COLOR) || (first >= 0 && first < MOST_ARGS);
}

static int check_change(const Sagrada *game, const Code *change) {
    if (change->code < 0 || change->code > PAY_WITH_DIE) return 0;
    return change->code != TEAR_DOWN || change->given[0] < game->code_count;
}

static int check_codes(const Sagrada *game) {
    for (int i = 0; i < game->code_count; i++)
        if (!check_condition(game->conditions + i)) return 0;
    for (int i = 0; i < game->change_count; i++)
        if (!check_change(game, game->changes + i)) return 0;
    return 1;
}

static int check_rule(const Sagrada *game, const CommandRule *rule) {
    int forms = 1;
    if (rule->arity < 0 || rule->arity > MOST_ARGS || rule->first < 0 || rule->first > rule->last || rule->last > game->change_count)
        return 0;
    for (int i = 0; i <= rule->arity; i++)
        if (rule->stages[i] < 0 || rule->stages[i] > rule->stages[i + 1] || rule->stages[i + 1] > game->code_count) return 0;
    for (int i = 0; i < rule->arity; i++) {
        int size = rule->range_from[i + 1] - rule->range_from[i];
        if (rule->range_from[i] < 0 || size < 0 || rule->range_from[i + 1] > game->value_count) return 0;
        forms = forms * size > MOST_FORMS ? MOST_FORMS + 1 : forms * size;
    }
    return forms <= MOST_FORMS && rule->numbers >= 0 && rule->numbers + forms <= game->number_count;
}

static int read_rules(Sagrada *game, Tables *tables) {
    int32_t *words = copied(tables, "rules", (size_t)game->rule_count * RULE_WORDS, 0, 1 << 20);
    for (int i = 0; words && i < game->rule_count; i++) {
        const int32_t *from = words + i * RULE_WORDS;
        CommandRule *rule = game->rules + i;
        rule->word = *from++;
        rule->arity = *from++;
        rule->undoable = *from++;
        rule->first = *from++;
        rule->last = *from++;
        rule->numbers = *from++;
        memcpy(rule->stages, from, sizeof rule->stages);
        memcpy(rule->range_from, from + MOST_ARGS + 2, sizeof rule->range_from);
        if (!check_rule(game, rule)) {
            free(words);
            return 0;
        }
    }
    free(words);
    return words != NULL;
}

static int read_cards(Sagrada *game, Tables *tables) {
    int32_t cards[MOST_CARDS * TOOL_WORDS], goals[MOST_CARDS * GOAL_WORDS];
    if (!table_copy(tables, "tools", (size_t)game->card_count * TOOL_WORDS, 0, 999, cards) ||
        !table_copy(tables, "goals", (size_t)game->public_count * GOAL_WORDS, 0, 999, goals))
        return 0;
    memcpy(game->cards, cards, (size_t)game->card_count * sizeof *game->cards);
    memcpy(game->goals, goals, (size_t)game->public_count * sizeof *game->goals);
    for (int i = 0; i < game->card_count; i++) {
        const ToolRule *card = game->cards + i;
        if (card->activator >= game->rule_count || card->solo_activator >= game->rule_count || card->opened > MOST_OPENED) return 0;
        for (int j = 0; j < card->opened; j++)
            if (card->open[j] >= game->rule_count) return 0;
    }
    for (int i = 0; i < game->public_count; i++) {
        const Goal *goal = game->goals + i;
        if (goal->type > 2 || goal->feature > 1 || goal->place > 1 || goal->values > SET_VALUES) return 0;
        for (int j = 0; j < goal->values; j++)
            if (goal->value[j] > SHADES) return 0;
    }
    return 1;
}

static int read_windows(Sagrada *game, Tables *tables) {
    int32_t wanted[MOST_WINDOWS * PANES];
    if (!table_copy(tables, "difficulty", (size_t)game->window_count, 0, 100, game->difficulty) ||
        !table_copy(tables, "wanted", (size_t)(game->window_count * PANES), 0, HUES + SHADES, wanted))
        return 0;
    for (int i = 0; i < game->window_count * PANES; i++) game->wanted[i / PANES][i % PANES] = (int8_t)wanted[i];
    return 1;
}

static int read_neighbors(Tables *tables, const char *name, int most, int8_t *out) {
    int32_t cells[PANES * 8];
    if (!table_copy(tables, name, (size_t)(PANES * most), -1, PANES - 1, cells)) return 0;
    for (int cell = 0; cell < PANES; cell++) {
        for (int i = 0; i < most; i++) out[cell * (most + 1) + i] = (int8_t)cells[cell * most + i];
        out[cell * (most + 1) + most] = -1;
    }
    return 1;
}

static int read_texts(Sagrada *game, Tables *tables) {
    int32_t letters[MAX_OUTCOMES * OUTCOME_TEXT];
    if (!table_copy(tables, "texts", (size_t)(game->engine.outcomes * OUTCOME_TEXT), 0, 126, letters)) return 0;
    for (int i = 0; i < game->engine.outcomes * OUTCOME_TEXT; i++) game->texts[i / OUTCOME_TEXT][i % OUTCOME_TEXT] = (char)letters[i];
    for (int i = 0; i < game->engine.outcomes; i++)
        if (game->texts[i][OUTCOME_TEXT - 1]) return 0;
    return 1;
}

static int read_actions(Sagrada *game, Tables *tables) {
    size_t actions = (size_t)game->engine.actions;
    return (game->action_word = copied(tables, "action_word", actions, 0, 1000)) &&
           (game->action_arity = copied(tables, "action_arity", actions, 0, MOST_ARGS)) &&
           (game->action_args = copied(tables, "action_args", actions * MOST_ARGS, -1, 1000)) &&
           (game->values = copied(tables, "values", (size_t)game->value_count, -1, 1000)) &&
           (game->numbers = copied(tables, "numbers", (size_t)game->number_count, 0, game->engine.actions - 1));
}

int sagrada_read(Sagrada *game, Tables *tables) {
    int32_t sizes[13];
    if (!table_copy(tables, "sizes", 13, 0, 1 << 20, sizes)) return 0;
    const int32_t *size = sizes;
    game->engine.seats = *size++;
    game->engine.actions = *size++;
    game->tool_count = *size++;
    game->window_count = *size++;
    game->public_count = *size++;
    game->card_count = *size++;
    game->rule_count = *size++;
    game->basic_count = *size++;
    game->code_count = *size++;
    game->change_count = *size++;
    game->value_count = *size++;
    game->number_count = *size++;
    game->return_action = *size++;
    game->engine.outcomes = CARD_OUTCOMES + game->public_count + game->card_count;
    if (!game->engine.seats || game->engine.seats > MAX_SEATS || game->engine.outcomes > MAX_OUTCOMES) return 0;
    if (game->window_count > MOST_WINDOWS || game->public_count > MOST_CARDS || game->card_count > MOST_CARDS) return 0;
    if (game->rule_count > MOST_RULES || game->basic_count > game->rule_count || game->tool_count > TOOL_ROOM) return 0;
    if (game->card_count < TOOL_ROOM || game->public_count < PUBLIC_ROOM || game->return_action >= game->engine.actions) return 0;
    if (game->engine.actions < OFFERED) return 0;
    game->engine.numbers = sagrada_numbers(game);
    return (game->conditions = read_codes(tables, "conditions", (size_t)game->code_count)) &&
           (game->changes = read_codes(tables, "changes", (size_t)game->change_count)) && check_codes(game) &&
           read_actions(game, tables) && read_rules(game, tables) && read_cards(game, tables) && read_windows(game, tables) &&
           read_neighbors(tables, "beside", 4, game->beside[0]) && read_neighbors(tables, "around", 8, game->around[0]) &&
           read_neighbors(tables, "diagonal", 4, game->corners[0]) && read_texts(game, tables) &&
           table_copy(tables, "rolled", FACE_OUTCOMES, 0, 1, game->rolled);
}
