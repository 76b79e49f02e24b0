import Foundation

/// What the books hold in one place; flags are 0 and 1, times seconds since 1970.
enum LedgerValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    static func id<Subject>(_ id: Identifier<Subject>) -> LedgerValue { .text(id.description) }
    static func flag(_ flag: Bool) -> LedgerValue { .integer(flag ? 1 : 0) }
    static func time(_ time: Date) -> LedgerValue { .real(time.timeIntervalSince1970) }
    static func number(_ number: some BinaryInteger) -> LedgerValue { .integer(Int64(clamping: number)) }
}
