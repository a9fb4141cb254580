"""The workbench of authors, `boardwright dev`: a game under development, seen from all seats while it is written."""
