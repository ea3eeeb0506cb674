#include "loads.h"

/*
 * Each architecture gives, for stream k of a walk over N streams (text for the assembler, nothing
 * when k >= N): TAKE (pointer into its register), STEP (one load), GIVE (pointer back to at[k]).
 * .if makes one text serve all N.
 */
#if defined __x86_64__

#define ONLY(N, k, text) ".if " #N " > " #k "\n\t" text "\n\t.endif\n\t"

/* clang-format off */
#define GENERAL(DO, N)                                                                             \
    DO(N, 0, "%%rax") DO(N, 1, "%%rdx") DO(N, 2, "%%rbx") DO(N, 3, "%%rdi")                        \
    DO(N, 4, "%%r8") DO(N, 5, "%%r9") DO(N, 6, "%%r10") DO(N, 7, "%%r11")                          \
    DO(N, 8, "%%r12") DO(N, 9, "%%r13") DO(N, 10, "%%r14") DO(N, 11, "%%r15")
/* clang-format on */
#define VECTOR(DO, N)                                                                              \
    DO(N, 12, "%%xmm0") DO(N, 13, "%%xmm1") DO(N, 14, "%%xmm2") DO(N, 15, "%%xmm3")

#define TAKE(N, k, r) ONLY(N, k, "mov 8*" #k "(%%rsi), " r)
#define STEP(N, k, r) ONLY(N, k, "mov (" r "), " r)
#define GIVE(N, k, r) ONLY(N, k, "mov " r ", 8*" #k "(%%rsi)")
#define TAKE_VECTOR(N, k, r) ONLY(N, k, "movq 8*" #k "(%%rsi), " r)
#define STEP_VECTOR(N, k, r) ONLY(N, k, "movq " r ", %%rsi\n\tmovq (%%rsi), " r)
#define GIVE_VECTOR(N, k, r) ONLY(N, k, "movq " r ", 8*" #k "(%%rsi)")

/* rsi holds `at`, then serves as the address of vector streams while `at` waits in xmm15. */
#define WALK_LOOP(N, UNROLL)                                                                       \
    __asm__ volatile("movq %%rsi, %%xmm15\n\t" GENERAL(TAKE, N) VECTOR(TAKE_VECTOR, N)             \
                     ".balign 64\n"                                                                \
                     "1:\n\t"                                                                      \
                     ".rept " #UNROLL "\n\t" GENERAL(STEP, N) VECTOR(STEP_VECTOR, N)               \
                     ".endr\n\t"                                                                   \
                     "dec %%rcx\n\t"                                                               \
                     "jnz 1b\n\t"                                                                  \
                     "movq %%xmm15, %%rsi\n\t" GENERAL(GIVE, N) VECTOR(GIVE_VECTOR, N)             \
                     : "+S"(at), "+c"(turns)                                                       \
                     :                                                                             \
                     : "rax", "rdx", "rbx", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",  \
                       "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm15", "cc", "memory")

#elif defined __aarch64__

#define ONLY(N, k, text) ".if " #N " > " #k "\n\t" text "\n\t.endif\n\t"

/* x18 belongs to the platform on some systems, so the sixteen streams are x2 .. x17. */
/* clang-format off */
#define GENERAL(DO, N)                                                                             \
    DO(N, 0, "x2") DO(N, 1, "x3") DO(N, 2, "x4") DO(N, 3, "x5")                                    \
    DO(N, 4, "x6") DO(N, 5, "x7") DO(N, 6, "x8") DO(N, 7, "x9")                                    \
    DO(N, 8, "x10") DO(N, 9, "x11") DO(N, 10, "x12") DO(N, 11, "x13")                              \
    DO(N, 12, "x14") DO(N, 13, "x15") DO(N, 14, "x16") DO(N, 15, "x17")
/* clang-format on */

#define TAKE(N, k, r) ONLY(N, k, "ldr " r ", [x0, #8*" #k "]")
#define STEP(N, k, r) ONLY(N, k, "ldr " r ", [" r "]")
#define GIVE(N, k, r) ONLY(N, k, "str " r ", [x0, #8*" #k "]")

#define WALK_LOOP(N, UNROLL)                                                                       \
    register void **array __asm__("x0") = at;                                                      \
    register uint64_t count __asm__("x1") = turns;                                                 \
    __asm__ volatile(GENERAL(TAKE, N) ".balign 64\n"                                               \
                                      "1:\n\t"                                                     \
                                      ".rept " #UNROLL "\n\t" GENERAL(STEP, N) ".endr\n\t"         \
                                      "subs x1, x1, #1\n\t"                                        \
                                      "b.ne 1b\n\t" GENERAL(GIVE, N)                               \
                     : "+r"(array), "+r"(count)                                                    \
                     :                                                                             \
                     : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", \
                       "x14", "x15", "x16", "x17", "cc", "memory")

#else
#error "pagewalk-collect measures on x86-64 and aarch64: add the loop of this architecture here"
#endif

#define WALK(N)                                                                                    \
    static void unrolled_##N(void *at[], uint64_t turns)                                           \
    {                                                                                              \
        WALK_LOOP(N, 32);                                                                          \
    }                                                                                              \
    static void single_##N(void *at[], uint64_t turns)                                             \
    {                                                                                              \
        WALK_LOOP(N, 1);                                                                           \
    }

_Static_assert(LOADS_UNROLL == 32, "WALK unrolls 32 steps");

/* clang-format off */
WALK(1) WALK(2) WALK(3) WALK(4) WALK(5) WALK(6) WALK(7) WALK(8)
WALK(9) WALK(10) WALK(11) WALK(12) WALK(13) WALK(14) WALK(15) WALK(16)
    /* clang-format on */

    struct walk {
    void (*unrolled)(void *at[], uint64_t turns);
    void (*single)(void *at[], uint64_t turns);
};

#define PAIR(N)                                                                                    \
    {                                                                                              \
        unrolled_##N, single_##N                                                                   \
    }

static const struct walk walks[LOADS_STREAMS_MAX] = {
    PAIR(1), PAIR(2),  PAIR(3),  PAIR(4),  PAIR(5),  PAIR(6),  PAIR(7),  PAIR(8),
    PAIR(9), PAIR(10), PAIR(11), PAIR(12), PAIR(13), PAIR(14), PAIR(15), PAIR(16),
};

void loads_walk(unsigned streams, void *at[], uint64_t steps)
{
    const struct walk *walk = &walks[streams - 1];
    uint64_t turns = steps / LOADS_UNROLL;
    uint64_t rest = steps % LOADS_UNROLL;
    if (turns)
        walk->unrolled(at, turns);
    if (rest)
        walk->single(at, rest);
}
