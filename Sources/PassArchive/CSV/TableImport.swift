package import CivilDates
import Immunization
import Model

/// What a table gives once its columns have a meaning.
package struct TableImport: Sendable, Equatable {
    /// A line that could not be taken over.
    package struct Rejection: Sendable, Equatable {
        /// The line of the file, from 1.
        package let line: Int
        package let reason: Reason
        package let cells: [String]
    }

    /// Why a line could not be taken over.
    package enum Reason: String, Sendable, CaseIterable {
        case dateMissing = "date missing"
        case dateUnreadable = "date not readable"
        case yearUnclear = "year with two digits"
        case dateInFuture = "date in the future"
        case targetMissing = "disease and vaccine missing"
        case numberUnreadable = "dose not a number within 1 and 99"
        case textTooLong = "text too long"
        case wrongColumnCount = "more cells than headings"
    }

    package var vaccinations: [ArchivedVaccination] = []
    package var rejections: [Rejection] = []
    /// The vaccinations of which somebody has to say which vaccine it was, kept under the table's words until then, and
    /// those that show what their words were taken for.
    package var asked: [AskedDose] = []

    /// Reads every line; a vaccine that is named by an id or a name of the catalogue becomes that vaccine.
    ///
    /// Throws `cancelled`.
    ///
    /// - `birth`, `today`: dates whose years have two digits are between them.
    /// - `accept`: brings a vaccination into the form in which it can be kept, or says why it can't.
    package init(
        _ table: VaccinationTable, mapping: VaccinationTable.Mapping, codes: ClinicalCodes, species: String,
        birth: PartialDate? = nil, today: CalendarDate = .last,
        accept: (ArchivedVaccination) -> Result<ArchivedVaccination, Reason> = { .success($0) }
    ) throws(ArchiveError) {
        for line in table.lines.dropFirst(mapping.hasHeading ? 1 : 0) {
            try ArchiveError.checkCancellation()
            let dates = Dates(format: mapping.dateFormat, birth: birth, today: today)
            let read = Self.vaccination(line.cells, mapping, codes, species, dates)
            switch read.flatMap({ read in accept(read.vaccination).map { ($0, read.asked) } }) {
            case .success((let vaccination, let vaccine)):
                if let vaccine { asked.append(AskedDose(pass: 0, dose: vaccinations.count, vaccine)) }
                vaccinations.append(vaccination)
            case .failure(let reason):
                rejections.append(Rejection(line: line.number, reason: reason, cells: line.cells))
            }
        }
    }

    /// The rejected lines as a table to download: line, reason, then the cells as they were.
    ///
    /// UTF-8 with a byte order mark, as ``TableExport`` writes it.
    package func rejectionTable(
        separator: TableSeparator = .comma, headings: [String] = ["line", "reason"],
        describe: (Reason) -> String = { $0.rawValue }
    ) -> [UInt8] {
        let lines = rejections.map {
            TableText.line(
                [String($0.line), describe($0.reason)] + $0.cells.map { TableText.defused(TableText.restored($0)) },
                separator: separator)
        }
        return Array(("\u{FEFF}" + TableText.line(headings, separator: separator) + lines.joined()).utf8)
    }

    /// How the dates of a table are written, and between which days they are.
    private struct Dates {
        let format: TableDateFormat
        let birth: PartialDate?
        let today: CalendarDate

        /// - Parameter isAhead: Whether it may be a day to come.
        func read(_ text: String, isAhead: Bool) -> Result<PartialDate, Reason> {
            switch format.meaning(of: text, bornOn: birth, until: isAhead ? .last : today) {
            case .date(let date): return .success(date)
            case .unclear: return .failure(.yearUnclear)
            case .unreadable: return .failure(.dateUnreadable)
            }
        }
    }

    /// What a line gives, and what has to be asked of its vaccine, or told.
    private struct Read {
        let vaccination: ArchivedVaccination
        let asked: AskedVaccine?
    }

    private static func vaccination(
        _ cells: [String], _ mapping: VaccinationTable.Mapping, _ codes: ClinicalCodes, _ species: String,
        _ dates: Dates
    ) -> Result<Read, Reason> {
        guard cells.dropFirst(mapping.columns.count).allSatisfy(\.isEmpty) else { return .failure(.wrongColumnCount) }
        func cell(_ column: VaccinationColumn) -> String? {
            guard let index = mapping.columns.firstIndex(of: column), cells.indices.contains(index) else { return nil }
            let cell = TableText.restored(cells[index])
            return cell.isEmpty ? nil : cell
        }
        guard let dateText = cell(.date) else { return .failure(.dateMissing) }
        let date: PartialDate
        switch dates.read(dateText, isAhead: false) {
        case .success(let read): date = read
        case .failure(let reason): return .failure(reason)
        }
        let named = NamedVaccine(
            target: cell(.target), vaccine: cell(.vaccine), name: cell(.vaccineName), codes,
            VaccineFinder.Who(species, birth: dates.birth, on: date))
        guard let target = named.target else { return .failure(.targetMissing) }
        var notes: [String] = []
        // What a table says of a source is its word: it can't prove more than that it was imported.
        var vaccination = Vaccination(
            target: target, vaccine: named.vaccine, vaccineName: named.name, date: date, source: .record)
        for column in plainColumns {
            guard let text = cell(column) else { continue }
            let field = column.field
            switch field.kind {
            case .number:
                field.set(Int(typed: text, in: 0...9_999).map(FieldValue.number), in: &vaccination)
                guard field[vaccination] != nil, field.issue(in: vaccination) == nil else {
                    return .failure(.numberUnreadable)
                }
            case .date:
                switch PartialDate(ofRecord: text).map(Result.success) ?? dates.read(text, isAhead: field.isAhead) {
                case .success(let date): field.set(.date(date), in: &vaccination)
                case .failure(let reason): return .failure(reason)
                }
            case .choice(let words):
                let word = text.lowercased().replacing(" ", with: "-")
                if words.contains(word) {
                    field.set(.text(word), in: &vaccination)
                } else if field.name != Vaccination.source.name {
                    // What no form offers isn't lost.
                    notes.append(text)
                }
            case .text, .country: field.set(.text(text), in: &vaccination)
            }
        }
        vaccination.source = min(vaccination.source, .record)
        vaccination.note = ([vaccination.note].compactMap(\.self) + notes).joined(separator: "\n").nonEmpty
        guard vaccination.fitsDocuments else { return .failure(.textTooLong) }
        return .success(Read(vaccination: ArchivedVaccination(vaccination), asked: named.asked))
    }

    /// The columns whose cells are taken as they are: all but the disease, the vaccine and the date.
    private static let plainColumns = VaccinationColumn.allCases.filter {
        ![.target, .vaccine, .vaccineName, .date].contains($0)
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension TableImport.Reason: Error {}
