/* Planning a campaign from a preset that is not m6: losses, drops, orders, and presets that cannot
 * be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../simulate/run_log.h"

#define ROWS 6
#define PAIRS 4
#define ROUNDS 3

static const struct preset_key keys[] = {{"kernel", "none"}};
static const struct preset_side sides[] = {{"metal", "m", keys, 1, true}};
static const struct preset_page pages[] = {{0, "base", 4096, 100}, {0, "thp", 2097152, 900}};

struct fixture {
    struct preset_row rows[ROWS];
    struct preset_loss loss;
    unsigned drops[1];
    struct preset_set set;
    struct preset preset;
};

static void prepare(struct fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    for (unsigned i = 0; i < ROWS; i++) {
        fixture->rows[i] =
            (struct preset_row){"chase", 65536u << i, 128, 1, {{9, 10, 12}, {4, 5, 6}}};
    }
    fixture->loss = (struct preset_loss){0, 2, 5, PRESET_STOPPED};
    fixture->drops[0] = 3;
    fixture->set = (struct preset_set){
        .options = "",
        .sides = sides,
        .side_count = 1,
        .first_pair = 1,
        .pairs = PAIRS,
        .rounds = ROUNDS,
        .pages = pages,
        .page_count = 2,
        .rows = fixture->rows,
        .row_count = ROWS,
        .losses = &fixture->loss,
        .loss_count = 1,
        .drops = fixture->drops,
    };
    fixture->preset = (struct preset){
        .name = "small",
        .machine = "small",
        .line_bytes = 128,
        .chunks = 10,
        .loads = 1000,
        .fast_clock = 4,
        .slow_clock = 2,
        .clock_adds = 1000,
        .tick_numerator = 1,
        .tick_denominator = 1,
        .slow_factor = 2,
        .most_unclean = 4,
        .dropped_from = 6,
        .dropped_to = 10,
        .sets = &fixture->set,
        .set_count = 1,
    };
}

static size_t count_drops(const struct plan *plan)
{
    size_t drops = 0;
    for (size_t i = 0; i < plan->run_count; i++)
        for (size_t j = 0; j < plan->runs[i].count; j++)
            drops += plan->runs[i].measurements[j].dropped;
    return drops;
}

static void every_round_has_every_cell_once(void **state)
{
    (void)state;
    struct fixture fixture;
    struct plan plan;
    struct error error = {0};
    prepare(&fixture);
    assert_int_equal(plan_make(&plan, &fixture.preset, 7, &error), 0);
    assert_int_equal(plan.run_count, PAIRS);
    size_t repeated = 0, same = 0;
    for (size_t i = 0; i < PAIRS; i++) {
        const struct plan_run *run = &plan.runs[i];
        unsigned seen[ROUNDS][ROWS][2] = {{{0}}};
        assert_int_equal(run->count, 2 * ROWS * ROUNDS - (i == 1 ? 5 : 0));
        assert_int_equal(run->ending, i == 1 ? PRESET_STOPPED : PRESET_ENDED);
        for (size_t j = 0; j < run->count; j++) {
            const struct plan_measurement *m = &run->measurements[j];
            assert_int_equal(m->seq, j + 1);
            assert_int_equal(m->round, j / (2 * ROWS) + 1);
            assert_int_equal(seen[m->round - 1][m->row - fixture.rows][m->page - pages]++, 0);
            /* A round that was cut (of run 1) differs from the first without any shuffling. */
            if (i != 1 && m->round > 1)
                repeated += m->row == run->measurements[j % (2 * ROWS)].row &&
                            m->page == run->measurements[j % (2 * ROWS)].page;
            else if (i != 1)
                same += m->row == plan.runs[0].measurements[j].row &&
                        m->page == plan.runs[0].measurements[j].page;
        }
    }
    /* By chance one place in twelve repeats the first round, and first rounds of other runs. */
    assert_true(repeated < 2 * 3 * 2 * ROWS / 3);
    assert_true(same < 2 * ROWS + 2 * 2 * ROWS / 3);
    assert_int_equal(count_drops(&plan), 3);
    plan_free(&plan);
}

static void no_cell_loses_more_than_it_may(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fixture fixture;
        struct plan plan;
        struct error error = {0};
        unsigned kept[ROWS][2] = {{0}};
        prepare(&fixture);
        assert_int_equal(plan_make(&plan, &fixture.preset, seed, &error), 0);
        for (size_t i = 0; i < PAIRS; i++)
            for (size_t j = 0; j < plan.runs[i].count; j++) {
                const struct plan_measurement *m = &plan.runs[i].measurements[j];
                kept[m->row - fixture.rows][m->page - pages] += !m->dropped;
            }
        for (size_t i = 0; i < ROWS; i++)
            for (size_t j = 0; j < 2; j++)
                assert_true(kept[i][j] >= PAIRS * ROUNDS - 1);
        plan_free(&plan);
    }
}

static void expect_refusal(const struct preset *preset, const char *part)
{
    struct plan plan;
    struct error error = {0};
    assert_int_equal(plan_make(&plan, preset, 1, &error), -1);
    if (!strstr(error.message, part))
        fail_msg("\"%s\" does not say \"%s\"", error.message, part);
}

static void impossible_presets_are_refused(void **state)
{
    (void)state;
    struct fixture fixture;
    prepare(&fixture);
    fixture.drops[0] = 8; /* 12 cells of one token each, 5 of them lost */
    expect_refusal(&fixture.preset, "more drops than its rows may lose");
    prepare(&fixture);
    fixture.loss.missing = 2 * ROWS * ROUNDS + 1;
    expect_refusal(&fixture.preset, "loses more measurements than it has");
    prepare(&fixture);
    fixture.preset.most_unclean = 9;
    expect_refusal(&fixture.preset, "more unclean chunks than chunks");
    prepare(&fixture);
    fixture.set.page_count = PRESET_MOST_PAGES + 1;
    expect_refusal(&fixture.preset, "pages");
}

static void write_all(const struct preset *preset, uint64_t seed, struct text *out)
{
    struct plan plan;
    struct error error = {0};
    assert_int_equal(plan_make(&plan, preset, seed, &error), 0);
    for (size_t i = 0; i < plan.run_count; i++)
        assert_int_equal(run_log_write(out, &plan, &plan.runs[i], &error), 0);
    plan_free(&plan);
}

/* Everything from the first header on; preambles name the seed. */
static const char *rows_of(const struct text *text)
{
    const char *rows = strstr(text->bytes, "\nrun,side,");
    assert_non_null(rows);
    return rows;
}

static void the_same_seed_gives_the_same_bytes(void **state)
{
    (void)state;
    struct text first = {0}, again = {0}, other = {0};
    struct fixture fixture;
    prepare(&fixture);
    write_all(&fixture.preset, 3, &first);
    write_all(&fixture.preset, 3, &again);
    write_all(&fixture.preset, 4, &other);
    assert_string_equal(first.bytes, again.bytes);
    assert_string_not_equal(rows_of(&first), rows_of(&other));
    text_free(&first);
    text_free(&again);
    text_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_round_has_every_cell_once),
        cmocka_unit_test(no_cell_loses_more_than_it_may),
        cmocka_unit_test(impossible_presets_are_refused),
        cmocka_unit_test(the_same_seed_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
