"""Every file can be read as what it is; the Dockerfile is linted."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from tests.deploy.check import Failed, Skipped, expect, shown

# Tried by CI itself, in a Python of this version.
PYTHON = f"python:{sys.version_info.major}.{sys.version_info.minor}-slim-"


def check(directory: Path) -> str:
    """YAML without a key that stands twice, JSON, shell."""
    counts = {".yaml": 0, ".json": 0, ".sh": 0}
    for path in sorted(directory.rglob("*")):
        try:
            if path.suffix == ".yaml":
                documents(path)
            elif path.suffix == ".json":
                json.loads(path.read_text())
            elif path.suffix == ".sh":
                done = subprocess.run(["sh", "-n", path], capture_output=True, text=True, check=False)
                expect(done.returncode == 0, f"{shown(path)}: {done.stderr}")
        except (yaml.YAMLError, ValueError) as error:
            raise Failed(f"{shown(path)}: {error}") from error
        if path.suffix in counts:
            counts[path.suffix] += 1
    return "read " + ", ".join(f"{count} {suffix}" for suffix, count in counts.items())


def check_dockerfile(path: Path) -> str:
    """Linted, on the Python that is tested here, not as root, and copying only what its context has."""
    text = path.read_text()
    base = re.findall(r"^ARG PYTHON=(.*)$", text, re.M)
    expect(len(base) == 1 and base[0].startswith(PYTHON), f"{shown(path)}: tested here is {PYTHON}…, not {base}")
    user = re.findall(r"^USER (.*)$", text, re.M)
    expect(len(user) == 1 and re.fullmatch(r"[1-9][0-9]*:[1-9][0-9]*", user[0]), f"{shown(path)}: USER {user}")
    ignore = (path.parent.parent / ".dockerignore").read_text().split()
    context = {line.removeprefix("!") for line in ignore if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--)(.*)$", text, re.M):
        for source in line.split()[:-1]:
            expect(source in context, f"{shown(path)}: {source} is not in .dockerignore's list")
            expect((path.parent.parent / source).exists(), f"{shown(path)}: there is no {source}")
    hadolint = Path(sys.executable).with_name("hadolint")
    if not hadolint.exists() and not (found := shutil.which("hadolint")):
        raise Skipped("hadolint is not installed")
    linter = hadolint if hadolint.exists() else Path(found or "")
    done = subprocess.run([linter, path], capture_output=True, text=True, check=False)
    expect(done.returncode == 0, done.stdout + done.stderr)
    return f"hadolint finds nothing; {base[0]}, user {user[0]}"


def documents(path: Path) -> list[object]:
    """The documents of a YAML file. Raises yaml.YAMLError, also for a key that stands twice."""
    return list(yaml.load_all(path.read_text(), Loader=Strict))


class Strict(yaml.SafeLoader):
    """Takes no key twice: the second would silently win."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        """As the name says."""
        keys = [key.value for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"{key!r} stands twice", node.start_mark)
        return super().construct_mapping(node, deep)
