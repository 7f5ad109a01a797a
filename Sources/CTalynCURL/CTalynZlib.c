#define _GNU_SOURCE
#include "CTalynZlib.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// The structure z_stream of libz.so.1, whose size and version zlib checks at the start.
struct stream {
    const uint8_t *input;
    unsigned inputCount;
    unsigned long inputTotal;
    uint8_t *output;
    unsigned outputCount;
    unsigned long outputTotal;
    const char *message;
    void *state;
    void *(*allocate)(void *context, unsigned count, unsigned size);
    void (*release)(void *context, void *memory);
    void *context;
    int kind;
    unsigned long checksum;
    unsigned long reserved;
};

static struct {
    const char *(*version)(void);
    int (*init)(struct stream *stream, int level, int method, int bits, int memory, int strategy, const char *version,
                int size);
    int (*deflate)(struct stream *stream, int flush);
    int (*end)(struct stream *stream);
} zlib;

static int found = 0;

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW);
    if (library == NULL) return;
    *(void **)&zlib.version = dlsym(library, "zlibVersion");
    *(void **)&zlib.init = dlsym(library, "deflateInit2_");
    *(void **)&zlib.deflate = dlsym(library, "deflate");
    *(void **)&zlib.end = dlsym(library, "deflateEnd");
    found = zlib.version != NULL && zlib.init != NULL && zlib.deflate != NULL && zlib.end != NULL;
}

int talyn_zlib_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return found;
}

void *talyn_deflate_begin(void) {
    if (!talyn_zlib_load()) return NULL;
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    // The default level, Z_DEFLATED, a window of 32 KiB without a frame, the default memory and strategy.
    if (zlib.init(stream, -1, 8, -15, 8, 0, zlib.version(), sizeof *stream) == 0) return stream;
    free(stream);
    return NULL;
}

void talyn_deflate_end(void *deflate) {
    zlib.end(deflate);
    free(deflate);
}

int talyn_deflate(
    void *deflate, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount, int isLast) {
    struct stream *stream = deflate;
    const unsigned given = *inputCount < UINT_MAX ? (unsigned)*inputCount : UINT_MAX;
    const unsigned room = *outputCount < UINT_MAX ? (unsigned)*outputCount : UINT_MAX;
    stream->input = *input;
    stream->inputCount = given;
    stream->output = *output;
    stream->outputCount = room;
    // Z_FINISH ends the data; Z_SYNC_FLUSH writes all that was taken.
    int result = zlib.deflate(stream, isLast && given == *inputCount ? 4 : 2);
    *input = stream->input;
    *inputCount -= given - stream->inputCount;
    *output = stream->output;
    *outputCount -= room - stream->outputCount;
    // Z_STREAM_END, Z_OK; Z_BUF_ERROR means that no progress was possible, which the caller sees by the counts.
    return result == 1 ? 1 : result == 0 || result == -5 ? 0 : result;
}

#endif
