/* Feeds files, and those of folders, to a harness, one after the other: READER [FILE|FOLDER...]. */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned fed;

static void feed_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct stat st;
    if (!f && errno == ENOENT) /* a reader without kept crashes */
        return;
    if (!f || fstat(fileno(f), &st)) {
        perror(path);
        exit(2);
    }
    size_t size = (size_t)st.st_size;
    uint8_t *data = malloc(size ? size : 1); /* as long as it is: a sanitizer sees what is beyond */
    if (!data || fread(data, 1, size, f) != size) {
        perror(path);
        exit(2);
    }
    fclose(f);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    fed++;
}

static void feed(const char *path)
{
    struct dirent **name;
    int n = scandir(path, &name, NULL, alphasort);
    if (n < 0) {
        feed_file(path);
        return;
    }
    for (int i = 0; i < n; i++) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, name[i]->d_name);
        if (name[i]->d_name[0] != '.')
            feed(inner);
        free(name[i]);
    }
    free(name);
}

int main(int argc, char **argv)
{
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argc; i++)
        feed(argv[i]);
    printf("%u files\n", fed);
    return fed ? 0 : 2;
}
