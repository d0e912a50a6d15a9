# Every task of the project. `make` alone prints this list.
# Needs only make and Python >= 3.11 with venv; choose another with: make PYTHON=python3.12 test

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest -q

.DEFAULT_GOAL := help
.PHONY: help setup learn test test-slow test-plain lint types imports bench peers docs check clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The stamps make set-up happen once, and again when pyproject.toml changes.
$(VENV)/.dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -e ".[dev]"
	@touch $@

$(VENV)/.docs: $(VENV)/.dev
	$(BIN)/pip install -q -e ".[docs]"
	@touch $@

setup: $(VENV)/.dev ## create .venv with everything for development

learn: $(VENV)/.dev ## learn rules from the table that the package ships
	$(BIN)/conjunct learn

test: $(VENV)/.dev ## run the quick tests and docstring examples
	$(PYTEST) -n auto

test-slow: $(VENV)/.dev ## run the slow tests: all public tables, many runs, faults
	$(PYTEST) -n auto -m slow

test-plain: $(VENV)/.dev ## run the tests with the kernels as plain Python
	NUMBA_DISABLE_JIT=1 HYPOTHESIS_PROFILE=plain $(PYTEST) -n auto

lint: $(VENV)/.dev ## check style, format and spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell src tests benchmarks examples docs *.md

types: $(VENV)/.dev ## check types
	$(BIN)/mypy

imports: $(VENV)/.dev ## check that imports point down the layers
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## time the benchmarks
	$(PYTEST) benchmarks --benchmark-only

# Results are kept in .peers: peers run once, ours anew after each change. The page and pictures of the documentation are
# written anew. With options only .peers is written, e.g. make peers PEERS="--tables adult --limit 300"; --help lists them.
peers: $(VENV)/.dev ## measure other rule learners and trees beside ours
	PYTHONPATH=benchmarks $(BIN)/python -m peers $(or $(PEERS),--docs docs)

docs: $(VENV)/.docs ## build the documentation into docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html

check: lint types imports test test-slow test-plain ## everything that has to pass before a commit is shared

clean: ## remove everything that was built, .venv included
	rm -rf $(VENV) dist build docs/_build docs/gallery docs/api/generated docs/sg_execution_times.rst
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .import_linter_cache
	find src tests benchmarks examples docs -name __pycache__ -type d -prune -exec rm -rf {} +
