#include "lockstep/model_build.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/root.h"
#include "lockstep/model_files.h"
#include "lockstep/ports.h"

enum { ARGS = 512, LINE = 400 };

/* Reset loops over whole tables must unroll (Verilator 5.006 refuses them otherwise). Functions are
 * split because GCC's time grows with the square of one's length: 22 s in place of 144 s for
 * las.degrees. Of the warnings only those that concern the ports of the unit, the rest is for the
 * lint of rtl/. */
static const char *const verilate[] = {"--cc",
                                       "--prefix",
                                       "Vmodel",
                                       "--top-module",
                                       "held",
                                       "--Mdir",
                                       ".",
                                       "-O3",
                                       "--assert",
                                       "--x-initial",
                                       "unique",
                                       "--x-assign",
                                       "unique",
                                       "--output-split",
                                       "0",
                                       "--output-split-cfuncs",
                                       "6000",
                                       "--unroll-count",
                                       "16384",
                                       "--unroll-stmts",
                                       "1000000",
                                       "-Wno-lint",
                                       "-Wno-style",
                                       "-Wwarn-WIDTH",
                                       "-Wwarn-PINMISSING",
                                       "-Wwarn-IMPLICIT",
                                       NULL};

static const char *const coverage_flags[] = {"--coverage-line", "--coverage-toggle", NULL};

/* No warnings: the code is generated. The visibility keeps models apart in one process. No ivopts:
 * see the top CMakeLists.txt. */
static const char *const compile[] = {"-std=gnu++14",        "-fPIC",
                                      "-fvisibility=hidden", "-fcf-protection=none",
                                      "-faligned-new",       "-w",
                                      "-DVERILATOR=1",       "-DVM_SC=0",
                                      "-DVM_TRACE=0",        "-DVM_TRACE_FST=0",
                                      "-DVM_TRACE_VCD=0",    "-DVL_USER_FINISH",
                                      "-DVL_USER_STOP",      "-DVL_USER_FATAL",
                                      "-fno-ivopts",         NULL};
static const char *const optimize = "-O3";

static const char *const link_flags[] = {"-shared", "-pthread", "-Wl,-Bsymbolic", NULL};

/* What the C++ side consists of besides generated text. */
static const char *const glue[] = {"shim.cpp", "rtl.h", "rtl_context.h", NULL};
static const char *const runtime_glue[] = {"rtl_runtime.cpp", "rtl_context.h", "rtl_printf.h",
                                           NULL};

/* One TU: Verilator's own sources and the functions that they leave to the user. */
static const char runtime_source[] = "#include \"lockstep/rtl_printf.h\"\n"
                                     "#include \"verilated.cpp\"\n"
                                     "#include \"verilated_threads.cpp\"\n"
                                     "#include \"lockstep/rtl_runtime.cpp\"\n";

static const char *compiler(void)
{
    const char *cxx = getenv("CXX");
    return cxx && cxx[0] ? cxx : "c++";
}

/* --- running a tool --------------------------------------------------------------------------- */

/* The words of a command. */
typedef struct args {
    const char *word[ARGS];
    unsigned n;
} args_t;

static void put(args_t *a, const char *word)
{
    if (a->n < ARGS - 1)
        a->word[a->n++] = word;
    a->word[a->n] = NULL;
}

static void put_all(args_t *a, const char *const *words)
{
    for (; words && *words; words++)
        put(a, *words);
}

/* As scratch_run(); the tool's output goes to out. */
static int run(scratch_t *s, const args_t *a, const char *dir, int out, const model_watch_t *watch)
{
    const scratch_call_t call = {.argv = a->word,
                                 .dir = dir,
                                 .out = out,
                                 .tick = watch ? watch->tick : NULL,
                                 .ctx = watch ? watch->ctx : NULL};
    return scratch_run(s, &call);
}

/* The first line of a command's output, or "" where it is not installed. It needs no folder: not
 * even the current one must be there. */
static int first_line(scratch_t *s, const args_t *a, char *line, size_t n)
{
    int out = memfd_create("output of a tool", MFD_CLOEXEC);
    line[0] = 0;
    if (out < 0)
        return SCRATCH_CANNOT_RUN;
    int status = run(s, a, "/", out, NULL);
    ssize_t got = status ? 0 : pread(out, line, n - 1, 0);
    close(out);
    line[got > 0 ? got : 0] = 0;
    line[strcspn(line, "\n")] = 0;
    return status;
}

/* Its version; -ENOENT where it is not installed. */
static int version(scratch_t *s, const char *program, char *line, size_t n, diag_t *diag)
{
    int status = first_line(s, &(args_t){{program, "--version"}, 2}, line, n);
    if (status == SCRATCH_NOT_FOUND)
        return -ENOENT;
    const char *why = status ? scratch_why(s, status) : NULL;
    if (why)
        return diag_at(diag, program, 0, 0, "--version failed: %s", why);
    return status ? diag_at(diag, program, 0, 0, "--version failed (%d)", status) : 0;
}

int model_tools(char tools[MODEL_TOOLS], const char **missing, diag_t *diag)
{
    char a[MODEL_TOOLS / 2 - 2], b[MODEL_TOOLS / 2 - 2];
    scratch_t s;
    int rc = scratch_open(&s, NULL, NULL, diag);
    if (rc)
        return rc;
    rc = version(&s, *missing = "verilator", a, sizeof a, diag);
    rc = rc ? rc : version(&s, *missing = compiler(), b, sizeof b, diag);
    scratch_close(&s);
    if (!rc)
        snprintf(tools, MODEL_TOOLS, "%s\n%s\n", a, b);
    return rc;
}

/* What a tool that failed had to say: its first error, else its first line. */
static int tool_failed(const char *what, const char *tool, const scratch_t *s, int status,
                       const char *log, diag_t *diag)
{
    char line[LINE], best[LINE] = "";
    const char *why = scratch_why(s, status);
    if (status == SCRATCH_NOT_FOUND)
        return diag_at(diag, what, 0, 0, "%s is not installed", tool);
    if (why)
        return diag_at(diag, what, 0, 0, "%s failed in %s: %s", tool, s->dir, why);
    if (status < 0)
        return diag_at(diag, what, 0, 0, "%s was ended by signal %d", tool, -status);
    FILE *f = fopen(log, "r");
    bool error = false;
    while (f && !error && fgets(line, sizeof line, f)) {
        error =
            (strstr(line, "%Error") && !strstr(line, "Exiting due to")) || strstr(line, "error:");
        if (error || !best[0])
            snprintf(best, sizeof best, "%.*s", (int)strcspn(line, "\n"), line);
    }
    if (f)
        fclose(f);
    return diag_at(diag, what, 0, 0, "%s failed (%d): %s", tool, status, best);
}

/* --- the key ---------------------------------------------------------------------------------- */

static void hash_text(struct sha256_ctx *sha, const char *text)
{
    sha256_update(sha, strlen(text) + 1, (const uint8_t *)text);
}

static void hash_words(struct sha256_ctx *sha, const char *const *words)
{
    for (; words && *words; words++)
        hash_text(sha, *words);
    hash_text(sha, "");
}

static void hash_start(struct sha256_ctx *sha, const char *what, const char *tools)
{
    sha256_init(sha);
    hash_text(sha, what);
    hash_text(sha, tools);
    hash_words(sha, compile);
    hash_text(sha, optimize);
    hash_words(sha, link_flags);
}

static int hash_glue(struct sha256_ctx *sha, const char *const *names, diag_t *diag)
{
    char path[PATH_MAX];
    int err = 0;
    for (; !err && *names; names++) {
        snprintf(path, sizeof path, "%s/tb/lockstep/%s", root_dir(), *names);
        err = model_file_hash(sha, path, *names, diag);
    }
    return err;
}

int model_runtime_key(const char *tools, char key[MODEL_KEY], diag_t *diag)
{
    struct sha256_ctx sha;
    hash_start(&sha, "lockwarp runtime 1", tools);
    hash_text(&sha, runtime_source);
    int err = hash_glue(&sha, runtime_glue, diag);
    model_hash_end(&sha, key);
    return err;
}

/* All generated texts, one after the other. */
static int texts(FILE *out, const model_spec_t *m, diag_t *diag)
{
    int err = model_text_wrapper(out, m, diag);
    err = err ? err : model_text_config(out, m, diag);
    return err ? err : model_text_source(out, m, NULL, 0, diag);
}

int model_key(const model_spec_t *m, const char *tools, char key[MODEL_KEY], diag_t *diag)
{
    struct sha256_ctx sha;
    char *text = NULL;
    size_t n = 0;
    FILE *mem = open_memstream(&text, &n);
    if (!mem)
        return diag_at(diag, m->desc->name, 0, 0, "out of memory");
    int err = texts(mem, m, diag);
    fclose(mem);
    hash_start(&sha, "lockwarp model 1", tools);
    hash_text(&sha, text);
    free(text);
    hash_words(&sha, verilate);
    hash_words(&sha, m->flag);
    hash_words(&sha, m->coverage ? coverage_flags : NULL);
    model_files_t files = {0};
    err = err ? err : model_files_find(&files, m, diag);
    for (unsigned i = 0; !err && i < files.n; i++)
        err = model_file_hash(&sha, files.path[i], strrchr(files.path[i], '/') + 1, diag);
    model_files_free(&files);
    err = err ? err : hash_glue(&sha, glue, diag);
    err = err ? err : hash_glue(&sha, runtime_glue, diag);
    model_hash_end(&sha, key);
    return err;
}

/* --- making ----------------------------------------------------------------------------------- */

typedef struct build {
    const model_spec_t *m; /* NULL: the runtime */
    scratch_t *scratch;
    const char *dir; /* the scratch's */
    const char *const *launcher;
    const model_watch_t *watch;
    diag_t *diag;
    char log[PATH_MAX], include[PATH_MAX], vltstd[PATH_MAX + 8], tb[PATH_MAX];
} build_t;

static const char *what_of(const build_t *b)
{
    return b->m ? b->m->desc->name : "Verilator's runtime";
}

static int tool(const build_t *b, const args_t *a, const char *name)
{
    int log = open(b->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return diag_at(b->diag, b->log, 0, 0, "cannot write: %s", strerror(errno));
    int status = run(b->scratch, a, b->dir, log, b->watch);
    close(log);
    return status ? tool_failed(what_of(b), name, b->scratch, status, b->log, b->diag) : 0;
}

static int begin(build_t *b)
{
    char root[PATH_MAX - 64];
    const args_t ask = {{"verilator", "--getenv", "VERILATOR_ROOT"}, 3};
    int status = first_line(b->scratch, &ask, root, sizeof root);
    if (status == SCRATCH_NOT_FOUND)
        return diag_at(b->diag, what_of(b), 0, 0, "verilator is not installed");
    if (status || !root[0])
        return diag_at(b->diag, what_of(b), 0, 0,
                       "verilator does not say where its files are (status %d)", status);
    snprintf(b->log, sizeof b->log, "%s/log", b->dir);
    snprintf(b->include, sizeof b->include, "%s/include", root);
    snprintf(b->vltstd, sizeof b->vltstd, "%s/vltstd", b->include);
    snprintf(b->tb, sizeof b->tb, "%s/tb", root_dir());
    return 0;
}

static FILE *create(const build_t *b, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", b->dir, name);
    FILE *f = fopen(path, "w");
    if (!f)
        diag_at(b->diag, path, 0, 0, "cannot write: %s", strerror(errno));
    return f;
}

static int finish(const build_t *b, FILE *f, int err)
{
    errno = EIO; /* if an earlier write has failed */
    bool failed = ferror(f) != 0;
    if ((fclose(f) || failed) && !err)
        err = diag_at(b->diag, b->dir, 0, 0, "cannot write: %s", strerror(errno));
    return err;
}

/* FROM.cpp -> TO.o */
static int compile_one(const build_t *b, const char *from, const char *to)
{
    bool coverage = b->m && b->m->coverage;
    args_t a = {.n = 0};
    put_all(&a, b->launcher);
    put(&a, compiler());
    put_all(&a, compile);
    put(&a, coverage ? "-O0" : optimize);
    put(&a, coverage ? "-DVM_COVERAGE=1" : "-DVM_COVERAGE=0");
    put(&a, "-I.");
    put(&a, "-I");
    put(&a, b->tb);
    put(&a, "-isystem");
    put(&a, b->include);
    put(&a, "-isystem");
    put(&a, b->vltstd);
    if (b->launcher)
        put(&a, "-MD"); /* a compiler cache learns from it what was included */
    put(&a, "-c");
    put(&a, from);
    put(&a, "-o");
    put(&a, to);
    return tool(b, &a, "the C++ compiler");
}

/* Widths matter where the unit's ports are connected, in held.sv. */
static void no_width_lint(FILE *f, const model_files_t *files)
{
    for (unsigned i = 0; i < files->n; i++)
        fprintf(f, "lint_off -rule WIDTH -file \"*%s\"\n", strrchr(files->path[i], '/'));
}

static int write_texts(const build_t *b, const model_files_t *files)
{
    FILE *f = create(b, "held.sv");
    int err = f ? finish(b, f, model_text_wrapper(f, b->m, b->diag)) : -EINVAL;
    f = err ? NULL : create(b, "held.vlt");
    if (!f)
        return -EINVAL;
    err = model_text_config(f, b->m, b->diag);
    no_width_lint(f, files);
    return finish(b, f, err);
}

static int run_verilator(const build_t *b)
{
    model_files_t files;
    int err = model_files_find(&files, b->m, b->diag);
    err = err ? err : write_texts(b, &files);
    args_t a = {.n = 0};
    put(&a, "verilator");
    put_all(&a, verilate);
    put_all(&a, b->m->flag);
    put_all(&a, b->m->coverage ? coverage_flags : NULL);
    put(&a, "held.vlt");
    put(&a, "held.sv");
    for (unsigned i = 0; i < files.n; i++)
        put(&a, files.path[i]);
    err = err ? err : tool(b, &a, "verilator");
    model_files_free(&files);
    return err;
}

static int is_source(const struct dirent *e)
{
    const size_t len = strlen(e->d_name);
    return len > 4 && strcmp(e->d_name + len - 4, ".cpp") == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* model.cpp: everything that Verilator wrote, always in the same order, and the shim. */
static int write_source(const build_t *b)
{
    struct dirent **found;
    const int n = scandir(b->dir, &found, is_source, by_name);
    if (n < 0)
        return diag_at(b->diag, b->dir, 0, 0, "cannot read the folder: %s", strerror(errno));
    char **name = calloc((size_t)n + 1, sizeof *name);
    for (int i = 0; name && i < n; i++)
        name[i] = found[i]->d_name;
    FILE *f = name ? create(b, "model.cpp") : NULL;
    int err = name ? -EINVAL : diag_at(b->diag, what_of(b), 0, 0, "out of memory");
    if (f)
        err = finish(b, f, model_text_source(f, b->m, name, (size_t)n, b->diag));
    for (int i = 0; i < n; i++)
        free(found[i]);
    free(found);
    free(name);
    return err;
}

/* Has it every register of the list, of its width and count? */
static int check_registers(const build_t *b)
{
    char path[PATH_MAX + 16];
    const unit_desc_t *d = b->m->desc;
    snprintf(path, sizeof path, "%s/out.so", b->dir);
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const rtl_model_t *m = so ? dlsym(so, "lockwarp_model") : NULL;
    rtl_t *r = m ? m->open(1) : NULL;
    ports_t *p = calloc(1, sizeof *p);
    int err;
    if (!m)
        err = diag_at(b->diag, path, 0, 0, "cannot be loaded: %s", dlerror());
    else if (!r || !p)
        err = diag_at(b->diag, d->name, 0, 0, "out of memory");
    else
        err = ports_bind(p, d, b->m->cfg, r, b->diag);
    if (r)
        m->close(r);
    if (p)
        ports_free(p);
    free(p);
    if (so)
        dlclose(so);
    return err;
}

int model_build(const model_spec_t *m, const char *runtime, scratch_t *scratch,
                const char *const *launcher, const model_watch_t *watch, diag_t *diag)
{
    build_t b = {.m = m,
                 .scratch = scratch,
                 .dir = scratch->dir,
                 .launcher = launcher,
                 .watch = watch,
                 .diag = diag};
    char counters[PATH_MAX + 32];
    int err = begin(&b);
    err = err ? err : run_verilator(&b);
    err = err ? err : write_source(&b);
    err = err ? err : compile_one(&b, "model.cpp", "model.o");
    snprintf(counters, sizeof counters, "%s/verilated_cov.cpp", b.include);
    if (!err && m->coverage)
        err = compile_one(&b, counters, "counters.o");
    args_t a = {.n = 0};
    put(&a, compiler());
    put_all(&a, link_flags);
    put(&a, "model.o");
    if (m->coverage)
        put(&a, "counters.o");
    put(&a, runtime);
    put(&a, "-o");
    put(&a, "out.so");
    err = err ? err : tool(&b, &a, "the linker");
    return err ? err : check_registers(&b);
}

int model_runtime_build(scratch_t *scratch, const char *const *launcher, const model_watch_t *watch,
                        diag_t *diag)
{
    build_t b = {.scratch = scratch,
                 .dir = scratch->dir,
                 .launcher = launcher,
                 .watch = watch,
                 .diag = diag};
    int err = begin(&b);
    FILE *f = err ? NULL : create(&b, "runtime.cpp");
    if (f)
        err = finish(&b, f, fputs(runtime_source, f) < 0 ? -EINVAL : 0);
    else if (!err)
        err = -EINVAL;
    return err ? err : compile_one(&b, "runtime.cpp", "out.o");
}
