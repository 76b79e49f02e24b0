/// The fields of every route, of its form or its query, each with a value that it takes; routes without any aren't here.
///
/// docs/routes.md names the same fields.
enum FieldTable {
    struct Field: Sendable {
        let name: String
        let good: String

        init(_ name: String, _ good: String = "") { (self.name, self.good) = (name, good) }

        /// As docs/routes.md writes it: numbers of rows are N and M there, an observation is its ID, its degree too.
        var written: String {
            for prefix in ["observation-", "degree-"] where name.hasPrefix(prefix) { return "\(prefix)ID" }
            let parts = name.split(separator: "-").map(String.init)
            guard parts.contains(where: { Int($0) != nil }) else { return name }
            if parts[0] == "column" { return "column-1" }
            var letters = ["N", "M"][...]
            return parts.map { Int($0) == nil ? $0 : letters.popFirst() ?? $0 }.joined(separator: "-")
        }
    }

    static let fields: [String: [Field]] = {
        var fields: [String: [Field]] = [
            "GET /register": [Field("invitation")],
            "GET /passes/{pass}/certificates/{certificate}/qr.svg": [Field("part", "1")],
            "GET /passes/{pass}/certificates/{certificate}/qr.png": [Field("part", "1")],
            "GET /passes/{pass}/attachments": [Field("vaccination")],
            "GET /passes/{pass}/recommendations": [Field("for", "home")],
            "GET /passes/{pass}/recommendations.ics": [Field("with", "names")],
            "GET /settings/access-log": [Field("page", "1")],
            "POST /register": [
                Field("username"), Field("password", password), Field("consent", "yes"), Field("invitation"),
            ],
            "POST /login": [Field("username", "ada"), Field("password", password)],
            "POST /login/passkey": [
                Field("credential", "AQ"), Field("client-data", "e30"), Field("authenticator-data", "AQ"),
                Field("signature", "AQ"), Field("user-handle", "AQ"), Field("secret", "AQ"),
            ],
            "POST /login/code": [Field("code", "000000")],
            "POST /login/code/passkey": [
                Field("credential", "AQ"), Field("client-data", "e30"), Field("authenticator-data", "AQ"),
                Field("signature", "AQ"), Field("user-handle", "AQ"),
            ],
            "POST /recover": [
                Field("username", "ada"), Field("recovery-code", "x"), Field("password", password),
            ],
            "POST /recovery-code": [Field("recovery-code"), Field("saved")],
            "POST /language": [Field("language", "en"), Field("return", "/")],
            "POST /passes/{pass}/vaccinations/new": vaccination,
            "POST /passes/{pass}/vaccinations/{vaccination}/edit": vaccination,
            "POST /passes/new": pass, "POST /passes/{pass}/edit": pass,
            "POST /certificates/new": [Field("text")],
            "POST /passes/{pass}/certificates/new": [Field("text")],
            "POST /certificates": [
                Field("text-1"), Field("pass-1", "new"), Field("accept-1", "yes"), Field("preferred"),
            ],
            "POST /passes/{pass}/attachments": [Field("vaccination")],
            "POST /passes/{pass}/recommendations": [Field("country", "DE")],
            "POST /passes/{pass}/health": [
                Field("observation-asthma", "yes"), Field("degree-hiv"), Field("due-day", "1"),
                Field("due-month", "3"), Field("due-year", "2027"), Field("gestation-weeks", "37"), Field("forget"),
            ],
            "POST /passes/{pass}/journeys": [
                Field("country", "BR"), Field("region"), Field("from-day", "1"), Field("from-month", "3"),
                Field("from-year", "2027"),
                Field("to-day", "9"), Field("to-month", "3"), Field("to-year", "2027"), Field("remove"),
            ],
            "POST /settings/countries": [
                Field("home", "DE"), Field("region"), Field("add", "BR"), Field("remove"),
            ],
            "POST /import": [Field("passphrase")],
            "POST /import/{import}": [
                Field("pass-1", "new"), Field("shown-1", "new"), Field("holder-1", "yes"), Field("row-1-1", "take"),
                Field("settings", "yes"), Field("step", "compare"),
            ],
            "POST /import/{import}/columns": [
                Field("pass"), Field("heading", "yes"), Field("column-1", "date"), Field("column-2", "target"),
                Field("date-format", "dayMonthYear"), Field("separator", ";"), Field("encoding", "UTF-8"),
                Field("step"),
            ],
            "POST /admin/catalogue/proposals/{proposal}": [Field("base"), Field("choice", "drop")],
            "POST /admin/catalogue/versions/{version}": [Field("base"), Field("choice", "drop")],
            "POST /admin/stiko/{task}": [Field("done", "no")],
            "POST /settings/password": [Field("current", "wrong"), Field("new", password), Field("end-others")],
            "POST /settings/second-factor/start": [Field("password", "wrong")],
            "POST /settings/second-factor/setup": [Field("code", "000000")],
            "POST /settings/second-factor/codes": [Field("password", "wrong")],
            "POST /settings/second-factor/off": [Field("password", "wrong")],
            "POST /settings/passkeys": [
                Field("name", "Key"), Field("client-data", "e30"), Field("attestation", "AQ"), Field("secret", "AQ"),
            ],
            "POST /settings/passkeys/new": [Field("name", "Key"), Field("password", "wrong")],
            "POST /settings/passkeys/{passkey}/delete": [Field("password", "wrong")],
            "POST /settings/recovery-code": [Field("password", "wrong")],
            "POST /settings/consent": [Field("consent", "yes")],
            "POST /settings/delete": [Field("password", "wrong")],
        ]
        for path in ["/export", "/passes/{pass}/export"] {
            fields["POST \(path)"] = [
                Field("generated"), Field("passphrase", "gentle river stone lantern"),
                Field("passphrase-again", "gentle river stone lantern"),
            ]
        }
        return fields
    }()

    private static let password = "seven quiet otters swim"

    private static let pass = [
        Field("name", "Ada Test"), Field("kind", "person"), Field("birthdate-day", "12"),
        Field("birthdate-month", "4"), Field("birthdate-year", "1987"), Field("sex", "female"),
    ]

    private static let vaccination = [
        Field("target", "measles"), Field("vaccine", "priorix"), Field("date-day", "20"), Field("date-month", "5"),
        Field("date-year", "1998"), Field("batch", "A1"), Field("administered-by", "Dr. Test"),
        Field("country", "DE"), Field("note", "x"), Field("step"), Field("duplicate", "yes"),
    ]
}
