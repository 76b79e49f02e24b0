/// Times a body in rounds, and keeps the fastest round: what else the machine does only ever adds.
enum Stopwatch {
    /// Microseconds for one call.
    static func microseconds(rounds: Int = 30, calls: Int, _ body: () throws -> Void) rethrows -> Double {
        try body()
        var fastest = Duration.seconds(3600)
        for _ in 0..<rounds {
            let clock = ContinuousClock()
            let start = clock.now
            for _ in 0..<calls { try body() }
            fastest = min(fastest, clock.now - start)
        }
        let (seconds, attoseconds) = fastest.components
        return (Double(seconds) * 1e6 + Double(attoseconds) * 1e-12) / Double(calls)
    }

    static func print(_ name: String, _ microseconds: Double, ratio: Double? = nil) {
        let rounded = (microseconds * 100).rounded() / 100
        let ratio = ratio.map { " = \(($0 * 100).rounded() / 100) x" } ?? ""
        Swift.print("\(name): \(rounded) µs\(ratio)")
    }
}
