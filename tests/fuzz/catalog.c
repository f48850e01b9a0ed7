/* What reports show, as data (data/NAME.csv): the first byte chooses the file that the input takes
 * the place of. Of the others those with many formulas are cut: formulas have a harness of their
 * own, and each takes SQLite a while. */
#include "fuzz.h"

#include <string.h>

#include "report/catalog.h"

static void cut(catalog_text_t *t, unsigned lines)
{
    const char *p = t->text;
    while (p < t->end && lines--)
        p += strcspn(p, "\n") + 1;
    t->end = p < t->end ? p : t->end;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static const unsigned lines[CATALOG_FILES] = {
        [CATALOG_FIGURES] = 8, [CATALOG_BESIDE] = 1, [CATALOG_CAUSES] = 1, [CATALOG_PLOTS] = 1};
    catalog_t c;
    catalog_text_t texts[CATALOG_FILES];
    diag_t d = {{0}};
    memcpy(texts, catalog_texts, sizeof texts);
    for (unsigned i = 0; i < CATALOG_FILES; i++)
        if (lines[i])
            cut(&texts[i], lines[i]);
    if (size) {
        catalog_text_t *t = &texts[data[0] % CATALOG_FILES];
        t->text = (const char *)data + 1;
        t->end = (const char *)data + size;
    }
    fuzz_answer(catalog_read(&c, texts, &d), &d);
    catalog_free(&c);
}
