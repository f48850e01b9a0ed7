#include "prove/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/file.h"
#include "common/root.h"

static const struct {
    const char *program, *package;
} needs[] = {{"clang-14", "clang-14"}, {"yosys", "yosys"}, {"berkeley-abc", "berkeley-abc"}};

bool tools_have(const char *program)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at;) {
        const size_t n = strcspn(at, ":");
        char name[PATH_MAX];
        snprintf(name, sizeof name, "%.*s/%s", (int)n, at, program);
        if (access(name, X_OK) == 0)
            return true;
        at += n + (at[n] == ':');
    }
    return false;
}

const char *tools_module(char *path, size_t n)
{
    static const char *const places[] = {"../lib/lockwarp/prove_ir.so", "prove_ir.so"};
    const char *given = getenv("LW_PROVE_IR");
    if (given) {
        snprintf(path, n, "%s", given);
        return access(path, R_OK) ? NULL : path;
    }
    for (unsigned k = 0; k < sizeof places / sizeof places[0]; k++) {
        root_beside(places[k], path, n);
        if (path[0] && access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

bool tools_missing(char *text, size_t n)
{
    char path[PATH_MAX];
    if (!tools_module(path, sizeof path)) {
        snprintf(text, n,
                 "this program was built without LLVM; expected the Debian package "
                 "llvm-14-dev when it is built");
        return true;
    }
    for (unsigned k = 0; k < sizeof needs / sizeof needs[0]; k++) {
        if (tools_have(needs[k].program))
            continue;
        snprintf(text, n, "%s is not installed; expected the Debian package %s", needs[k].program,
                 needs[k].package);
        return true;
    }
    return false;
}

int tools_run(scratch_t *s, const char *log, unsigned cpu, unsigned seconds,
              const char *const *argv, diag_t *d)
{
    char path[PATH_MAX + 64], limit[16], cpu_limit[24];
    const char *all[TOOLS_ARGS + 8];
    unsigned n = 0;
    snprintf(path, sizeof path, "%s/%.60s", s->dir, log);
    snprintf(limit, sizeof limit, "%u", seconds);
    snprintf(cpu_limit, sizeof cpu_limit, "--cpu=%u", cpu);
    if (cpu) {
        all[n++] = "prlimit";
        all[n++] = cpu_limit;
    }
    if (seconds) {
        all[n++] = "timeout";
        all[n++] = limit;
    }
    for (unsigned k = 0; argv[k] && k < TOOLS_ARGS; k++)
        all[n++] = argv[k];
    all[n] = NULL;
    const int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out < 0)
        return diag_at(d, path, 0, 0, "cannot write: %s", strerror(errno));
    const scratch_call_t call = {.argv = all, .dir = s->dir, .out = out};
    const int status = scratch_run(s, &call);
    close(out);
    if (cpu && (status == -SIGXCPU || status == -SIGKILL || status == 128 + SIGXCPU ||
                status == 128 + SIGKILL))
        return TOOLS_TIME;
    const char *why = status < 0 ? scratch_why(s, status) : NULL;
    if (why)
        return diag_at(d, argv[0], 0, 0, "failed: %s", why);
    if (status < 0)
        return diag_at(d, argv[0], 0, 0, "killed by signal %d", -status);
    if (status == SCRATCH_NOT_FOUND || status == SCRATCH_CANNOT_RUN)
        return diag_at(d, argv[0], 0, 0, "cannot be run");
    return status;
}

int tools_must(scratch_t *s, const char *log, const char *const *argv, diag_t *d)
{
    const int status = tools_run(s, log, 0, 0, argv, d);
    if (status <= 0)
        return status;
    const char *why = scratch_why(s, status);
    diag_t unread = {{0}};
    char *text = why ? NULL : tools_read(s, log, &unread);
    for (char *line = text; line && *line;) {
        const size_t n = strcspn(line, "\n");
        const bool more = line[n] != 0;
        line[n] = 0;
        if (strstr(line, "error") || strstr(line, "ERROR"))
            diag_at(d, argv[0], 0, 0, "%.300s", line);
        line += n + more;
    }
    free(text);
    if (why)
        return diag_at(d, argv[0], 0, 0, "failed: %s", why);
    return diag_at(d, argv[0], 0, 0, "failed with status %d", status);
}

FILE *tools_open(const scratch_t *s, const char *name, const char *mode, diag_t *d)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%.60s", s->dir, name);
    FILE *f = fopen(path, mode);
    if (!f)
        diag_at(d, path, 0, 0, "cannot open: %s", strerror(errno));
    return f;
}

int tools_close(FILE *f, const char *name, diag_t *d)
{
    const int earlier = ferror(f) ? EIO : 0, last = fclose(f) ? errno : 0;
    return last || earlier
               ? diag_at(d, name, 0, 0, "cannot write: %s", strerror(last ? last : earlier))
               : 0;
}

char *tools_read(const scratch_t *s, const char *name, diag_t *d)
{
    char path[PATH_MAX + 64], *text = NULL;
    size_t bytes = 0;
    snprintf(path, sizeof path, "%s/%.60s", s->dir, name);
    return file_read(path, (size_t)1 << 31, &text, &bytes, d) ? NULL : text;
}
