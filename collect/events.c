#include "events.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.h"

#define STEAL_COST_LIMIT 200000 /* ns; beyond it the reading would disturb more than it tells */

void events_read(struct events *events)
{
    struct rusage usage;
    *events = (struct events){EVENTS_UNKNOWN, EVENTS_UNKNOWN, EVENTS_UNKNOWN};
    if (getrusage(RUSAGE_THREAD, &usage) == 0) {
        events->faults = usage.ru_minflt + usage.ru_majflt;
        events->switches = usage.ru_nvcsw + usage.ru_nivcsw;
    }
    int cpu = sched_getcpu();
    if (cpu >= 0)
        events->cpu = cpu;
}

int64_t events_difference(int64_t earlier, int64_t later)
{
    return earlier < 0 || later < earlier ? EVENTS_UNKNOWN : later - earlier;
}

int64_t steal_parse(const char *text, int64_t cpu, uint64_t tick_ns)
{
    char name[32];
    uint64_t ticks;
    int length = snprintf(name, sizeof name, "cpu%" PRId64 " ", cpu);
    const char *line = text;
    while (line && strncmp(line, name, (size_t)length) != 0) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (!line || sscanf(line, "%*s %*u %*u %*u %*u %*u %*u %*u %" SCNu64, &ticks) != 1)
        return EVENTS_UNKNOWN;
    return (int64_t)(ticks * tick_ns);
}

int64_t steal_read(struct steal *steal, int64_t cpu)
{
    if (steal->file < 0 || cpu < 0)
        return EVENTS_UNKNOWN;
    ssize_t length = pread(steal->file, steal->buffer, sizeof steal->buffer - 1, 0);
    if (length <= 0)
        return EVENTS_UNKNOWN;
    steal->buffer[length] = '\0';
    return steal_parse(steal->buffer, cpu, steal->tick_ns);
}

void steal_open(struct steal *steal, bool hypervisor)
{
    long ticks = sysconf(_SC_CLK_TCK);
    struct events events;
    steal->file = -1;
    if (!hypervisor) {
        steal->why = "not read: no hypervisor";
        return;
    }
    steal->tick_ns = 1000000000u / (uint64_t)(ticks > 0 ? ticks : 100);
    steal->file = open("/proc/stat", O_RDONLY | O_CLOEXEC);
    events_read(&events);
    int64_t known = steal_read(steal, events.cpu); /* the first reading warms up */
    uint64_t begin = clock_now();
    known = known < 0 ? known : steal_read(steal, events.cpu);
    uint64_t cost_ns = clock_now() - begin;
    steal->why = "read";
    if (known < 0)
        steal->why = "not read: /proc/stat does not tell";
    else if (cost_ns > STEAL_COST_LIMIT)
        steal->why = "not read: a reading takes too long";
    else
        return;
    steal_close(steal);
}

void steal_close(struct steal *steal)
{
    if (steal->file >= 0)
        close(steal->file);
    steal->file = -1;
}
