"""Prints as JSON how independent programs read a multipart body: usage read-form.py FILE CONTENT-TYPE

As a CGI program (RFC 3875) it reads the body of the request.

The result has a list of parts for each reader: Python's email, werkzeug and multipart. A part is
[name, file name or null, type or null, SHA-256 of its content].
"""

import email.parser
import email.policy
import hashlib
import io
import json
import os
import sys

import multipart
import werkzeug.formparser


def part(name, filename, kind, content):
    return [name, filename, kind, hashlib.sha256(content).hexdigest()]


def by_email(body, content_type):
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)

    parts = []
    for one in message.iter_parts():
        # As it came, where bytes that are not ASCII are surrogates: the parsed field reads names as RFC 2047.
        sent = dict(one.raw_items())["Content-Disposition"]
        raw = email.message.Message()
        raw["Content-Disposition"] = sent.encode("ascii", "surrogateescape").decode("utf-8")
        name, filename = (raw.get_param(key, header="content-disposition") for key in ("name", "filename"))
        kind = one.get_content_type() if "Content-Type" in one else None
        parts.append(part(name, filename, kind, one.get_payload(decode=True)))
    return parts


def by_werkzeug(body, content_type):
    parser = werkzeug.formparser.MultiPartParser(stream_factory=lambda **_: io.BytesIO())
    boundary = werkzeug.http.parse_options_header(content_type)[1]["boundary"].encode()
    fields, files = parser.parse(io.BytesIO(body), boundary, len(body))
    parts = [part(name, None, None, value.encode()) for name, value in fields.items(multi=True)]
    parts += [part(name, file.filename, file.mimetype, file.stream.getvalue()) for name, file in files.items(multi=True)]
    return parts


def by_multipart(body, content_type):
    _, options = multipart.parse_options_header(content_type)
    parser = multipart.MultipartParser(io.BytesIO(body), options["boundary"], len(body), strict=True)
    return [part(one.name, one.filename, one.headers.get("Content-Type"), one.raw) for one in parser]


if "GATEWAY_INTERFACE" in os.environ:
    data = sys.stdin.buffer.read(int(os.environ["CONTENT_LENGTH"]))
    kind = os.environ["CONTENT_TYPE"]
    print("Content-Type: application/json\r\n\r\n", end="")
else:
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    kind = sys.argv[2]
readers = {"email": by_email, "werkzeug": by_werkzeug, "multipart": by_multipart}
print(json.dumps({name: read(data, kind) for name, read in readers.items()}))
