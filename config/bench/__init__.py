"""Benchmarks as commands: `run_bots.py bench NAME`, one module each. Here alone the product imports its tests."""
