# Everything a newcomer types. Needs only Python 3.11+ (and make).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
DISTRIBUTIONS := engines $(wildcard adapters/*) examples/tictactoe
DEMO := demo

.PHONY: help setup demo test lint bench docs clean

help:
	@echo 'make demo    set up, install Stockfish 18, build two chess cases, verify and score them'
	@echo 'make test    set up and run every test'
	@echo 'make lint    ruff and mypy --strict'
	@echo 'make bench   measure against what one would otherwise do'
	@echo 'make docs    build the documentation into site/'

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml constraints.txt $(DISTRIBUTIONS:=/pyproject.toml)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	@echo 'setting up $(VENV) (about a minute) ...'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) -e '.[test,lint]' $(DISTRIBUTIONS:%=-e %)
	@touch $@

demo: setup
	@$(BIN)/va engines install stockfish-18
	$(BIN)/va-build --game chess --records examples/chess/demo.pgn --out $(DEMO)
	$(BIN)/va verify $(DEMO)
	$(BIN)/va score $(DEMO) --oracle
	@echo 'The videos lie in $(DEMO)/tasks/chess/media, their answers in $(DEMO)/tasks/chess/gt.'

test: setup
	@$(BIN)/va engines install stockfish-18 stockfish-15.1
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	@$(PIP) -e '.[bench]'
	$(BIN)/va engines install stockfish-18 stockfish-15.1
	$(BIN)/python bench/encode.py
	$(BIN)/python bench/moving.py --minutes 3
	$(BIN)/python adapters/chess/bench/evaluate.py
	$(BIN)/python adapters/doudizhu/bench/rollouts.py

docs: setup
	@$(PIP) -e '.[docs]'
	$(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) $(DEMO) site
