/* Files of evidence, and what a report asks of their rows. */
#include "fuzz.h"

#include "report/evidence.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    evidence_t e = {0};
    diag_t d = {{0}};
    int rc = evidence_add(&e, "input.csv", (const char *)data, size, &d);
    fuzz_answer(rc, &d);
    for (unsigned i = 0; !rc && i < e.n; i++) {
        evidence_stale(&e.row[i]);
        evidence_unknown(&e.row[i]);
        evidence_passed(&e.row[i]);
        evidence_number(&e.row[i], "area_um2");
    }
    evidence_free(&e);
}
