"""Our own PPO for many games at once: masks, seats, memory and critics as these games need them."""
