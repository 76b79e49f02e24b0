package import CivilDates
package import Foundation
import HealthCertificate
import Lists
import Model
package import Vault
import VaultStorage

/// A certificate's place among others, wherever several are shown: the one that somebody is asked for comes first.
package struct CertificateRank: Comparable, Sendable {
    /// What comes first, whatever is newer.
    package enum Group: Int, Sendable {
        case vaccination, recovery
        /// In force, of an issuer that no list here knows.
        case unknownVaccination, unknownRecovery
        case test
        /// Proves nothing now: expired, not begun, revoked, forged or unreadable.
        case void = 9

        /// Whether its code is one press away: tests and what proves nothing are on the pass.
        var isShown: Bool { rawValue < Self.test.rawValue }
    }

    package let group: Group
    /// The latest day that it speaks of: of a dose, a first positive test or a sample.
    package let day: CalendarDate
    private let issuedAt: Date
    private let addedAt: Date
    private let id: CertificateID

    init(_ record: Certificate, _ content: SignedCertificate?, _ judgement: Judgement?) {
        let entries = content?.claims.entries ?? []
        let kind = [HealthClaims.Kind.vaccination, .recovery, .test].first { kind in
            entries.contains { $0.kind == kind }
        }
        group = kind.map { Group($0, content, judgement) } ?? .void
        day = entries.filter { $0.kind == kind }.compactMap(\.day).max() ?? .first
        issuedAt = content?.issuedAt ?? .distantPast
        (addedAt, id) = (record.addedAt, record.id)
    }

    /// The newest first: by the day that it speaks of, then by the moment it was issued, then by that it came here.
    package static func < (left: Self, right: Self) -> Bool {
        (left.group.rawValue, right.day, right.issuedAt, right.addedAt, left.id.description)
            < (right.group.rawValue, left.day, left.issuedAt, left.addedAt, right.id.description)
    }

    /// The same for `Public/offline.js`: the group, then what is greater the newer it is.
    package var text: String { "\(group.rawValue) \(day) \(Timestamp(issuedAt).text)" }
}

extension Sequence<JudgedCertificate> {
    /// All of them in the order in which they are shown.
    package var ranked: [JudgedCertificate] { sorted { $0.rank < $1.rank } }

    /// The one whose code is one press away; nil where none proves anything but tests.
    package var shown: JudgedCertificate? {
        self.min { $0.rank < $1.rank }.flatMap { $0.rank.group.isShown ? $0 : nil }
    }
}

/// A pass's certificates in the order in which they are shown, as long as neither the vault, the lists nor time change it:
/// so that the page of one looks at those beside it alone.
package struct CertificateOrder: Sendable {
    fileprivate struct Key: Hashable, Sendable {
        let pass: PassID
        let trust: Int
    }

    fileprivate let ids: [CertificateID]
    private let madeAt: Date
    private let changesAt: Date?

    /// - Parameter ranked: All of the pass.
    package init(_ ranked: [JudgedCertificate], at moment: Date) {
        (ids, madeAt) = (ranked.map(\.record.id), moment)
        changesAt = ranked.compactMap(\.changesAt).min()
    }

    fileprivate func holds(at now: Date) -> Bool { madeAt <= now && changesAt.map { now < $0 } ?? true }
}

extension SignedInRequest {
    package func keep(_ order: CertificateOrder, of pass: PassRecord, _ basis: PageInputs) {
        kept.keep(order, for: CertificateOrder.Key(pass: pass.id, trust: basis.trust.number))
    }

    /// The ids of a pass's certificates in the order in which they are shown.
    package func certificateOrder(of pass: PassRecord, _ basis: PageInputs) async throws -> [CertificateID] {
        let key = CertificateOrder.Key(pass: pass.id, trust: basis.trust.number)
        if let known = kept.value(for: key, as: CertificateOrder.self), known.holds(at: basis.now) { return known.ids }
        let certificates = try await vault.read { try $0.certificates(of: pass.id) }
        let order = CertificateOrder(try CertificateJudge(basis).listed(certificates).ranked, at: basis.now)
        keep(order, of: pass, basis)
        return order.ids
    }
}

extension CertificateRank.Group {
    fileprivate init(_ kind: HealthClaims.Kind, _ content: SignedCertificate?, _ judgement: Judgement?) {
        guard let content, let judgement else {
            self = .void
            return
        }
        // Of an issuer that isn't known nothing else is judged.
        let isUnknown = judgement.faults == [.unknownIssuer] && content.timeFaults(at: judgement.moment).isEmpty
        guard judgement.isValid || isUnknown else {
            self = .void
            return
        }
        self =
            switch kind {
            case .vaccination: isUnknown ? .unknownVaccination : .vaccination
            case .recovery: isUnknown ? .unknownRecovery : .recovery
            case .test: .test
            }
    }
}

extension HealthClaims.Entry {
    /// The day that it speaks of; of one that isn't known in full, the first that it can be.
    fileprivate var day: CalendarDate? {
        switch self {
        case .vaccination(let entry): entry.date?.date?.earliest
        case .recovery(let entry): (entry.firstPositive ?? entry.validFrom)?.date?.earliest
        case .test(let entry): entry.sampledAt?.date.map { CalendarDate($0, in: .gmt) }
        }
    }
}
