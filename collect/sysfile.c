#include "sysfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy_trimmed(const char *from, char *to, size_t size)
{
    from += strspn(from, " \t");
    size_t length = strcspn(from, "\r\n");
    while (length && (from[length - 1] == ' ' || from[length - 1] == '\t'))
        length--;
    if (length > size - 1)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

bool sysfile_line(const char *path, char *line, size_t size)
{
    char buffer[4096];
    bool found = false;
    line[0] = '\0';
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    if (fgets(buffer, sizeof buffer, file)) {
        copy_trimmed(buffer, line, size);
        found = line[0] != '\0';
    }
    fclose(file);
    return found;
}

static bool parse_number(const char *text, uint64_t *number, const char **end)
{
    if (*text < '0' || *text > '9')
        return false;
    char *stop;
    *number = strtoull(text, &stop, 10);
    *end = stop;
    return true;
}

bool sysfile_number(const char *path, uint64_t *number)
{
    char line[64];
    const char *end;
    return sysfile_line(path, line, sizeof line) && parse_number(line, number, &end);
}

bool sysfile_value(const char *path, const char *key, char *value, size_t size)
{
    char *line = NULL;
    size_t capacity = 0;
    size_t length = strlen(key);
    bool found = false;
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    while (!found && getline(&line, &capacity, file) > 0) {
        if (strncmp(line, key, length) != 0)
            continue;
        const char *rest = line + length + strspn(line + length, " \t");
        if (*rest != ':')
            continue;
        copy_trimmed(rest + 1, value, size);
        found = value[0] != '\0';
    }
    free(line);
    fclose(file);
    return found;
}

bool sysfile_bytes(const char *path, const char *key, uint64_t *bytes)
{
    char value[64];
    const char *end;
    uint64_t number;
    if (!sysfile_value(path, key, value, sizeof value) || !parse_number(value, &number, &end))
        return false;
    end += strspn(end, " \t");
    *bytes = strncmp(end, "kB", 2) == 0 ? number * 1024 : number;
    return true;
}
