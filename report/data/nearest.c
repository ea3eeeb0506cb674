#include "nearest.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 63

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 1];
    size_t n = strlen(a), m = strlen(b);
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t change = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(change, smaller(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

int nearest_name(const char *name, const char *const *candidates, size_t count)
{
    size_t length = strlen(name);
    if (length > LONGEST)
        return -1;
    size_t best = length / 2 + 1;
    int found = -1;
    for (size_t i = 0; i < count; i++) {
        if (strlen(candidates[i]) > LONGEST)
            continue;
        size_t far = distance(name, candidates[i]);
        if (far < best) {
            best = far;
            found = (int)i;
        }
    }
    return found;
}

const char *nearest_hint(const char *name, const char *const *candidates, size_t count,
                         char text[128])
{
    int found = nearest_name(name, candidates, count);
    text[0] = '\0';
    if (found >= 0)
        snprintf(text, 128, "; did you mean %s?", candidates[found]);
    return text;
}
