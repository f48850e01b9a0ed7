/*
 * Where the sources lie that the program reads while it runs: rtl/, synth/ and what models of the
 * RTL are made of.
 */
#ifndef LW_COMMON_ROOT_H
#define LW_COMMON_ROOT_H

/* LW_ROOT; else share/lockwarp of the installation that the executable, or liblockwarp.so, is part
 * of; else the tree that it was built from. Absolute. */
const char *root_dir(void);

/* A path relative to the folder of the executable, or of liblockwarp.so, or "" where that is not
 * known. */
const char *root_beside(const char *relative, char *path, unsigned long n);

#endif
