"""Tabletop Referee: a stateless service that rules on board game moves and says which clause of the rulebook decides."""
