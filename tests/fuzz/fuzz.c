#include "fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/* libfyaml 0.7.12 loses 4 kB with a scalar of many pieces, such as 'a''b''c...'
 * (fy_atom_format_text).
 */
const char *__lsan_default_suppressions(void)
{
    return "leak:libfyaml";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_one(data, size);
    return 0;
}

void fuzz_fail(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}

/* ---- Files ---- */

static void put(int fd, const void *data, size_t size)
{
    if (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET) || write(fd, data, size) != (ssize_t)size)
        fuzz_fail("cannot write the input: %s", strerror(errno));
}

const char *fuzz_file(unsigned slot, const void *data, size_t size)
{
    static int fd[FUZZ_FILES];
    static char path[FUZZ_FILES][32];
    if (!fd[slot]) {
        fd[slot] = memfd_create("input", 0);
        snprintf(path[slot], sizeof path[slot], "/proc/self/fd/%d", fd[slot]);
    }
    put(fd[slot], data, size);
    return path[slot];
}

static char folder[64];

static void remove_folder(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command))
        fprintf(stderr, "%s could not be removed\n", folder);
}

const char *fuzz_folder(void)
{
    if (folder[0])
        return folder;
    snprintf(folder, sizeof folder, "%s/lockwarp-fuzz-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    if (!mkdtemp(folder))
        fuzz_fail("cannot make %s: %s", folder, strerror(errno));
    atexit(remove_folder);
    return folder;
}

const char *fuzz_disk_file(const char *name, const void *data, size_t size)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0)
        fuzz_fail("cannot write %s: %s", path, strerror(errno));
    put(fd, data, size);
    close(fd);
    return path;
}

/* ---- Answers ---- */

void fuzz_answer(int rc, const diag_t *d)
{
    if (rc < 0 && !d->text[0])
        fuzz_fail("the reader refused (%d) and did not say why", rc);
    if (strchr(d->text, '\n'))
        fuzz_fail("a message of several lines: %s", d->text);
}

/* ---- Parts ---- */

bool fuzz_next(fuzz_part_t *rest, fuzz_part_t *part)
{
    static const char line[] = "=====\n";
    if (!rest->text)
        return false;
    const char *end = memmem(rest->text, rest->bytes, line, sizeof line - 1);
    *part = (fuzz_part_t){rest->text, end ? (size_t)(end - rest->text) : rest->bytes};
    size_t gone = part->bytes + sizeof line - 1;
    *rest = end ? (fuzz_part_t){rest->text + gone, rest->bytes - gone} : (fuzz_part_t){NULL, 0};
    return true;
}

char *fuzz_string(fuzz_part_t part)
{
    char *s = strndup(part.text, part.bytes);
    if (!s)
        fuzz_fail("out of memory");
    return s;
}
