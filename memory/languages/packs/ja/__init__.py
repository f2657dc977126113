"""Japanese: tables, and how it tells a clause in the third person."""
