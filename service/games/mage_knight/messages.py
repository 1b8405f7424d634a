"""The templates of refusals whose code is worked out from the pack: what a price is not paid by."""

PRICE = "the price in mana: {wanted}; offered: {paid}"
MESSAGES = dict.fromkeys(
    (
        "deed.action-basic-free",
        "deed.action-strong-one-mana",
        "deed.spell-basic-one-mana",
        "deed.spell-strong-at-night",
        "units.ability-mana-cost",
        "deed.extra-costs-must-be-paid",
        "site.mage-tower-services:mana",
        "site.ruins-altar",
    ),
    PRICE,
)
