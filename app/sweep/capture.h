/* Another program run to its end, with what it wrote. */
#ifndef LW_SWEEP_CAPTURE_H
#define LW_SWEEP_CAPTURE_H

typedef struct capture {
    int status;      /* exit status; 128 + the signal's number; 127: it could not be run */
    char *out;       /* its standard output, NUL-terminated; the caller's. NULL: out of memory */
    char error[256]; /* the last line of its standard error, or why it could not be run */
} capture_t;

/* argv[0] is looked for in PATH. The signals that this process blocks stay blocked in it. 0, or a
 * negative errno where no process could be made. */
int capture_run(char *const argv[], capture_t *o);

#endif
