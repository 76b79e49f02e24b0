import Answers
import CivilDates
import Immunization
import Model
import Vault
import VaultStorage

/// What the calendars that lie outside a vault were made of, besides its content.
private struct CalendarBasis: Hashable, Sendable {
    let day: CalendarDate
    let catalogue: String
}

extension SignedInRequest {
    private static let publishedKey = "calendars"
    /// How far ahead a subscribed calendar goes.
    private static let horizon = CalendarPeriod(years: 10)

    /// Takes a calendar away from its address, before its vault forgets the address; where the vault then keeps it after
    /// all, the next request puts it back.
    func takeAway(_ feed: CalendarFeed) async throws {
        try await vault.kept().forget(Self.publishedKey)
        try await services.accounts.takeAway(feed, of: session.accountID)
    }

    /// Brings the account's subscribed calendars up to what its vault holds, unless they are.
    func publishCalendars() async throws {
        let use = services.catalogue.inUse
        let basis = CalendarBasis(day: today, catalogue: use.name)
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
        var calendars: [(feed: CalendarFeed, text: String)] = []
        for (feed, record) in records {
            let old = try await services.accounts.calendar(at: feed.secret)
            calendars.append((feed, text(of: feed, record, use.release, after: old)))
        }
        try await services.accounts.publish(calendars, of: session.accountID, generation: generation)
        kept.keep(basis, for: Self.publishedKey)
    }

    /// - Parameter old: what stood there; where nothing has changed, it stays to the byte.
    private func text(
        of feed: CalendarFeed, _ record: HealthRecord, _ release: CatalogueRelease, after old: String?
    ) -> String {
        let words = services.localization.words(feed.language) ?? self.words
        let answer = record.answer(release, on: today)
        let end = today.adding(Self.horizon)
        let visits = (answer.visits + answer.outlook).filter { $0.day <= end }
        let title = feed.hasNames ? "\(record.pass.name) · Vaccinapp" : "Vaccinapp"
        var file = CalendarFile(
            visits, by: AnswerWords(answer, of: record, release, words), of: record.pass,
            isDetailed: feed.hasNames, now: now, today: today)
        // Apps show the tasks of a calendar that is subscribed to for good, or not at all.
        file.tasks = []
        file.subscription = title
        // By the month, so that a plan which stays the same isn't another one each day.
        let firstOfMonth = today.adding(days: 1 - today.day)
        file.events.append(
            CalendarFile.Event(
                identifier: CalendarFile.identifier(pass: feed.pass, ["old"]),
                date: firstOfMonth.adding(CalendarPeriod(years: 1, months: 1)), summary: words[.calendarOld],
                description: words[.calendarDescription]))
        let text = file.text
        if let old, CalendarFile.unstamped(old) == CalendarFile.unstamped(text) { return old }
        return text
    }
}
