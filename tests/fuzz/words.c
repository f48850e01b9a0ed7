/* A reader's dictionary for libFuzzer, from the program's own tables: fuzz_words READER. */
#include <stdio.h>
#include <string.h>

#include "common/unit.h"
#include "config/preset.h"
#include "gpu/gpu_cfg.h"
#include "isa/rows.h"
#include "policy/policy.h"
#include "report/catalog.h"
#include "trace/accelsim_int.h"
#include "workload/workload.h"

static void word(const char *text, size_t n)
{
    printf("\"%.*s\"\n", (int)n, text);
}

static void ptx(void)
{
    for (unsigned i = 0; i < isa_row_count; i++)
        word(isa_rows[i].name, strlen(isa_rows[i].name));
    for (unsigned i = 0; i < ISA_MOD_COUNT; i++)
        word(isa_mod_text(i), strlen(isa_mod_text(i)));
}

static void keys(void)
{
    for (unsigned i = 0; i < gpu_cfg_key_count; i++)
        word(gpu_cfg_keys[i].name, strlen(gpu_cfg_keys[i].name));
    for (unsigned i = 0; i < preset_registry_count; i++)
        word(preset_registry[i].name, strlen(preset_registry[i].name));
    for (unsigned i = 0; i < policy_registry_count; i++) {
        const policy_ops_t *p = policy_registry[i];
        word(p->name, strlen(p->name));
        for (unsigned k = 0; k < p->n_options; k++)
            printf("\"%s.%s=\"\n", p->name, p->options[k].name);
    }
}

static void units(void)
{
    for (unsigned i = 0; i < unit_registry_count; i++) {
        const unit_desc_t *u = unit_registry[i];
        word(u->name, strlen(u->name));
        for (unsigned k = 0; k < u->n_fields; k++)
            word(u->fields[k].name, strlen(u->fields[k].name));
        for (unsigned k = 0; k < u->n_params; k++)
            word(u->params[k].name, strlen(u->params[k].name));
    }
}

static void workloads(void)
{
    for (unsigned i = 0; i < workload_registry_count; i++)
        word(workload_registry[i]->name, strlen(workload_registry[i]->name));
}

/* What formulas name beside units. */
static void rows(void)
{
    static const int files[] = {CATALOG_ROWS, CATALOG_STATISTICS};
    for (unsigned i = 0; i < 2; i++) {
        const catalog_text_t *t = &catalog_texts[files[i]];
        for (const char *line = t->text; line < t->end; line += strcspn(line, "\n") + 1)
            printf("\"[%.*s]\"\n", (int)strcspn(line, ",\n"), line);
    }
}

static void sass(void)
{
    const char *names;
    for (unsigned i = 0; (names = acc_sass_names(i)); i++)
        for (size_t n; *(names += strspn(names, " ")); names += n) {
            n = strcspn(names, " ");
            word(names, n);
        }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *reader;
        void (*print)(void);
    } of[] = {{"ptx", ptx},          {"slice", ptx},      {"execute", ptx},   {"config", keys},
              {"options", keys},     {"options", units},  {"sweep", keys},    {"sweep", workloads},
              {"stimulus", units},   {"activity", units}, {"netlist", units}, {"evidence", units},
              {"formula", units},    {"formula", rows},   {"catalog", rows},  {"accelsim", sass},
              {"catalog", workloads}};
    for (unsigned i = 0; argc == 2 && i < sizeof of / sizeof of[0]; i++)
        if (!strcmp(argv[1], of[i].reader))
            of[i].print();
    return 0;
}
