import Foundation

extension Localizer {
    /// How large a file is, as people say it: `340 KB`, `1.2 MB`.
    func fileSize(_ bytes: Int) -> String {
        guard bytes >= 1_000_000 else { return "\((max(0, bytes) + 999) / 1_000)\u{a0}KB" }
        let number = (Double(bytes) / 1_000_000)
            .formatted(.number.precision(.fractionLength(0...1)).rounded(rule: .down).locale(locale))
        return "\(number)\u{a0}MB"
    }
}
