.PHONY: check format lint test bench fuzz torture conformance doc

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
	swift test --disable-xctest

bench:
	cd Benchmarks && swift run -c release
	swift run -c release vault-trials measure
	swift run -c release vault-trials load 200
	swift build -c release --product vaccinapp
	scripts/bench-sign-ins $$(swift build -c release --show-bin-path)/vaccinapp
	swift run -c release page-trials

# Feeds the readers of untrusted bytes with damaged input, longer than the tests do.
fuzz:
	swift run -c release conformance fuzz --iterations $${INPUTS:-10000000}
	VACCINAPP_FUZZ=$${INPUTS:-1000000} swift test --disable-xctest --filter Fuzz
	python3 Tests/Judges/codes/fuzz.py .build/release --pictures $${PICTURES:-10000} --pdfs $${PDFS:-1000}

# Kills the vault's writer at every moment and looks whether anything acknowledged is lost.
torture:
	swift build --build-tests
	VACCINAPP_TORTURE=1 swift test --disable-xctest --filter 'Torture|SealedBlob|StorageFault|PowerLoss|Backup|Migration'
	VACCINAPP_BINARY=$$(swift build --show-bin-path)/vaccinapp .venv/bin/python -m pytest -q -p no:cacheprovider \
		Tests/Judges/test_storage.py Tests/Judges/test_canaries.py Tests/Judges/test_backup.py

# Every published certificate, rule and schedule case, a line for each; `swift run conformance --help` names them.
conformance:
	swift run conformance dcc ../shared/data/dcc/testdata
	swift run conformance trustlist ../shared/data/dcc/trustlists/dsc-with-signature.json
	swift run conformance certlogic ../shared/data/dcc/certlogic/testSuite
	swift run conformance rules ../shared/data/dcc/rules
	swift run conformance shc ../shared/data/shc
	swift run -c release conformance codes ../shared/data/dcc/testdata
	swift run -c release conformance cdsi ../shared/data/cdsi/xml-4.64 ../shared/data/cdsi/cases-healthy-v4.45.json

doc:
	swift package generate-documentation
