/*
 * Runs every fault of one unit's netlist against the C model.
 *
 *   mutants UNIT GEOMETRY DIR SEED PROVE LOCKWARP [ONE_IN]
 *
 * With ONE_IN, a number above 1, one fault in so many is run, and no evidence is kept.
 * The netlist's model is in DIR/models, which LW_MODELS must name. DIR holds list.txt (line k: the
 * fault of select value k, line 0 none) and plain.il. A fault that cosim sees is killed; one that
 * it does not see must be proved to change nothing (PROVE), or equal.csv must have the reason why
 * it does; else the test fails. The proof is tried on some killed ones too, and must not succeed.
 * The command printed for a killed fault is run and must fail in the same field. LW_EVIDENCE in the
 * environment names a file of evidence that receives the count (docs/guide/report.md).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/root.h"
#include "listed.h"
#include "lockstep/cosim.h"
#include "report/evidence.h"

enum {
    QUICK = 20000,
    QUICK_PAPER = 200000,
    PATIENT = 1000000,
    SEEDS = 3,
    LINE = 1024,
    PROVE_ONE_IN = 20
};
/* Bits of state from which on a proof is often cheaper than PATIENT cycles. */
enum { LARGE_BITS = 1000 };

/* Seconds of each of the last steps of a proof: for a fault that cosim has not seen, and for one
 * that it has seen. Of the latter a proof that succeeds all the same comes soon; that it is refused
 * may take hours to show. At the paper's geometry a large unit's proof comes soon or not at all. */
enum { PROVE_SECONDS = 3000, REFUSE_SECONDS = 60, SOON_SECONDS = 600, SOON_SECONDS_PAPER = 120 };

typedef struct tally {
    unsigned killed, equivalent, survived, not_reproduced, wrongly_proved;
    unsigned explained; /* of the equivalent ones, those with a reason in place of a proof */
} tally_t;

typedef struct context {
    const unit_desc_t *desc;
    const rtl_model_t *model;
    uint32_t cfg[UNIT_MAX_PARAMS];
    const char *geometry;
    bool paper; /* proofs that are quick at the small geometry take minutes each, or hours */
    const char *dir, *prove, *program;
    listed_t equal; /* equal.csv */
    tally_t tally;
} context_t;

/* Runs a fault; 1 killed, 0 not, -1 it could not run. */
static int run(const context_t *c, uint32_t select, uint64_t cycles, unsigned seed,
               cosim_result_t *r)
{
    cosim_opts_t o = {.desc = c->desc,
                      .cfg = c->cfg,
                      .model = c->model,
                      .select = select,
                      .cycles = cycles,
                      .seed = seed};
    diag_t diag = {0};
    if (cosim_run(&o, r, &diag)) {
        fprintf(stderr, "mutants: %s\n", diag.text);
        return -1;
    }
    return r->failed;
}

static int status_of(int wait_status)
{
    return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
}

/* Does the printed command fail in the same field? */
static bool reproduces(const char *command, const mismatch_t *bad)
{
    char line[LINE], expected[128];
    if (bad->kind == MISMATCH_ASSERT)
        snprintf(expected, sizeof expected, "  assertion of the RTL");
    else
        snprintf(expected, sizeof expected, "  %s %s", mismatch_kind_name(bad->kind),
                 bad->field ? bad->field->name : "");
    FILE *f = popen(command, "r");
    if (!f)
        return false;
    bool found = false;
    while (fgets(line, sizeof line, f))
        found |= strncmp(line, expected, strlen(expected)) == 0;
    return status_of(pclose(f)) == 1 && found;
}

static bool proved(const context_t *c, const char *fault, int seconds, const char *ways)
{
    char command[4096];
    snprintf(command, sizeof command, "%s %s %s %s %s/plain.il %d %s '%s'", c->prove, c->program,
             c->desc->name, c->geometry, c->dir, seconds, ways, fault);
    return status_of(system(command)) == 0;
}

static void killed(context_t *c, uint32_t select, const char *fault, const cosim_result_t *r,
                   uint64_t cycles, unsigned seed)
{
    char command[4096];
    snprintf(command, sizeof command,
             "LW_MODELS=%s/models %s cosim -u %s --exact --geometry %s -n %" PRIu64
             " --seed %u --select %" PRIu32 " --no-shrink --out %s",
             c->dir, c->program, c->desc->name, c->geometry, cycles, seed, select, c->dir);
    printf("killed %" PRIu32 ": %s\n    cycle %" PRIu64 ", %s %s[%u]\n    %s\n", select, fault,
           r->cycle, mismatch_kind_name(r->bad.kind), r->bad.field ? r->bad.field->name : "",
           r->bad.index, command);
    c->tally.killed++;
    if (!reproduces(command, &r->bad)) {
        printf("    NOT REPRODUCED by that command\n");
        c->tally.not_reproduced++;
    }
    const char *ways = c->paper ? "first" : "all";
    if (select % PROVE_ONE_IN == 1 && proved(c, fault, REFUSE_SECONDS, ways)) {
        printf("    PROVED EQUIVALENT all the same: the proof is worth nothing\n");
        c->tally.wrongly_proved++;
    }
}

/* As equal.csv names a fault: its form, the wire, and the bit. */
static void name_of(const char *fault, char name[LINE])
{
    char mode[LINE] = "", wire[LINE] = "", bit[LINE] = "";
    const char *at = strstr(fault, " -wire ");
    sscanf(fault, "-mode %1023s", mode);
    if (at)
        sscanf(at, " -wire %1023s -wirebit %1023s", wire, bit);
    if (snprintf(name, LINE, "%s %s %s", mode, wire, bit) >= LINE)
        name[0] = 0;
}

/* The reason of equal.csv why the fault changes nothing, or NULL. */
static const char *reason_of(const context_t *c, const char *fault)
{
    char name[LINE];
    name_of(fault, name);
    for (unsigned i = 0; i < c->equal.csv.n_rows; i++)
        if (strcmp(listed_cell(&c->equal, i, "unit"), c->desc->name) == 0 &&
            strcmp(listed_cell(&c->equal, i, "geometry"), c->geometry) == 0 &&
            strcmp(listed_cell(&c->equal, i, "fault"), name) == 0 &&
            listed_cell(&c->equal, i, "reason")[0]) {
            c->equal.used[i] = true;
            return listed_cell(&c->equal, i, "reason");
        }
    return NULL;
}

static void not_killed(context_t *c, uint32_t select, const char *fault, bool equivalent)
{
    const char *reason = equivalent ? NULL : reason_of(c, fault);
    printf("%s %" PRIu32 ": %s\n", equivalent || reason ? "equivalent" : "SURVIVED", select, fault);
    if (reason)
        printf("    no proof, but a reason: %s\n", reason);
    c->tally.explained += reason != NULL;
    if (equivalent || reason)
        c->tally.equivalent++;
    else
        c->tally.survived++;
}

/* Rows of equal.csv for this unit and geometry whose fault was killed or proved, or is not drawn.
 */
static unsigned useless_reasons(const context_t *c)
{
    unsigned n = 0;
    for (unsigned i = 0; i < c->equal.csv.n_rows; i++)
        if (!c->equal.used[i] && strcmp(listed_cell(&c->equal, i, "unit"), c->desc->name) == 0 &&
            strcmp(listed_cell(&c->equal, i, "geometry"), c->geometry) == 0) {
            printf("%s:%d: no fault of this run needs that reason\n", c->equal.csv.name,
                   c->equal.csv.line[i + 1]);
            n++;
        }
    return n;
}

static int one_fault(context_t *c, uint32_t select, const char *fault)
{
    const bool large = unit_state_bits(c->desc, c->cfg) >= LARGE_BITS;
    uint64_t cycles = c->paper ? QUICK_PAPER : QUICK;
    cosim_result_t r;
    unsigned seed = 1;
    int seen = run(c, select, cycles, seed, &r);
    bool equivalent = seen == 0 && select && large &&
                      (c->paper ? proved(c, fault, SOON_SECONDS_PAPER, "first")
                                : proved(c, fault, SOON_SECONDS, "all"));
    for (; seen == 0 && !equivalent && seed <= SEEDS; seed += seen == 0) {
        cosim_result_free(&r);
        seen = run(c, select, cycles = PATIENT, seed, &r);
    }
    if (seen > 0 && select == 0)
        printf("the netlist without a fault differs from the model in %s[%u], cycle %" PRIu64 "\n",
               r.bad.field ? r.bad.field->name : "", r.bad.index, r.cycle);
    else if (seen > 0)
        killed(c, select, fault, &r, cycles, seed);
    cosim_result_free(&r);
    const int patience = large && c->paper ? SOON_SECONDS : PROVE_SECONDS;
    if (seen == 0 && select)
        not_killed(c, select, fault, equivalent || proved(c, fault, patience, "all"));
    return seen < 0 || (seen > 0 && select == 0) ? -1 : 0;
}

static int keep(const context_t *c, const char *seed, unsigned faults, bool good)
{
    const char *path = getenv("LW_EVIDENCE");
    const tally_t *t = &c->tally;
    evidence_draft_t row;
    diag_t diag = {0};
    if (!path || !*path)
        return 0;
    evidence_begin(&row, EVIDENCE_MUTATION, c->desc->name, c->geometry);
    evidence_set(&row, "seed", "%s", seed);
    evidence_set(&row, "faults", "%u", faults);
    evidence_set(&row, "killed", "%u", t->killed);
    evidence_set(&row, "equivalent", "%u", t->equivalent);
    evidence_set(&row, "survived", "%u", t->survived);
    evidence_set(&row, "result", "%s", good ? "passed" : "failed");
    evidence_set(&row, "command", "ctest --test-dir build -R '^mutation_%s_%s$'", c->desc->prefix,
                 c->geometry);
    if (!evidence_save(path, &row, 1, &diag))
        return 0;
    fprintf(stderr, "mutants: %s\n", diag.text);
    return 2;
}

int main(int argc, char **argv)
{
    const int one_in = argc == 8 ? atoi(argv[7]) : 1;
    if (argc < 7 || argc > 8 || one_in < 1) {
        fprintf(stderr, "usage: mutants UNIT GEOMETRY DIR SEED PROVE LOCKWARP [ONE_IN]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0); /* a run takes minutes */
    context_t c = {.desc = unit_find(argv[1]),
                   .geometry = argv[2],
                   .paper = strcmp(argv[2], "paper") == 0,
                   .dir = argv[3],
                   .prove = argv[5],
                   .program = argv[6]};
    diag_t diag = {{0}};
    if (c.desc && unit_geometry_find(argv[2]) >= 0) {
        unit_cfg_geometry(c.desc, (unit_geometry_t)unit_geometry_find(argv[2]), c.cfg);
        c.model = rtl_model(c.desc, c.cfg, &diag);
    }
    char path[4096], equal[4096], fault[LINE];
    snprintf(path, sizeof path, "%s/list.txt", argv[3]);
    snprintf(equal, sizeof equal, "%s/tests/mutation/equal.csv", root_dir());
    FILE *list = fopen(path, "r");
    if (!c.model || !list || listed_open(&c.equal, equal, &diag)) {
        fprintf(stderr, "mutants: %s: no such unit, or no %s %s\n", argv[1], path, diag.text);
        return 2;
    }
    uint32_t select = 0;
    bool broken = false;
    unsigned faults = 0;
    for (; !broken && fgets(fault, sizeof fault, list); select++) {
        if (select % (uint32_t)one_in)
            continue;
        fault[strcspn(fault, "\n")] = 0;
        broken = one_fault(&c, select, fault) != 0;
        faults += select > 0;
    }
    fclose(list);
    const tally_t *t = &c.tally;
    printf("%s, %s: %u faults drawn with seed %s, %u of them run: %u killed, %u equivalent (%u of "
           "them by a reason of equal.csv), %u survived\n",
           argv[1], c.geometry, select - 1, argv[4], faults, t->killed, t->equivalent, t->explained,
           t->survived);
    /* Other seeds draw other faults. */
    const bool all = one_in == 1 && strcmp(argv[4], "1") == 0;
    bool good = !broken && !t->survived && !t->not_reproduced && !t->wrongly_proved && faults &&
                t->killed >= faults / 2 && !(all && useless_reasons(&c));
    listed_close(&c.equal);
    return (one_in == 1 && keep(&c, argv[4], faults, good)) || !good;
}
