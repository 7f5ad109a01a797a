// The floor of a transport over libcurl: the same library, found in the same way, and nothing else.
#include "BareCURL.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// A call: its handle, its header and its body in memory.
struct call {
    void *easy;
    void *headers;
    char *body;
    size_t size;
};

static size_t keep(char *bytes, size_t size, size_t number, void *context) {
    struct call *call = context;
    char *body = realloc(call->body, call->size + size * number);
    if (!body) return 0;
    memcpy(body + call->size, bytes, size * number);
    call->body = body;
    call->size += size * number;
    return size * number;
}

static int speaks_http2(void) {
    struct { int age; const char *version; unsigned number; } *info;
    FUNCTION(void *, curl_version_info, (int));
    info = curl_version_info(0);
    return info->number >= 0x080500;
}

static void begin(void *multi, struct call *call, const char *url, const char *authorities) {
    FUNCTION(void *, curl_easy_init, (void));
    FUNCTION(int, curl_easy_setopt, (void *, int, ...));
    FUNCTION(void *, curl_slist_append, (void *, const char *));
    FUNCTION(int, curl_multi_add_handle, (void *, void *));
    *call = (struct call){curl_easy_init(), curl_slist_append(NULL, "User-Agent: bare"), NULL, 0};
    curl_easy_setopt(call->easy, 10002, url);
    curl_easy_setopt(call->easy, 10023, call->headers);
    curl_easy_setopt(call->easy, 20011, keep);
    curl_easy_setopt(call->easy, 10001, call);
    curl_easy_setopt(call->easy, 10103, call);
    curl_easy_setopt(call->easy, 10102, "");  // ACCEPT_ENCODING: all of them, as CURLTransport asks for
    curl_easy_setopt(call->easy, 99, 1L);   // NOSIGNAL
    // HTTP_VERSION: 2 over TLS, or 1.1, with the versions with which CURLTransport speaks it.
    curl_easy_setopt(call->easy, 84, speaks_http2() ? 4L : 2L);
    curl_easy_setopt(call->easy, 237, 1L);  // PIPEWAIT
    if (authorities) curl_easy_setopt(call->easy, 10065, authorities);
    curl_multi_add_handle(multi, call->easy);
}

// Ends a call, and returns whether its response is the right one.
static int end(void *multi, struct call *call, int result, size_t size) {
    FUNCTION(int, curl_easy_getinfo, (void *, int, ...));
    FUNCTION(void, curl_easy_cleanup, (void *));
    FUNCTION(void, curl_slist_free_all, (void *));
    FUNCTION(int, curl_multi_remove_handle, (void *, void *));
    long status = 0;
    curl_easy_getinfo(call->easy, 0x200002, &status);
    curl_multi_remove_handle(multi, call->easy);
    curl_easy_cleanup(call->easy);
    curl_slist_free_all(call->headers);
    free(call->body);
    return result == 0 && status == 200 && call->size == size;
}

int bare_curl_get(const char *url, const char *authorities, int calls, int inFlight, size_t size) {
    static void *multi;
    if (!library) library = dlopen("libcurl.so.4", RTLD_NOW);
    if (!library) return -1;
    FUNCTION(void *, curl_multi_init, (void));
    FUNCTION(int, curl_multi_setopt, (void *, int, ...));
    FUNCTION(int, curl_multi_perform, (void *, int *));
    FUNCTION(int, curl_multi_poll, (void *, void *, unsigned, int, int *));
    FUNCTION(struct message *, curl_multi_info_read, (void *, int *));
    FUNCTION(int, curl_easy_getinfo, (void *, int, ...));
    if (!multi) {
        multi = curl_multi_init();
        curl_multi_setopt(multi, 6, 512L);  // MAXCONNECTS
        curl_multi_setopt(multi, 7, 512L);  // MAX_HOST_CONNECTIONS
    }
    struct call *all = calloc(inFlight, sizeof *all);
    int started = 0, ended = 0, right = 0, running, left;
    for (; started < inFlight && started < calls; started++) begin(multi, &all[started], url, authorities);
    while (ended < calls) {
        curl_multi_perform(multi, &running);
        struct message *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->kind != 1) continue;
            struct call *call = NULL;
            curl_easy_getinfo(message->easy, 0x100015, &call);
            right += end(multi, call, message->data.result, size);
            ended++;
            if (started++ < calls) begin(multi, call, url, authorities);
        }
        if (ended < calls) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    free(all);
    return right;
}

int64_t bare_curl_move(const char *url, const char *path, int isUpload) {
    if (!library) library = dlopen("libcurl.so.4", RTLD_NOW);
    if (!library) return -1;
    FUNCTION(void *, curl_easy_init, (void));
    FUNCTION(int, curl_easy_setopt, (void *, int, ...));
    FUNCTION(int, curl_easy_perform, (void *));
    FUNCTION(int, curl_easy_getinfo, (void *, int, ...));
    FUNCTION(void, curl_easy_cleanup, (void *));
    FILE *file = fopen(path, isUpload ? "rb" : "wb"), *sink = isUpload ? fopen("/dev/null", "wb") : file;
    if (!file || !sink) return -1;
    void *easy = curl_easy_init();
    curl_easy_setopt(easy, 10002, url);
    curl_easy_setopt(easy, 10001, sink);
    if (isUpload) {
        fseek(file, 0, SEEK_END);
        curl_easy_setopt(easy, 46, 1L);  // UPLOAD
        curl_easy_setopt(easy, 10036, "POST");
        curl_easy_setopt(easy, 10009, file);
        curl_easy_setopt(easy, 30115, (int64_t)ftell(file));
        rewind(file);
    }
    int64_t moved = -1;
    long status = 0;
    int result = curl_easy_perform(easy);
    curl_easy_getinfo(easy, 0x200002, &status);
    curl_easy_getinfo(easy, isUpload ? 0x600007 : 0x600008, &moved);
    curl_easy_cleanup(easy);
    fclose(file);
    if (isUpload) fclose(sink);
    return result == 0 && status == 200 ? moved : -1;
}
