#include "prove/netlist.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/root.h"

/* Commands that read the unit's RTL. */
static void put_rtl(FILE *f, const unit_desc_t *d, const void *cfg)
{
    char family[64];
    unit_family(d, family, sizeof family);
    fprintf(f, "read_verilog -sv -noassert -defer %s/rtl/common/*.sv\n", root_dir());
    if (strcmp(family, "common"))
        fprintf(f, "read_verilog -sv -noassert -defer %s/rtl/%s/*.sv\n", root_dir(), family);
    fputs("chparam", f);
    for (unsigned k = 0; k < d->n_params; k++)
        fprintf(f, " -set %s %" PRIu32, d->params[k].rtl_name, unit_param_get(&d->params[k], cfg));
    fprintf(f, " %s\nhierarchy -check -top %s\nproc\nflatten\n", d->prefix, d->prefix);
}

/* The file under a name of the work folder, where Yosys runs; its own may have any characters. */
static int link_netlist(const char *netlist, const scratch_t *s, diag_t *diag)
{
    char path[PATH_MAX], name[PATH_MAX + 16];
    if (!realpath(netlist, path) || access(path, R_OK))
        return diag_at(diag, netlist, 0, 0, "%s", strerror(errno));
    snprintf(name, sizeof name, "%s/netlist.il", s->dir);
    if (symlink(path, name))
        return diag_at(diag, name, 0, 0, "%s", strerror(errno));
    return 0;
}

static int run_yosys(const unit_desc_t *d, const void *cfg, const char *netlist, scratch_t *s,
                     diag_t *diag)
{
    if (netlist && link_netlist(netlist, s, diag))
        return -EINVAL;
    FILE *f = tools_open(s, "rtl.ys", "w", diag);
    if (!f)
        return -EIO;
    if (netlist)
        fprintf(f, "read_rtlil netlist.il\nhierarchy -check -top %s\n", d->prefix);
    else
        put_rtl(f, d, cfg);
    /* A register keeps its name and its flops. */
    fputs("setattr -set keep 1 w:*_q w:*_q\\[*\\]\n"
          "setundef -undriven -anyseq\n"
          "techmap\ndffunmap\nopt_clean\nsimplemap\nsetundef -undriven -anyseq\naigmap\n"
          "write_aiger -ascii -symbols -map rtl.map rtl.aag\n",
          f);
    if (tools_close(f, "rtl.ys", diag))
        return -EIO;
    return tools_must(s, "yosys.log", (const char *const[]){"yosys", "-q", "-s", "rtl.ys", NULL},
                      diag);
}

/* The next number of the text. */
static uint32_t number(char **at)
{
    return (uint32_t)strtoul(*at, at, 10);
}

static void skip_line(char **at)
{
    *at += strcspn(*at, "\n");
    *at += **at == '\n';
}

static int read_gates(net_t *n, char *at, diag_t *diag)
{
    if (strncmp(at, "aag ", 4))
        return diag_at(diag, "rtl.aag", 1, 0, "expected an AIGER file in ASCII");
    at += 4;
    n->most = number(&at);
    n->inputs = number(&at);
    n->latches = number(&at);
    n->outputs = number(&at);
    n->gates = number(&at);
    n->input = calloc(n->inputs + 1, sizeof *n->input);
    n->latch = calloc(n->latches + 1, sizeof *n->latch);
    n->next = calloc(n->latches + 1, sizeof *n->next);
    n->output = calloc(n->outputs + 1, sizeof *n->output);
    n->gate = calloc(n->gates + 1, sizeof *n->gate);
    if (!n->input || !n->latch || !n->next || !n->output || !n->gate)
        return diag_at(diag, "rtl.aag", 0, 0, "out of memory");
    skip_line(&at);
    for (uint32_t k = 0; k < n->inputs; k++)
        n->input[k] = number(&at);
    for (uint32_t k = 0; k < n->latches; k++) {
        n->latch[k] = number(&at);
        n->next[k] = number(&at);
        skip_line(&at); /* the initial value */
    }
    for (uint32_t k = 0; k < n->outputs; k++)
        n->output[k] = number(&at);
    for (uint32_t k = 0; k < n->gates; k++)
        for (unsigned i = 0; i < 3; i++) {
            n->gate[k][i] = number(&at);
            if (n->gate[k][i] / 2 > n->most || (i && n->gate[k][i] / 2 >= n->gate[k][0] / 2))
                return diag_at(diag, "rtl.aag", 0, 0, "a gate is before what it depends on");
        }
    return 0;
}

static int by_name(const void *a, const void *b)
{
    const net_name_t *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    const int order = strcmp(x->name, y->name);
    return order ? order : (x->bit > y->bit) - (x->bit < y->bit);
}

/* Outputs stand in the symbols of the gates' file, "o3 left_o[0]": the map leaves constant ones
 * out. */
static void read_outputs(net_t *n, char *at)
{
    at = strstr(at, "\no");
    at = at ? at + 1 : NULL;
    while (at && *at == 'o') {
        net_name_t *name = &n->name[n->n_names++];
        at++;
        *name = (net_name_t){.kind = NET_OUTPUT, .number = number(&at)};
        at += *at == ' ';
        name->name = at;
        at += strcspn(at, "[\n");
        if (*at == '[') {
            *at++ = 0;
            name->bit = number(&at);
            at += strcspn(at, "\n");
        }
        if (*at)
            *at++ = 0;
    }
}

static int read_names(net_t *n, char *gates, char *at, diag_t *diag)
{
    uint32_t lines = 0;
    for (const char *c = at; *c; c++)
        lines += *c == '\n';
    n->name = calloc(lines + n->outputs + 1, sizeof *n->name);
    if (!n->name)
        return diag_at(diag, "rtl.map", 0, 0, "out of memory");
    read_outputs(n, gates);
    while (*at) {
        net_name_t *name = &n->name[n->n_names];
        const char first = *at;
        at += strcspn(at, " \n");
        name->kind = first == 'i' ? NET_INPUT : first == 'o' ? NET_OUTPUT : NET_LATCH;
        name->number = number(&at);
        name->bit = number(&at);
        at += *at == ' ';
        name->name = at;
        at += strcspn(at, "\n");
        if (*at)
            *at++ = 0;
        n->n_names += *name->name != 0 && name->kind != NET_OUTPUT;
    }
    qsort(n->name, n->n_names, sizeof *n->name, by_name);
    return 0;
}

int net_make(net_t *n, const unit_desc_t *d, const void *cfg, const char *netlist, scratch_t *s,
             diag_t *diag)
{
    memset(n, 0, sizeof *n);
    const int rc = run_yosys(d, cfg, netlist, s, diag);
    if (rc)
        return rc;
    n->text[0] = tools_read(s, "rtl.aag", diag);
    n->text[1] = n->text[0] ? tools_read(s, "rtl.map", diag) : NULL;
    if (!n->text[1] || read_gates(n, n->text[0], diag))
        return -EINVAL;
    return read_names(n, n->text[0], n->text[1], diag);
}

void net_free(net_t *n)
{
    free(n->input);
    free(n->latch);
    free(n->next);
    free(n->output);
    free(n->gate);
    free(n->name);
    free(n->text[0]);
    free(n->text[1]);
    memset(n, 0, sizeof *n);
}

int64_t net_find(const net_t *n, net_kind_t kind, const char *name, uint32_t bit)
{
    const net_name_t key = {.kind = kind, .bit = bit, .name = (char *)(uintptr_t)name};
    const net_name_t *found = bsearch(&key, n->name, n->n_names, sizeof key, by_name);
    return found ? (int64_t)found->number : -1;
}

bool net_put(const net_t *n, aig_t *g, const lit_t *input, const lit_t *latch, lit_t *output,
             lit_t *next)
{
    lit_t *of = calloc(n->most + 1, sizeof *of); /* by variable; 0 is constant false */
    if (!of)
        return false;
    for (uint32_t k = 0; k < n->inputs; k++)
        of[n->input[k] / 2] = input[k];
    for (uint32_t k = 0; k < n->latches; k++)
        of[n->latch[k] / 2] = latch[k];
    for (uint32_t k = 0; k < n->gates; k++) {
        const uint32_t *v = n->gate[k];
        of[v[0] / 2] = aig_and(g, of[v[1] / 2] ^ (v[1] & 1), of[v[2] / 2] ^ (v[2] & 1));
    }
    for (uint32_t k = 0; k < n->outputs; k++)
        output[k] = of[n->output[k] / 2] ^ (n->output[k] & 1);
    for (uint32_t k = 0; k < n->latches; k++)
        next[k] = of[n->next[k] / 2] ^ (n->next[k] & 1);
    free(of);
    return !g->failed;
}
