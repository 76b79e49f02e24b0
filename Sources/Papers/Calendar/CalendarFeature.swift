import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import Secrets
import Vault
package import Web

/// The address at which a calendar app subscribes to a pass's visits.
package enum CalendarFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.calendarFeed, form: page), .post(Links.calendarFeed, form: page, changeFeed).long,
        .get(Links.subscribedCalendar, api: showCalendar),
    ]
    package static let pages: [any Page.Type] = [CalendarFeedPage.self]
    package static let publications = [
        Publication(
            isCurrent: { try await $0.areCalendarsPublished() }, publish: { try await $0.publishCalendars() })
    ]

    /// Makes an address, which takes an older one's place; says whether the calendar has names in it; ends it.
    static func changeFeed(_ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord) async throws -> Response
    {
        let old = try await member.vault.read { try $0.calendarFeed(of: pass.id) }
        let hasNames = fields["names"] == "yes"
        if ["make", "names"].contains(fields["step"]), let fault = try await member.confirm(fields) {
            throw FormErrors("password", fault)
        }
        switch fields["step"] {
        case "make":
            guard member.visit.publicOrigin != nil else { throw HTTPProblem.badForm }
            let secret = RandomSource.system.bytes(CalendarFeed.secretLength)
            let feed = try CalendarFeed(
                pass: pass.id, secret: secret, hasNames: hasNames, language: member.words.code, createdAt: member.now)
            if let old { try await member.revoke(old) }
            try await member.vault.write { try $0.save(feed) }
            await member.log(.calendarAddressMade)
        case "names":
            // Ended elsewhere meanwhile.
            guard var feed = old else { return member.redirect(to: Links.calendarFeed(pass.id)) }
            (feed.hasNames, feed.language) = (hasNames, member.words.code)
            try await member.vault.write { [feed] in try $0.save(feed) }
            await member.log(.calendarAddressMade)
        case "end":
            if let old { try await member.revoke(old) }
            try await member.vault.write { try $0.deleteCalendarFeed(of: pass.id) }
        default: throw HTTPProblem.badForm
        }
        // Said only once it is so.
        try await member.publishCalendars()
        let notice: Message = fields["step"] == "end" ? .`done.calendar-ended` : .`done.calendar-saved`
        return member.done(notice, at: Links.calendarFeed(pass.id))
    }

    /// The calendar itself, for whoever knows its address.
    static func showCalendar(_ program: ProgramRequest, _ secret: [UInt8]) async throws -> Response {
        if let wait = program.services.calendarClients.take(program.client.address.key) { return Self.tooOften(wait) }
        guard secret.count == CalendarFeed.secretLength else { return gone(program) }
        if let wait = program.services.calendarLimit.take(EntityTag.hash(of: secret)) { return Self.tooOften(wait) }
        guard let text = try await program.accounts.calendar(at: secret) else { return gone(program) }
        let bytes = Array(text.utf8)
        let tag = "\"\(EntityTag.hash(of: bytes))\""
        // Calendar programs keep the tag themselves: nothing else of it is to be kept.
        var headers: HTTPFields = [.eTag: tag, .cacheControl: "no-store"]
        if EntityTag.matches(program.request.headers[.ifNoneMatch], tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "text/calendar; charset=utf-8"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func tooOften(_ wait: Duration) -> Response {
        Response(
            status: .tooManyRequests,
            headers: [.retryAfter: HTTPProblem.wholeSeconds(wait), .cacheControl: "no-store"])
    }

    /// The same for whatever leads nowhere, in all languages: programs show it, and few say which one their reader wants.
    private static func gone(_ program: ProgramRequest) -> Response {
        let first = program.services.localization.negotiate(program.request.headers[.acceptLanguage])
        let languages = [first] + program.services.localization.languages.filter { $0.code != first.code }
        return Response(
            status: .notFound,
            headers: [
                .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
                .contentLanguage: languages.map(\.code).joined(separator: ", "),
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: languages.map { $0[.`calendar.gone`] + "\n" }.joined())))
    }

    private static func page(_ member: SignedInRequest, _ form: FormView?, _ pass: PassRecord) async throws
        -> CalendarFeedPage
    {
        let feed = try await member.vault.read { try $0.calendarFeed(of: pass.id) }
        let form = form ?? FormView(values: feed?.hasNames == true ? ["names": "yes"] : [:])
        return CalendarFeedPage(
            form: form, pass: pass, feed: feed,
            origin: member.visit.publicOrigin, confirmation: try await member.confirmation(form))
    }
}

/// Makes, shows and ends the address of a pass's calendar.
struct CalendarFeedPage: FormPage {
    let form: FormView
    let pass: PassRecord
    let feed: CalendarFeed?
    let origin: String?
    /// Asked for where nobody has shown of late who has the session.
    let confirmation: OwnerConfirmation?
    static let template = "Calendar/feed"
    let section = Section.recommendations

    func title(_ words: Localizer) -> String { "\(pass.name), \(words[.`calendar.feed.title`])" }

    private var address: String? {
        guard let feed, let origin else { return nil }
        return origin + Links.subscribedCalendar(feed.secret)
    }

    static let fields: [TemplateField<Self>] = [
        .one("confirmation") { $0.confirmation },
        .text("name") { $0.pass.name },
        .text("action") { Links.calendarFeed($0.pass.id) }, .text("back") { Links.recommendations($0.pass.id) },
        .text("address") { page, _ in page.address },
        .text("open") { page in
            page.address.flatMap { address in
                address.hasPrefix("https://") ? "webcal\(address.dropFirst(5))" : nil
            }
        },
        .flag("isThere") { $0.feed != nil }, .flag("hasNames") { $0.form.values["names"] != nil },
        .flag("isPossible") { $0.origin != nil },
        .text("since") { page, words in
            page.feed.map { words(.`calendar.feed.since`, ["date": words.date($0.createdAt)]) }
        },
    ]
}
