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
    /// New ones for which the account has no room: they are left out unless there is a pass that they go to.
    let passesWithoutRoom: Int
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
        passesWithoutRoom = plan.skipNew(after: max(0, RecordLimits.passes - existing.count))
        var room = try Room(in: records)
        let holders = plan.passes.map(\.existing)
        let left = plan.leaveOut { pass, row in row.isNew && !room.takes(row.entry, into: pass, beside: holders[pass]) }
        for (pass, rows) in left.enumerated() {
            refusals[pass] += rows.map { ArchiveIntake.Refusal(entry: $0.entry, reason: Room.reason($0.entry)) }
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

/// What there is room for, as an import fills it up.
private struct Room {
    private var bytes: Int
    /// Places of a pass that are left for entries of a kind.
    private var places: [[Int]: Int] = [:]
    private let sizes: [String: Int]

    init(in records: Records) throws {
        bytes = AttachmentLimits.accountBytes - (try records.attachmentBytes())
        sizes = try records.stagedSizes()
    }

    /// - Parameter pass: which of the import's.
    mutating func takes(_ entry: ArchiveImportRow.Entry, into pass: Int, beside existing: ArchivedPass?) -> Bool {
        switch entry {
        case .vaccination: takesPlace([pass, 0], of: RecordLimits.ofPass, beside: existing?.vaccinations.count)
        case .certificate: takesPlace([pass, 1], of: RecordLimits.ofPass, beside: existing?.certificates.count)
        case .fact: takesPlace([pass, 2], of: RecordLimits.ofPass, beside: existing?.facts.count)
        case .attachment(let attachment): takes(attachment, into: pass, beside: existing)
        }
    }

    /// Why there is no room for an entry.
    static func reason(_ entry: ArchiveImportRow.Entry) -> ArchiveIntake.Reason {
        if case .attachment = entry { .attachmentRoom } else { .passRoom }
    }

    private mutating func takes(_ attachment: ArchivedAttachment, into pass: Int, beside existing: ArchivedPass?)
        -> Bool
    {
        guard case .kept(let place) = attachment.place, let size = sizes[place], size <= bytes,
            takesPlace([pass, 3], of: AttachmentLimits.filesOfPass, beside: existing?.attachments.count)
        else { return false }
        bytes -= size
        return true
    }

    private mutating func takesPlace(_ key: [Int], of all: Int, beside taken: Int?) -> Bool {
        let left = places[key] ?? all - (taken ?? 0)
        places[key] = left - 1
        return left > 0
    }
}
