/* What a failed run says. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/cosim.h"

static void print_values(FILE *out, const unit_desc_t *d, const void *cfg, unit_dir_t dir,
                         const void *base, const void *other)
{
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir != dir)
            continue;
        unsigned n = f->capacity > 1 ? f->count(cfg) : 1;
        for (unsigned i = 0; i < n; i++) {
            uint64_t v = unit_field_get(f, base, i);
            fprintf(out, " %s", f->name);
            if (f->capacity > 1)
                fprintf(out, "[%u]", i);
            fprintf(out, "=%" PRIx64, v);
            if (other && unit_field_get(f, other, i) != v)
                fprintf(out, "/%" PRIx64, unit_field_get(f, other, i));
        }
    }
}

static void print_history(const cosim_opts_t *o, const cosim_result_t *r, FILE *out)
{
    const unit_desc_t *d = o->desc;
    static const char *const ops[] = {"reset", "", "eval"};
    unsigned n = r->n_shots < COSIM_HISTORY ? r->n_shots : COSIM_HISTORY;
    fprintf(out, "  last %u cycles of ports (hexadecimal; outputs model/RTL where they differ):\n",
            n);
    for (unsigned i = 0; i < n; i++) {
        fprintf(out, "    %8" PRIu64 " %-5s", r->shot[i].cycle, ops[r->shot[i].op]);
        print_values(out, d, o->cfg, UNIT_IN, r->shot_in + i * d->in_bytes, NULL);
        fputs(" ->", out);
        print_values(out, d, o->cfg, UNIT_OUT, r->shot_out + i * d->out_bytes,
                     r->shot_out_rtl + i * d->out_bytes);
        fputc('\n', out);
    }
}

/* Runs the shrunk stimulus once more, drawing the wave. */
static int write_wave(const cosim_opts_t *o, const stim_t *s, const char *base, FILE *out,
                      diag_t *diag)
{
    char wave[4096], gtkw[4096];
    snprintf(wave, sizeof wave, "%s.fst", base);
    snprintf(gtkw, sizeof gtkw, "%s.gtkw", base);
    cosim_opts_t again = *o;
    cosim_result_t small;
    again.replay = s;
    again.wave = wave;
    again.record = again.activity = NULL;
    again.progress = NULL;
    int err = cosim_run(&again, &small, diag);
    if (!err)
        fprintf(out, "  waves:     %s\n  open:      gtkwave %s -S %s.tcl\n", wave, gtkw, base);
    cosim_result_free(&small);
    return err;
}

static int write_files(const cosim_opts_t *o, const cosim_result_t *r, const char *base,
                       const char *replayed, FILE *out, diag_t *diag)
{
    char path[4096];
    stim_t s;
    int err = cosim_failing_stimulus(o, r, &s, diag);
    if (err)
        return err;
    if (!o->no_shrink)
        err = cosim_shrink(o, r, &s, diag);
    if (!err && replayed && s.records >= o->replay->records) {
        snprintf(path, sizeof path, "%s", replayed); /* already as small as it gets */
    } else if (!err) {
        snprintf(path, sizeof path, "%s.stim%s", base, s.records > 4096 ? ".zst" : "");
        err = stim_write(&s, path, diag);
    }
    if (!err) {
        fprintf(out, "  stimulus:  %s (%" PRIu64 " cycles)\n", path, s.records);
        fprintf(out, "  replay:    lockwarp cosim -u %s --stimulus %s\n", o->desc->name, path);
        err = write_wave(o, &s, base, out, diag);
    }
    stim_free(&s);
    return err;
}

int cosim_report(const cosim_opts_t *o, const cosim_result_t *r, const char *dir,
                 const char *replayed, FILE *out, diag_t *diag)
{
    char base[3072], source[64], name[UNIT_LABEL];
    if (o->replay)
        snprintf(source, sizeof source, "replay");
    else if (o->kind == STIM_DIRECTED)
        snprintf(source, sizeof source, "directed");
    else
        snprintf(source, sizeof source, "seed%" PRIu64, o->seed);
    snprintf(base, sizeof base, "%s/%s-%s-%s", dir, o->desc->name,
             unit_cfg_file_label(o->desc, o->cfg, name, sizeof name), source);
    fprintf(out, "%s, %s: FAIL, model and RTL differ\n", o->desc->name,
            unit_cfg_label(o->desc, o->cfg, name, sizeof name));
    mismatch_print_where(&r->bad, r->cycle, out);
    if (o->replay)
        fprintf(out, "  stimulus   %s\n", replayed ? replayed : "replayed");
    else
        fprintf(out, "  seed       %" PRIu64 "\n", o->seed);
    mismatch_print_values(&r->bad, out);
    print_history(o, r, out);
    return write_files(o, r, base, replayed, out, diag);
}
