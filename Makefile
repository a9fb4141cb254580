# `make play` starts the server, `make test` checks everything. Both need only Python and make: they create .venv
# and install what they need into it. CONTRIBUTING.md describes the other targets.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
NODE := $(BIN)/node
PAGE := src/boardwright/web/page/js/*.js src/boardwright/web/page/js/*/*.js src/boardwright/workbench/page/workbench/*.js tests/page/js/*.mjs eslint.config.mjs
GAMES := blokus deblockle mage_duel sagrada
PYTEST := $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder
KERNELS := $(wildcard kernels/*.toml kernels/setup.py kernels/csrc/* kernels/src/boardwright_kernels/*.py*)

# Where a machine asks Python to keep no compiled modules, every server, bot and test would compile them again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play check test coverage nightly lint docs constraints clean

play: .venv/play .venv/kernels
	$(BIN)/boardwright serve --open

check: lint
	$(PYTEST) -m "not slow"

test: lint
	$(PYTEST)

# Apart from `test`, because measuring doubles the time of tests that compute much.
coverage: lint
	$(PYTEST) --cov

nightly: coverage
	TEST_SCALE=20 $(PYTEST) $(GAMES:%=--boardwright %) --boardwright-random 200

lint: .venv/test .venv/kernels
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(NODE) node_modules/pyright/index.js --pythonpath $(BIN)/python tests/core/typed.py
	$(NODE) node_modules/prettier/bin/prettier.cjs --log-level warn --check $(PAGE)
	$(NODE) node_modules/eslint/bin/eslint.js --max-warnings 0 $(PAGE)
	$(NODE) node_modules/typescript/bin/tsc --project jsconfig.json

# The documentation site, in build/site; every warning is an error.
docs: .venv/test
	$(BIN)/python -m tools.site
	@echo "The site is in build/site; \`$(BIN)/python -m http.server --directory build/site\` shows it."

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/play: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --constraint constraints.txt --editable '.[web]'
	touch $@

.venv/test: pyproject.toml constraints.txt package-lock.json | .venv/bin/python
	$(PIP) --constraint constraints.txt --editable '.[dev]'
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm ci --silent
	sh tests/programs.sh
	touch $@ .venv/play

# The compiled kernels are optional: without a C compiler one line says so, and everything works in Python.
.venv/kernels: kernels/build.sh $(KERNELS) | .venv/bin/python
	sh kernels/build.sh $@ $(PIP)

# Upgrades every dependency to the newest version that pyproject.toml allows, and writes the versions down.
constraints: | .venv/bin/python
	$(PIP) --upgrade --upgrade-strategy eager --editable '.[dev]'
	$(BIN)/python -m pip freeze --exclude-editable --exclude boardwright-kernels > constraints.txt

clean:
	rm -rf .venv node_modules kernels/build
