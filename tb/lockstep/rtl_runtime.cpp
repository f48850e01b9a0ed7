/*
 * Verilator's overridable functions, for all models: see rtl_context.h. The shim says which model
 * is in evaluation.
 */
#include <cstdarg>
#include <cstdio>

#include "rtl_context.h"

rtl_context *rtl_current;

void rtl_printf(const char *fmt, ...)
{
    char line[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    rtl_current->text = line;
}

static void fail(const char *file, int line, const char *what)
{
    rtl_context *c = rtl_current;
    c->failed = true;
    c->message = what;
    while (!c->message.empty() && c->message.back() == '\n')
        c->message.pop_back();
    if (c->message.find(".sv") == std::string::npos && file && *file)
        c->message = std::string(file) + ":" + std::to_string(line) + ": " + c->message;
}

void vl_finish(const char *file, int line, const char *)
{
    fail(file, line, "$finish");
}

void vl_stop(const char *file, int line, const char *)
{
    fail(file, line, rtl_current->text.c_str());
}

void vl_fatal(const char *file, int line, const char *, const char *msg)
{
    fail(file, line, msg);
    throw rtl_fatal{};
}
