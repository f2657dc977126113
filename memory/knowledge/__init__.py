"""What becomes knowledge: candidates are found, validated against their sources, compared, merged and revised."""
