import Foundation
import Model

/// What one column of a row holds; flags are 0 and 1, times seconds since 1970.
enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    static func id<Subject>(_ id: Identifier<Subject>) -> SQLValue { .text(id.description) }
    static func flag(_ flag: Bool) -> SQLValue { .integer(flag ? 1 : 0) }
    static func time(_ time: Date) -> SQLValue { .real(time.timeIntervalSince1970) }
    static func number(_ number: some BinaryInteger) -> SQLValue { .integer(Int64(clamping: number)) }
}
