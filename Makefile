# What you need: Python 3.11 or newer and make. Each target sets up the rest by itself.
#
#   make play    open the site: http://127.0.0.1:8000
#   make test    the tests, under five minutes on two cores
#   make check   linters, types, import contracts, of Python and of the scripts, then the tests
#   make audit   the pinned dependencies against the stored advisories; part of check
#   make soak    long randomised runs, every setting, every variant of a journey in a browser
#   make chaos   kills and faults under play (SEED=… FAULTS=60 MINUTES=60 CHAOS="--town embedded")
#   make leaks   two worlds as rendered pages and frames (SEED=… MATCHES=1000)
#   make nonsense   bad inputs for every route, socket and file (SEED=… INPUTS=100000)
#   make versions   the same matches under Python 3.12 and 3.13, where they are installed
#   make fast    the core and the games compiled into .venv, where there is a C compiler
#   make wheels  the wheel of pure Python, and the one with compiled modules for this platform
#   make bench   how fast it is here, beside peers (BENCH="--plot growth.svg --json FILE --keep")
#   make bench-site   the site under load, beside boardgame.io (needs Node, see its README.md)
#   make siege   1,000 tables under load, quiet and with an attacker, in turns
#   make memory  an hour under load, and what the processes hold meanwhile (soak.svg)
#   make setup   .venv with everything, as the others need it
#   make lock    choose new versions of all dependencies

BIN := .venv/bin
READY := .venv/.ready
PYTEST := $(BIN)/python -m pytest

# Compiled modules are kept, whatever the shell says: else each of the hundreds of processes that
# the tests start would compile everything it imports, which takes five seconds for a server.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test browser check lint audit soak chaos leaks nonsense versions fast wheels bench bench-site siege memory setup lock clean

play: setup
	$(BIN)/boomtown serve --data data

# Three at a time on two cores: much of it is waiting for browsers and servers. The tests are
# collected once, then the process is forked (tests/helpers/processes.py). One test after the other
# is handed out, the long ones among the others (tests/conftest.py): all end together. Tests that
# share something costly are of one group, and follow each other. The sources are what is tested;
# where `make fast` has compiled them, tests/test_build.py holds both against each other.
test: setup browser
	TMPDIR="$$(sh tools/scratch.sh)" BOOMTOWN_PURE=1 $(PYTEST) --processes 3 -m "not soak"

browser:
	sh tools/browser.sh

check: lint test

lint: setup audit
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/deno lint --quiet
	$(BIN)/deno check --quiet platform games
	$(BIN)/deno check --quiet tests

# Without a network; `python tools/audit.py --help` tells how the list is renewed.
audit: setup
	$(BIN)/python tools/audit.py

# Where there is a C compiler the compiled build plays, in less than half the time: `make test` has
# tried the sources, and tests/test_build.py holds both against each other.
soak: setup browser
	$(BIN)/python -m tools.fast --if-possible
	TMPDIR="$$(sh tools/scratch.sh)" $(PYTEST) -m soak --timeout 3600 --durations 40 \
		--processes $$(getconf _NPROCESSORS_ONLN)

FAULTS := 60
MINUTES := 60

chaos: setup
	PYTHONPATH=tests/helpers $(BIN)/python -m chaos --seed "$(SEED)" --faults $(FAULTS) \
		--minutes $(MINUTES) $(CHAOS)

MATCHES := 1000

leaks: setup
	PYTHONPATH=tests/helpers $(BIN)/python -m twoworlds --seed "$(SEED)" --matches $(MATCHES) \
		--processes 2

INPUTS := 100000

nonsense: setup
	PYTHONPATH=tests/helpers $(BIN)/python -m nonsense --seed "$(SEED)" --inputs $(INPUTS)

versions: setup
	sh tools/versions.sh

# Used only as long as the sources stay as they are: `boomtown --version` tells what runs.
fast: setup
	$(BIN)/python -m tools.fast

wheels: setup
	$(BIN)/python -m build --wheel --no-isolation
	BOOMTOWN_COMPILE=1 $(BIN)/python -m build --wheel --no-isolation

BENCH :=

bench: setup
	PYTHONPATH=tests/helpers $(BIN)/python -m benchmarks $(BENCH)

bench-site: setup
	npm ci --prefix benchmarks/site
	$(BIN)/python -m benchmarks.site

siege: setup
	$(BIN)/python -m benchmarks.siege

memory: setup
	$(BIN)/python -m benchmarks.soak --minutes $(MINUTES)

setup: $(READY)

$(READY): pyproject.toml requirements.lock tools/setup.sh examples/high_noon/pyproject.toml
	sh tools/setup.sh

# Three locks of one choice: for work on it, for a site, and for making the wheel of a site.
COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate

lock: setup
	$(COMPILE) --upgrade --group dev pyproject.toml --output-file requirements.lock
	$(COMPILE) --constraint requirements.lock --extra postgres pyproject.toml \
		--output-file deploy/requirements.lock
	$(COMPILE) --constraint requirements.lock --group build --output-file deploy/build.lock

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
