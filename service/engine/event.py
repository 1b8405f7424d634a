"""Events: what happened, told with the clause that made it happen."""

from functools import cache, lru_cache
from typing import Any, ClassVar

from msgspec import UNSET, Struct, UnsetType

from service.engine.shapes import RuleId, Seat
from service.engine.telling import PLAIN, Words, tell, tell_of


class Event(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Something that happened.

    A subclass gives its ``template`` (English, filled with its own fields). ``reveals`` is true where the event shows
    somebody what was not known before it, so that an app must not offer undo across it. ``seen_by`` absent: everybody.
    """

    template: ClassVar[str] = ""
    reveals: ClassVar[bool] = False

    rule: RuleId
    text: str = ""
    seen_by: list[Seat] | UnsetType = UNSET

    def shows(self) -> bool:
        """Whether this very event reveals: for a type of which only some do, more than ``reveals`` can say."""
        return self.reveals

    def facts(self) -> dict[str, Any]:
        """What fills the template: the fields, which a game may put in words."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    def tell(self, words: Words = PLAIN) -> None:
        """Fill ``text`` from the template; ``words`` are the names that the pack has for ids."""
        # Most events put nothing in words: then only what the template names is looked at.
        plain = type(self).facts is Event.facts
        self.text = tell_of(self.template, self, words) if plain else tell(self.template, self.facts(), words)


class TakenBack(Event, tag="taken-back"):
    """A commitment was taken back before anybody saw it."""

    template: ClassVar[str] = "{seat} takes the choice back"

    seat: str


@cache
def tag_of(cls: type[Struct]) -> str:
    """The name of an action, step or event type on the wire."""
    tag = cls.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


@lru_cache(maxsize=4096)
def tags_of(kinds: tuple[type[Struct], ...]) -> tuple[str, ...]:
    """Their names in the same order: what is open at a step is asked for in every answer."""
    return tuple(map(tag_of, kinds))
