import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Lists
import Model
import Vault
import Web

/// One certificate of an import as the user is asked about it: what it is, where it would go, what speaks against it.
struct CertificateImportRow: Sendable {
    enum Destination: Sendable, Equatable {
        case pass(PassID)
        /// A pass to be made from the certificate's holder.
        case newPass
        case nowhere

        /// As the form's field has it: a pass's id, `new` or `skip`.
        init?(_ text: String?, passes: [PassRecord]) {
            switch text {
            case "new": self = .newPass
            case "skip": self = .nowhere
            case let text?:
                guard let pass = passes.first(where: { $0.id.description == text }) else { return nil }
                self = .pass(pass.id)
            case nil: return nil
            }
        }

        var text: String {
            switch self {
            case .pass(let id): id.description
            case .newPass: "new"
            case .nowhere: "skip"
            }
        }
    }

    /// The row's number in the form, from 1.
    let index: Int
    let content: SignedCertificate
    let judgement: Judgement
    /// The pass that holds this certificate already.
    let known: PassRecord?
    /// Whether it was there more than once.
    let isRepeated: Bool
    var destination: Destination
    /// What doesn't fit between the certificate and the chosen pass.
    var mismatch: PassMatch?
    /// Its doses in its order; none for a test or a recovery.
    var doses: [CertificateDose]

    /// The vaccination of the chosen pass that its last dose stands for.
    var mergesInto: VaccinationRecord? { newest?.mergesInto }
    /// The dose that was given last, of those that are entered.
    var newest: CertificateDose? {
        doses.filter { $0.draft != nil }.max { $0.date ?? .firstOfRecords < $1.date ?? .firstOfRecords }
    }
}

/// The certificates of one import, in order, each once, with where they go.
struct CertificateImportPlan: Sendable {
    var rows: [CertificateImportRow] = []
    var faults: [ImportFault] = []

    /// Reads texts and looks up what the vault holds; nothing is stored.
    ///
    /// - Parameter preferred: The pass from whose page the import was asked for.
    init(texts: [CertificateImportText], preferred: PassRecord?, member: SignedInRequest) async throws {
        let (trust, catalogue) = (member.services.trust.current, member.catalogue)
        var contents: [(content: SignedCertificate, isRepeated: Bool)] = []
        for text in texts {
            try Task.checkCancellation()
            do throws(HealthCertificateError) {
                let content = try SignedCertificate(text: text.text)
                guard content.text.utf8.count <= Certificate.textLimit else {
                    throw HealthCertificateError(.prefix, .tooLong, "the text is longer than what is kept")
                }
                if let first = contents.firstIndex(where: { $0.content.identity == content.identity }) {
                    contents[first].isRepeated = true
                } else {
                    contents.append((content, false))
                }
            } catch {
                faults.append(ImportFault(origin: text.origin, reason: .certificate(error)))
            }
        }
        let identities = contents.map(\.content.identity)
        let holders = try await member.vault.read { records in
            try identities.map { try records.certificate(identity: $0)?.passID }
        }
        for (index, item) in contents.enumerated() {
            let known = member.passes.first { $0.id == holders[index] }
            rows.append(
                CertificateImportRow(
                    index: index + 1, content: item.content, judgement: trust.judge(item.content, at: member.now),
                    known: known, isRepeated: item.isRepeated,
                    destination: known == nil
                        ? Self.suggestion(item.content.holder, preferred, member.passes) : .nowhere,
                    doses: CertificateDose.all(item.content, catalogue: catalogue)))
        }
    }

    /// Whether anything is left to store.
    var hasNew: Bool { rows.contains { $0.known == nil } }

    /// Finds, for the chosen destinations, what doesn't fit and what each dose joins.
    mutating func settle(_ member: SignedInRequest) async throws {
        let chosen = Set(rows.compactMap { if case .pass(let id) = $0.destination { id } else { nil } })
        let there = try await member.vault.read { records in
            try chosen.map { ($0, try records.vaccinations(of: $0)) }
        }
        let doses = Dictionary(
            uniqueKeysWithValues: there.map { ($0, DosesByDay($1, catalogue: member.catalogue)) })
        for index in rows.indices {
            guard case .pass(let id) = rows[index].destination, let pass = member.passes.first(where: { $0.id == id })
            else {
                rows[index].mismatch = nil
                for dose in rows[index].doses.indices { rows[index].doses[dose].mergesInto = nil }
                continue
            }
            let match = PassMatch(rows[index].content.holder, pass)
            rows[index].mismatch = match.isSame ? nil : match
            for dose in rows[index].doses.indices {
                rows[index].doses[dose].mergesInto = rows[index].doses[dose].draft.flatMap { draft in
                    doses[id]?.same(as: draft.vaccination)
                }
            }
        }
    }

    /// Takes what somebody answered of doses whose certificate doesn't say what they are against.
    ///
    /// - Parameter errors: Takes what is wrong with the answers, at their fields.
    mutating func answer(
        _ fields: FormFields, finder: VaccineFinder, _ words: Localizer, errors: inout FormErrors
    ) {
        for row in rows.indices where rows[row].known == nil && rows[row].destination != .nowhere {
            for dose in rows[row].doses.indices {
                let field = rows[row].doses[dose].field(of: rows[row].index)
                rows[row].doses[dose].take(
                    fields[field], finder: finder, birth: rows[row].content.holder.recordedBirthDate)
                if let fault = rows[row].doses[dose].fault(words) { errors.add(field, fault) }
            }
        }
    }

    /// The pass of the same holder; else the one whose page it was, for the user to confirm; else a new one.
    private static func suggestion(_ holder: Holder, _ preferred: PassRecord?, _ passes: [PassRecord])
        -> CertificateImportRow.Destination
    {
        if let preferred, PassMatch(holder, preferred).isSame { return .pass(preferred.id) }
        if let match = passes.first(where: { PassMatch(holder, $0).isSame }) { return .pass(match.id) }
        return preferred.map { .pass($0.id) } ?? .newPass
    }
}
