#include "run/run_opts.h"

#include <string.h>

void run_opts_default(run_opts_t *o)
{
    memset(o, 0, sizeof *o);
    o->config = "apres";
    o->engine = "c";
    o->scale = SCALE_DEFAULT;
    o->seed = 1;
}
