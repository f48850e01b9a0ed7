/* A folder of a test's own, with the path of one checkpoint in it. */
#ifndef LW_TESTS_CHECKPOINT_FILE_H
#define LW_TESTS_CHECKPOINT_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/test_checkpoint.XXXXXX";
static char file[64];

static inline int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/x.ckpt", folder);
    return 0;
}

static inline int remove_folder(void **state)
{
    (void)state;
    unlink(file);
    return rmdir(folder);
}

#endif
