#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""https.py ROOT PROGRAM: does a client that runs in the system in the folder ROOT look up names and verify certificates?

A collection is served by PROGRAM (a path inside of ROOT); in front of it, on this machine, speaks https, and a server of names
knows where it is. None of it leaves the machine: this program begins anew in a network of its own. As root.
"""
import fcntl
import os
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

NAMED, LISTED = "votes.example.org", "listed.example.org"  # by the server of names, by the file of hosts
AUTHORITIES = Path("etc/ssl/certs/ca-certificates.crt")


def bring_up_loopback():
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh", b"lo", 0x1 | 0x40))  # SIOCSIFFLAGS, up and running


def serve_names():
    """Knows NAMED and nothing else."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 53))
    while True:
        asked, client = server.recvfrom(512)
        end = asked.index(0, 12) + 5
        labels, at = [], 12
        while asked[at]:
            labels.append(asked[at + 1:at + 1 + asked[at]].decode())
            at += 1 + asked[at]
        is_known, is_address = ".".join(labels) == NAMED, asked[end - 4:end - 2] == b"\0\1"
        answer = b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4\x7f\0\0\1" if is_known and is_address else b""
        flags = b"\x81\x80" if is_known else b"\x81\x83"
        server.sendto(asked[:2] + flags + b"\0\1\0" + (b"\1" if answer else b"\0") + b"\0\0\0\0" + asked[12:end] + answer, client)


def pump(source, target):
    try:
        while block := source.recv(65536):
            target.sendall(block)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def speak_tls(certificate, key, port):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = socket.create_server(("127.0.0.1", 443))
    while True:
        try:
            client = context.wrap_socket(server.accept()[0], server_side=True)
        except OSError:  # who does not trust us
            continue
        behind = socket.create_connection(("127.0.0.1", port))
        for way in ((client, behind), (behind, client)):
            threading.Thread(target=pump, args=way, daemon=True).start()


def wait_for(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit("https.py: the collection is not served")


def make_certificates(folder):
    """An authority, and a certificate of both names by it."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, stderr=subprocess.DEVNULL)

    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    for name in ("authority", "stranger"):
        openssl("req", "-x509", *new, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN={name}")
    openssl("req", *new, "-keyout", "server.key", "-out", "server.csr", "-subj", f"/CN={NAMED}")
    (folder / "names").write_text(f"subjectAltName=DNS:{NAMED},DNS:{LISTED}\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2",
            "-extfile", "names", "-out", "server.pem")


def main():
    root, program = Path(sys.argv[1]).resolve(), sys.argv[2]
    bring_up_loopback()
    subprocess.run(["mount", "-t", "proc", "proc", str(root / "proc")], check=True)
    inside = root / "https"
    inside.mkdir(exist_ok=True)
    make_certificates(inside)

    def run(*words):
        command = ["chroot", str(root), "sh", "-c", 'cd /https && exec "$@"', "sh", program, *words]
        # What this machine trusts is not what that system does.
        here = {name: value for name, value in os.environ.items() if name not in ("SSL_CERT_FILE", "SSL_CERT_DIR")}
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=here)
        return done.returncode, done.stdout + done.stderr

    def expect(code, words, what, *command):
        got, said = run(*command)
        if got != code or words not in " ".join(said.split()):
            sys.exit(f"https.py: {what}: code {got}, {said}")
        print(f"https.py: {what}: {code}", file=sys.stderr)

    people = ("ann", "bob", "cem")
    (inside / "people.txt").write_text("\n".join(people) + "\n")
    for name in people:
        (inside / f"{name}.txt").write_text("\n".join(other for other in people if other != name) + "\n")
    expect(0, "", "a collection", "collector", "create", "votes", "--method", "degrees", "--people", "people.txt", "-e", "1", "--yes")
    tokens = dict(line.split("\t") for line in (inside / "votes/private/tokens.tsv").read_text().splitlines() if "\t" in line)
    server = subprocess.Popen(["chroot", str(root), "sh", "-c", f"cd /https && exec {program} collector serve votes --listen 127.0.0.1:8080"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    wait_for(8080)
    threading.Thread(target=serve_names, daemon=True).start()
    threading.Thread(target=speak_tls, args=(inside / "server.pem", inside / "server.key", 8080), daemon=True).start()
    (root / "etc/resolv.conf").write_text("nameserver 127.0.0.1\n")
    (root / "etc/hosts").write_text(f"127.0.0.1 localhost {LISTED}\n")

    def join(name, host):
        return ("client", "join", f"{name}.state", "--from", f"https://{host}", "--name", name, "--account", f"{name}.account", "--token", tokens[name].strip(),
                "--contacts", f"{name}.txt")

    authorities = root / AUTHORITIES
    shutil.rmtree(authorities.parent, ignore_errors=True)
    authorities.parent.mkdir(parents=True)
    try:
        expect(3, "certificates of authorities", "no authorities", *join("bob", NAMED))
        authorities.write_text((inside / "stranger.pem").read_text())
        expect(3, "certificate verify failed", "another authority", *join("bob", NAMED))
        authorities.write_text((inside / "authority.pem").read_text())
        expect(0, "2 contacts", "a name of the server of names", *join("bob", NAMED))
        expect(0, "2 contacts", "a name of the file of hosts", *join("cem", LISTED))
        expect(3, "Host not found", "a name of nobody", *join("ann", "nobody.example.org"))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    if os.environ.get("EDGELDP_OWN_NETWORK") != "1":
        os.environ["EDGELDP_OWN_NETWORK"] = "1"
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.argv])
    main()
