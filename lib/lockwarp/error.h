/* The statuses that the library's functions return, error messages, and the library's version. */
#ifndef LOCKWARP_ERROR_H
#define LOCKWARP_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/* The result of functions that return an int. */
typedef enum lw_status {
    LW_OK = 0,
    LW_INVALID = -1, /* an invalid name, number, value or file */
    LW_NO_MEMORY = -2,
    LW_NO_MODEL = -3, /* the RTL's model cannot be made or loaded here */
    LW_DIFFER = -4,   /* the two sides differ, or an assertion of the RTL failed: permanent */
    LW_WRONG = -5,    /* a workload's result differs from its reference */
    LW_STOPPED = -6,  /* lw_gpu_stop() */
    LW_BROKEN = -7,   /* the GPU model found itself inconsistent */
} lw_status_t;

/* One line, empty without an error. An error in a file begins with FILE:LINE:COLUMN. */
typedef struct lw_error {
    lw_status_t status;
    char text[512];
} lw_error_t;

/* The library's version, such as "0.1.0". */
const char *lw_version(void);

#ifdef __cplusplus
}
#endif

#endif
