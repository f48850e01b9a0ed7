/* The file `tasks` of a folder that Slurm's tasks share. */
#include "fuzz.h"

#include "sweep/submission.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    submission_t *s = NULL;
    diag_t d = {{0}};
    fuzz_disk_file("tasks", data, size);
    int rc = submission_read(fuzz_folder(), &s, &d);
    fuzz_answer(rc, &d);
    if (!rc)
        submission_free(s);
}
