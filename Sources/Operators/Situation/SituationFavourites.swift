import Situation
import Vault
import Web

/// The series that an account comes back to: a setting in its vault, so that nobody else knows where it lives.
struct SituationFavourites: Sendable, Equatable {
    /// More than fit on a page.
    static let most = 15

    private(set) var keys: [IndicatorKey]

    init(settings: [String: String]) {
        let lines = (settings[SettingKey.situationFavourites] ?? "").split(separator: "\n")
        keys = lines.compactMap { line in
            let parts = line.split(separator: "\t").map(String.init)
            return parts.count == 3 ? IndicatorKey(indicator: parts[0], area: parts[1], age: parts[2]) : nil
        }
    }

    /// Puts one last, or takes it away; the oldest goes where there are too many.
    mutating func set(_ key: IndicatorKey, kept: Bool) {
        keys.removeAll { $0 == key }
        if kept { keys = Array((keys + [key]).suffix(Self.most)) }
    }

    func store(in records: Records) throws {
        let lines = keys.map { "\($0.indicator)\t\($0.area)\t\($0.age)" }
        try records.setSetting(SettingKey.situationFavourites, to: lines.isEmpty ? nil : lines.joined(separator: "\n"))
    }
}
