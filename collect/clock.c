#include "clock.h"

#include <time.h>

/* x86: lfence waits until every earlier load has its value, and nothing later starts before it.
 * arm: dsb waits for the loads, isb keeps what follows from starting early. */
static inline void fence(void)
{
#if defined __x86_64__
    __asm__ volatile("lfence" ::: "memory");
#elif defined __aarch64__
    __asm__ volatile("dsb ish\n\tisb" ::: "memory");
#else
#error "pagewalk-collect measures on x86-64 and aarch64: add the fence of this architecture here"
#endif
}

uint64_t clock_now(void)
{
    struct timespec now;
    fence();
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    fence();
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Register operands, because some cores add a small constant without spending a cycle on it. */
#define ADDS_UNROLL 100
#if defined __x86_64__
#define HUNDRED_ADDS ".rept 100\n\tadd %1, %0\n\t.endr"
#elif defined __aarch64__
#define HUNDRED_ADDS ".rept 100\n\tadd %0, %0, %1\n\t.endr"
#endif

static void adds(uint64_t turns)
{
    uint64_t sum = 0;
    uint64_t addend = turns;
    for (uint64_t i = 0; i < turns; i++)
        __asm__ volatile(HUNDRED_ADDS : "+r"(sum) : "r"(addend) : "cc");
}

_Static_assert(CLOCK_ADDS % (CLOCK_PARTS * ADDS_UNROLL) == 0, "parts are equal and whole");

uint64_t clock_check(void)
{
    uint64_t fastest = UINT64_MAX;
    for (int part = 0; part < CLOCK_PARTS; part++) {
        uint64_t begin = clock_now();
        adds(CLOCK_ADDS / CLOCK_PARTS / ADDS_UNROLL);
        uint64_t elapsed = clock_now() - begin;
        if (elapsed < fastest)
            fastest = elapsed;
    }
    return fastest * CLOCK_PARTS;
}

uint64_t clock_step(void)
{
    uint64_t smallest = UINT64_MAX;
    uint64_t begin = clock_now();
    uint64_t last = begin;
    /* 2000 readings find the step of a fine clock; a clock of ticks needs time to move at all. */
    for (int readings = 0; readings < 2000 || smallest == UINT64_MAX; readings++) {
        uint64_t now = clock_now();
        if (now != last && now - last < smallest)
            smallest = now - last;
        last = now;
        if (readings > 100000000)
            break;
    }
    return smallest == UINT64_MAX ? 0 : smallest;
}
