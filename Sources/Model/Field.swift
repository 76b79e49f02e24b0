package import CivilDates

/// One field of a record as data: whatever goes through a record's fields goes through a list of these.
///
/// From it come the checks, the database's columns, the archive's members, a table's columns, and what two records
/// differ in.
package struct Field<Record>: Sendable {
    /// What a field can hold.
    package enum Kind: Sendable, Equatable {
        /// A line of 1 to `limit` characters, or several lines.
        case text(limit: Int, lines: Bool = false)
        /// A day, a month or a year of those that records have.
        case date
        case number(ClosedRange<Int>)
        /// Two capital letters, as ISO 3166-1 alpha-2 has them.
        case country
        /// One of these words.
        case choice([String])
    }

    /// Its name in the archive and in tables: `birthDate`.
    package let name: String
    /// Its column in the database: the name, where that is no word of SQL's.
    package let column: String
    package let kind: Kind
    /// Whether a record without it is none.
    package let isRequired: Bool
    /// Whether a date may be after the day on which it is recorded.
    package let isAhead: Bool
    /// The minor version of the archive's document that first had it.
    package private(set) var minor = 0
    private let read: @Sendable (Record) -> FieldValue?
    private let write: @Sendable (inout Record, FieldValue?) -> Void

    private init(
        _ name: String, column: String?, _ kind: Kind, isRequired: Bool, isAhead: Bool = false,
        read: @escaping @Sendable (Record) -> FieldValue?,
        write: @escaping @Sendable (inout Record, FieldValue?) -> Void
    ) {
        (self.name, self.column, self.kind) = (name, column ?? name, kind)
        (self.isRequired, self.isAhead, self.read, self.write) = (isRequired, isAhead, read, write)
    }

    /// Whether it is ticked or not: a choice of one word.
    package var isTick: Bool { if case .choice(let words) = kind { words.count == 1 } else { false } }

    /// The field's value, nil where there is none.
    package subscript(record: Record) -> FieldValue? { read(record) }

    /// Sets the value; one that is of another kind than the field is taken for none.
    package func set(_ value: FieldValue?, in record: inout Record) { write(&record, value) }

    /// The same field, which documents have had since a minor version.
    func since(_ minor: Int) -> Self {
        var field = self
        field.minor = minor
        return field
    }

    /// What is wrong with the field; nil when nothing is.
    package func issue(in record: Record) -> Issue? {
        guard let value = read(record) else { return isRequired ? Issue(name, .missing) : nil }
        switch (kind, value) {
        case (.text(let limit, let lines), .text(let text)):
            return RecordText.fault(in: text, limit: limit, allowsLines: lines).map { Issue(name, $0, limit: limit) }
        case (.date, .date(let date)): return date.isOfRecord ? nil : Issue(name, .date)
        case (.number(let range), .number(let number)): return range.contains(number) ? nil : Issue(name, .number)
        case (.country, .text(let code)):
            let isCode = code.utf8.count == 2 && code.utf8.allSatisfy { (65...90).contains($0) }
            return isCode ? nil : Issue(name, .country)
        case (.choice(let words), .text(let word)): return words.contains(word) ? nil : Issue(name, .choice)
        default: return Issue(name, .missing)
        }
    }
}

/// The value of a field.
package enum FieldValue: Sendable, Hashable, CustomStringConvertible {
    case text(String)
    case number(Int)
    case date(PartialDate)

    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var number: Int? { if case .number(let number) = self { number } else { nil } }
    package var date: PartialDate? { if case .date(let date) = self { date } else { nil } }

    /// As a table writes it.
    package var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .date(let date): date.description
        }
    }
}

/// A path to a field that tests and concurrent code may share.
package typealias FieldPath<Record, Value> = any WritableKeyPath<Record, Value> & Sendable

extension Field {
    /// A text that has to be there.
    init(_ name: String, _ path: FieldPath<Record, String>, _ kind: Kind) {
        self.init(name, column: nil, kind, isRequired: true) { record in
            record[keyPath: path].isEmpty ? nil : .text(record[keyPath: path])
        } write: {
            $0[keyPath: path] = $1?.text ?? ""
        }
    }

    /// A text that may be missing.
    init(_ name: String, _ path: FieldPath<Record, String?>, _ kind: Kind) {
        self.init(name, column: nil, kind, isRequired: false) {
            $0[keyPath: path].map(FieldValue.text)
        } write: {
            $0[keyPath: path] = $1?.text
        }
    }

    /// A date that has to be there.
    init(_ name: String, _ path: FieldPath<Record, PartialDate>) {
        self.init(name, column: nil, .date, isRequired: true) {
            .date($0[keyPath: path])
        } write: {
            if let date = $1?.date { $0[keyPath: path] = date }
        }
    }

    /// A date that may be missing.
    init(_ name: String, column: String? = nil, _ path: FieldPath<Record, PartialDate?>, isAhead: Bool = false) {
        self.init(name, column: column, .date, isRequired: false, isAhead: isAhead) {
            $0[keyPath: path].map(FieldValue.date)
        } write: {
            $0[keyPath: path] = $1?.date
        }
    }

    /// A number that may be missing.
    init(_ name: String, _ path: FieldPath<Record, Int?>, in range: ClosedRange<Int>) {
        self.init(name, column: nil, .number(range), isRequired: false) {
            $0[keyPath: path].map(FieldValue.number)
        } write: {
            $0[keyPath: path] = $1?.number
        }
    }

    /// One of an enumeration's cases; what is none of them is the one that stands for 'not told'.
    init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: FieldPath<Record, Choice>, unknown: Choice
    ) {
        let words = Choice.allCases.map(\.rawValue)
        self.init(name, column: nil, .choice(words), isRequired: false) {
            .text($0[keyPath: path].rawValue)
        } write: {
            $0[keyPath: path] = $1?.text.flatMap(Choice.init) ?? unknown
        }
    }
}
