"""The Kubernetes manifests: rendered, held against the schemas of Kubernetes, and against each other."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

from service.settings import Settings, SettingsError
from tests.deploy.check import Failed, expect, shown
from tests.deploy.check.compose import check_secret_files
from tests.deploy.check.files import documents

Manifest = dict[str, Any]

OLDEST = "1.30"
"""Of Kubernetes, as deploy/README.md says."""

FOREIGN = {"PodMonitor": "monitoring.coreos.com", "Redis": "redis.redis.opstreelabs.in"}
"""Kinds that operators bring; their schemas are not to be had here."""
WITH_COMPONENT = """\
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [{base}]
components: [{component}]
"""


def check(directory: Path) -> str:
    """The example, the base alone, and the base with every component by itself."""
    versions = [OLDEST, kubernetes_validate.latest_version()]
    kubectl = shutil.which("kubectl")
    overlays = sorted(path.parent for path in directory.glob("overlays/*/kustomization.yaml"))
    components = sorted(path.parent for path in directory.glob("components/*/kustomization.yaml"))
    if kubectl is None or not renders(kubectl, directory / "base"):
        read = list(listed([directory / "base", *components]))
        foreign = validated(read, versions)
        how = "read the resources that are listed, not rendered and so without patches: no kubectl that can"
    else:
        for overlay in overlays:
            check_together(rendered(kubectl, overlay))
        bases = [rendered(kubectl, overlay) for overlay in (directory / "base", *overlays)]
        singles = [with_component(kubectl, directory / "base", component) for component in components]
        read = [manifest for manifests in (*bases, *singles) for manifest in manifests]
        foreign = validated(read, versions)
        how = f"rendered base, {len(overlays)} overlay(s) and each of {len(components)} components with kubectl"
    unchecked = f"; not validated, no schema here: {', '.join(sorted(foreign))}" if foreign else ""
    return f"{how}; {len(read)} manifests are valid for Kubernetes {' and '.join(versions)}, strictly{unchecked}"


def validated(manifests: Iterable[Manifest], versions: Iterable[str]) -> set[str]:
    """The kinds for which there is no schema. Raises Failed for a manifest that does not obey its own."""
    foreign = set()
    # Reading the schemas takes most of the time, and most manifests stand in several renderings.
    for manifest in {json.dumps(manifest): manifest for manifest in manifests}.values():
        kind, name = manifest["kind"], manifest["metadata"]["name"]
        if FOREIGN.get(kind) == manifest["apiVersion"].partition("/")[0]:
            foreign.add(kind)
            continue
        for version in versions:
            try:
                kubernetes_validate.validate(manifest, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                where = ".".join(str(part) for part in error.path)
                raise Failed(f"{kind} {name}, {where}: {error.message} (Kubernetes {version})") from error
            except kubernetes_validate.SchemaNotFoundError as error:
                raise Failed(f"{kind} {name}: {error.message}") from error
    return foreign


def check_together(manifests: list[Manifest]) -> None:
    """What no schema says: names that refer to each other, hardening, settings, and times that have to fit."""
    by_kind: dict[str, list[Manifest]] = {}
    for manifest in manifests:
        by_kind.setdefault(manifest["kind"], []).append(manifest)
    (deployment,) = by_kind["Deployment"]
    pod = deployment["spec"]["template"]["spec"]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    selectors = [by_kind["Service"][0]["spec"]["selector"]]
    selectors += [policy["spec"]["podSelector"]["matchLabels"] for policy in by_kind["NetworkPolicy"]]
    selectors += [by_kind["PodDisruptionBudget"][0]["spec"]["selector"]["matchLabels"]]
    selectors += [monitor["spec"]["selector"]["matchLabels"] for monitor in by_kind.get("PodMonitor", ())]
    for selector in (*selectors, deployment["spec"]["selector"]["matchLabels"]):
        expect(selector.items() <= labels.items(), f"{selector} selects no pod of ours")
    target = by_kind["HorizontalPodAutoscaler"][0]["spec"]["scaleTargetRef"]
    expect((target["kind"], target["name"]) == ("Deployment", deployment["metadata"]["name"]), f"scales {target}")
    configs = {config["metadata"]["name"]: config for config in by_kind["ConfigMap"]}
    check_pod(pod, configs)
    ports = {port["name"] for container in pod["containers"] for port in container.get("ports", ())}
    used = {port["port"] for policy in by_kind["NetworkPolicy"] for port in _ports(policy)}
    used |= {port["targetPort"] for port in by_kind["Service"][0]["spec"]["ports"]}
    for port in used:
        expect(isinstance(port, int) or port in ports, f"no container has a port {port}")


def check_pod(pod: Manifest, configs: dict[str, Manifest]) -> None:
    """The pod by itself, with the ConfigMaps that it names."""
    context = pod["securityContext"]
    expect(context.get("runAsNonRoot") is True, "the pod may run as root")
    expect(context.get("seccompProfile") == {"type": "RuntimeDefault"}, "no seccomp profile")
    expect(pod.get("automountServiceAccountToken") is False, "the pod has a token that it does not need")
    expect(pod.get("enableServiceLinks") is False, "the Service would set REFEREE_PORT, which is no setting")
    volumes = {volume["name"] for volume in pod["volumes"]}
    for container in pod["containers"]:
        name, own = container["name"], container["securityContext"]
        expect(own.get("readOnlyRootFilesystem") is True, f"{name} can write to its root file system")
        expect(own.get("allowPrivilegeEscalation") is False, f"{name} may gain privileges")
        expect(own.get("capabilities") == {"drop": ["ALL"]}, f"{name} keeps capabilities")
        expect({"cpu", "memory"} <= container["resources"]["requests"].keys(), f"{name} requests nothing")
        expect("memory" in container["resources"]["limits"], f"{name} has no memory limit")
        expect(":" in container["image"].rpartition("/")[2], f"{container['image']} has no tag")
        for mount in container["volumeMounts"]:
            expect(mount["name"] in volumes, f"{name} mounts {mount['name']}, which there is not")
    for volume in pod["volumes"]:
        for source in volume.get("projected", {}).get("sources", ()):
            expect(source["configMap"]["name"] in configs, f"there is no ConfigMap {source}")
    check_settings(pod, configs)


def check_settings(pod: Manifest, configs: dict[str, Manifest]) -> None:
    """The service would take its environment, and the kubelet gives it the time to stop that it has been promised."""
    service, nginx = (container_of(pod, name) for name in ("referee", "nginx"))
    environment = {variable["name"]: variable["value"] for variable in service.get("env", ())}
    for source in service["envFrom"]:
        config = configs.get(source["configMapRef"]["name"])
        if config is None:
            raise Failed(f"there is no ConfigMap {source}")
        environment = {**config["data"], **environment}
    try:
        settings = Settings.from_env(check_secret_files("referee", environment))
    except SettingsError as error:
        raise Failed(str(error)) from error
    needed, grace = settings.drain_s + settings.graceful_timeout_s, pod["terminationGracePeriodSeconds"]
    expect(grace > needed, f"the pod is killed after {grace} s, and may need {needed} s")
    _, waits = nginx["lifecycle"]["preStop"]["exec"]["command"]
    expect(int(waits) < settings.drain_s, f"gunicorn stops after {settings.drain_s} s, nginx begins to after {waits} s")
    expect(settings.trusted_proxies == 1, "the service does not trust the proxy before it")
    alive = service["livenessProbe"]
    patience = alive["periodSeconds"] * alive["failureThreshold"]
    expect(patience > settings.timeout_s, f"after {patience} s a busy pod is killed; a request may take longer")


def container_of(pod: Manifest, name: str) -> Manifest:
    """By its name."""
    (found,) = [container for container in pod["containers"] if container["name"] == name]
    return dict(found)


def _ports(policy: Manifest) -> Iterable[Manifest]:
    for rule in policy["spec"].get("ingress", ()):
        yield from rule.get("ports", ())


def rendered(kubectl: str, directory: Path) -> list[Manifest]:
    """What would be applied."""
    done = subprocess.run([kubectl, "kustomize", directory], capture_output=True, text=True, check=False)
    expect(done.returncode == 0, f"{shown(directory)}: {done.stderr}")
    expect("deprecated" not in done.stderr, f"{shown(directory)}: {done.stderr}")
    return list(yaml.safe_load_all(done.stdout))


def with_component(kubectl: str, base: Path, component: Path) -> list[Manifest]:
    """The base with one component."""
    with tempfile.TemporaryDirectory(prefix="kustomize-") as name:
        # In a copy: kustomize takes relative paths alone.
        copy = Path(name, "deploy")
        for folder in ("kubernetes", "nginx"):
            shutil.copytree(base.parent.parent / folder, copy / folder)
        paths = {"base": "../kubernetes/base", "component": f"../kubernetes/components/{component.name}"}
        (copy / "only").mkdir()
        (copy / "only" / "kustomization.yaml").write_text(WITH_COMPONENT.format(**paths))
        return rendered(kubectl, copy / "only")


def renders(kubectl: str, directory: Path) -> bool:
    """Whether its kustomize is new enough to know components: Debian's is not."""
    done = subprocess.run([kubectl, "kustomize", directory], capture_output=True, text=True, check=False)
    if done.returncode:
        version = subprocess.run([kubectl, "version", "--client"], capture_output=True, text=True, check=False).stdout
        expect("Kustomize Version" not in version, f"{shown(directory)}: {done.stderr}")
    return done.returncode == 0


def listed(directories: Iterable[Path]) -> Iterable[Manifest]:
    """The resources of kustomizations as they stand in their files."""
    for directory in directories:
        (kustomization,) = documents(directory / "kustomization.yaml")
        assert isinstance(kustomization, dict)
        for name in kustomization.get("resources", ()):
            if (directory / name).is_file():
                yield from (manifest for manifest in documents(directory / name) if isinstance(manifest, dict))
