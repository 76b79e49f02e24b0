package import CivilDates
package import Foundation
package import HummingbirdCore
package import Lists
package import Vault
import VaultStorage

/// What a kept page is made of besides the vault's content: the lists that are in use, the moment, and its day for the reader.
package struct PageInputs: Sendable {
    package let catalogue: CatalogueSource.Use
    let trust: TrustSource.Use
    package let now: Date
    package let today: CalendarDate
    /// How many days before a certificate ends it is marked.
    let expiryNotice: Int

    package init(_ member: SignedInRequest) {
        let services = member.services
        self.init(member, catalogue: services.catalogue.inUse, trust: services.trust.inUse)
    }

    /// Nil when it is time to look for other lists, which can take long.
    init?(lately member: SignedInRequest) {
        guard let catalogue = member.services.catalogue.lately, let trust = member.services.trust.lately else {
            return nil
        }
        self.init(member, catalogue: catalogue, trust: trust)
    }

    private init(_ member: SignedInRequest, catalogue: CatalogueSource.Use, trust: TrustSource.Use) {
        (self.catalogue, self.trust, now) = (catalogue, trust, member.now)
        today = member.words.day(of: now)
        expiryNotice = member.services.expiryNotice
    }
}

/// What a kept page was made for and of, but for the content: where any of it differs, another one is made.
struct PageKey: Hashable, Sendable {
    /// What was asked for: the path, and the query but for a notice, which the frame shows.
    let target: String
    let isAdmin: Bool
    let language: String
    let day: CalendarDate
    let catalogue: String
    let trust: Int
}

/// A page that is kept beside its vault, and when time makes it another one.
struct CachedPage: Sendable {
    let page: PageValues
    /// The pass that it speaks of.
    let pass: PassID?
    let madeAt: Date
    let changesAt: Date?

    func holds(at now: Date) -> Bool { madeAt <= now && changesAt.map { now < $0 } ?? true }
}

extension PageValues {
    /// About how much memory they take.
    fileprivate var bytes: Int { values.reduce(0) { $0 + $1.bytes } }
}

extension TemplateValue {
    /// About how much memory it takes.
    fileprivate var bytes: Int {
        let own = MemoryLayout<Self>.stride
        return switch self {
        case .text(let text): own + (text.map { $0.utf8.count > 15 ? $0.utf8.count + 32 : 0 } ?? 0)
        case .flag, .count: own
        case .rows(let rows): rows.reduce(own) { sum, row in row.reduce(sum + 48) { $0 + $1.bytes } }
        }
    }
}

extension SignedInRequest {
    /// What is longer asks for no page of ours, in bytes.
    private static let longestTarget = 200
    /// What the pages of one vault may take of memory: the oldest go first.
    private static let mostBytes = 2 << 20

    /// The kept page that answers this request, in its frame, if that takes no time; else the handler finds or makes it.
    package func keptPage() -> Response? { PageInputs(lately: self).flatMap(keptPage) }

    private func keptPage(_ basis: PageInputs) -> Response? {
        guard let known = kept.value(for: key(basis), as: CachedPage.self), known.holds(at: basis.now) else {
            return nil
        }
        return page(known.page, about: passes.first { $0.id == known.pass })
    }

    /// A page that depends on nothing but the vault's content, the day and the lists in use: it is kept beside the open
    /// vault, and answers the same request until one of them changes.
    ///
    /// - Parameter make: Makes it, and says when time alone makes it another one.
    package func keptPage<Model: Page>(
        about pass: PassRecord? = nil, _ make: (PageInputs) async throws -> (page: Model, changesAt: Date?)
    ) async throws -> Response {
        let basis = PageInputs(self)
        if let page = keptPage(basis) { return page }
        let (page, changesAt) = try await make(basis)
        let (values, key) = (PageValues(page, pass.map(words.about) ?? words), key(basis))
        // One that would take the place of most others isn't kept.
        if key.target.utf8.count <= Self.longestTarget, values.bytes <= Self.mostBytes / 4 {
            let made = CachedPage(page: values, pass: pass?.id, madeAt: basis.now, changesAt: changesAt)
            kept.keep(made, for: key, bytes: values.bytes, limit: Self.mostBytes)
        }
        return self.page(values, about: pass)
    }

    private func key(_ basis: PageInputs) -> PageKey {
        let uri = visit.request.uri
        let query = uri.query.flatMap { $0.hasPrefix("done=") ? nil : "?\($0)" } ?? ""
        return PageKey(
            target: uri.path + query, isAdmin: session.isAdmin, language: words.code, day: basis.today,
            catalogue: basis.catalogue.name, trust: basis.trust.number)
    }
}
