"""An HTTP/2 server that treats a connection's second request in a way of its own, for tls-servers.py. It answers every
other request with the number of requests that it has processed so far.

"goaway" refuses the request by GOAWAY and closes; "refused" refuses it by RST_STREAM and keeps the connection;
"processed" processes it, tells so by GOAWAY and closes; "reset" processes it and resets the TCP connection. "stalled"
grants no window for half a second when the first one is used up, and then answers. "misnamed" answers with a field in
capitals, "status" with the status 099. "rejected" answers 413 to the head of the second request, and the next request with
the number of bytes that the second one's body had. "early" answers a request as soon as its head is there, tells the
length of its response, and stops the request with RST_STREAM (NO_ERROR, RFC 9113 §8.1) in another record of TLS; "deaf"
does not stop it, and grants no window; "stopped" tells no length; "cut" tells none either, and stops in the response.
"frames" sends SETTINGS and PING behind each response.
"""
import collections
import itertools
import socket
import ssl
import struct
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8  # RFC 9113 §6
NO_ERROR = 0
END_STREAM, ACK, END_HEADERS = 1, 1, 4
REFUSED_STREAM = 7
FIRST_WINDOW = 65_535
STATUS_200 = b"\x88"  # RFC 7541, entry 8 of the static table
STATUS_413 = b"\x08\x03413"  # §6.2.2, a literal behind the name of entry 8
SECOND_STREAM = 3


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
    """Yields the stream of each request, with the length of its body. It is complete unless it is answered early."""
    is_early, answered = way in ("early", "stopped", "cut", "deaf"), 0
    left = FIRST_WINDOW
    lengths = collections.Counter()
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
            lengths[stream] += length
        if kind == HEADERS and way == "rejected" and stream == SECOND_STREAM:
            connection.sendall(frame(HEADERS, END_HEADERS, stream, STATUS_413) + frame(DATA, END_STREAM, stream))
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
            yield stream, lengths[stream]


def fault(way):
    """Returns the function that serves a connection."""
    processed = itertools.count(1)

    def serve(connection, context):
        try:
            connection = context.wrap_socket(connection, server_side=True)
            rejected = 0
            for number, (stream, length) in enumerate(requests(connection, way), 1):
                if way == "rejected" and number == 2:
                    rejected = length
                    continue
                if number != 2 or way in ("stalled", "early", "stopped", "cut", "deaf", "frames"):
                    text = str(rejected or next(processed)).encode()
                    head = STATUS_200 + (content_length(text) if way in ("early", "deaf") else b"")
                    stops = way in ("early", "stopped", "cut") and number > 1
                    end = 0 if way == "cut" and stops else END_STREAM
                    answer = frame(HEADERS, END_HEADERS, stream, head) + frame(DATA, end, stream, text)
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
