#include "cli/stop.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/progress.h"
#include "common/end_signals.h"

/* The state of a signal handler belongs to the process: the one place where it cannot be passed. */
static struct {
    volatile sig_atomic_t flag, signal, guarded;
    char name[STOP_NAME_MAX]; /* valid while guarded */
    double end, every, next;  /* progress_now(), seconds; 0: without */
    struct sigaction old[END_SIGNALS], old_alarm;
} stop;

static void on_signal(int number)
{
    if (number == SIGALRM) {
        double now = progress_now(), left = stop.end - now;
        bool over = stop.end > 0 && left <= 0;
        stop.flag = stop.flag == 1 || over ? 1 : 2;
        if (stop.end > 0 && !over) { /* the run's end comes even if it never looks at the flag */
            struct itimerval t = {{0, 0},
                                  {(time_t)left, (suseconds_t)((left - floor(left)) * 1e6) + 1}};
            setitimer(ITIMER_REAL, &t, NULL);
        }
        return;
    }
    if (stop.signal) {
        if (stop.guarded)
            unlink(stop.name);
        _exit(128 + number);
    }
    stop.signal = number;
    stop.flag = 1;
}

/* Lets SIGALRM come at the next time there is. */
static void set_timer(double now)
{
    double at = INFINITY;
    if (stop.end > 0)
        at = stop.end;
    if (stop.every > 0 && stop.next < at)
        at = stop.next;
    struct itimerval t = {{0, 0}, {0, 0}};
    if (isfinite(at)) {
        double left = at - now > 1e-6 ? at - now : 1e-6;
        t.it_value.tv_sec = (time_t)left;
        t.it_value.tv_usec = (suseconds_t)((left - floor(left)) * 1e6);
        if (!t.it_value.tv_sec && !t.it_value.tv_usec)
            t.it_value.tv_usec = 1;
    }
    setitimer(ITIMER_REAL, &t, NULL);
}

void stop_catch(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&act.sa_mask);
    stop.flag = stop.signal = stop.guarded = 0;
    end_signals_catch(&act, stop.old);
}

void stop_begin(double max_seconds, double every)
{
    double now = progress_now();
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&act.sa_mask);
    stop.end = max_seconds > 0 ? now + max_seconds : 0;
    stop.every = every;
    stop.next = now + every;
    sigaction(SIGALRM, &act, &stop.old_alarm);
    if (stop.end > 0 || stop.every > 0)
        set_timer(now);
}

void stop_end(void)
{
    stop.end = stop.every = 0;
    set_timer(0);
    sigaction(SIGALRM, &stop.old_alarm, NULL);
}

void stop_release(void)
{
    end_signals_restore(stop.old);
}

const volatile sig_atomic_t *stop_flag(void)
{
    return &stop.flag;
}

stop_reason_t stop_why(void)
{
    double now = progress_now();
    if (stop.signal)
        return STOP_SIGNAL;
    if (stop.end > 0 && now >= stop.end)
        return STOP_SECONDS;
    stop_reason_t why = stop.every > 0 && now >= stop.next ? STOP_EVERY : STOP_NONE;
    if (why == STOP_EVERY)
        stop.next = now + stop.every;
    stop.flag = 0;
    if (stop.signal) /* just now */
        stop.flag = 1;
    set_timer(now);
    return why;
}

void stop_written(void)
{
    double now = progress_now();
    stop.next = now + stop.every;
    set_timer(now);
}

const volatile sig_atomic_t *stop_signal_flag(void)
{
    return &stop.signal;
}

int stop_signal(void)
{
    return stop.signal;
}

void stop_guard(const char *name)
{
    stop.guarded = 0;
    if (name && strlen(name) < sizeof stop.name) {
        snprintf(stop.name, sizeof stop.name, "%s", name);
        stop.guarded = 1;
    }
}
