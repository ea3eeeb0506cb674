#include "about.h"

#include <string.h>

#include "../../analyze/base/number.h"
#include "../../collect/size.h"

/* The text all rows share in a column, or NULL. */
static const char *shared_text(const struct frame *frame, const struct row_list *rows,
                               const char *name)
{
    int column = frame_column(frame, name);
    for (size_t i = 1; i < rows->count; i++)
        if (strcmp(frame_text(frame, rows->rows[i], column),
                   frame_text(frame, rows->rows[0], column)) != 0)
            return NULL;
    return rows->count ? frame_text(frame, rows->rows[0], column) : NULL;
}

/* The level all cells share, or NULL. */
static const char *shared_level(const struct results *results, const struct row_list *cells,
                                const char *factor)
{
    return shared_text(&results->frames[RESULTS_CELLS], cells, factor);
}

static bool varies_everywhere(const struct results *results, int factor)
{
    const struct frame *cells = &results->frames[RESULTS_CELLS];
    for (size_t i = 1; i < cells->row_count; i++)
        if (strcmp(frame_text(cells, i, factor), frame_text(cells, 0, factor)) != 0)
            return true;
    return false;
}

static void add_item(struct text *out, const char *item)
{
    text_format(out, "%s%s", out->length ? ", " : "", item);
}

/* All cells dense, or all of one stride: "dense", "one 128 B line in every 16 KB". */
static void add_layout(const struct results *results, const struct row_list *cells,
                       struct text *out)
{
    int line = results_factor(results, "line_bytes"),
        stride = results_factor(results, "stride_bytes");
    bool dense = cells->count > 0;
    for (size_t i = 0; i < cells->count; i++)
        dense = dense && strcmp(results_level(results, cells->rows[i], line),
                                results_level(results, cells->rows[i], stride)) == 0;
    const char *strides = shared_level(results, cells, "stride_bytes");
    const char *lines = shared_level(results, cells, "line_bytes");
    uint64_t stride_bytes, line_bytes;
    char a[SIZE_TEXT_SIZE], b[SIZE_TEXT_SIZE];
    if (dense) {
        add_item(out, "dense");
    } else if (strides && lines && number_parse_whole(strides, strlen(strides), &stride_bytes) &&
               number_parse_whole(lines, strlen(lines), &line_bytes)) {
        text_format(out, "%sone %s line in every %s", out->length ? ", " : "",
                    size_label(line_bytes, a), size_label(stride_bytes, b));
    }
}

/* The page all deltas are against, where there is one: "against 4 KB pages". */
static void add_base(const struct block *block, const struct row_list *rows, struct text *out)
{
    bool host = block->delta && strcmp(block->delta, "guest-host") == 0;
    if (!host && !(block->delta && strcmp(block->delta, "page-size") == 0))
        return;
    const char *level = shared_text(block->frame, rows, "base_page_bytes");
    const char *kind = shared_text(block->frame, rows, "base_page_kind");
    if (!level || !kind)
        return;
    uint64_t bytes;
    char label[SIZE_TEXT_SIZE];
    if (number_parse_whole(level, strlen(level), &bytes) && bytes)
        text_format(out, "%sagainst %s%s pages%s", out->length ? ", " : "",
                    size_label(bytes, label), strcmp(kind, "thp") == 0 ? " THP" : "",
                    host ? " of the host" : "");
}

/* What a contrast of declared factors compares: "backing thp, against backing=plain". The level is
 * not among those that all cells share, because the base has another. */
static void add_contrast(const struct results *results, const struct block *block,
                         const struct row_list *rows, const struct row_list *cells,
                         struct text *out)
{
    size_t first = (size_t)results_factor(results, "phase") + 1;
    const char *base = block->delta ? shared_text(block->frame, rows, "base_level") : NULL;
    if (!base || !*base)
        return;
    for (size_t i = first; i < results->factor_count; i++) {
        const char *name = results->factors[i], *level = shared_text(block->frame, rows, name);
        if (level && *level && !shared_level(results, cells, name)) {
            add_item(out, name);
            text_format(out, " %s", level);
        }
    }
    text_format(out, "%sagainst %s", out->length ? ", " : "", base);
}

const char *about_part(const struct results *results, const struct block *block,
                       const struct row_list *rows, const struct row_list *cells,
                       struct arena *arena)
{
    static const char *const shown[] = {"workload", "side", "phase"};
    struct text out = {0};
    for (size_t i = 0; i < 3; i++) {
        const char *level = shared_level(results, cells, shown[i]);
        if (level && strcmp(level, "loop") != 0)
            add_item(&out, level);
        if (i == 0)
            add_layout(results, cells, &out);
    }
    for (size_t i = 0; i < results->factor_count; i++) {
        const char *name = results->factors[i], *level = shared_level(results, cells, name);
        bool fixed = i > 0 && i <= (size_t)results_factor(results, "phase");
        if (level && *level && !fixed && varies_everywhere(results, (int)i)) {
            add_item(&out, i ? name : "machine");
            text_format(&out, " %s", level);
        }
    }
    const char *page = shared_level(results, cells, "page_bytes");
    const char *span = shared_level(results, cells, "span_bytes");
    const char *sizes[] = {page, span};
    for (size_t i = 0; i < 2; i++) {
        uint64_t bytes;
        char label[SIZE_TEXT_SIZE];
        const char *column = i ? "span_bytes" : "page_bytes";
        if (sizes[i] && !axis_has(&block->rows, column) && !axis_has(&block->columns, column) &&
            number_parse_whole(sizes[i], strlen(sizes[i]), &bytes))
            text_format(&out, "%s%s %s", out.length ? ", " : "", size_label(bytes, label),
                        i ? "span" : "pages");
    }
    add_base(block, rows, &out);
    add_contrast(results, block, rows, cells, &out);
    return text_keep(&out, arena);
}
