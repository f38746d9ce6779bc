"""What a protocol gives and takes away: Protocol A's frames, what they allow, chance answers."""
