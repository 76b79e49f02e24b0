import Crypto
package import Foundation
import HealthCertificate
import PassArchive
package import Vault
package import VaultStorage

extension ArchivedCertificate {
    /// What makes two certificates the same one: what was signed, or the text where that can't be read.
    package var identity: String { identity(of: try? SignedCertificate(text: text)) }

    private func identity(of content: SignedCertificate?) -> String {
        if let content { return content.identity }
        return "text:" + SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    /// The record, with what its text says of days.
    package func record(id: CertificateID, in pass: PassID, of vaccination: VaccinationID?, now: Date)
        throws(VaultError)
        -> Certificate
    {
        let content = try? SignedCertificate(text: text)
        return try Certificate(
            id: id, passID: pass, vaccinationID: vaccination, text: text, identity: identity(of: content),
            eventDate: content?.eventDate, issuedAt: content?.issuedAt, expiresAt: content?.expiresAt,
            addedAt: addedAt ?? now)
    }
}
