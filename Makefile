# Two commands are enough: `make run` and `make test`. Both make .venv first, once.
PYTHON ?= python3
EXTRAS ?= embeddings
VENV := .venv
BIN := $(VENV)/bin
comma := ,
PARTS := slack,discord,telegram,models,postgres$(if $(EXTRAS),$(comma)$(EXTRAS))
RUN_STAMP := $(VENV)/.installed-$(if $(EXTRAS),$(EXTRAS),small)
DEV_STAMP := $(VENV)/.installed-dev
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: run test check faults soak proof bench docs fresh clean
run: $(RUN_STAMP)
	@$(BIN)/python run_bots.py $(ARGS)

test: LANE = not slow
test: WORKERS = logical
check: LANE = unit and not slow
check: WORKERS = $(shell $(BIN)/python -c "import os; print(1 + os.cpu_count())") # these wait for clocks, not for servers
test check: $(RUN_STAMP) $(DEV_STAMP)
	$(BIN)/lint-imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy bots memory adapters config bench training
	$(BIN)/python -m pytest -m "$(LANE)" -n $(WORKERS) --maxprocesses 8 --dist worksteal

faults: $(RUN_STAMP) $(DEV_STAMP)
	$(BIN)/python -m tests.faults $(ARGS)

soak: $(RUN_STAMP) $(DEV_STAMP)
	$(BIN)/python -m tests.soak $(ARGS)

proof: $(RUN_STAMP) $(DEV_STAMP)
	$(BIN)/python -m tests.proof $(ARGS)

bench: $(RUN_STAMP) $(DEV_STAMP)
	$(BIN)/python run_bots.py bench gathering
	$(BIN)/python run_bots.py bench changing
	$(BIN)/python run_bots.py bench belief
	$(BIN)/python run_bots.py bench formation --part held_out
	$(BIN)/python run_bots.py bench ingest
	$(BIN)/python run_bots.py bench memory
	$(BIN)/python run_bots.py bench latency
	$(BIN)/python run_bots.py bench fleet

docs: $(DEV_STAMP)
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[$(PARTS),docs]'
	$(BIN)/python -m config.readme --write
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q
	@echo "The site is in build/site/index.html"

fresh:
	$(PYTHON) -m tests.fresh $(ARGS)

clean:
	rm -rf $(VENV)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing: platforms ($(PARTS)). This happens once and takes a few minutes."
	$(BIN)/python -m pip install --progress-bar on -c constraints.txt -e '.[$(PARTS)]'
	@touch $@

$(DEV_STAMP): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[$(PARTS),dev]'
	@touch $@
