#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whatever is sent to a served collection: it lives, holds little memory, and serves an honest client beside it.

http_server.py PROGRAM hand           the requests below, which were made by hand: each is answered, or its connection ends
http_server.py PROGRAM fuzz COUNT     so many mutated requests, with fields of more than 64 kB behind their bodies
                                      [--seed S], printed; the same seed sends the same requests
Exit 1 where the server died, held 200 MB or more at any time (VmHWM), or an honest client was not served."""
import argparse
import os
import random
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

MOST_MEMORY_KB = 200 * 1024
LONG = 100000
CHUNKED = b"Host: a\r\nTransfer-Encoding: chunked\r\n\r\n"
GET = b"GET /healthz HTTP/1.1\r\n"
POST = b"POST /messages HTTP/1.1\r\n"
HONEST = GET + b"Host: a\r\n\r\n"


def sized(size, body):
    return POST + b"Host: a\r\nContent-Length: " + size + b"\r\n\r\n" + body


BY_HAND = {
    "a trailer of 64 kB, GET": GET + CHUNKED + b"0\r\nX: " + b"y" * 65600 + b"\r\n\r\n",
    "a trailer of 64 kB, page": b"GET / HTTP/1.1\r\n" + CHUNKED + b"0\r\nX: " + b"y" * 65600 + b"\r\n\r\n",
    "a trailer of 64 kB, POST": POST + CHUNKED + b"3\r\nabc\r\n0\r\nX: " + b"y" * 65600 + b"\r\n\r\n",
    "a trailer of 100 kB, batch": b"POST /batches HTTP/1.1\r\n" + CHUNKED + b"0\r\nX: " + b"y" * LONG + b"\r\n\r\n",
    "a trailer's name of 100 kB": GET + CHUNKED + b"0\r\n" + b"y" * LONG + b": x\r\n\r\n",
    "thousands of trailers": GET + CHUNKED + b"0\r\n" + b"A: b\r\n" * 20000 + b"\r\n",
    "a trailer without an end": GET + CHUNKED + b"0\r\nX: " + b"y" * LONG,
    "a trailer that is a length": POST + CHUNKED + b"3\r\nabc\r\n0\r\nContent-Length: 3\r\n\r\n",
    "a chunk extension of 200 kB": POST + CHUNKED + b"1;" + b"x" * 200000 + b"\r\na\r\n0\r\n\r\n",
    "an extension of the last chunk": GET + CHUNKED + b"0;a=\"" + b"c" * LONG + b"\"\r\n\r\n",
    "extensions of many chunks": POST + CHUNKED + (b"1;" + b"x" * 8000 + b"\r\na\r\n") * 100 + b"0\r\n\r\n",
    "a size of a chunk that is too large": POST + CHUNKED + b"fffffffffffffffff\r\nabc\r\n0\r\n\r\n",
    "digits of a size without an end": POST + CHUNKED + b"0" * LONG,
    "a length and chunks": POST + b"Content-Length: 4\r\n" + CHUNKED + b"0\r\n\r\n" + HONEST,
    "two lengths": sized(b"4\r\nContent-Length: 40", b"abcd" + HONEST),
    "a length that is too large": sized(b"99999999999999999999999", b"abcd"),
    "a length below zero": sized(b"-4", b"abcd"),
    "chunks that are no chunks": POST + b"Host: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + HONEST,
    "a header of 9 kB": GET + b"Host: a\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
    "a header of 100 kB": GET + b"Host: a\r\nX: " + b"a" * LONG + b"\r\n\r\n",
    "a body that is too long": POST + CHUNKED + (b"ffff\r\n" + b"a" * 65535 + b"\r\n") * 2 + b"0\r\n\r\n",
    "a body that nobody asked for": GET + b"Host: a\r\nContent-Length: 5\r\n\r\nhello" + HONEST,
    "lines without CR": b"GET /healthz HTTP/1.1\nHost: a\n\n",
    "a folded line": GET + b"Host: a\r\nX: a\r\n b\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a NUL": b"GET /hea\0lthz HTTP/1.1\r\nHost: a\r\n\r\n",
    "a target with a line's end": b"GET /task.json\r\nX: y HTTP/1.1\r\nHost: a\r\n\r\n",
    "ranges": b"GET /task.json HTTP/1.1\r\nHost: a\r\nRange: bytes=99999999999999999999-1,0-18446744073709551615\r\n\r\n",
    "no HTTP at all": os.urandom(3000),
}

TARGETS = [b"/", b"/healthz", b"/task.json", b"/people.txt", b"/announcements/0", b"/objects/" + b"0" * 64, b"/status.json", b"/messages",
           b"/batches", b"*", b"http://a/task.json", b"/../private/secret"]
TOKENS = [b"\r\n", b"\n", b"\0", b":", b" ", b"chunked", b"0\r\n\r\n", b"ffffffffffffffff\r\n", b"Content-Length: 18446744073709551615\r\n",
          b"Transfer-Encoding: chunked\r\n", b"Upgrade: websocket\r\nConnection: upgrade\r\n", b"bytes=0-", b"A" * 9000, b"\xff" * 20,
          b"%00", b"Content-Encoding: gzip\r\n", b"Expect: 100-continue\r\n", b";a=\"" + b"c" * 20000 + b"\"\r\n", b"Connection: close\r\n"]


def one_request(coins):
    """A request, more often than not with something of more than 64 kB behind its body, and often damaged."""
    method = coins.choice([b"GET", b"POST", b"HEAD", b"PUT", b"OPTIONS"])
    head = method + b" " + coins.choice(TARGETS) + b" HTTP/1." + coins.choice([b"1", b"1", b"1", b"0"]) + b"\r\nHost: a\r\n"
    body = coins.randbytes(coins.choice([0, 1, 30, 300]))
    kind = coins.randrange(4)
    if kind == 0:
        text = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    else:
        extension = b";" + b"x" * coins.choice([1, 100, 70000]) if coins.randrange(4) == 0 else b""
        text = head + b"Transfer-Encoding: chunked\r\n\r\n"
        if body:
            text += b"%x" % len(body) + extension + b"\r\n" + body + b"\r\n"
        text += b"0\r\n"
        size = coins.choice([1, 8000, 16000, 65530, 65536, 65600, 70000, 131072])
        if kind > 1:
            text += coins.choice([b"X: " + b"y" * size, b"y" * size + b": x", b"A: b\r\n" * (size // 6), b"Content-Length: " + b"1" * size]) + b"\r\n"
        text += b"\r\n"
    damaged = bytearray(text)
    for _ in range(coins.choice([0, 0, 1, 1, 2, 4])):
        at = coins.randrange(len(damaged) + 1) if coins.randrange(3) == 0 else coins.randrange(min(len(damaged), 400) + 1)
        what = coins.randrange(4)
        if what == 0 and at < len(damaged):
            damaged[at] = coins.randrange(256)
        elif what == 1:
            damaged[at:at] = coins.choice(TOKENS)
        elif what == 2:
            del damaged[at:at + coins.randrange(20)]
        else:
            damaged += coins.choice([HONEST, GET, b"0\r\n\r\n"])
    return bytes(damaged)


class Server:
    """A collection of three people that is served on a free port."""

    def __init__(self, program):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="edgeldp-http-")
        with open(self.at("people.txt"), "w") as people:
            people.write("ann\nbob\ncarol\n")
        create = [program, "collector", "create", self.at("votes"), "--method", "degrees", "--people", self.at("people.txt"), "-e", "1"]
        # Earlier programs, which are compared with, do not ask.
        if subprocess.run([*create, "--yes"], capture_output=True).returncode != 0:
            subprocess.run(create, check=True, capture_output=True)
        self.errors = open(self.at("errors.txt"), "w+")
        self.process = subprocess.Popen([program, "collector", "serve", self.at("votes"), "--listen", "127.0.0.1:0", "--json"],
                                        stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.address = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        self.port = int(self.address.group(1))

    def at(self, name):
        return os.path.join(self.folder, name)

    def is_alive(self):
        return self.process.poll() is None

    def memory_kb(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1))

    def end(self):
        if self.is_alive():
            self.process.terminate()
        self.process.wait(30)
        self.errors.seek(0)
        said = self.errors.read()
        self.errors.close()
        shutil.rmtree(self.folder)
        return said


def send(port, text, wait, is_first_enough=False):
    """What is answered within so many seconds, or the first part of it; ConnectionRefusedError where nobody listens."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as s:
        heard, ends = b"", time.monotonic() + wait
        s.setblocking(False)
        while time.monotonic() < ends:
            readable, writable, _ = select.select([s], [s] if text else [], [], max(0.0, ends - time.monotonic()))
            try:
                if writable:
                    text = text[s.send(text[:1 << 20]):]
                if readable:
                    part = s.recv(65536)
                    if not part:
                        break
                    heard += part
                    if is_first_enough:
                        break
            except BlockingIOError:
                continue
            except OSError:
                break
        return heard


def is_honestly_served(port):
    return send(port, HONEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), 20).startswith(b"HTTP/1.1 200")


def by_hand(program):
    """Returns what went wrong."""
    wrong = []
    for name, text in BY_HAND.items():
        server = Server(program)
        try:
            answer = send(server.port, text, 1.0)
            time.sleep(0.05)
            served = server.is_alive() and is_honestly_served(server.port)
        except OSError:
            served = False
        code = answer[9:12].decode(errors="replace")
        said = server.end().strip().splitlines()
        print(f"{'ok  ' if served else 'DEAD'} {code or '---'}  {name}" + ("" if served else f": {said[0] if said else ''}"))
        if not served:
            wrong.append(name)
        if served and code == "200" and "trailer" in name:
            wrong.append(name + " is answered by 200")
    return wrong


def client_of(server, wrong):
    """An honest client: joins while the others send what they send."""
    token = next(line.split("\t")[1].strip() for line in open(server.at("votes/private/tokens.tsv")) if line.startswith("ann\t"))
    with open(server.at("contacts.txt"), "w") as contacts:
        contacts.write("bob\n")
    address = f"http://127.0.0.1:{server.port}"
    token_option = ["--token", token]
    joined = subprocess.run([server.program, "client", "join", server.at("ann.state"), "--from", address, "--name", "ann", "--account", server.at("account"), *token_option,
                             "--contacts", server.at("contacts.txt")], capture_output=True, text=True)
    if joined.returncode != 0:
        wrong.append("an honest client cannot join: " + joined.stderr)
        return
    subprocess.run([server.program, "client", "run", server.at("ann.state"), "--from", address, "--wait-at-most", "8s"], capture_output=True)
    try:
        status = send(server.port, b"GET /status.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 20)
    except OSError as error:
        status = str(error).encode()
    if b'"joined":1' not in status:
        wrong.append("the honest client's message is not there: " + status.decode(errors="replace")[-400:])


def fuzz(program, count, seed):
    server, wrong, begin = Server(program), [], time.monotonic()
    beside = threading.Thread(target=client_of, args=(server, wrong))
    beside.start()
    codes, most = {}, 0
    for number in range(count):
        text = one_request(random.Random(f"{seed} {number}"))
        try:
            answer = send(server.port, text, 0.002, is_first_enough=True)
            codes[answer[9:12]] = codes.get(answer[9:12], 0) + 1
            if number % 1000 == 0 and not is_honestly_served(server.port):
                wrong.append(f"nobody is served beside request {number}")
        except OSError as error:
            wrong.append(f"request {number}: {error}")
        if number % 100 == 0 and server.is_alive():
            most = max(most, server.memory_kb())
        if not server.is_alive() or most >= MOST_MEMORY_KB or len(wrong) > 5:
            wrong.append(f"ended at request {number}")
            break
        if number % 50000 == 0 and number > 0:
            print(f"{number} requests, {time.monotonic() - begin:.0f} s, {most} kB", flush=True)
    beside.join()
    if server.is_alive():
        most = max(most, server.memory_kb())
        if not is_honestly_served(server.port):
            wrong.append("nobody is served at the end")
    said = server.end()
    print(f"{number + 1} requests in {time.monotonic() - begin:.0f} s, seed {seed}, memory at most {most} kB; answers:",
          {code.decode(errors="replace") or "none": times for code, times in sorted(codes.items(), key=lambda item: -item[1])[:12]})
    if wrong:
        print(said)
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("what", choices=["hand", "fuzz"])
    parser.add_argument("count", nargs="?", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    wrong = by_hand(a.program) if a.what == "hand" else fuzz(a.program, a.count, a.seed)
    for line in wrong:
        print("FAILED:", line, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
