/*
 * Sizes of the JDS kernel's constant tables, shared by kernel and host: together they are the
 * 64 KB of constant memory.
 */
#ifndef LW_WORKLOAD_SPMV_LIMITS_H
#define LW_WORKLOAD_SPMV_LIMITS_H

#define SPMV_MAX_DIAGONALS 8192 /* nonzeros of the longest row */
#define SPMV_MAX_WARPS     8192 /* rows / 32 */

#endif
