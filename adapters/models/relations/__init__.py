"""The judge of pairs of messages: low-rank changes to the bundled MiniLM, fitted with torch, run by onnxruntime."""
