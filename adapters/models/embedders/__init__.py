"""Embedders behind one port: exported ONNX models, sentence-transformers, and a lexical one that needs no model."""
