/* Netlists as Yosys writes them in JSON, before mapping and after it. */
#include "fuzz.h"

#include <stdlib.h>

#include "synth/netlist.h"

static void read_one(const char *path, const liberty_t *lib)
{
    netlist_t n;
    diag_t d = {{0}};
    fuzz_answer(netlist_read(path, "top", unit_find("abyp.l2bit"), lib, &n, &d), &d);
    netlist_free(&n);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static char dff[] = "DFF", nand[] = "NAND";
    liberty_cell_t cells[] = {{.name = dff, .area = 2, .flop = true}, {.name = nand, .area = 1}};
    const liberty_t lib = {.cells = cells, .n_cells = 2};
    const char *path = fuzz_file(0, data, size);
    read_one(path, NULL);
    read_one(path, &lib);
}
