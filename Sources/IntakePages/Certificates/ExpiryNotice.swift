package import Immunization
import Model
package import Vault
package import Web

/// That a certificate expires soon, as long as nobody has said that they know.
package struct ExpiryNotice: TemplateModel {
    package let pass: PassRecord
    package let certificate: JudgedCertificate
    package let catalogue: Catalogue
    /// Whether it is on the pass's own page, to which noting it leads back.
    let isOnPass: Bool

    package static let fields: [TemplateField<Self>] = [
        .text("name") { $0.pass.name }, .text("link") { Links.certificate($0.pass.id, $0.certificate.record.id) },
        .text("what") { notice, words in
            CertificateView(notice.certificate, catalogue: notice.catalogue, words: words).title
        },
        .text("when") { notice, words in notice.certificate.expiryNotice(words) },
        .text("action") { Links.noteExpiry($0.pass.id, $0.certificate.record.id) },
        .flag("onPass") { $0.isOnPass },
    ]

    /// The most that a page shows of a pass: once these are noted, it shows the next ones.
    private static let most = 50

    /// One for each certificate of a pass that expires soon and isn't noted.
    package static func all(
        _ certificates: [JudgedCertificate], of pass: PassRecord, noted: AcknowledgedExpiries, _ catalogue: Catalogue,
        isOnPass: Bool = false
    ) -> [ExpiryNotice] {
        certificates.filter { $0.endsSoon != nil && !noted.ids.contains($0.record.id) }.prefix(most)
            .map { ExpiryNotice(pass: pass, certificate: $0, catalogue: catalogue, isOnPass: isOnPass) }
    }
}

/// The certificates whose expiry their owner knows of: a setting of the account.
package struct AcknowledgedExpiries: Sendable {
    private static let key = "expiry-noted"

    package private(set) var ids: Set<CertificateID>

    package init(in records: Records) throws {
        ids = Set((try records.setting(Self.key) ?? "").split(separator: " ").compactMap { CertificateID(String($0)) })
    }

    /// Notes one more, and forgets those that are gone.
    package static func add(_ id: CertificateID, in records: Records) throws {
        var noted = try AcknowledgedExpiries(in: records)
        noted.ids.insert(id)
        let known = try records.passes().flatMap { try records.certificates(of: $0.id) }.map(\.id)
        let kept = known.filter(noted.ids.contains).map(\.description)
        try records.setSetting(key, to: kept.isEmpty ? nil : kept.joined(separator: " "))
    }
}
