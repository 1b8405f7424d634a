"""The English templates of every refusal and event, for translators.

A refusal's template stands beside the condition it explains, in the source; it is read from there, so that it is
written once.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Iterator
from types import ModuleType

from service.engine.event import Event, tag_of
from service.engine.judge import WRONG_MOMENT

_ENGINE = ("service.engine.judge", "service.engine.action")


def wrong_moment(rule: str) -> dict[str, str]:
    """The refusals of a wrong seat or a wrong type of action at a step that this clause makes due."""
    return {f"{rule}:{variant}": template for variant, template in WRONG_MOMENT.items()}


def templates(package: str, events: Iterable[type[Event]]) -> dict[str, str]:
    """Code to template: of every ``Violation(...)`` in the game's modules and the engine's, and of every event type."""
    found = {code: text for name in _ENGINE for code, text in _refusals(importlib.import_module(name))}
    for module in _modules(package):
        found.update(_refusals(module))
    found.update({tag_of(event): event.template for event in events})
    return dict(sorted(found.items()))


def refusal_codes(package: str) -> set[str]:
    """The code of every ``Violation(...)`` in the game's modules."""
    return {code for module in _modules(package) for code, _ in _refusals(module)}


def _modules(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    for info in pkgutil.walk_packages(root.__path__, prefix=package + "."):
        yield importlib.import_module(info.name)


def _refusals(module: ModuleType) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Violation":
            code, template = node.args[0], node.args[1]
            if isinstance(code, ast.Constant) and isinstance(template, ast.Constant):
                yield str(code.value), str(template.value)
