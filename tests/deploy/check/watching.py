"""Prometheus' configuration and alerts, and the metrics that they and the dashboard ask for."""

import json
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from service.app import create_app
from service.settings import Settings
from tests.debian import find
from tests.deploy.check import Failed, Skipped, expect, shown
from tests.deploy.check.files import documents
from tests.servers import ROOT, free_port, gunicorn_server

TRIED = ROOT / "tests" / "deploy" / "alerts.yaml"
NAME = re.compile(r"\breferee_[a-z_]+\b")
SUFFIXES = ("_bucket", "_count", "_sum")


def check_prometheus(directory: Path) -> str:
    """With promtool; without it only the structure of the alerts."""
    alerts = alert_rules(directory / "alerts.yaml")
    for name, rule in alerts.items():
        expect({"expr", "labels", "annotations"} <= rule.keys(), f"{name} lacks a part")
        expect(rule["labels"].get("severity") in ("warning", "critical"), f"{name} has no severity")
    explained = set(re.findall(r"^\| `(Referee\w+)` \|", (directory.parent / "README.md").read_text(), re.M))
    expect(explained == alerts.keys(), f"explained in README.md or alerts, not both: {explained ^ alerts.keys()}")
    found = find("promtool")
    if found is None:
        raise Skipped(f"structure of {len(alerts)} alerts only: promtool is not installed")
    for arguments in (["check", "config", directory / "prometheus.yaml"], ["test", "rules", TRIED]):
        done = subprocess.run([found[0], *arguments], capture_output=True, text=True, check=False)
        expect(done.returncode == 0, done.stdout + done.stderr)
    untried = alerts.keys() - set(re.findall(r"alertname: (\w+)", TRIED.read_text()))
    expect(not untried, f"{shown(TRIED)} never tries {untried}")
    return f"promtool takes the configuration and {len(alerts)} alerts, each of which fires when it should"


def alert_rules(path: Path) -> dict[str, dict[str, Any]]:
    """By name."""
    (found,) = documents(path)
    assert isinstance(found, dict)
    rules = [rule for group in found["groups"] for rule in group["rules"]]
    return {rule["alert"]: rule for rule in rules}


def check_names(prometheus: Path, grafana: Path) -> str:
    """Every metric that is asked for is one that a running service tells."""
    asked: dict[str, set[str]] = {}
    for name, rule in alert_rules(prometheus / "alerts.yaml").items():
        asked[f"alert {name}"] = names_in(rule["expr"])
    for path in sorted(grafana.glob("dashboards/*.json")):
        dashboard = json.loads(path.read_text())
        for title, expression in expressions(dashboard):
            asked[f"{shown(path)}, {title}"] = names_in(expression)
    told = exposed()
    unknown = {place: names - told for place, names in asked.items() if names - told}
    if unknown:
        raise Failed("\n".join(f"{place}: nobody tells {', '.join(sorted(names))}" for place, names in unknown.items()))
    used = set().union(*asked.values())
    return f"{len(asked)} expressions ask for {len(used)} metrics of ours, and the service tells all of them"


def names_in(expression: str) -> set[str]:
    """The metrics of ours in a PromQL expression, without what histograms append."""
    return {base(name) for name in NAME.findall(expression)}


def base(name: str) -> str:
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def expressions(dashboard: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every query of a dashboard with the title of its panel, or the name of its variable."""
    for panel in dashboard["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]
    for variable in dashboard["templating"]["list"]:
        yield variable["name"], variable["query"]["query"]


def exposed() -> set[str]:
    """What /metrics names: of an application that counts for itself, which declares all, and under gunicorn."""
    nobody = f"redis://127.0.0.1:{free_port()}/0"
    application = create_app(Settings(metrics_rules=True, redis_url=nobody)).test_client()
    game = application.get("/v1/games").get_json()["games"][0]
    position = application.post(game["links"]["states"], json={"players": game["players"]["min"]}).get_json()
    listed = application.post(game["links"]["legal-actions"], json={"state": position["state"]})
    expect(listed.status_code == 200, f"legal-actions: {listed.get_data(as_text=True)}")
    pages = [application.get("/metrics").get_data(as_text=True)]
    with gunicorn_server({"REFEREE_METRICS_RULES": "1", "REFEREE_REDIS_URL": nobody}, workers=1) as url:
        for path in ("/v1/games", "/nothing", "/metrics", "/metrics"):
            try:
                with urllib.request.urlopen(url + path, timeout=30) as answer:
                    pages.append(answer.read().decode())
            except urllib.error.HTTPError as error:
                error.close()
    return {base(name) for page in pages for name in re.findall(r"^# TYPE (referee_\w+)", page, re.M)}
