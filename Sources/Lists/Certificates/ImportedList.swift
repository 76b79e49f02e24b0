package import CivilDates
package import Foundation
package import HealthCertificate

/// The state of one list that was imported with `vaccinapp trust import` or `trust revoke`.
package struct ImportedList: Sendable {
    /// What a list holds.
    package enum Content: String, Sendable, CaseIterable {
        case signers, network, revoked, rules, valueSets
    }

    /// What vouches for a list.
    package enum Source: Sendable, Equatable {
        /// Its signature, which was verified with a key that was given.
        case signed
        /// The signing key of the WHO's network, by its thumbprint.
        case network(thumbprint: String)
        /// Whoever fetched the key set of the issuer with this address.
        case issuer(String)
        /// Whoever imported it.
        case importer
    }

    /// After how many days a list is said to be old.
    package static let oldAfterDays = 30
    /// The most reasons that are given for one list.
    private static let mostReasons = 20

    package let name: String
    package let content: Content
    package let source: Source
    package let imported: Date?
    /// When the list was made, where it says so; of rules when the newest of them came into force.
    package let date: Date?
    /// How many keys, withdrawn certificates, rules or value sets are used of it.
    package let count: Int
    /// How many of its keys are not used.
    package let leftOutCount: Int
    /// Why they are not used, the first of the reasons.
    package let leftOut: [String]
    /// Why nothing of it is used; nil where it is.
    package let refusal: String?

    package init(
        name: String, content: Content, source: Source, imported: Date?, date: Date? = nil, count: Int = 0,
        leftOut: [String] = [], refusal: String? = nil
    ) {
        (self.name, self.content, self.source, self.imported) = (name, content, source, imported)
        (self.date, self.count, self.refusal) = (date, count, refusal)
        (self.leftOutCount, self.leftOut) = (leftOut.count, Array(leftOut.prefix(Self.mostReasons)))
    }

    /// Whole days since it was made, or since it was imported where it doesn't say when it was made.
    package func age(at now: Date) -> Int? {
        (date ?? imported).map { Int(now.timeIntervalSince($0) / 86_400, clampedTo: 0...1_000_000) }
    }

    /// Whether it is so old that a newer one should be fetched; codes of value sets don't age.
    package func isOld(at now: Date) -> Bool {
        switch content {
        case .valueSets: false
        case .rules: age(at: now).map { $0 > Acceptance.longestAge } ?? false
        case .signers, .network, .revoked: age(at: now).map { $0 > Self.oldAfterDays } ?? false
        }
    }
}

/// What was imported: who is trusted, the countries' rules, and the state of each list.
package struct TrustContent: Sendable {
    package var store: TrustStore
    package var lists: [ImportedList]
    /// Each bundle of rules as it was imported.
    package var rules: [BusinessRules]
    /// The codes that rules look up, by the value set's identifier.
    package var valueSets: [String: [String]]

    package init(
        store: TrustStore = TrustStore(), lists: [ImportedList] = [], rules: [BusinessRules] = [],
        valueSets: [String: [String]] = [:]
    ) {
        (self.store, self.lists, self.rules, self.valueSets) = (store, lists, rules, valueSets)
    }

    /// Whether a certificate was accepted in a country at a moment.
    ///
    /// One bundle answers, the newest that has rules of the country: a newer one of others doesn't make its rules younger.
    package func acceptance(of certificate: SignedCertificate, in country: String, at moment: Date) -> Acceptance {
        (newest(.acceptance, of: country) ?? BusinessRules([])).acceptance(
            of: certificate, for: RuleQuestion(country: country, moment: moment, valueSets: valueSets))
    }

    /// The booster rules of a country by which a person's certificates asked for a booster at a moment.
    ///
    /// They look at the newest vaccination and the newest recovery at once, and are as old as the others.
    package func boostersDue(for certificates: [SignedCertificate], in country: String, at moment: Date)
        -> [BusinessRule]
    {
        guard let rules = newest(.boosterNotification, of: country), rules.answers(at: moment) else { return [] }
        let today = CalendarDate(moment, in: .gmt)
        let known = certificates.compactMap { certificate in certificate.claims.immunityDay.map { ($0, certificate) } }
            .filter { $0.0 <= today }.sorted { $0.0 > $1.0 }
        return rules.boostersDue(
            for: known.compactMap { RuleSubject($0.1) },
            question: RuleQuestion(country: country, moment: moment, valueSets: valueSets))
    }

    private func newest(_ kind: BusinessRule.Kind, of country: String) -> BusinessRules? {
        rules.filter { $0.countries(with: kind).contains(country.uppercased()) }
            .max { ($0.date ?? .distantPast) < ($1.date ?? .distantPast) }
    }
}

extension HealthClaims {
    /// The last day of a vaccination or an infection that it states; nil where it states none.
    package var immunityDay: CalendarDate? {
        (vaccinations.map(\.date) + recoveries.map(\.firstPositive)).compactMap { $0?.date?.latest }.max()
    }
}

extension TrustStore {
    /// The families that can be judged, each by lists of its own.
    package static let families: [SignedCertificate.Format] = [.euDCC, .smartHealthCard, .icvp, .evc]

    /// Whether a list names signers for certificates of a family; without one each of them is of an unknown issuer.
    ///
    /// Lists that don't say what their keys sign are those of EU certificates.
    package func knowsIssuers(of format: SignedCertificate.Format) -> Bool {
        signers.contains { $0.permittedFormats?.contains(format) ?? (format == .euDCC) }
    }
}
