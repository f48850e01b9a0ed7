/* Commands as a shell takes them: what is shown runs where it is pasted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/page.h"
#include "sweep/text.h"

/* Where the file is not recorded, a paper's sweep is that of the repository. */
static const char *file_of(const sweep_info_t *s)
{
    return *s->file || !s->asked ? s->file : s->asked;
}

static void put(text_t *t, out_t *o)
{
    o->failed |= t->lost;
    out_text(o, t->lost || !t->s ? "" : t->s);
    free(t->s);
}

static void change_folder(text_t *t, const char *folder)
{
    if (!*folder)
        return;
    text_add(t, "cd ");
    text_add_word(t, folder);
    text_add(t, " && ");
}

void page_sweep_command(out_t *o, const sweep_info_t *s)
{
    char database[128];
    text_t t = {0};
    if (!*file_of(s))
        return;
    snprintf(database, sizeof database, "%s.db", s->name);
    change_folder(&t, s->folder);
    text_add(&t, "lockwarp sweep ");
    text_add_word(&t, file_of(s));
    text_add(&t, s->quick ? " --quick --db " : " --db ");
    text_add_word(&t, *s->db ? s->db : database);
    put(&t, o);
}

const char *page_sweep_folder(const sweep_info_t *s)
{
    if (s->asked && strcmp(file_of(s), s->asked) == 0 && !*s->folder)
        return "the repository";
    return *s->folder ? NULL : "the folder in which the sweep was called";
}

void page_command(out_t *o, const run_t *run)
{
    text_t t = {0};
    change_folder(&t, run->folder);
    put(&t, o);
    out_text(o, run->command);
}

void page_command_code(out_t *o, const run_t *run)
{
    out_t command = {.form = OUT_PLAIN};
    page_command(&command, run);
    o->failed |= command.failed;
    out_code(o, command.text ? command.text : "");
    out_free(&command);
}
