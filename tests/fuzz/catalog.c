/* What reports show, as data (data/NAME.csv): the first byte chooses the file that the input takes
 * the place of. */
#include "fuzz.h"

#include <string.h>

#include "report/catalog.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    catalog_t c;
    catalog_text_t texts[CATALOG_FILES];
    diag_t d = {{0}};
    memcpy(texts, catalog_texts, sizeof texts);
    if (size) {
        catalog_text_t *t = &texts[data[0] % CATALOG_FILES];
        t->text = (const char *)data + 1;
        t->end = (const char *)data + size;
    }
    fuzz_answer(catalog_read(&c, texts, &d), &d);
    catalog_free(&c);
}
