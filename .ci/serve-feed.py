#!/usr/bin/env python3
"""Serves Flickr's feed and its pictures on a loopback port, for trying `photos --base-url` without Flickr.

    python3 .ci/serve-feed.py Tests/TalynTests/Fixtures/flickr-feed-invalid.json [--pause SECONDS] [--missing NUMBER]

Prints the port it listens on, and ends on SIGTERM. It writes nothing else, neither to a terminal nor to a file.

- The feed's path is answered with the file, in which the URLs of the pictures are those of this server.
- Pictures are made of their names. They have an ETag and serve one range of bytes (RFC 9110 §14), with If-Range. Those
  with an even number are named by Content-Disposition, the second of all by a path.
- `--pause` waits before each 4 KiB of a picture; `--missing` answers the picture of this number with 404.
- Anything else is answered with 404.
"""

import argparse
import hashlib
import re
import signal
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

FEED = "/services/feeds/photos_public.gne"
PICTURE = re.compile(r"/pictures/(\d+)/[^/]+\.jpg")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = urlsplit(self.path).path
        picture = PICTURE.fullmatch(path)
        try:
            if path == FEED:
                self.answer(200, self.server.feed, {"Content-Type": "application/json; charset=utf-8"})
            elif picture and int(picture[1]) != self.server.options.missing:
                self.answer_with_picture(int(picture[1]), path)
            else:
                self.answer(404, b"Not Found", {"Content-Type": "text/plain"})
        except ConnectionError:
            # A client that was interrupted, or that has the file already.
            self.close_connection = True

    def answer_with_picture(self, number, path):
        body = content(path)
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {"Content-Type": "image/jpeg", "ETag": tag, "Accept-Ranges": "bytes"}
        if number % 2 == 0:
            name = "../../second.jpg" if number == 2 else f"picture {number}.jpg"
            headers["Content-Disposition"] = f'attachment; filename="{name}"'
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not asked or self.headers.get("If-Range", tag) != tag:
            return self.answer(200, body, headers, pause=self.server.options.pause)
        first, last = int(asked[1]), min(int(asked[2] or len(body)), len(body) - 1)
        if first > last:
            return self.answer(416, b"", headers | {"Content-Range": f"bytes */{len(body)}"})
        headers["Content-Range"] = f"bytes {first}-{last}/{len(body)}"
        self.answer(206, body[first : last + 1], headers, pause=self.server.options.pause)

    def answer(self, status, body, headers, pause=0):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        for start in range(0, len(body), 4096):
            time.sleep(pause)
            self.wfile.write(body[start : start + 4096])

    def log_message(self, format, *arguments):
        pass


def content(path):
    """Bytes that are others for each path, and always the same: 40,000 to 72,767 of them."""
    seed = hashlib.sha256(path.encode()).digest()
    length = 40_000 + int.from_bytes(seed[:2], "big") // 2
    return b"".join(hashlib.sha256(seed + bytes(divmod(n, 256))).digest() for n in range(length // 32 + 1))[:length]


def with_own_pictures(feed, port):
    """The feed, whose pictures are at this server: /pictures/1/…, /pictures/2/…"""
    number = 0

    def place(found):
        nonlocal number
        number += 1
        return rb'"m":"http:\/\/127.0.0.1:%d\/pictures\/%d\/%s"' % (port, number, found[1])

    return re.sub(rb'"m": ?"[^"]*\\/([^"/\\]+\.jpg)"', place, feed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("feed", type=Path)
    parser.add_argument("--pause", type=float, default=0)
    parser.add_argument("--missing", type=int)
    options = parser.parse_args()
    # Ends the process by SystemExit, whatever serve_forever waits for.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.options = options
        server.feed = with_own_pictures(options.feed.read_bytes(), server.server_address[1])
        print(server.server_address[1], flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
