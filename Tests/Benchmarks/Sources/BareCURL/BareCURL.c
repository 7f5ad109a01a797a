// The floor of a transport over libcurl: the same library, found in the same way, and nothing else.
#include "BareCURL.h"
#include <dlfcn.h>
#include <stdlib.h>

struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

static void *library;

#define FUNCTION(result, name, arguments) \
    static result (*name) arguments; \
    if (!name) name = (result(*) arguments)dlsym(library, #name)

static size_t count(char *bytes, size_t size, size_t number, void *total) {
    (void)bytes;
    *(size_t *)total += size * number;
    return size * number;
}

int bare_curl_get(const char *url, const char *authorities, int calls, int inFlight, size_t size) {
    static void *multi;
    if (!library) library = dlopen("libcurl.so.4", RTLD_NOW);
    if (!library) return -1;
    FUNCTION(void *, curl_multi_init, (void));
    FUNCTION(int, curl_multi_setopt, (void *, int, ...));
    FUNCTION(int, curl_multi_add_handle, (void *, void *));
    FUNCTION(int, curl_multi_remove_handle, (void *, void *));
    FUNCTION(int, curl_multi_perform, (void *, int *));
    FUNCTION(int, curl_multi_poll, (void *, void *, unsigned, int, int *));
    FUNCTION(struct message *, curl_multi_info_read, (void *, int *));
    FUNCTION(void *, curl_easy_init, (void));
    FUNCTION(void, curl_easy_cleanup, (void *));
    FUNCTION(int, curl_easy_setopt, (void *, int, ...));
    FUNCTION(int, curl_easy_getinfo, (void *, int, ...));
    if (!multi) {
        multi = curl_multi_init();
        curl_multi_setopt(multi, 6, 512L);  // MAXCONNECTS
        curl_multi_setopt(multi, 7, 512L);  // MAX_HOST_CONNECTIONS
    }
    void **easy = calloc(inFlight, sizeof *easy);
    size_t *totals = calloc(inFlight, sizeof *totals);
    int started = 0, ended = 0, right = 0, running;
    for (int index = 0; index < inFlight; index++) {
        easy[index] = curl_easy_init();
        curl_easy_setopt(easy[index], 10002, url);
        curl_easy_setopt(easy[index], 20011, count);
        curl_easy_setopt(easy[index], 10001, &totals[index]);
        curl_easy_setopt(easy[index], 10103, &totals[index]);
        curl_easy_setopt(easy[index], 99, 1L);    // NOSIGNAL
        curl_easy_setopt(easy[index], 84, 4L);    // HTTP_VERSION: 2 over TLS
        curl_easy_setopt(easy[index], 237, 1L);   // PIPEWAIT
        if (authorities) curl_easy_setopt(easy[index], 10065, authorities);
        if (started < calls) {
            started++;
            curl_multi_add_handle(multi, easy[index]);
        }
    }
    while (ended < calls) {
        curl_multi_perform(multi, &running);
        struct message *message;
        int left;
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->kind != 1) continue;
            void *one = message->easy;
            long status = 0;
            size_t *total = NULL;
            curl_easy_getinfo(one, 0x200002, &status);
            curl_easy_getinfo(one, 0x100015, &total);
            if (message->data.result == 0 && status == 200 && *total == size) right++;
            *total = 0;
            ended++;
            curl_multi_remove_handle(multi, one);
            if (started < calls) {
                started++;
                curl_multi_add_handle(multi, one);
            }
        }
        if (ended < calls) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    for (int index = 0; index < inFlight; index++) curl_easy_cleanup(easy[index]);
    free(easy);
    free(totals);
    return right;
}
