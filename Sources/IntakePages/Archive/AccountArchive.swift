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

    package let passes: [ArchivedPass]
    package let settings: [String: String]

    /// Reads passes with all that they hold, in one state of the vault.
    package init(_ passes: [PassRecord], in records: Records, judge: CertificateJudge, catalogue: Catalogue) throws {
        self.passes = try passes.map { pass in
            let certificates = try records.certificates(of: pass.id).map(judge.judged)
            let evidence = DoseEvidence(certificates, of: pass, catalogue: catalogue)
            var archived = try ArchivedPass(pass, in: records)
            for index in archived.vaccinations.indices {
                archived.vaccinations[index].source = evidence.source(of: archived.vaccinations[index].content)
            }
            return archived
        }
        self.settings = try records.settings().filter { Self.settingKeys.contains($0.key) }
    }
}
