"""Measurements. They assert nothing; their figures go into ``tests/bench/report.md``."""
