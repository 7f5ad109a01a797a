// Names that end in ".slow.invalid" are never found, and looked up for as long as a test likes: in the folder of
// TALYN_SLOW_RESOLVER, NAME.begun tells that a name is being looked up, and NAME.end ends that; without it, the search ends
// after 30 seconds with NAME.over. Other names are looked up as ever. Loaded before a command by `.ci/with slow-resolver`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *state(const char *name, const char *state, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", getenv("TALYN_SLOW_RESOLVER"), name, state);
    FILE *file = fopen(path, mode);
    if (file) fclose(file);
    return file;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    size_t length = name ? strlen(name) : 0;
    if (length > 13 && !strcmp(name + length - 13, ".slow.invalid")) {
        state(name, "begun", "w");
        for (int turn = 0; turn < 3000 && !state(name, "end", "r"); turn++) usleep(10000);
        if (!state(name, "end", "r")) state(name, "over", "w");
        return EAI_NONAME;
    }
    int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
    return next(name, service, hints, found);
}
