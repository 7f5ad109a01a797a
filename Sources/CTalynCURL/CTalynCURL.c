#define _GNU_SOURCE
#include "CTalynCURL.h"

#if defined(__linux__)

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The prototypes and structures of libcurl.so.4, with CURL * and CURLM * as void *.
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

struct version {
    int age;
    const char *text;
    unsigned number;
};

static struct {
    int (*global_init)(long flags);
    struct version *(*version_info)(int age);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *easy);
    void (*easy_reset)(void *easy);
    int (*easy_setopt)(void *easy, int option, ...);
    int (*easy_getinfo)(void *easy, int info, ...);
    int (*easy_pause)(void *easy, int directions);
    const char *(*easy_strerror)(int code);
    void *(*slist_append)(void *list, const char *text);
    void (*slist_free_all)(void *list);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_socket_action)(void *multi, int socket, int events, int *running);
    struct message *(*multi_info_read)(void *multi, int *left);
    // OpenSSL's, found among libcurl's own libraries; NULL with another library.
    void (*alpn_selected)(const void *ssl, const unsigned char **name, unsigned *length);
    int (*has_pending)(const void *ssl);
    void (*set_info_callback)(void *context, void (*callback)(const void *ssl, int kind, int value));
    void *(*context_of)(const void *ssl);
    unsigned long (*next_error)(void);
    const char *(*reason)(unsigned long error);
} curl;

static uint32_t found = 0;

// The number of threads within functions that use OpenSSL, which `exit` cleans up while other threads run.
static atomic_int inside;
static atomic_bool exits;
static _Thread_local int depth;
static _Thread_local int is_exiting;

static void enter(void) {
    if (depth++ > 0) return;
    atomic_fetch_add(&inside, 1);
    if (!atomic_load(&exits) || is_exiting) return;
    atomic_fetch_sub(&inside, 1);
    while (1) pause();
}

static void leave(void) {
    if (--depth == 0) atomic_fetch_sub(&inside, 1);
}

// Called by `exit` before OpenSSL's handler, which was registered before. From then on no other thread enters; those
// that are within have 100 ms to leave. The thread that calls `exit` may be within, in a callback.
static void end_entering(void) {
    is_exiting = 1;
    atomic_store(&exits, 1);
    const struct timespec tick = {.tv_nsec = 500000};
    for (int ticks = 0; ticks < 200 && atomic_load(&inside) > (depth > 0); ticks++) nanosleep(&tick, NULL);
}

static void load(void) {
    // Found among the libraries of the process first. A static program opens the system's; one that cannot open
    // libraries (musl) gets NULL.
    void *library = dlopen("libcurl.so.4", RTLD_NOW);
    if (library == NULL) return;
    const struct {
        const char *name;
        void *pointer;
    } functions[] = {
        {"curl_global_init", &curl.global_init},
        {"curl_version_info", &curl.version_info},
        {"curl_easy_init", &curl.easy_init},
        {"curl_easy_cleanup", &curl.easy_cleanup},
        {"curl_easy_reset", &curl.easy_reset},
        {"curl_easy_setopt", &curl.easy_setopt},
        {"curl_easy_getinfo", &curl.easy_getinfo},
        {"curl_easy_pause", &curl.easy_pause},
        {"curl_easy_strerror", &curl.easy_strerror},
        {"curl_slist_append", &curl.slist_append},
        {"curl_slist_free_all", &curl.slist_free_all},
        {"curl_multi_init", &curl.multi_init},
        {"curl_multi_cleanup", &curl.multi_cleanup},
        {"curl_multi_setopt", &curl.multi_setopt},
        {"curl_multi_add_handle", &curl.multi_add_handle},
        {"curl_multi_remove_handle", &curl.multi_remove_handle},
        {"curl_multi_socket_action", &curl.multi_socket_action},
        {"curl_multi_info_read", &curl.multi_info_read},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        void *function = dlsym(library, functions[index].name);
        if (function == NULL) return;
        *(void **)functions[index].pointer = function;
    }
    *(void **)&curl.alpn_selected = dlsym(library, "SSL_get0_alpn_selected");
    *(void **)&curl.has_pending = dlsym(library, "SSL_has_pending");
    *(void **)&curl.set_info_callback = dlsym(library, "SSL_CTX_set_info_callback");
    *(void **)&curl.context_of = dlsym(library, "SSL_get_SSL_CTX");
    *(void **)&curl.next_error = dlsym(library, "ERR_get_error");
    *(void **)&curl.reason = dlsym(library, "ERR_reason_error_string");
    // CURL_GLOBAL_DEFAULT. CURLVERSION_FIRST is enough for the number.
    if (curl.global_init(3) != 0 || atexit(end_entering) != 0) return;
    found = curl.version_info(0)->number;
}

uint32_t talyn_curl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return found;
}

int talyn_curl_is_ending(void) { return atomic_load(&exits); }

const char *talyn_curl_version(void) { return curl.version_info(0)->text; }

void *talyn_curl_easy_init(void) { return curl.easy_init(); }
void talyn_curl_easy_cleanup(void *easy) {
    enter();
    curl.easy_cleanup(easy);
    leave();
}
void talyn_curl_easy_reset(void *easy) { curl.easy_reset(easy); }
int talyn_curl_set_long(void *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int talyn_curl_set_offset(void *easy, int option, int64_t value) { return curl.easy_setopt(easy, option, value); }
int talyn_curl_set_pointer(void *easy, int option, const void *value) { return curl.easy_setopt(easy, option, value); }
void talyn_curl_set_callbacks(void *easy, const struct talyn_curl_callbacks *callbacks, void *context) {
    const struct {
        int function, data;
        void (*callback)(void);
    } options[] = {
        {20079, 10029, (void (*)(void))callbacks->head},      // CURLOPT_HEADERFUNCTION, _HEADERDATA
        {20011, 10001, (void (*)(void))callbacks->body},      // CURLOPT_WRITEFUNCTION, _WRITEDATA
        {20012, 10009, (void (*)(void))callbacks->upload},    // CURLOPT_READFUNCTION, _READDATA
        {20167, 10168, (void (*)(void))callbacks->seek},      // CURLOPT_SEEKFUNCTION, _SEEKDATA
        {20219, 10057, (void (*)(void))callbacks->progress},  // CURLOPT_XFERINFOFUNCTION, _XFERINFODATA
        {20312, 10313, (void (*)(void))callbacks->before},    // CURLOPT_PREREQFUNCTION, _PREREQDATA
        {20094, 10095, (void (*)(void))callbacks->debug},     // CURLOPT_DEBUGFUNCTION, _DEBUGDATA
        {20148, 10149, (void (*)(void))callbacks->open},      // CURLOPT_SOCKOPTFUNCTION, _SOCKOPTDATA
        {20108, 10109, (void (*)(void))callbacks->secure},    // CURLOPT_SSL_CTX_FUNCTION, _SSL_CTX_DATA
    };
    for (size_t index = 0; index < sizeof options / sizeof *options; index++) {
        curl.easy_setopt(easy, options[index].function, options[index].callback);
        curl.easy_setopt(easy, options[index].data, context);
    }
    curl.easy_setopt(easy, 10103, context);  // CURLOPT_PRIVATE
}
void *talyn_curl_get_context(void *easy) {
    void *context = NULL;
    return curl.easy_getinfo(easy, 0x100015, &context) == 0 ? context : NULL;  // CURLINFO_PRIVATE
}
void talyn_curl_set_close(void *easy, talyn_curl_close function, void *context) {
    curl.easy_setopt(easy, 20208, function);  // CURLOPT_CLOSESOCKETFUNCTION
    curl.easy_setopt(easy, 10209, context);   // CURLOPT_CLOSESOCKETDATA
}
int talyn_curl_pause(void *easy, int directions) {
    enter();
    int code = curl.easy_pause(easy, directions);
    leave();
    return code;
}

long talyn_curl_get_long(void *easy, int info) {
    long value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int64_t talyn_curl_get_offset(void *easy, int info) {
    int64_t value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

const char *talyn_curl_get_string(void *easy, int info) {
    char *value = NULL;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : NULL;
}

struct tls {
    int library;
    void *session;
};

// CURLINFO_TLS_SSL_PTR; NULL without TLS.
static struct tls *get_tls(void *easy) {
    struct tls *tls = NULL;
    return curl.easy_getinfo(easy, 0x40002D, &tls) == 0 ? tls : NULL;
}

// CURLSSLBACKEND_OPENSSL.
static int is_openssl(const struct tls *tls) { return tls != NULL && tls->library == 1; }

// Returns the length of the protocol's name that ALPN selected (RFC 7301); 0 if it is not known.
static unsigned get_protocol(const struct tls *tls, const unsigned char **name) {
    unsigned length = 0;
    if (!is_openssl(tls) || tls->session == NULL || curl.alpn_selected == NULL) return 0;
    curl.alpn_selected(tls->session, name, &length);
    return length;
}

// The connections of a loop are used by one thread.
static _Thread_local struct {
    const void *context;
    int number;
} alert = {NULL, -1};

static void note_alert(const void *ssl, int kind, int value) {
    // SSL_CB_READ_ALERT. The level is above the number; 1 is a warning. close_notify and user_canceled are no errors.
    const int level = value >> 8, number = value & 0xFF;
    if (kind != 0x4004 || level == 1 || number == 0 || number == 90) return;
    alert.context = curl.context_of(ssl);
    alert.number = number;
}

void talyn_curl_watch_alerts(void *easy, void *context) {
    if (!is_openssl(get_tls(easy)) || curl.set_info_callback == NULL || curl.context_of == NULL) return;
    // The allocator may reuse the address of a freed context.
    if (alert.context == context) alert.context = NULL;
    curl.set_info_callback(context, note_alert);
}

const void *talyn_curl_tls_context(void *easy) {
    struct tls *tls = get_tls(easy);
    if (!is_openssl(tls) || tls->session == NULL || curl.context_of == NULL) return NULL;
    return curl.context_of(tls->session);
}

int talyn_curl_has_protocol(void *easy) {
    const unsigned char *name = NULL;
    return get_protocol(get_tls(easy), &name) > 0;
}

const char *talyn_curl_tls_reason(void) {
    const char *found = NULL;
    if (curl.next_error == NULL || curl.reason == NULL) return NULL;
    for (unsigned long error; (error = curl.next_error()) != 0;) {
        const char *reason = curl.reason(error);
        // "PEM lib" only names the part of OpenSSL in which the error before it arose.
        size_t length = reason == NULL ? 0 : strlen(reason);
        if (length > 0 && (length < 4 || strcmp(reason + length - 4, " lib") != 0)) found = reason;
    }
    return found;
}

int talyn_curl_alert(const void *context) {
    return context != NULL && alert.context == context ? alert.number : -1;
}

int talyn_curl_tls(void *easy) {
    struct tls *tls = get_tls(easy);
    if (tls == NULL || tls->session == NULL) return TALYN_TLS_NONE;
    if (!is_openssl(tls) || curl.alpn_selected == NULL || curl.has_pending == NULL) return TALYN_TLS_UNKNOWN;
    const unsigned char *name = NULL;
    if (get_protocol(tls, &name) == 2 && memcmp(name, "h2", 2) == 0) return TALYN_TLS_HTTP2;
    return curl.has_pending(tls->session) ? TALYN_TLS_PENDING : TALYN_TLS_NONE;
}

const char *talyn_curl_error_text(int code) { return curl.easy_strerror(code); }

void *talyn_curl_list_append(void *list, const char *line, size_t size) {
    for (size_t index = 0; index < size; index++) {
        unsigned char byte = line[index];
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F) return NULL;
    }
    return curl.slist_append(list, line);
}
void talyn_curl_list_free(void *list) { curl.slist_free_all(list); }

// Marks the descriptors of this process in a table, by number. Returns false without memory or /proc.
static int list_descriptors(unsigned char **table, int *count) {
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return 0;
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        int descriptor = atoi(entry->d_name);
        if (descriptor == dirfd(folder)) continue;
        if (descriptor >= *count) {
            unsigned char *larger = realloc(*table, descriptor + 64);
            if (larger == NULL) break;
            memset(larger + *count, 0, descriptor + 64 - *count);
            *table = larger;
            *count = descriptor + 64;
        }
        (*table)[descriptor] = 1;
    }
    closedir(folder);
    return entry == NULL;
}

void *talyn_curl_multi_init(void) {
    // The pair of descriptors with which libcurl wakes itself would stay open in every program that the process starts
    // (before libcurl 8.8). No function returns them: they are the new ones that do not block.
    unsigned char *before = NULL, *after = NULL;
    int countBefore = 0, countAfter = 0;
    int known = list_descriptors(&before, &countBefore);
    void *multi = curl.multi_init();
    if (known && multi != NULL && list_descriptors(&after, &countAfter)) {
        for (int descriptor = 0; descriptor < countAfter; descriptor++) {
            struct stat status;
            if (!after[descriptor] || (descriptor < countBefore && before[descriptor])) continue;
            if (fstat(descriptor, &status) != 0 || !(S_ISSOCK(status.st_mode) || S_ISFIFO(status.st_mode))) continue;
            if (fcntl(descriptor, F_GETFL) & O_NONBLOCK) talyn_close_on_exec(descriptor);
        }
    }
    free(before);
    free(after);
    return multi;
}
void talyn_curl_multi_cleanup(void *multi) {
    enter();
    curl.multi_cleanup(multi);
    leave();
}
int talyn_curl_multi_set(void *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }
int talyn_curl_multi_add(void *multi, void *easy) {
    enter();
    int code = curl.multi_add_handle(multi, easy);
    leave();
    return code;
}

int talyn_curl_multi_remove(void *multi, void *easy) {
    enter();
    int code = curl.multi_remove_handle(multi, easy);
    leave();
    return code;
}

int talyn_curl_multi_act(void *multi, int socket, int events) {
    int running = 0;
    enter();
    int code = curl.multi_socket_action(multi, socket, events, &running);
    leave();
    return code;
}

void talyn_curl_multi_observe(void *multi, talyn_curl_socket socket, talyn_curl_timer timer, void *context) {
    curl.multi_setopt(multi, 20001, socket);   // CURLMOPT_SOCKETFUNCTION
    curl.multi_setopt(multi, 10002, context);  // CURLMOPT_SOCKETDATA
    curl.multi_setopt(multi, 20004, timer);    // CURLMOPT_TIMERFUNCTION
    curl.multi_setopt(multi, 10005, context);  // CURLMOPT_TIMERDATA
}

void *talyn_curl_multi_ended(void *multi, int *code) {
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left)) != NULL) {
        if (message->kind != 1) continue;  // CURLMSG_DONE
        *code = message->data.result;
        return message->easy;
    }
    return NULL;
}

int talyn_poll_make(int wakeup) {
    int poll = epoll_create1(EPOLL_CLOEXEC);
    // Edge-triggered, so that nobody has to read it.
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = wakeup};
    if (poll < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, wakeup, &event) == 0) return poll;
    close(poll);
    return -1;
}

void talyn_poll_watch(int poll, int socket, int what, int known) {
    struct epoll_event event = {.events = (what & 1 ? EPOLLIN : 0) | (what & 2 ? EPOLLOUT : 0), .data.fd = socket};
    // CURL_POLL_IN is 1, CURL_POLL_OUT 2, CURL_POLL_REMOVE 4.
    if (epoll_ctl(poll, what == 4 ? EPOLL_CTL_DEL : known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) == 0) return;
    if (what != 4 && (errno == ENOENT || errno == EEXIST)) {
        epoll_ctl(poll, known ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
    }
}

static int talyn_poll_read(const struct epoll_event *events, int count, int wakeup, int *sockets, int *ready) {
    int found = 0;
    for (int index = 0; index < count; index++) {
        uint32_t flags = events[index].events;
        if (events[index].data.fd == wakeup) continue;
        sockets[found] = events[index].data.fd;
        // CURL_CSELECT_IN is 1, CURL_CSELECT_OUT 2, CURL_CSELECT_ERR 4.
        ready[found++] = (flags & (EPOLLIN | EPOLLHUP) ? 1 : 0) | (flags & EPOLLOUT ? 2 : 0) | (flags & EPOLLERR ? 4 : 0);
    }
    return found;
}

// The largest number of sockets that one wait returns; CURLLoop.socketsAtOnce.
enum { MOST = 256 };

int talyn_poll_wait(int poll, int wakeup, int *sockets, int *ready, int most, int milliseconds) {
    struct epoll_event events[MOST];
    int count = epoll_wait(poll, events, most < MOST ? most : MOST, milliseconds);
    return talyn_poll_read(events, count, wakeup, sockets, ready);
}

int talyn_has_input(int socket) {
    // recv would take the error of a connection that was reset, and libcurl would read an orderly end.
    struct pollfd input = {.fd = socket, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

size_t talyn_read(int socket, void *bytes, size_t size) {
    size_t count = 0;
    while (count < size) {
        ssize_t more = recv(socket, (char *)bytes + count, size - count, MSG_DONTWAIT);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) break;
        count += (size_t)more;
    }
    return count;
}

int talyn_local_port(int socket) {
    union {
        struct sockaddr any;
        struct sockaddr_in ipv4;
        struct sockaddr_in6 ipv6;
    } address;
    socklen_t length = sizeof address;
    if (getsockname(socket, &address.any, &length) != 0) return 0;
    if (address.any.sa_family == AF_INET) return ntohs(address.ipv4.sin_port);
    return address.any.sa_family == AF_INET6 ? ntohs(address.ipv6.sin6_port) : 0;
}

void talyn_close(int descriptor) { close(descriptor); }
void talyn_close_on_exec(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

void talyn_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

void talyn_block_sigpipe(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int talyn_wakeup_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
void talyn_wakeup_signal(int wakeup) { eventfd_write(wakeup, 1); }

#endif
