/* The command of a row of evidence of a unit: "lockwarp cosim -u UNIT --exact FORM", with what its
 * parameters differ in from those of the geometry. */
#ifndef LW_CLI_EVIDENCE_COMMAND_H
#define LW_CLI_EVIDENCE_COMMAND_H

#include "common/unit.h"
#include "report/evidence.h"

/* command: "cosim"; form: "--exhaustive", or "" for none; held: "live=3+finish=0", or "". */
void evidence_command(evidence_draft_t *row, const char *command, const unit_desc_t *u,
                      unit_geometry_t g, const void *cfg, const char *form, const char *held);

#endif
