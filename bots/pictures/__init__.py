"""Pictures drawn by arithmetic alone, as SVG."""
