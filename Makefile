.PHONY: check format lint test routes bench bench-pages fuzz torture conformance doc sbom container ready

# Where the published certificates, rules and cases lie; CONTRIBUTING.md says what depends on them.
DATA ?= ../shared/data
# How long `make fuzz` feeds the readers: inputs of the pure modules, pictures, PDFs, pages.
INPUTS ?= 10000000
DOCUMENTS ?= 1000000
PICTURES ?= 10000
PDFS ?= 1000
PAGES ?= 2000
# How many seconds `make torture` restarts two servers in turn under writers.
ROLLING ?= 600
# How many people `make bench` has at work at once.
USERS ?= 200

# A server's settings are not the tests'.
unexport $(filter-out VACCINAPP_TEST_DATA,$(filter VACCINAPP_%,$(.VARIABLES)))

# As scripts/test does it: with other options much would be compiled anew.
build_tests = swift build --build-tests --explicit-target-dependency-import-check error
# Four tests at once, as scripts/test: some wait for others' answers, and a crowd makes them wait too long.
test = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 swift test --skip-build --disable-xctest

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

# docs/routes.md, from the route table and the table of fields; a test compares them.
routes:
	$(build_tests)
	VACCINAPP_WRITE_ROUTES=1 $(test) --filter RoutesDocumentTests

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
	swift run -c release page-trials

# What pages cost beside a static file of the same server, in one run; needs wrk.
bench-pages: ready
	swift build -c release --product vaccinapp
	scripts/bench-pages "$$(swift build -c release --show-bin-path)/vaccinapp" --accounts --memory
	swift run -c release page-trials

# Feeds the readers of untrusted bytes with damaged input, longer than the tests do.
fuzz: ready
	swift run -c release conformance fuzz --iterations $(INPUTS)
	$(build_tests)
	VACCINAPP_FUZZ=$(DOCUMENTS) $(test) --filter "Fuzz|Extremes"
	.venv/bin/python Tests/Judges/codes/fuzz.py "$$(swift build -c release --show-bin-path)" \
		--pictures $(PICTURES) --pdfs $(PDFS)
	.venv/bin/python Tests/Judges/codes/fuzz_pages.py "$$(swift build -c release --show-bin-path)" --pictures $(PAGES)

# Kills the vault's writer at every moment and looks whether anything acknowledged is lost.
torture: ready
	$(build_tests)
	VACCINAPP_TORTURE=1 $(test) --filter 'Torture|SealedBlob|Slot|Piece|MemoryDatabase|Attachment|StorageFault|PowerLoss|Backup|Migration'
	VACCINAPP_BINARY="$$(swift build --show-bin-path)/vaccinapp" VACCINAPP_ROLLING=$(ROLLING) VACCINAPP_FAULTS=all \
		.venv/bin/python -m pytest -q -s -p no:cacheprovider Tests/Judges/test_storage.py Tests/Judges/test_canaries.py \
		Tests/Judges/test_backup.py Tests/Judges/test_rolling_restart.py Tests/Judges/test_file_faults.py

# Every published certificate, rule and schedule case, a line for each; `swift run conformance --help` names them.
conformance: ready
	@[ -d "$(DATA)" ] || { echo "There is no $(DATA): please name the folder of the published data, make conformance DATA=…" >&2; exit 1; }
	swift build -c release --product conformance
	swift build -c release --product vaccinapp
	set -e; run="$$(swift build -c release --show-bin-path)/conformance"; \
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
			"$$(swift build -c release --show-bin-path)/vaccinapp read-page FILE --template TEMPLATE --json"; \
		"$$run" cdsi "$(DATA)/cdsi/xml-4.64" "$(DATA)"/cdsi/cases-*.json

# The documentation of the public modules, in .build/documentation; a fault in it makes it fail.
doc:
	scripts/doc

# What the release build is made of, with this machine's versions: CycloneDX in .build/vaccinapp.cdx.json.
sbom:
	swift build -c release --product vaccinapp
	scripts/sbom "$$(swift build -c release --show-bin-path)" > .build/vaccinapp.cdx.json
	@echo ".build/vaccinapp.cdx.json"

# Installs or names what the longer runs need.
ready:
	@bash -c 'source scripts/setup.sh && need_packages scripts/packages.txt scripts/packages-tests.txt && need_swift && need_python'

# The image of deploy/Containerfile, built and tried; needs podman and a registry.
container: ready
	CONTAINER=build .venv/bin/python -m pytest -q -p no:cacheprovider Tests/Judges/test_deploy.py -k image_is_built
