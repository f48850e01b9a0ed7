/* A parameter that was chosen by a sweep over programs that are scored: the choice, and the same
 * cross-validated. */
#include <string.h>

#include "report/chosen.h"
#include "report/page.h"
#include "report/words.h"

static bool find(const catalog_t *c, const char *paper, chosen_t *x)
{
    const scope_t *s = catalog_scope(c, CHOSEN_SCOPE);
    diag_t d = {{0}};
    return s && strcmp(paper, CHOSEN_PAPER) == 0 &&
           chosen_read(x, &chosen_text, CHOSEN_PAPER, s, &d) == 0;
}

static void sentence(const chosen_t *x, out_t *o)
{
    char gain[40], cross[40];
    words_value(gain, sizeof gain, FORM_GAIN, x->gain);
    words_value(cross, sizeof cross, FORM_GAIN, x->cross);
    out_code(o, CHOSEN_KEY);
    out_f(o,
          " is %u. The paper does not give it: it was chosen by a sweep over the %u programs "
          "that are scored, at the default scale, where it gives %s (geometric mean of the "
          "speedups). With each program at the value that the other %u choose it is %s.",
          x->value, x->n, gain, x->n - 1, cross);
}

void page_chosen_markdown(const catalog_t *c, const char *paper, out_t *o)
{
    chosen_t x;
    char text[40];
    if (!find(c, paper, &x))
        return;
    out_f(o, "\n### What was chosen for %s\n\n", paper);
    sentence(&x, o);
    out_f(o,
          "\n\n| left out | chosen by the others | its speedup at that | at %u |\n"
          "| --- | ---: | ---: | ---: |\n",
          x.value);
    for (unsigned i = 0; i < x.n; i++) {
        words_value(text, sizeof text, FORM_GAIN, 100 * (x.speedup[i][x.without[i]] - 1));
        out_f(o, "| %s | %u | %s | ", x.workload[i], x.without[i], text);
        words_value(text, sizeof text, FORM_GAIN, 100 * (x.speedup[i][x.value] - 1));
        out_f(o, "%s |\n", text);
    }
}

void page_chosen(const catalog_t *c, const char *paper, out_t *o)
{
    chosen_t x;
    char text[40];
    if (!find(c, paper, &x))
        return;
    out_f(o, "<p class=\"chosen\">");
    sentence(&x, o);
    out_f(o,
          "</p>\n<details class=\"data\"><summary>each program left out</summary>\n<div "
          "class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"each program left "
          "out\"><table><thead><tr><th scope=\"col\">left out</th><th scope=\"col\">chosen by the "
          "others</th><th scope=\"col\">its speedup at that</th><th scope=\"col\">at %u</th></tr>"
          "</thead>\n<tbody>\n",
          x.value);
    for (unsigned i = 0; i < x.n; i++) {
        words_value(text, sizeof text, FORM_GAIN, 100 * (x.speedup[i][x.without[i]] - 1));
        out_f(o, "<tr><th scope=\"row\">%s</th><td>%u</td><td>", x.workload[i], x.without[i]);
        out_words(o, text);
        words_value(text, sizeof text, FORM_GAIN, 100 * (x.speedup[i][x.value] - 1));
        out_f(o, "</td><td>");
        out_words(o, text);
        out_f(o, "</td></tr>\n");
    }
    out_f(o, "</tbody></table></div></details>\n");
}
