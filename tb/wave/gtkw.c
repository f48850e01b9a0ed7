/* GTKWave save files: text, one line a trace. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/file.h"
#include "wave/wave.h"

/* Flags of a trace in GTKWave's save format: hexadecimal, right-justified; blank line with a
 * comment. */
static const char hex_flags[] = "@22\n", bit_flags[] = "@28\n", blank_flags[] = "@200\n";
enum {
    STATE_SHOWN = 32,  /* elements of a field */
    CYCLES_BEFORE = 8, /* the marker, in view */
};

static void pair_of_traces(FILE *f, const port_bind_t *b, unsigned i)
{
    char name[160];
    wave_signal(name, sizeof name, b->field, i, port_value_w(b));
    /* GTKWave shows leaf names: the aliases say which side, and the colour too. */
    const char *flags = port_value_w(b) > 1 ? hex_flags : bit_flags;
    fprintf(f, "%s+{model %s} model.%s\n", flags, name, name);
    fprintf(f, "[color] 3\n%s+{rtl   %s} rtl.%s\n", flags, name, name);
}

static void title(FILE *f, const char *text)
{
    fprintf(f, "%s-%s\n", blank_flags, text);
}

/* Of a large table only what is not 0 on either side: the entries that the run has touched. */
static bool shown(const port_bind_t *b, const void *state, unsigned i)
{
    return port_values(b) <= STATE_SHOWN || port_value(b, i) || port_model_value(b, state, i);
}

static void group(FILE *f, const char *name, const port_bind_t *b, unsigned n, const void *state)
{
    if (!n)
        return;
    title(f, name);
    for (unsigned k = 0; k < n; k++)
        for (unsigned i = 0, m = 0; i < port_values(&b[k]) && m < STATE_SHOWN; i++)
            if (!state || shown(&b[k], state, i)) {
                pair_of_traces(f, &b[k], i);
                m++;
            }
}

static const port_bind_t *bind_of(const pair_t *p, const unit_field_t *field)
{
    const port_bind_t *groups[] = {p->ports.in, p->ports.out, p->ports.state};
    unsigned counts[] = {p->ports.n_in, p->ports.n_out, p->ports.n_state};
    for (unsigned g = 0; g < 3; g++)
        for (unsigned k = 0; k < counts[g]; k++)
            if (groups[g][k].field == field)
                return &groups[g][k];
    return NULL;
}

/* On top: every field that differs, its first elements. */
static void differing(FILE *f, const pair_t *p, const mismatch_t *bad)
{
    for (unsigned k = 0; k < bad->fields; k++) {
        const difference_t *d = &bad->difference[k];
        const port_bind_t *b = bind_of(p, d->field);
        if (k == 0)
            title(f, bad->fields > 1 || d->count > 1 ? "differ" : "differs");
        for (unsigned i = 0; b && i < d->count && i < MISMATCH_ELEMENTS; i++)
            pair_of_traces(f, b, d->at[i].index);
    }
}

bool wave_names(const char *wave_path, char save[PATH_MAX], char script[PATH_MAX])
{
    struct stat st;
    size_t len = strlen(wave_path);
    if (len > 4 && strcmp(wave_path + len - 4, ".fst") == 0)
        len -= 4;
    snprintf(save, PATH_MAX, "%.*s.gtkw", (int)len, wave_path);
    snprintf(script, PATH_MAX, "%.*s.tcl", (int)len, wave_path);
    return stat(wave_path, &st) || S_ISREG(st.st_mode);
}

/* GTKWave 3.3.118 draws from time 0 whatever [timestart] says, unless a script moves it. */
static int write_script(const char *path, uint64_t from, diag_t *diag)
{
    char text[80];
    int n = snprintf(text, sizeof text, "gtkwave::setWindowStartTime %" PRIu64 "\n", from);
    return file_write(path, text, (size_t)n, diag);
}

int wave_gtkw(const char *wave_path, const pair_t *p, const mismatch_t *bad, uint64_t time,
              diag_t *diag)
{
    char path[PATH_MAX], script[PATH_MAX];
    if (!wave_names(wave_path, path, script))
        return 0;
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    if (!f) {
        diag_at(diag, path, 0, 0, "out of memory");
        return -ENOMEM;
    }
    fprintf(f, "[dumpfile] \"%s\"\n[savefile] \"%s\"\n", wave_path, path);
    uint64_t from = time > CYCLES_BEFORE * WAVE_PERIOD ? time - CYCLES_BEFORE * WAVE_PERIOD : 0;
    /* Zoom: 11 to 20 cycles across the window; then the marker and no named markers. */
    fprintf(f, "*-5.500000 %" PRIu64, time);
    for (int i = 0; i < 26; i++)
        fputs(" -1", f);
    fprintf(f, "\n[timestart] %" PRIu64, from);
    fputs("\n[treeopen] model.\n[treeopen] rtl.\n", f);
    if (bad)
        differing(f, p, bad);
    title(f, "time");
    fprintf(f, "%sclk\nrst_n\n@24\ncycle[63:0]\n", bit_flags);
    group(f, "inputs", p->ports.in, p->ports.n_in, NULL);
    group(f, "outputs", p->ports.out, p->ports.n_out, NULL);
    group(f, "state", p->ports.state, p->ports.n_state, p->state);
    bool whole = !ferror(f) && !fclose(f);
    int rc = whole ? file_write(path, text, bytes, diag)
                   : (diag_at(diag, path, 0, 0, "out of memory"), -ENOMEM);
    free(text);
    return rc ? rc : write_script(script, from, diag);
}
