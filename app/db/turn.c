/* The turn is a lock on the folder, so that no file of its own is left there. A lock on the
 * database would be a second descriptor of it: SQLite's locks of the process would go when that is
 * closed. */
#include "db/turn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <sqlite3.h>

static int open_folder(const char *path)
{
    char *whole = realpath(path, NULL); /* of a link, the folder of what it names */
    const char *of = whole ? whole : path, *slash = strrchr(of, '/');
    char *folder = slash ? strndup(of, (size_t)(slash - of) + 1) : strdup(".");
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    free(whole);
    return fd;
}

int db_turn_take(const char *path, int most_ms)
{
    enum { PAUSE_MS = 5 };
    int fd = open_folder(path), waited = 0;
    while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
        if ((errno == EWOULDBLOCK || errno == EINTR) && waited < most_ms) {
            waited += sqlite3_sleep(PAUSE_MS);
            continue;
        }
        close(fd);
        fd = -1;
    }
    return fd;
}

void db_turn_pass(int turn)
{
    if (turn >= 0)
        close(turn);
}
