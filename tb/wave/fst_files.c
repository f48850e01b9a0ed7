/*
 * What GTKWave's writer calls in place of fwrite() and mmap() (tb/CMakeLists.txt). It does not look
 * at what they answer: a full disk would leave a waveform cut, and a temporary file that could not
 * grow would end the program when what is missing of it is touched.
 */
#include "wave/fst_files.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed; /* of the writer's own calls: it is one thread */

size_t lw_fst_fwrite(const void *from, size_t size, size_t n, FILE *f)
{
    size_t done = fwrite(from, size, n, f);
    failed |= done != n || ferror(f);
    return done;
}

/* A file that is too short gives memory of its own, with what is there. */
void *lw_fst_mmap(void *at, size_t bytes, int prot, int flags, int fd, off_t offset)
{
    struct stat st;
    if (fstat(fd, &st) == 0 && st.st_size >= offset + (off_t)bytes)
        return mmap(at, bytes, prot, flags, fd, offset);
    failed = true;
    char *to = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (to != MAP_FAILED && pread(fd, to, bytes, offset) < 0)
        return to; /* zeros */
    return to;
}

void fst_files_begin(void)
{
    failed = false;
}

bool fst_files_failed(void)
{
    return failed;
}
