import Foundation
import Immunization
import Intake
import Model
import PassArchive
import Vault
import Web

/// What an import would do: worked out when it is shown, and again when it is confirmed, without holding the vault.
package struct ArchivePreview: Sendable {
    /// A setting of the account that the file holds.
    struct Setting: Sendable {
        let key: String
        /// What is set here; nil for nothing.
        let current: String?
        let incoming: String

        package init(key: String, current: String?, incoming: String) {
            self.key = key
            self.current = current
            self.incoming = incoming
        }
    }

    let plan: ArchiveImportPlan
    /// For each pass of the plan what can't be kept.
    let refusals: [[ArchiveIntake.LeftOut]]
    /// Passes of which not even the name can be kept.
    let refusedPasses: Int
    /// New ones for which the account has no room: they are left out unless there is a pass that they go to.
    let passesWithoutRoom: Int
    /// Those that differ from what is set here.
    let settings: [Setting]
    /// What it was compared with.
    let present: Present
    /// The file's certificates.
    let certificates: ArchivedCertificates
    /// The passes that are there.
    var existing: [ArchivedPass] { present.passes }

    /// What a vault holds, as far as an import depends on it.
    struct Present: Sendable, Equatable {
        let passes: [ArchivedPass]
        /// What makes each certificate that one, by its text.
        let identities: [String: String]
        let settings: [String: String]
        fileprivate let attachmentBytes: Int
        fileprivate let stagedSizes: [String: Int]

        init(in records: Records) throws {
            var identities: [String: String] = [:]
            passes = try records.passes().map { pass in
                let certificates = try records.certificates(of: pass.id)
                for certificate in certificates { identities[certificate.text] = certificate.identity }
                return try ArchivedPass(pass, certificates: certificates, in: records)
            }
            self.identities = identities
            settings = try records.settings().filter { AccountArchive.settingKeys.contains($0.key) }
            attachmentBytes = try records.attachmentBytes()
            stagedSizes = try records.stagedSizes()
        }
    }

    /// - Throws: `CancellationError` once nobody waits for it any more.
    init(
        _ contents: ArchiveContents, destinations: [ArchiveImportPlan.Destination], intake: ArchiveIntake,
        catalogue: Catalogue, beside present: Present
    ) throws {
        let certificates = try ArchivedCertificates(of: contents.passes, catalogue: catalogue)
        (self.certificates, self.present) = (certificates, present)
        let accepted = contents.passes.compactMap { intake.accept($0, certificates) }
        var refusals = accepted.map(\.refusals)
        refusedPasses = contents.passes.count - accepted.count
        let identity = { (certificate: ArchivedCertificate) in
            present.identities[certificate.text] ?? certificates[certificate]?.identity ?? certificate.text
        }
        var plan = ArchiveImportPlan(
            incoming: accepted.map(\.pass), existing: present.passes, destinations: destinations, identity: identity,
            twins: TwinRule(catalogue).twins)
        try Task.checkCancellation()
        let known = Set(present.identities.values)
        plan.markThere { entry in
            guard case .certificate(let certificate) = entry else { return false }
            return known.contains(identity(certificate))
        }
        passesWithoutRoom = plan.skipNew(after: max(0, RecordLimits.passes - present.passes.count))
        var room = Room(present)
        let holders = plan.passes.map(\.existing)
        let left = plan.leaveOut { pass, row in row.isNew && !room.takes(row.entry, into: pass, beside: holders[pass]) }
        for (pass, rows) in left.enumerated() {
            refusals[pass] += rows.map { ArchiveIntake.LeftOut(entry: $0.entry, reason: Room.reason($0.entry)) }
        }
        self.refusals = refusals
        self.plan = plan
        let current = present.settings
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
    /// How many entries of each kind the import's passes have, by their number.
    private var taken: [Int: Taken] = [:]
    private let sizes: [String: Int]

    init(_ present: ArchivePreview.Present) {
        (bytes, sizes) = (AttachmentLimits.accountBytes - present.attachmentBytes, present.stagedSizes)
    }

    private struct Taken {
        var vaccinations, certificates, facts, journeys, attachments: Int

        init(_ existing: ArchivedPass?) {
            vaccinations = existing?.vaccinations.count ?? 0
            certificates = existing?.certificates.count ?? 0
            facts = existing?.facts.count ?? 0
            journeys = existing?.facts.count(where: \.isJourney) ?? 0
            attachments = existing?.attachments.count ?? 0
        }
    }

    /// - Parameter pass: which of the import's.
    mutating func takes(_ entry: ArchiveImportRow.Entry, into pass: Int, beside existing: ArchivedPass?) -> Bool {
        var taken = self.taken[pass] ?? Taken(existing)
        defer { self.taken[pass] = taken }
        switch entry {
        case .vaccination: return Self.take(&taken.vaccinations, of: RecordLimits.ofPass)
        case .certificate: return Self.take(&taken.certificates, of: RecordLimits.ofPass)
        case .fact(let fact):
            guard !fact.isJourney || Self.take(&taken.journeys, of: PassFacts.mostJourneys) else { return false }
            return Self.take(&taken.facts, of: RecordLimits.ofPass)
        case .attachment(let attachment):
            guard case .kept(let place) = attachment.place, let size = sizes[place], size <= bytes,
                Self.take(&taken.attachments, of: AttachmentLimits.filesOfPass)
            else { return false }
            bytes -= size
            return true
        }
    }

    private static func take(_ count: inout Int, of most: Int) -> Bool {
        guard count < most else { return false }
        count += 1
        return true
    }

    /// Why there is no room for an entry.
    static func reason(_ entry: ArchiveImportRow.Entry) -> ArchiveIntake.Reason {
        switch entry {
        case .attachment: .attachmentRoom
        case .fact(let fact) where fact.isJourney: .journeyRoom
        case .fact, .vaccination, .certificate: .passRoom
        }
    }
}

extension ArchivedFact {
    /// Whether it is a journey, of which a pass takes no more than its form does.
    fileprivate var isJourney: Bool { content.kind == PassFacts.Kind.journey.rawValue }
}
