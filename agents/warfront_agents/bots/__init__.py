"""Programs of other people as agents, and our agents as such programs: JSON lines, see protocol."""
