"""Chaos: the service under steady load while what it stands on is taken away (`python -m tests.chaos`)."""
