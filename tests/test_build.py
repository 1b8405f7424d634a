import re
import shutil
from pathlib import Path

from service.build import build_id, fingerprint
from tests.servers import ROOT


def test_a_build_is_named_by_release_and_source() -> None:
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+\S*\+[0-9a-f]{12}", build_id())
    assert build_id().endswith(fingerprint(ROOT))


def test_the_fingerprint_sees_code_and_data_and_nothing_else(tmp_path: Path) -> None:
    package = tmp_path / "service" / "games"
    package.mkdir(parents=True)
    (package / "rules.json").write_text("{}")
    (package / "setup.py").write_text("x = 1")
    first = fingerprint(tmp_path)
    (package / "setup.pyc").write_text("compiled")
    (tmp_path / "notes.py").write_text("not ours")
    assert fingerprint(tmp_path) == first
    (package / "rules.json").write_text("{ }")
    second = fingerprint(tmp_path)
    shutil.move(package / "setup.py", package / "state.py")
    assert len({first, second, fingerprint(tmp_path)}) == 3
