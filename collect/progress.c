#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "clock.h"
#include "size.h"

void progress_begin(struct progress *progress, uint64_t total)
{
    *progress =
        (struct progress){.shown = isatty(STDERR_FILENO), .total = total, .start_ns = clock_now()};
}

void progress_step(struct progress *progress, uint64_t round, const struct cell *cell)
{
    if (!progress->shown)
        return;
    char page[SIZE_TEXT_SIZE], span[SIZE_TEXT_SIZE], stride[SIZE_TEXT_SIZE], left[64] = "";
    if (progress->done) {
        double elapsed = (double)(clock_now() - progress->start_ns) / 1e9;
        uint64_t seconds = (uint64_t)(elapsed / (double)progress->done *
                                      (double)(progress->total - progress->done));
        snprintf(left, sizeof left, ", %" PRIu64 ":%02" PRIu64 " left", seconds / 60, seconds % 60);
    }
    fprintf(stderr,
            "\r\033[K%" PRIu64 "/%" PRIu64 "%s: round %" PRIu64 ", %s, page %s, span %s, stride %s",
            progress->done + 1, progress->total, left, round, cell->workload.name,
            size_format(cell->page.bytes, page), size_format(cell->span_bytes, span),
            size_format(cell->stride_bytes, stride));
    progress->done++;
}

void progress_end(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
