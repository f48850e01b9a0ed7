#include "prove/source.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/root.h"

enum { MOST_UNITS = 24, FILES_OF = 3 }; /* the model, and two of invariants */

/* A unit and all that it is made of. */
typedef struct parts {
    const unit_desc_t *unit[MOST_UNITS];
    unsigned n;
} parts_t;

static void add_parts(parts_t *p, const unit_desc_t *d)
{
    for (unsigned k = 0; k < p->n; k++)
        if (p->unit[k] == d)
            return;
    if (p->n < MOST_UNITS)
        p->unit[p->n++] = d;
    for (unsigned k = 0; k < d->n_subs; k++)
        add_parts(p, d->subs[k].unit);
}

static const char *file_of(const unit_desc_t *d, const char *room, const char *end, char *path)
{
    char family[64];
    unit_family(d, family, sizeof family);
    snprintf(path, PATH_MAX, "%s/%s/%s/%s%s", root_dir(), room, family, d->prefix, end);
    return path;
}

void source_gate_name(const unit_field_t *f, char name[SOURCE_NAME])
{
    static const char *const dir[] = {"IN", "OUT", "STATE"};
    snprintf(name, SOURCE_NAME, "lw_gate_%s_%s", f->view ? "VIEW" : dir[f->dir], f->name);
}

bool source_invariant(const unit_desc_t *d, char name[SOURCE_NAME])
{
    char path[PATH_MAX];
    snprintf(name, SOURCE_NAME, "%s_inv_holds", d->prefix);
    return access(file_of(d, "tb", "_inv.c", path), R_OK) == 0;
}

bool source_invariant_for(const unit_desc_t *d, char name[SOURCE_NAME])
{
    char path[PATH_MAX];
    snprintf(name, SOURCE_NAME, "%s_inv_for", d->prefix);
    return access(file_of(d, "tb", "_inv_for.c", path), R_OK) == 0;
}

/* The functions of the gates. */
static int write_gates(const unit_desc_t *d, scratch_t *s, diag_t *diag)
{
    char family[64];
    FILE *f = tools_open(s, "gates.c", "w", diag);
    if (!f)
        return -EIO;
    unit_family(d, family, sizeof family);
    fprintf(f,
            "#include \"%s/%s.h\"\n#include \"%s/%s_fields.h\"\n"
            "#define GATE(dir, name, type, dim, width, count, kind, gate, rtl) \\\n"
            "    bool lw_gate_##dir##_##name(const %s_cfg_t *c, const %s_t *u, const %s_in_t *in, "
            "unsigned i) \\\n"
            "    { (void)c, (void)u, (void)in, (void)i; return (gate); }\n"
            "UNIT_FIELDS(GATE)\n",
            family, d->prefix, family, d->prefix, d->prefix, d->prefix, d->prefix);
    return tools_close(f, "gates.c", diag);
}

static int compile(scratch_t *s, const char *file, const char *out, diag_t *diag)
{
    char cmodel[PATH_MAX], tb[PATH_MAX];
    snprintf(cmodel, sizeof cmodel, "%s/cmodel", root_dir());
    snprintf(tb, sizeof tb, "%s/tb", root_dir());
    return tools_must(s, "clang.log",
                      (const char *const[]){"clang-14", "-std=gnu11", "-w", "-O1", "-Xclang",
                                            "-disable-llvm-passes", "-g1", "-ffp-contract=off",
                                            "-D_GNU_SOURCE", "-I", cmodel, "-I", tb, "-emit-llvm",
                                            "-c", "-o", out, file, NULL},
                      diag);
}

/* Reads with the module, which is loaded here: LLVM comes with it. */
static int read_with(ir_module_t *m, const char *const *path, unsigned n_paths,
                     const char *const *root, unsigned n_roots, diag_t *diag)
{
    char module[PATH_MAX];
    const char *name = tools_module(module, sizeof module);
    void *so = name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
    void *at = so ? dlsym(so, IR_READ_NAME) : NULL;
    ir_read_t *read = NULL;
    if (!at)
        return diag_at(diag, name ? name : "prove_ir.so", 0, 0, "cannot be loaded: %s",
                       name ? dlerror() : "it is not there");
    memcpy(&read, &at, sizeof at); /* POSIX: a symbol can be a function */
    return read(m, path, n_paths, root, n_roots, diag);
}

int source_read(ir_module_t *m, const unit_desc_t *d, scratch_t *s, diag_t *diag)
{
    parts_t p = {.n = 0};
    char code[FILES_OF * MOST_UNITS + 1][32], path[PATH_MAX];
    char symbol[UNIT_MAX_FIELDS + 6][SOURCE_NAME];
    const char *file[FILES_OF * MOST_UNITS + 1], *root[UNIT_MAX_FIELDS + 6];
    unsigned n = 0, roots = 0;
    memset(m, 0, sizeof *m);
    add_parts(&p, d);
    static const char *const file_end[][2] = {
        {"cmodel", ".c"}, {"tb", "_inv.c"}, {"tb", "_inv_for.c"}};
    int rc = write_gates(d, s, diag);
    for (unsigned k = 0; !rc && k <= FILES_OF * p.n; k++) {
        const unit_desc_t *unit = k < FILES_OF * p.n ? p.unit[k / FILES_OF] : NULL;
        const char *const *end = file_end[k % FILES_OF];
        const char *of = unit ? file_of(unit, end[0], end[1], path) : "gates.c";
        if (unit && k % FILES_OF && access(of, R_OK))
            continue;
        snprintf(code[n], sizeof code[n], "%u.bc", n);
        rc = compile(s, of, code[n], diag);
        n++;
    }
    snprintf(symbol[roots++], SOURCE_NAME, "%s_eval", d->prefix);
    snprintf(symbol[roots++], SOURCE_NAME, "%s_tick", d->prefix);
    roots += source_invariant(d, symbol[roots]);
    if (source_invariant_for(d, symbol[roots])) {
        roots++;
        snprintf(symbol[roots++], SOURCE_NAME, "%s_inv_which", d->prefix);
    }
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].gated)
            source_gate_name(&d->fields[k], symbol[roots++]);
    char full[FILES_OF * MOST_UNITS + 1][PATH_MAX + 40];
    for (unsigned k = 0; k < n; k++) {
        snprintf(full[k], sizeof full[k], "%s/%.31s", s->dir, code[k]);
        file[k] = full[k];
    }
    for (unsigned k = 0; k < roots; k++)
        root[k] = symbol[k];
    return rc ? rc : read_with(m, file, n, root, roots, diag);
}

/* The descriptors of a unit and its parts, and a registry of them. */
static int write_units(const parts_t *p, scratch_t *s, diag_t *diag)
{
    char name[64], family[64];
    FILE *f = NULL;
    for (unsigned k = 0; k < p->n; k++) {
        snprintf(name, sizeof name, "unit%u.c", k);
        f = tools_open(s, name, "w", diag);
        if (!f)
            return -EIO;
        unit_family(p->unit[k], family, sizeof family);
        fprintf(f,
                "#include \"%s/%s.h\"\n#include \"%s/%s_fields.h\"\n"
                "#include \"common/unit_desc.inc\"\n",
                family, p->unit[k]->prefix, family, p->unit[k]->prefix);
        if (tools_close(f, name, diag))
            return -EIO;
    }
    f = tools_open(s, "units.c", "w", diag);
    if (!f)
        return -EIO;
    fputs("#include \"common/unit.h\"\n", f);
    fputs("const unit_desc_t *const unit_registry[] = {NULL};\n"
          "const unsigned unit_registry_count = 0;\n",
          f);
    return tools_close(f, "units.c", diag);
}

const unit_desc_t *source_load(const unit_desc_t *d, scratch_t *s, diag_t *diag)
{
    parts_t p = {.n = 0};
    char cmodel[PATH_MAX], common[PATH_MAX], own[MOST_UNITS][PATH_MAX], desc[MOST_UNITS][32];
    char library[PATH_MAX + 16], symbol[SOURCE_NAME];
    const char *argv[TOOLS_ARGS] = {
        "clang-14",       "-std=gnu11",    "-w", "-O1",     "-fPIC", "-shared",
        "-Wl,-Bsymbolic", "-D_GNU_SOURCE", "-o", "unit.so", "-I",    cmodel};
    unsigned n = 0;
    add_parts(&p, d);
    while (argv[n])
        n++;
    snprintf(cmodel, sizeof cmodel, "%s/cmodel", root_dir());
    snprintf(common, sizeof common, "%s/cmodel/common/unit.c", root_dir());
    for (unsigned k = 0; k < p.n; k++) {
        argv[n++] = file_of(p.unit[k], "cmodel", ".c", own[k]);
        snprintf(desc[k], sizeof desc[k], "unit%u.c", k);
        argv[n++] = desc[k];
    }
    argv[n++] = "units.c";
    argv[n++] = common;
    argv[n] = NULL;
    if (write_units(&p, s, diag) || tools_must(s, "library.log", argv, diag))
        return NULL;
    snprintf(library, sizeof library, "%s/unit.so", s->dir);
    snprintf(symbol, sizeof symbol, "%s_unit", d->prefix);
    void *so = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    const unit_desc_t *loaded = so ? dlsym(so, symbol) : NULL;
    if (!loaded)
        diag_at(diag, library, 0, 0, "cannot be loaded: %s", dlerror());
    return loaded;
}
