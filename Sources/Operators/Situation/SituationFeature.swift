import Answers
import CivilDates
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Lists
import Model
import Situation
import Vault
package import Web

/// What goes around: public numbers beside the recommendations that they bear on.
package enum SituationFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.situation, public: showSituation),
        .get(Links.situations, api: showSituations),
        .get(Links.situationTBE, public: showTBE),
        .post(Links.favourites, changeFavourite),
        .get(Links.seriesDocument, api: showSeries),
        .get(Links.indicator, public: showIndicator).longForMembers,
        .get(Links.area, public: showArea).longForMembers,
        .get(Links.graph, public: showGraph),
    ]
    package static let pages: [any Page.Type] = [
        SituationPage.self, SeriesPage.self, TBEPage.self, SituationAdminPage.self,
    ]
    package static var codes: [any MessageCode.Type] { [SituationError.Code.self] }

    static func showSituation(_ visit: VisitorRequest) async throws -> Response {
        let numbers = visit.services.situation.inUse
        let home = visit.member.flatMap(self.home)
        let page = SituationPage(
            numbers: numbers, query: SituationQuery(visit.request), home: home, today: visit.today,
            favourites: visit.member.map { SituationFavourites(settings: $0.account.settings) },
            people: people(visit.member, numbers, home), lastVisit: try await lastVisit(visit.member))
        return visit.page(page)
    }

    /// The sign-in before this one, as the access log has it: a page that is looked at writes nothing.
    private static func lastVisit(_ member: SignedInRequest?) async throws -> Date? {
        guard let member else { return nil }
        let events = try await member.vault.read { records in try records.accessLog() }
        let visits = events.lazy.filter { [.signUp, .signIn, .passkeySignIn].contains($0.code) }.map(\.time)
        return visits.dropFirst().first
    }

    /// An indicator in one area, by `area` or else the nearest to the home.
    static func showIndicator(_ visit: VisitorRequest, _ id: String) async throws -> Response {
        let asked = SituationQuery(visit.request).area
        return try await show(visit, id) { numbers, indicator in
            if let asked { return numbers.area(asked, of: indicator) ?? numbers.areaAround(asked, of: indicator) }
            let home = visit.member.flatMap(self.home) ?? numbers.catalogue.defaultArea.id
            return numbers.areaAround(home, of: indicator)
        }
    }

    static func showArea(_ visit: VisitorRequest, _ id: String, _ area: String) async throws -> Response {
        try await show(visit, id) { numbers, indicator in try numbers.area(area, of: indicator).found() }
    }

    private static func show(
        _ visit: VisitorRequest, _ id: String,
        in place: (SituationNumbers, Indicator) throws -> String?
    ) async throws -> Response {
        let numbers = visit.services.situation.inUse
        let indicator = try indicator(id, numbers)
        var page = SeriesPage(numbers: numbers, indicator: indicator, found: nil, today: visit.today)
        // Without numbers the page says how they come.
        if numbers.has(indicator), let area = try place(numbers, indicator) {
            let asked = SituationQuery(visit.request).age
            let first = numbers.ages(of: indicator, in: area).first
            let age = try (asked.flatMap { numbers.age($0, of: indicator, in: area) } ?? first).found()
            let found = try numbers.series(indicator, area: area, age: age).found()
            page.found = found
        }
        guard let member = visit.member else { return visit.page(page) }
        page.favourites = SituationFavourites(settings: member.account.settings)
        page.lacking = try await lacking(indicator, member)
        return member.page(page)
    }

    /// The passes for which a vaccination that the indicator bears on is recommended by now.
    private static func lacking(_ indicator: Indicator, _ member: SignedInRequest) async throws -> [PassRecord] {
        guard !indicator.targets.isEmpty, member.consentWithdrawnAt == nil else { return [] }
        let passes = member.passes.filter(\.isForPerson)
        let records = try await member.vault.read { records in try HealthRecord.first(of: passes, in: records) }
        let (release, today) = (member.release, member.today)
        return try records.filter { record in
            try record.answer(release, on: today).lines.contains { line in
                [.now, .nowUnlessGiven].contains(line.state) && !Set(line.antigens).isDisjoint(with: indicator.targets)
            }
        }.map(\.pass)
    }

    static func showGraph(
        _ visit: VisitorRequest, _ id: String, _ area: String, _ kind: GraphKind
    ) async throws -> Response {
        let numbers = visit.services.situation.inUse
        let indicator = try indicator(id, numbers)
        let query = SituationQuery(visit.request)
        let area = try numbers.area(area, of: indicator).found()
        let age = try numbers.age(query.age ?? IndicatorSource.everyAge, of: indicator, in: area).found()
        let found = try numbers.series(indicator, area: area, age: age).found()
        return .svg(SeriesGraph(found, visit.words).svg(kind))
    }

    /// Keeps a series, or keeps it no longer.
    static func changeFavourite(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let numbers = member.services.situation.inUse
        guard let id = fields["indicator"], let area = fields["area"], let age = fields["age"],
            let keep = fields["keep"], ["yes", "no"].contains(keep)
        else { throw HTTPProblem.badForm }
        let key = IndicatorKey(indicator: id, area: area, age: age)
        // What is no longer published can still be taken away.
        if keep == "yes" {
            guard let indicator = numbers.catalogue.indicator(id),
                numbers.series(indicator, area: area, age: age) != nil
            else { throw HTTPProblem.badForm }
        }
        try await member.vault.write { records in
            var favourites = SituationFavourites(settings: try records.settings())
            favourites.set(key, kept: keep == "yes")
            try favourites.store(in: records)
        }
        return member.done(keep == "yes" ? .`done.favourite-kept` : .`done.favourite-removed`, at: Links.situation())
    }

    /// Where ticks carry TBE.
    static func showTBE(_ visit: VisitorRequest) async throws -> Response {
        let page = TBEPage(
            catalogue: visit.release.catalogue,
            home: visit.member.flatMap { $0.account.settings[SettingKey.homeRegion] })
        return visit.page(page)
    }

    private static func indicator(_ id: String, _ numbers: SituationNumbers) throws(HTTPProblem) -> Indicator {
        try numbers.catalogue.indicator(id).found()
    }

    /// The state of an account's home; nil where it is nowhere that has numbers.
    private static func home(_ member: SignedInRequest) -> String? {
        let places = Places(settings: member.account.settings)
        let codes = places.region.map { member.release.catalogue.codes(ofRegion: $0) } ?? []
        return codes.count > 1 ? codes[1] : places.home
    }

    /// What matters most at the passes' ages.
    private static func people(
        _ member: SignedInRequest?, _ numbers: SituationNumbers, _ home: String?
    ) -> [SituationPage.Person] {
        guard let member, member.consentWithdrawnAt == nil else { return [] }
        let (today, home) = (member.today, home ?? numbers.catalogue.defaultArea.id)
        return member.passes.filter(\.isForPerson).compactMap { pass in
            guard let born = pass.birthDate.flatMap({ CalendarDate($0.description) }) else { return nil }
            let years = born.completedYears(until: today)
            let found = numbers.catalogue.indicators.filter { $0.ages.contains { $0.contains(years) } }
                .compactMap { indicator -> SituationNumbers.Found? in
                    guard let area = numbers.areaAround(home, of: indicator),
                        let age = numbers.ageGroup(of: years, in: indicator, area)
                    else { return nil }
                    return numbers.series(indicator, area: area, age: age)
                }
            return found.isEmpty ? nil : SituationPage.Person(name: pass.name, found: found)
        }
    }
}
