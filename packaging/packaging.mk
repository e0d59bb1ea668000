# What people get: the installed files, the manual, the tarball and the packages. Included by the makefile.

# ---- Where it goes ---------------------------------------------------------------------------------

DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/referee
DOCS ?= LICENSE NEWS README.md
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR ?= $(DATADIR)/zsh/site-functions
FISHDIR ?= $(DATADIR)/fish/vendor_completions.d

version_of = $(shell sed -n 's/^\#define $1 "\(.*\)"/\1/p' src/cli/version.h)
version := $(call version_of,VERSION)
version_day := $(call version_of,VERSION_DAY)

# ---- The manual and the completions ----------------------------------------------------------------

# The program writes them from its own tables: pages by name and section, completions by shell.
PAGES := referee.1 referee-table.7 referee-preparing.7 referee-reviewing.7 referee-commands.7 \
    referee-campaign.5 referee-dice.7 referee-library.5 referee-keys.5
SHELLS := bash zsh fish
printed := $(BUILD)/release/printed
pages := $(PAGES:%=$(printed)/%)
completions := $(SHELLS:%=$(printed)/completions.%)

$(pages): $(printed)/%: $(BUILD)/release/referee
	@mkdir -p $(@D)
	$(quiet)env -i $< manual $(basename $*) --roff > $@

$(completions): $(printed)/completions.%: $(BUILD)/release/referee
	@mkdir -p $(@D)
	$(quiet)env -i $< completions $* > $@

manual: $(pages) ## write the pages of the manual (build/release/printed)

# ---- Installing ------------------------------------------------------------------------------------

# Each file as MODE:SOURCE:PLACE. Installing and uninstalling read the same list.
examples := $(sort $(wildcard data/demo/*.referee data/demo/evening/*.yaml data/tables/*.yaml))
installed := 755:$(BUILD)/release/referee:$(BINDIR)/referee \
    $(foreach page,$(PAGES),644:$(printed)/$(page):$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(page)) \
    644:$(printed)/completions.bash:$(BASHDIR)/referee 644:$(printed)/completions.zsh:$(ZSHDIR)/_referee \
    644:$(printed)/completions.fish:$(FISHDIR)/referee.fish \
    644:packaging/referee.desktop:$(DATADIR)/applications/referee.desktop \
    $(foreach file,$(DOCS),644:$(file):$(DOCDIR)/$(file)) \
    644:schema/README.md:$(DOCDIR)/campaign.md 644:schema/questions.sql:$(DOCDIR)/examples/questions.sql \
    $(foreach file,$(examples),644:$(file):$(DOCDIR)/examples/$(file:data/%=%))
installed_library := 644:src/resolver/resolver.h:$(INCLUDEDIR)/resolver.h \
    644:$(library_path)/resolver.pc:$(LIBDIR)/pkgconfig/resolver.pc \
    644:$(library_path)/libresolver.a:$(LIBDIR)/libresolver.a \
    755:$(library_path)/$(library_shared):$(LIBDIR)/$(library_shared)
# Those that hardly anything else makes; they go too, if nothing else is in them.
installed_folders := $(addprefix $(DOCDIR),/examples/demo/evening /examples/demo /examples/tables /examples) \
    $(DOCDIR) $(DATADIR)/doc $(BASHDIR) $(dir $(BASHDIR)) $(ZSHDIR) $(dir $(ZSHDIR)) $(FISHDIR) $(dir $(FISHDIR)) \
    $(DATADIR)/applications $(MANDIR)/man1 $(MANDIR)/man5 $(MANDIR)/man7 $(LIBDIR)/pkgconfig
library_links := $(LIBDIR)/$(library_soname) $(LIBDIR)/libresolver.so

part = $(word $1,$(subst :, ,$2))
install_file = install -D -m $(call part,1,$1) $(call part,2,$1) $(DESTDIR)$(call part,3,$1)
define newline


endef

install: install-program install-library ## install program, library, manual, completions, examples under PREFIX=/usr/local (after DESTDIR)

install-program: all manual $(completions) ## install all but the library
	$(foreach file,$(installed),$(call install_file,$(file))$(newline)	)

install-library: library ## install only the library: static, shared, resolver.h, resolver.pc
	$(foreach file,$(installed_library),$(call install_file,$(file))$(newline)	)
	ln -sf $(library_shared) $(DESTDIR)$(LIBDIR)/$(library_soname)
	ln -sf $(library_soname) $(DESTDIR)$(LIBDIR)/libresolver.so

uninstall: ## remove the installed files
	rm -f $(foreach file,$(installed) $(installed_library),$(DESTDIR)$(call part,3,$(file))) \
	    $(addprefix $(DESTDIR),$(library_links))
	@rmdir $(foreach folder,$(installed_folders),$(DESTDIR)$(folder)) 2> /dev/null || true

# ---- The tarball -----------------------------------------------------------------------------------

# What git has, or in an unpacked tarball all but what was built; each file has the day of the release.
dist_name := referee-$(version)
dist_tar := $(BUILD)/$(dist_name).tar.gz

dist: ## make a tarball of the sources with fixed dates (build/referee-VERSION.tar.gz)
	@mkdir -p $(BUILD)
	@{ git ls-files 2> /dev/null || find . -type f -not -path './$(BUILD)/*' -not -path './.git/*' | sed 's|^\./||'; } | \
	    while read -r file; do [ ! -f "$$file" ] || echo "$$file"; done | LC_ALL=C sort | \
	    tar -cf - --format=ustar --owner=0 --group=0 --numeric-owner --mode=u+w,go-w,a+rX \
	        --mtime='$(version_day) 00:00:00Z' --transform='s|^|$(dist_name)/|' -T - | \
	    gzip -9n > $(dist_tar)

# ---- Packages --------------------------------------------------------------------------------------

# Made from the tarball; tests/packages.sh looks at them. debian/ is put together here, and as it comes with
# the sources, the package is one of Debian's "native" ones.
deb_tree := $(BUILD)/deb/$(dist_name)
# Who answers for a package is who builds it, named as Debian's own tools are told; otherwise nobody is.
DEBFULLNAME ?= Nobody in particular
DEBEMAIL ?= nobody@referee.invalid
maintainer := $(DEBFULLNAME) <$(DEBEMAIL)>

deb: dist ## build a Debian package (build/deb; needs debhelper)
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	@tar -xzf $(dist_tar) -C $(BUILD)/deb && cp -R packaging/debian $(deb_tree)/debian
	@sed -n 's/^Copyright (c) //p' LICENSE > $(BUILD)/deb/copyright
	@sed '1,/^Copyright/d; s/^$$/./; s/^/ /' LICENSE | sed '1{/^ \.$$/d}' > $(BUILD)/deb/licence
	@sed -e "s|@COPYRIGHT@|$$(cat $(BUILD)/deb/copyright)|" -e '/@LICENSE@/{r $(BUILD)/deb/licence' -e 'd}' \
	    packaging/debian/copyright > $(deb_tree)/debian/copyright
	@sed -i 's|@MAINTAINER@|$(maintainer)|' $(deb_tree)/debian/control
	@{ echo 'referee ($(version)) unstable; urgency=medium'; echo; \
	    echo '  * Release $(version); NEWS has what changed.'; echo; \
	    echo ' -- $(maintainer)  '"$$(LC_ALL=C date -u -R -d '$(version_day)')"; \
	    } > $(deb_tree)/debian/changelog
	@cd $(deb_tree) && env -u MAKEFLAGS -u MFLAGS dpkg-buildpackage -us -uc -J"$$(nproc)" > ../build.log 2>&1 || \
	    { tail -n 20 ../build.log; exit 1; }
	@ls $(BUILD)/deb/*.deb

# What other distributions build from, with this tarball's version and checksum.
recipes: dist ## write referee.spec and PKGBUILD (build)
	@for recipe in referee.spec PKGBUILD; do \
	    sed -e 's|@VERSION@|$(version)|' -e 's|@MAINTAINER@|$(maintainer)|' -e "s|@SHA256@|$$(sha256sum < $(dist_tar) | cut -d' ' -f1)|" \
	        packaging/$$recipe.in > $(BUILD)/$$recipe; done

# ---- Pictures --------------------------------------------------------------------------------------

test_of_pictures := $(BUILD)/asan/tests/tui/fight
# Somebody without files or settings of their own.
as_newcomer := env -u XDG_DATA_HOME -u XDG_CONFIG_HOME -u NO_COLOR HOME='$(abspath $(BUILD)/newcomer)' LC_ALL=C.UTF-8

cast: $(test_of_pictures)/test_tour ## write the tour as a film for asciinema (build/referee.cast)
	@$(as_newcomer) TOUR=cast $< > $(BUILD)/tour.out || { cat $(BUILD)/tour.out; exit 1; }
	@grep -E '^(\{"version"|\[[0-9]+, "o")' $(BUILD)/tour.out > $(BUILD)/referee.cast

stills: $(test_of_pictures)/test_stills ## write stills of the screen as images (build/stills)
	@rm -rf $(BUILD)/stills && mkdir -p $(BUILD)/stills
	@$(as_newcomer) STILLS=$(BUILD)/stills $< > $(BUILD)/stills.out || { cat $(BUILD)/stills.out; exit 1; }
