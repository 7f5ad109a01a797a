"""Programs that serve on loopback: what `with`, tls-servers.py and long-load share."""

import ctypes
import os
import pathlib
import random
import signal
import socket
import subprocess
import time

# Debian installs servers in a folder of root's PATH.
os.environ["PATH"] += ":/usr/sbin"
libc = ctypes.CDLL(None)


class Missing(Exception):
    """Why something cannot be had."""


def free_port():
    """Returns a port that no address of this machine uses, below those that the system gives to clients."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
                return port
            except OSError:
                continue


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


def begin(command, log=None, **options):
    """Begins a process, which ends with this one whatever ends it; its output goes to a file."""
    with open(log or os.devnull, "a") as file:
        output = {"stdout": file, "stderr": file} if log else {}
        end = lambda: libc.prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
        return subprocess.Popen([str(word) for word in command], preexec_fn=end, **output, **options)


def is_up(process, is_ready, seconds=10):
    """Waits for a condition; returns whether it was met before the process ended."""
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        if is_ready():
            return True
        time.sleep(0.05)
    return False


def launch(name, log, start):
    """Starts a server with a port and a log for it, and again with others if somebody took its port. Returns both.

    `log` is a path in which PORT is replaced; `start` takes the port and that path, and returns what `begin` does and
    whether it is ready: a condition, or a text in the log, because a port tells not whose it is.
    """
    for _ in range(5):
        port = free_port()
        path = pathlib.Path(str(log).replace("PORT", str(port)))
        process, ready = start(port, path)
        is_ready = ready if callable(ready) else lambda: path.exists() and ready in path.read_text(errors="replace")
        if is_up(process, is_ready):
            return process, port
        process.kill()
    words = path.read_text(errors="replace").strip() if path.exists() else ""
    raise Missing(f"{name} does not start: {words.splitlines()[-1] if words else 'it says nothing'}")


def make_certificate(folder):
    """Makes certificate.pem and key.pem for 127.0.0.1 in a folder."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "certificate.pem",
         "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
        cwd=folder, check=True, capture_output=True)


def start_nginx(folder, name, http, log):
    """Begins an nginx with its files in a folder; returns its process and whether it listens."""
    pid = folder / f"{name}.pid"
    pid.unlink(missing_ok=True)
    temporary = " ".join(f"{kind}_temp_path {folder}/{name}-{kind};"
                         for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # As root, nginx runs its workers as another user, who cannot read these files.
    (folder / f"{name}.conf").write_text(f"""
        daemon off; pid {pid}; error_log {log}; worker_processes 2; {"user root;" if os.geteuid() == 0 else ""}
        events {{ worker_connections 4096; }}
        http {{
            {temporary}
            access_log off;
            # In a busy suite a client may rest for minutes.
            client_header_timeout 600; client_body_timeout 600; send_timeout 600;
            default_type text/plain;
            {http}
        }}""")
    process = begin(["nginx", "-c", folder / f"{name}.conf"], log)
    return process, lambda: pid.exists() and pid.read_text()  # written once it listens
