import ByteCoding
import Foundation
import HealthCertificate
import Model
import Passkeys
import SoftAuthenticator
import Testing

@testable import Vault
@testable import WebApp

/// A form for every route that is posted to by somebody with a session: one that does something.
struct WritingForms: Sendable {
    /// Who sends it.
    enum Sender { case member, awaitingSecondFactor, guest }

    /// What it changes when nothing comes between.
    enum Effect { case stores, storesNothing }

    struct Form: Sendable, ExpressibleByStringLiteral {
        let route: String
        let fields: [String: String]
        let files: [(name: String, bytes: [UInt8])]
        let field: String
        let sender: Sender
        let effect: Effect

        /// - Parameter fields: the example of docs/routes.md, unless something else is given.
        init(
            _ path: String, _ fields: [String: String]? = nil, _ effect: Effect = .stores, by sender: Sender = .member,
            file: (name: String, bytes: [UInt8])? = nil, field: String = "files"
        ) {
            (route, files, self.field) = ("POST \(path)", file.map { [$0] } ?? [], field)
            self.fields = fields ?? FieldTable.examples[route] ?? [:]
            (self.sender, self.effect) = (sender, effect)
        }

        init(stringLiteral path: String) { self.init(path) }
    }

    static let password = "seven quiet otters swim"
    static let newPassword = "nine loud badgers dive"

    let pass: String
    let ids: [String: String]
    /// In an order in which all of them can be sent: first those of which docs/routes.md says it all.
    let forms: [Form]

    /// Where a form goes.
    func path(_ form: Form) -> String { AccessTable.path(String(form.route.dropFirst("POST ".count)), ids) }

    /// Makes one of each thing that they are about, as the account's owner.
    ///
    /// - Parameters:
    ///   - member: signed in to the same account elsewhere; half, without the second factor yet.
    init(_ app: TestApp, owner: Person, member: Person, awaitingSecondFactor: Person, guest: Person) async throws {
        pass = try await owner.pass("Ada Test")
        let code = try await owner.shownRecoveryCode()
        _ = try await owner.post("/recovery-code", ["saved": "yes"])
        #expect(try await member.signIn("ada").location == "/")
        let third = Person(owner.client)
        _ = try await third.signIn("ada")
        let listed = try #require(try await app.accounts.sessions.session(cookie: third.sessionCookie()))
        var ids = try await OwnershipTests.items(of: owner, pass, app)
        ids["session"] = listed.id.description
        let authenticator = try await owner.addPasskey(secret: Person.passkeySecret)
        let passkeys = try await owner.vault(app).read { try $0.passkeys() }
        ids["passkey"] = try #require(passkeys.first { $0.opensVault }?.id.description)
        let codes = try await owner.turnOnTwoFactor(app).codes
        #expect(try await awaitingSecondFactor.signIn("ada").location == "/login/code")
        let session = try #require(try await app.accounts.sessions.session(cookie: owner.sessionCookie()))
        _ = try await app.accounts.secondFactor.begin(session, label: "ada")
        let appCode = try await owner.pendingSecret(app).code(step: TOTP.step(at: app.accounts.configuration.now()))
        self.ids = ids
        try app.importNumbers()
        let certificate = try app.issuer.vaccination(
            given: "Ada", family: "Test", birth: "1987-04-12", identifier: "URN:UVCI:01DE/TEST/2#B")
        let question = try await member.questionForNewPasskey()
        let another = try SoftAuthenticator(credentialID: Array("another".utf8), userHandle: question.userHandle)
        let made = try another.register(question.challenge)
        let factor = try authenticator.sign(try await awaitingSecondFactor.question(on: "/login/code").challenge)
        let alone = try authenticator.sign(try await guest.question(on: "/login").challenge)
        let ofPasskeys = [
            Form("/settings/passkeys", Person.fields(of: made, secret: Person.passkeySecret, name: "Key")),
            Form("/settings/passkeys/new", ["name": "Key", "password": Self.password], .storesNothing),
            Form("/login/code/passkey", Person.fields(of: factor), by: .awaitingSecondFactor),
            Form("/login/passkey", Person.fields(of: alone, secret: Person.passkeySecret), by: .guest),
        ]
        let own = Self.ofPasses(pass, certificate) + ofPasskeys + Self.ofTheAccount(code, oneTime: codes[0], appCode)
        forms = Self.ofExamples(besides: own.map(\.route)) + own
    }

    /// Whatever docs/routes.md has an example of, and nothing else is to be said of.
    private static func ofExamples(besides own: [String]) -> [Form] {
        RoutesDocument.rows.filter { row in
            let route = "POST \(row.path)"
            return row.access != "admins" && !own.contains(route) && FieldTable.examples[route] != nil
        }.map { Form($0.path) }
    }

    private static func ofPasses(_ pass: String, _ certificate: String) -> [Form] {
        let file = (name: "Ada.pdf", bytes: Array("%PDF-1.7\nada".utf8))
        let region = #"{"name":"Form","type":"text","left":0,"top":0,"width":1,"height":1}"#
        let template = (name: "Form.json", bytes: Array(#"{"aspect":1,"regions":[\#(region)]}"#.utf8))
        let table = (name: "ada.csv", bytes: Array("Impfdatum;Impfung gegen\n20.05.1998;Masern\n".utf8))
        let columns = (FieldTable.examples["POST /import/{import}/columns"] ?? [:]).merging(["pass": pass]) { $1 }
        return [
            "/passes/{pass}/activate",
            Form("/certificates/new", ["text": certificate], .storesNothing),
            Form("/passes/{pass}/certificates/new", ["text": certificate], .storesNothing),
            Form("/certificates", ["text-1": certificate, "pass-1": pass, "accept-1": "yes"]),
            Form("/passes/{pass}/attachments", file: file),
            Form("/drafts/{draft}/pages/{n}", nil, .storesNothing),
            Form("/drafts/{draft}", ["date-1": "1.2.2024", "vaccine-1": "priorix", "row-1": "keep"]),
            Form("/scan-templates/import", file: template, field: "file"), "/scan-templates/{template}/copy",
            Form("/scan-templates/{template}/edit", FieldTable.examples["POST /scan-templates/new"]),
            Form("/scan-templates/{template}", [:], .storesNothing, file: file),
            Form("/passes/{pass}/scan", nil, .storesNothing, file: file),
            Form("/settings/reminders/mail", nil, .storesNothing),
            Form("/passes/{pass}/links/{link}", ["step": "end"]),
            Form("/import/{import}/columns", columns),
            Form("/import/{import}", ["pass-1": pass, "shown-1": pass]),
            Form("/import/link", ["link": PlannedLinks.text(flags: [.singleFile])], .storesNothing),
            Form("/import", file: table, field: "file"),
        ]
    }

    private static func ofTheAccount(_ recoveryCode: String, oneTime: String, _ appCode: String) -> [Form] {
        let (proof, change) = (["password": password], ["current": password, "new": password])
        let recovery = ["username": "ada", "recovery-code": recoveryCode, "password": newPassword]
        return [
            Form("/login", by: .guest), Form("/recovery-code", nil, .storesNothing),
            Form("/settings/password", change), Form("/settings/lost", change),
            Form("/settings/second-factor/setup", ["code": appCode]), Form("/settings/second-factor/codes", proof),
            Form("/settings/second-factor/off", proof), Form("/settings/second-factor/start", proof),
            Form("/settings/recovery-code", proof),
            // The step before has ended it: this is the only one that is tried elsewhere.
            Form("/login/code", ["code": oneTime], .storesNothing, by: .awaitingSecondFactor),
            Form("/recover", recovery, .storesNothing, by: .guest),
            // Gone by then where all are sent in a row.
            Form("/import/{import}/discard", nil, .storesNothing), Form("/undo/{batch}", nil, .storesNothing),
            Form("/drafts/{draft}/discard", nil, .storesNothing), "/bin/{entry}/restore",
            Form("/bin/{entry}/delete", nil, .storesNothing), "/bin/empty", "/scan-templates/{template}/delete",
            "/passes/{pass}/vaccinations/{vaccination}/delete", "/passes/{pass}/certificates/{certificate}/noted",
            "/passes/{pass}/certificates/{certificate}/delete",
            "/passes/{pass}/attachments/{attachment}/delete", Form("/settings/passkeys/{passkey}/delete", proof),
            "/passes/{pass}/delete", "/settings/sessions/{session}/end", "/settings/sessions/end-others",
            Form("/settings/consent", ["consent": "withdrawn"]), Form("/settings/delete", proof),
            Form("/logout", nil, .storesNothing),
        ]
    }
}
