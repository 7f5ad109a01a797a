// The functions of zlib that Talyn calls. The library is found at run time, as libcurl is, which is linked to it: no
// header or development file of zlib is needed.
#ifndef CTALYNZLIB_H
#define CTALYNZLIB_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// Finds libz.so.1. Returns 0 if there is none, or one without a function used here. Safe to call from any thread.
int talyn_zlib_load(void);

/// Begins DEFLATE data (RFC 1951) without a frame around it. NULL without zlib or memory.
void *talyn_deflate_begin(void);
void talyn_deflate_end(void *deflate);

/// Compresses bytes, the last ones if `isLast`, until all of them are written or the output is full. Advances each
/// pointer and reduces each count. Returns 1 after the last byte of output, 0 to be called again with more input or
/// room, and a negative number if the stream is unusable.
int talyn_deflate(
    void *deflate, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount, int isLast);

// The frames of compressed data, as zlib's number of window bits.
enum {
    TALYN_GZIP = 31,
    TALYN_ZLIB = 15,
    TALYN_DEFLATE = -15,
};

/// Begins to decompress data in a frame. NULL without zlib or memory.
void *talyn_inflate_begin(int frame);
void talyn_inflate_end(void *inflate);

/// Decompresses bytes until all of them are read, the output is full or the frame ends. Advances each pointer and
/// reduces each count. Returns 1 at the end of the frame, whose checksum and length are then verified, 0 to be called
/// again with more input or room, and a negative number for data that is not in the frame's format.
int talyn_inflate(void *inflate, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount);

/// Begins another frame of the same kind.
void talyn_inflate_again(void *inflate);

#endif
#endif
