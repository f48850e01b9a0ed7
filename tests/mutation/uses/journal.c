#include "journal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lockstep/model_files.h"

/* The unit, the sources, the edits and the geometries. To be freed. */
static char *head_of(const unit_under_t *u, const char *rtl, int edits)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f, "%s %s %d\n", u->desc->name, rtl, edits);
    for (unsigned i = 0; i < u->n; i++)
        fprintf(f, "%s\n", u->geometry[i].params);
    fputs("--\n", f);
    return fclose(f) == 0 ? text : NULL;
}

/* The lines that are whole, each of an edit that there is; where they end. */
static size_t read_lines(journal_t *j, const char *text, size_t at)
{
    for (const char *end; (end = strchr(text + at, '\n')); at = (size_t)(end - text) + 1) {
        int edit, outcome;
        double seconds;
        if (sscanf(text + at, "%d %d %lf", &edit, &outcome, &seconds) != 3 || edit < 0 ||
            edit >= j->edits || outcome < 0 || outcome >= BROKEN)
            break;
        j->known[edit] = (struct known){(outcome_t)outcome, seconds};
    }
    return at;
}

int journal_open(journal_t *j, const char *path, const unit_under_t *u, const char *rtl, int edits,
                 diag_t *diag)
{
    *j = (journal_t){.edits = edits, .known = calloc((size_t)edits + 1, sizeof *j->known)};
    for (int i = 0; i < edits; i++)
        j->known[i].outcome = BROKEN;
    if (!path)
        return 0;
    snprintf(j->path, sizeof j->path, "%s", path);
    size_t n, keep = 0;
    char *head = head_of(u, rtl, edits), *text = model_file_read(path, &n);
    if (head && text && strncmp(text, head, strlen(head)) == 0)
        keep = read_lines(j, text, strlen(head));
    free(text);
    j->f = fopen(path, keep ? "r+" : "w");
    bool ok = head && j->f && ftruncate(fileno(j->f), (off_t)keep) == 0 &&
              fseek(j->f, 0, SEEK_END) == 0 && (keep || fputs(head, j->f) >= 0) &&
              fflush(j->f) == 0;
    free(head);
    return ok ? 0 : diag_at(diag, path, 0, 0, "cannot be written: %s", strerror(errno));
}

int journal_add(journal_t *j, int edit, outcome_t outcome, double seconds, diag_t *diag)
{
    if (!j->f || outcome == BROKEN)
        return 0;
    if (fprintf(j->f, "%d %d %.1f\n", edit, outcome, seconds) < 0 || fflush(j->f))
        return diag_at(diag, j->path, 0, 0, "cannot be written: %s", strerror(errno));
    return 0;
}

void journal_close(journal_t *j, bool done)
{
    if (j->f)
        fclose(j->f);
    if (j->f && done)
        unlink(j->path);
    free(j->known);
    *j = (journal_t){0};
}
