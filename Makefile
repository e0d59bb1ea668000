# referee: one makefile, no recursion, nothing to configure. `make help` lists what it can do.
#
# Everything is built under build/<config>/: release, asan (gcc, address and undefined-behaviour
# sanitizers), clang (the same with clang), fuzz (clang's libFuzzer), library (the resolver for
# other programs) and coverage (gcc, counting what runs). Each layer is one static archive, and
# programs link the archives top-down, so that a lower layer can never reach up.
# A file is built because it lies in its folder: no list names it (tests/gates/map.sh looks that git has
# each of them).

# ---- What there is -----------------------------------------------------------------------------

# $1 folders, $2 pattern of names
found = $(sort $(shell find $1 -name '$2'))

# From the highest layer to the lowest: the order of the archives on the link line.
LAYERS := tui cli app exchange forecast store content games tracker resolver base
PURE_LAYERS := games tracker resolver base
CONFIGS := release asan clang fuzz library coverage

# The rule systems, in the order they are listed: each is src/resolver/rules/<system>.c, which defines
# <system>_system, and a data folder of its name with dashes, data/<sys-tem>/. Another one needs no
# entry here: a file and a folder of one name are a system. A system with src/games/<system>/procedure.c,
# which defines <system>_procedure, has a procedure of its own.
FIRST_SYSTEMS := trilemma four_against_darkness caves_of_qud pixel_dungeon yuxtapa
SYSTEMS := $(FIRST_SYSTEMS) $(filter-out $(FIRST_SYSTEMS),$(sort $(foreach folder,$(wildcard data/*), \
    $(patsubst src/resolver/rules/%.c,%,$(wildcard src/resolver/rules/$(subst -,_,$(notdir $(folder))).c)))))
GAMES := $(foreach system,$(SYSTEMS),$(if $(wildcard src/games/$(system)/procedure.c),$(system)))

MAIN_SOURCE := src/main.c
SOURCES := $(filter-out $(MAIN_SOURCE),$(call found,src,*.c))

# Built into the program as bytes: schema/log.sql becomes embedded_schema_log_sql in "embedded.h",
# and a row of the list embedded_files there. The data folder of a system is embedded as it is, the demos
# in the order of the start screen.
DEMOS := evening spire dungeon saltworks sunken_larder mill_pond
EMBEDDED_FILES := \
    $(sort $(foreach system,$(SYSTEMS),$(wildcard \
        $(foreach ending,yaml referee,data/$(subst _,-,$(system))/*.$(ending))))) \
    $(DEMOS:%=data/demo/%.referee) \
    $(sort $(wildcard data/demo/evening/*.yaml data/generic/*.yaml data/manual/*.txt data/tables/*.yaml data/players/page.*)) \
    schema/log.sql $(sort $(wildcard schema/log_*.sql)) schema/views.sql schema/README.md

# Sets what the sanitizers look for.
SANITIZER_SOURCE := tests/support/sanitizer.c

BENCHES := $(call found,tests/bench,bench_*.c)
# What a benchmark runs as the other side.
BENCH_HELPERS := tests/bench/bare_screen.c
FUZZERS := $(call found,tests/fuzz,fuzz_*.c)

# Helpers for tests, linked to every test program.
TEST_SUPPORT_SOURCES := $(filter-out $(SANITIZER_SOURCE),$(sort $(wildcard tests/support/*.c))) \
    $(filter-out $(BENCHES) $(BENCH_HELPERS),$(wildcard tests/bench/*.c)) \
    $(wildcard tests/fault/fault_*.c) tests/store/fixture.c

# Those on a terminal take longest and come first. These, and the rule cases, take arguments and are
# programs of their own; the other tests of a folder are one program with a name for each
# (build/asan/tests/store/test_log), which runs the one that it is called by.
OWN_TESTS := $(call found,tests/pty,test_*.c) tests/rules/test_cases.c
TESTS := $(OWN_TESTS) $(filter-out $(OWN_TESTS) tests/recipe/%,$(call found,tests,test_*.c))
JOINED_TESTS := $(filter-out $(OWN_TESTS),$(TESTS))
TEST_FOLDERS := $(sort $(foreach test,$(JOINED_TESTS),$(word 2,$(subst /, ,$(test)))))

# Script tests print TAP; $BUILD_DIR is the configuration under test, $BUILD_DIR/referee the program.
SCRIPT_TESTS := tests/library/library.sh $(filter-out %/program.sh,$(sort $(wildcard tests/cli/*.sh))) \
    tests/scripts/scripts.sh tests/fixtures/show.sh
# What the build by clang runs. It leaves out the scripts that look at words and numbers, which the compiler does
# not change, and the tests that take longest, which gcc's build runs alone: terminals, thousands of fights, and
# those that try the same code once for every key, size, view and fault.
CLANG_SCRIPT_TESTS := tests/library/library.sh tests/scripts/scripts.sh
CLANG_TESTS := $(filter-out tests/pty/% tests/fault/% $(addsuffix .c,$(addprefix %/test_,duels plays silent figures_fair \
    figures_reading sitting_rescue every_key every_question leaving table_screens table_sizes other_program \
    view_screens palette_names)),$(TESTS))
# Checks of the source tree and of the release build itself.
GATES := $(filter-out %/tap.sh,$(sort $(wildcard tests/gates/*.sh)))

# The programs of TESTS that compare screens; `make accept` lets them rewrite what they expect.
SCREEN_TESTS = $(filter $(TESTS),$(shell grep -lrE 'golden|screen|ACCEPT' tests --include='test_*.c'))

# The tests that are meant to see a change of the rules, beside those of a game's own folders; quick ones first.
MUTANT_TESTS := $(addprefix tests/,rules/test_events.c rules/test_tables.c tracker/test_what_is_asked.c \
    resolver/test_parameters.c tui/fight/test_systems_screens.c scripts/scripts.sh app/test_sitting_rules.c \
    resolver/test_conformance.c app/players/test_players.c cli/forecast_games.sh games/test_plays.c \
    app/forecast/test_chart.c)
MUTANT_TESTS_four_against_darkness := $(addprefix tests/,app/test_dungeon_undone.c tui/fight/test_dungeon_keys.c)
MUTANT_TESTS_caves_of_qud := tests/content/test_library.c
MUTANT_TESTS_trilemma := $(addprefix tests/tui/fight/,test_out_of_turn.c test_table_evening.c)

# ---- Settings ----------------------------------------------------------------------------------

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

BUILD := build
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
SANITIZE_DEBUG ?= -g
FUZZ_SECONDS ?= 30
SOAK_KEYS ?= 20000
KILLS ?= 1000
FIGHTS ?= 10000
REPETITIONS ?= 2000
CAMPAIGNS ?= 1000
TOUR_SECONDS ?= 4
GAME ?= $(SYSTEMS)
MUTANTS ?= 200
SEED ?= 1
DEMO_CAMPAIGN := $(BUILD)/demo/spire.db
DEMO_SCRIPT := data/demo/spire.referee

ifeq ($(origin CC),default)
CC := gcc
endif
GCC ?= gcc
CLANG ?= clang
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
quiet := $(if $(V),,@)

# ---- Packages ----------------------------------------------------------------------------------

BUILD_PACKAGES := ncursesw sqlite3 yaml-0.1 libcmark jansson libutf8proc libxxhash
TEST_PACKAGES := cmocka vterm
OPTIONAL_PACKAGES := libmicrohttpd libqrencode# of the players' page: loaded when it is served, not linked

# Goals that compile nothing must work on a machine without any package, and the library needs no
# package except the generator's.
idle_goals := clean count deb dist format help recipes sources warnings mutated-sources uninstall
library_goals := library install-library
goals := $(or $(MAKECMDGOALS),all)
trust_goals := faults kills hostile long-life resources
test_goals := $(filter test cases check accept fuzz bench hardening soak fair $(trust_goals) intervals silent charts whys campaigns tour cast stills coverage mutants mutants-in-copy $(BUILD)/asan/% $(BUILD)/clang/% $(BUILD)/coverage/%,$(goals))

ifneq ($(filter-out $(idle_goals),$(goals)),)
wanted_packages := $(if $(filter-out $(idle_goals) $(library_goals),$(goals)),$(BUILD_PACKAGES)) $(if $(test_goals),$(TEST_PACKAGES))
missing_packages := $(shell for package in $(wanted_packages); do \
    $(PKG_CONFIG) --exists $$package 2>/dev/null || echo $$package; done; \
    echo '\#include <Random123/philox.h>' | $(CC) -E - >/dev/null 2>&1 || echo Random123)
ifneq ($(strip $(missing_packages)),)
$(error missing: $(strip $(missing_packages)); `sh .ci/prepare` installs all that is needed)
endif
ifneq ($(strip $(wanted_packages)),)
# The macros that ncursesw's flags define would change what every other header declares.
package_cflags := $(filter-out -D_XOPEN_SOURCE% -D_DEFAULT_SOURCE%,\
    $(shell $(PKG_CONFIG) --cflags $(BUILD_PACKAGES)))
package_cflags += $(shell for package in $(OPTIONAL_PACKAGES); do $(PKG_CONFIG) --exists $$package && \
    echo -DHAVE_$$package $$($(PKG_CONFIG) --cflags $$package) | sed 's/HAVE_[a-z]*/\U&/'; done)
package_libs := $(shell $(PKG_CONFIG) --libs $(BUILD_PACKAGES))
endif
test_libs := $(if $(test_goals),$(shell $(PKG_CONFIG) --libs $(TEST_PACKAGES)))
endif

# ---- Flags -------------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes \
    -Wswitch-enum -Wundef -Wwrite-strings -Wformat=2 -Wconversion -Wno-sign-conversion -Wcast-qual \
    -Wdate-time
STANDARD := -std=c17
SANITIZE := -O1 $(SANITIZE_DEBUG) -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
POSIX := -D_XOPEN_SOURCE=700

# Hardening for a program that reads strangers' files; parts that the processor or the compiler do not
# have are left out. `make HARDENING= HARDENING_LINK=` builds without.
comma := ,
if_taken = $(shell echo 'int main(void) { return 0; }' | \
    $(CC) -Werror $1 -x c -o /dev/null - > /dev/null 2>&1 && echo '$1')
HARDENING := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong \
    $(call if_taken,-fstack-clash-protection) \
    $(or $(call if_taken,-fcf-protection=full),$(call if_taken,-mbranch-protection=standard))
HARDENING_LINK := -Wl,-z,relro,-z,now,-z,noexecstack

# As all addresses are bound at the start (BIND_NOW), a call into the C library takes its address from
# the table itself, without a stub in between.
BOUND := $(call if_taken,-fno-plt)

compiler_release := $(CC)
compiler_asan := $(GCC)
compiler_clang := $(CLANG)
compiler_fuzz := $(CLANG)
compiler_library := $(CC)
compiler_coverage := $(GCC)
config_flags_release := -O2 -g $(HARDENING) -fPIE $(BOUND)
config_flags_asan := $(SANITIZE) -Werror
config_flags_clang := $(SANITIZE) -Werror
config_flags_fuzz := $(SANITIZE) -fsanitize=fuzzer-no-link
config_flags_coverage := -O0 --coverage -fprofile-update=atomic
config_flags_library := -O2 -g $(HARDENING) -fPIC -fvisibility=hidden -fno-semantic-interposition
# Added for what decides no fight: the layers around the tracker, and the tests. As it is written it
# takes clang a quarter of the time; the warnings that come of optimizing are gcc's and the release's.
light_flags_clang := -O0
link_flags_release := -pie $(HARDENING_LINK)
link_flags_library := $(HARDENING_LINK)

# The path of the tree must not show in the program, so that two builds are equal byte by byte.
same_anywhere := -ffile-prefix-map=$(CURDIR)=.

flags = $(STANDARD) $(WARNINGS) $(config_flags_$1) $(same_anywhere) -Isrc -I$(BUILD)/$1/generated $(CPPFLAGS) $(CFLAGS)
outer_flags = $(POSIX) $(package_cflags)
system_libs = -lm -pthread
link_libs = $(package_libs) $(system_libs)

# ---- Rules of one configuration ----------------------------------------------------------------

objects = $(patsubst %.c,$(BUILD)/$1/%.o,$2)
layer_objects = $(call objects,$1,$(filter src/$2/%,$(SOURCES)))
archives = $(foreach layer,$(LAYERS),$(BUILD)/$1/lib$(layer).a) $(BUILD)/$1/libembedded.a
programs = $(patsubst %.c,$(BUILD)/$1/%,$2)
# What the sanitizers look for, linked into all that is built with them.
sanitizer = $(if $(filter asan clang fuzz,$1),$(call objects,$1,$(SANITIZER_SOURCE)))
symbol = embedded_$(subst -,_,$(subst .,_,$(subst /,_,$1)))

generated = $(addprefix $(BUILD)/$1/generated/,embedded.h resolver/systems.def games/procedures.def)

# $1 config, $2 layer
define layer_rules
$(BUILD)/$1/src/$2/%.o: src/$2/%.c $(BUILD)/$1/flags | $(call generated,$1)
	@mkdir -p $$(@D)
	$$(if $$(quiet),@echo "CC      $$@")
	$$(quiet)$(compiler_$1) $$(call flags,$1) $(if $(filter $2,$(PURE_LAYERS)),,$$(call outer_flags,$1)) $(if $(filter $2,$(PURE_LAYERS) forecast),,$(light_flags_$1)) -MMD -MP -c -o $$@ $$<

$(BUILD)/$1/lib$2.a: $(call layer_objects,$1,$2) $(BUILD)/$1/sources
	@mkdir -p $$(@D)
	$$(quiet)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)
endef

# $1 config, $2 embedded file
define embedded_rules
$(BUILD)/$1/generated/$2.c: $2 Makefile
	@mkdir -p $$(@D)
	$$(quiet){ echo '#include "embedded.h"'; \
	    echo 'const unsigned char $(call symbol,$2)[] = {'; \
	    od -An -v -tu1 $$< | sed 's/[0-9][0-9]*/&,/g'; \
	    echo '0};'; \
	    echo "const unsigned $(call symbol,$2)_size = $$$$(wc -c < $$<);"; } > $$@
endef

# Each test has a `main`; in the program of its folder it has a name of its own.
main_of = main_of_$(subst /,_,$(1:tests/%.c=%))
joined_name = $(if $(filter $1,$(JOINED_TESTS)),-D'main=$(call main_of,$1)(void); int $(call main_of,$1)')
folder_tests = $(filter tests/$1/%,$(JOINED_TESTS))

# Calls of the program itself that tests of this folder have fail.
wraps_of_fault := $(patsubst %,-Wl$(comma)--wrap=%,malloc calloc realloc link rename access flock open)

# $1 config, $2 folder of tests
define folder_rules
$(BUILD)/$1/generated/tests/$2.c: $(BUILD)/$1/sources
	@mkdir -p $$(@D)
	@{ echo '#include "support/joined.h"'; 	    $(foreach test,$(call folder_tests,$2),echo 'int $(call main_of,$(test))(void);';) 	    echo 'static const struct joined_test tests[] = {'; 	    $(foreach test,$(call folder_tests,$2),echo '    {"$(test:%.c=%)", $(call main_of,$(test))},';) 	    echo '};'; 	    echo 'int main(int count, char **arguments)'; 	    echo '{'; 	    echo '    return joined_run(tests, $(words $(call folder_tests,$2)), count, arguments);'; 	    echo '}'; } > $$@

$(BUILD)/$1/tests/$2/together: $(BUILD)/$1/generated/tests/$2.o $(call objects,$1,$(call folder_tests,$2)) $(call sanitizer,$1) $(BUILD)/$1/libsupport.a $(call archives,$1)
	$$(if $$(quiet),@echo "LINK    $$@")
	$$(quiet)$(compiler_$1) $(config_flags_$1) $(link_flags_$1) $(wraps_of_$2) $$(LDFLAGS) -Wl,--as-needed -o $$@ $$^ $$(link_libs) $$(test_libs)

$(call programs,$1,$(call folder_tests,$2)): %: $(BUILD)/$1/tests/$2/together
	@ln -f $$< $$@
endef

# $1 config
define config_rules
$(foreach layer,$(LAYERS),$(eval $(call layer_rules,$1,$(layer))))
$(foreach file,$(EMBEDDED_FILES),$(eval $(call embedded_rules,$1,$(file))))

# Holds the compiler and its flags; everything is compiled again when they change. The library takes
# no packages, so that it is the same whatever goal builds it. The path of the tree is left out, which
# shows in nothing that is compiled: a copy of the tree takes over what was compiled here.
$(BUILD)/$1/flags: always
	@mkdir -p $$(@D)
	@echo '$(compiler_$1) $$(subst $(CURDIR),.,$$(call flags,$1)) $(if $(filter-out library,$1),$$(call outer_flags,$1) $$(link_libs)) $(light_flags_$1) $(link_flags_$1) $(LDFLAGS)' > $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

# The files there are; archives and the programs of tests are made anew when one comes or goes.
$(BUILD)/$1/sources: always
	@mkdir -p $$(@D)
	@printf '%s\n' $(SOURCES) $(TEST_SUPPORT_SOURCES) $(TESTS) > $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

# Written again when SYSTEMS or the embedded files change. Generated headers exist before anything is
# compiled; files that include one are compiled again when it changes, as with any header.
$(BUILD)/$1/generated/resolver/systems.def: always
	@mkdir -p $$(@D)
	@printf 'SYSTEM(%s_system)\n' $(SYSTEMS) > $$@.new
	@printf '/* %s */\n' $(EMBEDDED_FILES) >> $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

$(BUILD)/$1/generated/games/procedures.def: always
	@mkdir -p $$(@D)
	@printf 'PROCEDURE(%s_procedure)\n' $(GAMES) > $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

$(BUILD)/$1/generated/embedded.h: Makefile $(BUILD)/$1/generated/resolver/systems.def
	@mkdir -p $$(@D)
	$$(quiet){ echo '/* Files of the source tree, as bytes; a zero byte that is not counted follows. */'; \
	    echo '#ifndef REFEREE_EMBEDDED_H'; \
	    echo '#define REFEREE_EMBEDDED_H'; \
	    $(foreach file,$(EMBEDDED_FILES),echo 'extern const unsigned char $(call symbol,$(file))[];'; \
	    echo 'extern const unsigned $(call symbol,$(file))_size;';) \
	    echo '/* All of them, in the order of the makefile, by their paths in the source tree. */'; \
	    echo 'struct embedded_file { const char *path; const unsigned char *bytes; const unsigned *size; };'; \
	    echo 'extern const struct embedded_file embedded_files[];'; \
	    echo 'extern const unsigned embedded_files_count;'; \
	    echo '#endif'; } > $$@

$(BUILD)/$1/generated/embedded_files.c: $(BUILD)/$1/generated/embedded.h
	$$(quiet){ echo '#include "embedded.h"'; \
	    echo 'const struct embedded_file embedded_files[] = {'; \
	    $(foreach file,$(EMBEDDED_FILES),echo '    {"$(file)", $(call symbol,$(file)), &$(call symbol,$(file))_size},';) \
	    echo '};'; \
	    echo 'const unsigned embedded_files_count = $(words $(EMBEDDED_FILES));'; } > $$@

$(BUILD)/$1/libembedded.a: $(patsubst %,$(BUILD)/$1/generated/%.o,$(EMBEDDED_FILES) embedded_files) Makefile
	@mkdir -p $$(@D)
	$$(quiet)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)

$(BUILD)/$1/generated/%.o: $(BUILD)/$1/generated/%.c $(BUILD)/$1/generated/embedded.h $(BUILD)/$1/flags
	$$(quiet)$(compiler_$1) $$(call flags,$1) $$(call outer_flags,$1) -Itests -c -o $$@ $$<

$(BUILD)/$1/src/main.o: src/main.c $(BUILD)/$1/flags | $(BUILD)/$1/generated/embedded.h
	@mkdir -p $$(@D)
	$$(if $$(quiet),@echo "CC      $$@")
	$$(quiet)$(compiler_$1) $$(call flags,$1) $$(call outer_flags,$1) -MMD -MP -c -o $$@ $$<

$(BUILD)/$1/referee: $(BUILD)/$1/src/main.o $(call sanitizer,$1) $(call archives,$1)
	$$(if $$(quiet),@echo "LINK    $$@")
	$$(quiet)$(compiler_$1) $(config_flags_$1) $(link_flags_$1) $$(LDFLAGS) -Wl,--as-needed -o $$@ $$^ $$(link_libs)

$(BUILD)/$1/tests/%.o: tests/%.c $(BUILD)/$1/flags | $(BUILD)/$1/generated/embedded.h
	@mkdir -p $$(@D)
	$$(if $$(quiet),@echo "CC      $$@")
	$$(quiet)$(compiler_$1) $$(call flags,$1) $$(call outer_flags,$1) $(light_flags_$1) $$(call joined_name,$$<) -Itests -MMD -MP -c -o $$@ $$<

$(BUILD)/$1/libsupport.a: $(call objects,$1,$(TEST_SUPPORT_SOURCES)) $(BUILD)/$1/sources
	@mkdir -p $$(@D)
	$$(quiet)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)

$(foreach folder,$(TEST_FOLDERS),$(eval $(call folder_rules,$1,$(folder))))

$(call programs,$1,$(OWN_TESTS) $(BENCHES) $(BENCH_HELPERS)): %: %.o $(call sanitizer,$1) $(BUILD)/$1/libsupport.a $(call archives,$1)
	$$(if $$(quiet),@echo "LINK    $$@")
	$$(quiet)$(compiler_$1) $(config_flags_$1) $(link_flags_$1) $$(LDFLAGS) -Wl,--as-needed -o $$@ $$^ $$(link_libs) $$(test_libs)

$(call programs,$1,$(FUZZERS)): %: %.o $(call sanitizer,$1) $(BUILD)/$1/libsupport.a $(call archives,$1)
	$$(if $$(quiet),@echo "LINK    $$@")
	$$(quiet)$(compiler_$1) $(config_flags_$1) -fsanitize=fuzzer $$(LDFLAGS) -Wl,--as-needed -o $$@ $$^ $$(link_libs) $$(test_libs)

-include $(patsubst %.o,%.d,$(call objects,$1,$(SOURCES) $(MAIN_SOURCE) $(SANITIZER_SOURCE) $(TEST_SUPPORT_SOURCES) $(TESTS) $(BENCHES) $(BENCH_HELPERS) $(FUZZERS)))
endef

$(foreach config,$(CONFIGS),$(eval $(call config_rules,$(config))))

.SECONDARY:

# ---- The library -------------------------------------------------------------------------------

# One object of everything that its interface needs, in which only resolver_* is visible from outside:
# the static library is that object, and the shared one is linked from it.
library_path := $(BUILD)/library/lib
library_version := $(shell sed -n 's/^\#define RESOLVER_VERSION_[A-Z]* //p' src/resolver/resolver.h | \
    paste -sd. -)
library_soname := libresolver.so.$(firstword $(subst ., ,$(library_version)))
library_shared := libresolver.so.$(library_version)
library_face := $(call objects,library,src/resolver/resolver.c)

$(library_path)/resolver.o: $(library_face) $(BUILD)/library/libresolver.a $(BUILD)/library/libbase.a
	@mkdir -p $(@D)
	$(quiet)$(LD) -r -o $@ $^
	$(quiet)$(OBJCOPY) --wildcard --keep-global-symbol='resolver_*' $@

$(library_path)/libresolver.a: $(library_path)/resolver.o
	$(quiet)rm -f $@ && ar rcs $@ $<

$(library_path)/$(library_shared): $(library_path)/resolver.o
	$(quiet)$(CC) $(config_flags_library) $(link_flags_library) $(CFLAGS) $(LDFLAGS) -shared \
	    -Wl,-soname,$(library_soname) -o $@ $< -lm

$(library_path)/resolver.pc: src/resolver/resolver.pc.in src/resolver/resolver.h always
	@mkdir -p $(@D)
	$(quiet)sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(library_version)|' $< > $@

# ---- Goals -------------------------------------------------------------------------------------

.PHONY: $(trust_goals) always all static test cases check format bench soak page fair intervals silent charts whys campaigns coverage mutants run demo \
    tour library install install-library install-program manual dist deb recipes cast stills uninstall accept lines count fuzz hardening clean help \
    sources warnings mutated-sources mutants-in-copy syntax-c11

all: $(BUILD)/release/referee ## build the program (build/release/referee)
static: $(BUILD)/release/referee-static ## build it as one file with its libraries in it (build/release/referee-static)

# SQLite could load extensions, which this program never does, and linkers warn of that.
$(BUILD)/release/referee-static: $(BUILD)/release/referee
	$(quiet)$(CC) $(config_flags_release) $(HARDENING_LINK) $(LDFLAGS) -static-pie -o $@ \
	    $(BUILD)/release/src/main.o $(call archives,release) $(shell $(PKG_CONFIG) --static --libs $(BUILD_PACKAGES)) $(system_libs)

test: $(call programs,asan,$(TESTS)) $(BUILD)/asan/referee ## run the tests, with gcc's sanitizers
	@sh tests/run.sh BUILD_DIR=$(BUILD)/asan $(SCRIPT_TESTS) $(call programs,asan,$(TESTS))
cases: $(BUILD)/asan/tests/rules/test_cases ## run the rule cases with CASE="part of a name or rule" in their names
	@$< $(if $(CASE),'$(subst ','\'',$(CASE))')

check: ## run everything: gates, and the tests with gcc and with clang
check: $(call archives,release) $(BUILD)/release/referee library \
    $(call programs,asan,$(TESTS)) $(BUILD)/asan/referee \
    $(call programs,clang,$(CLANG_TESTS) $(FUZZERS)) $(BUILD)/clang/referee
	@sh tests/run.sh $(if $(ALLOW_SKIP),,FAIL_ON_SKIP=1) BUILD_DIR=$(BUILD)/release $(GATES) \
	    BUILD_DIR=$(BUILD)/asan $(SCRIPT_TESTS) $(call programs,asan,$(TESTS)) \
	    BUILD_DIR=$(BUILD)/clang $(CLANG_SCRIPT_TESTS) $(call programs,clang,$(CLANG_TESTS))

accept: lines $(call programs,asan,$(SCREEN_TESTS)) $(BUILD)/asan/referee ## let the screen tests rewrite the expected screens
	@ACCEPT=1 sh tests/run.sh BUILD_DIR=$(BUILD)/asan $(call programs,asan,$(SCREEN_TESTS))
lines: ## rewrite the table of rule lines
	@sh tests/rules/lines.sh accept

# It starts these two, in turn.
$(BUILD)/release/tests/bench/bench_start: | $(call programs,release,$(BENCH_HELPERS)) $(BUILD)/release/referee

bench: $(call programs,release,$(BENCHES) $(BENCH_HELPERS)) $(BUILD)/release/referee ## measure speed and memory
	@for bench in $(call programs,release,$(BENCHES)); do \
	    BUILD_DIR=$(BUILD)/release $$bench || exit 1; done
long-life: $(BUILD)/release/tests/bench/bench_long_life ## compare a campaign of ten years with a new one, key by key
	@LIFE_EVENTS=3000000 LIFE_EVENINGS=500 $<

# The other build stays, so that counting again is quick.
hardening: $(BUILD)/release/referee $(BUILD)/release/tests/tui/fight/test_tour ## count the cost of the release's hardening in instructions
	@$(MAKE) -s --no-print-directory BUILD=$(BUILD)/plain HARDENING= HARDENING_LINK= \
	    test_goals=1 $(BUILD)/plain/release/referee $(BUILD)/plain/release/tests/tui/fight/test_tour
	@sh tests/bench/hardening.sh $(BUILD)/release $(BUILD)/plain/release

format: ## format src and tests by .clang-format
	@find src tests -name '*.[ch]' | xargs clang-format -i

# Findings are kept in the first folder; the repository's corpus, tests/fuzz/corpus/notation for
# fuzz_notation, is only read.
fuzz: $(call programs,fuzz,$(FUZZERS)) ## feed the parsers hostile input, FUZZ_SECONDS=30 each
	@for fuzzer in $(call programs,fuzz,$(FUZZERS)); do \
	    name=$${fuzzer##*/fuzz_}; \
	    mkdir -p $(BUILD)/fuzz/corpus/$$name && \
	    $$fuzzer -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(BUILD)/fuzz/ \
	        $(BUILD)/fuzz/corpus/$$name $$(ls -d tests/fuzz/corpus/$$name 2>/dev/null) || exit 1; done
faults: $(BUILD)/asan/tests/fault/test_sitting_faults $(BUILD)/asan/tests/fault/test_store_calls $(BUILD)/asan/tests/fault/test_store_faults $(BUILD)/release/tests/pty/test_failing_table $(BUILD)/release/referee ## fail every operation of the disk and every call to the system in turn
	@FAULTS=all $<
	@FAULTS=all $(BUILD)/asan/tests/fault/test_store_calls
	@FAULTS=all $(BUILD)/asan/tests/fault/test_store_faults
	@CALLS=all BUILD_DIR=$(BUILD)/release sh tests/gates/failing_calls.sh
	@CALLS=all $(BUILD)/release/tests/pty/test_failing_table
kills: $(BUILD)/release/tests/pty/test_kills $(BUILD)/release/referee ## kill the program at any moment, two tables and a server too, KILLS=1000
	@KILLS=$(KILLS) $<
resources: $(BUILD)/release/tests/tui/fight/test_resources ## press 20,000 keys, open 1,000 encounters, make 10,000 forecasts, and count memory and files
	@RESOURCES=all $<
hostile: $(BUILD)/asan/tests/pty/test_hostile_text $(BUILD)/asan/referee ## put every hostile text through every way in and out
	@HOSTILE=all $<
soak: $(BUILD)/asan/tests/pty/test_keys $(BUILD)/asan/referee ## press many random keys on a terminal, SOAK_KEYS=20000
	@SOAK_KEYS=$(SOAK_KEYS) $<
page: $(BUILD)/release/referee ## drive the players' page in Chromium; pictures go to build/page
	@sh tests/page.sh $(BUILD)/page
fair: $(BUILD)/asan/tests/app/figures/test_figures_fair ## compare hits and damage with their chances in random fights, FIGHTS=10000
	@FIGHTS=$(FIGHTS) $<
intervals: $(BUILD)/asan/tests/forecast/test_duels ## compare duels with their exact chances, and the intervals of forecasts, REPETITIONS=2000
	@FIGHTS=$(FIGHTS) REPETITIONS=$(REPETITIONS) $<
silent: $(BUILD)/asan/tests/forecast/test_silent ## play fights with their texts and in silence, and compare them act by act
	@FIGHTS=1000 $<
charts: $(BUILD)/asan/tests/app/forecast/test_chart ## compare charts of 2,000 fights and of 40 duels with what they must come to
	@GENERATED=2000 DUELS=40 $<
whys: $(BUILD)/asan/tests/app/log/test_why ## replay the chain of why for every value at every act of the demos
	@WHY_EVERY=1 $<
campaigns: $(BUILD)/asan/tests/app/figures/test_figures_reading ## compare what is kept of generated campaigns with their logs, CAMPAIGNS=1000
	@CAMPAIGNS=$(CAMPAIGNS) $<

coverage: $(call programs,coverage,$(filter-out tests/pty/%,$(TESTS))) $(BUILD)/coverage/referee ## measure which branches of the lower layers the tests take, FILE=src/store lists the others
	@FILE=$(FILE) sh tests/coverage.sh $(BUILD)/coverage $(if $(FILE),,$(filter tests/scripts/% tests/cli/%,$(SCRIPT_TESTS)) $(filter-out %/referee,$^))

# `generic` is not a system, but GAME=generic tries the files that several games share. Faults that the
# sanitizer would report end the program instead, which is quicker.
mutant_flags := -O1 -w -fsanitize=undefined -fsanitize-undefined-trap-on-error

mutants: ## change rules and see which changes the tests catch, GAME=trilemma SEED=1 MUTANTS=200
	@mkdir -p $(BUILD)/mutants/tree
	@cd $(BUILD)/mutants/tree && rm -rf Makefile data schema src tests
	@cp -pR Makefile data schema src tests $(BUILD)/mutants/tree
	@$(MAKE) -s --no-print-directory -j$$(getconf _NPROCESSORS_ONLN) -C $(BUILD)/mutants/tree \
	    BUILD=build CPPFLAGS=-DIS_SLOW=1 config_flags_asan='$(mutant_flags)' \
	    GAME='$(GAME)' SEED=$(SEED) MUTANTS=$(MUTANTS) mutants-in-copy

mutable_games := $(SYSTEMS) generic
rule_files = $(filter src/resolver/rules/$1.c src/games/$1/%,$(SOURCES))
mutated_files = $(strip $(foreach game,$(mutable_games),$(call rule_files,$(game))))
rule_tests = $(filter tests/rules/test_cases.c tests/resolver/rules/test_$1% tests/games/$1/%,$(TESTS)) \
    $(MUTANT_TESTS_$1) $(MUTANT_TESTS)

$(BUILD)/mutants/mutate: tests/mutants/mutate.c Makefile
	@mkdir -p $(@D)
	$(quiet)$(GCC) $(STANDARD) $(WARNINGS) -Werror -O1 -o $@ $<

mutants-in-copy: $(BUILD)/mutants/mutate $(BUILD)/asan/referee $(call archives,asan) \
    $(call programs,asan,$(filter %.c,$(foreach game,$(GAME),$(call rule_tests,$(game)))))
	@$(foreach game,$(GAME),FILES_$(game)='$(strip $(call rule_files,$(game)))' \
	    TESTS_$(game)='$(strip $(call rule_tests,$(game)))') \
	    MUTATE=$(BUILD)/mutants/mutate OBJECTS=$(BUILD)/asan ALL_FILES='$(mutated_files)' \
	    COMPILE='$(compiler_asan) $(call flags,asan)' \
	    LINK='$(compiler_asan) $(config_flags_asan) $(LDFLAGS) -Wl,--as-needed' \
	    ARCHIVES='$(call archives,asan)' LIBRARIES='$(link_libs) $(test_libs)' \
	    sh tests/mutants/mutants.sh $(SEED) $(MUTANTS) ../survivors.txt $(GAME)

run: all ## open the table on the last campaign
	@$(BUILD)/release/referee

demo: all ## open the table on a demo fight (kept in build/demo)
	@mkdir -p $(dir $(DEMO_CAMPAIGN))
	@test -f $(DEMO_CAMPAIGN) || \
	    $(BUILD)/release/referee --db $(DEMO_CAMPAIGN) run $(DEMO_SCRIPT) > /dev/null || \
	    { rm -f $(DEMO_CAMPAIGN)*; exit 1; }
	@$(BUILD)/release/referee --db $(DEMO_CAMPAIGN) table

# Frame by frame; TOUR_SECONDS=0 prints all of them in a row.
tour: $(BUILD)/asan/tests/tui/fight/test_tour ## watch a tour of the table, from data/demo/tour.keys
	@TOUR=1 $< | awk -v seconds=$(TOUR_SECONDS) -f tests/tui/fight/tour.awk

library: $(addprefix $(library_path)/,libresolver.a $(library_shared) resolver.pc) ## build the resolver as a library (build/library/lib)

# A copy of the sources alone builds and tests without it.
-include packaging/packaging.mk

clean: ## remove everything that was built
	rm -rf $(BUILD)

count: ## count lines, files, and functions that one place calls
	@sh tests/count.sh

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/\1|\2/p' Makefile packaging/packaging.mk | \
	    awk -F'|' '{ printf "  %-15s %s\n", $$1, $$2 }'
	@echo '  One test: make build/asan/tests/base/test_text. V=1 shows the commands.'

# The next four serve the gates.
warnings:
	@echo '$(WARNINGS)'

sources:
	@printf '%s\n' $(SOURCES) $(MAIN_SOURCE) $(SANITIZER_SOURCE) $(TEST_SUPPORT_SOURCES) $(TESTS) $(BENCHES) $(BENCH_HELPERS) $(FUZZERS)

mutated-sources:
	@printf '%s\n' $(mutated_files)

syntax-c11: $(call generated,release)
	@$(CC) -std=c11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Isrc -Itests \
	    -I$(BUILD)/release/generated $(call outer_flags,release) $(SOURCES) $(MAIN_SOURCE) $(SANITIZER_SOURCE) $(FUZZERS) $(BENCHES) $(BENCH_HELPERS)
