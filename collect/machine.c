#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "clock.h"
#include "size.h"
#include "sysfile.h"
#include "text.h"

#define THP_FOLDER "/sys/kernel/mm/transparent_hugepage"

void machine_name(char *name, size_t size)
{
    bool found = gethostname(name, size) == 0;
    name[size - 1] = '\0'; /* a name that was cut has no end */
    if (!found || !text_is_name(name))
        snprintf(name, size, "unknown");
}

/* The key where the file has a first line. */
static void line_fact(struct log *log, enum key key, const char *path)
{
    char line[3000];
    if (sysfile_line(path, line, sizeof line))
        log_key(log, key, "%s", line);
}

/* The words of the kernel's command line that bear on memory, translation, speed or time. The
 * others stay out: logs are published, and command lines hold names of disks and worse. */
static void command_line_fact(struct log *log)
{
    static const char *const stems[] = {
        "arm64.",
        "clocksource",
        "cma",
        "cpuidle",
        "default_hugepagesz",
        "deferred_",
        "haltpoll",
        "hugepage",
        "hugetlb",
        "idle",
        "intel_",
        "amd_",
        "iommu",
        "isolcpus",
        "kpti",
        "kvm",
        "l1tf",
        "mds",
        "mem=",
        "memmap",
        "mitigations",
        "nested_",
        "no5lvl",
        "nohz",
        "nohugevmalloc",
        "nopti",
        "nopcid",
        "nosmt",
        "nospectre",
        "numa",
        "page_",
        "pti",
        "rcu_nocbs",
        "retbleed",
        "sched_",
        "spec",
        "swiotlb",
        "transparent_hugepage",
        "tsc",
    };
    char line[3000], kept[3000] = "";
    char *rest = line;
    size_t length = 0;
    if (!sysfile_line("/proc/cmdline", line, sizeof line))
        return;
    for (const char *word; (word = strsep(&rest, " "));)
        for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
            if (strncmp(word, stems[i], strlen(stems[i])) == 0) {
                length += (size_t)snprintf(kept + length, sizeof kept - length, "%s%s",
                                           length ? " " : "", word);
                break;
            }
    if (kept[0])
        log_key(log, KEY_KERNEL_OPTIONS, "%s", kept);
}

static void kernel_facts(struct log *log)
{
    struct utsname name;
    if (uname(&name) == 0) {
        /* The release alone is one word, so that a number in a text can be bound to it. */
        log_key(log, KEY_KERNEL, "%s", name.release);
        log_key(log, KEY_KERNEL_BUILD, "%s %s %s", name.sysname, name.machine, name.version);
    }
    command_line_fact(log);
    line_fact(log, KEY_BOOT_ID, "/proc/sys/kernel/random/boot_id");
}

static void cpu_model(char *model, size_t size)
{
    char implementer[32] = "", part[32] = "", variant[32] = "";
    if (sysfile_value("/proc/cpuinfo", "model name", model, size))
        return;
    sysfile_value("/proc/cpuinfo", "CPU implementer", implementer, sizeof implementer);
    sysfile_value("/proc/cpuinfo", "CPU part", part, sizeof part);
    sysfile_value("/proc/cpuinfo", "CPU variant", variant, sizeof variant);
    if (part[0])
        snprintf(model, size, "implementer %s part %s variant %s", implementer, part, variant);
}

/* "L1d 32K, L1i 32K, L2 1M, L3 32M" of the first CPU. Guests often report what is not theirs. */
static void cache_facts(struct log *log)
{
    char text[256] = "";
    size_t length = 0;
    for (int i = 0; i < 8; i++) {
        char path[128], type[32], size[32];
        uint64_t level;
        const char *folder = "/sys/devices/system/cpu/cpu0/cache/index";
        snprintf(path, sizeof path, "%s%d/level", folder, i);
        if (!sysfile_number(path, &level))
            break;
        snprintf(path, sizeof path, "%s%d/type", folder, i);
        sysfile_line(path, type, sizeof type);
        snprintf(path, sizeof path, "%s%d/size", folder, i);
        sysfile_line(path, size, sizeof size);
        const char *kind = strcmp(type, "Data") == 0          ? "d"
                           : strcmp(type, "Instruction") == 0 ? "i"
                                                              : "";
        if (length < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length, "%sL%" PRIu64 "%s %s",
                                       i ? ", " : "", level, kind, size);
    }
    if (text[0])
        log_key(log, KEY_CACHES, "%s", text);
}

static void processor_facts(struct log *log)
{
    char model[256] = "", allowed[256];
    cpu_model(model, sizeof model);
    if (model[0])
        log_key(log, KEY_CPU_MODEL, "%s", model);
    line_fact(log, KEY_CPUS, "/sys/devices/system/cpu/online");
    if (sysfile_value("/proc/self/status", "Cpus_allowed_list", allowed, sizeof allowed))
        log_key(log, KEY_CPUS_ALLOWED, "%s", allowed);
    cache_facts(log);
}

static void pool_facts(struct log *log, const struct pools *pools)
{
    char text[1024] = "none";
    size_t length = 0;
    for (size_t i = 0; i < pools->count && length < sizeof text; i++) {
        const struct pool *pool = &pools->pool[i];
        char label[SIZE_TEXT_SIZE];
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s %" PRIu64 "/%" PRIu64,
                                   i ? ", " : "", size_format(pool->page_bytes, label), pool->total,
                                   pool->free);
    }
    log_key(log, KEY_POOLS, "%s%s", text, pools->count ? " (pages: total/free)" : "");
}

static void page_facts(struct log *log, const struct pools *pools)
{
    log_key(log, KEY_BASE_PAGE, "%" PRIu64, pools->base_bytes);
    pool_facts(log, pools);
    line_fact(log, KEY_THP_ENABLED, THP_FOLDER "/enabled");
    line_fact(log, KEY_THP_DEFRAG, THP_FOLDER "/defrag");
    line_fact(log, KEY_THP_BYTES, THP_FOLDER "/hpage_pmd_size");
    line_fact(log, KEY_KSM, "/sys/kernel/mm/ksm/run");
    line_fact(log, KEY_NUMA_BALANCING, "/proc/sys/kernel/numa_balancing");
    line_fact(log, KEY_NUMA_NODES, "/sys/devices/system/node/online");
}

static void clock_facts(struct log *log)
{
    line_fact(log, KEY_CLOCKSOURCE,
              "/sys/devices/system/clocksource/clocksource0/current_clocksource");
    log_key(log, KEY_CLOCK, "CLOCK_MONOTONIC_RAW, smallest step seen %" PRIu64 " ns", clock_step());
}

static void library_facts(struct log *log)
{
    /* A static program has no dynamic loader, hence no base address of one. */
    const char *linkage = getauxval(AT_BASE) ? "dynamic" : "static";
#ifdef __GLIBC__
    log_key(log, KEY_LIBC, "%s glibc %s", linkage, gnu_get_libc_version());
#else
    log_key(log, KEY_LIBC, "%s musl", linkage);
#endif
}

static void memory_facts(struct log *log)
{
    uint64_t total, available;
    if (sysfile_bytes("/proc/meminfo", "MemTotal", &total) &&
        sysfile_bytes("/proc/meminfo", "MemAvailable", &available))
        log_key(log, KEY_MEMORY, "%" PRIu64 "/%" PRIu64 " (bytes: total/available)", total,
                available);
    line_fact(log, KEY_LOAD_AVERAGE, "/proc/loadavg");
}

void machine_facts(struct log *log, const struct hypervisor *hypervisor, const struct pools *pools)
{
    log_key(log, KEY_HYPERVISOR, "%s", hypervisor->name);
    kernel_facts(log);
    processor_facts(log);
    page_facts(log, pools);
    clock_facts(log);
    library_facts(log);
    memory_facts(log);
}
