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

    /// The doses of each pass, so that each is there once.
    private var doses: [Set<Vaccination>] = []

    /// Once nobody waits for it any more, the cards that are left aren't read.
    ///
    /// - Parameter cards: JSON Web Signatures.
    init(_ cards: [String], _ catalogue: Catalogue) {
        let most = SmartHealthCardFile.mostCards
        if cards.count > most { findings.append(PendingArchive.Remark(cardsLeftOut: most + 1...cards.count)) }
        for (index, text) in cards.prefix(most).enumerated() where !Task.isCancelled {
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
        let name = CleanText.name(content.holder.name.display)
        let known = contents.passes.firstIndex { $0.name == name && $0.birthDate == birth }
        let index = known ?? contents.passes.count
        if known == nil {
            contents.passes.append(ArchivedPass(Pass(kind: Pass.person, name: name, birthDate: birth)))
            doses.append([])
        }
        for draft in VaccinationDraft.all(content, catalogue: catalogue) {
            var vaccination = draft.vaccination
            vaccination.source = .record
            add(vaccination, to: index)
        }
        for dose in CertificateDose.all(content, catalogue: catalogue) where dose.draft == nil {
            ask(dose, of: index, number, catalogue)
        }
        contents.passes[index].certificates.append(ArchivedCertificate(text: content.text))
    }

    /// - Returns: False where it is there already.
    @discardableResult
    private mutating func add(_ dose: Vaccination, to pass: Int) -> Bool {
        guard doses[pass].insert(dose).inserted else { return false }
        contents.passes[pass].vaccinations.append(ArchivedVaccination(dose))
        return true
    }

    /// What a card calls a vaccine: its name, else the code with its system.
    private static func words(_ code: Coding) -> String {
        let name = CertificateCodes.name(of: code)
        let system = code.system?.split(separator: "/").last.map { "\($0) " } ?? ""
        return name == code.code ? system + name : name
    }

    /// A dose whose vaccine isn't known, under the card's words; one that is none is named.
    private mutating func ask(_ dose: CertificateDose, of pass: Int, _ number: Int, _ catalogue: Catalogue) {
        let code = dose.entry.product ?? dose.entry.vaccine
        let words = code.map(Self.words) ?? ""
        if dose.isAsked, !words.isEmpty, let date = dose.date, let vaccine = AskedVaccine(words, .unknown) {
            let number = contents.passes[pass].vaccinations.count
            guard add(Vaccination(target: words, vaccineName: words, date: date, source: .record), to: pass) else {
                return
            }
            asked.append(AskedDose(pass: pass, dose: number, vaccine))
        } else if CertificateCodes.refusal(dose.entry, in: catalogue) != nil {
            findings.append(PendingArchive.Remark(noDoseOfCard: number))
        }
    }
}
