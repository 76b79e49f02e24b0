import Foundation

/// Times the page of a pass with 30 vaccinations, as a ratio to putting the same bytes together by hand; with `answer` the
/// answer alone that pages are made from.
@main
struct PageTrials {
    static func main() throws {
        let resources = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        if CommandLine.arguments.dropFirst() == ["answer"] { return try tellAnswer(resources) }
        let sample = try RenderingSample(resources: resources)
        let (html, values) = (try sample.html(), sample.values())
        let pieces = Self.pieces(of: String(decoding: html, as: UTF8.self))
        let byHand = Self.microseconds { _ = pieces.reduce(into: "") { $0 += $1 } }
        print("a pass with 30 vaccinations, \(html.count) bytes of HTML")
        print("the same bytes by hand: \(byHand.rounded()) µs = 1 x")
        Self.tell("by its template", try Self.microseconds { _ = try sample.html(values) }, byHand)
        Self.tell("its values made too", try Self.microseconds { _ = try sample.html() }, byHand)
    }

    /// The median of 200 adults with twelve vaccinations each, after as many that aren't counted.
    private static func tellAnswer(_ resources: URL) throws {
        let sample = try AnswerSample(resources: resources, count: 200)
        _ = try sample.times()
        let median = try sample.times().sorted()[100]
        print("answer alone: \((median * 100).rounded() / 100) ms")
    }

    private static func tell(_ name: String, _ time: Double, _ byHand: Double) {
        print("\(name): \(time.rounded()) µs = \((time / byHand * 10).rounded() / 10) x")
    }

    /// The text in as many pieces as a page has tags and values.
    private static func pieces(of text: String) -> [String] {
        text.split(separator: "<").map { "<" + $0 }
    }

    /// The fastest of many rounds: what else the machine does only ever adds.
    private static func microseconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        var fastest = Duration.seconds(3_600)
        for _ in 0..<50 {
            fastest = try min(fastest, clock.measure { for _ in 0..<20 { try body() } })
        }
        let (seconds, attoseconds) = fastest.components
        return (Double(seconds) * 1e6 + Double(attoseconds) * 1e-12) / 20
    }
}
