"""Engine drivers for Video-Arena: one LineProcess, one module a protocol, pins as data."""
