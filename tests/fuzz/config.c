/* A configuration as a file (-c FILE.yaml), with its checks, and its keys as they are echoed. */
#include "fuzz.h"

#include "config/run_config.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    run_config_t c;
    diag_t d = {{0}};
    int rc = run_config_load(&c, fuzz_file(0, data, size), &d);
    if (!rc)
        rc = run_config_check(&c, &d);
    fuzz_answer(rc, &d);
    const char *name;
    char value[160];
    for (unsigned i = 0; !rc && run_config_key(&c, i, &name, value, sizeof value); i++)
        ;
}
