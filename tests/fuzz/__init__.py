"""Schemathesis over the whole OpenAPI document: `make fuzz`. Real positions and their mutations among the cases."""
