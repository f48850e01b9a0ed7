#include "cli/places.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/place.h"
#include "wave/wave.h"

typedef struct place {
    char *what, *path;
    place_use_t use;
} place_t;

static place_t *places;
static unsigned n_places;

static bool is_written(const place_t *p)
{
    return p->use >= PLACE_WRITTEN;
}

static bool same_folder(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && S_ISDIR(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* Is the output one of the trace's files, the list or a kernel? */
static bool in_trace(const char *trace, const char *output)
{
    struct stat st;
    const char *slash = strrchr(output, '/'), *name = slash ? slash + 1 : output;
    if (strncmp(name, "kernel", 6) || stat(output, &st) || stat(trace, &st))
        return false;
    char *of = slash ? strndup(output, (size_t)(slash - output) + 1) : strdup(".");
    const char *last = strrchr(trace, '/');
    char *beside = S_ISDIR(st.st_mode) ? strdup(trace)
                   : last              ? strndup(trace, (size_t)(last - trace) + 1)
                                       : strdup(".");
    bool same = of && beside && same_folder(of, beside);
    free(of);
    free(beside);
    return same;
}

static bool conflict(const place_t *a, const place_t *b)
{
    const place_t *w = is_written(a) ? a : b, *r = w == a ? b : a;
    if (!is_written(w) || !strcmp(a->what, b->what))
        return false;
    if (r->use == PLACE_CONTINUED && w->use == PLACE_KEPT)
        return false;
    if (r->use == PLACE_TRACE && in_trace(r->path, w->path))
        return true;
    return file_same_place(a->path, b->path) || same_folder(a->path, b->path);
}

int places_add(const char *where, const char *what, const char *path, place_use_t use, diag_t *d)
{
    if (!path || !strcmp(path, "-"))
        return 0;
    place_t p = {strdup(what), strdup(path), use};
    place_t *grown = realloc(places, (n_places + 1) * sizeof *places);
    if (grown)
        places = grown;
    if (!grown || !p.what || !p.path)
        return diag_at(d, what, 0, 0, "out of memory");
    for (unsigned i = 0; i < n_places; i++)
        if (conflict(&places[i], &p))
            return diag_at(d, where, 0, 0, "%s and %s are both '%.200s'; expected two files",
                           places[i].what, what, path);
    places[n_places++] = p;
    return 0;
}

static int add_of_launch(void *ctx, const char *path, bool written, diag_t *d)
{
    unsigned *dumps = ctx;
    char what[32] = "a file of --launch";
    if (written) /* each by a name of its own: no two may be the same */
        snprintf(what, sizeof what, "dump %u of --launch", ++*dumps);
    return places_add(path, what, path, written ? PLACE_WRITTEN : PLACE_READ, d);
}

int places_add_launch(const launch_file_t *f, diag_t *d)
{
    unsigned dumps = 0;
    return launch_file_places(f, add_of_launch, &dumps, d);
}

int places_add_wave(const char *wave, diag_t *d)
{
    char save[PATH_MAX], script[PATH_MAX];
    if (!wave)
        return 0;
    if (!wave_names(wave, save, script))
        return 0;
    int rc = places_add(save, "the .gtkw of --wave", save, PLACE_WRITTEN, d);
    rc = rc ? rc : places_add(script, "the .tcl of --wave", script, PLACE_WRITTEN, d);
    rc = rc ? rc : file_check_writable(save, d);
    return rc ? rc : file_check_writable(script, d);
}
