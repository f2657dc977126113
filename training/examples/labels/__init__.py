"""Labelled messages as data: what of them should be remembered, judged by hand."""
