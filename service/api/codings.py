"""Content codings of answers that leave piece by piece. (Whole answers are Flask-Compress' business.)"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping

import brotli  # type: ignore[import-untyped]
from flask import Request, Response

from service.api.bodies import zstd


def packed(request: Request, response: Response) -> Response:
    """The same stream in the coding that the client likes best, flushed so that each piece can be read as it comes."""
    coding = request.accept_encodings.best_match([*PACKERS, "identity"], "identity")
    if coding != "identity":
        response.response = PACKERS[coding](response.iter_encoded())
        response.headers["Content-Encoding"] = coding
    return response


def _zstd(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zstd.ZstdCompressor(level=3)
    for piece in pieces:
        yield packer.compress(piece, packer.FLUSH_BLOCK)
    yield packer.flush()


def _br(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = brotli.Compressor(quality=4)
    for piece in pieces:
        yield packer.process(piece) + packer.flush()
    yield packer.finish()


def _gzip(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


PACKERS: Mapping[str, Callable[[Iterable[bytes]], Iterator[bytes]]] = {"zstd": _zstd, "br": _br, "gzip": _gzip}
"""By coding, the best first."""
