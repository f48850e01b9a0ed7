/* Has the writer of waveforms written all that it meant to? */
#ifndef LW_WAVE_FST_FILES_H
#define LW_WAVE_FST_FILES_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

size_t lw_fst_fwrite(const void *from, size_t size, size_t n, FILE *f);
void *lw_fst_mmap(void *at, size_t bytes, int prot, int flags, int fd, off_t offset);

void fst_files_begin(void);
bool fst_files_failed(void); /* since then */

#endif
