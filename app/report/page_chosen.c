/* A parameter that was chosen by a sweep over programs that are scored, abyp's threshold: the
 * choice, and the same cross-validated, from the views of the recorded sweep. */
#include <string.h>

#include "report/page.h"
#include "report/tables.h"

static void sentence(sqlite3_stmt *s, out_t *o)
{
    int programs = sqlite3_column_int(s, 1);
    out_code(o, "abyp.threshold");
    out_f(o,
          " is %d. The paper does not give it: it was chosen by a sweep over the %d programs that "
          "are scored, at the default scale, where it gives %s (geometric mean of the speedups). "
          "With each program at the value that the other %d choose it is %s.",
          sqlite3_column_int(s, 0), programs, (const char *)sqlite3_column_text(s, 2), programs - 1,
          (const char *)sqlite3_column_text(s, 3));
}

/* The sentence, then the table of the programs; neither where the record is not complete. */
static void choice(const char *paper, const char *before, const char *between, const char *after,
                   out_t *o)
{
    diag_t d = {{0}};
    db_t *db = NULL;
    if (strcmp(paper, "abyp") != 0 || tables_open(&db, &d))
        return;
    sqlite3_stmt *s = tables_add_text(db, &tables_abyp, &d) == 1
                          ? db_prepare(db, "SELECT * FROM \"abyp-choice\"", &d)
                          : NULL;
    if (s && db_step(db, s, &d) == 1) {
        out_embedded(o, before, strlen(before));
        sentence(s, o);
        out_embedded(o, between, strlen(between));
        tables_print(db, "abyp-chosen", o, &d);
        out_embedded(o, after, strlen(after));
    }
    sqlite3_finalize(s);
    db_close(db);
}

void page_chosen_markdown(const char *paper, out_t *o)
{
    choice(paper, "\n### What was chosen for abyp\n\n", "\n\n", "", o);
}

void page_chosen(const char *paper, out_t *o)
{
    choice(paper, "<p class=\"chosen\">",
           "</p>\n<details class=\"data\"><summary>each program left out</summary>\n<div "
           "class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"each program left out\">",
           "</div></details>\n", o);
}
