import CivilDates
import HealthCertificate
import Immunization
import Model
import PassArchive
import Vault

/// The entries of an import in words.
struct ImportEntryText {
    private let kind: String
    private let catalogue: Catalogue
    private let words: Localizer

    init(_ kind: String, _ catalogue: Catalogue, _ words: Localizer) {
        (self.kind, self.catalogue, self.words) = (kind, catalogue, words)
    }

    /// 'Vaccination', 'Certificate' and so on.
    func kind(_ entry: ArchiveImportRow.Entry) -> String {
        switch entry {
        case .vaccination: words[.archiveEntryVaccination]
        case .certificate: words[.archiveEntryCertificate]
        case .fact: words[.archiveEntryFact]
        case .attachment: words[.archiveEntryAttachment]
        }
    }

    /// What, and when.
    func text(_ entry: ArchiveImportRow.Entry) -> String {
        switch entry {
        case .vaccination(let vaccination):
            join([
                VaccinationNames(catalogue: catalogue, words: words).sentence(vaccination.content),
                words.date(vaccination.date),
            ])
        case .certificate(let certificate): text(certificate)
        case .fact(let fact): text(fact)
        case .attachment(let attachment): attachment.name
        }
    }

    /// A field that differs, as it is here and as the file has it.
    func difference(
        _ field: String, _ existing: ArchiveImportRow.Entry, _ incoming: ArchiveImportRow.Entry
    ) -> DifferenceLine {
        let label: String? =
            switch incoming {
            case .vaccination: Vaccination.field(field).map { words.label($0) }
            case .fact: Fact.field(field).map { words.label($0) }
            case .certificate, .attachment: nil
            }
        return DifferenceLine(name: label ?? field, current: value(field, existing), incoming: value(field, incoming))
    }

    private func value(_ field: String, _ entry: ArchiveImportRow.Entry) -> String {
        let value: String? =
            switch entry {
            case .vaccination(let vaccination): self.value(field, vaccination)
            case .fact(let fact): text(fact)
            case .certificate, .attachment: nil
            }
        return value ?? "–"
    }

    private func value(_ field: String, _ vaccination: ArchivedVaccination) -> String? {
        switch field {
        case "target": target(vaccination.target)
        case "otherTargets": words.list(vaccination.content.targets.dropFirst().map(target))
        case "vaccine": vaccination.vaccine.map { catalogue.vaccine($0)?.name[words.code] ?? $0 }
        default: Vaccination.field(field).flatMap { words.value($0, of: vaccination.content) }
        }
    }

    private func target(_ id: String) -> String { catalogue.target(id)?.names[words.code] ?? id }

    private func text(_ certificate: ArchivedCertificate) -> String {
        guard let content = try? SignedCertificate(text: certificate.text) else {
            return String(certificate.text.prefix(40))
        }
        let date = content.eventDate.map(words.date)
        guard let entry = content.claims.entries.last else { return date ?? "" }
        let target = entry.target.map { CertificateCodes(catalogue: catalogue, words: words).target($0) }
        return join([words(entry.kind), target, date])
    }

    private func text(_ fact: ArchivedFact) -> String {
        let observation = catalogue.name(ofObservation: fact.value, words.code)
        let country = String(fact.value.prefix { $0 != "-" })
        let region = catalogue.regions.first { $0.id == fact.value }?.name
        let place = words.isCountry(country) ? join([words.country(country), region]) : fact.value
        let value = observation == fact.value ? place : observation
        let times = [fact.from, fact.to].compactMap { $0.map(words.date) }
        return join([value] + times)
    }

    private func join(_ parts: [String?]) -> String { parts.compactMap(\.self).joined(separator: ", ") }
}

/// The values of settings in words.
enum SettingText {
    static func text(_ key: String, _ value: String, _ catalogue: Catalogue, _ words: Localizer) -> String {
        if key == SettingKey.homeRegion {
            return catalogue.regions.first { $0.id == value }?.name ?? value
        }
        return value.split(separator: ",").map { words.country(String($0)) }.joined(separator: ", ")
    }
}
