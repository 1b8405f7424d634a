"""The rule catalogue: every clause of a rulebook with its id, in our own words, with our rulings."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from service.engine.shapes import Shape


class Clause(Shape):
    """One clause. ``not_enforced`` says why no code enforces it, where that is so."""

    id: str
    section: str
    kind: str
    text: str
    ruling: str | None = None
    not_enforced: str | None = None


class _Printed(msgspec.Struct):
    """A clause as the data file has it; further members of the file are not ours to check."""

    id: str
    section: str
    kind: str
    text: str
    ruling: str | None = None


SETUP = Clause(
    id="referee.setup",
    section="Referee",
    kind="setup",
    text="A game has a number of players and seats that the service publishes, each seat once.",
)

REFEREE = (
    SETUP,
    Clause(
        id="referee.not-your-decision",
        section="Referee",
        kind="timing",
        text="Only those who have a decision to make may act.",
    ),
    Clause(
        id="referee.not-at-this-step",
        section="Referee",
        kind="timing",
        text="Only the types of action that the present step asks for may be taken.",
    ),
    Clause(
        id="referee.game-over", section="Referee", kind="end", text="After the end of the game nothing can be done."
    ),
    Clause(
        id="referee.one-breath",
        section="Referee",
        kind="timing",
        text="Several steps may be said in one breath as long as nobody else and no chance decides before the last.",
    ),
    Clause(
        id="referee.cannot-come",
        section="Referee",
        kind="chance",
        text="A die shows one of its faces, and a draw gives one of the cards that may still come.",
    ),
    Clause(
        id="referee.malformed-state",
        section="Referee",
        kind="definition",
        text="A state has the shape that the service publishes, and names only what exists.",
    ),
)


class Catalogue:
    """The clauses of one game, in printed order, with those that every game has at the end."""

    def __init__(self, printed: Iterable[Mapping[str, Any]], not_enforced: Mapping[str, str]) -> None:
        clauses = [
            Clause(**{f: getattr(p, f) for f in p.__struct_fields__}, not_enforced=not_enforced.get(p.id))
            for p in msgspec.convert(list(printed), list[_Printed])
        ]
        self._clauses: dict[str, Clause] = {clause.id: clause for clause in (*clauses, *REFEREE)}
        unknown = set(not_enforced) - set(self._clauses)
        if unknown:
            raise ValueError(f"not_enforced names clauses that do not exist: {sorted(unknown)}")

    def __contains__(self, rule: str) -> bool:
        return rule in self._clauses

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def get(self, rule: str) -> Clause | None:
        """The clause of this id, or None."""
        return self._clauses.get(rule)

    def rules(self, kind: str | None = None, section: str | None = None, q: str | None = None) -> list[Clause]:
        """The clauses of this kind whose section contains ``section`` and whose words contain ``q``, in any case."""
        wanted = (section or "").casefold(), (q or "").casefold()
        return [
            clause
            for clause in self._clauses.values()
            if (kind is None or clause.kind == kind)
            and wanted[0] in clause.section.casefold()
            and wanted[1] in f"{clause.id} {clause.text} {clause.ruling or ''}".casefold()
        ]
