import ByteCoding
import Foundation
import HealthCertificate
import Hummingbird
import Immunization
import Model
import Passkeys
import SoftAuthenticator
import Testing

@testable import Vault
@testable import WebApp

/// A form for every route that is posted to by somebody with a session: one that does something.
struct WritingForms: Sendable {
    /// Who sends it.
    enum Sender { case member, halfway, guest }

    /// What it changes when nothing comes between.
    enum Effect { case stores, storesNothing }

    struct Form: Sendable {
        let route: String
        var fields: [String: String] = [:]
        var files: [(name: String, bytes: [UInt8])] = []
        var field = "files"
        var sender = Sender.member
        var effect = Effect.stores
    }

    static let password = "seven quiet otters swim"
    static let newPassword = "nine loud badgers dive"
    static let passphrase = "gentle river stone lantern"
    private static let table = Array("Impfdatum;Impfung gegen\n20.05.1998;Masern\n".utf8)

    let pass: String
    let ids: [String: String]
    /// In an order in which all of them can be sent.
    let forms: [Form]

    /// Where a form goes.
    func path(_ form: Form) -> String {
        AccessTable.path(String(form.route.dropFirst("POST ".count)), ids)
    }

    /// Makes one of each thing that they are about, as the account's owner.
    ///
    /// - Parameters:
    ///   - member: signed in to the same account elsewhere; half, without the second factor yet.
    init(_ house: TestApp, owner: Person, member: Person, halfway: Person, guest: Person) async throws {
        pass = try await owner.pass("Ada Test")
        let code = try await owner.shownRecoveryCode()
        _ = try await owner.post("/recovery-code", ["saved": "yes"])
        #expect(try await member.signIn("ada").location == "/")
        let third = Person(owner.client)
        _ = try await third.signIn("ada")
        let listed = try #require(try await house.accounts.sessions.session(cookie: third.sessionCookie()))
        var ids = try await OwnershipTests.items(of: owner, pass, house)
        ids["session"] = listed.id.description
        let authenticator = try await owner.addPasskey(secret: Person.passkeySecret)
        let passkey = try #require(
            try await owner.vault(house).read { try $0.passkeys() }.first { $0.opensVault })
        ids["passkey"] = passkey.id.description
        let codes = try await owner.turnOnTwoFactor(house).codes
        #expect(try await halfway.signIn("ada").location == "/login/code")
        let session = try #require(try await house.accounts.sessions.session(cookie: owner.sessionCookie()))
        _ = try await house.accounts.secondFactor.begin(session, label: "ada")
        let pending = try await owner.pendingSecret(house)
        let appCode = pending.code(step: TOTP.step(at: house.accounts.configuration.now()))
        self.ids = ids
        try house.importNumbers()
        let certificate = try house.issuer.vaccination(
            given: "Ada", family: "Test", birth: "1987-04-12", identifier: "URN:UVCI:01DE/TEST/2#B")
        let observation = try #require(house.app.services.catalogue.release.catalogue.observations(for: "person").first)
        forms =
            Self.ofPasses(pass, certificate, observation.id) + Self.ofArchives(pass)
            + (try await Self.ofPasskeys(authenticator, member, halfway, guest))
            + Self.ofTheAccount(code, oneTime: codes[0], appCode) + Self.thatDelete
    }

    private static func ofPasses(_ pass: String, _ certificate: String, _ observation: String) -> [Form] {
        let dose = [
            "target": "measles", "vaccine": "priorix", "date-day": "21", "date-month": "6", "date-year": "1999",
        ]
        let person = [
            "name": "Planted Test", "kind": "person", "birthdate-day": "1", "birthdate-month": "2",
            "birthdate-year": "1990", "sex": "female",
        ]
        let template = [
            "title": "Planted", "page-width-1": "210", "page-height-1": "297", "name-1": "name", "page-1": "1",
            "type-1": "text", "left-1": "10", "top-1": "10", "width-1": "50", "height-1": "5",
        ]
        let file = [(name: "Planted.pdf", bytes: Array("%PDF-1.7\nplanted".utf8))]
        return [
            Form(route: "POST /passes/new", fields: person),
            Form(route: "POST /passes/{pass}/activate"),
            Form(route: "POST /passes/{pass}/edit", fields: person),
            Form(route: "POST /passes/{pass}/vaccinations/new", fields: dose),
            Form(
                route: "POST /passes/{pass}/vaccinations/table",
                fields: ["date-1": "3.5.19", "vaccine-1": "priorix", "batch-1": "A1"]),
            Form(
                route: "POST /passes/{pass}/vaccinations/{vaccination}/edit",
                fields: dose.merging(["date-day": "28"]) { $1 }),
            Form(route: "POST /certificates/new", fields: ["text": certificate], effect: .storesNothing),
            Form(
                route: "POST /passes/{pass}/certificates/new", fields: ["text": certificate], effect: .storesNothing),
            Form(route: "POST /certificates", fields: ["text-1": certificate, "pass-1": pass, "accept-1": "yes"]),
            Form(route: "POST /passes/{pass}/attachments", files: file),
            Form(
                route: "POST /passes/{pass}/scan/{scan}/pages/{n}",
                fields: ["template": "booklet-d", "corner.x": "9", "corner.y": "9"], effect: .storesNothing),
            Form(
                route: "POST /passes/{pass}/scan/{scan}",
                fields: ["date-1": "1.2.2024", "vaccine-1": "priorix", "row-1": "keep"]),
            Form(
                route: "POST /scan-templates/import",
                files: [
                    (
                        name: "Planted.json",
                        bytes: Array(
                            #"{"aspect":1,"regions":[{"name":"Planted","type":"text","left":0,"top":0,"width":1,"height":1}]}"#
                                .utf8)
                    )
                ], field: "file"),
            Form(route: "POST /scan-templates/{template}/copy"),
            Form(route: "POST /scan-templates/new", fields: template),
            Form(route: "POST /scan-templates/{template}/edit", fields: template),
            Form(route: "POST /scan-templates/{template}", files: file, effect: .storesNothing),
            Form(route: "POST /passes/{pass}/scan", files: file, effect: .storesNothing),
            Form(route: "POST /passes/{pass}/recommendations", fields: ["country": "DE"]),
            Form(route: "POST /passes/{pass}/health", fields: ["observation-\(observation)": "yes"]),
            Form(
                route: "POST /passes/{pass}/journeys",
                fields: ["country": "BR", "from-day": "1", "from-month": "3", "from-year": "2027"]),
            Form(
                route: "POST /passes/{pass}/journeys/{journey}/edit",
                fields: ["country": "BR", "from-day": "2", "from-month": "3", "from-year": "2027"]),
            Form(route: "POST /passes/{pass}/calendar", fields: ["step": "make"]),
            Form(route: "POST /settings/reminders/mail", effect: .storesNothing),
            Form(route: "POST /passes/{pass}/links", fields: ["days": "7", "passcode": "123456"]),
            Form(route: "POST /passes/{pass}/links/{link}", fields: ["step": "end"]),
            Form(
                route: "POST /situation/favourites",
                fields: ["indicator": "influenza", "area": "DE", "age": "00+", "keep": "yes"]),
            Form(route: "POST /settings/countries", fields: ["home": "DE", "add": "BR"]),
            Form(route: "POST /settings/reminders", fields: ["pass": "all", "pause": "week"]),
            Form(route: "POST /language", fields: ["language": "de", "return": "/"]),
        ]
    }

    private static func ofArchives(_ pass: String) -> [Form] {
        let columns = [
            "pass": pass, "heading": "yes", "column-1": "date", "column-2": "target", "date-format": "dayMonthYear",
            "separator": ";", "encoding": "UTF-8",
        ]
        return [
            Form(route: "POST /export", fields: ["generated": passphrase]),
            Form(route: "POST /passes/{pass}/export", fields: ["generated": passphrase]),
            Form(route: "POST /import/{import}/columns", fields: columns),
            Form(route: "POST /import/{import}", fields: ["pass-1": pass, "shown-1": pass]),
            Form(
                route: "POST /import/link", fields: ["link": PlannedLinks.text(flags: [.singleFile])],
                effect: .storesNothing),
            Form(route: "POST /import", files: [("planted.csv", table)], field: "file"),
        ]
    }

    private static func ofPasskeys(
        _ authenticator: SoftAuthenticator, _ member: Person, _ halfway: Person, _ guest: Person
    ) async throws -> [Form] {
        let question = try await member.questionForNewPasskey()
        let planted = try SoftAuthenticator(credentialID: Array("planted".utf8), userHandle: question.userHandle)
        let made = try planted.register(question.challenge)
        let factor = try authenticator.sign(try await halfway.question(on: "/login/code").challenge)
        let alone = try authenticator.sign(try await guest.question(on: "/login").challenge)
        return [
            Form(
                route: "POST /settings/passkeys",
                fields: [
                    "name": "Planted", "client-data": Base64URL.encode(made.clientData),
                    "attestation": Base64URL.encode(made.attestationObject),
                    "secret": Base64URL.encode(Person.passkeySecret),
                ]),
            Form(
                route: "POST /settings/passkeys/new", fields: ["name": "Planted", "password": password],
                effect: .storesNothing),
            Form(
                route: "POST /login/code/passkey", fields: Person.fields(of: factor), sender: .halfway),
            Form(
                route: "POST /login/passkey", fields: Person.fields(of: alone, secret: Person.passkeySecret),
                sender: .guest),
        ]
    }

    private static func ofTheAccount(_ recoveryCode: String, oneTime: String, _ appCode: String) -> [Form] {
        let again = ["password": password]
        return [
            Form(route: "POST /login", fields: ["username": "ada", "password": password], sender: .guest),
            Form(route: "POST /recovery-code", fields: ["saved": "yes"], effect: .storesNothing),
            Form(route: "POST /settings/password", fields: ["current": password, "new": password]),
            Form(route: "POST /settings/lost", fields: ["current": password, "new": password]),
            Form(route: "POST /settings/second-factor/setup", fields: ["code": appCode]),
            Form(route: "POST /settings/second-factor/codes", fields: again),
            Form(route: "POST /settings/second-factor/off", fields: again),
            Form(route: "POST /settings/second-factor/start", fields: again),
            Form(route: "POST /settings/recovery-code", fields: again),
            // The step before has ended it: this is the only one that is tried elsewhere.
            Form(route: "POST /login/code", fields: ["code": oneTime], sender: .halfway, effect: .storesNothing),
            Form(
                route: "POST /recover",
                fields: ["username": "ada", "recovery-code": recoveryCode, "password": newPassword], sender: .guest,
                effect: .storesNothing),
        ]
    }

    private static var thatDelete: [Form] {
        [
            // Gone by then where all are sent in a row.
            Form(route: "POST /import/{import}/discard", effect: .storesNothing),
            Form(route: "POST /import/{import}/undo", effect: .storesNothing),
            Form(route: "POST /passes/{pass}/scan/{scan}/discard", effect: .storesNothing),
            Form(route: "POST /bin/{entry}/restore"),
            Form(route: "POST /bin/{entry}/delete", effect: .storesNothing),
            Form(route: "POST /bin/empty"),
            Form(route: "POST /scan-templates/{template}/delete"),
            Form(route: "POST /passes/{pass}/vaccinations/{vaccination}/delete"),
            Form(route: "POST /passes/{pass}/certificates/{certificate}/noted"),
            Form(
                route: "POST /passes/{pass}/certificates/{certificate}/offline", fields: ["step": "keep", "days": "7"]),
            Form(route: "POST /passes/{pass}/certificates/{certificate}/delete"),
            Form(route: "POST /passes/{pass}/attachments/{attachment}/delete"),
            Form(route: "POST /settings/passkeys/{passkey}/delete", fields: ["password": password]),
            Form(route: "POST /passes/{pass}/delete"),
            Form(route: "POST /settings/sessions/{session}/end"),
            Form(route: "POST /settings/sessions/end-others"),
            Form(route: "POST /settings/consent", fields: ["consent": "withdrawn"]),
            Form(route: "POST /settings/delete", fields: ["password": password]),
            Form(route: "POST /logout", effect: .storesNothing),
        ]
    }
}
