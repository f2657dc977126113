"""Benchmarks of recall through the real write and read paths."""
