# A thin face: Meson builds. Every target installs what it needs and then works.
.PHONY: run build web dist pictures test lint format bench bench-compare cluster fuzz soak coverage install clean
.DEFAULT_GOAL := build

NEED := tools/need
WERROR := $(if $(CI),--werror)

# The page first: the build puts it into the binary.
run: web
	meson compile -C build tablier:executable
	build/tablier serve

build: build/build.ninja
	meson compile -C build

# The page, into web/dist: the build puts it into the server.
web: build/build.ninja
	$(NEED) web
	meson compile -C build wasm/tablier.wasm
	web/tools/run build $(CURDIR)/build/wasm/tablier.wasm

# What only tests need is asked for by tools/test-all, once it is installed.
build/build.ninja:
	$(NEED) build web
	meson setup build -Dtests=false $(WERROR)

# One file to copy: every library but the C library is in it, and so is the page.
dist: web
	$(NEED) dist
	test -f build-dist/build.ninja || meson setup build-dist -Dstatic=true -Dtests=false $(WERROR)
	meson compile -C build-dist tablier:executable
	mkdir -p dist
	strip -o dist/tablier build-dist/tablier
	ldd dist/tablier

# The README's pictures, from games that bots play: the page, and each game of the engine.
pictures: web
	$(NEED) pictures
	web/tools/node tests/web/readme.mjs build/wasm/tablier.wasm docs/pictures README.md

test:
	$(NEED) build
	tools/test-all

lint:
	$(NEED) build test web lint
	tools/lint-all

format:
	$(NEED) web lint
	git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i
	web/tools/run install
	web/tools/node web/node_modules/@biomejs/biome/bin/biome format --write

bench: build
	tools/bench-all build

# The same load on boardgame.io, from npm, in the same run.
bench-compare: build
	$(NEED) web
	bench/boardgameio/install
	meson compile -C build bench/bench-server
	build/bench/bench-server --compare

# What one, two and three nodes carry; then three and HAProxy, and what happens when each of them or PostgreSQL dies.
cluster: build
	$(NEED) test
	meson compile -C build bench/bench-server
	TABLIER=build/tablier python3 tests/contained.py -- python3 tests/server/cluster.py --tables 200 --seconds 120 --bench build/bench/bench-server

fuzz:
	$(NEED) build web test fuzz
	tools/fuzz-all

# What is tried at night; SOAK="simulator 100" tries some of it.
soak: web
	$(NEED) build web test fuzz soak
	meson setup --reconfigure build -Dtests=true
	meson compile -C build
	tools/soak $(SOAK)

coverage:
	$(NEED) build web test coverage
	tools/coverage

install: build
	meson install -C build

clean:
	rm -rf build build-*
