import ByteCoding
import HTTPTypes

/// Bodies in gzip form (RFC 1952), for what is public and long; never for pages, whose length would tell of secrets.
enum Gzip {
    /// Packs bytes, always to the same bytes; nil when zlib has no memory for it.
    static func packed(_ bytes: [UInt8]) -> [UInt8]? { try? Zlib.deflate(bytes, format: .gzip) }

    /// Whether an `Accept-Encoding` field takes gzip (RFC 9110, 12.5.3).
    static func isAccepted(_ field: String?) -> Bool {
        guard let field else { return false }
        var anything = false
        for coding in field.prefix(1_000).lowercased().split(separator: ",").prefix(20) {
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let quality =
                parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double(typed: $0.dropFirst(2), in: 0...1) }
                ?? 1
            if parts.first == "gzip" || parts.first == "x-gzip" { return quality > 0 }
            if parts.first == "*" { anything = quality > 0 }
        }
        return anything
    }
}
