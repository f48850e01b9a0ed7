#include "text/terminal.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/visible.h"

/* What a stream writes to, and the beginning of a character whose rest has not come yet. */
typedef struct sink {
    int fd;
    char part[8];
    size_t n;
} sink_t;

static sink_t sinks[] = {{.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO}};

static int put_all(int fd, const char *at, size_t n)
{
    while (n) {
        ssize_t done = write(fd, at, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return -1;
        at += done;
        n -= (size_t)done;
    }
    return 0;
}

/* One character: itself, or \xNN for each of its bytes. Where it ends. */
static char *put_character(char *to, const char *from, size_t n, bool shown)
{
    static const char digit[] = "0123456789abcdef";
    if (shown || *from == '\n' || *from == '\t') {
        memcpy(to, from, n);
        return to + n;
    }
    for (size_t i = 0; i < n; i++) {
        *to++ = '\\';
        *to++ = 'x';
        *to++ = digit[(unsigned char)from[i] >> 4];
        *to++ = digit[from[i] & 15];
    }
    return to;
}

/* The bytes as they are shown; *left: how many at the end are a character's beginning. */
static size_t shown_bytes(const char *text, size_t n, char *out, size_t *left)
{
    char *to = out;
    *left = 0;
    while (n) {
        bool shown;
        size_t bytes = visible_next(text, n, &shown);
        if (!bytes) {
            *left = n;
            break;
        }
        to = put_character(to, text, bytes, shown);
        text += bytes;
        n -= bytes;
    }
    return (size_t)(to - out);
}

size_t terminal_shown(const char *text, size_t n, char **out)
{
    size_t left, bytes;
    *out = malloc(4 * n + 1);
    if (!*out)
        return 0;
    bytes = shown_bytes(text, n, *out, &left);
    bytes = (size_t)(put_character(*out + bytes, text + n - left, left, false) - *out);
    (*out)[bytes] = 0;
    return bytes;
}

static ssize_t put(void *cookie, const char *text, size_t n)
{
    sink_t *s = cookie;
    size_t all = s->n + n, left;
    char *whole = malloc(5 * all), *out = whole + all;
    if (!whole) {
        errno = ENOMEM;
        return 0;
    }
    memcpy(whole, s->part, s->n);
    memcpy(whole + s->n, text, n);
    size_t bytes = shown_bytes(whole, all, out, &left);
    int rc = put_all(s->fd, out, bytes);
    s->n = left;
    memcpy(s->part, whole + all - left, left);
    free(whole);
    return rc ? 0 : (ssize_t)n;
}

/* A character that never ended. */
static void put_rest(void)
{
    for (unsigned i = 0; i < 2; i++) {
        char out[32];
        sink_t *s = &sinks[i];
        if (s->n && put_all(s->fd, out, (size_t)(put_character(out, s->part, s->n, false) - out)))
            continue;
        s->n = 0;
    }
}

/* Also what a library prints before it ends the program (--help) must have been written. */
static void at_exit(void)
{
    bool failed = fflush(stdout) || ferror(stdout);
    put_rest();
    if (!failed)
        return;
    fputs("lockwarp: standard output: cannot write\n", stderr);
    _exit(2);
}

void terminal_begin(void)
{
    static const cookie_io_functions_t functions = {.write = put};
    FILE *out = fopencookie(&sinks[0], "w", functions);
    FILE *err = fopencookie(&sinks[1], "w", functions);
    if (!out || !err || setvbuf(err, NULL, _IONBF, 0) ||
        setvbuf(out, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ) || atexit(at_exit)) {
        fputs("lockwarp: out of memory\n", stderr);
        exit(2);
    }
    stdout = out;
    stderr = err;
}

/* Past the stream, which has nothing in it: it has no buffer. */
void terminal_clear_line(void)
{
    static const char clear[] = "\r\033[K";
    (void)put_all(STDERR_FILENO, clear, sizeof clear - 1);
}
