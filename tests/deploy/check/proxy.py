"""`nginx -t` on both configurations: for compose and for a pod."""

import subprocess
import tempfile
from pathlib import Path

from tests.debian import find
from tests.deploy.check import Skipped, expect
from tests.proxy import POD, command, render, upstream

PORT = 8000


def check() -> str:
    """As tests/proxy.py renders them; what they do is tried in tests/deploy/test_proxy.py."""
    found = find("nginx")
    if found is None:
        raise Skipped("nginx is not installed")
    for behind in (upstream([PORT, PORT + 1]), POD.read_text()):
        with tempfile.TemporaryDirectory(prefix="nginx-") as name:
            directory = Path(name)
            render(directory, PORT, behind, {})
            done = subprocess.run(command(found[0], directory, "-t"), capture_output=True, text=True, check=False)
            expect(done.returncode == 0 and "[warn]" not in done.stderr, done.stderr)
    return "nginx -t takes it, for compose and for a pod"
