#include "arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#define BLOCK_SIZE ((size_t)64 * 1024)

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena_entry {
    struct arena_entry *next;
    uint64_t hash;
    size_t length;
    char text[];
};

void *arena_alloc(struct arena *arena, size_t size)
{
    size_t alignment = alignof(max_align_t);
    if (size > SIZE_MAX - BLOCK_SIZE)
        return NULL;
    size = (size + alignment - 1) / alignment * alignment;
    struct arena_block *block = arena->blocks;
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block = calloc(1, sizeof *block + room);
        if (!block)
            return NULL;
        block->size = room;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

char *arena_copy(struct arena *arena, const char *bytes, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (copy && length)
        memcpy(copy, bytes, length);
    return copy;
}

static int grow_table(struct arena *arena)
{
    size_t size = arena->table_size ? arena->table_size * 2 : 256;
    struct arena_entry **table = calloc(size, sizeof *table);
    if (!table)
        return -1;
    for (size_t i = 0; i < arena->table_size; i++) {
        struct arena_entry *next;
        for (struct arena_entry *entry = arena->table[i]; entry; entry = next) {
            next = entry->next;
            entry->next = table[entry->hash % size];
            table[entry->hash % size] = entry;
        }
    }
    free(arena->table);
    arena->table = table;
    arena->table_size = size;
    return 0;
}

const char *arena_intern(struct arena *arena, const char *bytes, size_t length)
{
    uint64_t hash = XXH3_64bits(bytes, length);
    if (arena->table_size)
        for (struct arena_entry *entry = arena->table[hash % arena->table_size]; entry;
             entry = entry->next)
            if (entry->hash == hash && entry->length == length &&
                memcmp(entry->text, bytes, length) == 0)
                return entry->text;
    if (arena->table_count >= arena->table_size && grow_table(arena) < 0)
        return NULL;
    struct arena_entry *entry = arena_alloc(arena, sizeof *entry + length + 1);
    if (!entry)
        return NULL;
    entry->hash = hash;
    entry->length = length;
    memcpy(entry->text, bytes, length);
    entry->next = arena->table[hash % arena->table_size];
    arena->table[hash % arena->table_size] = entry;
    arena->table_count++;
    return entry->text;
}

int interned_compare(const char *a, const char *b)
{
    return a == b ? 0 : strcmp(a, b);
}

void arena_free(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    free(arena->table);
    *arena = (struct arena){0};
}

int array_room(void *items_pointer, size_t *capacity, size_t count, size_t item_size)
{
    if (count < *capacity)
        return 0;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    if (wanted > SIZE_MAX / item_size)
        return -1;
    void *items;
    memcpy(&items, items_pointer, sizeof items);
    items = realloc(items, wanted * item_size);
    if (!items)
        return -1;
    memcpy(items_pointer, &items, sizeof items);
    *capacity = wanted;
    return 0;
}
