"""The games of this distribution, each a package registered under the entry-point group ``referee.games``."""
