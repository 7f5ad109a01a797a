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
    int (*inflateInit)(struct stream *stream, int bits, const char *version, int size);
    int (*inflate)(struct stream *stream, int flush);
    int (*inflateReset)(struct stream *stream);
    int (*inflateEnd)(struct stream *stream);
} zlib;

static int found = 0;

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW);
    if (library == NULL) return;
    const struct {
        const char *name;
        void *pointer;
    } functions[] = {
        {"zlibVersion", &zlib.version},
        {"deflateInit2_", &zlib.init},
        {"deflate", &zlib.deflate},
        {"deflateEnd", &zlib.end},
        {"inflateInit2_", &zlib.inflateInit},
        {"inflate", &zlib.inflate},
        {"inflateReset", &zlib.inflateReset},
        {"inflateEnd", &zlib.inflateEnd},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        void *function = dlsym(library, functions[index].name);
        if (function == NULL) return;
        *(void **)functions[index].pointer = function;
    }
    found = 1;
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

static int run(
    struct stream *stream, int (*function)(struct stream *stream, int flush), const uint8_t **input, size_t *inputCount,
    uint8_t **output, size_t *outputCount, int isLast) {
    const unsigned given = *inputCount < UINT_MAX ? (unsigned)*inputCount : UINT_MAX;
    const unsigned room = *outputCount < UINT_MAX ? (unsigned)*outputCount : UINT_MAX;
    stream->input = *input;
    stream->inputCount = given;
    stream->output = *output;
    stream->outputCount = room;
    // Z_FINISH ends the data; Z_SYNC_FLUSH writes all that was taken.
    int result = function(stream, isLast && given == *inputCount ? 4 : 2);
    *input = stream->input;
    *inputCount -= given - stream->inputCount;
    *output = stream->output;
    *outputCount -= room - stream->outputCount;
    // Z_STREAM_END, Z_OK; Z_BUF_ERROR means that no progress was possible, which the caller sees by the counts.
    // Z_NEED_DICT, 2, becomes an error.
    return result == 1 ? 1 : result == 0 || result == -5 ? 0 : -1;
}

int talyn_deflate(
    void *deflate, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount, int isLast) {
    return run(deflate, zlib.deflate, input, inputCount, output, outputCount, isLast);
}

void *talyn_inflate_begin(int bits) {
    if (!talyn_zlib_load()) return NULL;
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    if (zlib.inflateInit(stream, bits, zlib.version(), sizeof *stream) == 0) return stream;
    free(stream);
    return NULL;
}

void talyn_inflate_end(void *inflate) {
    zlib.inflateEnd(inflate);
    free(inflate);
}

int talyn_inflate(void *inflate, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount) {
    return run(inflate, zlib.inflate, input, inputCount, output, outputCount, 0);
}

void talyn_inflate_again(void *inflate) { zlib.inflateReset(inflate); }

#endif
