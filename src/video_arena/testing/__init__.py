"""The conformance kit for authors of adapters."""
