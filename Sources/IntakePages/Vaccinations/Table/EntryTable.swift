import Immunization
import Intake
import Model
import Vault
import Web

/// A table of vaccinations as it was sent: what each row says, what is wrong, and what somebody has to answer.
struct EntryTable: Sendable {
    /// What a row says once more.
    enum DuplicateRow: Sendable {
        case record(VaccinationRecord)
        /// An earlier row, by its number.
        case row(Int)
    }

    /// A row with what was read of it.
    struct Line: Sendable {
        let row: EntryRow
        var reading: EntryReading
        /// What the row says once more, or may; nil where it is the only one, or where something is wrong with it.
        var twin: DuplicateRow?
        /// Whether it is that for sure, so that nobody is asked.
        var isSame = false
        /// What was read of it from a picture.
        var scanned: ScannedEntry?

        package init(row: EntryRow, reading: EntryReading, twin: DuplicateRow? = nil, scanned: ScannedEntry? = nil) {
            self.row = row
            self.reading = reading
            self.twin = twin
            self.scanned = scanned
        }
    }

    private(set) var lines: [Line]
    /// Doses that are there already, with what rows say beside it.
    private(set) var completed: [(record: VaccinationRecord, content: Vaccination)] = []
    /// Whether each row asks for site, route and expiry of the batch.
    var isDetailed = false

    /// A table that nobody has filled in yet.
    init() { self.init(EntryRow.padded([], to: EntryRow.firstRows)) }

    /// A table with rows of which nothing has been read.
    init(_ rows: [EntryRow]) {
        lines = rows.map { Line(row: $0, reading: EntryReading()) }
    }

    /// A table with rows that wait for their dates: which vaccines they are for is known.
    init(_ rows: [EntryRow], finder: VaccineFinder, kind: String) {
        lines = rows.map { row in
            var line = Line(row: row, reading: EntryReading())
            if row.plan != nil || row.taken != nil {
                line.reading.meaning = finder.known(row.vaccine, kind)
            }
            return line
        }
    }

    /// A table with rows that are read, and checked by themselves.
    init(_ rows: [EntryRow], reader: EntryReader, words: Localizer) {
        lines = rows.map { Line(row: $0, reading: reader.read($0)) }
        let filled = lines.indices.filter { !lines[$0].row.isEmpty }
        if filled.isEmpty, !lines.isEmpty {
            lines[0].reading.faults.append(("date", words[.`vaccinations.table.empty`]))
        }
        for index in filled.dropFirst(EntryRow.mostRows) {
            let text = words(.`vaccinations.table.many`, ["maximum": String(EntryRow.mostRows)])
            lines[index].reading.faults.insert(("date", text), at: 0)
        }
    }

    /// Looks for rows that say what is there already, or what an earlier row says.
    mutating func findTwins(among records: [VaccinationRecord], catalogue: Catalogue, words: Localizer) {
        let rule = TwinRule(catalogue)
        let doses = findRepeats(rule)
        let stored = records.map(\.content)
        let pairs = rule.pairs(doses.map(\.dose), with: stored)
        for (number, pair) in pairs.enumerated() {
            guard let pair else { continue }
            let (line, record) = (doses[number].line, records[pair.number])
            (lines[line].twin, lines[line].isSame) = (.record(record), pair.relation == .same)
            guard lines[line].isSame, lines[line].row.duplicate == nil else { continue }
            let content = rule.filled(record.content, by: doses[number].dose)
            if content != record.content { completed.append((record, content)) }
        }
        for line in lines.indices where lines[line].twin != nil && !lines[line].isSame {
            guard lines[line].row.duplicate == nil else { continue }
            lines[line].reading.faults.append(("duplicate", words[.`vaccinations.table.duplicate`]))
        }
    }

    /// Looks for rows that say what an earlier one says, which takes what is new in them.
    ///
    /// - Returns: the doses of the others.
    private mutating func findRepeats(_ rule: TwinRule) -> [(line: Int, dose: Vaccination)] {
        var doses: [(line: Int, dose: Vaccination)] = []
        var index = TwinIndex(rule)
        completed = []
        for line in lines.indices {
            guard let dose = lines[line].reading.vaccination else { continue }
            (lines[line].twin, lines[line].isSame) = (nil, false)
            let twin = index.twins(of: dose).first
            if let twin {
                lines[line].twin = .row(lines[doses[twin.number].line].row.number)
                lines[line].isSame = twin.relation == .same
            }
            if let twin, lines[line].isSame, lines[line].row.duplicate != .keep {
                guard lines[line].row.duplicate == nil else { continue }
                let first = doses[twin.number]
                doses[twin.number].dose = rule.filled(first.dose, by: dose)
                lines[first.line].reading.completed = doses[twin.number].dose
                index.replace(twin.number, with: doses[twin.number].dose)
                continue
            }
            index.add(dose)
            doses.append((line, dose))
        }
        return doses
    }

    /// Leaves out what is wrong: nobody has said yet that the table is ready.
    mutating func forgive() {
        for index in lines.indices { lines[index].reading.faults = [] }
    }

    /// Whether nothing is wrong with any row.
    var isGood: Bool { lines.allSatisfy(\.reading.faults.isEmpty) }

    /// The doses to be kept: none where anything is wrong.
    var vaccinations: [Vaccination] {
        guard isGood else { return [] }
        return lines.filter { !$0.row.isEmpty && ($0.twin == nil || $0.row.duplicate == .keep) }.compactMap(
            \.reading.vaccination)
    }

    /// Whether all that it says is there already.
    var isThere: Bool { isGood && vaccinations.isEmpty && completed.isEmpty }

    /// What is wrong, row by row, with the number of the row.
    func errors(_ words: Localizer) -> FormErrors {
        var errors = FormErrors()
        for line in lines {
            for fault in line.reading.faults {
                let text = words(
                    .`vaccinations.table.error`, ["row": String(line.row.number), "text": fault.text])
                errors.add(line.row.name(fault.field), text)
            }
        }
        return errors
    }

    /// Whether somebody is asked what a row's text means.
    var isAsked: Bool { lines.contains { $0.reading.suggestion != nil || $0.scanned != nil } }

    /// Adds what was read from a picture, by the numbers of the rows.
    mutating func add(_ scanned: [Int: ScannedEntry]) {
        for index in lines.indices { lines[index].scanned = scanned[lines[index].row.number] }
    }
}
