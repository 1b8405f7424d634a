"""Who asks: API keys, and the address that a request comes from."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from ipaddress import IPv6Address, ip_address
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api import limits
from service.api.exchange import current
from service.api.problems import Problem
from service.cache import Counts
from service.setting_readers import ApiKey
from service.settings import Settings

BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*) *", re.ASCII | re.IGNORECASE)
"""RFC 6750; whatever else stands in the header is no key."""
CHALLENGE = 'Bearer realm="tabletop-referee"'
PORT = re.compile(r"\[(.+)\](?::[0-9]+)?|([0-9.]+):[0-9]+", re.ASCII)
"""What some proxies write after an address."""


class Keys:
    """The keys that the operator has set, as their hashes."""

    def __init__(self, keys: Sequence[ApiKey]) -> None:
        self._keys = [(key.name, key.sha256.encode()) for key in keys]

    def holder(self, environ: Mapping[str, Any]) -> str:
        """The name under which the key of this request is known; empty for a request without a good key."""
        sent = BEARER.fullmatch(environ.get("HTTP_AUTHORIZATION", ""))
        if sent is None:
            return ""
        digest = hashlib.sha256(sent[1].encode()).hexdigest().encode()
        found = ""
        # Every key is compared, to the end: how long this takes tells nothing about any of them.
        for name, known in self._keys:
            if hmac.compare_digest(known, digest):
                found = name
        return found


def client_of(environ: Mapping[str, Any]) -> str:
    """The address of the client; of an IPv6 address the first 64 bits, as one client has all the others to choose from.

    What is no address (a unix socket has none) is one client together with everything else that has none.
    """
    given = environ.get("REMOTE_ADDR") or ""
    with_port = PORT.fullmatch(given)
    try:
        address = ip_address((with_port[1] or with_port[2]) if with_port else given)
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return f"{IPv6Address(int(address) >> 64 << 64)}/64"
        address = address.ipv4_mapped
    return str(address)


def install(app: Flask, settings: Settings, counts: Counts) -> None:
    """Has `app` find out who asks, limit how often, and turn away who needs a key and has none, in this order.

    All of it happens before anything of a body is read. What is not set costs nothing.
    """
    if settings.trusted_proxies:
        # Counted from the right, where the nearest proxy has written: what a client puts in front of that is not read.
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=0)  # type: ignore[method-assign]
    if settings.api_keys:
        keys = Keys(settings.api_keys)

        @app.before_request
        def identify() -> None:
            exchange = current()
            exchange.key_name = keys.holder(exchange.environ)

    if settings.rate_limit:
        limits.install(app, settings, counted_as, counts)
    if settings.api_keys:
        app.before_request(need_key)


def counted_as() -> str:
    """Whose requests are counted together: those of one key's name, or of one address without a good key."""
    exchange = current()
    return f"key {exchange.key_name}" if exchange.key_name else f"address {client_of(exchange.environ)}"


def need_key() -> None:
    """Raises `unauthorized` for a POST without a good key."""
    exchange = current()
    if exchange.method != "POST" or exchange.key_name:
        return
    if "HTTP_AUTHORIZATION" in exchange.environ:
        detail, challenge = "this key is not known here", f'{CHALLENGE}, error="invalid_token"'
    else:
        detail, challenge = "this call needs a key: Authorization: Bearer …", CHALLENGE
    raise Problem("unauthorized", detail, headers={"WWW-Authenticate": challenge})
