"""Seals beside states. Without signing keys none can be verified, so none is believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.api.problems import Problem


def check_seal(body: Mapping[str, Any]) -> None:
    """Raises `bad-seal` for a body with a seal: an unverified one must not pass for a good one."""
    if body.get("seal") is not None:
        raise Problem("bad-seal", "this service has no signing keys, so it can verify no seal; send the state without")
