"""Tabletop Referee: a stateless service that rules on board game moves and cites the clause that decides."""
