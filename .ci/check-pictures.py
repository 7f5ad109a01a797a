#!/usr/bin/env python3
"""Compares a folder that `photos --download` has filled with the pictures of serve-feed.py, byte for byte.

    .ci/check-pictures.py PORT FOLDER [--parts]

Each picture is in the folder under the name that the server gives it, and nothing else is. With `--parts`, after a run
that was interrupted, pictures may be missing and hidden parts may be there; files under a picture's name are complete.
"""

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

server, folder, parts = f"http://127.0.0.1:{sys.argv[1]}", Path(sys.argv[2]), "--parts" in sys.argv
feed = urlopen(f"{server}/services/feeds/photos_public.gne", timeout=30).read().replace(b"\\'", b"'")
found = {path.name for path in folder.iterdir() if not (parts and path.name.startswith("."))}


def fetched(item):
    """The name of a picture and its bytes."""
    with urlopen(item["media"]["m"], timeout=30) as picture:
        name = picture.headers.get_filename() or item["media"]["m"]
        return re.split("/", name)[-1], picture.read()


# At once, because the server may be slow.
with ThreadPoolExecutor(20) as pool:
    expected = dict(pool.map(fetched, json.loads(feed)["items"]))
if found - set(expected) or not parts and set(expected) - found:
    sys.exit(f"demo: {folder} has {sorted(found)} instead of {sorted(expected)}")
for name in found:
    if (folder / name).read_bytes() != expected[name]:
        sys.exit(f"demo: {folder / name} is not the server's picture")
