"""The first ruling in the README works as printed."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.servers import gunicorn_server

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.gunicorn
def test_the_first_ruling_works_as_printed(tmp_path: Path) -> None:
    (script,) = re.findall(r"```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    with gunicorn_server(workers=1) as base:
        script = script.replace("http://127.0.0.1:8000", base)
        run = subprocess.run(["bash", "-euc", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    legal, illegal = (json.loads(line) for line in run.stdout.split("\n") if line)
    assert legal["legal"] is True
    assert illegal["legal"] is False
    assert [violation["rule"] for violation in illegal["violations"]] == ["wall-rule.no-return-to-city"]
    assert illegal["violations"][0]["detail"] in README.read_text(encoding="utf-8")
