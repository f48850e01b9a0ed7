#include "cli/cosim_bench.h"

#include <inttypes.h>

#include "bench/bench.h"
#include "cli/cmd.h"

/* What the stimulus is. A file's name may be long, and a comment ends with its line. */
static void describe(const cosim_opts_t *o, const char *replayed, char *text, size_t n)
{
    if (replayed) {
        snprintf(text, n, "the recorded file %.200s", replayed);
        for (; *text; text++)
            if ((unsigned char)*text < ' ')
                *text = '?';
    } else if (o->kind == STIM_DIRECTED) {
        snprintf(text, n, "the unit's directed steps");
    } else {
        snprintf(text, n, "random, %" PRIu64 " cycles, seed %" PRIu64, o->cycles, o->seed);
    }
}

int cosim_bench_run(const char *folder, const cosim_opts_t *o, const char *replayed, diag_t *diag)
{
    const stim_choice_t stimulus = cosim_stimulus(o);
    char said[256], label[UNIT_LABEL];
    bench_size_t size;
    describe(o, replayed, said, sizeof said);
    if (bench_write(folder, &stimulus, said, &size, diag))
        return CMD_BAD_INPUT;
    printf("%s, %s: bench written\n", o->desc->name,
           unit_cfg_label(o->desc, o->cfg, label, sizeof label));
    printf("  %" PRIu64 " cycles to compare, %u inputs, %u outputs, %" PRIu64 " bits in all\n",
           size.compared, size.inputs, size.outputs, size.bits);
    printf("  run:       %s/run.sh\n", folder);
    return CMD_DONE;
}
