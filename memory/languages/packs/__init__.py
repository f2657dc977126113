"""One folder a language: its tables, which `languages.tables` reads, and what of it no table can say."""
