"""The wire: what a body may look like, how a refusal is told, and how both are documented.

Everything here works on any shape (`msgspec` structs and annotations). It knows no game, no engine and no web
framework.
"""
