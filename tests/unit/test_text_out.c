/* Text for pages: what comes in as %s is escaped for its form, and controls are not shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "text/out.h"
#include "text/visible.h"

static void becomes(out_form_t form, const char *before, const char *text, const char *expected)
{
    out_t o = {.form = form};
    char whole[512];
    out_embedded(&o, before, strlen(before));
    out_f(&o, "%s", text);
    assert_false(o.failed);
    snprintf(whole, sizeof whole, "%s%s", before, expected);
    assert_string_equal(o.text, whole);
    out_free(&o);
}

static void text_out_100_html(void **state)
{
    (void)state;
    becomes(OUT_HTML, "<p>", "<b title=\"x\" id='y'>&amp;",
            "&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;");
    becomes(OUT_HTML, "", "a\x1b[31m\x01\xff\xc2\x9bz\n", "a\uFFFD[31m\uFFFD\uFFFD\uFFFDz\n");
    becomes(OUT_HTML, "", "\u202eabc \xc3", "\uFFFDabc \uFFFD");
    becomes(OUT_HTML, "", "µm² 漢 😀", "µm² 漢 😀");
}

static void text_out_110_markdown(void **state)
{
    (void)state;
    becomes(OUT_MARKDOWN, "| ", "a|b<c>&`d`*e*[f](g)~h~\\i",
            "a\\|b&lt;c&gt;&amp;\\`d\\`\\*e\\*\\[f\\](g)\\~h\\~\\\\i");
    becomes(OUT_MARKDOWN, "| ", "mars_mm _x_ y_", "mars_mm \\_x\\_ y\\_");
    becomes(OUT_MARKDOWN, "| ", "one\ntwo\r\nthree\tfour", "one two  three four");
    becomes(OUT_MARKDOWN, "x\n", "    - item", "\\- item");
    becomes(OUT_MARKDOWN, "x\n", "12. item", "12\\. item");
    becomes(OUT_MARKDOWN, "x\n", "# head", "\\# head");
    becomes(OUT_MARKDOWN, "x\n", "===", "\\===");
    becomes(OUT_MARKDOWN, "x ", "-1 # 2.", "-1 # 2.");
    becomes(OUT_MARKDOWN, "x", "\x1b", "\uFFFD");
    becomes(OUT_MARKDOWN, "x ", "\u2014 _a_b\u00a0_c_\u2014", "\u2014 \\_a_b\u00a0\\_c\\_\u2014");
    becomes(OUT_MARKDOWN, "x ", "http://a.b/c: www.d WWW.e row.f $g$",
            "http\\://a.b/c: www\\.d WWW\\.e row.f \\$g\\$");
    becomes(OUT_MARKDOWN, "x ", "a@b.c", "a@<!-- -->b.c");
}

static void code_becomes(out_form_t form, const char *before, const char *text,
                         const char *expected)
{
    out_t o = {.form = form};
    char whole[512];
    out_embedded(&o, before, strlen(before));
    out_code(&o, text);
    snprintf(whole, sizeof whole, "%s%s", before, expected);
    assert_string_equal(o.text, whole);
    out_free(&o);
}

static void text_out_120_code(void **state)
{
    (void)state;
    code_becomes(OUT_HTML, "", "a<b", "<code>a&lt;b</code>");
    code_becomes(OUT_MARKDOWN, "x ", "a<b | c", "`a<b | c`");
    code_becomes(OUT_MARKDOWN, "x\n| ", "a<b | c", "`a<b \\| c`");
    code_becomes(OUT_MARKDOWN, "", "a``b", "```a``b```");
    code_becomes(OUT_MARKDOWN, "", "`a", "`` `a ``");
    code_becomes(OUT_MARKDOWN, "", "a\nb", "`a b`");
    code_becomes(OUT_MARKDOWN, "x", "", "");
}

static void text_out_130_csv_and_plain(void **state)
{
    (void)state;
    becomes(OUT_CSV, "a,", "b,\"c\"", "\"b,\"\"c\"\"\"");
    becomes(OUT_PLAIN, "", "<b>|`\x1b", "<b>|`\x1b");
}

/* Every directive takes its own values, and text with a width is escaped, too. */
static void text_out_140_formats(void **state)
{
    (void)state;
    out_t o = {0};
    char expected[512];
    out_f(&o, "%d%% %u %ld %llu %zu %.2f %+.*f %*d %x %g <%s> %.3s|%5s|%c", -1, 2u, -3L, 4ULL,
          (size_t)5, 6.25, 1, 7.0, 4, 8, 255u, 1e9, "<i>", "<<<<", "&", 'x');
    snprintf(expected, sizeof expected,
             "-1%% 2 -3 4 5 6.25 +7.0    8 ff 1e+09 <&lt;i&gt;> &lt;&lt;&lt;|    &amp;|x");
    assert_false(o.failed);
    assert_string_equal(o.text, expected);
    out_free(&o);
}

/* Longer than any buffer. */
static void text_out_150_long(void **state)
{
    (void)state;
    static char text[200001];
    out_t o = {0};
    memset(text, '<', sizeof text - 1);
    out_f(&o, "%s%d", text, 1);
    assert_int_equal(o.n, 4 * (sizeof text - 1) + 1);
    out_free(&o);
}

/* Pieces in another form are refused. */
static void text_out_160_pieces(void **state)
{
    (void)state;
    out_t page = {0}, piece = {.form = OUT_PLAIN};
    out_f(&piece, "%s", "<b>");
    out_append(&page, &piece);
    assert_true(page.failed);
    out_free(&page);
    out_free(&piece);
}

static void text_out_170_visible(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n, bytes;
        bool shown;
    } of[] = {
        {"a", 1, 1, true},
        {"\n", 1, 1, false},
        {"\x7f", 1, 1, false},
        {"\xc2\xa0", 2, 2, true},
        {"\xc2\x85", 2, 2, false},         /* a control of Latin-1 */
        {"\xc3", 1, 0, false},             /* to be continued */
        {"\xc3(", 2, 1, false},            /* and was not */
        {"\xc0\x80", 2, 1, false},         /* too long for what it is */
        {"\xe0\x80\x80", 3, 3 - 2, false}, /* likewise */
        {"\xed\xa0\x80", 3, 3, false},     /* half of a pair */
        {"\xf4\x90\x80\x80", 4, 4, false}, /* beyond the last */
        {"\x80", 1, 1, false},
        {"\xef\xbf\xbf", 3, 3, false},
        {"\xf0\x9f\x98\x80", 4, 4, true},
        {"\xe2\x80\xae", 3, 3, false},
    };
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
        bool shown;
        assert_int_equal(visible_next(of[i].text, of[i].n, &shown), of[i].bytes);
        assert_int_equal(shown, of[i].shown);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_out_100_html),    cmocka_unit_test(text_out_110_markdown),
        cmocka_unit_test(text_out_120_code),    cmocka_unit_test(text_out_130_csv_and_plain),
        cmocka_unit_test(text_out_140_formats), cmocka_unit_test(text_out_150_long),
        cmocka_unit_test(text_out_160_pieces),  cmocka_unit_test(text_out_170_visible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
