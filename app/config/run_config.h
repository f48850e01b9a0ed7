/*
 * The resolved configuration of a run: a GPU preset (embedded) or a YAML file, then "--set
 * key=value" in order, then the checks that tie keys together.
 *
 * A file gives every key of GPU_CFG (gpu/gpu_cfg.h); an unknown or missing key is an error with
 * its place. Besides these a file may hold
 *   base: PRESET      start from that preset; then the file gives only what differs
 *   doc: TEXT         one line for `lockwarp list configs`
 *   energy: TABLE     per-event energies (stats/energy.h); default cacti45
 *   memory_mb: N      device memory; default 1024
 */
#ifndef LW_CONFIG_RUN_CONFIG_H
#define LW_CONFIG_RUN_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "gpu/gpu_cfg.h"

enum { RUN_CONFIG_MAX_KEYS = 256 };

typedef enum energy_choice { ENERGY_CACTI45, ENERGY_ABYP_TABLE3, ENERGY_CHOICES } energy_choice_t;

/* Where a key's value came from, for messages of the checks. */
typedef struct cfg_place {
    int line, col;
    bool set; /* by --set */
} cfg_place_t;

typedef struct run_config {
    char name[64];  /* the preset, or the file's name without folder and ending */
    char file[256]; /* for messages: the file as named, or the preset */
    char doc[128];
    gpu_cfg_t gpu;
    uint32_t energy; /* energy_choice_t */
    uint32_t memory_mb;
    cfg_place_t place[RUN_CONFIG_MAX_KEYS]; /* by index into gpu_cfg_keys */
} run_config_t;

/* Does it name a file: anything with a '/' or ending in .yaml or .yml? Else a preset. */
bool run_config_is_file(const char *which);
int run_config_load(run_config_t *c, const char *which, diag_t *d);

/* One override. 0; -ENOENT when no key has that name (no message); -EINVAL with a message. */
int run_config_set(run_config_t *c, const char *key, const char *value, diag_t *d);

/* The rules that tie keys together (gpu_cfg_check), after all overrides. */
int run_config_check(const run_config_t *c, diag_t *d);

/* Key i as names and JSON text, for echoing; false past the last. buf holds the value. */
bool run_config_key(const run_config_t *c, unsigned i, const char **name, char *buf, size_t bytes);

/* "did you mean ...?" for a key that run_config_set does not know; returns buf. */
const char *run_config_suggest(const char *key, char *buf, size_t bytes);

const char *energy_choice_name(energy_choice_t e); /* "cacti45" */

#endif
