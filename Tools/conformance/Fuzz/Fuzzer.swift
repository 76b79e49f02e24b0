import Dispatch
import Foundation
import Seeded

/// Reads damaged inputs until enough were read, and measures what the slowest one and all of them together take.
struct Fuzzer {
    /// What came of a run.
    struct Outcome {
        /// How many inputs each target read.
        var counts: [String: Int] = [:]
        /// The slowest input: its target, its bytes and its time on the processor.
        var slowest: (target: String, bytes: [UInt8], milliseconds: Double)?
        /// The most memory that the process has had, in bytes.
        var peakMemory = 0
    }

    let targets: [FuzzTarget]
    let seed: UInt64

    func run(iterations: Int) -> Outcome {
        var mutator = Mutator(seed: seed)
        var outcome = Outcome()
        guard !targets.isEmpty else { return outcome }
        for iteration in 0..<iterations {
            let target = targets[iteration % targets.count]
            let bytes = mutator.mutation(of: target.inputs)
            let start = Self.processorTime()
            target.read(bytes)
            let milliseconds = (Self.processorTime() - start) * 1000
            outcome.counts[target.name, default: 0] += 1
            if milliseconds > outcome.slowest?.milliseconds ?? 0 {
                outcome.slowest = (target.name, bytes, milliseconds)
            }
        }
        outcome.peakMemory = Self.peakMemory()
        return outcome
    }

    /// Seconds that this thread has had on a processor, so that a busy machine doesn't look like slow code.
    static func processorTime() -> Double { ProcessorTime.ofThisThread }

    private static func peakMemory() -> Int {
        var usage = rusage()
        #if os(Linux)
            // Linux counts kibibytes, and Swift sees the constant as an enumeration there.
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss * 1024
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #endif
    }
}
