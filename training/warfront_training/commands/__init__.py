"""The commands of `warfront`, one module each: `add` declares its arguments, `run` carries it out."""
