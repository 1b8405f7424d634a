# make serve | test | soak | bench      needs Python 3.11 or newer and, the first time, PyPI
# make lint types imports format        what CI checks
# make programs                         what a few tests need beside Python; on Debian, as root
# make openapi examples contract fuzz chaos deploy-check lock clean

VENV ?= .venv
# The first interpreter that is new enough; another one: make serve PYTHON=/path/to/python
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
# Two processes: what the suite is sized for.
TEST_PROCESSES ?= 2
TEST_ARGS ?=
SOAK_GAMES ?= 1000
FUZZ_ARGS ?=
CHAOS_ARGS ?=

PY := $(VENV)/bin/python
PIP := $(PY) -m pip --quiet --disable-pip-version-check --no-input install

.PHONY: serve test programs soak bench lint format types imports openapi examples openapi-check contract fuzz chaos \
	deploy-check lock clean
.DELETE_ON_ERROR:

# gunicorn's settings are environment variables: make serve PORT=8080 REFEREE_WORKERS=4
serve: $(VENV)/.installed
	$(VENV)/bin/gunicorn -c deploy/gunicorn.conf.py

test: $(VENV)/.installed-dev
	@$(PY) -m tests.redis_server --install
	$(PY) -m pytest -n $(TEST_PROCESSES) --dist worksteal $(TEST_ARGS)

# Debian's programs for what drives a browser or nginx or asks promtool; without them that is skipped. Needs root.
programs: $(VENV)/.installed-dev
	$(PY) -m tests.debian chromium nginx promtool

soak: $(VENV)/.installed-dev
	$(PY) -m tests.games.soak --games $(SOAK_GAMES)

bench: $(VENV)/.installed-dev
	@$(PY) -m tests.redis_server --install
	$(PY) -m tests.bench --write

contract: $(VENV)/.installed-dev
	@$(PY) -m tests.redis_server --install
	$(PY) -m tests.contract.run

# Other cases than CI's, and more: make fuzz FUZZ_ARGS="--seed 2 --cases 200000 --minutes 120"
fuzz: $(VENV)/.installed-dev
	$(PY) -m tests.fuzz $(FUZZ_ARGS)

# Some scenes only: make chaos CHAOS_ARGS="--scene redis-killed --scene upgrade". They need nginx and redis-server.
chaos: $(VENV)/.installed-dev
	@$(PY) -m tests.redis_server --install
	@$(PY) -m tests.debian nginx
	$(PY) -m tests.chaos $(CHAOS_ARGS)

# What can be known about deploy/ without a container engine and without a cluster.
deploy-check: $(VENV)/.installed-dev
	$(PY) -m tests.deploy.check

lint: $(VENV)/.installed-dev
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check

format: $(VENV)/.installed-dev
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

types: $(VENV)/.installed-dev
	$(VENV)/bin/mypy

imports: $(VENV)/.installed-dev
	$(VENV)/bin/lint-imports

# What the service really answers, for the document: openapi/examples/<operation>.json.
examples: $(VENV)/.installed
	$(PY) -m service.openapi_examples

openapi: examples
	@mkdir -p openapi
	$(PY) -m service.openapi_document > openapi/openapi.json.new
	mv openapi/openapi.json.new openapi/openapi.json

openapi-check: $(VENV)/.installed
	$(PY) -m service.openapi_document > $(VENV)/openapi.json
	@cmp openapi/openapi.json $(VENV)/openapi.json || { echo "openapi/openapi.json is out of date: make openapi"; exit 1; }

# The newest versions that pyproject.toml allows, with hashes, for every Python from 3.11 on.
UV = $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	--no-annotate --custom-compile-command "make lock" pyproject.toml
lock: $(PY)
	$(PIP) uv
	$(UV) --output-file requirements.lock
	$(UV) --extra test --extra dev --extra otel --constraints requirements.lock --output-file requirements-dev.lock
	$(UV) --extra otel --constraints requirements-dev.lock --output-file deploy/requirements-otel.lock

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name one: make PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "no venv: on Debian, apt-get install python3-venv"; exit 1; }

# Stamps: nothing is installed again until a lock or the project's own metadata changes.
$(VENV)/.installed: requirements.lock pyproject.toml | $(PY)
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --editable .
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@
