import CivilDates
import HealthCertificate
import Immunization
import Model
import PassArchive
import Vault
import Web

/// The passes that a file of SMART Health Cards stands for: one for each holder, with the cards themselves.
///
/// <https://spec.smarthealth.cards/#via-file-download>
struct HealthCardPasses {
    private(set) var contents = ArchiveContents(passes: [])
    /// Those that can't be read, and those that are too many.
    private(set) var findings: [PendingArchive.Remark] = []
    /// The doses of which somebody has to say which vaccine it was.
    private(set) var asked: [AskedDose] = []

    /// - Parameter cards: JSON Web Signatures.
    init(_ cards: [String], _ catalogue: Catalogue) {
        let most = SmartHealthCardFile.mostCards
        if cards.count > most { findings.append(PendingArchive.Remark(cardsLeftOut: most + 1...cards.count)) }
        for (index, text) in cards.prefix(most).enumerated() {
            guard let card = try? SmartHealthCard(text), card.certificate.text.utf8.count <= Certificate.textLimit
            else {
                findings.append(PendingArchive.Remark(unreadableCard: index + 1))
                continue
            }
            add(card.certificate, number: index + 1, catalogue)
        }
    }

    private mutating func add(_ content: SignedCertificate, number: Int, _ catalogue: Catalogue) {
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
        for dose in CertificateDose.all(content, catalogue: catalogue) where dose.draft == nil {
            ask(dose, of: index, number, catalogue)
        }
        contents.passes[index].certificates.append(ArchivedCertificate(text: content.text))
    }

    /// What a card calls a vaccine: its name, else the code with its system.
    private static func words(_ code: HealthCertificate.Coding) -> String {
        let name = CertificateCodes.name(of: code)
        let system = code.system?.split(separator: "/").last.map { "\($0) " } ?? ""
        return name == code.code ? system + name : name
    }

    /// A dose whose vaccine isn't known, under the card's words; one that is none is named.
    private mutating func ask(_ dose: CertificateDose, of pass: Int, _ number: Int, _ catalogue: Catalogue) {
        let code = dose.entry.product ?? dose.entry.vaccine
        let words = code.map(Self.words) ?? ""
        if dose.isAsked, !words.isEmpty, let date = dose.date, let vaccine = AskedVaccine(words, .unknown) {
            let unknown = ArchivedVaccination(
                Vaccination(target: words, vaccineName: words, date: date, source: .record))
            guard !contents.passes[pass].vaccinations.contains(unknown) else { return }
            asked.append(AskedDose(pass: pass, dose: contents.passes[pass].vaccinations.count, vaccine))
            contents.passes[pass].vaccinations.append(unknown)
        } else if CertificateCodes.refusal(dose.entry, in: catalogue) != nil {
            findings.append(PendingArchive.Remark(noDoseOfCard: number))
        }
    }
}
