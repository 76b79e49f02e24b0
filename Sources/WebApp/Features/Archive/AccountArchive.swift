import Foundation
import PassArchive
import Vault

/// What an export holds: passes, and the settings that go with them.
struct AccountArchive: Sendable {
    /// The settings that belong to a person rather than to this server.
    static let settingKeys = [SettingKey.homeCountry, SettingKey.homeRegion, SettingKey.travelCountries]

    let passes: [ArchivedPass]
    let settings: [String: String]

    /// Reads passes with all that they hold, in one state of the vault.
    init(_ passes: [PassRecord], in records: Records) throws {
        self.passes = try passes.map { try ArchivedPass($0, in: records) }
        self.settings = try records.settings().filter { Self.settingKeys.contains($0.key) }
    }
}
