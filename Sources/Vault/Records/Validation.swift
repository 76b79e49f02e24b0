import Foundation

/// What every text and date in the records is held to.
enum Validation {
    /// A text of 1 to `limit` characters without control characters.
    static func text(_ text: String, _ field: String, limit: Int, allowsLines: Bool = false) throws(VaultError) {
        guard !text.isEmpty, text.utf8.count <= limit * 4, text.count <= limit else {
            throw VaultError(.invalidRecord, "\(field) has a length that is not allowed")
        }
        let isClean = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: allowsLines && (scalar == "\n" || scalar == "\r" || scalar == "\t")
            case .surrogate, .unassigned: false
            // Overrides and isolates of writing direction can make a text read as another.
            default: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
            }
        }
        guard isClean else { throw VaultError(.invalidRecord, "\(field) has characters that are not allowed") }
    }

    static func optional(
        _ text: String?, _ field: String, limit: Int, allowsLines: Bool = false
    ) throws(VaultError) {
        if let text { try self.text(text, field, limit: limit, allowsLines: allowsLines) }
    }

    /// `2021`, `2021-05` or `2021-05-29`: a year from 1800 to 2199, and a day that exists.
    static func partialDate(_ text: String, _ field: String) throws(VaultError) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let widths = [4, 2, 2]
        let isWellFormed =
            (1...3).contains(parts.count)
            && zip(parts, widths).allSatisfy { part, width in
                part.utf8.count == width && part.utf8.allSatisfy { (48...57).contains($0) }
            }
        let numbers = parts.compactMap { Int($0) }
        guard isWellFormed, numbers.count == parts.count, let year = numbers.first, (1800...2199).contains(year) else {
            throw VaultError(.invalidRecord, "\(field) is not a date")
        }
        if numbers.count > 1, !(1...12).contains(numbers[1]) {
            throw VaultError(.invalidRecord, "\(field) is not a date")
        }
        if numbers.count > 2, !(1...days(year: year, month: numbers[1])).contains(numbers[2]) {
            throw VaultError(.invalidRecord, "\(field) is a day that does not exist")
        }
    }

    /// Two capital letters, as ISO 3166-1 alpha-2 has them.
    static func country(_ text: String, _ field: String) throws(VaultError) {
        guard text.utf8.count == 2, text.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw VaultError(.invalidRecord, "\(field) is not a country code")
        }
    }

    private static func days(year: Int, month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }
}
