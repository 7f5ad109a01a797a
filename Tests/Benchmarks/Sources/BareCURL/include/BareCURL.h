#ifndef BARECURL_H
#define BARECURL_H

#include <stddef.h>
#include <stdint.h>

/// Gets a URL `calls` times, each time with a handle, a header and a body in memory of its own, with `inFlight`
/// transfers at a time over one multi handle, which keeps its connections between runs. `authorities` is a PEM file or
/// NULL. Returns the number of responses with status 200 and `size` bytes; -1 without libcurl.
int bare_curl_get(const char *url, const char *authorities, int calls, int inFlight, size_t size);

/// Moves a file down from a URL, or up to it with POST, through libcurl's own reading and writing of files. Returns the
/// number of bytes moved; -1 for a failure.
int64_t bare_curl_move(const char *url, const char *path, int isUpload);

#endif
