"""How the values of this game are said in a sentence: counts as ``archer: 2``, and short names in words."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

WORDS = {
    # Where a drawn City tile goes.
    "recruitment-city": "its City, Recruitment side up",
    "threat-city": "its City, Threat side up",
    "recruitment-top": "the top of the Recruitment pile",
    "threat-top": "the top of the Threat pile",
    "recruitment-second": "the second place of the Recruitment pile",
    # The piles of the Titans' Lair.
    "titans-3": "the pile of the Titans that take 3 Units",
    "titans-4": "the pile of the Titans that take 4 Units",
    "titans-5": "the pile of the Titans that take 5 Units",
    # What an Order has done, and why an Action has done nothing.
    "road-missing": "no such Road",
    "may-fight-titan": "a Titan may be fought",
    "nothing": "nothing happens",
    "recruited-already": ": already recruited there this Game Year",
    "no-unit-left": ": no Unit stands on the Recruitment tile",
    "units-missing": ": a Unit that the Threat tile requires is missing",
    "titan-eliminated": ": already eliminated a Titan there this Game Year",
    "threat-eliminated": ": already eliminated a threat there this Game Year",
    "no-titan": ": no City tile lies there, and no Titan rages",
    # What is forfeited in a census.
    "bards": "Bard tokens",
    "bonus-story": "the bonus Story",
}


def in_words(value: Any) -> Any:
    """A value as an event's text says it."""
    if isinstance(value, str):
        return WORDS.get(value, value)
    if isinstance(value, Mapping):
        return ", ".join(f"{kind}: {number}" for kind, number in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(str(member) for member in value) or "none"
    return "" if value is UNSET else value
