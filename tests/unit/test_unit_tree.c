/*
 * One tree: the instances in a unit's RTL module are its sub-units, and the nets that connect them
 * are its wires, with the same names in the same order. The RTL's side is what Verilator
 * elaborates (verilator --xml-only); a register is state, not a wire. A sub-unit X is i_X, element
 * i of several gen_X[i].i_X.
 *
 * A unit without sub-units is a leaf: what it instantiates has no state and is of common.
 */
#include "unit_bench.h"

#include <glob.h>
#include <unistd.h>

enum { NAMES = 256, NAME = 128, DEPTH = 16 };

typedef struct names {
    unsigned n;
    char at[NAMES][NAME];
} names_t;

static void add(names_t *l, const char *form, ...)
{
    va_list ap;
    assert_true(l->n < NAMES);
    va_start(ap, form);
    const int n = vsnprintf(l->at[l->n++], NAME, form, ap);
    va_end(ap);
    assert_true(n >= 0 && n < NAME);
}

static bool holds(const names_t *l, const char *name)
{
    for (unsigned i = 0; i < l->n; i++)
        if (strcmp(l->at[i], name) == 0)
            return true;
    return false;
}

/* ---- The RTL's side ---- */

/* An attribute of the XML line's tag, or false. */
static bool attribute(const char *line, const char *name, char *value)
{
    char key[32];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *at = strstr(line, key);
    if (at == NULL)
        return false;
    at += strlen(key);
    const size_t n = strcspn(at, "\"");
    assert_true(n < NAME);
    memcpy(value, at, n);
    value[n] = 0;
    return true;
}

static bool is_tag(const char *line, const char *tag)
{
    line += strspn(line, " ");
    const size_t n = strlen(tag);
    return *line == '<' && strncmp(line + 1, tag, n) == 0 && strchr(" >/", line[n + 1]) != NULL;
}

/* "mrpb_slot__W3f" is mrpb_slot with other parameters. */
static void cut_parameters(char *module)
{
    char *at = strstr(module, "__");
    if (at)
        *at = 0;
}

/* What a module instantiates, "i_bank of mrpb_fifo_bank", and the nets between. */
typedef struct inside {
    names_t instances, nets, declared, connected;
    char block[DEPTH][NAME]; /* the begin blocks around */
    unsigned depth;
    bool module, instance;
} inside_t;

static void read_instance(inside_t *s, const char *line)
{
    char name[NAME], of[NAME];
    assert_true(attribute(line, "name", name) && attribute(line, "defName", of));
    cut_parameters(of);
    const char *block = "", *dot = "";
    for (unsigned i = 0; i < s->depth; i++)
        if (strchr(s->block[i], '['))
            block = s->block[i], dot = ".";
    add(&s->instances, "%s%s%s of %s", block, dot, name, of);
    s->instance = strstr(line, "/>") == NULL;
}

static void read_line(inside_t *s, const char *module, const char *line)
{
    char name[NAME], value[NAME];
    if (is_tag(line, "module")) {
        assert_true(attribute(line, "origName", name));
        s->module = strcmp(name, module) == 0;
    } else if (is_tag(line, "/module")) {
        s->module = false;
    } else if (!s->module) {
        return;
    } else if (is_tag(line, "begin") && strstr(line, "/>") == NULL) {
        assert_true(s->depth < DEPTH);
        if (!attribute(line, "name", s->block[s->depth]))
            s->block[s->depth][0] = 0;
        s->depth++;
    } else if (is_tag(line, "/begin")) {
        assert_true(s->depth > 0);
        s->depth--;
    } else if (is_tag(line, "instance")) {
        read_instance(s, line);
    } else if (is_tag(line, "/instance")) {
        s->instance = false;
    } else if (is_tag(line, "varref") && s->instance) {
        assert_true(attribute(line, "name", name));
        if (!holds(&s->connected, name))
            add(&s->connected, "%s", name);
    } else if (is_tag(line, "var") && s->depth == 0 && attribute(line, "name", name) &&
               !attribute(line, "dir", value) && !attribute(line, "param", value) &&
               !attribute(line, "localparam", value)) {
        add(&s->declared, "%s", name);
    }
}

/* Is the name a register that a state field stands for? */
static bool is_register(const unit_desc_t *d, const char *name)
{
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (f->dir == UNIT_STATE && !f->view && strcmp(f->rtl, name) == 0)
            return true;
    }
    return false;
}

static inside_t *inside(const unit_desc_t *d, const char *xml)
{
    inside_t *s = calloc(1, sizeof *s);
    char line[4096];
    assert_non_null(s);
    while (*xml) {
        const size_t n = strcspn(xml, "\n");
        assert_true(n < sizeof line);
        memcpy(line, xml, n);
        line[n] = 0;
        read_line(s, d->prefix, line);
        xml += n + (xml[n] == '\n');
    }
    for (unsigned i = 0; i < s->declared.n; i++)
        if (holds(&s->connected, s->declared.at[i]) && !is_register(d, s->declared.at[i]))
            add(&s->nets, "%s", s->declared.at[i]);
    return s;
}

static bool have_verilator(void)
{
    return system("verilator --version >/dev/null 2>&1") == 0;
}

/* What Verilator makes of a unit at its small geometry; to be freed. */
static char *elaborate(const unit_desc_t *d)
{
    char dir[] = "/tmp/lw_tree_XXXXXX", command[4096], path[64];
    glob_t rtl;
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/unit.xml", dir);
    size_t n = (size_t)snprintf(command, sizeof command,
                                "verilator --xml-only --xml-output %s --Mdir %s -Wno-lint "
                                "-Wno-style --top-module %s",
                                path, dir, d->prefix);
    for (unsigned i = 0; i < d->n_params; i++)
        n += (size_t)snprintf(command + n, sizeof command - n, " -G%s=%u", d->params[i].rtl_name,
                              d->params[i].value[UNIT_SMALL]);
    assert_int_equal(glob("rtl/*/*.sv", 0, NULL, &rtl), 0);
    for (size_t i = 0; i < rtl.gl_pathc; i++)
        n += (size_t)snprintf(command + n, sizeof command - n, " %s", rtl.gl_pathv[i]);
    globfree(&rtl);
    assert_true(n < sizeof command);
    if (system(command) != 0)
        fail_msg("%s", command);

    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    assert_non_null(f);
    FILE *mem = open_memstream(&text, &size);
    assert_non_null(mem);
    for (int c; (c = fgetc(f)) != EOF;)
        fputc(c, mem);
    fclose(f);
    fclose(mem);
    unlink(path);
    rmdir(dir);
    return text;
}

/* ---- The C side ---- */

static names_t *subs_of(const unit_desc_t *d)
{
    names_t *l = calloc(1, sizeof *l);
    bench_t b = bench_at(d, UNIT_SMALL);
    assert_non_null(l);
    for (unsigned i = 0; i < d->n_subs; i++) {
        const unit_sub_t *s = &d->subs[i];
        const unsigned count = s->count(b.cfg);
        for (unsigned k = 0; k < count; k++)
            if (count > 1)
                add(l, "gen_%s[%u].i_%s of %s", s->name, k, s->name, s->unit->prefix);
            else
                add(l, "i_%s of %s", s->name, s->unit->prefix);
    }
    bench_close(&b);
    return l;
}

static names_t *wires_of(const unit_desc_t *d)
{
    names_t *l = calloc(1, sizeof *l);
    assert_non_null(l);
    for (unsigned i = 0; i < d->n_wires; i++)
        add(l, "%s", d->wires[i]);
    return l;
}

/* ---- Both ---- */

/* The first place where two lists differ, in words; "" if there is none. */
static void compare(const char *what, const names_t *c, const names_t *rtl, char *text, size_t size)
{
    for (unsigned i = 0; i < c->n || i < rtl->n; i++) {
        const char *in_c = i < c->n ? c->at[i] : "nothing";
        const char *in_rtl = i < rtl->n ? rtl->at[i] : "nothing";
        if (strcmp(in_c, in_rtl) != 0) {
            snprintf(text, size, "%s %u: %s in C, %s in the RTL", what, i, in_c, in_rtl);
            return;
        }
    }
}

/* How a unit with sub-units differs from what Verilator says of it; "" if it does not. */
static const char *difference(const unit_desc_t *d, const char *xml)
{
    static char text[512];
    inside_t *rtl = inside(d, xml);
    names_t *subs = subs_of(d), *wires = wires_of(d);
    text[0] = 0;
    compare("instance", subs, &rtl->instances, text, sizeof text);
    if (!text[0])
        compare("wire", wires, &rtl->nets, text, sizeof text);
    free(rtl);
    free(subs);
    free(wires);
    return text;
}

/* Of a leaf: every instance is of a unit of common without state. */
static void check_leaf(const unit_desc_t *d, const char *xml)
{
    inside_t *rtl = inside(d, xml);
    for (unsigned i = 0; i < rtl->instances.n; i++) {
        const char *of = strstr(rtl->instances.at[i], " of ") + strlen(" of ");
        bool stateless = false;
        for (unsigned u = 0; u < unit_registry_count; u++) {
            const unit_desc_t *o = unit_registry[u];
            if (strcmp(o->prefix, of) != 0 || strncmp(o->name, "common.", 7) != 0)
                continue;
            stateless = true;
            for (unsigned k = 0; k < o->n_fields; k++)
                stateless = stateless && o->fields[k].dir != UNIT_STATE;
        }
        if (!stateless)
            fail_msg("%s has no sub-units, but %s", d->name, rtl->instances.at[i]);
    }
    free(rtl);
}

static void unit_tree_010_instances_and_wires_are_those_of_the_rtl(void **state)
{
    (void)state;
    if (!have_verilator()) {
        print_message("skipped: no verilator to elaborate the RTL with\n");
        skip();
    }
    for (unsigned i = 0; i < unit_registry_count; i++) {
        const unit_desc_t *d = unit_registry[i];
        char *xml = elaborate(d);
        if (d->n_subs) {
            const char *text = difference(d, xml);
            if (text[0])
                fail_msg("%s: %s", d->name, text);
        } else {
            assert_int_equal(d->n_wires, 0);
            check_leaf(d, xml);
        }
        free(xml);
    }
}

/* The text with every `from` replaced; to be freed. */
static char *replaced(const char *text, const char *from, const char *to)
{
    char *out = NULL;
    size_t size = 0, n = strlen(from);
    FILE *mem = open_memstream(&out, &size);
    assert_non_null(mem);
    unsigned times = 0;
    for (const char *at; (at = strstr(text, from)) != NULL; text = at + n, times++)
        fprintf(mem, "%.*s%s", (int)(at - text), text, to);
    fputs(text, mem);
    fclose(mem);
    assert_true(times > 0);
    return out;
}

static void unit_tree_020_a_difference_is_seen(void **state)
{
    (void)state;
    const unit_desc_t *d = unit_find("mrpb");
    static const struct {
        const char *from, *to, *says;
    } rows[] = {
        {"\"i_pipe\"", "\"i_line\"",
         "instance 1: i_pipe of mrpb_latency in C, i_line of mrpb_latency in the RTL"},
        {"\"mrpb_slot", "\"mrpb_register",
         "instance 4: i_ob of mrpb_slot in C, i_ob of mrpb_register"},
        {"\"add_en\"", "\"add_now\"", "wire 5: add_en in C, add_now in the RTL"},
        {"\"ob_entry\"", "\"out_data\"", "wire 19: ob_entry in C, out_data in the RTL"},
    };
    if (!have_verilator()) {
        print_message("skipped: no verilator to elaborate the RTL with\n");
        skip();
    }
    char *xml = elaborate(d);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *changed = replaced(xml, rows[i].from, rows[i].to);
        const char *text = difference(d, changed);
        if (strstr(text, rows[i].says) == NULL)
            fail_msg("\"%s\"; expected \"%s\"", text, rows[i].says);
        free(changed);
    }
    /* two wires in the other order */
    char *one = replaced(xml, "\"add_en\"", "\"x\""),
         *two = replaced(one, "\"add_queue\"", "\"add_en\""),
         *three = replaced(two, "\"x\"", "\"add_queue\"");
    assert_string_equal(difference(d, three), "wire 5: add_en in C, add_queue in the RTL");
    free(one);
    free(two);
    free(three);
    free(xml);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_tree_010_instances_and_wires_are_those_of_the_rtl),
        cmocka_unit_test(unit_tree_020_a_difference_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
