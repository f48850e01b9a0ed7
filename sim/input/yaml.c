#include "input/yaml.h"

#include <errno.h>
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "front/hash_table.h"

enum { MAX_BYTES = 16 << 20, MAX_DEPTH = 64 };

typedef struct builder {
    const char *file;
    struct fy_parser *parser;
    diag_t *d;
} builder_t;

void yaml_free(yaml_node_t *n)
{
    if (!n)
        return;
    for (unsigned i = 0; i < n->n; i++) {
        free((char *)n->item[i].key);
        yaml_free(n->item[i].node);
    }
    free(n->item);
    free((char *)n->text);
    free((char *)n->file);
    free(n);
}

static yaml_node_t *node_new(const char *file, yaml_kind_t kind, const struct fy_mark *m)
{
    yaml_node_t *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->kind = kind;
    n->file = strdup(file);
    n->text = strdup("");
    n->line = m ? m->line + 1 : 0;
    n->col = m ? m->column + 1 : 0;
    if (!n->file || !n->text) {
        yaml_free(n);
        return NULL;
    }
    return n;
}

/* Appends an entry; doubles the array at powers of two. */
static yaml_item_t *node_append(yaml_node_t *n)
{
    if ((n->n & (n->n - 1)) == 0) {
        size_t capacity = n->n ? 2u * (size_t)n->n : 1;
        yaml_item_t *grown = realloc(n->item, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        n->item = grown;
    }
    n->item[n->n] = (yaml_item_t){0};
    return &n->item[n->n++];
}

/* libfyaml's first complaint, as one line. */
static int parse_error(builder_t *b)
{
    void *at = NULL;
    struct fy_diag *fyd = fy_parser_get_diag(b->parser);
    const struct fy_diag_error *e;
    while (fyd && (e = fy_diag_errors_iterate(fyd, &at))) {
        if (e->type != FYET_ERROR)
            continue;
        diag_at(b->d, b->file, e->line > 0 ? e->line : 1, e->column > 0 ? e->column : 1,
                "malformed YAML: %s", e->msg ? e->msg : "syntax error");
        fy_diag_unref(fyd);
        return -EINVAL;
    }
    if (fyd)
        fy_diag_unref(fyd);
    return diag_at(b->d, b->file, 1, 1, "malformed YAML");
}

static int event_error(builder_t *b, struct fy_event *e, const char *what)
{
    const struct fy_mark *m = fy_event_start_mark(e);
    return diag_at(b->d, b->file, m ? m->line + 1 : 1, m ? m->column + 1 : 1, "%s", what);
}

static int build(builder_t *b, struct fy_event *e, unsigned depth, yaml_node_t **out);

static int build_scalar(builder_t *b, struct fy_event *e, yaml_node_t **out)
{
    size_t bytes = 0;
    const char *text = fy_token_get_text(e->scalar.value, &bytes);
    if (text && memchr(text, 0, bytes))
        return event_error(b, e, "a NUL character; expected text");
    yaml_node_t *n = node_new(b->file, YAML_SCALAR, fy_event_start_mark(e));
    char *copy = n ? malloc(bytes + 1) : NULL;
    if (!copy) {
        yaml_free(n);
        return -ENOMEM;
    }
    if (bytes)
        memcpy(copy, text, bytes);
    copy[bytes] = 0;
    free((char *)n->text);
    n->text = copy;
    n->plain = !e->scalar.value || fy_token_scalar_style(e->scalar.value) == FYSS_PLAIN;
    *out = n;
    return 0;
}

/* A mapping's keys while it is read; the texts are the entries'. */
typedef struct seen {
    const char *key;
    int line;
    UT_hash_handle hh;
} seen_t;

static void seen_free(seen_t *all)
{
    seen_t *s, *next;
    HASH_ITER(hh, all, s, next)
    {
        HASH_DEL(all, s);
        free(s);
    }
}

static int key_check(builder_t *b, const yaml_item_t *item, seen_t **all)
{
    seen_t *s;
    HASH_FIND_STR(*all, item->key, s);
    if (s)
        return diag_at(b->d, b->file, item->key_line, item->key_col,
                       "duplicate key '%s', first on line %d", item->key, s->line);
    s = malloc(sizeof *s);
    if (!s)
        return -ENOMEM;
    *s = (seen_t){.key = item->key, .line = item->key_line};
    HASH_ADD_KEYPTR(hh, *all, s->key, strlen(s->key), s);
    return 0;
}

/* The key of a mapping's next entry, from its event. */
static int build_key(builder_t *b, struct fy_event *e, yaml_node_t *map, yaml_item_t *item,
                     seen_t **seen)
{
    if (e->type != FYET_SCALAR)
        return event_error(b, e, "expected a plain key");
    yaml_node_t *key = NULL;
    int rc = build_scalar(b, e, &key);
    if (rc)
        return rc;
    item->key = key->text; /* an empty key stands nowhere */
    item->key_line = key->line ? key->line : map->line;
    item->key_col = key->line ? key->col : map->col;
    key->text = NULL;
    yaml_free(key);
    return key_check(b, item, seen);
}

static int build_each(builder_t *b, yaml_node_t *n, unsigned depth, seen_t **seen)
{
    enum fy_event_type end = n->kind == YAML_MAP ? FYET_MAPPING_END : FYET_SEQUENCE_END;
    for (;;) {
        struct fy_event *e = fy_parser_parse(b->parser);
        if (!e)
            return parse_error(b);
        if (e->type == end) {
            fy_parser_event_free(b->parser, e);
            return 0;
        }
        yaml_item_t *item = node_append(n);
        int rc = item ? 0 : -ENOMEM;
        if (!rc && n->kind == YAML_MAP) {
            rc = build_key(b, e, n, item, seen);
            fy_parser_event_free(b->parser, e);
            e = rc ? NULL : fy_parser_parse(b->parser);
            if (!rc && !e)
                rc = parse_error(b);
        }
        if (!rc)
            rc = build(b, e, depth + 1, &item->node);
        if (!rc && !item->node->line) { /* an empty value is where its key is, or its list */
            item->node->line = item->key ? item->key_line : n->line;
            item->node->col = item->key ? item->key_col : n->col;
        }
        if (e)
            fy_parser_event_free(b->parser, e);
        if (rc)
            return rc;
    }
}

static int build_items(builder_t *b, yaml_node_t *n, unsigned depth)
{
    seen_t *seen = NULL;
    int rc = build_each(b, n, depth, &seen);
    seen_free(seen);
    return rc;
}

static int build(builder_t *b, struct fy_event *e, unsigned depth, yaml_node_t **out)
{
    if (depth > MAX_DEPTH)
        return event_error(b, e, "nested deeper than 64 levels");
    struct fy_token *tag = NULL;
    yaml_kind_t kind;
    switch (e->type) {
    case FYET_SCALAR:
        if (e->scalar.tag)
            return event_error(b, e, "a YAML tag; expected a plain value");
        return build_scalar(b, e, out);
    case FYET_SEQUENCE_START:
        kind = YAML_SEQ;
        tag = e->sequence_start.tag;
        break;
    case FYET_MAPPING_START:
        kind = YAML_MAP;
        tag = e->mapping_start.tag;
        break;
    case FYET_ALIAS:
        return event_error(b, e, "a YAML alias; expected the value itself");
    default:
        return event_error(b, e, "expected a value");
    }
    if (tag)
        return event_error(b, e, "a YAML tag; expected a plain value");
    *out = node_new(b->file, kind, fy_event_start_mark(e));
    return *out ? build_items(b, *out, depth) : -ENOMEM;
}

/* One document and nothing after it. */
static int build_stream(builder_t *b, yaml_node_t **root)
{
    for (;;) {
        struct fy_event *e = fy_parser_parse(b->parser);
        if (!e) {
            if (fy_parser_get_stream_error(b->parser))
                return parse_error(b);
            return *root ? 0 : diag_at(b->d, b->file, 1, 1, "empty; expected a YAML mapping");
        }
        int rc = 0;
        switch (e->type) {
        case FYET_STREAM_START:
        case FYET_STREAM_END:
        case FYET_DOCUMENT_END:
            break;
        case FYET_DOCUMENT_START:
            if (*root)
                rc = event_error(b, e, "a second document; expected one");
            break;
        default:
            rc = build(b, e, 0, root);
            if (!rc && !(*root)->line)
                (*root)->line = (*root)->col = 1;
            break;
        }
        fy_parser_event_free(b->parser, e);
        if (rc)
            return rc;
    }
}

/* Length of the UTF-8 character at s (of at most left bytes), or 0. Control characters that
 * YAML forbids count as malformed. */
static unsigned utf8_length(const unsigned char *s, size_t left)
{
    unsigned c = s[0];
    if (c < 0x80)
        return c >= 0x20 ? c != 0x7f : c == '\t' || c == '\n' || c == '\r';
    unsigned n = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    if (c < 0xc2 || c > 0xf4 || left < n)
        return 0;
    uint32_t code = c & (0x7fu >> n);
    for (unsigned i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code >= least[n] && code <= 0x10ffff && !surrogate ? n : 0;
}

/* libfyaml drops some malformed bytes without a word, so text is checked before. */
static int check_utf8(const char *label, const char *text, size_t bytes, diag_t *d)
{
    int line = 1, col = 1;
    for (size_t i = 0; i < bytes;) {
        unsigned n = utf8_length((const unsigned char *)text + i, bytes - i);
        if (!n)
            return diag_at(d, label, line, col, "malformed YAML: byte 0x%02x; expected UTF-8 text",
                           (unsigned char)text[i]);
        col = text[i] == '\n' ? 1 : col + 1;
        line += text[i] == '\n';
        i += n;
    }
    return 0;
}

int yaml_read_text(const char *label, const char *text, size_t bytes, yaml_node_t **root, diag_t *d)
{
    *root = NULL;
    int rc = check_utf8(label, text, bytes, d);
    if (rc)
        return rc;
    struct fy_diag_cfg diag_cfg;
    fy_diag_cfg_default(&diag_cfg);
    diag_cfg.fp = NULL;
    struct fy_diag *fyd = fy_diag_create(&diag_cfg);
    if (!fyd)
        return -ENOMEM;
    fy_diag_set_collect_errors(fyd, true);
    struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = fyd};
    struct fy_parser *parser = fy_parser_create(&cfg);
    rc = parser ? 0 : -ENOMEM;
    builder_t b = {label, parser, d};
    if (!rc && fy_parser_set_string(parser, text, bytes))
        rc = parse_error(&b);
    if (!rc)
        rc = build_stream(&b, root);
    if (parser)
        fy_parser_destroy(parser);
    fy_diag_destroy(fyd);
    if (rc) {
        yaml_free(*root);
        *root = NULL;
        if (rc == -ENOMEM)
            diag_at(d, label, 0, 0, "out of memory");
    }
    return rc;
}

int yaml_read_file(const char *path, yaml_node_t **root, diag_t *d)
{
    char *text = NULL;
    size_t bytes = 0;
    *root = NULL;
    int rc = file_read(path, MAX_BYTES, &text, &bytes, d);
    if (!rc)
        rc = yaml_read_text(path, text, bytes, root, d);
    free(text);
    return rc;
}
