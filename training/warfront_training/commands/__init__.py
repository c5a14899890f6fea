"""The commands of `warfront`, a module each: `add` declares its arguments, `run` runs it."""
