#include "options.h"

#include <stdio.h>

static const char *const paragraphs[] = {
    "pagewalk-collect: measures what a load costs, by page size, span and stride, and writes a "
    "log.\n"
    "\n"
    "    pagewalk-collect [OPTION VALUE]...\n"
    "\n"
    "What the run is called\n"
    "  --machine NAME      the computer; equal in guest and host logs (default: the host name)\n"
    "  --side NAME         guest or host (default: guest under a hypervisor, else host)\n"
    "  --run NAME          unique on its machine (default: SIDE-1)\n"
    "  --pair N            number that joins a guest run with the host run beside it\n"
    "  --set NAME=VALUE    a further factor of the whole run, such as backing=plain; may be "
    "repeated\n"
    "  -o FILE             the log; never overwrites (default, and -: standard output)\n",
    "\n"
    "What is measured: every workload x page x stride x span, in shuffled rounds\n"
    "  --workloads LIST    chase (each load waits for the one before), streams (eight chases side "
    "by\n"
    "                      side), streams1 to streams16 (default: chase,streams)\n"
    "  --pages LIST        all, base, thp, or sizes such as 4K,2M,1G (default: all: the base page "
    "and\n"
    "                      every hugetlb pool that has pages)\n"
    "  --spans LIST        address ranges to chase over (default: 64M..1G)\n"
    "  --lines LIST        in place of --spans: numbers of lines; a span is lines x stride\n"
    "  --strides LIST      one line in every so many bytes; line is dense (default: line,16K)\n"
    "  --line BYTES        bytes of a line (default: 128)\n"
    "\n"
    "  Each sparse cell (stride above line) brings its dense twin with as many lines.\n"
    "  Lists take commas and ranges: 64M..1G doubles, 64M..1G/4 goes in quarter octaves.\n"
    "  Sizes are bytes, or powers of 1024: 16K, 2M, 1G.\n",
    "\n"
    "How much\n"
    "  --rounds N          times each cell is measured (default: 3)\n"
    "  --chunks N          timed chunks of a measurement (default: 40)\n"
    "  --loads N           loads of a chunk, over all streams (default: 200000)\n"
    "  --seed N            of the order, the cycles and the offsets (default: from the clock, and\n"
    "                      logged)\n"
    "\n"
    "  -h, --help; --version\n"
    "\n"
    "A page that cannot be had, or a span that is no multiple of its stride, is a skipped row with "
    "a\n"
    "reason. SIGINT, SIGTERM and SIGHUP end the log properly. Nothing needs root, and no setting "
    "of "
    "the\n"
    "system is changed.\n"
    "Exit status: 0 done, 2 could not run, 128 + number when stopped by a signal.\n",
};

int options_help(void)
{
    for (size_t i = 0; i < sizeof paragraphs / sizeof *paragraphs; i++)
        if (fputs(paragraphs[i], stdout) == EOF)
            return -1;
    return fflush(stdout) == EOF ? -1 : 0;
}
