# The commands of this project. Each sets up what it needs on first use.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Most modules of what is installed are never imported: Python compiles the others when they are, and keeps them.
export PYTHONDONTWRITEBYTECODE :=
PIP = $(BIN)/python -m pip install -qq --no-compile --disable-pip-version-check -c constraints.txt
BASE := $(VENV)/.base
READY := $(VENV)/.ready
DOCS := $(VENV)/.docs

.PHONY: help ready demo test test-long check docs pictures wheel bench clean
.DEFAULT_GOAL := help

help:
	@echo "make demo   sort people on built-in data"
	@echo "make test   run the tests"
	@echo "make test-long  run the calibrations and seed sweeps of layers that changed since they last passed"
	@echo "make check  format, lint and type checks, and checks of the workflows"
	@echo "make docs   build the pages into docs/_build/html, and check their links"
	@echo "make wheel  build what can be installed or sent, into dist/"
	@echo "make pictures  take the pictures of README.md and docs/ anew"
	@echo "make bench  measure speed, as ratios"
	@echo "make clean  remove everything that was set up or cached"

$(BASE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bayeshat needs Python 3.11 or newer; set PYTHON=")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "setting up $(VENV) (once)"
	@$(PIP) -e .
	@touch $@

# The kernels are compiled while packages are fetched: otherwise every worker of the tests would compile them.
$(READY): $(BASE)
	@echo "setting up what the tests need (once)"
	@$(BIN)/bayeshat warm >/dev/null 2>&1 & $(PIP) -e '.[dev]'; status=$$?; wait; exit $$status
	@touch $@ $(DOCS)  # which brings all that the pages need

$(DOCS): $(BASE)
	@echo "setting up what the pages need (once)"
	@$(PIP) -e '.[docs]'
	@touch $@

ready: $(READY)

demo: $(BASE)
	@$(BIN)/bayeshat demo

# JAX compiles the same sampler in several tests and in every process; what it made is kept, as numba's kernels are.
test test-long: export JAX_COMPILATION_CACHE_DIR := $(abspath $(VENV))/.jax
test test-long: export JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS := 0
# Compiling takes longer than the few draws of a test: it is done without costly optimisations.
test test-long: export XLA_FLAGS := --xla_backend_optimization_level=0
# Tests of pages wait for servers and browsers: with half as many workers again, no core idles meanwhile.
WORKERS = -n $$($(BIN)/python -c 'import os; print(3 * os.cpu_count() // 2)') --dist worksteal

test: $(READY)
	@$(BIN)/python -m pytest $(WORKERS)

test-long: $(READY)
	@$(BIN)/python tests/long_tests.py $(WORKERS)

# The schemas come with the program: nothing is fetched.
SCHEMA = $(BIN)/check-jsonschema --quiet --builtin-schema

check: $(READY)
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format"; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	@$(SCHEMA) vendor.dependabot .github/dependabot.yml
	@$(SCHEMA) vendor.github-issue-forms .github/ISSUE_TEMPLATE/fault.yml .github/ISSUE_TEMPLATE/wish.yml
	@$(SCHEMA) vendor.citation-file-format --force-filetype yaml CITATION.cff
	@$(SCHEMA) vendor.compose-spec deploy/compose.yaml
	@$(BIN)/zizmor --offline --pedantic --quiet --no-progress .github

# Warnings are errors; nothing is fetched. Then no link may lead nowhere.
docs: $(DOCS)
	@$(BIN)/sphinx-build -qW --keep-going -j auto docs docs/_build/html
	@$(BIN)/python docs/check_links.py docs/_build/html README.md CONTRIBUTING.md CHANGELOG.md

# Needs Chromium.
pictures: $(READY)
	@$(BIN)/python docs/pictures/take.py

# First the source archive, then from it the wheel: what the archive lacks, the wheel would too.
wheel: $(READY)
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation

bench: $(READY)
	@$(BIN)/python benchmarks/run.py

clean:
	@rm -rf $(VENV) build dist docs/_build docs/gallery_built docs/sg_execution_times.rst docs/reference/generated .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
