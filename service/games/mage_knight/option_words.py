"""The options of effects in words: what the record says that somebody has chosen."""

IN_WORDS = {
    "take": "to carry the voluntary part of the effect out",
    "leave": "to leave the voluntary part of the effect",
    "stash": "a card for Sparing Power",
    "take-stash": "the cards under Sparing Power",
    "discard-card": "to discard a card",
    "discard-wound": "to discard a Wound",
    "pay-blue-or-red": "to pay blue or red mana",
    "pay-blue-and-pay-red": "to pay blue and red mana",
    "draw-1": "to draw 1 card",
    "draw-2": "to draw 2 cards",
    "heal-1": "Healing 1",
    "heal-2": "Healing 2",
    "heal-unit-one": "to heal a Unit",
    "ready-unit-1": "to ready a Unit",
    "jump-1": "to move by 1 space",
    "jump-2": "to move by 2 spaces",
    "gain-mana-1": "1 mana",
    "gain-mana-3": "3 mana",
    "gain-mana-each-turn-1": "1 mana each turn",
    "gain-mana-green-1": "1 green mana",
    "gain-crystal-green-1": "a green crystal",
    "enemy-armor-all": "the Armor of all enemies",
    "enemy-armor-one": "the Armor of one enemy",
    "enemy-lose-all-fortifications": "the fortifications of all enemies",
    "enemy-lose-all-resistances": "the resistances of all enemies",
    "cold-fire-attack-transform": "Cold Fire for all Attacks",
    "siege-attack": "Siege for all Attacks",
    "cold-fire": "Cold Fire",
}


def in_words(option: str) -> str:
    """An option in words: points as on the card (``Influence 4``), colours and numbers as they are."""
    if option in IN_WORDS:
        return IN_WORDS[option]
    parts = option.split("-or-")
    return " or ".join(_points(part) if part[-1:].isdigit() and "-" in part else part for part in parts)


def _points(part: str) -> str:
    return part.replace("-", " ").title()
