"""Labelled pairs of sentences, and the calibrations of embedding models that were fitted on them."""
