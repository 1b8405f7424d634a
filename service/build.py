"""Which build is running: part of `GET /v1` and of every cache key."""

import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_SOURCES = ("service", "schemas")


def release() -> str:
    """The version of the installed distribution, `0.0.0` when the source runs uninstalled."""
    try:
        return version("tabletop-referee")
    except PackageNotFoundError:
        return "0.0.0"


def build_id() -> str:
    """Release and a fingerprint of our source: two builds that could answer differently never share a cached answer.

    Reads every file of the packages, so it is called once at start. Games installed from elsewhere and the
    libraries are not in it: whoever replaces one of those behind a shared redis sets REFEREE_BUILD.
    """
    return f"{release()}+{fingerprint(Path(__file__).resolve().parent.parent)}"


def fingerprint(root: Path) -> str:
    """12 hex digits over names and contents of the `.py` and `.json` files of our packages under `root`."""
    total = hashlib.sha256()
    files = (path for name in _SOURCES for path in (root / name).rglob("*") if path.suffix in (".py", ".json"))
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return total.hexdigest()[:12]
