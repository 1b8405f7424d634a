"""HTTP: one small file for each resource. No rule of any game, and no game's name, is in here."""
