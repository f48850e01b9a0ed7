/* A plot as an SVG file that needs nothing beside it: shown as an image, it has a ground of its
 * own, so that it is read on white and on dark pages alike, and its style names no variables, which
 * not every program that draws SVG knows. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/plot.h"

/* In units of the drawing. The widths of characters are those of a wide font. */
#define EDGE       10.0 /* around everything */
#define LINE       13.0 /* of notes and legend */
#define CHAR       5.6  /* of notes and legend */
#define CAPITAL    7.2  /* likewise, also of m and w */
#define TITLE_CHAR 7.8
#define ITEM_GAP   11.0 /* between two entries of a legend */
#define SCALE      1.1  /* pixels a unit, where nobody says how wide the image is */

/* ---- Style ---- */

/* The value of a variable of the first rule, which is the colours; its length, or 0. */
static size_t colour_of(const char *name, size_t len, const char **value)
{
    const char *end = strstr(lw_report_plot_style, "\n}");
    for (const char *at = lw_report_plot_style; end && at < end; at++) {
        if (strncmp(at, name, len) || at[len] != ':')
            continue;
        *value = at + len + 2;
        return strcspn(*value, ";");
    }
    return 0;
}

/* The rules, each var(--name) replaced by the colour. */
static void style(out_t *o)
{
    const char *at = strstr(lw_report_plot_style, "\n}"), *value = "";
    at = at ? at + 3 : "";
    out_f(o, "<style>\n");
    while (*at) {
        size_t plain = strcspn(at, "v");
        out_embedded(o, at, plain);
        at += plain;
        size_t name = strncmp(at, "var(", 4) ? 0 : strcspn(at + 4, ")");
        size_t n = name ? colour_of(at + 4, name, &value) : 0;
        if (n) {
            out_embedded(o, value, n);
            at += 4 + name + 1;
        } else if (*at) {
            out_embedded(o, at++, 1);
        }
    }
    out_f(o, "</style>\n");
}

/* ---- Head: title, note, legend ---- */

static void text_at(out_t *o, const char *class, double x, double y, const char *text, size_t n)
{
    char copy[512];
    snprintf(copy, sizeof copy, "%.*s", (int)n, text);
    out_f(o, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, x, y, copy);
}

/* Text in lines as long as the drawing is wide; how far down its last line stands. */
static double lines(out_t *o, const char *class, double y, double each, const char *text)
{
    const size_t room = (size_t)(PLOT_WIDTH / each);
    while (*text) {
        size_t n = strlen(text);
        if (n > room) {
            for (n = room; n && text[n] != ' '; n--)
                ;
            n = n ? n : room;
        }
        y += LINE;
        text_at(o, class, 0, y, text, n);
        text += n;
        text += strspn(text, " ");
    }
    return y;
}

/* An entry of the legend, on the next line where this one has no room. */
typedef struct place {
    double x, y;
} place_t;

static double width_of(const char *text)
{
    double width = 0;
    for (; *text; text++)
        width += (*text >= 'A' && *text <= 'Z') || *text == 'm' || *text == 'w' ? CAPITAL : CHAR;
    return width;
}

/* swatch: its class, "" for none; colour: how wide it is. */
static place_t entry(out_t *o, place_t at, const char *swatch, double colour, const char *text,
                     const char *more)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s%s", text, more);
    double before = *swatch ? colour + 4 : 0, width = before + width_of(whole);
    if (at.x > 0 && at.x + width > PLOT_WIDTH) {
        at.x = 0;
        at.y += LINE;
    }
    if (*swatch)
        out_f(o, "<path class=\"%s\" d=\"M%.1f %.1fh%.1fv9h-%.1fz\"/>\n", swatch, at.x, at.y - 8,
              colour, colour);
    text_at(o, "k", at.x + before, at.y, whole, sizeof whole);
    at.x += width + ITEM_GAP;
    return at;
}

/* Which colour is what, and in which order bars stand; its last line. */
static double legend(const plot_data_t *d, double y, out_t *o)
{
    const plot_t *p = d->plot;
    char swatch[12], list[256] = "Bars from above: ";
    place_t at = {0, y + LINE + 3};
    for (unsigned i = 0; i < p->n_parts; i++) {
        snprintf(swatch, sizeof swatch, "c%u", i);
        at = entry(o, at, swatch, 9, p->part[i].label, d->of_part[i] ? "" : ": not run");
    }
    if (p->n_marks)
        at = entry(o, at, "paper", 2.6, "the paper's", "");
    for (unsigned i = 0; i < p->n_series; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
                 p->series[i].label);
    if (p->n_series > 1)
        at = entry(o, at, "", 0, list, "");
    return at.y;
}

/* The head, and how high it is. */
static double head(const plot_data_t *d, bool quick, out_t *o)
{
    const plot_t *p = d->plot;
    char title[256];
    snprintf(title, sizeof title, "%s%s", p->title, plot_unit(p));
    double y = lines(o, "h", 0, TITLE_CHAR, title);
    y = lines(o, "n", y + 1, CHAR, quick ? "Quick form: smaller inputs." : "");
    y = lines(o, "n", y + 1, CHAR, p->note);
    return legend(d, y, o) + 8;
}

void plot_file(const plot_data_t *d, bool quick, out_t *o)
{
    const plot_t *p = d->plot;
    out_t top = {.form = o->form};
    double below = head(d, quick, &top) - PLOT_AXIS_TITLE;
    double width = PLOT_WIDTH + 2 * EDGE, height = ceil(below + plot_height(d) + 2 * EDGE);
    out_f(o,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"plot-%s\" width=\"%.0f\" "
          "height=\"%.0f\" viewBox=\"%.0f %.0f %.0f %.0f\" role=\"img\" "
          "aria-labelledby=\"title note\">\n<title id=\"title\">",
          p->id, width * SCALE, height * SCALE, -EDGE, -EDGE, width, height);
    out_text(o, p->title);
    out_f(o, "</title>\n<desc id=\"note\">");
    out_text(o, p->note);
    out_f(o, "</desc>\n");
    style(o);
    out_f(o,
          "<rect class=\"ground\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
          "rx=\"6\"/>\n",
          -EDGE + 0.5, -EDGE + 0.5, width - 1, height - 1);
    out_append(o, &top);
    out_free(&top);
    out_f(o, "<g transform=\"translate(0 %.1f)\">\n", below);
    plot_draw(d, false, o);
    out_f(o, "</g>\n</svg>\n");
}
