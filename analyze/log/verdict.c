#include "verdict.h"

#include <stdio.h>
#include <string.h>

void verdict_stopped(struct verdict *verdict, struct slice signal)
{
    if (verdict->stopped[0])
        return;
    /* It becomes part of a reason: only what can be the name of a signal, such as SIGRTMIN+1. */
    bool named = signal.length > 3 && signal.length <= 16 && memcmp(signal.bytes, "SIG", 3) == 0;
    for (size_t i = 0; i < signal.length && named; i++) {
        char c = signal.bytes[i];
        named = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-';
    }
    snprintf(verdict->stopped, sizeof verdict->stopped, "stopped: %.*s",
             named ? (int)signal.length : 7, named ? signal.bytes : "unknown");
}

/* Why nothing of the file can be used. */
static const char *rejection(const struct verdict *verdict)
{
    if (verdict->trouble && !verdict->header)
        return verdict->trouble;
    if (verdict->rejected)
        return "no usable row";
    if (verdict->header)
        return "header without rows";
    if (verdict->damaged)
        return "compressed data damaged";
    return verdict->any_line ? "no header line" : "empty";
}

static int reject(const struct verdict *verdict, struct campaign *campaign, const char *file,
                  struct error *error)
{
    const char *reason = rejection(verdict);
    if (campaign_count(campaign, "file", OUTCOME_REJECTED, reason, 1, error) < 0)
        return -1;
    return reason == verdict->trouble ? 0
                                      : campaign_problem(campaign, file, 0, reason, NULL, 0, error);
}

int verdict_account(const struct verdict *verdict, struct campaign *campaign, const char *file,
                    struct error *error)
{
    if (verdict->used + verdict->skipped == 0)
        return reject(verdict, campaign, file, error);

    const char *reasons[] = {
        verdict->cut ? "cut: no end line" : NULL,
        verdict->stopped[0] ? verdict->stopped : NULL,
        verdict->miscounted ? REASON_MISCOUNTED : NULL,
        verdict->unterminated ? "last line without line end" : NULL,
        verdict->damaged ? "compressed data damaged" : NULL,
    };
    char joined[256] = "";
    size_t length = 0;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (!reasons[i])
            continue;
        length += (size_t)snprintf(joined + length, sizeof joined - length, "%s%s",
                                   length ? "; " : "", reasons[i]);
        /* That one was listed with the line it stands on. */
        if (strcmp(reasons[i], REASON_MISCOUNTED) != 0 &&
            campaign_problem(campaign, file, 0, reasons[i], NULL, 0, error) < 0)
            return -1;
    }
    if (verdict->used &&
        campaign_count(campaign, "row", OUTCOME_USED, "", verdict->used, error) < 0)
        return -1;
    return campaign_count(campaign, "file", OUTCOME_USED, joined, 1, error);
}
