"""Score cards: rules whose points are added up, learned with one objective, measured in nats."""
