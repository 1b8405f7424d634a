"""`make deploy-check` notices what it is there to notice. What it says of deploy/ itself is its own business."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.deploy.check import DEPLOY, Failed, Skipped, compose, files, manifests, watching

CHECKS: dict[str, Callable[[Path], str]] = {
    "files": files.check,
    "dockerfile": lambda directory: files.check_dockerfile(directory / "Dockerfile"),
    "compose": lambda directory: compose.check(directory / "compose.yaml"),
    "kubernetes": lambda directory: manifests.check(directory / "kubernetes"),
    "prometheus": lambda directory: watching.check_prometheus(directory / "prometheus"),
}

BASE = "kubernetes/base"
MISTAKES = [
    ("files", "compose.yaml", '    user: "101:101"\n', '    user: "101:101"\n    user: root\n', "stands twice"),
    ("files", "image.sh", "esac", "", "image.sh"),
    ("dockerfile", "Dockerfile", "USER 10001:10001", "USER root", "USER"),
    ("dockerfile", "Dockerfile", "COPY schemas schemas", "COPY tests tests", "tests is not in"),
    ("dockerfile", "Dockerfile", "ARG PYTHON=python:", "ARG PYTHON=ruby:", "tested here"),
    ("compose", "compose.yaml", "    stop_signal: SIGQUIT", "    stop_singal: SIGQUIT", "stop_singal"),
    ("compose", "compose.yaml", "cap_drop: [ALL]", "cap_drop: []", "keeps capabilities"),
    ("compose", "compose.yaml", "REFEREE_WORKERS:", "REFEREE_WROKERS:", "did you mean REFEREE_WORKERS"),
    ("compose", "compose.yaml", "stop_grace_period: 45s\n  env", "stop_grace_period: 9s\n  env", "killed after 9 s"),
    ("compose", "compose.yaml", "nginx:1.28-alpine", "nginx", "no tag"),
    ("compose", "compose.yaml", '["127.0.0.1:${GRAFANA_PORT:-3000}', '["${GRAFANA_PORT:-3000}', "open to everybody"),
    (
        "compose",
        "compose.yaml",
        'inside: { ipv4_address: "${SUBNET:-172.28.57}.12"',
        "inside: { ipv4_address: a",
        "know",
    ),
    (
        "compose",
        "compose.yaml",
        "redis: { condition: service_healthy }",
        "rdeis: { condition: x }",
        "which there is not",
    ),
    ("kubernetes", f"{BASE}/deployment.yaml", "minReadySeconds", "minReadySecond", "minReadySecond"),
    ("kubernetes", f"{BASE}/service.yaml", "port: 80,", 'port: "80",', "80"),
    (
        "kubernetes",
        f"{BASE}/service.yaml",
        "selector: { app.kubernetes.io/name: referee }",
        "selector: { a: b }",
        "selects",
    ),
    ("kubernetes", f"{BASE}/service.yaml", "targetPort: http,", "targetPort: https,", "port https"),
    ("kubernetes", f"{BASE}/deployment.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "write"),
    ("kubernetes", f"{BASE}/deployment.yaml", "enableServiceLinks: false", "enableServiceLinks: true", "REFEREE_PORT"),
    ("kubernetes", f"{BASE}/deployment.yaml", "PeriodSeconds: 75", "PeriodSeconds: 45", "killed after 45 s"),
    ("kubernetes", f"{BASE}/settings.env", "REFEREE_DRAIN_S=20", "REFEREE_DRAIN_S=5", "stops after 5 s"),
    ("kubernetes", f"{BASE}/settings.env", "REFEREE_WORKERS=2", "REFEREE_WORKERS=two", "whole number"),
    ("kubernetes", f"{BASE}/autoscaler.yaml", "kind: Deployment, name: referee", "kind: Deployment, name: a", "scales"),
    ("prometheus", "prometheus/alerts.yaml", "severity: critical", "severity: loud", "severity"),
    ("prometheus", "prometheus/alerts.yaml", "alert: RefereeBusy", "alert: RefereeLazy", "RefereeLazy"),
]


@pytest.fixture
def deploy(tmp_path: Path) -> Path:
    """A copy that may be broken."""
    shutil.copy(DEPLOY.parent / ".dockerignore", tmp_path)
    for name in ("service", "schemas", "openapi"):
        (tmp_path / name).mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).touch()
    return Path(shutil.copytree(DEPLOY, tmp_path / "deploy"))


@pytest.mark.parametrize(("check", "file", "right", "wrong", "told"), MISTAKES)
def test_a_mistake_is_found(deploy: Path, check: str, file: str, right: str, wrong: str, told: str) -> None:
    text = (deploy / file).read_text()
    assert right in text
    (deploy / file).write_text(text.replace(right, wrong))
    if check == "kubernetes" and not shutil.which("kubectl"):
        pytest.skip("kubectl is not installed")
    with pytest.raises(Failed, match=told):
        CHECKS[check](deploy)


@pytest.mark.parametrize("check", CHECKS)
def test_nothing_is_found_where_nothing_is_wrong(deploy: Path, check: str) -> None:
    try:
        assert CHECKS[check](deploy)
    except Skipped as missing:
        pytest.skip(str(missing))


def test_metrics_are_found_in_expressions() -> None:
    (dashboard,) = (DEPLOY / "grafana" / "dashboards").glob("*.json")
    asked = dict(watching.expressions(json.loads(dashboard.read_text())))
    assert watching.names_in(asked["p99"]) == {"referee_request_seconds"}
    assert watching.names_in("sum(rate(referee_a_total[5m])) / referee_b") == {"referee_a_total", "referee_b"}
    assert "game" in asked
