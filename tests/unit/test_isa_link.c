/* Several PTX files as one program: externs, weak and common symbols, names that clash. */
#include "isa_rig.h"

#define H RIG_HEAD

typedef struct two {
    const char *a, *b;
    const char *message; /* all of it */
} two_t;

static isa_module_t *link_two(const char *a, const char *b, diag_t *d)
{
    const isa_text_t text[] = {{"a.ptx", a, strlen(a)}, {"b.ptx", b, strlen(b)}};
    d->text[0] = 0;
    return isa_module_link(text, 2, d);
}

/* The linked program, its variables in memory as rig_open() puts them. */
static void open_two(rig_t *r, const char *a, const char *b)
{
    memset(r, 0, sizeof *r);
    r->warp_size = 32;
    r->limit = 100000;
    r->mem = calloc(1, RIG_BYTES);
    r->m = link_two(a, b, &r->d);
    if (!r->m)
        fail_msg("%s", r->d.text);
    unsigned n = isa_symbol_count(r->m);
    uint64_t at[16];
    assert_true(n <= 16);
    for (unsigned i = 0; i < n; i++)
        isa_symbol_place(r->m, i, at[i] = rig_alloc(r, isa_symbol_at(r->m, i)->bytes));
    for (unsigned i = 0; i < n; i++)
        isa_symbol_image(r->m, i, rig_host(r, at[i]));
}

/* k stores what f, the variable v and the pointer p of the other file give. */
#define USER                                                                                       \
    H ".extern .func (.param .b32 r) f(.param .b32 x);\n"                                          \
      ".extern .global .b32 v[];\n.extern .const .b64 p;\n.extern .shared .b32 s[4];\n"            \
      ".global .b64 mine = v;\n"                                                                   \
      ".visible .entry k(.param .u64 out) {\n"                                                     \
      ".reg .b32 %r<9>; .reg .b64 %d<4>; .param .b32 x; .param .b32 y;\n"                          \
      "ld.param.u64 %d1, [out]; st.param.b32 [x], 5; call (y), f, (x); ld.param.b32 %r1, [y];\n"   \
      "st.global.b32 [%d1], %r1; ld.global.b32 %r2, [v+4]; st.global.b32 [%d1+4], %r2;\n"          \
      "ld.const.b64 %d2, [p]; ld.global.b32 %r3, [%d2]; st.global.b32 [%d1+8], %r3;\n"             \
      "ld.shared.b32 %r4, [s+4]; st.global.b32 [%d1+12], %r4;\n"                                   \
      "ld.global.b64 %d3, [mine]; ld.global.b32 %r5, [%d3]; st.global.b32 [%d1+16], %r5; ret; }\n"

static const char other[] =
    H ".visible .global .b32 v[3] = {7, 8, 9};\n.visible .const .b64 p = v+8;\n"
      ".visible .shared .b32 s[4];\n.global .b32 hidden = 40;\n"
      ".visible .func (.param .b32 r) f(.param .b32 x) {\n"
      ".reg .b32 %r<4>; ld.param.b32 %r1, [x]; ld.global.b32 %r2, [hidden];\n"
      "add.s32 %r3, %r1, %r2; st.shared.b32 [s+4], 77; st.param.b32 [r], %r3; ret; }\n";

static void check_user(const char *a, const char *b)
{
    static const uint32_t want[] = {45, 8, 9, 77, 7};
    rig_t r;
    open_two(&r, a, b);
    uint64_t out = rig_alloc(&r, sizeof want);
    RIG_RUN(&r, "k", 1, 1, out);
    assert_memory_equal(rig_host(&r, out), want, sizeof want);
    assert_int_equal(isa_kernel_find(r.m, "k")->shared_bytes, 16);
    rig_close(&r);
}

static void link_100_externs_come_from_either_side(void **state)
{
    (void)state;
    check_user(USER, other);
    check_user(other, USER);
}

/* Both files have a variable and a function of one name that they keep to themselves. */
static void link_101_names_without_a_directive_stay_in_their_file(void **state)
{
    (void)state;
#define OWN(kernel, value)                                                                         \
    H ".global .b32 v = " #value ";\n.func (.param .b32 r) f() {\n.reg .b32 %r;\n"                 \
      "ld.global.b32 %r, [v]; st.param.b32 [r], %r; ret; }\n"                                      \
      ".entry " #kernel "(.param .u64 out) { .reg .b32 %r; .reg .b64 %d; .param .b32 y;\n"         \
      "call (y), f, (); ld.param.b32 %r, [y]; ld.param.u64 %d, [out];\n"                           \
      "st.global.b32 [%d], %r; ret; }\n"
    rig_t r;
    open_two(&r, OWN(one, 1), OWN(two, 2));
    uint64_t out = rig_alloc(&r, 8);
    RIG_RUN(&r, "one", 1, 1, out);
    RIG_RUN(&r, "two", 1, 1, out + 4);
    assert_int_equal(((uint32_t *)rig_host(&r, out))[0], 1);
    assert_int_equal(((uint32_t *)rig_host(&r, out))[1], 2);
    rig_close(&r);
}

/* The value of v as kernel k of the first file sees it. */
static uint32_t seen(const char *a, const char *b, unsigned symbols)
{
    char text[600];
    rig_t r;
    snprintf(text, sizeof text,
             H
             "%s\n.entry k(.param .u64 out) { .reg .b32 %%r; .reg .b64 %%d;\n"
             "ld.param.u64 %%d, [out]; ld.global.b32 %%r, [v]; st.global.b32 [%%d], %%r; ret; }\n",
             a);
    open_two(&r, text, b);
    assert_int_equal(isa_symbol_count(r.m), symbols);
    uint64_t out = rig_alloc(&r, 4);
    RIG_RUN(&r, "k", 1, 1, out);
    uint32_t v = *(uint32_t *)rig_host(&r, out);
    rig_close(&r);
    return v;
}

static void link_102_weak_gives_way(void **state)
{
    (void)state;
    assert_int_equal(seen(".weak .global .b32 v = 1;", H ".visible .global .b32 v = 2;", 1), 2);
    assert_int_equal(seen(".visible .global .b32 v = 1;", H ".weak .global .b32 v = 2;", 1), 1);
    assert_int_equal(seen(".weak .global .b32 v = 1;", H ".weak .global .b32 v = 2;", 1), 1);
    assert_int_equal(seen(".weak .global .b32 v = 1;", H ".common .global .b32 v;", 1), 0);
    assert_int_equal(seen(".weak .global .b32 v = 1;", H ".global .b32 v = 2;", 2), 1);
}

static void link_103_the_largest_common_stays(void **state)
{
    (void)state;
    static const char large[] = H ".common .global .b32 v[2] = {6, 7};";
    assert_int_equal(seen(".common .global .b32 v;", large, 1), 6);
    assert_int_equal(seen(".common .global .b32 v;", H ".visible .global .b32 v = 3;", 1), 3);
    rig_t r;
    open_two(&r, H ".common .global .b32 v;", large);
    assert_int_equal(isa_symbol_at(r.m, 0)->bytes, 8);
    rig_close(&r);
}

/* nvcc makes templates' kernels and functions .weak in each file that uses them. */
static void link_104_weak_kernels_and_functions_are_one(void **state)
{
    (void)state;
    static const char weak[] =
        H ".weak .func f() { ret; }\n.weak .entry k() { call f, (); ret; }\n";
    diag_t d;
    isa_module_t *m = link_two(weak, weak, &d);
    assert_non_null(m);
    assert_int_equal(isa_kernel_count(m), 1);
    assert_null(isa_kernel_find(m, "k")->refusal);
    isa_module_free(m);
}

static void link_105_clashes_name_both_places(void **state)
{
    (void)state;
    static const two_t bad[] = {
        {H ".visible .func f() { ret; }", H "\n.visible .func f() { ret; }",
         "b.ptx:5:16: 'f' is defined twice; first at a.ptx:4:16"},
        {H ".visible .global .b32 v;", H ".visible .global .b32 v;",
         "b.ptx:4:23: 'v' is defined twice; first at a.ptx:4:23"},
        {H ".entry k() { ret; }", H ".visible .entry k() { ret; }",
         "b.ptx:4:17: 'k' is defined twice; first at a.ptx:4:8"},
        {H ".visible .global .b32 v;", H ".visible .func v() { ret; }",
         "a.ptx:4:23: 'v' is defined as something else at b.ptx:4:16"},
        {H ".visible .global .b32 v;", H ".extern .global .b64 v;",
         "b.ptx:4:22: 'v' has another size than at a.ptx:4:23"},
        {H ".visible .global .b32 v;", H ".extern .const .b32 v;",
         "b.ptx:4:21: 'v' is declared as something else than at a.ptx:4:23"},
        {H ".visible .func f() { ret; }", H ".extern .func f(.param .b32 x);",
         "b.ptx:4:15: 'f' is declared with other results or parameters than at a.ptx:4:16"},
        {H ".common .global .b32 v = 1;", H ".common .global .b32 v[2];",
         "b.ptx:4:22: 'v' is .common with an initial value and not the only or largest one; also "
         "defined at a.ptx:4:22"},
        {H ".weak .global .b32 v[2];", H ".visible .global .b32 v;",
         "a.ptx:4:20: 'v' has another size than at b.ptx:4:23"},
        {H, H ".common .const .b32 v;",
         "b.ptx:4:9: .common '.const'; only .global variables may be .common"},
        {H, "x", "b.ptx:1:1: unexpected 'x'; expected .version first"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        diag_t d;
        assert_null(link_two(bad[i].a, bad[i].b, &d));
        assert_string_equal(d.text, bad[i].message);
    }
}

/* What stays undefined is refused by the kernels that reach it; a fault names the file. */
static void link_106_messages_name_the_file(void **state)
{
    (void)state;
    rig_t r;
    open_two(&r,
             H ".extern .func f();\n.extern .func none();\n"
               ".entry k() { call f, (); ret; }\n.entry u() { call none, (); ret; }\n",
             H ".visible .func f() { .reg .b32 %r; ld.global.b32 %r, [8]; ret; }\n");
    assert_int_equal(rig_run(&r, "k", 1, 1, NULL, 0), -14);
    assert_non_null(strstr(r.fault, "(b.ptx:4:36) 'ld.global.b32 %r, [8]'"));
    assert_string_equal(
        isa_kernel_find(r.m, "u")->refusal,
        "a.ptx:7:14: call of 'none', which has no body; expected a file with one; called "
        "in 'call none, ()' of kernel 'u'");
    rig_close(&r);
    open_two(&r, H ".extern .func f();\n.entry k() { call f, (); ret; }\n",
             H ".func f() { ret; }\n");
    assert_string_equal(
        isa_kernel_find(r.m, "k")->refusal,
        "a.ptx:5:14: call of 'f', which has no body; expected .visible at "
        "b.ptx:4:7, where a file keeps one to itself in 'call f, ()' of kernel 'k'");
    rig_close(&r);
}

/* A host's name for a variable: the one that all files see, else the only one. */
static void link_107_a_host_finds_one_variable_by_its_name(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        int line; /* of the one found, in b.ptx; 0: none */
        const char *message;
    } cases[] = {
        {H ".global .b32 v;", H "\n.visible .global .b32 v;", 5, ""},
        {H ".weak .global .b32 w;", H "\n\n.const .b32 v;", 6, ""},
        {H ".func f() { .global .b32 v; ret; }", H ".global .b32 v;", 4, ""},
        {H ".func f() { .global .b32 v; ret; }", H, 0, ""},
        {H ".global .b32 v;", H ".const .b32 v;", 0,
         "b.ptx:4:13: 'v' is another variable than at a.ptx:4:14; expected one file with it, or "
         "one of them .visible"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned swapped = 0; swapped < 2; swapped++) {
            diag_t d = {.text = ""};
            const isa_text_t text[] = {{"a.ptx", cases[i].a, strlen(cases[i].a)},
                                       {"b.ptx", cases[i].b, strlen(cases[i].b)}};
            const isa_text_t turned[] = {text[1], text[0]};
            isa_module_t *m = isa_module_link(swapped ? turned : text, 2, &d);
            assert_non_null(m);
            int at = isa_symbol_find(m, "v", &d);
            if (cases[i].line) {
                assert_true(at >= 0);
                assert_string_equal(isa_symbol_at(m, (unsigned)at)->file, "b.ptx");
                assert_int_equal(isa_symbol_at(m, (unsigned)at)->line, cases[i].line);
            } else {
                assert_int_equal(at, cases[i].message[0] ? -2 : -1);
            }
            if (!swapped)
                assert_string_equal(d.text, cases[i].message);
            else
                assert_int_equal(!d.text[0], !cases[i].message[0]);
            isa_module_free(m);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_100_externs_come_from_either_side),
        cmocka_unit_test(link_101_names_without_a_directive_stay_in_their_file),
        cmocka_unit_test(link_102_weak_gives_way),
        cmocka_unit_test(link_103_the_largest_common_stays),
        cmocka_unit_test(link_104_weak_kernels_and_functions_are_one),
        cmocka_unit_test(link_105_clashes_name_both_places),
        cmocka_unit_test(link_106_messages_name_the_file),
        cmocka_unit_test(link_107_a_host_finds_one_variable_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
