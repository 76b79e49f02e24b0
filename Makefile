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

# Feeds the readers of untrusted bytes with damaged input, longer than the tests do.
fuzz:
	swift run -c release conformance fuzz --iterations $${INPUTS:-10000000}
	VACCINAPP_FUZZ=$${INPUTS:-1000000} swift test --disable-xctest --filter Fuzz

# Kills the vault's writer at every moment and looks whether anything acknowledged is lost.
torture:
	VACCINAPP_TORTURE=1 swift test --disable-xctest --filter Torture

# Every published certificate, rule and schedule case, a line for each; `swift run conformance --help` names them.
conformance:
	swift run conformance dcc ../shared/data/dcc/testdata

doc:
	swift package generate-documentation
