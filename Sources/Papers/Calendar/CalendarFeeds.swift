import Answers
import CivilDates
import Fairness
import Immunization
import Lists
import Model
package import Vault
import VaultStorage
import Web

/// What the calendars outside a vault were made of, besides its content.
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
    package func revoke(_ feed: CalendarFeed) async throws {
        let kept = try await vault.kept()
        for key in [Self.publishedKey, Self.key(of: feed)] { kept.forget(key) }
        try await services.accounts.revoke(feed, of: session.accountID)
    }

    private var calendarBasis: CalendarBasis { CalendarBasis(day: today, catalogue: services.catalogue.inUse.name) }

    func areCalendarsPublished() async throws -> Bool {
        try await vault.kept().value(for: Self.publishedKey, as: CalendarBasis.self) == calendarBasis
    }

    /// Brings the account's subscribed calendars up to what its vault holds, one after the other, unless they are.
    func publishCalendars() async throws {
        let (basis, release) = (calendarBasis, services.catalogue.inUse.release)
        if try await areCalendarsPublished() { return }
        let (kept, generation, feeds) = try await vault.read { records in
            // Whoever has withdrawn their consent has nothing of their health outside any more.
            let isWithdrawn = try records.consents().first?.withdrawnAt != nil
            return (records.kept, records.generation, isWithdrawn ? [] : try records.calendarFeeds())
        }
        let account = session.accountID
        guard try await services.accounts.removeCalendars(but: feeds, of: account, generation: generation) else {
            return
        }
        for feed in feeds where kept.value(for: Self.key(of: feed), as: CalendarBasis.self) != basis {
            try Task.checkCancellation()
            // Passes may be many and long: a turn each, beside what others wait for.
            let isPublished = try await services.longThreads.run(for: claimant) {
                try await publish(feed, release, generation)
            }
            guard isPublished else { return }
            kept.keep(basis, for: Self.key(of: feed))
        }
        kept.keep(basis, for: Self.publishedKey)
    }

    private static func key(of feed: CalendarFeed) -> String { "calendar of \(feed.pass)" }

    /// - Returns: False where its vault holds something newer by now.
    private func publish(_ feed: CalendarFeed, _ release: CatalogueRelease, _ generation: UInt64) async throws -> Bool {
        let record = try await vault.read { records in
            try records.pass(feed.pass).map { try HealthRecord($0, in: records) }
        }
        guard let record else { return false }
        let old = try await services.accounts.calendar(at: feed.secret)
        return try await services.accounts.publish(
            try text(of: feed, record, release, after: old), at: feed, of: session.accountID, generation: generation)
    }

    /// - Parameter old: what stood there; where nothing has changed, it stays to the byte.
    private func text(
        of feed: CalendarFeed, _ record: HealthRecord, _ release: CatalogueRelease, after old: String?
    ) throws -> String {
        let words = services.localization.words(feed.language) ?? self.words
        let answer = try record.answer(release, on: today)
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
                date: firstOfMonth.adding(CalendarPeriod(years: 1, months: 1)), summary: words[.`calendar.old`],
                description: words[.`calendar.description`]))
        let text = file.text
        if let old, CalendarFile.unstamped(old) == CalendarFile.unstamped(text) { return old }
        return text
    }
}
