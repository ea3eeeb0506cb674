#include "machine.h"

#include <stdio.h>
#include <string.h>

#include "sysfile.h"

#if defined __x86_64__
#include <cpuid.h>
#endif

bool hypervisor_product(const char *name)
{
    static const char *const products[] = {
        "QEMU",
        "KVM",
        "VMware",
        "VirtualBox",
        "Virtual Machine",
        "Parallels",
        "Firecracker",
        "Apple Virtualization",
        "bhyve",
        "Xen",
        "Bochs",
        "Google Compute Engine",
        "OpenStack",
        "Cloud Hypervisor",
        "crosvm",
    };
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (strcasestr(name, products[i]))
            return true;
    return false;
}

#if defined __x86_64__
static bool from_cpuid(struct hypervisor *hypervisor)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return false;
    hypervisor->present = c >> 31 & 1;
    snprintf(hypervisor->how, sizeof hypervisor->how, "CPUID hypervisor bit %s",
             hypervisor->present ? "set" : "clear");
    if (hypervisor->present) {
        char vendor[13];
        __cpuid(0x40000000, a, b, c, d);
        memcpy(vendor, &b, 4);
        memcpy(vendor + 4, &c, 4);
        memcpy(vendor + 8, &d, 4);
        vendor[12] = '\0';
        snprintf(hypervisor->name, sizeof hypervisor->name, "%s", vendor);
    }
    return true;
}
#endif

static bool from_file(struct hypervisor *hypervisor, const char *path, bool any)
{
    char line[200];
    if (!sysfile_line(path, line, sizeof line) || (!any && !hypervisor_product(line)))
        return false;
    hypervisor->present = true;
    snprintf(hypervisor->name, sizeof hypervisor->name, "%s", line);
    snprintf(hypervisor->how, sizeof hypervisor->how, "%s", path);
    return true;
}

/* The product behind the CPUID name: Firecracker and QEMU both call themselves KVM there. */
static void add_product(struct hypervisor *hypervisor)
{
    char vendor[100] = "", product[100] = "";
    sysfile_line("/sys/class/dmi/id/sys_vendor", vendor, sizeof vendor);
    sysfile_line("/sys/class/dmi/id/product_name", product, sizeof product);
    if (!vendor[0] && !product[0])
        return;
    size_t length = strlen(hypervisor->name);
    snprintf(hypervisor->name + length, sizeof hypervisor->name - length, "%s%s%s%s",
             length ? "; " : "", vendor, vendor[0] && product[0] ? " " : "", product);
}

void hypervisor_find(struct hypervisor *hypervisor)
{
    *hypervisor = (struct hypervisor){.how = "no sign of one"};
#if defined __x86_64__
    bool decided = from_cpuid(hypervisor);
#else
    bool decided = false;
#endif
    if (!decided && !from_file(hypervisor, "/sys/hypervisor/type", true) &&
        !from_file(hypervisor, "/proc/device-tree/hypervisor/compatible", true) &&
        !from_file(hypervisor, "/sys/class/dmi/id/product_name", false) &&
        !from_file(hypervisor, "/sys/class/dmi/id/sys_vendor", false)) {
        /* QEMU and other monitors describe their arm machine as "linux,dummy-virt". */
        char compatible[200];
        if (sysfile_line("/proc/device-tree/compatible", compatible, sizeof compatible) &&
            strstr(compatible, "dummy-virt"))
            from_file(hypervisor, "/proc/device-tree/compatible", true);
    }
    if (decided && hypervisor->present)
        add_product(hypervisor);
    if (!hypervisor->present)
        snprintf(hypervisor->name, sizeof hypervisor->name, "none");
}
