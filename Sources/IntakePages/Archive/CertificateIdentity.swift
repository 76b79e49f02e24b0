import Crypto
import Foundation
import HealthCertificate
import Immunization
import Model
import PassArchive
import Vault
import VaultStorage

/// What an import needs of a certificate: read once, however often it is looked at.
struct ArchivedCertificateFacts: Sendable {
    /// What makes two certificates the same one: what was signed, or the text where that can't be read.
    let identity: String
    let eventDate: String?
    /// What its last statement is, and about which disease; nil where it can't be read or says nothing.
    let kind: HealthClaims.Kind?
    let target: Coding?
    let isReadable: Bool
    /// The dose that it speaks of last.
    let dose: Vaccination?
    private let issuedAt: Date?
    private let expiresAt: Date?

    init(_ text: String, catalogue: Catalogue) {
        let content = try? SignedCertificate(text: text)
        isReadable = content != nil
        identity =
            content?.identity
            ?? "text:" + SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
        (eventDate, issuedAt, expiresAt) = (content?.eventDate, content?.issuedAt, content?.expiresAt)
        (kind, target) = (content?.claims.entries.last?.kind, content?.claims.entries.last?.target)
        dose = content.flatMap { VaccinationDraft.all($0, catalogue: catalogue).last?.vaccination }
    }

    /// The record, with what its text says of days.
    func record(
        _ certificate: ArchivedCertificate, id: CertificateID, in pass: PassID, of vaccination: VaccinationID?,
        now: Date
    ) throws(VaultError) -> Certificate {
        try Certificate(
            id: id, passID: pass, vaccinationID: vaccination, text: certificate.text, identity: identity,
            eventDate: eventDate, issuedAt: issuedAt, expiresAt: expiresAt, addedAt: certificate.addedAt ?? now)
    }
}

/// The certificates of an import by their texts, each read once.
package struct ArchivedCertificates: Sendable {
    private var facts: [String: ArchivedCertificateFacts] = [:]

    /// - Throws: `CancellationError` once nobody waits for it any more.
    init(of passes: [ArchivedPass], catalogue: Catalogue) throws {
        for certificate in passes.lazy.flatMap(\.certificates) where facts[certificate.text] == nil {
            try Task.checkCancellation()
            facts[certificate.text] = ArchivedCertificateFacts(certificate.text, catalogue: catalogue)
        }
    }

    /// How many were read.
    var count: Int { facts.count }

    subscript(certificate: ArchivedCertificate) -> ArchivedCertificateFacts? { facts[certificate.text] }
}
