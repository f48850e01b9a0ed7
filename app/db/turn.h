/*
 * One process at a time opens a database for writing. SQLite has no queue for the change of a
 * file's journal mode: it is refused while any other process looks at the file, so that processes
 * which start together and ask again and again may keep one another from it for ever.
 */
#ifndef LW_DB_TURN_H
#define LW_DB_TURN_H

/* Waits for the turn of the file's folder, for at most that long; a descriptor, or -1: no turn is
 * to be had there, and the caller goes on without. */
int db_turn_take(const char *path, int most_ms);
void db_turn_pass(int turn); /* -1 is fine */

#endif
