import Foundation
import WebApp

/// Times the page of a pass with 30 vaccinations, as a ratio to putting the same bytes together by hand.
@main
struct PageTrials {
    static func main() throws {
        let resources = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        let sample = try RenderingSample(resources: resources)
        let html = sample.html()
        let pieces = Self.pieces(of: html)
        let byHand = Self.microseconds { _ = pieces.reduce(into: "") { $0 += $1 } }
        let rendered = Self.microseconds { _ = sample.html() }
        print("a pass with 30 vaccinations, \(html.utf8.count) bytes of HTML")
        print("the same bytes by hand: \(byHand.rounded()) µs = 1 x")
                print(String(decoding: sample.compiled(), as: UTF8.self) == html, sample.compiled().count)
        let fast = Self.microseconds { _ = sample.compiled() }
        print("compiled: \(fast.rounded()) µs = \((fast / byHand * 10).rounded() / 10) x")
        if CommandLine.arguments.count > 1 {
            try html.write(toFile: "/tmp/old.html", atomically: true, encoding: .utf8)
            try String(decoding: sample.compiled(), as: UTF8.self).write(toFile: "/tmp/new.html", atomically: true, encoding: .utf8)
        }
        print("rendered: \(rendered.rounded()) µs = \((rendered / byHand).rounded()) x")
    }

    /// The text in as many pieces as a page has tags and values.
    private static func pieces(of text: String) -> [String] {
        text.split(separator: "<").map { "<" + $0 }
    }

    /// The fastest of many rounds: what else the machine does only ever adds.
    private static func microseconds(_ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        var fastest = Duration.seconds(3_600)
        for _ in 0..<50 {
            fastest = min(fastest, clock.measure { for _ in 0..<20 { body() } })
        }
        let (seconds, attoseconds) = fastest.components
        return (Double(seconds) * 1e6 + Double(attoseconds) * 1e-12) / 20
    }
}
