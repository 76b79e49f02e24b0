import CivilDates
import Immunization
import Model
import Vault

/// What a row of a table says, as far as it can be read.
struct EntryReading: Sendable {
    var date: PartialDate?
    var meaning: VaccineFinder.Meaning?
    var batch: String?
    /// What is wrong, by the name of the field.
    var faults: [(field: String, text: String)] = []

    /// The dose that it tells of; nil where something is wrong.
    var vaccination: Vaccination? {
        guard faults.isEmpty, let date, case .one(let found) = meaning, let target = found.targets.first else {
            return nil
        }
        return Vaccination(target: target, vaccine: found.vaccine?.id, date: date, batch: batch)
    }
}

/// Reads the rows of a table of vaccinations, each by itself.
struct EntryReader: Sendable {
    let pass: PassRecord
    let finder: VaccineFinder
    let dates: WrittenDates

    private var words: Localizer { dates.words }

    /// What a row says; nothing is wrong with an empty one.
    func read(_ row: EntryRow) -> EntryReading {
        var reading = EntryReading()
        guard !row.isEmpty else {
            if row.plan != nil { reading.meaning = finder.suggestion(row.vaccine).map { .one($0) } }
            return reading
        }
        do {
            reading.date = try dates.read(row.date, bornOn: pass.birthDate)
        } catch {
            reading.faults.append(("date", error.text))
        }
        readVaccine(row.vaccine, into: &reading)
        readBatch(row.batch, into: &reading)
        return reading
    }

    private func readVaccine(_ text: String, into reading: inout EntryReading) {
        guard !text.isEmpty else {
            reading.faults.append(("vaccine", words[.vaccinationsTableVaccineEmpty]))
            return
        }
        let meaning = finder.meaning(of: text)
        reading.meaning = meaning
        switch meaning {
        case .one: break
        case .choice: reading.faults.append(("vaccine", words[.vaccinationsTableVaccineChoice]))
        case .unknown: reading.faults.append(("vaccine", words[.vaccinationsSearchNothing]))
        }
    }

    private func readBatch(_ text: String, into reading: inout EntryReading) {
        guard !text.isEmpty else { return }
        var probe = Vaccination.empty
        probe.batch = text
        if let issue = Vaccination.batch.issue(in: probe) {
            reading.faults.append(("batch", words.issue(issue)))
        } else {
            reading.batch = text
        }
    }
}
