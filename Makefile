# Two commands are all it takes, on a fresh Debian machine with git, make and Python 3.11 or newer:
#   make play    sets up and opens the page, with a table server of your own
#   make test    sets up and runs every check
#   make check   runs the quick ones of them, while working
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Half of the time tests wait for other programs: two workers for each processor keep it busy.
WORKERS ?= $(shell expr 2 '*' $$(nproc))
# Tests start hundreds of Python programs: without compiled modules each of them would compile all sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check quick lint types imports schema web tests pythons docs pictures bench mutants clean

play: $(VENV)/ready-to-play
	@$(BIN)/knockroll serve

# Checks side by side keep two processors busy; what each of them says stays together.
SIDE_BY_SIDE = @$(MAKE) --no-print-directory --jobs 2 --output-sync=target

test: $(VENV)/ready-to-test node_modules/ready-to-test
	$(SIDE_BY_SIDE) types web lint imports
	@$(MAKE) --no-print-directory tests

# What to run while working: everything that neither compiles rules nor starts a server, a database or a browser.
check: $(VENV)/ready-to-test
	$(SIDE_BY_SIDE) quick types lint imports

quick: $(VENV)/ready-to-test
	$(BIN)/pytest -n $(shell nproc) --dist worksteal -m "not compiles and not integration"

lint: $(VENV)/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/ready-to-test
	$(BIN)/mypy

imports: $(VENV)/ready-to-test
	$(BIN)/lint-imports

# The TypeScript declarations of the server's messages, which the page is checked against. Playing does not need them.
schema: $(VENV)/ready-to-test
	$(BIN)/python -m scripts.schema

web: node_modules/ready-to-test schema
	node_modules/.bin/biome ci --error-on-warnings
	node_modules/.bin/tsc
	node --test tests/web/unit/*.test.js

tests: $(VENV)/ready-to-test node_modules/ready-to-test
	@scripts/ensure-packages
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --processor-time

# The interpreted tests on the other Pythons that the package is for, as far as they are here.
pythons: $(VENV)/ready-to-test
	$(BIN)/python -m scripts.pythons

# The reference documentation, at http://127.0.0.1:8080. The tests also build it.
docs: $(VENV)/ready-to-test
	$(BIN)/python -m scripts.docs --serve

# The pictures of the documentation; each is made by the program itself.
pictures: $(VENV)/ready-to-test
	$(BIN)/python -m scripts.pictures

bench: $(VENV)/ready-to-test
	$(BIN)/python -m bench

# Makes small errors in the rules and sees whether a test notices: all of them takes hours, make mutants SAMPLE=200 minutes.
mutants: $(VENV)/ready-to-test
	$(BIN)/python -m scripts.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

$(VENV)/ready-to-play: pyproject.toml constraints.txt scripts/install
	@PYTHON=$(PYTHON) scripts/install $(VENV) play
	@touch $@

$(VENV)/ready-to-test: pyproject.toml constraints.txt scripts/install
	@PYTHON=$(PYTHON) scripts/install $(VENV) test
	@touch $@ $(VENV)/ready-to-play

# The tools that check the page; playing needs none of them.
node_modules/ready-to-test: package.json
	@scripts/ensure-packages
	@echo "Installing the tools that check the page, with npm (once) …"
	@npm install --silent --no-package-lock || npm install --silent --no-package-lock || \
		{ echo "npm cannot reach its registry. Check the network connection and run make again."; exit 1; }
	@touch $@

clean:
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .evidence .import_linter_cache .mutants build htmlcov .coverage
