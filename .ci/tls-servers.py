#!/usr/bin/env python3
"""TLS servers for the tests, one for each kind of certificate, on ports of 127.0.0.1 that the system chooses.

Usage: tls-servers.py FOLDER. Makes the certificates in FOLDER with openssl, writes FOLDER/servers (a line "kind=port" for
each server) when all listen, and serves until it is ended. FOLDER/ca.pem is the root that signs the good one and
client.pem, also in client.p12 and client.PFX with the password "secret", FOLDER/stranger.pem that of unknownroot; FOLDER/good.pin is the pin of the good one's key.

A server answers any request with the head it got as the body, so that a test sees what it was sent, and
/redirect?URL with a redirect to that URL (?CODE&URL for another code than 302). /meet?NAME is answered when a second
request of that target is there. Behind the answer to /after?KIND&NAME comes what nobody asked for, and /sent?NAME is
answered when it was sent. /early?NAME is answered before its body is read; /lose?NAME is not answered, and the
connection is closed; /count?NAME is answered with the number of requests for it.
"""
import base64
import collections
import hashlib
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import urllib.parse

import http2_faults
import loopback

folder = pathlib.Path(sys.argv[1])


def openssl(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], cwd=folder, check=True, capture_output=True)


def make_root(name):
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem",
            "-subj", f"/CN=Talyn test root {name}", "-days", "2", "-addext", "basicConstraints=critical,CA:TRUE",
            "-addext", "keyUsage=critical,keyCertSign,cRLSign")


def make_certificate(name, root, *dates, host="DNS:localhost,IP:127.0.0.1", usage="serverAuth"):
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr",
            "-subj", f"/CN={name}.test")
    (folder / f"{name}.ext").write_text(f"subjectAltName={host}\nextendedKeyUsage={usage}\n")
    (folder / f"{name}.index").write_text("")
    (folder / f"{name}.cnf").write_text(
        f"[ca]\ndefault_ca=it\n[it]\ndatabase={name}.index\nrand_serial=yes\nnew_certs_dir=.\n"
        f"default_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n")
    # `ca`, because `x509 -req` cannot set dates.
    openssl("ca", "-batch", "-config", f"{name}.cnf", "-cert", f"{root}.pem", "-keyfile", f"{root}.key", "-notext",
            "-in", f"{name}.csr", *(dates or ("-days", "1")), "-extfile", f"{name}.ext", "-out", f"{name}.pem")


def make_certificates():
    make_root("ca")
    make_root("stranger")
    make_certificate("good", "ca")
    make_certificate("expired", "ca", "-startdate", "20200101000000Z", "-enddate", "20200201000000Z")
    make_certificate("future", "ca", "-startdate", "20900101000000Z", "-enddate", "20900201000000Z")
    make_certificate("wronghost", "ca", host="DNS:elsewhere.test")
    make_certificate("unknownroot", "stranger")
    make_certificate("client", "ca", usage="clientAuth")
    make_certificate("client-stranger", "stranger", usage="clientAuth")
    make_certificate("client-purpose", "ca", usage="serverAuth")
    make_certificate("client-expired", "ca", "-startdate", "20200101000000Z", "-enddate", "20200201000000Z",
                     usage="clientAuth")
    openssl("pkey", "-in", "client.key", "-aes256", "-passout", "pass:secret", "-out", "client-locked.key")
    for name in ("client.p12", "client.PFX"):
        openssl("pkcs12", "-export", "-in", "client.pem", "-inkey", "client.key", "-passout", "pass:secret", "-out", name)
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "selfsigned.key", "-out", "selfsigned.pem",
            "-subj", "/CN=localhost", "-days", "2", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")


meetings, meetings_lock = {}, threading.Lock()
sent, counts = collections.defaultdict(threading.Event), collections.Counter()
HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"


def answer_and_more(connection, kind, name):
    """Sends a response, and then something else: another response, in the same TLS record or not, an empty line, the
    end of TLS, or that of TCP."""
    connection.sendall(HELLO)
    connection.sendall(b"hello" + (HELLO + b"other" if kind == "record" else b""))
    if kind in ("response", "line"):
        connection.sendall(HELLO + b"other" if kind == "response" else b"\r\n")
    elif kind == "notify":
        connection.settimeout(0)
        try:
            connection.unwrap()
        except (OSError, ssl.SSLError):
            connection.settimeout(None)
    elif kind == "end":
        connection.shutdown(socket.SHUT_RDWR)
    sent[name].set()


def handle_apart(connection, target):
    """Handles the targets with a way of their own. Returns whether it was one, and whether the connection goes on."""
    path, _, argument = target.partition("?")
    if path == "/after":
        kind, name = argument.split("&")
        answer_and_more(connection, kind, name)
        return True, kind != "end"
    if path == "/early":
        connection.sendall(HELLO + b"early")
        return True, True
    if path == "/connections":
        text = str(counts[connection.getsockname()[1]]).encode()
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
        return True, True
    if path == "/lose":
        counts[argument] += 1
        return True, False
    return False, True


def answer(head):
    target = head.split(b" ", 2)[1].decode("latin-1")
    if target.startswith("/meet?"):
        with meetings_lock:
            meeting = meetings.setdefault(target, threading.Barrier(2))
        meeting.wait(60)
    if target.startswith("/sent?"):
        sent[target[len("/sent?"):]].wait(60)
    if target.startswith("/count?"):
        head = str(counts[target[len("/count?"):]]).encode()
    if target.startswith("/redirect?"):
        parts = target[len("/redirect?"):].split("&", 1)
        code, place = parts if len(parts) == 2 else ("302", parts[0])
        return (f"HTTP/1.1 {code} Redirect\r\nLocation: {urllib.parse.unquote(place)}\r\n"
                "Content-Length: 0\r\n\r\n").encode("latin-1")
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s" % (len(head), head)


def serve(connection, context):
    try:
        if context:
            connection = context.wrap_socket(connection, server_side=True)
        received = b""
        while True:
            while b"\r\n\r\n" not in received:
                piece = connection.recv(65536)
                if not piece:
                    return
                received += piece
                if received[0] == 0x16:  # a TLS handshake with a server that does not support TLS
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                    return
            head, received = received.split(b"\r\n\r\n", 1)
            was_apart, goes_on = handle_apart(connection, head.split(b" ", 2)[1].decode("latin-1"))
            if not goes_on:
                return
            if not was_apart:
                connection.sendall(answer(head))
    except (OSError, ssl.SSLError, IndexError, ValueError, threading.BrokenBarrierError):
        pass
    finally:
        connection.close()


def hang_up(connection, _):
    """Reads the client's hello and closes: an interrupted handshake."""
    connection.recv(65536)
    connection.close()


def make_pin(name):
    """Writes the pin of a certificate's key (RFC 7469 §2.4) to NAME.pin."""
    key = subprocess.run(["openssl", "x509", "-in", f"{name}.pem", "-pubkey", "-noout"], cwd=folder, check=True,
                         capture_output=True).stdout
    spki = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=key, check=True,
                          capture_output=True).stdout
    (folder / f"{name}.pin").write_bytes(b"sha256/" + base64.b64encode(hashlib.sha256(spki).digest()))


def start(certificate, handle=serve, change=None):
    context = None
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / f"{certificate}.pem", folder / f"{certificate}.key")
        if change:
            change(context)
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)

    def accept():
        while True:
            connection, _ = listener.accept()
            counts[listener.getsockname()[1]] += 1
            threading.Thread(target=handle, args=(connection, context), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def start_http2():
    """Starts nginx. Its response body contains the protocol and connection of each request, at /read once the body of the
    request has been read, and at /headN the head has N fields of 1,000 bytes."""
    heads = " ".join(
        f"location = /head{count} {{ {f'add_header X-Long {chr(97) * 1_000};' * count} return 200; }}"
        for count in (17, 30, 45, 60))

    def start(port, log):
        return loopback.start_nginx(folder, "nginx", f"""
            server {{
                listen 127.0.0.1:{port} ssl http2;
                ssl_certificate {folder}/good.pem; ssl_certificate_key {folder}/good.key;
                location / {{ return 200 "$server_protocol $connection"; }}
                {heads}
                location = /read {{
                    proxy_method GET;
                    proxy_pass_request_body off;
                    proxy_set_header Content-Length "";
                    proxy_set_header X-Answer "$server_protocol $connection";
                    proxy_pass http://unix:{folder}/socket-{port};
                }}
            }}
            server {{
                listen unix:{folder}/socket-{port};
                location / {{ return 200 $http_x_answer; }}
            }}""", log)

    return loopback.launch("nginx", folder / "PORT.log", start)[1]


def require_client(context):
    """Accepts clients with a certificate of the root only."""
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(folder / "ca.pem")


def speak_tls12(context):
    context.maximum_version = ssl.TLSVersion.TLSv1_2


def require_client_by_http2(context):
    require_client(context)
    speak_http2(context)


def require_client_by_tls12(context):
    require_client(context)
    speak_tls12(context)


def speak_http2(context):
    context.set_alpn_protocols(["h2"])


make_certificates()
make_pin("good")
make_pin("unknownroot")
servers = {kind: start(kind) for kind in ["good", "expired", "future", "wronghost", "unknownroot", "selfsigned"]}
servers["mutual"] = start("good", change=require_client)
servers["picky13"] = start("good", change=require_client)
servers["picky2"] = start("good", http2_faults.fault("frames"), require_client_by_http2)
servers["picky12"] = start("good", change=require_client_by_tls12)
servers["tls12"] = start("good", change=speak_tls12)
for way in [
    "goaway", "refused", "processed", "reset", "stalled", "misnamed", "status", "early", "stopped", "deaf", "frames"
]:
    servers[way] = start("good", http2_faults.fault(way), speak_http2)
for kind in http2_faults.CUTS:
    servers[f"cut-{kind}"] = start("good", http2_faults.cut(kind), speak_http2)
servers["plain"] = start(None)
servers["hangup"] = start(None, hang_up)
if shutil.which("nginx"):
    try:
        servers["http2"] = start_http2()
    except loopback.Missing:
        pass  # the tests over it are skipped
(folder / "servers.new").write_text("".join(f"{kind}={port}\n" for kind, port in servers.items()))
os.replace(folder / "servers.new", folder / "servers")
threading.Event().wait()
