import Testing

@testable import conformance

@Suite("Fuzzing", .timeLimit(.minutes(3)))
struct FuzzTests {
    @Test("damaged inputs of every kind are refused or read, in little time")
    func short() throws {
        let targets = try FuzzCommand.targets()
        let outcome = Fuzzer(targets: targets, seed: 20_261_121).run(iterations: 400 * targets.count)
        #expect(outcome.counts.count == targets.count)
        #expect(outcome.counts.values.allSatisfy { $0 == 400 })
        // Ten times what a release build may take: these are debug builds.
        #expect(outcome.slowest?.milliseconds ?? 0 < 500)
    }

    @Test("the same seed damages in the same ways, another seed in others")
    func seeded() {
        let inputs = [Array("one input".utf8), Array("and another".utf8)]
        func mutations(_ seed: UInt64) -> [[UInt8]] {
            var mutator = Mutator(seed: seed)
            return (0..<50).map { _ in mutator.mutation(of: inputs) }
        }
        #expect(mutations(7) == mutations(7))
        #expect(mutations(7) != mutations(8))
        #expect(mutations(7).contains { !inputs.contains($0) })
    }
}
