# Two commands: `make play` and `make test`. Both make .venv and install into it what they need.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test clean

play: .venv/play
	$(BIN)/boardwright serve --port 0 --open

test: .venv/test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist loadfile

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/play: pyproject.toml | .venv/bin/python
	$(PIP) --editable '.[web]'
	touch $@

.venv/test: pyproject.toml | .venv/bin/python
	$(PIP) --editable '.[dev]'
	sh tests/page/browser.sh
	touch $@ .venv/play

clean:
	rm -rf .venv
