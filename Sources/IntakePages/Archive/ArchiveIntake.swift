import ByteCoding
import CivilDates
import Foundation
import Model
import PassArchive
import Vault
import Web

/// Brings what a file holds into the form that the vault keeps, or says what can't be kept and why.
///
/// What the vault can keep as it is stays as it is, so that an export comes back unchanged.
package struct ArchiveIntake: Sendable {
    /// Why something can't be kept.
    enum Reason: String, Error, Sendable, CaseIterable {
        case future, text, diseases, passRoom, journeyRoom, other
        case attachmentType, attachmentSize, attachmentRoom
    }

    /// An entry that is left out.
    struct LeftOut: Sendable {
        let entry: ArchiveImportRow.Entry
        let reason: Reason
    }

    /// The latest day that it is anywhere: dates after it are in the future.
    let latestDay: CalendarDate
    let localization: Localization
    private let pass = PassID.random()

    init(latestDay: CalendarDate, localization: Localization) {
        self.latestDay = latestDay
        self.localization = localization
    }

    /// The pass with what can be kept of it; nil when not even its name can.
    ///
    /// - Parameter certificates: Those of all passes, read.
    func accept(
        _ incoming: ArchivedPass, _ certificates: ArchivedCertificates
    ) -> (pass: ArchivedPass, refusals: [LeftOut])? {
        var pass = incoming
        if !isKept(pass) {
            pass.content = CleanText.record(pass.content)
            if pass.birthDate.map(isFuture) == true { pass.birthDate = nil }
            guard isKept(pass) else { return nil }
        }
        var refusals: [LeftOut] = []
        func keep<Item>(
            _ items: [Item], _ entry: (Item) -> ArchiveImportRow.Entry, _ accept: (Item) -> Result<Item, Reason>
        )
            -> [Item]
        {
            items.compactMap { item in
                switch accept(item) {
                case .success(let item): return item
                case .failure(let reason):
                    refusals.append(LeftOut(entry: entry(item), reason: reason))
                    return nil
                }
            }
        }
        pass.vaccinations = keep(pass.vaccinations, { .vaccination($0) }, accept)
        pass.certificates = keep(pass.certificates, { .certificate($0) }) { accept($0, certificates) }
        pass.facts = keep(pass.facts, { .fact($0) }, accept)
        pass.attachments = keep(pass.attachments, { .attachment($0) }, accept)
        return (pass, refusals)
    }

    /// A vaccination as the vault keeps it; a country that has no code goes into the note.
    func accept(_ incoming: ArchivedVaccination) -> Result<ArchivedVaccination, Reason> {
        if isFuture(incoming.date) { return .failure(.future) }
        if incoming.content.targets.count > Vaccination.mostTargets { return .failure(.diseases) }
        if incoming.content.issues.isEmpty { return .success(incoming) }
        var vaccination = incoming
        vaccination.content = CleanText.record(incoming.content)
        vaccination.country = incoming.country.flatMap(code)
        if let country = CleanText.optional(incoming.country), vaccination.country == nil {
            vaccination.note = [vaccination.note, country].compactMap(\.self).joined(separator: "\n")
        }
        return vaccination.content.issues.isEmpty ? .success(vaccination) : .failure(.text)
    }

    private func accept(
        _ certificate: ArchivedCertificate, _ all: ArchivedCertificates
    ) -> Result<ArchivedCertificate, Reason> {
        // The database keeps of a text with NUL only what comes before it.
        guard !certificate.text.utf8.contains(0) else { return .failure(.text) }
        let record = try? all[certificate]?.record(certificate, id: .random(), in: pass, of: nil, now: .distantPast)
        return record == nil ? .failure(.text) : .success(certificate)
    }

    private func accept(_ fact: ArchivedFact) -> Result<ArchivedFact, Reason> {
        if fact.content.issues.isEmpty { return .success(fact) }
        var tidy = fact
        tidy.content = CleanText.record(fact.content)
        return tidy.content.issues.isEmpty ? .success(tidy) : .failure(.other)
    }

    /// Whether its content was kept is known since the file was read.
    private func accept(_ attachment: ArchivedAttachment) -> Result<ArchivedAttachment, Reason> {
        switch attachment.place {
        case .kept: .success(attachment)
        case .refused(let reason): .failure(Reason(rawValue: reason) ?? .other)
        case nil: .failure(.other)
        }
    }

    private func isKept(_ archived: ArchivedPass) -> Bool {
        archived.birthDate.map(isFuture) != true && archived.content.issues.isEmpty
    }

    /// The code of a country that is named by its code or, in one of our languages, by its name.
    private func code(_ text: String) -> String? {
        let tidy = CleanText.line(text)
        let words = localization.languages
        if words.first?.isCountry(tidy.uppercased()) == true { return tidy.uppercased() }
        return words.lazy.compactMap { $0.countryCode(named: tidy) }.first
    }

    private func isFuture(_ date: PartialDate) -> Bool { date.earliest > latestDay }
}

extension ArchiveIntake.Reason: MessageCode { static let family = "archive.refused" }
