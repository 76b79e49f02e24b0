.PHONY: check format lint test routes bench bench-pages nightly faults pages pages-html pictures fuzz torture full-vault conformance shipped other-words doc sbom licences container ready

# The folder of the published certificates, rules and cases; CONTRIBUTING.md says what depends on them.
DATA ?= ../shared/data
# How long `make fuzz` feeds the readers: inputs of the pure modules, pictures, PDFs, pages.
INPUTS ?= 10000000
DOCUMENTS ?= 1000000
PICTURES ?= 10000
PDFS ?= 1000
PAGES ?= 2000
# How many seconds `make faults` restarts two servers in turn under writers.
ROLLING ?= 600
# Which browser tests `make pictures` runs.
TESTS ?= test_pages
# Where `make pages-html` keeps pages, and what it compares them with.
OUT ?= .build/pages
BEFORE ?=
# How many people `make bench` has at work at once.
USERS ?= 200

# A server's settings are not the tests'.
unexport $(filter-out VACCINAPP_TEST_DATA,$(filter VACCINAPP_%,$(.VARIABLES)))

# What scripts/test builds, and runs.
build_tests = scripts/test --build
built = $(CURDIR)/.build-tests/release
# Four tests at once, as scripts/test: some wait for others' answers, and a crowd makes them wait too long.
test = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 $(built)/vaccinappPackageTests.xctest --testing-library swift-testing
pytest = .venv/bin/python -m pytest -q -p no:cacheprovider

# Exactly what continuous integration runs.
check:
	scripts/test

# Every file as swift format would have it.
format:
	git ls-files -coz --exclude-standard '*.swift' | xargs -0 swift format -i --parallel

lint:
	scripts/check

# The Swift tests alone, for the work in between.
test:
	$(build_tests)
	$(test)

# The rows of docs/routes.md, from the route table; a test compares them.
routes:
	$(build_tests)
	VACCINAPP_WRITE_ROUTES=1 $(test) --filter RoutesDocumentTests

# What takes long, and what scripts/test has a smoke of: all of it, whatever fails; of fuzzing as much as a night has room for.
nightly:
	$(MAKE) -k faults pages torture full-vault fuzz conformance shipped other-words sbom \
		INPUTS=1000000 DOCUMENTS=50000 PICTURES=3000 PDFS=300 PAGES=500

# Every file call that fails, restarts under writers, the whole guide over PostgreSQL, mutated pictures and pages.
FAULTS = $(addprefix Tests/Judges/,test_file_faults.py test_rolling_restart.py test_guide.py test_code_readers.py)
faults: ready
	$(build_tests)
	VACCINAPP_BINARY=$(built)/vaccinapp VACCINAPP_ROLLING=$(ROLLING) $(pytest) --nightly --timeout 7200 $(FAULTS)

# Each page in each way that someone looks at it, and whatever else of judges and browser tests is left to the night; pictures go
# to .build/screens.
pages: ready
	$(build_tests)
	VACCINAPP_BINARY=$(built)/vaccinapp $(pytest) --nightly --timeout 1200 -n 2 --dist loadgroup \
		Tests/Browser Tests/Judges $(addprefix --ignore=,$(FAULTS))

# A picture of each page as tests see it, of those that are named: make pictures TESTS=test_family
pictures: ready
	$(build_tests)
	VACCINAPP_BINARY=$(built)/vaccinapp $(pytest) --pictures Tests/Browser/$(TESTS).py
	@echo ".build/screens"

# Every page as it is read, in both languages, in OUT: keep it before and after a change of templates, on one day.
# With BEFORE it shows what differs: make pages-html OUT=.build/after BEFORE=.build/before
pages-html: ready
	$(build_tests)
	VACCINAPP_BINARY=$(built)/vaccinapp .venv/bin/python Tests/Browser/pages_html.py $(OUT)
	$(if $(BEFORE),.venv/bin/python Tests/Browser/pages_html.py --compare $(BEFORE) $(OUT))

# The program as it is shipped: not the one that the other tests judge, which is built for them.
shipped: ready
	swift build -c release --product vaccinapp
	VACCINAPP_BINARY="$$(swift build -c release --show-bin-path)/vaccinapp" $(pytest) --timeout 600 \
		Tests/Judges/test_lifecycle.py Tests/Judges/test_deploy.py Tests/Judges/test_read_page.py Tests/Browser/test_thread.py

# No test quotes what pages say: every message is another one, and all tests but those of words stay green.
other-words: ready
	scripts/other-words

# Ratios measured in one run; each program tells what it compares with what.
bench: ready
	swift build -c release --product vaccinapp
	cd Benchmarks && swift run -c release benchmarks
	swift run -c release conformance cdsi --totals "$(DATA)/cdsi/xml-4.64" "$(DATA)"/cdsi/cases-*.json
	scripts/bench-codes $(DATA)/dcc/testdata
	swift run -c release vault-trials measure
	swift run -c release vault-trials load $(USERS)
	scripts/bench-sign-ins "$$(swift build -c release --show-bin-path)/vaccinapp"
	scripts/bench-memory "$$(swift build -c release --show-bin-path)/vaccinapp"
	scripts/bench-hostile "$$(swift build -c release --show-bin-path)/vaccinapp"
	swift build -c release --product page-trials
	scripts/bench-pages "$$(swift build -c release --show-bin-path)/vaccinapp" --cold
	scripts/bench-people "$$(swift build -c release --show-bin-path)/vaccinapp"
	swift run -c release page-trials

# What pages cost beside a static file of the same server, in one run; needs wrk.
bench-pages: ready
	swift build -c release --product vaccinapp
	scripts/bench-pages "$$(swift build -c release --show-bin-path)/vaccinapp" --rates --accounts --memory
	swift run -c release page-trials

# Feeds the readers of untrusted bytes with damaged input, longer than the tests do.
fuzz: ready
	$(build_tests)
	$(built)/conformance fuzz --iterations $(INPUTS)
	VACCINAPP_FUZZ=$(DOCUMENTS) $(test) --filter "Fuzz|Extremes"
	.venv/bin/python Tests/Judges/codes/fuzz.py $(built) --pictures $(PICTURES) --pdfs $(PDFS)
	.venv/bin/python Tests/Judges/codes/fuzz_pages.py $(built) --pictures $(PAGES)

# Kills the vault's writer at every moment and looks whether anything acknowledged is lost.
torture: ready
	$(build_tests)
	VACCINAPP_TORTURE=1 $(test) --filter 'Torture|SealedBlob|Slot|Piece|MemoryDatabase|Attachment|StorageFault|PowerLoss|Backup|Migration|Overtaken|ExtremeRows|ClockTests'

# Which routes others wait for although they take long with a vault that holds as much as one may: nothing else runs beside.
full-vault: ready
	$(build_tests)
	VACCINAPP_FULL=1 $(test) --filter FullVaultTests

# Every published certificate, rule and schedule case, a line for each; `swift run conformance --help` names them.
conformance: ready
	@[ -d "$(DATA)" ] || { echo "There is no $(DATA): please name the folder of the published data, make conformance DATA=…" >&2; exit 1; }
	$(build_tests)
	set -e; run=$(built)/conformance; \
		"$$run" dcc "$(DATA)/dcc/testdata"; \
		"$$run" trustlist "$(DATA)/dcc/trustlists/dsc-with-signature.json"; \
		"$$run" certlogic "$(DATA)/dcc/certlogic/testSuite"; \
		"$$run" rules "$(DATA)/dcc/rules"; \
		"$$run" shc "$(DATA)/shc"; \
		"$$run" network "$(DATA)/gdhcn/uat" --key "$(DATA)/gdhcn/uat-signing-did.json"; \
		"$$run" network "$(DATA)/gdhcn/production-sample" --key "$(DATA)/gdhcn/prod-signing-did.json"; \
		"$$run" icvp "$(DATA)/icvp"; \
		"$$run" codes "$(DATA)/dcc/testdata"; \
		.venv/bin/python "$(DATA)/booklets/judge.py" "$(DATA)/booklets/given" --jobs 2 --limit 60 --command \
			"$(built)/vaccinapp read-page FILE --template TEMPLATE --json"; \
		"$$run" cdsi "$(DATA)/cdsi/xml-4.64" "$(DATA)"/cdsi/cases-*.json

# The documentation of the public modules, in .build/documentation; a fault in it makes it fail.
doc:
	scripts/doc

# What the release build is made of, with this machine's versions: CycloneDX in .build/vaccinapp.cdx.json.
sbom:
	swift build -c release --product vaccinapp
	scripts/sbom "$$(swift build -c release --show-bin-path)" > .build/vaccinapp.cdx.json
	@echo ".build/vaccinapp.cdx.json"

# What the page of licences shows, Public/licences: after another package, or another version of one; a test compares them.
licences:
	swift build -c release --product vaccinapp
	scripts/licences "$$(swift build -c release --show-bin-path)"

# Installs or names what the longer runs need.
ready:
	@bash -c 'source scripts/setup.sh && need_packages scripts/packages.txt scripts/packages-tests.txt && need_swift && need_python'

# The image of deploy/Containerfile, built and tried; needs podman and a registry.
container: ready
	CONTAINER=build .venv/bin/python -m pytest -q -p no:cacheprovider Tests/Judges/test_deploy.py -k image_is_built
