/* Every clock that a program asks for shows the processor time of its process. */
#define _GNU_SOURCE
#include <sys/time.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define START_SECONDS 1000000

static int process_time(struct timespec *ts)
{
    int rc = (int)syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, ts);
    ts->tv_sec += START_SECONDS;
    return rc;
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
    if (id == CLOCK_MONOTONIC || id == CLOCK_REALTIME || id == CLOCK_BOOTTIME)
        return process_time(ts);
    return (int)syscall(SYS_clock_gettime, id, ts);
}

int gettimeofday(struct timeval *restrict tv, void *restrict zone)
{
    struct timespec ts;
    int rc = process_time(&ts);
    (void)zone;
    tv->tv_sec = ts.tv_sec;
    tv->tv_usec = ts.tv_nsec / 1000;
    return rc;
}
