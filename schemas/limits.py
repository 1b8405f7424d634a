"""Limits that all shapes share. A body must not be able to ask for work without end."""

from typing import Final

MAX_DEPTH: Final = 64
"""Levels of arrays and objects in a body; the body itself is the first."""

MAX_ERRORS: Final = 100
"""Errors told about one body, and broken entries looked for in one array or object."""

MAX_SEATS: Final = 32
MAX_LEGAL_ACTIONS: Final = 10_000
DEFAULT_LEGAL_ACTIONS: Final = 1_000
MAX_ADJUDICATED_ACTIONS: Final = 1_000
MAX_REPLAYED_ACTIONS: Final = 10_000
MAX_EVENTS: Final = 10_000
MAX_WHERE_KEYS: Final = 32
MAX_INCLUDES: Final = 16
MAX_SEED: Final = 256
MAX_SALT: Final = 256
MAX_SEAL: Final = 1_024
MAX_CURSOR: Final = 1_024
MAX_PACK_NAME: Final = 96

SEAT_PATTERN: Final = "^[a-z0-9-]{1,32}$"
PACK_PATTERN: Final = "^[a-z0-9][a-z0-9-]{0,63}(@[0-9a-f]{12})?$"
INCLUDE_PATTERN: Final = "^(state|legal-actions|scores|view:[a-z0-9-]{1,32})$"
