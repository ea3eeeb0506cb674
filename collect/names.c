#include "names.h"

#include <stdbool.h>
#include <string.h>

#include "reserved.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const keys[] = {
#define NAMES_TEXT(name, text) [KEY_##name] = (text),
    NAMES_KEYS(NAMES_TEXT)
#undef NAMES_TEXT
};

static const char *const columns[] = {
    "run",
    "side",
    "pair",
    "round",
    "seq",
    "workload",
    "page_kind",
    "page_bytes",
    "line_bytes",
    "span_bytes",
    "stride_bytes",
    "phase",
    "chunk",
    "loads",
    "elapsed_ns",
    "clock_adds",
    "clock_before_ns",
    "clock_after_ns",
    "start_ns",
    "cpu_before",
    "cpu_after",
    "faults",
    "switches",
    "steal_ns",
    "note",
};

const char *names_key(enum key key)
{
    return keys[key];
}

const char *names_column(size_t number)
{
    return number < COUNT(columns) ? columns[number] : NULL;
}

static bool contains(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool well_formed(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    const char *const digits = letters + sizeof letters - 1 - 10;
    return *name && !strchr(digits, *name) && name[strspn(name, letters)] == '\0';
}

const char *names_trouble(const char *name)
{
    if (!well_formed(name))
        return "a name is letters, digits and _, and does not begin with a digit";
    if (contains(columns, COUNT(columns), name))
        return "it is a column of the log";
    if (contains(keys, COUNT(keys), name))
        return "it is a key that the collector writes itself";
    if (reserved_is(name, strlen(name)))
        return "it has a meaning of its own in results or articles";
    return NULL;
}
