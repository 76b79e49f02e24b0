import CivilDates
package import Intake
package import Model
package import Web

/// The rows of a draft in a form: `date-1`, `vaccine-1`, `batch-1` …
extension Draft {
    /// Rows that a table begins with, and that are added.
    static let firstRows = 3
    /// Rows beyond this number aren't looked at.
    static let lastNumber = 9_999
    /// What the names of the buttons begin with that say what a row's text means, or what else may be read of a picture.
    static let found = "found-"

    /// The rows of a form, by their numbers; empty ones only where they aren't too many.
    init(typed fields: FormFields) {
        let sent = Self.proposals(fields)
        let filled = sent.filter { !$0.isEmpty }
        let layout = fields["layout"].flatMap(Layout.init) ?? .table
        let isDetailed =
            fields["columns"] == "all" || fields["step"] == "details" || filled.contains(where: \.hasDetails)
        let isShort = layout == .visits || sent.count <= Self.mostTyped
        let rows = isShort ? sent : filled
        self.init(rows.isEmpty ? [Proposal(id: 1)] : rows, layout: layout, isDetailed: isDetailed)
    }

    /// The rows that were sent, by their numbers.
    package static func proposals(_ fields: FormFields) -> [Proposal] {
        let columns = Set(Proposal.fields.map(\.formName))
        let numbers = fields.names.compactMap { name -> Int? in
            guard let hyphen = name.lastIndex(of: "-"), columns.contains(String(name[..<hyphen])) else { return nil }
            let digits = name[name.index(after: hyphen)...]
            guard let number = Int(typed: digits, in: 1...lastNumber), String(number) == digits else { return nil }
            return number
        }
        return Set(numbers).sorted().map { Proposal($0, fields) }
    }

    /// With empty rows at its end, so that it has so many.
    func padded(to count: Int) -> Draft {
        var padded = self
        let last = proposals.last?.id ?? 0
        padded.proposals += (0..<max(0, count - proposals.count)).map { Proposal(id: last + 1 + $0) }
        return padded
    }
}

extension Proposal {
    fileprivate init(_ number: Int, _ fields: FormFields) {
        self.init(id: number)
        for field in Self.fields {
            let name = field.formName
            // What a text was said to mean takes its place, and so does another reading of a picture.
            let pick = field.name == Vaccination.vaccine.name ? "\(number)" : "\(name)-\(number)"
            let sent = TextInput.clean(fields[Draft.found + pick]) ?? fields["\(name)-\(number)"]
            if let sent { cells[field.name] = Cell(typed: TextInput.clean(sent) ?? "") }
        }
        if let plan = fields["planned-\(number)"].flatMap(Plan.init) { evidence = .scheduled(plan) }
        if fields["row-\(number)"] == "keep" { decision = .accept }
        answer(fields, TwinAnswer.ofRows, "-\(number)")
        if fields["row-\(number)"] == "skip" { decision = .leaveOut }
    }

    /// What was said to what is asked of the one dose of a form.
    init(answersOf fields: FormFields, isEdit: Bool) {
        self.init(id: 1)
        // What rows say is taken as well, where it says nothing else here.
        answer(fields, isEdit ? TwinAnswer.ofEdit : TwinAnswer.ofForm + TwinAnswer.ofRows, "")
    }

    private mutating func answer(_ fields: FormFields, _ choices: [TwinAnswer], _ suffix: String) {
        if let choice = choices.first(where: { $0.value == fields["duplicate\(suffix)"] }) {
            decision = choice.decision
        }
        against = TextInput.clean(fields["against\(suffix)"])
        let right = fields["right\(suffix)"] ?? ""
        answers = Set(right.split(separator: " ").prefix(8).map { String($0.prefix(200)) })
    }

    /// The name of one of its fields in the form.
    package func name(_ field: String) -> String { "\(field)-\(id)" }
    package func name(_ field: Field<Vaccination>) -> String { name(field.formName) }
}
