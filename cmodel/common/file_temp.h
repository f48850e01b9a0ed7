/* Temporary files beside the file that they are to become, and what killed programs have left of
 * them. Whoever writes one holds a lock on it until it has its last name, so that one without a
 * lock is nobody's. */
#ifndef LW_COMMON_FILE_TEMP_H
#define LW_COMMON_FILE_TEMP_H

/* The temporary's name for a file, with this process's number in it: malloc'ed, or NULL. */
char *file_temp_name(const char *path);

/* Opens a file without a name in the folder of path, locked, or -1: where it could not be given a
 * name later, too. */
int file_temp_open_nameless(const char *path);

/* Makes the temporary, empty and locked. A descriptor, or a negative errno. */
int file_temp_open(const char *temp);

/* Removes the temporaries of a file that no process has locked. */
void file_temp_remove_dead(const char *path);

#endif
