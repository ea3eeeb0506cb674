#include "diagnose.h"

#include <stdlib.h>
#include <string.h>

#include "checks.h"
#include "headline.h"

const char *finding_verdict_name(enum finding_verdict verdict)
{
    static const char *const names[FINDING_VERDICTS] = {"ok", "notice", "warning", "not testable"};
    return names[verdict];
}

static int by_machine_and_side(const void *a, const void *b)
{
    const struct finding *const *x = a, *const *y = b;
    int order = strcmp((*x)->machine, (*y)->machine);
    if (!order)
        order = strcmp((*x)->side, (*y)->side);
    return order ? order : (*x > *y) - (*x < *y); /* in the order they were made */
}

static void sort_findings(struct survey *survey)
{
    struct diagnosis *diagnosis = survey->diagnosis;
    const struct finding **order = survey_room(survey, diagnosis->count, sizeof *order);
    struct finding *sorted = survey_room(survey, diagnosis->count, sizeof *sorted);
    if (order && sorted) {
        for (size_t i = 0; i < diagnosis->count; i++)
            order[i] = &diagnosis->findings[i];
        qsort(order, diagnosis->count, sizeof *order, by_machine_and_side);
        for (size_t i = 0; i < diagnosis->count; i++)
            sorted[i] = *order[i];
        free(diagnosis->findings);
        diagnosis->findings = sorted;
        diagnosis->capacity = diagnosis->count ? diagnosis->count : 1;
        sorted = NULL;
    }
    free(order);
    free(sorted);
}

int diagnose(struct diagnosis *diagnosis, const struct campaign *campaign,
             const struct method *method, struct error *error)
{
    static void (*const checks[])(struct survey *) = {
        check_drift,   check_pairs,   check_order,       check_steps,
        check_bimodal, check_control, check_sensitivity,
    };
    struct survey survey;
    *diagnosis = (struct diagnosis){0};
    int status = survey_build(&survey, diagnosis, campaign, method, error);
    if (status < 0)
        goto out;
    headlines_find(&survey);
    for (size_t i = 0; i < sizeof checks / sizeof *checks && !survey.failed; i++)
        checks[i](&survey);
    sort_findings(&survey);
    if (survey.failed)
        status = error_memory(error);
out:
    survey_free(&survey);
    if (status < 0)
        diagnosis_free(diagnosis);
    return status;
}

void diagnosis_free(struct diagnosis *diagnosis)
{
    arena_free(&diagnosis->arena);
    free(diagnosis->findings);
    *diagnosis = (struct diagnosis){0};
}

size_t diagnosis_count(const struct diagnosis *diagnosis, enum finding_verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < diagnosis->count; i++)
        count += diagnosis->findings[i].verdict == verdict;
    return count;
}

void diagnose_frame(struct frame *frame, const struct diagnosis *diagnosis)
{
    static const struct frame_column columns[] = {
        {"machine", FRAME_TEXT}, {"side", FRAME_TEXT},    {"check", FRAME_TEXT},
        {"subject", FRAME_TEXT}, {"value", FRAME_NUMBER}, {"p", FRAME_NUMBER},
        {"verdict", FRAME_TEXT}, {"note", FRAME_TEXT},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        frame_add_column(frame, columns[i].name, columns[i].kind);
    for (size_t i = 0; i < diagnosis->count; i++) {
        const struct finding *finding = &diagnosis->findings[i];
        frame_add_text(frame, finding->machine);
        frame_add_text(frame, finding->side);
        frame_add_text(frame, finding->check);
        frame_add_text(frame, finding->subject);
        frame_add_number(frame, finding->value);
        frame_add_number(frame, finding->p);
        frame_add_text(frame, finding_verdict_name(finding->verdict));
        frame_add_text(frame, finding->note);
    }
}
