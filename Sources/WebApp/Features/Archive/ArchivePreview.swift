import Foundation
import PassArchive
import Vault

/// What an import would do: worked out when it is shown, and again when it is confirmed.
struct ArchivePreview: Sendable {
    /// A setting of the account that the file holds.
    struct Setting: Sendable {
        let key: String
        /// What is set here; nil for nothing.
        let current: String?
        let incoming: String
    }

    let plan: ArchiveImportPlan
    /// For each pass of the plan what can't be kept.
    let refusals: [[ArchiveIntake.Refusal]]
    /// Passes of which not even the name can be kept.
    let refusedPasses: Int
    /// Those that differ from what is set here.
    let settings: [Setting]
    /// The passes that are there.
    let existing: [ArchivedPass]

    init(
        _ contents: ArchiveContents, destinations: [ArchiveImportPlan.Destination], intake: ArchiveIntake,
        in records: Records
    ) throws {
        let accepted = contents.passes.compactMap(intake.accept)
        var refusals = accepted.map(\.refusals)
        refusedPasses = contents.passes.count - accepted.count
        existing = try records.passes().map { try ArchivedPass($0, in: records) }
        var plan = ArchiveImportPlan(
            incoming: accepted.map(\.pass), existing: existing, destinations: destinations, identity: \.identity)
        try plan.markThere { entry in
            guard case .certificate(let certificate) = entry else { return false }
            return try records.certificate(identity: certificate.identity) != nil
        }
        var room = try Room(in: records)
        let holders = plan.passes.map(\.existing)
        let left = plan.leaveOut { pass, row in
            guard row.isNew, case .attachment(let attachment) = row.entry else { return false }
            return !room.takes(attachment, into: pass, beside: holders[pass])
        }
        for (pass, rows) in left.enumerated() {
            refusals[pass] += rows.map { ArchiveIntake.Refusal(entry: $0.entry, reason: .attachmentRoom) }
        }
        self.refusals = refusals
        self.plan = plan
        let current = try records.settings()
        settings = AccountArchive.settingKeys.compactMap { key in
            guard let incoming = contents.settings[key], !incoming.isEmpty, incoming != current[key] else { return nil }
            return Setting(key: key, current: current[key], incoming: incoming)
        }
    }

    /// Whether confirming could change anything.
    var isEmpty: Bool {
        plan.isEmpty && plan.conflictCount == 0 && settings.isEmpty
            && plan.passes.allSatisfy { $0.differingFields.isEmpty && !$0.isSkipped }
    }
}

/// What attachments there is room for, as an import fills it up.
private struct Room {
    private var bytes: Int
    private var files: [Int: Int] = [:]
    private let sizes: [String: Int]

    init(in records: Records) throws {
        bytes = AttachmentLimits.accountBytes - (try records.attachmentBytes())
        sizes = try records.stagedSizes()
    }

    mutating func takes(_ attachment: ArchivedAttachment, into pass: Int, beside existing: ArchivedPass?) -> Bool {
        guard case .kept(let place) = attachment.place, let size = sizes[place] else { return false }
        let left = files[pass] ?? AttachmentLimits.filesOfPass - (existing?.attachments.count ?? 0)
        guard left > 0, size <= bytes else { return false }
        files[pass] = left - 1
        bytes -= size
        return true
    }
}
