#!/usr/bin/env python3
"""Serves Flickr's feed path on a loopback port, for trying `photos --base-url` without Flickr.

    python3 .ci/serve-feed.py Tests/TalynTests/Fixtures/flickr-feed-invalid.json

Prints the port it listens on, answers every GET of the feed's path with the file, anything else with 404, and ends on
SIGTERM. It writes nothing else, neither to a terminal nor to a file.
"""

import signal
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

FEED = "/services/feeds/photos_public.gne"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        found = urlsplit(self.path).path == FEED
        body = self.server.feed if found else b"Not Found"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "application/json; charset=utf-8" if found else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *arguments):
        pass


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: serve-feed.py FEED.json")
    feed = Path(sys.argv[1]).read_bytes()
    # Ends the process by SystemExit, whatever serve_forever waits for.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.feed = feed
        print(server.server_address[1], flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
