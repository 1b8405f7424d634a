"""compose.yaml: what `docker compose config` would see, and what makes it safe to leave alone."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from service.settings import SECRETS, Settings, SettingsError
from tests.deploy.check import Failed, expect, shown
from tests.deploy.check.files import documents

TOP = {"name", "services", "networks", "volumes", "secrets"}
SERVICE = {
    "build",
    "cap_drop",
    "command",
    "depends_on",
    "deploy",
    "entrypoint",
    "environment",
    "extra_hosts",
    "healthcheck",
    "image",
    "logging",
    "networks",
    "ports",
    "read_only",
    "restart",
    "secrets",
    "security_opt",
    "shm_size",
    "stop_grace_period",
    "stop_signal",
    "tmpfs",
    "user",
    "volumes",
}
"""The members that are used; the specification has more. Another one is a typing error until it is added here."""
PROXY, INSTANCES, OPEN_PORTS = "nginx", ("referee-1", "referee-2"), {"nginx": ["8080:8080"]}


def check(path: Path) -> str:
    """Structure, references, hardening, settings and addresses."""
    (found,) = documents(path)
    assert isinstance(found, dict)
    whole = {name: value for name, value in interpolated(found).items() if not name.startswith("x-")}
    services: dict[str, Any] = whole["services"]
    try:
        expect(whole.keys() <= TOP, f"unknown: {whole.keys() - TOP}")
        for name, service in services.items():
            check_service(name, service, whole, path.parent)
        for name in INSTANCES:
            check_settings(name, services[name])
        check_addresses(services)
    except Failed as error:
        raise Failed(f"{shown(path)}: {error}") from error
    return f"{len(services)} services; structure, references, hardening, settings and addresses (no engine here)"


def check_service(name: str, service: dict[str, Any], whole: dict[str, Any], directory: Path) -> None:
    """One service by itself, and what it refers to."""
    expect(service.keys() <= SERVICE, f"{name} has unknown {service.keys() - SERVICE}")
    expect(service.get("read_only") is True, f"{name}: its root file system can be written to")
    expect(service.get("cap_drop") == ["ALL"], f"{name} keeps capabilities")
    expect(service.get("security_opt") == ["no-new-privileges:true"], f"{name} may gain privileges")
    expect(re.fullmatch(r"[\w./-]+:[\w.-]+", service["image"]), f"{name}: the image has no tag")
    expect(not service["image"].endswith(":latest"), f"{name}: latest is not a version")
    expect("test" in service.get("healthcheck", {}), f"{name} has no health check")
    limits = service.get("deploy", {}).get("resources", {}).get("limits", {})
    expect({"cpus", "memory", "pids"} <= limits.keys(), f"{name} has no limits")
    user = service.get("user", "10001:10001" if "build" in service else "")
    expect(re.fullmatch(r"[1-9][0-9]*:[0-9]+", user), f"{name} runs as {user or 'root'}")
    for other, condition in service.get("depends_on", {}).items():
        expect(other in whole["services"], f"{name} depends on {other}, which there is not")
        expect(condition == {"condition": "service_healthy"}, f"{name} does not wait for the health of {other}")
    for kind in ("networks", "secrets"):
        unknown = set(service.get(kind, ())) - whole[kind].keys()
        expect(not unknown, f"{name}: there are no {kind} {unknown}")
    for volume in service.get("volumes", ()):
        source, target, *mode = volume.split(":")
        if source.startswith("."):
            expect((directory / source).is_dir(), f"{name} mounts {source}, which there is not")
            expect(mode == ["ro"], f"{name} may write to {source}")
        else:
            expect(source in whole["volumes"], f"{name}: there is no volume {source}")
        expect(target.startswith("/"), f"{name} mounts {volume}")
    allowed = OPEN_PORTS.get(name, [])
    for port in service.get("ports", ()):
        expect(port in allowed or port.startswith("127.0.0.1:"), f"{name} is open to everybody at {port}")


def check_settings(name: str, service: dict[str, Any]) -> None:
    """The service itself would take its environment."""
    environment = check_secret_files(name, service["environment"])
    try:
        settings = Settings.from_env(environment)
    except SettingsError as error:
        raise Failed(f"{name}: {error}") from error
    expect(settings.trusted_proxies == 1, f"{name} does not trust the proxy before it")
    grace, needed = int(service["stop_grace_period"].removesuffix("s")), settings.drain_s + settings.graceful_timeout_s
    expect(grace > needed, f"{name} is killed after {grace} s, and may need {needed} s to stop")


def check_secret_files(name: str, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without the names of files; all of those are secrets that the service reads from one."""
    left = dict(environment)
    for variable in environment:
        if variable.endswith("_FILE"):
            expect(variable.removesuffix("_FILE") in SECRETS, f"{name}: {variable} is not read from a file")
            expect(left.pop(variable).startswith("/run/secrets/"), f"{name}: {variable} is not a secret")
    return left


def check_addresses(services: dict[str, Any]) -> None:
    """Whoever goes by a name has it in its hosts file, with the address that the network gives."""
    given = {name: service["networks"]["inside"].get("ipv4_address") for name, service in services.items()}
    fixed = [address for address in given.values() if address]
    expect(len(fixed) == len(set(fixed)), f"an address is given twice: {fixed}")
    for client in (PROXY, "prometheus"):
        hosts = services[client]["extra_hosts"]
        expect(hosts == {name: given[name] for name in INSTANCES}, f"{client} knows other addresses: {hosts}")
    for name in INSTANCES:
        url = services[name]["environment"]["REFEREE_REDIS_URL"]
        expect(f"//{given['redis']}:6379/" in url, f"{name} looks for redis at {url}")


def interpolated(value: Any) -> Any:
    """With the defaults of all variables, as without an .env."""
    if isinstance(value, dict):
        return {name: interpolated(member) for name, member in value.items()}
    if isinstance(value, list):
        return [interpolated(member) for member in value]
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) if isinstance(value, str) else value
