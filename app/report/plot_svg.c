/* Plots as SVG: horizontal bars, a row a workload, so that labels are read without turning the
 * head and a plot fits the width of a phone. Colours and fonts are those of plot.css. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/plot.h"
#include "report/words.h"

/* In units of the drawing, which is as wide as a phone is in pixels. */
#define WIDTH     ((double)PLOT_WIDTH)
#define LABELS    88.0 /* of workloads, on the left, at least */
#define LETTER    6.2  /* of a label, at most in the mean */
#define BOLD      7.8
#define ROOM      40.0 /* for a value beside its bar */
#define BAR       10.0
#define BAR_GAP   1.0
#define ROW_GAP   7.0
#define SCOPE_GAP 21.0 /* with the scope's name in it */
#define DIGIT     6.0  /* of a value, about */
#define TOP       36.0 /* with the axis' title and ticks */

/* The axis: values from lo to hi, ticks at multiples of the step. */
typedef struct axis {
    double lo, hi, step, left, right; /* left, right: where lo and hi are drawn */
} axis_t;

static double at(const axis_t *a, double v)
{
    return a->left + (v - a->lo) / (a->hi - a->lo) * (a->right - a->left);
}

static double nice_step(double range)
{
    double raw = range / 4, power = pow(10, floor(log10(raw))), x = raw / power;
    return power * (x <= 1 ? 1 : x <= 2 ? 2 : x <= 5 ? 5 : 10);
}

/* Room for the longest label. */
static double labels(const plot_data_t *d)
{
    double room = LABELS;
    for (unsigned n = 0; n < d->n; n++)
        room = fmax(room, (double)strlen(d->row[n].label) * (d->row[n].mean ? BOLD : LETTER));
    return room;
}

static axis_t make_axis(const plot_data_t *d)
{
    const plot_t *p = d->plot;
    axis_t a = {.left = labels(d) + 4, .right = WIDTH - 14};
    for (unsigned n = 0; n < d->n; n++) {
        const plot_row_t *row = &d->row[n];
        for (unsigned i = 0; i < p->n_parts; i++) {
            a.lo = row->there[i] ? fmin(a.lo, row->v[i]) : a.lo;
            a.hi = row->there[i] ? fmax(a.hi, row->v[i]) : a.hi;
        }
        if (row->mark) {
            a.lo = fmin(a.lo, row->mark->value);
            a.hi = fmax(a.hi, row->mark->value);
        }
    }
    if (p->kind == PLOT_STACK) {
        a.lo = 0;
        a.hi = 100;
    }
    if (a.hi - a.lo < 1e-9)
        a.hi = 1;
    a.step = nice_step(a.hi - a.lo);
    if (p->kind != PLOT_STACK) { /* values stand at the bars' ends */
        a.left += a.lo < 0 ? ROOM : 0;
        a.right -= a.hi > 0 ? ROOM - 12 : 0;
    }
    return a;
}

static double row_height(const plot_data_t *d)
{
    unsigned n = d->plot->kind == PLOT_STACK;
    for (unsigned i = 0; d->plot->kind != PLOT_STACK && i < d->plot->n_parts; i++)
        n += d->of_part[i] > 0;
    return n * (BAR + BAR_GAP);
}

/* Does a scope begin with the row? Where there are several, its name stands above. */
static bool begins_scope(const plot_data_t *d, unsigned n)
{
    return d->plot->n_scopes > 1 && d->plot->kind != PLOT_MEANS &&
           (!n || d->row[n].scope != d->row[n - 1].scope);
}

/* How far a row stands below the one before it. */
static double gap_before(const plot_data_t *d, unsigned n)
{
    if (begins_scope(d, n))
        return SCOPE_GAP + (n ? ROW_GAP : 0);
    return !n ? 2 : d->row[n].first ? ROW_GAP : 0;
}

static void title(out_t *o, const plot_row_t *row, const char *part, const char *value)
{
    out_f(o, "<title>");
    out_text(o, row->label);
    out_f(o, *row->series ? ", " : "");
    out_text(o, row->series);
    out_f(o, ": ");
    out_text(o, part);
    out_f(o, " %s</title>", value);
}

static void rectangle(out_t *o, unsigned colour, double x, double y, double width,
                      const plot_row_t *row, const char *part, const char *value)
{
    /* What is too small to be seen is drawn as a hair. */
    out_f(o, "<rect class=\"c%u%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\">", colour,
          row->mean ? " m" : "", x, y, fmax(width, 0.4), BAR);
    title(o, row, part, value);
    out_f(o, "</rect>\n");
}

/* The number beside a bar, beyond the paper's mark where that is in its way. */
static void bar_value(out_t *o, const axis_t *a, const figure_t *mark, double v, double y,
                      const char *text)
{
    bool left = v < 0;
    double x = at(a, v) + (left ? -3 : 3), m = mark ? at(a, mark->value) : 0;
    double width = DIGIT * (double)strlen(text);
    if (mark && !left && m > x - 4 && m < x + width + 4)
        x = m + 5;
    if (mark && left && m < x + 4 && m > x - width - 4)
        x = m - 5;
    out_f(o, "<text class=\"v%s\" x=\"%.1f\" y=\"%.1f\">", left ? " l" : "", x, y + BAR - 0.8);
    out_words(o, text);
    out_f(o, "</text>\n");
}

static void bars(out_t *o, const plot_data_t *d, const axis_t *a, const plot_row_t *row, double y)
{
    const plot_t *p = d->plot;
    char text[64];
    for (unsigned i = 0; i < p->n_parts; i++) {
        if (!d->of_part[i])
            continue;
        if (!row->there[i]) {
            out_f(o, "<text class=\"v\" x=\"%.1f\" y=\"%.1f\">not run</text>\n", at(a, 0) + 3,
                  y + BAR - 0.8);
            y += BAR + BAR_GAP;
            continue;
        }
        double from = at(a, fmin(0, row->v[i])), to = at(a, fmax(0, row->v[i]));
        words_value(text, sizeof text, p->form, row->v[i]);
        rectangle(o, i, from, y, to - from, row, p->part[i].label, text);
        text[strcspn(text, " ")] = 0; /* the axis has the unit */
        bar_value(o, a, i ? NULL : row->mark, row->v[i], y, text);
        y += BAR + BAR_GAP;
    }
}

static void stack(out_t *o, const plot_data_t *d, const axis_t *a, const plot_row_t *row, double y)
{
    const plot_t *p = d->plot;
    double sum = 0;
    char text[64];
    for (unsigned i = 0; i < p->n_parts; i++) {
        if (!row->there[i]) {
            out_f(o, "<text class=\"v\" x=\"%.1f\" y=\"%.1f\">not run</text>\n", at(a, sum) + 3,
                  y + BAR - 0.8);
            return;
        }
        words_value(text, sizeof text, p->form, row->v[i]);
        double from = at(a, sum), to = at(a, sum + row->v[i]);
        if (row->v[i] > 0)
            rectangle(o, i, from, y, to - from, row, p->part[i].label, text);
        sum += row->v[i];
    }
}

/* The paper's value: a line across the first of the row's bars, which is what it is of, so that the
 * bar's end stays to be seen. */
static void mark(out_t *o, const axis_t *a, const plot_row_t *row, double y)
{
    char text[64];
    double x = at(a, row->mark->value);
    words_paper(text, sizeof text, row->mark);
    out_f(o, "<path class=\"paper\" d=\"M%.1f %.1fh2.6v%.1fh-2.6z\">", x - 1.3, y - 3, BAR + 3);
    title(o, row, "the paper's", text);
    out_f(o, "</path>\n");
}

const char *plot_unit(const plot_t *p)
{
    static const char *const units[] = {[FORM_PLAIN] = "",
                                        [FORM_PERCENT] = " (share, %)",
                                        [FORM_GAIN] = " (change, %)",
                                        [FORM_LOSS] = " (loss, %)",
                                        [FORM_RATIO] = " (ratio)"};
    return units[p->form];
}

/* What is drawn along the axis, and its unit: in its middle, as far as the drawing has room. */
static void axis_title(out_t *o, const plot_t *p, const axis_t *a)
{
    double half = DIGIT * (double)(strlen(p->title) + strlen(plot_unit(p))) / 2;
    double x = fmin((a->left + a->right) / 2, WIDTH - half);
    out_f(o, "<text class=\"t a\" x=\"%.1f\" y=\"%.1f\">", fmax(x, WIDTH / 2), TOP - 24);
    out_text(o, p->title);
    out_f(o, "%s</text>\n", plot_unit(p));
}

static void tick_text(out_t *o, double x, const char *text)
{
    out_f(o, "<text class=\"t\" x=\"%.1f\" y=\"%.1f\">", x, TOP - 8);
    out_words(o, text);
    out_f(o, "</text>\n");
}

/* A ratio's 1, where neither gains; with its number where the ticks have not and leave room. */
static void one(out_t *o, const axis_t *a, double height)
{
    out_f(o, "<path class=\"one\" d=\"M%.1f %.1fV%.1f\"/>", at(a, 1), TOP - 4, height - 4);
    if (a->step > 1 && at(a, 1) - at(a, 0) > 14)
        tick_text(o, at(a, 1), "1");
    out_f(o, "\n");
}

static void ticks(out_t *o, const plot_data_t *d, const axis_t *a, double height)
{
    char text[64];
    int first = (int)ceil(a->lo / a->step - 1e-9), last = (int)floor(a->hi / a->step + 1e-9);
    for (int i = first; i <= last; i++) {
        double v = i * a->step, x = at(a, v);
        bool zero = i == 0;
        out_f(o, "<path class=\"%s\" d=\"M%.1f %.1fV%.1f\"/>", zero ? "zero" : "grid", x, TOP - 4,
              height - 4);
        snprintf(text, sizeof text, "%s%g", d->plot->form == FORM_GAIN && v > 0 && !zero ? "+" : "",
                 zero ? 0 : v);
        tick_text(o, x, text);
    }
    if (d->plot->form == FORM_RATIO && a->hi > 1)
        one(o, a, height);
}

/* The legend: which colour is what, and in which order bars stand. */
static void legend(const plot_data_t *d, out_t *o)
{
    const plot_t *p = d->plot;
    out_f(o, "<p class=\"legend\">");
    for (unsigned i = 0; i < p->n_parts; i++) {
        out_f(o, "<span><i class=\"b%u\"></i>", i);
        out_text(o, p->part[i].label);
        out_f(o, d->of_part[i] ? "</span> " : ": not run</span> ");
    }
    if (p->n_marks)
        out_f(o, "<span><i class=\"bp\"></i>the paper's</span> ");
    if (p->n_series > 1) {
        out_f(o, "<span>Bars from above: ");
        for (unsigned i = 0; i < p->n_series; i++) {
            out_f(o, i ? ", " : "");
            out_text(o, p->series[i].label);
        }
        out_f(o, "</span>");
    }
    out_f(o, "</p>\n");
}

static void label(out_t *o, const plot_row_t *row, double x, double y, double height)
{
    out_f(o, "<text class=\"w%s\" x=\"%.1f\" y=\"%.1f\">", row->mean ? " m" : "", x,
          y + height / 2 + 3);
    out_text(o, row->label);
    out_f(o, "</text>\n");
}

double plot_height(const plot_data_t *d)
{
    double height = TOP + 6, each = row_height(d);
    for (unsigned n = 0; n < d->n; n++)
        height += gap_before(d, n) + each;
    return height;
}

void plot_draw(const plot_data_t *d, bool titled, out_t *o)
{
    const plot_t *p = d->plot;
    axis_t a = make_axis(d);
    double y = TOP, each = row_height(d);
    unsigned per = p->n_series ? p->n_series : 1;
    if (titled)
        axis_title(o, p, &a);
    ticks(o, d, &a, plot_height(d));
    for (unsigned n = 0; n < d->n; n++) {
        const plot_row_t *row = &d->row[n];
        y += gap_before(d, n);
        if (begins_scope(d, n)) {
            out_f(o, "<text class=\"s\" x=\"0\" y=\"%.1f\">", y - 8);
            out_text(o, d->row[n].scope->label);
            out_f(o, "</text>\n");
        }
        if (row->first)
            label(o, row, labels(d), y, per * each - BAR_GAP);
        (p->kind == PLOT_STACK ? stack : bars)(o, d, &a, row, y);
        if (row->mark)
            mark(o, &a, row, y);
        y += each;
    }
}

void plot_svg(const plot_data_t *d, out_t *o)
{
    const plot_t *p = d->plot;
    legend(d, o);
    out_f(o,
          "<svg id=\"plot-%s\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-labelledby=\"t-%s\">\n",
          p->id, WIDTH, plot_height(d), p->id);
    out_f(o, "<title id=\"t-%s\">", p->id);
    out_text(o, p->title);
    out_f(o, "; its data are in the table below</title>\n");
    plot_draw(d, true, o);
    out_f(o, "</svg>\n");
}
