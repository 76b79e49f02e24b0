import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Secrets
import Seeded
import SoftAuthenticator
import Testing

@testable import Lists
@testable import Papers
@testable import Vault
@testable import Web
@testable import WebApp

/// Every route, asked with a vault that holds as much as one may.
@Suite("Every route of a full vault", .timeLimit(.minutes(max(6, LongForm.minutes))))
struct FullVaultTests {
    /// What an answer may take where all others wait for it; told at night alone, when nothing else runs.
    private static let most = Duration.milliseconds(250)
    private static let isTimed = ProcessInfo.processInfo.environment["VACCINAPP_FULL"] != nil
    /// Left free, so that what adds to the pass does its work too.
    private static let room = 20

    /// Routes that ask the schedules about all doses, compare each dose with each or with its certificates, or move a whole
    /// pass.
    @Test(arguments: [
        "GET /passes/{pass}", "GET /passes/{pass}/vaccinations/{vaccination}", "GET /passes/{pass}/recommendations",
        "POST /passes/{pass}/recommendations", "GET /passes/{pass}/recommendations.json",
        "GET /passes/{pass}/vaccinations/table", "POST /passes/{pass}/vaccinations/table",
        "GET /passes/{pass}/certificates/{certificate}", "GET /settings",
        "POST /passes/{pass}/calendar", "POST /settings/reminders/mail", "POST /passes/{pass}/vaccinations/new",
        "POST /passes/{pass}/vaccinations/{vaccination}/edit", "POST /passes/{pass}/delete", "POST /bin/empty",
        "POST /bin/{entry}/restore", "POST /bin/{entry}/delete", "POST /undo/{batch}",
    ])
    func whatTakesLongRunsBesideTheOthers(line: String) throws {
        let route = try #require(Route.table.first { AccessTable.name($0) == line })
        #expect(route.isLong)
    }

    @Test func everyRouteIsAnswered() async throws {
        let imports = RateLimiter(burst: 1_000, refillEvery: .seconds(1))
        try await TestApp.open(
            arguments: ["--public-origin", SoftAuthenticator.origin], logger: quietLogger(), imports: imports
        ) { app, client in
            let (owner, member) = (Person(client), Person(client))
            let (awaitingSecondFactor, guest) = (Person(client), Person(client))
            try await owner.register("ada")
            let forms = try await WritingForms(
                app, owner: owner, member: member, awaitingSecondFactor: awaitingSecondFactor, guest: guest)
            try await Self.fill(try #require(PassID(forms.pass)), owner, app)
            let page = try await owner.get("/passes/\(forms.pass)").body
            #expect(page.says("shared.pages.position", ["page": "1", "pages": "4"]))
            let all = Route.table
            var answered = 0
            for route in all where route.method == .get && !route.isAlways {
                let time = try await Self.time(of: route, forms, owner, app)
                Self.judge(route, time)
                answered += 1
            }
            for form in forms.forms {
                let route = try #require(all.first { AccessTable.name($0) == form.route })
                let sender =
                    switch form.sender {
                    case .member: member
                    case .awaitingSecondFactor: awaitingSecondFactor
                    case .guest: guest
                    }
                let begun = ContinuousClock.now
                let answer = try await sender.hold(
                    forms.path(form), form.fields, files: form.files, field: form.field
                ).answer()
                Self.judge(route, ContinuousClock.now - begun)
                #expect(answer.status.code < 500, "\(form.route): \(answer.status)")
                answered += 1
                // What a calendar takes comes after each change, on the threads of long work.
                if form.route == "POST /passes/{pass}/calendar" {
                    #expect(answer.status == .seeOther)
                    #expect(try await owner.post(forms.path(form), ["step": "end"]).status == .seeOther)
                }
            }
            #expect(answered > 150)
        }
    }

    /// How long a page takes that isn't kept: at night the better of two times, each after a change.
    private static func time(
        of route: Route, _ forms: WritingForms, _ person: Person, _ app: TestApp
    ) async throws -> Duration {
        let path = AccessTable.path(route.path, forms.ids)
        var best: Duration?
        for turn in 0..<(isTimed ? 2 : 1) {
            if isTimed { try await person.vault(app).write { try $0.setSetting("turn", to: "\(turn) \(path)") } }
            let begun = ContinuousClock.now
            let answer = try await person.get(path)
            let time = ContinuousClock.now - begun
            best = min(best ?? time, time)
            // What waits here as a scanned page is no picture.
            let isDrawn = route.path.hasSuffix("/fields/{f}.png")
            #expect(answer.status.code < 500 || isDrawn, "\(AccessTable.name(route)): \(answer.status)")
        }
        return best ?? .zero
    }

    private static func judge(_ route: Route, _ time: Duration) {
        guard isTimed, !route.isLong, !route.isLongForMembers else { return }
        #expect(time <= most, "\(AccessTable.name(route)) takes long and isn't .long")
    }

    /// Doses of all products, a certificate of each, facts and journeys, up to what a pass takes; as many passes and links
    /// as there may be.
    private static func fill(_ pass: PassID, _ owner: Person, _ app: TestApp) async throws {
        let catalogue = app.services.catalogue.current
        let vaccines = catalogue.vaccines.filter { $0.species == "person" && !$0.targets.isEmpty }
        let observations = catalogue.observations(for: "person").map(\.id)
        let born = try #require(CalendarDate(year: 1987, month: 4, day: 12))
        let doses = try (0..<RecordLimits.ofPass - room).map { number in
            let vaccine = vaccines[number % vaccines.count]
            return try VaccinationRecord(
                passID: pass,
                Vaccination(
                    target: vaccine.targets[0], vaccine: vaccine.id, date: PartialDate(born.adding(days: 7 * number)),
                    batch: "LOT\(number)"), createdAt: TestApp.now, updatedAt: TestApp.now)
        }
        let certificates = try doses.enumerated().map { number, dose in
            try Certificate(
                passID: pass, vaccinationID: dose.id,
                text: app.issuer.vaccination(
                    given: "Ada", family: "Test", birth: "1987-04-12", date: dose.date.description,
                    identifier: "URN:UVCI:01DE/FULL/\(number)#A"), identity: "full \(number)",
                eventDate: dose.date.description, issuedAt: TestApp.now, expiresAt: nil, addedAt: TestApp.now)
        }
        let facts = try (0..<RecordLimits.ofPass - room).map { number in
            let day = born.adding(days: 7 * number)
            return try FactRecord(
                passID: pass,
                number < observations.count
                    ? PassFacts.Kind.noObservation.fact(observations[number])
                    : PassFacts.Kind.journey.fact("BR", from: day, to: day.adding(days: 6)))
        }
        try await owner.vault(app).write { records in
            for dose in doses { try records.insert(dose) }
            for certificate in certificates { try records.insert(certificate) }
            for fact in facts { try records.insert(fact) }
            // One is left for the form that makes one.
            for number in try records.passes().count..<RecordLimits.passes - 1 {
                try records.insert(PassRecord(Pass(kind: "person", name: "Nr. \(number)"), createdAt: TestApp.now))
            }
            for number in try records.healthLinks().count..<HealthLinkForm.most - 1 {
                try records.insert(
                    HealthLink(
                        to: pass, label: "Nr. \(number)", from: TestApp.now, lasting: 86_400, random: .system))
            }
        }
    }
}
