"""Backups: one portable file format, written from and restored to every database."""
