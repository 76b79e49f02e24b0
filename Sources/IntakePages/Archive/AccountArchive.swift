import Foundation
package import Immunization
import Model
package import PassArchive
package import Vault
package import Web

/// What an export holds: passes, and the settings that go with them.
package struct AccountArchive: Sendable {
    /// The settings that belong to a person rather than to this server.
    package static let settingKeys = [SettingKey.homeCountry, SettingKey.homeRegion, SettingKey.travelCountries]

    package private(set) var passes: [ArchivedPass]
    package let settings: [String: String]
    private let records: [PassRecord]

    /// Reads passes with all that they hold, in one state of the vault.
    package init(_ passes: [PassRecord], in records: Records) throws {
        self.records = passes
        self.passes = try passes.map { try ArchivedPass($0, in: records) }
        self.settings = try records.settings().filter { Self.settingKeys.contains($0.key) }
    }

    /// The same with each dose's source as the certificates prove it now: worked out once the vault is no longer held.
    package func proven(by judge: CertificateJudge, _ catalogue: Catalogue) throws -> AccountArchive {
        var archive = self
        for (number, pass) in records.enumerated() {
            let doses = passes[number].vaccinations
            var evidence = DoseEvidence(of: pass, doses: doses.map(\.content), catalogue: catalogue)
            for certificate in passes[number].certificates {
                try Task.checkCancellation()
                evidence.add(certificate.text, by: judge)
            }
            for index in doses.indices {
                archive.passes[number].vaccinations[index].source = evidence.source(of: doses[index].content)
            }
        }
        return archive
    }
}
