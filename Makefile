# Two commands: `make play` and `make test`. Both make .venv and install into it what they need.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint install clean

play: install
	$(BIN)/boardwright play deblockle

test: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

install: .venv/installed

.venv/installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv
