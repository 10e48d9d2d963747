# Two commands do everything on a fresh machine: `make league` and `make test`.
.DEFAULT_GOAL := help
SHELL := /bin/sh

VENV := .venv
PY := $(VENV)/bin/python
PROTO_VENV := .venv-proto
PROTO_PY := $(PROTO_VENV)/bin/python
PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null)
READY := $(VENV)/.ready
PROTO_READY := $(PROTO_VENV)/.ready

PROTOS := $(shell cd proto && find podesta -name '*.proto' | sort)
SERVICE_PROTOS := podesta/v1/engine.proto podesta/v1/lobby.proto podesta/v1/rules.proto

.PHONY: bench-ledger help setup league test test-quick check lint types proto proto-drift proto-breaking bench clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

ifdef UV
MAKE_VENV = $(UV) venv --quiet --clear --python $(PYTHON)
INSTALL = $(UV) pip install --quiet --python
else
MAKE_VENV = $(PYTHON) -m venv --clear
INSTALL = sh -c '"$$0" -m pip install --quiet --disable-pip-version-check "$$@"'
endif

$(READY): pyproject.toml
	@echo "installing podesta and its tools into $(VENV), one to three minutes"
	$(MAKE_VENV) $(VENV)
	$(INSTALL) $(PY) -e '.[dev]'
	@touch $@

$(PROTO_READY): Makefile
	@echo "installing the protocol compiler into $(PROTO_VENV), up to a minute"
	$(MAKE_VENV) $(PROTO_VENV)
	$(INSTALL) $(PROTO_PY) 'grpcio-tools==1.76.0' 'grpcio==1.76.0' 'protobuf==6.31.1'
	@touch $@

setup: $(READY) ## make the virtual environment

league: $(READY) ## play the sample league, print its standings
	$(VENV)/bin/podesta league run engines/leagues/sample.toml
	$(VENV)/bin/podesta league export engines/leagues/sample.toml --format records --output league/sample
	$(VENV)/bin/podesta league show engines/leagues/sample.toml

test: $(READY) ## run all tests
	$(PY) -m pytest -n auto --dist loadfile --max-worker-restart 2

test-quick: $(READY) ## run the tests that are not marked slow
	$(PY) -m pytest -n auto --dist loadfile --max-worker-restart 2 -m "not slow"

# The protocol that others may have written bots for; without git there is nothing to compare with.
LANDED ?= $(shell git rev-parse --quiet --verify origin/main 2>/dev/null || git rev-parse --quiet --verify HEAD 2>/dev/null)

proto-breaking: $(READY) ## whether the protocol breaks with the landed one (LANDED=commit)
	@if [ -n "$(LANDED)" ]; then $(VENV)/bin/buf breaking --against ".git#ref=$(LANDED)"; \
	else echo "no git history: the protocol is compared with nothing"; fi

check: $(READY) proto-drift proto-breaking ## formats, lints, types, drift of generated code
	$(VENV)/bin/buf lint
	$(VENV)/bin/buf format --diff --exit-code
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/pyright --pythonpath $(PY)

proto: $(PROTO_READY) ## make the generated code anew
	cd proto && ../$(PROTO_PY) -m grpc_tools.protoc -I . --python_out=. --pyi_out=. $(PROTOS)
	cd proto && ../$(PROTO_PY) -m grpc_tools.protoc -I . --grpc_python_out=. $(SERVICE_PROTOS)

proto-drift: $(PROTO_READY)
	@rm -rf $(PROTO_VENV)/drift && mkdir -p $(PROTO_VENV)/drift
	cd proto && ../$(PROTO_PY) -m grpc_tools.protoc -I . --python_out=../$(PROTO_VENV)/drift --pyi_out=../$(PROTO_VENV)/drift $(PROTOS)
	cd proto && ../$(PROTO_PY) -m grpc_tools.protoc -I . --grpc_python_out=../$(PROTO_VENV)/drift $(SERVICE_PROTOS)
	@cd $(PROTO_VENV)/drift && find . -type f | while read f; do cmp "$$f" "../../proto/$$f" || { echo "generated code is not up to date: run 'make proto'"; exit 1; }; done

	@cd proto && for f in $(PROTOS); do echo "import $$(echo $${f%.proto}_pb2 | tr / .)"; done | ../$(PROTO_PY) -
	@cd proto && for f in $(SERVICE_PROTOS); do echo "import $$(echo $${f%.proto}_pb2_grpc | tr / .)"; done | ../$(PROTO_PY) -

bench: $(READY) ## measure speed, as ratios within one run
	$(PY) -m tests.bench

bench-ledger: $(READY) ## measure a large ledger: make bench-ledger LEDGER=file, or one of 20,000 matches
	$(PY) -m tests.bench.ledger_times $(LEDGER)

clean: ## remove what the commands above made, but no league
	rm -rf $(VENV) $(PROTO_VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
