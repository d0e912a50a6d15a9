"""A protocol against our own oversearching: tables to design on, and tables to confirm on."""
