/*
 * What decides a result besides the cell: the facts of the machine, for the preamble.
 *
 * A fact that cannot be found out is left out. Nothing here needs a privilege.
 */
#ifndef PAGEWALK_COLLECT_MACHINE_H
#define PAGEWALK_COLLECT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include "log.h"
#include "pools.h"

struct hypervisor {
    bool present;
    char name[256]; /* what it calls itself; "none" */
    char how[128];  /* where that was read */
};

/* On x86 the hypervisor bit of CPUID decides. Elsewhere /sys/hypervisor, the device tree and the
 * firmware's product names do, and a machine that says nothing counts as a host. */
void hypervisor_find(struct hypervisor *hypervisor);

/* Whether a firmware product or vendor name is one that hypervisors give their guests. */
bool hypervisor_product(const char *name);

/* The host name; "unknown" where there is none that could stand in a log. */
void machine_name(char *name, size_t size);

/* Writes kernel, processor, hypervisor, boot, pages, pools, clock, library and memory as keys. */
void machine_facts(struct log *log, const struct hypervisor *hypervisor, const struct pools *pools);

#endif
