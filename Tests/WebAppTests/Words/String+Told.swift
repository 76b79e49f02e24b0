import Foundation
import Testing

@testable import WebApp

extension String {
    /// What fills a gap of a message that is said here, where that is text without markup.
    func told(_ id: String, _ gap: String) throws -> String {
        let parts = try words(id, [gap: "\u{0}"]).components(separatedBy: "\u{0}")
        try #require(parts.count == 2, "\(id) has no single gap \(gap)")
        let begin = try #require(range(of: parts[0])).upperBound
        let end = try #require(range(of: parts[1] + "<", range: begin..<endIndex)).lowerBound
        let value = String(self[begin..<end])
        try #require(!value.contains("<"))
        return value
    }
}
