#include "cli/evidence_command.h"

#include <stdio.h>
#include <string.h>

#include "cli/unit_choice.h"

void evidence_command(evidence_draft_t *row, const char *command, const unit_desc_t *u,
                      unit_geometry_t g, const void *cfg, const char *form, const char *held)
{
    char all[EVIDENCE_CELL], text[2][EVIDENCE_CELL];
    const char *option[] = {"--param", "--hold"};
    unit_choice_fixed(u, g, cfg, text[0], sizeof text[0]);
    snprintf(text[1], sizeof text[1], "%s", held);
    int n = snprintf(all, sizeof all, "lockwarp %s -u %s --exact%s%s --geometry %s", command,
                     u->name, *form ? " " : "", form, unit_geometry_name(g));
    for (unsigned k = 0; k < 2; k++)
        for (char *p = text[k], *rest; *p && n > 0 && (size_t)n < sizeof all; p = rest) {
            const size_t length = strcspn(p, "+");
            rest = p + length + (p[length] != 0);
            n += snprintf(all + n, sizeof all - (size_t)n, " %s %.*s", option[k], (int)length, p);
        }
    evidence_set(row, "command", "%s", all);
}
