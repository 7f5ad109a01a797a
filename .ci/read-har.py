#!/usr/bin/env python3
# Reads a HAR file with haralyzer and prints the document's version and entries, as haralyzer sees them, as JSON.
import json
import sys

from haralyzer import HarParser
from haralyzer.assets import HarEntry

with open(sys.argv[1], encoding="utf-8") as file:
    parser = HarParser(json.load(file))


def described(entry):
    request, response = entry.request, entry.response
    return {
        "method": request.method,
        "url": request.url,
        "sent": request.text,
        "sentType": request.mimeType,
        "query": [[item["name"], item["value"]] for item in request.queryString],
        "status": response.status,
        "type": response.mimeType,
        "text": response.text if "text" in response.raw_entry["content"] else None,
        "encoding": response.textEncoding,
        # Fails if the date is invalid.
        "started": entry.startTime.isoformat(),
        "time": entry.time,
    }


entries = [described(HarEntry(entry)) for entry in parser.har_data["entries"]]
json.dump({"version": parser.har_data["version"], "creator": parser.creator["name"], "entries": entries}, sys.stdout)
