#include "preset.h"

#include <string.h>

const struct preset *const presets[] = {&preset_m6, NULL};

const struct preset *preset_find(const char *name)
{
    for (size_t i = 0; presets[i]; i++)
        if (strcmp(presets[i]->name, name) == 0)
            return presets[i];
    return NULL;
}
