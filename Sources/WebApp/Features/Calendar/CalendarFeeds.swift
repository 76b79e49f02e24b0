import CivilDates
import Immunization
import Model
import Vault
import VaultStorage

/// What the calendars that lie outside a vault were made of, besides its content.
private struct CalendarBasis: Hashable, Sendable {
    let day: CalendarDate
    let catalogue: String
    let language: String
}

extension SignedInRequest {
    private static let publishedKey = "calendars"
    /// How far ahead a subscribed calendar goes.
    private static let horizon = CalendarPeriod(years: 10)

    /// Brings the account's subscribed calendars up to what its vault holds, unless they are.
    ///
    /// The change that made them old stands whatever becomes of this: the next request tries again.
    func publishCalendars() async { try? await tryToPublishCalendars() }

    private func tryToPublishCalendars() async throws {
        let use = services.catalogue.inUse
        let basis = CalendarBasis(day: CalendarDate(now), catalogue: use.name, language: words.code)
        if try await vault.kept().value(for: Self.publishedKey, as: CalendarBasis.self) == basis { return }
        let (kept, generation, records) = try await vault.read { records in
            // Whoever has withdrawn their consent has nothing of their health outside any more.
            let isWithdrawn = try records.consents().first?.withdrawnAt != nil
            let feeds = isWithdrawn ? [] : try records.calendarFeeds()
            let found = try feeds.compactMap { feed in
                try records.pass(feed.pass).map { (feed, try HealthRecord($0, in: records)) }
            }
            return (records.kept, records.generation, found)
        }
        let calendars = records.map { feed, record in
            (feed, text(of: feed, record, use.release))
        }
        try await services.accounts.publish(calendars, of: session.accountID, generation: generation)
        kept.keep(basis, for: Self.publishedKey)
    }

    private func text(of feed: CalendarFeed, _ record: HealthRecord, _ release: CatalogueRelease) -> String {
        let today = CalendarDate(now)
        let names = VaccinationNames(catalogue: release.catalogue, words: words)
        let advice = Advice(record, release, on: today, horizon: Self.horizon)
        let title = feed.hasNames ? "\(record.pass.name) · Vaccinapp" : "Vaccinapp"
        var file = CalendarFile(
            advice.map { $0.visits(for: $0.recommendations) } ?? [], by: advice, questions: [], of: record.pass,
            names: names, isDetailed: feed.hasNames, now: feed.createdAt)
        file.subscription = title
        file.events.append(
            CalendarFile.Event(
                identifier: CalendarFile.identifier(pass: feed.pass, ["old"]),
                date: today.adding(CalendarPeriod(years: 1)), summary: words[.calendarOld],
                description: words[.calendarDescription]))
        return file.text
    }
}
