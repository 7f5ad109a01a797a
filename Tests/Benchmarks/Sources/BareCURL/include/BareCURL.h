#ifndef BARECURL_H
#define BARECURL_H

#include <stddef.h>

/// Gets a URL `calls` times, each time with a handle, a header and a body in memory of its own, with `inFlight`
/// transfers at a time over one multi handle, which keeps its connections between runs. `authorities` is a PEM file or
/// NULL. Returns the number of responses with status 200 and `size` bytes; -1 without libcurl.
int bare_curl_get(const char *url, const char *authorities, int calls, int inFlight, size_t size);

#endif
