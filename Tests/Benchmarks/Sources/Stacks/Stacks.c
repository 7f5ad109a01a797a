// Each thread is sent a signal, one after the other, and notes its own stack in the handler. No debugger takes part, so
// that it works in a container; and unlike the runtime's backtraces it sees all threads, and through libc's frames.
#define _GNU_SOURCE
#include "Stacks.h"
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void *frames[64];
static atomic_int count;

static void note(int signal) {
    (void)signal;
    atomic_store(&count, backtrace(frames, 64));
}

static void print(pid_t thread) {
    char path[64], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/comm", thread);
    FILE *file = fopen(path, "r");
    if (file) {
        if (!fgets(name, sizeof name, file)) name[0] = 0;
        name[strcspn(name, "\n")] = 0;
        fclose(file);
    }
    dprintf(2, "\nThread %d %s\n", thread, name);
    int found = atomic_load(&count);
    if (!found) dprintf(2, "  does not answer\n");
    // The first two are the handler and what the kernel calls it by.
    for (int index = 2; index < found; index++) {
        Dl_info info;
        if (!dladdr(frames[index], &info)) {
            dprintf(2, "  %p\n", frames[index]);
            continue;
        }
        // What is noted is where the frame returns to: one less lies in the call.
        unsigned long offset = (unsigned long)((char *)frames[index] - (char *)info.dli_fbase) - 1;
        dprintf(2, "  %s +0x%lx %s\n", info.dli_fname, offset, info.dli_sname ? info.dli_sname : "");
    }
}

void show_all_stacks(void) {
    // The first backtrace loads a library, which a handler may not.
    backtrace(frames, 1);
    // Dispatch blocks nearly all signals on its threads, but not this one.
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigaction(SIGPROF, &action, NULL);
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return;
    struct dirent *entry;
    while ((entry = readdir(threads))) {
        pid_t thread = atoi(entry->d_name);
        if (thread <= 0) continue;
        atomic_store(&count, 0);
        if (syscall(SYS_tgkill, getpid(), thread, SIGPROF)) continue;
        for (int wait = 0; wait < 500 && !atomic_load(&count); wait++) nanosleep(&(struct timespec){0, 1000000}, NULL);
        print(thread);
    }
    closedir(threads);
}
