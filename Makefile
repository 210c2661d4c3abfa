# A thin face: Meson builds. Every target installs what it needs and then works.
.PHONY: run build test lint format bench fuzz coverage install clean
.DEFAULT_GOAL := build

NEED := tools/need
WERROR := $(if $(CI),--werror)

run: build
	build/tablier play topologic

build: build/build.ninja
	meson compile -C build

build/build.ninja:
	$(NEED) build
	meson setup build $(WERROR)

test:
	$(NEED) build test
	tools/test-all

lint:
	$(NEED) build test lint
	tools/lint-all

format:
	$(NEED) lint
	git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

bench: build
	tools/bench-all build

fuzz:
	$(NEED) build fuzz
	tools/fuzz-all

coverage:
	$(NEED) build test coverage
	tools/coverage

install: build
	meson install -C build

clean:
	rm -rf build build-*
