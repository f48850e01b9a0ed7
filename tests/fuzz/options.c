/*
 * Words of the command line that have a form of their own: the first line is -p, each further one
 * is tried as --set, as --launches, as --param of a unit and as --memory. The last but one word of
 * the first line is a unit.
 */
#include "fuzz.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/unit_choice.h"
#include "config/launch_range.h"
#include "config/settings.h"
#include "synth/sram.h"

static void try_unit(const char *word)
{
    static const char *const unit[] = {"abyp", "mrpb", "mrpb.fifo_bank", "common.cam"};
    diag_t d = {{0}};
    for (unsigned i = 0; i < 4; i++) {
        const unit_desc_t *u = unit_find(unit[i]);
        unit_choice_t c = {.unit = unit[i], .geometry = UNIT_CHOICE_UNSET};
        uint32_t cfg[UNIT_MAX_PARAMS];
        unit_choice_param(&c, word, &d);
        unit_choice_geometry(&c, word, &d);
        d = (diag_t){{0}};
        if (u)
            fuzz_answer(unit_choice_cfg(&c, u, UNIT_PAPER, cfg, &d), &d);
        d = (diag_t){{0}};
        c.unit = word;
        unit_choice_count(&c, "cosim", &d);
    }
}

static void try_word(run_config_t *c, policy_set_t *p, const char *word)
{
    diag_t d = {{0}};
    uint64_t first, last;
    sram_memory_t m;
    size_t at;
    fuzz_answer(settings_apply(c, p, word, &d), &d);
    launch_range_parse(word, &first, &last);
    sram_memory_parse(word, strlen(word), &m, &at);
    try_unit(word);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static run_config_t preset;
    diag_t d = {{0}};
    policy_set_t policies;
    if (!preset.memory_mb && run_config_load(&preset, "apres", &d))
        fuzz_fail("%s", d.text);
    run_config_t c = preset;
    char *text = fuzz_string((fuzz_part_t){(const char *)data, size}), *rest = text;
    int rc = policy_set_parse(&policies, strsep(&rest, "\n"), &d);
    fuzz_answer(rc, &d);
    for (char *line; !rc && (line = strsep(&rest, "\n"));)
        try_word(&c, &policies, line);
    if (!rc)
        fuzz_answer(run_config_check(&c, &d), &d);
    free(text);
}
