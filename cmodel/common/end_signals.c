#include "common/end_signals.h"

#include <stddef.h>

const int end_signals[END_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

const char *end_signal_name(int number)
{
    return number == SIGINT ? "SIGINT" : number == SIGHUP ? "SIGHUP" : "SIGTERM";
}

static bool is_ignored(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void end_signals_add(sigset_t *set)
{
    for (unsigned i = 0; i < END_SIGNALS; i++)
        if (!is_ignored(end_signals[i]))
            sigaddset(set, end_signals[i]);
}

void end_signals_hold(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    end_signals_add(&set);
    sigprocmask(SIG_BLOCK, &set, before);
}

void end_signals_catch(const struct sigaction *act, struct sigaction old[END_SIGNALS])
{
    for (unsigned i = 0; i < END_SIGNALS; i++) {
        sigaction(end_signals[i], NULL, &old[i]);
        if (old[i].sa_handler != SIG_IGN)
            sigaction(end_signals[i], act, NULL);
    }
}

void end_signals_restore(const struct sigaction old[END_SIGNALS])
{
    for (unsigned i = 0; i < END_SIGNALS; i++)
        sigaction(end_signals[i], &old[i], NULL);
}
