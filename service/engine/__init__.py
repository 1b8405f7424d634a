"""What every game is made of: tables, steps, actions, and one notion of legality. No web, no storage, no game."""
