"""An HTTP/2 server that treats a connection's second request in a way of its own, for tls-servers.py. It answers every
other request with the number of requests that it has processed so far.

"goaway" refuses the request by GOAWAY and closes; "refused" refuses it by RST_STREAM and keeps the connection;
"processed" processes it, tells so by GOAWAY and closes; "reset" processes it and resets the TCP connection. "stalled"
grants no window for half a second when the first one is used up, and then answers. "misnamed" answers with a field in
capitals, "status" with the status 099. "early" answers a request as soon as its head is there, tells the length of its
response, and stops the request with RST_STREAM (NO_ERROR, RFC 9113 §8.1) in another record of TLS; "deaf" does not stop
it, and grants no window; "stopped" tells no length. "frames" sends SETTINGS and PING behind each response.

The ways of CUTS answer a connection's first request, begin the responses to the next three, and then cut them all.
"""
import itertools
import os
import socket
import ssl
import struct
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# RFC 9113 §6
DATA, HEADERS, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 8, 9
NO_ERROR = 0
END_STREAM, ACK, END_HEADERS, PADDED = 1, 1, 4, 8
REFUSED_STREAM = 7
FIRST_WINDOW = 65_535
STATUS_200 = b"\x88"  # RFC 7541, entry 8 of the static table


def literal(name, value):
    """Returns a short field that is not indexed (RFC 7541 §6.2.2)."""
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


def malformed(stream):
    """Returns the malformed answers."""
    end = frame(DATA, END_STREAM, stream, b"hi")
    return {
        "misnamed": frame(HEADERS, END_HEADERS, stream, STATUS_200 + literal(b"X-Name", b"1")) + end,
        "status": frame(HEADERS, END_HEADERS, stream, literal(b":status", b"099")) + end,
    }


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def content_length(text):
    """A field that is not indexed (RFC 7541 §6.2.2), with the name of entry 28."""
    value = str(len(text)).encode()
    return b"\x0f\x0d" + bytes([len(value)]) + value


def read(connection, count):
    received = b""
    while len(received) < count:
        piece = connection.recv(count - len(received))
        if not piece:
            raise OSError("closed")
        received += piece
    return received


def requests(connection, way):
    """Yields the stream of each request, which is complete unless it is answered early."""
    is_early, answered = way in ("early", "stopped", "deaf"), 0
    left = FIRST_WINDOW
    if read(connection, len(PREFACE)) != PREFACE:
        return
    connection.sendall(frame(SETTINGS, 0, 0))
    while True:
        head = read(connection, 9)
        kind, flags, stream = head[3], head[4], struct.unpack(">I", head[5:])[0]
        length = int.from_bytes(head[:3], "big")
        read(connection, length)
        if kind == DATA:
            left -= length
        if left == 0 and way != "deaf":
            if way == "stalled":
                time.sleep(0.5)
            for place in (0, stream):
                connection.sendall(frame(WINDOW_UPDATE, 0, place, struct.pack(">I", FIRST_WINDOW)))
            left = FIRST_WINDOW
        if kind == SETTINGS and not flags & ACK:
            connection.sendall(frame(SETTINGS, ACK, 0))
        elif kind in (HEADERS, DATA) and (flags & END_STREAM or is_early) and stream > answered:
            answered = stream
            yield stream


# Errors of the connection (RFC 9113 §5.4.1), by what the server sends, and ways in which it ends one.
CUTS = {
    "ping": frame(PING, 0, 0, bytes(7)),
    "settings": frame(SETTINGS, 0, 0, bytes(5)),
    "goawayshort": frame(GOAWAY, 0, 0, bytes(4)),
    "hpack": frame(HEADERS, END_HEADERS | END_STREAM, 3, b"\xff" * 8),
    "large": frame(DATA, 0, 3, bytes(16_385)),
    "stream0": frame(DATA, 0, 0, b"x"),
    "window0": frame(WINDOW_UPDATE, 0, 0, bytes(4)),
    "overflow": frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 0x7FFFFFFF)),
    "continuation": frame(CONTINUATION, END_HEADERS, 3, STATUS_200),
    "push": frame(PUSH_PROMISE, END_HEADERS, 3, struct.pack(">I", 2) + STATUS_200),
    "padding": frame(DATA, PADDED, 3, b"\xff" + b"x"),
    "idle": frame(DATA, 0, 101, b"x"),
    "goaway0": frame(GOAWAY, 0, 0, struct.pack(">II", 7, NO_ERROR)),
    "end": b"",
    "silent": None,
}


def cut(kind):
    """Returns the function that serves a connection and cuts its bodies."""
    def serve(connection, context):
        try:
            connection = context.wrap_socket(connection, server_side=True)
            connection.settimeout(2)  # a connection with fewer requests, such as those that are sent again
            for number, stream in enumerate(requests(connection, kind), 1):
                is_first = number == 1
                connection.sendall(
                    frame(HEADERS, END_HEADERS, stream, STATUS_200)
                    + frame(DATA, END_STREAM if is_first else 0, stream, b"whole" if is_first else b"a part"))
                if number == 4:
                    break
            if CUTS[kind] is None:  # without the end of TLS
                os.close(connection.detach())
                return
            connection.sendall(CUTS[kind])
            if CUTS[kind] and kind != "goaway0":
                connection.settimeout(1)  # a client that does not notice the error is left alone then
                while connection.recv(65_536):
                    pass
            connection.unwrap()
        except (OSError, ssl.SSLError):
            pass
        finally:
            connection.close()

    return serve


def fault(way):
    """Returns the function that serves a connection."""
    processed = itertools.count(1)

    def serve(connection, context):
        try:
            connection = context.wrap_socket(connection, server_side=True)
            for number, stream in enumerate(requests(connection, way), 1):
                if number != 2 or way in ("stalled", "early", "stopped", "deaf", "frames"):
                    text = str(next(processed)).encode()
                    head = STATUS_200 + (content_length(text) if way in ("early", "deaf") else b"")
                    stops = way in ("early", "stopped") and number > 1
                    answer = frame(HEADERS, END_HEADERS, stream, head) + frame(DATA, END_STREAM, stream, text)
                    if way == "frames":
                        answer += frame(SETTINGS, 0, 0) + frame(PING, 0, 0, bytes(8))
                    connection.sendall(answer)
                    if stops:
                        connection.sendall(frame(RST_STREAM, 0, stream, struct.pack(">I", NO_ERROR)))
                    continue
                if way in ("processed", "reset"):
                    next(processed)
                if way in malformed(stream):
                    connection.sendall(malformed(stream)[way])
                elif way == "refused":
                    connection.sendall(frame(RST_STREAM, 0, stream, struct.pack(">I", REFUSED_STREAM)))
                elif way == "reset":
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    return
                else:
                    last = stream if way == "processed" else stream - 2
                    connection.sendall(frame(GOAWAY, 0, 0, struct.pack(">II", last, 0)))
                    return
        except (OSError, ssl.SSLError):
            pass
        finally:
            connection.close()

    return serve
