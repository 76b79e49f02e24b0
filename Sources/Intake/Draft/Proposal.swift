package import CivilDates
package import Model

/// One dose that may be stored: what was read or typed of it never changes by itself, what the person decides is beside it.
package struct Proposal: Codable, Sendable, Hashable, Identifiable {
    /// Where it comes from, and where one looks.
    package enum Evidence: Codable, Sendable, Hashable {
        case typed
        /// A vaccine of the standard schedule, by its id, and the month in which it was recommended.
        case scheduled(Plan)
        /// A row of a page that was read: the sheet and its page from 0, and the row by its number.
        case cell(sheet: Int, page: Int, row: Int)
    }

    /// What becomes of it.
    package enum Decision: Codable, Sendable, Hashable {
        case open
        /// It counts.
        case accept
        /// It is the dose that it was held against: what is there stays, or takes the new details.
        case same(takesNew: Bool)
        /// It is another than the one that it was held against.
        case other
        case leaveOut
    }

    /// The fields that a row has, in its order.
    package static let fields = [
        Vaccination.date, Vaccination.vaccine, Vaccination.batch, Vaccination.site, Vaccination.route,
        Vaccination.batchExpiry, Vaccination.validUntil,
    ]
    /// Those beyond what most booklets have.
    package static let details = fields.dropFirst(3)

    /// From 1, by which its fields' names end.
    package let id: Int
    /// By the names of ``fields``; of the vaccine an id, a disease's id behind `target:`, or a text to search for.
    package var cells: [String: Cell]
    package var evidence: Evidence
    package var decision: Decision
    /// What it was held against when that was decided; nil where nobody noted it.
    package var against: String?
    /// What was asked and said to be right as it is, by the questions' names.
    package var answers: Set<String>

    package init(
        id: Int, cells: [String: Cell] = [:], evidence: Evidence = .typed, decision: Decision = .open,
        against: String? = nil, answers: Set<String> = []
    ) {
        (self.id, self.cells, self.evidence) = (id, cells, evidence)
        (self.decision, self.against, self.answers) = (decision, against, answers)
    }

    /// What counts in one of its fields.
    package subscript(field: Field<Vaccination>) -> String { cells[field.name]?.current ?? "" }

    /// Another with the same in it, under another number.
    package init(id: Int, as other: Proposal) {
        self.init(
            id: id, cells: other.cells, evidence: other.evidence, decision: other.decision, against: other.against,
            answers: other.answers)
    }

    /// Whether another says the same in every field.
    package func says(_ other: Proposal) -> Bool { Self.fields.allSatisfy { self[$0] == other[$0] } }

    package var plan: Plan? { if case .scheduled(let plan) = evidence { plan } else { nil } }

    /// Whether it says more than most booklets do.
    package var hasDetails: Bool { Self.details.contains { !self[$0].isEmpty } }

    /// Whether nobody has said anything: what was laid out counts once it has a date, what was read unless it is left out.
    package var isEmpty: Bool {
        if decision == .leaveOut { return true }
        if case .cell = evidence { return false }
        return self[Vaccination.date].isEmpty && hasNothingButDate
    }

    /// Whether its day or its vaccine was read, but not for sure.
    package var isUnsure: Bool {
        [Vaccination.date, Vaccination.vaccine].contains { cells[$0.name]?.isUnsure ?? false }
    }

    /// Whether anything of it is to be looked at: of few batches a picture says for sure what they are, and nobody is held up
    /// for one.
    package var isDoubtful: Bool { decision == .open && cells.values.contains(where: \.isUnsure) }

    /// Whether it only says the day of what follows.
    package var isDayOnly: Bool { evidence == .typed && !self[Vaccination.date].isEmpty && hasNothingButDate }

    private var hasNothingButDate: Bool {
        let vaccine = self[Vaccination.vaccine]
        return self[Vaccination.batch].isEmpty && !hasDetails && (vaccine.isEmpty || vaccine == plan?.vaccine)
    }
}

extension Proposal {
    /// A dose that a schedule has: written `dtap-ipv-hib-hepb@2019-03` in forms.
    package struct Plan: Codable, Sendable, Hashable, LosslessStringConvertible {
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

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let plan = Plan(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no vaccine and month")
            }
            self = plan
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }
}
