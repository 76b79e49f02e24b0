import CivilDates
import Immunization
import Model
import Vault
import Web

/// What a row of a table says, as far as it can be read.
struct EntryReading: Sendable {
    var date: PartialDate?
    var meaning: VaccineFinder.Answer?
    /// What the text was taken for, where that is to be checked.
    var told: String?
    /// Batch, site, route, expiry of the batch and how long it is valid, as far as they are told.
    var details = Vaccination.empty
    /// The dose with what a later row says of it.
    var completed: Vaccination?
    /// What is wrong, by the name of the field.
    var faults: [(field: String, text: String)] = []

    /// The only vaccine or disease that the text may mean, where somebody has to say so.
    var suggestion: VaccineSearch.Suggestion? {
        guard case .choice(let suggestions, _) = meaning, suggestions.count == 1 else { return nil }
        return suggestions[0]
    }

    /// The dose that it tells of; nil where something is wrong.
    var vaccination: Vaccination? {
        guard faults.isEmpty, let date, case .one(let found, _) = meaning, let target = found.targets.first else {
            return nil
        }
        if let completed { return completed }
        var dose = details
        (dose.target, dose.vaccine, dose.date) = (target, found.vaccine?.id, date)
        return dose
    }
}

/// Reads the rows of a table of vaccinations, each by itself.
struct EntryReader: Sendable {
    let pass: PassRecord
    let finder: VaccineFinder
    let dates: WrittenDates

    private var words: Localizer { dates.words }
    private var names: VaccinationNames { finder.catalogue.names(words) }

    /// What a row says; nothing is wrong with an empty one.
    func read(_ row: EntryRow) -> EntryReading {
        var reading = EntryReading()
        guard !row.isEmpty else {
            if row.plan != nil || row.taken != nil { reading.meaning = finder.known(row.vaccine, pass.kind) }
            return reading
        }
        do {
            reading.date = try dates.read(row.date, bornOn: pass.birthDate)
        } catch {
            reading.faults.append(("date", error.text))
        }
        readVaccine(row.vaccine, into: &reading)
        readBatch(row.batch, into: &reading)
        readChoice(row.site, of: Vaccination.site, into: &reading)
        readChoice(row.route, of: Vaccination.route, into: &reading)
        readAhead(row.batchExpiry, Vaccination.batchExpiry, into: &reading)
        guard pass.kind != Pass.person else { return reading }
        readAhead(row.validUntil, Vaccination.validUntil, into: &reading)
        if let date = reading.date {
            reading.details.date = date
            if let fault = words.endFault(reading.details) {
                reading.faults.append((Vaccination.validUntil.formName, fault.text))
            }
        }
        return reading
    }

    private func readVaccine(_ text: String, into reading: inout EntryReading) {
        guard !text.isEmpty else {
            reading.faults.append(("vaccine", words[.`vaccinations.table.vaccine.empty`]))
            return
        }
        let meaning = finder.find(text, for: pass.who(on: reading.date))
        reading.meaning = meaning
        switch meaning {
        case .one(let found, let sureness):
            guard sureness < VaccineFinder.clear, let vaccine = found.vaccine else { return }
            reading.told = names.settled(text, as: vaccine, of: pass.name, born: pass.birthDate, on: reading.date)
        case .choice(let suggestions, _):
            reading.faults.append(("vaccine", names.question(suggestions)))
        default: reading.faults.append(("vaccine", words[.`vaccinations.search.nothing`]))
        }
    }

    private func readBatch(_ text: String, into reading: inout EntryReading) {
        guard !text.isEmpty else { return }
        reading.details.batch = text
        if let issue = Vaccination.batch.issue(in: reading.details) {
            reading.faults.append(("batch", words.issue(issue)))
        }
    }

    private func readChoice(_ text: String, of field: Field<Vaccination>, into reading: inout EntryReading) {
        guard !text.isEmpty else { return }
        field.set(.text(text), in: &reading.details)
        if field.issue(in: reading.details) != nil { reading.faults.append((field.formName, words[.`error.choice`])) }
    }

    /// A batch may expire years from now, and a dose be valid for years.
    private func readAhead(_ text: String, _ field: Field<Vaccination>, into reading: inout EntryReading) {
        guard !text.isEmpty else { return }
        do {
            let day = try WrittenDates(today: dates.today, words: words, isAhead: true).read(text)
            field.set(.date(day), in: &reading.details)
        } catch {
            reading.faults.append((field.formName, error.text))
        }
    }
}
