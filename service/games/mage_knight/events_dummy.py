"""What the dummy player does, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event


class DummyHero(Event, tag="dummy-hero", kw_only=True):
    template: ClassVar[str] = "The dummy player is {hero}"
    reveals: ClassVar[bool] = True
    hero: str


class DummyTakesTactic(Event, tag="dummy-takes-tactic", kw_only=True):
    template: ClassVar[str] = "The dummy player takes the Tactic {tactic}"
    reveals: ClassVar[bool] = True
    tactic: str


class DummyFlips(Event, tag="dummy-flips", kw_only=True):
    template: ClassVar[str] = "The dummy player turns over {card}"
    reveals: ClassVar[bool] = True
    card: str


class DummyAnnounces(Event, tag="dummy-announces", kw_only=True):
    template: ClassVar[str] = "The dummy player announces the End of the Round"


class DummyGains(Event, tag="dummy-gains", kw_only=True):
    template: ClassVar[str] = "{card} joins the deck of the dummy player"
    card: str


class DummyCrystal(Event, tag="dummy-crystal", kw_only=True):
    template: ClassVar[str] = "The dummy player gains a {color} crystal"
    color: str


class DummySkillOffered(Event, tag="dummy-skill-offered", kw_only=True):
    template: ClassVar[str] = "{skill} of the dummy player joins the Common Skill offer"
    reveals: ClassVar[bool] = True
    skill: str


DUMMY_EVENTS = (DummySkillOffered, DummyGains, DummyCrystal, DummyHero, DummyTakesTactic, DummyFlips, DummyAnnounces)
