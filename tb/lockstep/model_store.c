#include "lockstep/model_store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lockstep/model_files.h"

enum { KEY_IN_NAME = 16, SEAL_TAG = 16, SEAL = SEAL_TAG + 2 * (MODEL_KEY - 1), KEEP_DAYS = 30 };
static const char seal_tag[SEAL_TAG + 1] = "lockwarp-seal-1\n";
static const char lock_ending[] = ".lock";

/* --- the seal --------------------------------------------------------------------------------- */

static void sum_of(const char *bytes, size_t n, char sum[MODEL_KEY])
{
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_update(&sha, n, (const uint8_t *)bytes);
    model_hash_end(&sha, sum);
}

bool model_sealed(const char *path, const char *key)
{
    size_t n = 0;
    char sum[MODEL_KEY];
    char *bytes = model_file_read(path, &n);
    bool good = bytes && n > SEAL;
    if (good) {
        const char *seal = bytes + n - SEAL;
        sum_of(bytes, n - SEAL, sum);
        good = memcmp(seal, seal_tag, SEAL_TAG) == 0 &&
               (!key || memcmp(seal + SEAL_TAG, key, MODEL_KEY - 1) == 0) &&
               memcmp(seal + SEAL_TAG + MODEL_KEY - 1, sum, MODEL_KEY - 1) == 0;
    }
    free(bytes);
    return good;
}

static int put_seal(const char *path, const char *key, diag_t *diag)
{
    size_t n = 0;
    char sum[MODEL_KEY];
    char *bytes = model_file_read(path, &n);
    if (bytes)
        sum_of(bytes, n, sum);
    FILE *f = bytes ? fopen(path, "ab") : NULL;
    free(bytes);
    bool good = f && fprintf(f, "%s%s%s", seal_tag, key, sum) == SEAL;
    if (f && fclose(f))
        good = false;
    return good ? 0 : diag_at(diag, path, 0, 0, "cannot write: %s", strerror(errno));
}

/* --- folders ---------------------------------------------------------------------------------- */

static int make_folders(const char *path, diag_t *diag)
{
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *at = part + 1;; at++) {
        if (*at && *at != '/')
            continue;
        char was = *at;
        *at = 0;
        if (mkdir(part, 0777) && errno != EEXIST)
            return diag_at(diag, part, 0, 0, "cannot make this folder: %s", strerror(errno));
        *at = was;
        if (!was)
            return 0;
    }
}

/* A folder of files, and itself. */
static void remove_folder(const char *path)
{
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
            unlinkat(dirfd(dir), e->d_name, 0);
    if (dir)
        closedir(dir);
    rmdir(path);
}

/* What makers of an entry that were killed, or failed, have left: the lock is ours, so none is at
 * work. */
static void remove_leftovers(const char *folder, const char *stem)
{
    char path[PATH_MAX + 256], prefix[300];
    snprintf(path, sizeof path, "%s/%s.log", folder, stem);
    unlink(path);
    snprintf(prefix, sizeof prefix, "%s.making.", stem);
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (strncmp(e->d_name, prefix, strlen(prefix)) == 0) {
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            remove_folder(path);
        }
    if (dir)
        closedir(dir);
}

/* Entries that nobody has used for a month. */
static void remove_old(const char *folder)
{
    DIR *dir = opendir(folder);
    const time_t now = time(NULL);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        struct stat st;
        if (e->d_name[0] != '.' && !fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) &&
            S_ISREG(st.st_mode) && now - st.st_mtime > (time_t)KEEP_DAYS * 24 * 3600)
            unlinkat(dirfd(dir), e->d_name, 0);
    }
    if (dir)
        closedir(dir);
}

int model_cache_folder(char *path, size_t n, diag_t *diag)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (xdg && xdg[0] == '/')
        snprintf(path, n, "%s/lockwarp/models", xdg);
    else if (home && home[0] == '/')
        snprintf(path, n, "%s/.cache/lockwarp/models", home);
    else
        return diag_at(diag, "XDG_CACHE_HOME", 0, 0,
                       "not set, and HOME neither: nowhere to keep models");
    return 0;
}

/* --- entries ---------------------------------------------------------------------------------- */

/* An entry and how it is made. */
typedef struct entry {
    const model_maker_t *s;
    const model_spec_t *m; /* NULL: the runtime */
    const char *key;
    const char *runtime; /* of a model: the runtime's file */
    diag_t *diag;
    char stem[256]; /* the file's name without its ending */
    char path[PATH_MAX];
} entry_t;

static void name_entry(entry_t *e)
{
    char name[256];
    if (e->m)
        model_name(e->m->desc, e->m->cfg, name, sizeof name - 32);
    else
        snprintf(name, sizeof name, "runtime");
    snprintf(e->stem, sizeof e->stem, "%.200s%s%.*s", name, e->s->by_key ? "-" : "",
             e->s->by_key ? KEY_IN_NAME : 0, e->key);
    snprintf(e->path, sizeof e->path, "%s/%s.%s", e->s->folder, e->stem, e->m ? "so" : "o");
}

/* Is the descriptor's file the one of that name? */
static bool is_named(int fd, const char *path)
{
    struct stat named, held;
    return !stat(path, &named) && !fstat(fd, &held) && named.st_ino == held.st_ino &&
           named.st_dev == held.st_dev;
}

/* The lock file, locked: the one that has the name, for a maker removes it when it is done. Tools
 * inherit it, so that what they go on writing after their maker was killed is nobody else's
 * leftover until they have ended. */
static int lock(const char *path, diag_t *diag)
{
    for (;;) {
        int fd = open(path, O_RDWR | O_CREAT, 0666);
        if (fd < 0)
            return diag_at(diag, path, 0, 0, "cannot write: %s", strerror(errno));
        while (flock(fd, LOCK_EX) && errno == EINTR)
            ;
        if (is_named(fd, path))
            return fd;
        close(fd);
    }
}

/* What killed makers of an entry have left, unless one is at work on it. */
static void remove_if_dead(const char *folder, const char *stem)
{
    char path[PATH_MAX + 300];
    snprintf(path, sizeof path, "%s/%s%s", folder, stem, lock_ending);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return;
    if (!flock(fd, LOCK_EX | LOCK_NB) && is_named(fd, path)) {
        remove_leftovers(folder, stem);
        unlink(path);
    }
    close(fd);
}

/* Of all other entries, too: nobody may ever make one of them again. */
static void remove_all_dead(const char *folder, const char *own)
{
    char stem[256];
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name), end = sizeof lock_ending - 1;
        if (n <= end || strcmp(e->d_name + n - end, lock_ending))
            continue;
        snprintf(stem, sizeof stem, "%.*s", (int)(n - end), e->d_name);
        if (strcmp(stem, own))
            remove_if_dead(folder, stem);
    }
    if (dir)
        closedir(dir);
}

static void keep_log(const entry_t *e, const char *dir)
{
    char from[PATH_MAX + 16], to[PATH_MAX + 16];
    struct stat st;
    snprintf(from, sizeof from, "%s/log", dir);
    snprintf(to, sizeof to, "%s/%s.log", e->s->folder, e->stem);
    if (stat(from, &st) || !st.st_size || rename(from, to)) /* nothing was said */
        return;
    size_t used = strlen(e->diag->text);
    if (used + strlen(to) + 16 < sizeof e->diag->text)
        snprintf(e->diag->text + used, sizeof e->diag->text - used, "; log in %s", to);
}

static int make(const entry_t *e, scratch_t *scratch)
{
    const model_maker_t *s = e->s;
    char made[PATH_MAX + 16];
    int err = e->m ? model_build(e->m, e->runtime, scratch, s->launcher, s->watch, e->diag)
                   : model_runtime_build(scratch, s->launcher, s->watch, e->diag);
    if (err) {
        keep_log(e, scratch->dir);
        return err;
    }
    snprintf(made, sizeof made, "%s/out.%s", scratch->dir, e->m ? "so" : "o");
    err = put_seal(made, e->key, e->diag);
    if (!err && rename(made, e->path))
        err = diag_at(e->diag, e->path, 0, 0, "cannot write: %s", strerror(errno));
    return err;
}

/* held: the lock, which goes with the folder if this program is killed. */
static int make_locked(const entry_t *e, const char *lock, int held)
{
    char prefix[300];
    scratch_t scratch;
    snprintf(prefix, sizeof prefix, "%s.making.", e->stem);
    remove_leftovers(e->s->folder, e->stem);
    remove_all_dead(e->s->folder, e->stem);
    int err = scratch_open_locked(&scratch, e->s->folder, prefix, lock, held, e->diag);
    if (err)
        return err;
    err = make(e, &scratch);
    scratch_close(&scratch);
    if (!err && e->s->by_key)
        remove_old(e->s->folder);
    return err;
}

/* There and valid; a file that is used does not grow old. */
static bool have(const entry_t *e)
{
    if (!model_sealed(e->path, e->key))
        return false;
    utimensat(AT_FDCWD, e->path, NULL, 0);
    return true;
}

static int get(entry_t *e)
{
    char path[PATH_MAX + 16];
    name_entry(e);
    if (have(e))
        return 0;
    int err = make_folders(e->s->folder, e->diag);
    if (err)
        return err;
    snprintf(path, sizeof path, "%s/%s%s", e->s->folder, e->stem, lock_ending);
    int fd = lock(path, e->diag);
    if (fd < 0)
        return fd;
    if (have(e))
        remove_leftovers(e->s->folder, e->stem); /* of a maker that was killed when it was done */
    else
        err = make_locked(e, path, fd);
    unlink(path);
    close(fd);
    return err;
}

void model_store_path(const model_maker_t *s, const model_spec_t *m, const char *key, char *path,
                      size_t n)
{
    entry_t e = {.s = s, .m = m, .key = key};
    name_entry(&e);
    snprintf(path, n, "%s", e.path);
}

int model_store_get(const model_maker_t *s, const model_spec_t *m, char *path, size_t n,
                    diag_t *diag)
{
    char key[MODEL_KEY], runtime_key[MODEL_KEY];
    entry_t runtime = {.s = s, .key = runtime_key, .diag = diag};
    entry_t e = {.s = s, .m = m, .key = key, .runtime = runtime.path, .diag = diag};
    int err = m ? model_key(m, s->tools, key, diag) : 0;
    if (!err && m) {
        name_entry(&e);
        if (have(&e)) {
            remove_if_dead(s->folder, e.stem);
            snprintf(path, n, "%s", e.path);
            return 0;
        }
    }
    err = err ? err : model_runtime_key(s->tools, runtime_key, diag);
    if (!err && m && s->runtime && model_sealed(s->runtime, runtime_key))
        snprintf(runtime.path, sizeof runtime.path, "%s", s->runtime);
    else if (!err)
        err = get(&runtime);
    if (!err && m)
        err = get(&e);
    snprintf(path, n, "%s", m ? e.path : runtime.path);
    return err;
}
