"""Everything that speaks to the outside: chat platforms, models, rendering."""
