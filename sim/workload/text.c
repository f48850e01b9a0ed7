#include "workload/text.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/place.h"

/* Grows a buffer as it reads, so that pipes are inputs too. */
static int slurp(FILE *f, char **bytes, size_t *size)
{
    size_t room = 1 << 16, n = 0;
    char *p = malloc(room);
    while (p) {
        n += fread(p + n, 1, room - n - 1, f);
        if (n < room - 1)
            break;
        char *more = realloc(p, room *= 2);
        if (!more)
            free(p);
        p = more;
    }
    if (!p)
        return -ENOMEM;
    if (ferror(f)) {
        int error = errno ? errno : EIO;
        free(p);
        return -error;
    }
    p[n] = '\0';
    *bytes = p;
    *size = n;
    return 0;
}

int text_open(text_t *t, const char *file, diag_t *diag)
{
    *t = (text_t){.file = file, .diag = diag, .line = 1};
    int fd = file_open(file, diag);
    if (fd < 0)
        return fd;
    FILE *f = fdopen(fd, "rb");
    int rc = f ? slurp(f, &t->bytes, &t->size) : -errno;
    if (f)
        fclose(f);
    else
        close(fd);
    if (rc) {
        diag_at(diag, file, 0, 0, "cannot be read: %s", strerror(-rc));
        return rc;
    }
    t->at = t->line_start = t->bytes;
    if (memchr(t->bytes, '\0', t->size)) {
        while (text_next_line(t)) /* stops at the zero byte's line */
            ;
        rc = text_error(t, "a zero byte, expected a text file");
        text_close(t);
    }
    return rc;
}

void text_close(text_t *t)
{
    free(t->bytes);
    t->bytes = NULL;
}

int text_column(const text_t *t)
{
    return (int)(t->at - t->line_start) + 1;
}

int text_error(const text_t *t, const char *fmt, ...)
{
    char message[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    return diag_at(t->diag, t->file, t->line, text_column(t), "%s", message);
}

bool text_skip_in_line(text_t *t)
{
    while (*t->at == ' ' || *t->at == '\t' || *t->at == '\r')
        t->at++;
    return !*t->at || *t->at == '\n';
}

bool text_next_line(text_t *t)
{
    while (*t->at && *t->at != '\n')
        t->at++;
    if (!*t->at)
        return false;
    t->line_start = ++t->at;
    t->line++;
    return true;
}

bool text_skip(text_t *t)
{
    while (text_skip_in_line(t))
        if (!text_next_line(t))
            return true;
    return false;
}

/* The word at the cursor, for messages; what no terminal should get is a question mark. */
static const char *quote(const text_t *t, char *out, size_t size)
{
    if (!*t->at)
        return "the end of the file";
    if (*t->at == '\n')
        return "the end of the line";
    size_t n = strcspn(t->at, " \t\r\n");
    snprintf(out, size, "\"%.*s\"", (int)(n < 24 ? n : 24), t->at);
    for (char *c = out; *c; c++)
        if (!isprint((unsigned char)*c))
            *c = '?';
    return out;
}

int text_refuse(const text_t *t, const char *fmt, ...)
{
    char expected[192], found[32];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(expected, sizeof expected, fmt, ap);
    va_end(ap);
    return text_error(t, "%s, expected %s", quote(t, found, sizeof found), expected);
}

/* A number must be a whole word. */
static bool ends_word(const char *end)
{
    return !*end || isspace((unsigned char)*end);
}

int text_number(text_t *t, const char *what, int64_t min, int64_t max, int64_t *out)
{
    text_skip(t);
    char *end = NULL;
    errno = 0;
    long long v = strtoll(t->at, &end, 10);
    if (end == t->at || !ends_word(end))
        return text_refuse(t, "a whole number (%s)", what);
    if (errno || v < min || v > max)
        return text_refuse(t, "%s from %lld to %lld", what, (long long)min, (long long)max);
    *out = v;
    t->at = end;
    return 0;
}

int text_count(text_t *t, const char *what, int64_t min, size_t bytes, int64_t *out)
{
    text_skip(t);
    text_t before = *t;
    int64_t most = (int64_t)(t->size / bytes);
    int rc = text_number(t, what, min, INT32_MAX, out);
    if (!rc && *out > most)
        return text_error(&before,
                          "%lld as %s, expected at most the %lld that the file has room for",
                          (long long)*out, what, (long long)most);
    return rc;
}

int text_real(text_t *t, const char *what, double *out)
{
    text_skip(t);
    char *end = NULL;
    double v = strtod(t->at, &end);
    if (end == t->at || !ends_word(end) || !(fabs(v) <= (double)FLT_MAX))
        return text_refuse(t, "a number of single precision (%s)", what);
    *out = v;
    t->at = end;
    return 0;
}

void text_word(text_t *t, char *word, size_t size)
{
    size_t n = 0;
    if (!text_skip_in_line(t))
        for (; *t->at && !isspace((unsigned char)*t->at); t->at++)
            if (n + 1 < size)
                word[n++] = (char)tolower((unsigned char)*t->at);
    word[n] = '\0';
}

int text_field_number(text_t *t, const char *what, int64_t min, int64_t max, int64_t *out)
{
    if (text_skip_in_line(t))
        return text_refuse(t, "a whole number (%s)", what);
    return text_number(t, what, min, max, out);
}

int text_field_real(text_t *t, const char *what, double *out)
{
    if (text_skip_in_line(t))
        return text_refuse(t, "a number of single precision (%s)", what);
    return text_real(t, what, out);
}

int text_field_count(text_t *t, const char *what, int64_t min, size_t bytes, int64_t *out)
{
    if (text_skip_in_line(t))
        return text_refuse(t, "a whole number (%s)", what);
    return text_count(t, what, min, bytes, out);
}

int text_line_end(text_t *t, const char *what)
{
    return text_skip_in_line(t) ? 0 : text_refuse(t, "the end of the line after %s", what);
}

int text_one_of(text_t *t, const char *what, const char *const *words)
{
    text_skip_in_line(t);
    text_t before = *t;
    char word[32], expected[96] = "";
    text_word(t, word, sizeof word);
    for (int i = 0; words[i]; i++) {
        if (!strcmp(word, words[i]))
            return i;
        if (i)
            strncat(expected, ", ", sizeof expected - strlen(expected) - 1);
        strncat(expected, words[i], sizeof expected - strlen(expected) - 1);
    }
    return text_refuse(&before, "%s: %s", what, expected);
}

int text_end(text_t *t, const char *after)
{
    char found[32];
    if (text_skip(t))
        return 0;
    return text_error(t, "%s after %s, expected the end of the file", quote(t, found, sizeof found),
                      after);
}
