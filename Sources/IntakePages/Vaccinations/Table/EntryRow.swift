package import CivilDates
package import Web

/// A row of a table of vaccinations as somebody typed it.
package struct EntryRow: Sendable, Equatable {
    /// How somebody answers that a row says what is there already.
    package enum DuplicateAnswer: String, CaseIterable, Sendable {
        /// It is the same vaccination: the row is left out.
        case skip
        /// It is another one.
        case keep
    }

    /// Whether a row that was read from a picture counts.
    package enum RowDecision: String, CaseIterable, Sendable {
        case keep, skip
    }

    /// A dose that a schedule has: written `dtap-ipv-hib-hepb@2019-03` in the form.
    package struct Plan: Sendable, Equatable, LosslessStringConvertible {
        /// A vaccine's id.
        package let vaccine: String
        /// When it was recommended.
        package let month: PartialDate

        package init(vaccine: String, on day: CalendarDate) {
            let (year, month, _) = day.components
            (self.vaccine, self.month) = (vaccine, PartialDate(year: year, month: month) ?? PartialDate(day))
        }

        package init?(_ description: String) {
            let parts = description.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let month = PartialDate(ofRecord: parts[1]) else { return nil }
            (vaccine, self.month) = (parts[0], month)
        }

        package var description: String { "\(vaccine)@\(month)" }
    }

    /// What its fields' names end with.
    package let number: Int
    package var date = ""
    /// A vaccine's id, a disease's id behind `target:`, or a text to search for.
    package var vaccine = ""
    package var batch = ""
    /// One of ``Vaccination/sites``.
    package var site = ""
    /// One of ``Vaccination/routes``.
    package var route = ""
    package var batchExpiry = ""
    /// Of an animal's dose, until when it is valid.
    package var validUntil = ""
    package var duplicate: DuplicateAnswer?
    /// What the row was laid out for; nil where somebody has to type all of it.
    package var plan: Plan?
    /// Of a row that was read from a picture, whether it counts.
    package var taken: RowDecision?

    /// Whether nobody has typed anything: what was laid out counts once it has a date, what was read unless it is left out.
    package var isEmpty: Bool {
        if let taken { return taken == .skip }
        return date.isEmpty && batch.isEmpty && !hasDetails && (vaccine.isEmpty || vaccine == plan?.vaccine)
    }

    /// Whether it says more than most booklets do.
    var hasDetails: Bool { [site, route, batchExpiry, validUntil].contains { !$0.isEmpty } }

    /// The name of one of its fields in the form.
    package func name(_ field: String) -> String { "\(field)-\(number)" }
}

extension EntryRow {
    /// Rows that a table begins with.
    static let firstRows = 12
    /// Rows that are added, and that a table has at most unless more were sent.
    static let (moreRows, mostRows) = (12, 50)
    /// Rows beyond this number aren't looked at.
    static let lastNumber = 9_999

    /// The rows of a form, by their numbers; empty ones only where they don't pass ``mostRows``.
    package static func rows(_ fields: FormFields) -> [EntryRow] {
        let rows = sent(fields)
        let filled = rows.filter { !$0.isEmpty }
        return padded(rows.count <= mostRows ? rows : filled, to: firstRows)
    }

    /// The rows that were sent, by their numbers.
    package static func sent(_ fields: FormFields) -> [EntryRow] {
        let numbers = fields.names.compactMap { name -> Int? in
            guard let hyphen = name.lastIndex(of: "-"), columns.contains(String(name[..<hyphen])) else { return nil }
            let digits = name[name.index(after: hyphen)...]
            guard let number = Int(typed: digits, in: 1...lastNumber), String(number) == digits else {
                return nil
            }
            return number
        }
        return Set(numbers).sorted().map { EntryRow(number: $0, fields) }
    }

    /// The rows with empty ones after them, up to so many.
    static func padded(_ rows: [EntryRow], to count: Int) -> [EntryRow] {
        let last = rows.last?.number ?? 0
        return rows + (0..<max(0, count - rows.count)).map { EntryRow(number: last + 1 + $0) }
    }

    /// What the names of the buttons begin with that say what a row's text means.
    package static let found = "found-"

    private static let columns: Set<String> = [
        "date", "vaccine", "batch", "site", "route", "batch-expiry", "valid-until",
    ]

    private init(number: Int, _ fields: FormFields) {
        self.number = number
        func value(_ field: String) -> String { TextInput.clean(fields["\(field)-\(number)"]) ?? "" }
        (date, vaccine, batch) = (value("date"), value("vaccine"), value("batch"))
        (site, route, batchExpiry) = (value("site"), value("route"), value("batch-expiry"))
        validUntil = value("valid-until")
        // What a text was said to mean takes its place, and so does another reading of a picture.
        if let found = TextInput.clean(fields["\(Self.found)\(number)"]) { vaccine = found }
        if let found = TextInput.clean(fields["\(Self.found)date-\(number)"]) { date = found }
        if let found = TextInput.clean(fields["\(Self.found)batch-\(number)"]) { batch = found }
        if let found = TextInput.clean(fields["\(Self.found)batch-expiry-\(number)"]) { batchExpiry = found }
        if let found = TextInput.clean(fields["\(Self.found)valid-until-\(number)"]) { validUntil = found }
        plan = fields["planned-\(number)"].flatMap(Plan.init)
        duplicate = fields["duplicate-\(number)"].flatMap(DuplicateAnswer.init)
        taken = fields["row-\(number)"].flatMap(RowDecision.init)
    }
}
