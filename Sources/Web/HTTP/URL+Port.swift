import Foundation

extension URL {
    /// The port that a URL names, or the usual one where it names none; nil for one outside of the range.
    package func port(in range: ClosedRange<Int>, usual: Int) -> Int? {
        guard let port else { return usual }
        return range.contains(port) ? port : nil
    }
}
