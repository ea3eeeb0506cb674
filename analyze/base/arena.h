/*
 * Memory that is given back all at once.
 *
 * Everything a campaign or a results directory holds lives in one arena and dies with it; nothing
 * is freed alone. Allocation returns NULL when memory runs out; callers turn that into
 * error_memory().
 */
#ifndef PAGEWALK_ARENA_H
#define PAGEWALK_ARENA_H

#include <stddef.h>

struct arena_block;
struct arena_entry;

struct arena {
    struct arena_block *blocks;
    struct arena_entry **table; /* interned strings, by hash */
    size_t table_size, table_count;
};

/* Zeroed memory, aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size);

/* A NUL-terminated copy of `length` bytes. */
char *arena_copy(struct arena *arena, const char *bytes, size_t length);

/* A copy shared by all equal strings of this arena: equal pointers if and only if equal text. */
const char *arena_intern(struct arena *arena, const char *bytes, size_t length);

/* strcmp() that does not read equal interned strings, the common case in sorting. */
int interned_compare(const char *a, const char *b);

void arena_free(struct arena *arena);

/*
 * Makes room for one more item in a malloc'ed array: doubles *items when count == *capacity.
 * Returns 0, or -1 when memory ran out (the array is then as it was).
 *
 *     if (array_room(&list.items, &list.capacity, list.count, sizeof *list.items) < 0)
 *         return error_memory(error);
 *     list.items[list.count++] = item;
 */
int array_room(void *items_pointer, size_t *capacity, size_t count, size_t item_size);

#endif
