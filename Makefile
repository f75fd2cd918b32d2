# `make study` and `make test` are all that a reader needs; the rest is for who works on the code.
# Everything lands in this folder: .venv (packages), build (objects), runs (results). No root needed.
#
# PYTHON=/some/python on the command line uses that interpreter, which then must have the packages.

VENV := .venv
STUDY ?= experiments/01-rule-sheets
RUN ?= runs/rule-sheets
# Deals for each rule set and number of players; the study file asks for more (GAMES= plays them all).
GAMES ?= 1k
CMAKE := $(firstword $(wildcard $(VENV)/bin/cmake) cmake)
GENERATOR := $(if $(shell command -v ninja 2>/dev/null),-G Ninja,)
JOBS ?= 2
CLANG ?= $(firstword $(foreach name,clang++ clang++-14,$(shell command -v $(name) 2>/dev/null)))

ifeq ($(origin PYTHON),command line)
  INSTALLED :=
  INSTALLED_DEV :=
  export PYTHONPATH := $(CURDIR)/python
else
  override PYTHON := $(VENV)/bin/python
  INSTALLED := $(VENV)/.installed
  INSTALLED_DEV := $(VENV)/.installed-dev
endif

# What the installed package is made of; newer sources mean a new installation.
SOURCES := pyproject.toml CMakeLists.txt \
  $(shell find cpp python -type f \( -name '*.?pp' -o -name '*.py' -o -name '*.pyi' -o -name '*.toml' -o -name '*.j2' -o -name '*.css' \))

.PHONY: study test long dev native clang arm bench lint format stubs asan tsan clean

study: $(INSTALLED)
	$(PYTHON) -m rummylab study run $(STUDY) -o $(RUN) $(if $(GAMES),--games $(GAMES))
	$(PYTHON) -m rummylab report $(RUN) -o $(RUN)/report.html

test: $(INSTALLED_DEV)
	$(PYTHON) -m pytest -q -n $(JOBS)

# Coverage of intervals and false alarms with 2,000 repetitions of each.
long: $(INSTALLED_DEV)
	$(PYTHON) -m pytest -q -m long

$(VENV)/bin/python:
	python3 -m venv $(VENV)

$(VENV)/.installed: $(SOURCES) | $(VENV)/bin/python
	@echo "installing into $(VENV): the native core is compiled, which takes some minutes"
	$(VENV)/bin/python -m pip install -q .
	touch $@

$(VENV)/.installed-dev: $(SOURCES) | $(VENV)/bin/python
	@echo "installing into $(VENV): the native core is compiled, which takes some minutes"
	$(VENV)/bin/python -m pip install -q '.[dev]'
	touch $(VENV)/.installed $@

# The module beside its Python files, for PYTHONPATH=python.
dev: $(INSTALLED_DEV)
	$(CMAKE) --preset dev $(GENERATOR) -DPython_EXECUTABLE=$(abspath $(PYTHON))
	$(CMAKE) --build build/dev -j $(JOBS)
	rm -f python/rummylab/_core*.so
	cp build/dev/_core*.so python/rummylab/

native: dev
	build/dev/rummy_tests

# Clang warns of other things than GCC, and its games are equal to the last byte.
clang: $(INSTALLED_DEV)
	$(CMAKE) --preset ci -B build/ci-clang $(GENERATOR) -DCMAKE_CXX_COMPILER=$(CLANG) \
	  -DPython_EXECUTABLE=$(abspath $(PYTHON))
	$(CMAKE) --build build/ci-clang -j $(JOBS)
	build/ci-clang/rummy_tests
	rm -rf build/ci-clang/python
	cp -r python build/ci-clang/
	rm -f build/ci-clang/python/rummylab/_core*.so
	cp build/ci-clang/_core*.so build/ci-clang/python/rummylab/
	PYTHONPATH=build/ci-clang/python $(PYTHON) -m pytest -q tests/python/test_replay.py

# The registers of ARM without such a machine: needs g++-aarch64-linux-gnu and qemu-user-static.
arm:
	$(CMAKE) --preset arm $(GENERATOR)
	$(CMAKE) --build build/arm -j $(JOBS) --target rummy_tests
	qemu-aarch64-static build/arm/rummy_tests

bench:
	$(CMAKE) --preset release $(GENERATOR)
	$(CMAKE) --build build/release -j $(JOBS)
	build/release/solver_bench
	build/release/hands_bench
	build/release/deals_bench

lint: $(INSTALLED_DEV)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) tools/clang_format.py --check

format: $(INSTALLED_DEV)
	$(PYTHON) -m ruff check --fix-only .
	$(PYTHON) -m ruff format .
	$(PYTHON) tools/clang_format.py

stubs: dev
	PYTHONPATH=$(CURDIR)/python $(PYTHON) tools/stubs.py

asan tsan:
	$(CMAKE) --preset $@ $(GENERATOR)
	$(CMAKE) --build build/$@ -j $(JOBS)
	build/$@/rummy_tests
	build/$@/rummy_soak 10000

clean:
	rm -rf build python/rummylab/_core*.so
