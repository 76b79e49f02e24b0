package import CivilDates
import Foundation
import HealthCertificate
import Lists
import Model
import Vault

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

    package init(_ certificate: JudgedCertificate) {
        let entries = certificate.content?.claims.entries ?? []
        let kind = [HealthClaims.Kind.vaccination, .recovery, .test].first { kind in
            entries.contains { $0.kind == kind }
        }
        group = kind.map { certificate.group(of: $0) } ?? .void
        day = entries.filter { $0.kind == kind }.compactMap(\.day).max() ?? .first
        issuedAt = certificate.content?.issuedAt ?? .distantPast
        (addedAt, id) = (certificate.record.addedAt, certificate.record.id)
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
    package var ranked: [JudgedCertificate] { withRanks.sorted { $0.rank < $1.rank }.map(\.certificate) }

    /// The one whose code is one press away; nil where none proves anything but tests.
    package var shown: JudgedCertificate? {
        withRanks.min { $0.rank < $1.rank }.flatMap { $0.rank.group.isShown ? $0.certificate : nil }
    }

    private var withRanks: [(certificate: JudgedCertificate, rank: CertificateRank)] {
        map { ($0, CertificateRank($0)) }
    }
}

extension JudgedCertificate {
    fileprivate func group(of kind: HealthClaims.Kind) -> CertificateRank.Group {
        guard let content, let judgement else { return .void }
        // Of an issuer that isn't known nothing else is judged.
        let isUnknown = judgement.faults == [.unknownIssuer] && content.timeFaults(at: judgement.moment).isEmpty
        guard judgement.isValid || isUnknown else { return .void }
        return switch kind {
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
