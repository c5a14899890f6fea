# Everything runs in .venv, which the first target that needs it builds from pinned packages.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
# Ray needs other versions of some packages, so it gets an environment of its own.
RAY_VENV := .venv-ray
RAY_INSTALLED := $(RAY_VENV)/.installed
PRESET ?= quickstart
# More words for pip, for instance where to find a CPU build of torch.
PIP_ARGS ?=
PEERS := .venv-bench/.installed
BENCH_ARGS ?=
# A thread of torch for each process: two processes with two each would wait for one another.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest
# Two processes, each with neighbouring tests: what a file compiles or trains is made once.
TWO := -n 2 --dist worksteal
# Files with tests that bear a mark: to read all the others costs more than to run these.
MARKED = $(shell grep -rl 'mark\.$(1)' tests --include='test_*.py')

.DEFAULT_GOAL := help
.PHONY: help install train test lint types warm tests tests-plain check-deep rulebook proofs statement-runs golden web docs bench test-ray clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

install: $(INSTALLED) ## Build .venv with all pinned packages

# What builds the package gets an environment of its own; old pips pin it by the first variable, new
# ones by the second.
$(INSTALLED): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "python3.11 or later is needed and was not found"; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is too old: Python 3.11 or later is needed (make PYTHON=...)"; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
		$(BIN)/python -m pip install --quiet -e '.[train,web,dev]' $(PIP_ARGS)
	touch $@

train: $(INSTALLED) ## Train both sides (PRESET=quickstart) and write runs/<name>/report.html
	$(BIN)/warfront train $(PRESET)

# Compiling takes one core for minutes: types and plain tests run on the other meanwhile.
test: lint ## Lint, format, types and all tests (what CI runs)
	$(MAKE) --no-print-directory -j 2 warm types tests-plain
	$(MAKE) --no-print-directory tests

lint: $(INSTALLED) ## Lint and check the format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED) ## Check the types (mypy --strict)
	$(BIN)/mypy

warm: $(INSTALLED) ## Compile the rules of both games
	$(BIN)/python tests/warm.py

# Tests marked `serial` measure time, so they get the machine to themselves.
tests: warm ## Run the tests, rules compiled
	$(PYTEST) $(TWO) -m "not deep and not ray and not serial"
	$(PYTEST) -m "serial and not deep and not ray" $(call MARKED,serial)

tests-plain: $(INSTALLED) ## Run a part of the tests again with the rules as plain Python
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(TWO) -m "plain and not deep and not ray" $(call MARKED,plain)

check-deep: $(INSTALLED) ## Run the long proofs
	$(PYTEST) $(TWO) -m deep

rulebook: $(INSTALLED) ## Write the pages of docs/rules and docs/environments anew
	$(BIN)/python tests/rulebook.py
	$(BIN)/python tests/env_pages.py

docs: $(INSTALLED) ## Build the pages of docs as a site to read offline, build/site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

proofs: $(INSTALLED) ## Switch each statement off and write docs/rules/*_proofs.md anew
	$(BIN)/python tests/proofs.py

statement-runs: $(INSTALLED) ## Count how often each statement runs and write docs/rules/battlecards_runs.md
	$(BIN)/python tests/statement_runs.py

golden: $(INSTALLED) ## Write the golden playthroughs and perft counts anew
	$(BIN)/python tests/golden.py

web: $(INSTALLED) ## Build the scripts of the page from their TypeScript (needs npm)
	$(BIN)/python tests/front_end.py

# The peers get an environment of their own, with what they need at the versions that were tried.
$(PEERS): benchmarks/peers.txt $(INSTALLED)
	test -x .venv-bench/bin/python || $(BIN)/python -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --no-deps -r benchmarks/peers.txt $(PIP_ARGS)
	touch $@

bench: $(INSTALLED) $(PEERS) ## Measure speed beside other environments and write docs/benchmarks.md
	$(BIN)/python benchmarks/run.py $(BENCH_ARGS)

$(RAY_INSTALLED): pyproject.toml constraints-ray.txt
	test -x $(RAY_VENV)/bin/python || $(PYTHON) -m venv $(RAY_VENV)
	PIP_CONSTRAINT=constraints-ray.txt PIP_BUILD_CONSTRAINT=constraints-ray.txt \
		$(RAY_VENV)/bin/python -m pip install --quiet -e '.[train,ray]' pytest $(PIP_ARGS)
	touch $@

test-ray: $(RAY_INSTALLED) ## Test training and matches on a Ray cluster of two nodes on this machine
	$(RAY_VENV)/bin/python -m pytest -m ray tests/on_ray

clean: ## Remove all environments and all caches of the tools (runs/ stays)
	rm -rf $(VENV) $(RAY_VENV) .venv-bench .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find envs agents training tests -name __pycache__ -prune -exec rm -rf {} +
