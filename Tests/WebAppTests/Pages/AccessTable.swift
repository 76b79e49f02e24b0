import HTTPTypes

@testable import Web
@testable import WebApp

/// Who may ask for what: every route has its line here.
enum AccessTable {
    /// For anybody, signed in or not.
    static let open: Set<String> = [
        "GET /", "GET /register", "POST /register", "GET /login", "POST /login", "POST /login/passkey", "GET /recover",
        "POST /recover",
        "POST /logout", "POST /language", "GET /privacy", "GET /help",
        "GET /help/{question}", "GET /introduction/{n}", "GET /licences", "GET /licences/{text}",
        "GET /offline", "GET /v",
        "GET /schedules", "GET /situation", "GET /situation/tbe", "GET /situation/{indicator}",
        "GET /situation/{indicator}/{area}", "GET /situation/{indicator}/{area}/{graph}.svg",
    ]

    /// For machines, who have no session.
    static let machine: Set<String> = [
        "GET /health/live", "GET /health/ready", "GET /recommend/all", "GET /recommend/{country}", "GET /update",
        "GET /openapi.json", "GET /vaccines/{species}/{language}", "GET /situation.json",
        "GET /situation/{indicator}.json", "OPTIONS /link/{address}",
    ]

    /// For whoever knows the secret in the address, and not found by others.
    static let secret: Set<String> = [
        "GET /calendar/{feed}.ics", "GET /mail/{token}", "POST /mail/{token}", "GET /link/{address}",
        "POST /link/{address}", "GET /link/{address}/{ticket}",
    ]

    /// For those whose second factor is still missing, and nobody else.
    static let secondFactor: Set<String> = ["GET /login/code", "POST /login/code", "POST /login/code/passkey"]

    /// For admins, and not found by others.
    static let admin: Set<String> = [
        "GET /admin", "GET /admin/jobs", "GET /admin/trust", "GET /admin/catalogue", "POST /admin/catalogue",
        "GET /admin/catalogue/files/{file}",
        "GET /admin/catalogue/proposals/{proposal}", "POST /admin/catalogue/proposals/{proposal}",
        "GET /admin/catalogue/versions/{version}", "POST /admin/catalogue/versions/{version}",
        "GET /admin/situation", "GET /admin/stiko", "GET /admin/stiko/{task}", "POST /admin/stiko/{task}",
    ]

    /// For those who are signed in, and only about what is their own.
    static let member: Set<String> = [
        "GET /bin", "GET /bin/empty", "POST /bin/empty", "POST /bin/{entry}/restore", "POST /bin/{entry}/delete",
        "POST /undo/{batch}",
        "GET /recovery-code", "POST /recovery-code", "GET /welcome", "POST /situation/favourites",
        "GET /passes", "GET /passes/new", "POST /passes/new", "GET /passes/{pass}",
        "POST /passes/{pass}/activate", "GET /passes/{pass}/edit", "POST /passes/{pass}/edit",
        "GET /passes/{pass}/delete", "POST /passes/{pass}/delete",
        "GET /passes/{pass}/vaccinations/new", "POST /passes/{pass}/vaccinations/new",
        "GET /passes/{pass}/vaccinations/table", "POST /passes/{pass}/vaccinations/table",
        "GET /passes/{pass}/vaccinations/{vaccination}",
        "GET /passes/{pass}/vaccinations/{vaccination}/edit", "POST /passes/{pass}/vaccinations/{vaccination}/edit",
        "GET /passes/{pass}/vaccinations/{vaccination}/delete",
        "POST /passes/{pass}/vaccinations/{vaccination}/delete",
        "GET /certificates/new", "POST /certificates/new", "POST /certificates",
        "GET /passes/{pass}/certificates/new", "POST /passes/{pass}/certificates/new",
        "GET /passes/{pass}/certificates/{certificate}", "GET /passes/{pass}/certificates/{certificate}/qr.svg",
        "GET /passes/{pass}/certificates/{certificate}/qr.png",
        "GET /passes/{pass}/certificates/{certificate}/accepted",
        "POST /passes/{pass}/certificates/{certificate}/noted",
        "GET /passes/{pass}/certificates/{certificate}/offline",
        "POST /passes/{pass}/certificates/{certificate}/offline",
        "GET /passes/{pass}/certificates/{certificate}/offline/page",
        "GET /passes/{pass}/certificates/{certificate}/delete",
        "POST /passes/{pass}/certificates/{certificate}/delete",
        "GET /passes/{pass}/scan", "POST /passes/{pass}/scan", "GET /drafts/{draft}",
        "POST /drafts/{draft}", "GET /drafts/{draft}/rows.csv",
        "POST /drafts/{draft}/discard", "GET /drafts/{draft}/pages/{n}",
        "POST /drafts/{draft}/pages/{n}", "GET /drafts/{draft}/pages/{n}.png",
        "GET /drafts/{draft}/fields/{f}.png",
        "GET /scan-templates", "GET /scan-templates/import", "POST /scan-templates/import",
        "GET /scan-templates/new", "POST /scan-templates/new", "POST /scan-templates/{template}",
        "GET /scan-templates/{template}/picture.png", "GET /scan-templates/{template}/edit",
        "POST /scan-templates/{template}/edit", "GET /scan-templates/{template}", "GET /scan-templates/{template}.json",
        "POST /scan-templates/{template}/copy", "GET /scan-templates/{template}/delete",
        "POST /scan-templates/{template}/delete",
        "GET /passes/{pass}/attachments", "POST /passes/{pass}/attachments",
        "GET /passes/{pass}/attachments/{attachment}", "GET /passes/{pass}/attachments/{attachment}/delete",
        "POST /passes/{pass}/attachments/{attachment}/delete",
        "GET /passes/{pass}/recommendations", "POST /passes/{pass}/recommendations",
        "GET /passes/{pass}/recommendations.json", "GET /passes/{pass}/recommendations.ics",
        "GET /passes/{pass}/calendar", "POST /passes/{pass}/calendar",
        "GET /passes/{pass}/links", "POST /passes/{pass}/links", "GET /passes/{pass}/links/{link}",
        "POST /passes/{pass}/links/{link}", "GET /passes/{pass}/links/{link}/qr.svg",
        "GET /passes/{pass}/health", "POST /passes/{pass}/health",
        "GET /passes/{pass}/journeys", "POST /passes/{pass}/journeys",
        "GET /passes/{pass}/journeys/{journey}",
        "GET /passes/{pass}/journeys/{journey}/edit", "POST /passes/{pass}/journeys/{journey}/edit",
        "GET /settings/countries", "POST /settings/countries", "GET /settings/reminders", "POST /settings/reminders",
        "POST /settings/reminders/mail",
        "GET /export", "POST /export", "GET /passes/{pass}/export", "POST /passes/{pass}/export",
        "GET /passes/{pass}/export/fhir", "GET /passes/{pass}/export/csv", "GET /passes/{pass}/print",
        "GET /passes/{pass}/print/school", "GET /passes/{pass}/print/appointment",
        "GET /import", "POST /import", "GET /import/link", "POST /import/link", "GET /import/{import}",
        "POST /import/{import}",
        "GET /import/{import}/columns", "POST /import/{import}/columns", "GET /import/{import}/rejected",
        "POST /import/{import}/discard",
        "GET /settings", "GET /settings/password", "POST /settings/password", "GET /settings/lost",
        "POST /settings/lost",
        "GET /settings/second-factor", "GET /settings/second-factor/start", "POST /settings/second-factor/start",
        "GET /settings/second-factor/setup", "POST /settings/second-factor/setup",
        "GET /settings/second-factor/qr.svg", "GET /settings/second-factor/codes",
        "POST /settings/second-factor/codes", "GET /settings/second-factor/off", "POST /settings/second-factor/off",
        "GET /settings/passkeys", "POST /settings/passkeys", "GET /settings/passkeys/new",
        "POST /settings/passkeys/new",
        "GET /settings/passkeys/{passkey}/delete", "POST /settings/passkeys/{passkey}/delete",
        "GET /settings/recovery-code", "POST /settings/recovery-code",
        "GET /settings/sessions", "POST /settings/sessions/{session}/end", "POST /settings/sessions/end-others",
        "GET /settings/access-log", "POST /settings/consent", "GET /settings/delete", "POST /settings/delete",
    ]

    /// Not found where public numbers weren't imported, or a certificate's page isn't kept on a device.
    static let whereSomethingIs: Set<String> = [
        "GET /situation/{indicator}.json", "GET /situation/{indicator}/{area}/{graph}.svg",
        "GET /passes/{pass}/certificates/{certificate}/offline/page",
    ]

    static let groups = [open, machine, secret, secondFactor, admin, member]

    static func name(_ route: Route) -> String { "\(route.method) \(route.path)" }

    /// An id that nothing has.
    static let noID = "00000000000000000000000000"

    /// What paths name that is there for everybody.
    private static let everybodys = [
        "area": "DE", "country": "de", "graph": "season", "indicator": "influenza", "language": "en", "n": "1",
        "question": "paused", "species": "person", "text": "apache-2-0",
    ]

    /// A route's path with an item for each name, or an id that nothing has.
    static func path(_ pattern: String, _ items: [String: String] = [:]) -> String {
        pattern.replacing(/\{([a-z]+)\}/) { name in items[String(name.1)] ?? everybodys[String(name.1)] ?? noID }
    }

    /// A value as it is written in a query or in a path.
    static func encoded(_ value: String) -> String {
        func isPlain(_ byte: UInt8) -> Bool {
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        }
        if value.utf8.allSatisfy(isPlain) { return value }
        return value.utf8.map { byte in
            isPlain(byte) ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
