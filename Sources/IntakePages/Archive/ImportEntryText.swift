import CivilDates
import Immunization
import Model
import PassArchive
import Vault
import Web

/// The entries of an import in words.
struct ImportEntryText {
    private let kind: String
    private let catalogue: Catalogue
    private let words: Localizer
    private let certificates: ArchivedCertificates?

    /// - Parameter certificates: The file's, read; nil where no entry is one.
    init(_ kind: String, _ catalogue: Catalogue, _ words: Localizer, _ certificates: ArchivedCertificates? = nil) {
        (self.kind, self.catalogue, self.words, self.certificates) = (kind, catalogue, words, certificates)
    }

    /// 'Vaccination', 'Certificate' and so on.
    func kind(_ entry: ArchiveImportRow.Entry) -> String {
        switch entry {
        case .vaccination: words[.`archive.entry.vaccination`]
        case .certificate: words[.`archive.entry.certificate`]
        case .fact: words[.`archive.entry.fact`]
        case .attachment: words[.`archive.entry.attachment`]
        }
    }

    /// What, and when.
    func text(_ entry: ArchiveImportRow.Entry) -> String {
        switch entry {
        case .vaccination(let vaccination):
            join([catalogue.names(words).sentence(vaccination.content), words.date(vaccination.date)])
        case .certificate(let certificate): text(certificate)
        case .fact(let fact): text(fact)
        case .attachment(let attachment): attachment.name
        }
    }

    /// An entry that is here beside one of the file: of vaccinations each field, of others those that differ.
    func comparison(
        _ existing: ArchiveImportRow.Entry, _ incoming: ArchiveImportRow.Entry, _ fields: [String]
    ) -> [ComparisonLine] {
        switch (existing, incoming) {
        case (.vaccination(let here), .vaccination(let there)):
            // What another system doesn't say isn't taken away.
            let kept = ArchiveImportRow.Entry.vaccination(there).completed(by: existing)
            guard case .vaccination(let told) = kept else { return [] }
            return catalogue.names(words).comparison(here.content, told.content)
        case (.fact(let here), .fact(let there)):
            return fields.map { name in
                ComparisonLine(
                    name: Fact.field(name).map { words.label($0) } ?? name, current: text(here), incoming: text(there),
                    differs: true)
            }
        default: return []
        }
    }

    private func target(_ id: String) -> String { catalogue.target(id)?.names[words.code] ?? id }

    private func text(_ certificate: ArchivedCertificate) -> String {
        guard let facts = certificates?[certificate], facts.isReadable else {
            return String(certificate.text.prefix(40))
        }
        let target = facts.target.map { CertificateCodes(catalogue: catalogue, words: words).target($0) }
        return join([facts.kind.map { words($0) }, target, facts.eventDate.map(words.date)])
    }

    private func text(_ fact: ArchivedFact) -> String {
        let times = [fact.from, fact.to].compactMap { $0.map(words.date) }
        return join([what(fact)] + times)
    }

    private func what(_ fact: ArchivedFact) -> String {
        switch PassFacts.Kind(rawValue: fact.kind) {
        case .noObservation: words(.`archive.fact.not`, ["finding": value(fact)])
        case .dueDate: words[.`archive.fact.due`]
        case .gestationWeeks: words(.`archive.fact.gestation`, ["weeks": fact.value])
        case .recordComplete: words[.`archive.fact.complete`]
        case .told: told(fact)
        case .journey: journey(JourneyValue(fact.value))
        case .observation, nil: value(fact)
        }
    }

    /// What was told of a course that isn't entered.
    private func told(_ fact: ArchivedFact) -> String {
        guard let (antigen, answer) = PassFacts.told(fact.value) else { return fact.value }
        return words(.`archive.fact.told`, ["disease": target(antigen), "answer": words(answer)])
    }

    private func value(_ fact: ArchivedFact) -> String { catalogue.name(ofObservation: fact.value, words.code) }

    /// A country with its region, and how it is travelled.
    private func journey(_ told: JourneyValue) -> String {
        let region = catalogue.regions.first { $0.id == told.region }?.name ?? told.region
        let country = words.isCountry(told.country) ? words.country(told.country) : told.country
        return join(
            [country, region, told.style.map { words($0) }, told.isWithAnimals ? words[.`journeys.animals`] : nil])
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
