/* Included before Verilator's runtime: its messages go to the context, not to the terminal. */
#ifndef LW_LOCKSTEP_RTL_PRINTF_H
#define LW_LOCKSTEP_RTL_PRINTF_H

void rtl_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF rtl_printf

#endif
