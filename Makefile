# Two commands matter: `make demo` and `make test`. Everything they need is installed by them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SAMPLES ?=
NIGHTLY_MINUTES ?= 60
NIGHTLY_SEED ?=
# The tests of a file share what they build, so they stay in one process.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile

.DEFAULT_GOAL := help
.PHONY: help install demo serve screenshots test quick lint types imports docs bench nightly lock dist sbom clean

help:  ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: $(STAMP)  ## create .venv from the hashed lock and install textveil into it

$(STAMP): requirements/lock.txt pyproject.toml
	$(PYTHON) scripts/check_python.py
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/lock.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -c "from textveil.pipeline.warming import compile_kernels; compile_kernels()"
	@touch $(STAMP)

demo: install  ## release the shipped sample documents and show the report
	$(BIN)/textveil demo --force -o demo-out

test: install lint types imports  ## every check; what .ci/run calls
	sh scripts/browser.sh
	sh scripts/postgres.sh
	$(PYTEST) --tier test

quick: install  ## the core in a minute; names what it leaves out (tests/tiers.py)
	$(PYTEST) --tier quick -q

lint: install  ## ruff: style, bugs, complexity, docstrings, format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install  ## mypy, strict
	$(BIN)/mypy

imports: install  ## the dependency rules of the design
	$(BIN)/lint-imports --no-cache

docs: install  ## build the documentation into site/
	$(BIN)/python scripts/generate_reference.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: install  ## run the benchmarks; SAMPLES=folder adds the ones that need corpora
	$(BIN)/python -m benchmarks $(if $(SAMPLES),--samples $(SAMPLES))

serve: install  ## start the workbench and open it in a browser
	$(BIN)/textveil serve

screenshots: install  ## make the pictures of the workbench in docs/ anew (needs Chromium)
	sh scripts/browser.sh
	$(BIN)/python scripts/screenshots.py

nightly: install  ## all tests, more examples, then attacks for NIGHTLY_MINUTES (60) into tests/found
	TEXTVEIL_SEARCH=1 $(PYTEST) --tier nightly
	$(BIN)/python -m benchmarks.attacker --minutes $(NIGHTLY_MINUTES) $(if $(NIGHTLY_SEED),--seed $(NIGHTLY_SEED))

lock: install  ## resolve the dependencies anew (needs uv)
	uv pip compile pyproject.toml --extra parquet --extra pandas --extra charts --extra spacy --extra presidio --extra messages --extra experiments --extra web --extra postgres --group dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --quiet --output-file requirements/lock.txt

dist: install  ## build the wheel and the sdist into dist/
	$(BIN)/python -m hatchling build -d dist

sbom:  ## list what the lock pins as dist/sbom.cdx.json (CycloneDX, by cyclonedx-bom in an environment of its own)
	$(PYTHON) -m venv --clear .sbom
	.sbom/bin/python -m pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0
	mkdir -p dist
	.sbom/bin/cyclonedx-py requirements requirements/lock.txt --pyproject pyproject.toml --mc-type library --output-reproducible -o dist/sbom.cdx.json
	rm -rf .sbom

clean:  ## remove everything that the other targets made
	rm -rf $(VENV) .sbom dist site demo-out .mypy_cache .pytest_cache .ruff_cache .hypothesis
