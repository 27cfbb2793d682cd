# SPDX-License-Identifier: MIT
"""What a client fetches and sends, over HTTP or by folders."""

from __future__ import annotations

import hashlib
import http.client
import json
import random
import ssl
import time
from pathlib import Path
from urllib.parse import urlsplit

GIVEN_UP = {"round-closed", "not-asked"}


class Stopped(RuntimeError):
    """The collector refuses this client, which stops."""


class Collector:
    """A collector at an address; it is asked again until it answers."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.secure = parts.scheme == "https"
        self.host, self.port, self.prefix = parts.hostname or "", parts.port, parts.path.rstrip("/")
        if not self.secure and self.host not in ("127.0.0.1", "localhost", "::1"):
            raise ValueError("plain HTTP goes to no other machine")
        self.failures = 0

    def _once(
        self, method: str, path: str, body: bytes | None, most: int
    ) -> tuple[int, bytes, str]:
        if self.secure:
            context = ssl.create_default_context()
            context.minimum_version = ssl.TLSVersion.TLSv1_2
            link: http.client.HTTPConnection = http.client.HTTPSConnection(
                self.host, self.port, timeout=30, context=context
            )
        else:
            link = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            kind = {"Content-Type": "application/octet-stream"} if body is not None else {}
            link.request(method, self.prefix + path, body, kind)
            answer = link.getresponse()
            raw = answer.read(most + 1)
            if len(raw) > most:
                raise OSError("the collector sends more than it may")
            return answer.status, raw, answer.headers.get("Retry-After", "")
        finally:
            link.close()

    def ask(self, method: str, path: str, body: bytes | None, most: int) -> tuple[int, bytes]:
        """Ask until there is an answer other than a failure or 503."""
        while True:
            try:
                status, raw, wait = self._once(method, path, body, most)
            except (OSError, http.client.HTTPException):
                time.sleep(random.uniform(0.5, 1.5) * 0.25 * 2 ** min(8, self.failures))
                self.failures += 1
                continue
            self.failures = 0
            if status != 503:
                return status, raw
            time.sleep(max(1, min(3600, int(wait) if wait.isdigit() else 2)))

    def get(self, path: str, most: int) -> bytes | None:
        """Fetch a file, or None where there is none."""
        status, raw = self.ask("GET", path, None, most)
        return raw if status == 200 else None

    def need(self, path: str, most: int) -> bytes:
        """Fetch a file that must be there sooner or later."""
        while (raw := self.get(path, most)) is None:
            time.sleep(0.5)
        return raw

    def post(self, message: bytes) -> bool:
        """Send a message; False says that it is to be sent again later."""
        status, raw = self.ask("POST", "/messages", message, 65536)
        if status == 200:
            return True
        problem = json.loads(raw).get("type", "").removeprefix("urn:edgeldp:problem:")
        if problem in GIVEN_UP:
            return True
        if problem == "too-early":
            return False
        raise Stopped(f"{status} {problem}")


class Folders:
    """A collector whose files lie in one folder, and who reads messages out of another."""

    def __init__(self, published: Path, messages: Path) -> None:
        self.published, self.messages = published, messages

    def get(self, path: str, most: int) -> bytes | None:
        """Read a file, or None where there is none."""
        file = self.published / path.lstrip("/")
        return file.read_bytes() if file.exists() and file.stat().st_size <= most else None

    def need(self, path: str, most: int) -> bytes:
        """Read a file that is there from the beginning."""
        raw = self.get(path, most)
        if raw is None:
            raise Stopped(f"there is no {path}")
        return raw

    def post(self, message: bytes) -> bool:
        """Write a message down; nobody answers."""
        self.messages.mkdir(exist_ok=True)
        (self.messages / hashlib.sha256(message).hexdigest()).write_bytes(message)
        return True
