# pagewalk: make help lists the targets. The collector needs a C compiler and GNU make 3.81 or later;
# everything else is what `make deps` installs.

VERSION := 0.1.0
BUILD   ?= build
OUT     ?= out
LOGS    ?=

CC       ?= cc
CFLAGS   ?= -O2 -g
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes
STANDARD := -std=c11 -D_GNU_SOURCE -DPAGEWALK_VERSION='"$(VERSION)"'
COMPILE   = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -MMD -MP

# ---- packages --------------------------------------------------------------------------------------

PACKAGES      := gcc libc6-dev make pkg-config libgsl-dev libcairo2-dev libpango1.0-dev libcsv-dev \
                 libpng-dev libjansson-dev zlib1g-dev libzstd-dev libxxhash-dev fonts-inter
TEST_PACKAGES := libcmocka-dev clang-format zstd gzip pngcheck cmark-gfm libxml2-utils

# pkg-config is asked only when something that needs a library is built, so that the collector builds
# without it.
ANALYZE_CFLAGS = $(shell pkg-config --cflags gsl jansson zlib libzstd libxxhash)
ANALYZE_LIBS   = $(shell pkg-config --libs gsl jansson zlib libzstd libxxhash) -lcsv
REPORT_CFLAGS  = $(shell pkg-config --cflags pangocairo pangoft2 cairo libpng fontconfig libxxhash jansson)
REPORT_LIBS    = $(shell pkg-config --libs pangocairo pangoft2 cairo libpng fontconfig libxxhash jansson) -lcsv -lm

# ---- sources ---------------------------------------------------------------------------------------

COLLECT_SOURCES  := $(wildcard collect/*.c)
ANALYZE_SOURCES  := $(wildcard analyze/*.c analyze/*/*.c)
REPORT_SOURCES   := $(wildcard report/*.c report/*/*.c)
SIMULATE_SOURCES := $(wildcard data/simulate/*.c)
TEST_SOURCES     := $(wildcard collect/test/*_test.c analyze/test/*_test.c report/test/*_test.c \
                               data/test/*_test.c)
TEST_SCRIPTS     := $(wildcard collect/test/*_test.sh analyze/test/*_test.sh report/test/*_test.sh \
                               data/test/*_test.sh)
ANALYZE_SOURCES  := $(filter-out analyze/test/% analyze/bench/%,$(ANALYZE_SOURCES))
REPORT_SOURCES   := $(filter-out report/test/%,$(REPORT_SOURCES))

# What two programs share lives with the one that owns the idea: sizes, characters and reserved names
# with the collector, files, frames and the adjustment of P values with the analyzer.
TEXT_SOURCES := collect/size.c collect/utf8.c
NAME_SOURCES := collect/reserved.c
FILE_SOURCES := $(wildcard analyze/base/*.c) analyze/results/frame.c analyze/results/frame_csv.c \
                analyze/stats/holm.c

object = $(patsubst %.c,$(BUILD)/%.o,$(1))

COLLECT_OBJECTS  := $(call object,$(COLLECT_SOURCES))
ANALYZE_OBJECTS  := $(call object,$(ANALYZE_SOURCES) $(TEXT_SOURCES) $(NAME_SOURCES))
REPORT_OBJECTS   := $(call object,$(REPORT_SOURCES) $(FILE_SOURCES) $(TEXT_SOURCES)) \
                    $(BUILD)/report/template.o
SIMULATE_OBJECTS := $(call object,$(SIMULATE_SOURCES) $(wildcard analyze/base/*.c) $(TEXT_SOURCES))
TEST_PROGRAMS    := $(patsubst %.c,$(BUILD)/%,$(TEST_SOURCES))

STATIC := $(if $(filter Darwin,$(shell uname -s)),,-static)

# ---- building --------------------------------------------------------------------------------------

.PHONY: all collect simulate deps deps-test test bench check-asan check-format examples check-examples report install \
        clean help
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BUILD)/pagewalk-collect $(BUILD)/pagewalk-analyze $(BUILD)/pagewalk-report   ## the three programs

collect: $(BUILD)/pagewalk-collect   ## the collector alone: one static binary, no libraries

simulate: $(BUILD)/pagewalk-simulate   ## the program that writes simulated campaigns

$(BUILD)/pagewalk-collect: $(COLLECT_OBJECTS)
	$(CC) $(CFLAGS) $(STATIC) -o $@ $^

$(BUILD)/pagewalk-analyze: $(ANALYZE_OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^ $(ANALYZE_LIBS)

$(BUILD)/pagewalk-report: $(REPORT_OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^ $(REPORT_LIBS)

$(BUILD)/pagewalk-simulate: $(SIMULATE_OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^ $(shell pkg-config --libs gsl libzstd libxxhash)

# The version and the flags are of this file, so that objects are older than neither.
$(BUILD)/collect/%.o: collect/%.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -c -o $@ $<

$(BUILD)/analyze/%.o: analyze/%.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) $(ANALYZE_CFLAGS) -c -o $@ $<

$(BUILD)/report/%.o: report/%.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) $(REPORT_CFLAGS) -c -o $@ $<

# templates/report.md is compiled in: report/template.h.
$(BUILD)/report/template.c: templates/report.md Makefile
	@mkdir -p $(@D)
	{ echo '#include "template.h"'; echo 'const unsigned char template_report[] = {'; \
	  od -An -v -tu1 $< | sed 's/  */,/g; s/^,//; s/$$/,/'; echo '};'; \
	  echo 'const size_t template_report_length = sizeof template_report;'; } > $@

$(BUILD)/report/template.o: $(BUILD)/report/template.c
	$(COMPILE) -Ireport -c -o $@ $<

$(BUILD)/data/%.o: data/%.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) $(ANALYZE_CFLAGS) -c -o $@ $<

# A test program is linked with everything of its own program but main(), and with the files of its
# folder that are no test themselves.
without_main = $(filter-out %/main.o,$(1))
test_helpers = $(call object,$(filter-out %_test.c,$(wildcard $(1)/test/*.c)))

$(BUILD)/collect/test/%_test: $(BUILD)/collect/test/%_test.o $(call test_helpers,collect) \
                           $(call without_main,$(COLLECT_OBJECTS))
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka -lm

$(BUILD)/analyze/test/%_test: $(BUILD)/analyze/test/%_test.o $(call test_helpers,analyze) \
                           $(call without_main,$(ANALYZE_OBJECTS))
	$(CC) $(CFLAGS) -o $@ $^ $(ANALYZE_LIBS) -lcmocka

$(BUILD)/report/test/%_test: $(BUILD)/report/test/%_test.o $(call test_helpers,report) \
                           $(call without_main,$(REPORT_OBJECTS))
	$(CC) $(CFLAGS) -o $@ $^ $(REPORT_LIBS) -lcmocka

$(BUILD)/data/test/%_test: $(BUILD)/data/test/%_test.o $(call test_helpers,data) \
                           $(call without_main,$(SIMULATE_OBJECTS))
	$(CC) $(CFLAGS) -o $@ $^ $(ANALYZE_LIBS) -lcmocka

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# ---- packages --------------------------------------------------------------------------------------

# Installs what is missing and nothing else; silent and without network when nothing is.
install_packages = @missing=; for package in $(1); do \
	    dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || \
	        missing="$$missing $$package"; done; \
	[ -z "$$missing" ] || { apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; }

deps:   ## install what building and reporting need (Debian, as root)
	$(call install_packages,$(PACKAGES))

deps-test:   ## install what the tests need besides (Debian, as root)
	$(call install_packages,$(TEST_PACKAGES))

# ---- tests -----------------------------------------------------------------------------------------

test: all simulate $(TEST_PROGRAMS)   ## all tests
	@PAGEWALK_BUILD="$$(cd $(BUILD) && pwd)" .ci/tests $(TEST_PROGRAMS) $(TEST_SCRIPTS)

BENCHES := $(patsubst %.c,$(BUILD)/%,$(wildcard analyze/bench/*_bench.c))

$(BUILD)/analyze/bench/%_bench: $(BUILD)/analyze/bench/%_bench.o \
                                $(call without_main,$(ANALYZE_OBJECTS))
	$(CC) $(CFLAGS) -o $@ $^ $(ANALYZE_LIBS)

bench: $(BENCHES)   ## what is promised of speed, as ratios of runs in turn
	@for bench in $(BENCHES); do $$bench || status=1; done; exit $${status:-0}

check-asan:   ## all tests under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory test BUILD=build-asan STATIC= \
	    CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'

check-format:   ## every source file as clang-format leaves it
	clang-format --dry-run -Werror $(shell git ls-files '*.c' '*.h')

# ---- reports ---------------------------------------------------------------------------------------

# Without LOGS: both shipped examples. OUT/results holds the numbers, OUT/report tables, charts, articles.
# ANALYZE_OPTIONS="--diagnostics --factor kernel" and the like reach the analyzer.
ANALYZE_OPTIONS ?= --diagnostics
ifeq ($(LOGS),)
report: all   ## logs to article: make report LOGS=/my/logs OUT=/my/out, or the shipped examples
	$(BUILD)/pagewalk-analyze data/sample -o "$(OUT)/sample/results" $(ANALYZE_OPTIONS)
	$(BUILD)/pagewalk-report render "$(OUT)/sample/results" -o "$(OUT)/sample/report"
	$(BUILD)/pagewalk-analyze data/m6-simulated -o "$(OUT)/m6-simulated/results" $(ANALYZE_OPTIONS)
	$(BUILD)/pagewalk-report render "$(OUT)/m6-simulated/results" -o "$(OUT)/m6-simulated/report" \
	    --article templates/report.md --article templates/huge-pages.md
else
report: all
	$(BUILD)/pagewalk-analyze "$(LOGS)" -o "$(OUT)/results" $(ANALYZE_OPTIONS)
	$(BUILD)/pagewalk-report render "$(OUT)/results" -o "$(OUT)/report"
endif

# ---- shipped examples ------------------------------------------------------------------------------

EXAMPLES := $(BUILD)/examples

# The pictures that README and data/ show, made anew from the shipped logs.
$(EXAMPLES)/.made: all
	@rm -rf $(EXAMPLES) && mkdir -p $(EXAMPLES)
	$(MAKE) --no-print-directory report LOGS=data/sample OUT=$(EXAMPLES)/sample
	@touch $@

.PHONY: $(EXAMPLES)/.made

examples: $(EXAMPLES)/.made   ## write the shipped pictures anew
	cp $(EXAMPLES)/sample/report/charts/latency-chase-128.png data/sample/

check-examples: $(EXAMPLES)/.made simulate   ## shipped pictures and simulated logs are what the programs make
	cmp $(EXAMPLES)/sample/report/charts/latency-chase-128.png data/sample/latency-chase-128.png
	PAGEWALK_BUILD="$$(cd $(BUILD) && pwd)" data/test/shipped_test.sh

# ---- house keeping ---------------------------------------------------------------------------------

PREFIX ?= /usr/local

install: all   ## the three programs into PREFIX/bin
	install -d $(DESTDIR)$(PREFIX)/bin
	install $(BUILD)/pagewalk-collect $(BUILD)/pagewalk-analyze $(BUILD)/pagewalk-report \
	    $(DESTDIR)$(PREFIX)/bin

clean:   ## remove what was built
	rm -rf build build-asan out

help:   ## this list
	@awk -F '##' '/^[a-z-]+:.*##/ {split($$1, name, ":"); printf "  %-16s%s\n", name[1], $$2}' Makefile
