"""The protocol against oversearching ourselves: tables to design on, and tables to confirm on."""
