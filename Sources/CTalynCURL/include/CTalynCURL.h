// The functions of libcurl that Talyn calls, without variadic arguments, which Swift cannot pass.
//
// The library is found at run time in the process: FoundationNetworking is linked to it. No header or development file
// of libcurl is needed: the binary interface of libcurl.so.4 is stable, and the numbers of options are part of it.
#ifndef CTALYNCURL_H
#define CTALYNCURL_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// Finds libcurl.so.4 and returns its version as 0xXXYYZZ; 0 if there is none, or one without a function used here.
/// Safe to call from any thread. No other function may be called before it has returned a version.
uint32_t talyn_curl_load(void);

/// Whether the program is in `exit`: other threads than the one that called it wait without end in every function here
/// that may use OpenSSL.
int talyn_curl_is_ending(void);

/// The version, as "7.88.1". `curl_version` would also look up the name of this computer, where libcurl has OpenLDAP.
const char *talyn_curl_version(void);

typedef size_t (*talyn_curl_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef int (*talyn_curl_seek)(void *context, int64_t offset, int origin);
typedef int (*talyn_curl_open)(void *context, int socket, int purpose);
typedef int (*talyn_curl_before)(void *context, char *remote, char *local, int remotePort, int localPort);
typedef int (*talyn_curl_secure)(void *easy, void *tlsContext, void *context);
typedef int (*talyn_curl_debug)(void *easy, int kind, char *text, size_t size, void *context);
typedef int (*talyn_curl_close)(void *context, int socket);
typedef int (*talyn_curl_progress)(void *context, int64_t toReceive, int64_t received, int64_t toSend, int64_t sent);

struct talyn_curl_callbacks {
    talyn_curl_bytes head, body, upload;
    talyn_curl_seek seek;
    talyn_curl_progress progress;
    talyn_curl_before before;
    talyn_curl_debug debug;
    talyn_curl_open open;
    talyn_curl_secure secure;
};

// Easy handles. The functions that set an option return a CURLcode.
void *talyn_curl_easy_init(void);
void talyn_curl_easy_cleanup(void *easy);
void talyn_curl_easy_reset(void *easy);
int talyn_curl_set_long(void *easy, int option, long value);
int talyn_curl_set_offset(void *easy, int option, int64_t value);
int talyn_curl_set_pointer(void *easy, int option, const void *value);
/// Sets the functions that libcurl calls for a transfer, their context, and that of the handle.
void talyn_curl_set_callbacks(void *easy, const struct talyn_curl_callbacks *callbacks, void *context);
/// Returns the context of a handle; NULL for one of libcurl's own.
void *talyn_curl_get_context(void *easy);
/// Sets the function that closes the sockets of connections which the handle opens, also later.
void talyn_curl_set_close(void *easy, talyn_curl_close function, void *context);
int talyn_curl_pause(void *easy, int directions);
long talyn_curl_get_long(void *easy, int info);
int64_t talyn_curl_get_offset(void *easy, int info);
/// Valid until the next use of the handle; NULL without a value.
const char *talyn_curl_get_string(void *easy, int info);
const char *talyn_curl_error_text(int code);

// The state of TLS in the connection of a transfer.
enum {
    /// There is no TLS, or it has no bytes left and the connection carries HTTP/1.
    TALYN_TLS_NONE,
    /// It has bytes that nobody has read, and the connection carries HTTP/1.
    TALYN_TLS_PENDING,
    /// The connection carries HTTP/2.
    TALYN_TLS_HTTP2,
    /// libcurl uses another library than OpenSSL.
    TALYN_TLS_UNKNOWN,
};
/// Returns the state of TLS. Only within a callback of the transfer.
int talyn_curl_tls(void *easy);

/// Watches a new SSL_CTX of OpenSSL for alerts of its server. Does nothing with another library.
void talyn_curl_watch_alerts(void *easy, void *context);
/// Returns the SSL_CTX of the transfer's connection, of which libcurl makes a new one for each; NULL without OpenSSL. Only
/// within a callback of the transfer.
const void *talyn_curl_tls_context(void *easy);
/// Whether the server has chosen a protocol for the transfer's connection (RFC 7301). Only within a callback of the
/// transfer.
int talyn_curl_has_protocol(void *easy);
/// Returns the last fatal alert (RFC 8446 §6.2) that this thread has read over the connection of an SSL_CTX; -1 if there
/// is none, or another connection has read one since.
int talyn_curl_alert(const void *context);
/// Takes the errors of OpenSSL in this thread, and returns its words for the last one that says a reason, such as "key
/// values mismatch"; NULL without one.
const char *talyn_curl_tls_reason(void);

// Lists of lines. `append` returns the list; NULL for a line with a control character other than a tab, and without
// memory. The old list is then as it was.
void *talyn_curl_list_append(void *list, const char *line, size_t size);
void talyn_curl_list_free(void *list);

// Multi handles. The functions return a CURLMcode.
typedef int (*talyn_curl_socket)(void *easy, int socket, int what, void *context, void *socketContext);
typedef int (*talyn_curl_timer)(void *multi, long milliseconds, void *context);

void *talyn_curl_multi_init(void);
void talyn_curl_multi_cleanup(void *multi);
int talyn_curl_multi_set(void *multi, int option, long value);
/// Sets the socket and timer callbacks, with their context.
void talyn_curl_multi_observe(void *multi, talyn_curl_socket socket, talyn_curl_timer timer, void *context);
int talyn_curl_multi_add(void *multi, void *easy);
int talyn_curl_multi_remove(void *multi, void *easy);
/// Acts on a socket that is ready; on CURL_SOCKET_TIMEOUT, -1, on times that have come.
int talyn_curl_multi_act(void *multi, int socket, int events);
/// Returns the next transfer that has ended, and its CURLcode; NULL if there is none.
void *talyn_curl_multi_ended(void *multi, int *code);

// Waiting for sockets, by epoll(7), with libcurl's flags.

/// Makes a descriptor to wait with, which `wakeup` ends; -1 without descriptors.
int talyn_poll_make(int wakeup);
/// Watches a socket for `what`, a CURL_POLL; no longer for CURL_POLL_REMOVE. `known` tells whether it is watched
/// already.
void talyn_poll_watch(int poll, int socket, int what, int known);
/// Waits until sockets are ready, at most `milliseconds`; without a limit for -1. Writes the sockets and their
/// CURL_CSELECTs, at most `most` and 256, and returns their number, without the wake-up.
int talyn_poll_wait(int poll, int wakeup, int *sockets, int *ready, int most, int milliseconds);

/// Whether bytes, the end or an error have arrived at a socket. Reads nothing.
int talyn_has_input(int socket);
/// Reads what has arrived at a socket, without waiting. Returns the number of bytes; 0 at the end, and after an error.
size_t talyn_read(int socket, void *bytes, size_t size);
/// The local port of a socket; 0 for one of another family than IP.
int talyn_local_port(int socket);
/// Closes a descriptor.
void talyn_close(int descriptor);
/// Keeps a descriptor from programs that the process starts.
void talyn_close_on_exec(int descriptor);
/// Blocks SIGPIPE on this thread: before libcurl 7.87, OpenSSL raises it on a connection that the server has reset.
void talyn_block_sigpipe(void);
/// Names this thread, with up to 15 bytes.
void talyn_name_thread(const char *name);
/// Makes a wake-up, an eventfd(2); -1 without descriptors.
int talyn_wakeup_make(void);
/// Wakes what waits for it. Safe to call from any thread.
void talyn_wakeup_signal(int wakeup);

#endif
#endif
