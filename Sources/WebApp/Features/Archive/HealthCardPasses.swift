import CivilDates
import HealthCertificate
import Immunization
import Model
import PassArchive
import Vault

/// The passes that a file of SMART Health Cards stands for: one for each holder, with the cards themselves.
///
/// <https://spec.smarthealth.cards/#via-file-download>
struct HealthCardPasses {
    private(set) var contents = ArchiveContents(passes: [])
    /// Those that can't be read, and those that are too many.
    private(set) var findings: [PendingArchive.Finding] = []

    /// - Parameter cards: JSON Web Signatures.
    init(_ cards: [String], _ catalogue: Catalogue) {
        let most = SmartHealthCardFile.mostCards
        if cards.count > most { findings.append(PendingArchive.Finding(cardsLeftOut: most + 1...cards.count)) }
        for (index, text) in cards.prefix(most).enumerated() {
            guard let card = try? SmartHealthCard(text), card.certificate.text.utf8.count <= Certificate.textLimit
            else {
                findings.append(PendingArchive.Finding(unreadableCard: index + 1))
                continue
            }
            add(card.certificate, catalogue)
        }
    }

    private mutating func add(_ content: SignedCertificate, _ catalogue: Catalogue) {
        let birth = content.holder.recordedBirthDate
        let name = TidyText.name(content.holder.name.display)
        let known = contents.passes.firstIndex { $0.name == name && $0.birthDate == birth }
        let index = known ?? contents.passes.count
        if known == nil {
            contents.passes.append(ArchivedPass(Pass(kind: Pass.person, name: name, birthDate: birth)))
        }
        let doses = VaccinationDraft.all(content, catalogue: catalogue).map { dose in
            var vaccination = dose.vaccination
            vaccination.source = .record
            return ArchivedVaccination(vaccination)
        }
        for dose in doses where !contents.passes[index].vaccinations.contains(dose) {
            contents.passes[index].vaccinations.append(dose)
        }
        contents.passes[index].certificates.append(ArchivedCertificate(text: content.text))
    }
}
