import CivilDates
import Model
import Vault

/// The certificates that their owner shows without a network, each until a day: a setting of the account.
///
/// The pages themselves are in the browsers that were asked to keep them (`Public/worker.js`).
struct OfflineCopies: Sendable {
    private static let key = "offline-copies"
    /// Days that a page may be kept.
    static let lengths = [7, 30, 90]

    private(set) var until: [CertificateID: CalendarDate] = [:]

    /// Those that haven't ended.
    init(in records: Records, on today: CalendarDate) throws {
        for line in (try records.setting(Self.key) ?? "").split(separator: "\n") {
            let parts = line.split(separator: " ").map { String($0) }
            guard parts.count == 2, let id = CertificateID(parts[0]), let day = CalendarDate(parts[1]), day >= today
            else { continue }
            until[id] = day
        }
    }

    /// Keeps a certificate until a day, or, with nil, no longer; forgets those that are gone.
    static func set(_ id: CertificateID, until day: CalendarDate?, on today: CalendarDate, in records: Records) throws {
        var copies = try OfflineCopies(in: records, on: today)
        copies.until[id] = day
        let known = try records.passes().flatMap { try records.certificates(of: $0.id) }.map(\.id)
        let lines = known.compactMap { id in copies.until[id].map { "\(id) \($0)" } }
        try records.setSetting(key, to: lines.isEmpty ? nil : lines.joined(separator: "\n"))
    }
}
