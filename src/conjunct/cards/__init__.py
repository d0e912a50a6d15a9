"""Score cards: rules whose points are added up, learned under one objective in nats."""
