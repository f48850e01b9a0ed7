/* The GPU presets, embedded into the program by the build from sim/gpu/configs/NAME.yaml. */
#ifndef LW_CONFIG_PRESET_H
#define LW_CONFIG_PRESET_H

typedef struct preset {
    const char *name;       /* "abyp-gcn" */
    const char *text, *end; /* the YAML: [text, end) */
} preset_t;

/* Sorted by name. */
extern const preset_t preset_registry[];
extern const unsigned preset_registry_count;

/* The preset of that name, or NULL. */
const preset_t *preset_find(const char *name);

#endif
