import Foundation
import HTTPTypes
import Scanning
import Testing

@testable import WebApp

/// docs/routes.md: the route table with those who may ask, the fields of `FieldTable`, and what else there is to say.
enum RoutesDocument {
    static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/routes.md")

    static func text(of routes: [Route]) -> String {
        var rows: [(path: String, access: String, routes: [Route])] = []
        for route in routes {
            if let row = rows.firstIndex(where: { $0.path == route.path && $0.access == access(route) }) {
                rows[row].routes.append(route)
            } else {
                rows.append((route.path, access(route), [route]))
            }
        }
        let lines = rows.map { row in
            let methods = row.routes.map(\.method.rawValue).joined(separator: " ")
            // A form's fields before those of the query.
            let parts = row.routes.compactMap(fields).reversed() + [notes[row.path]].compactMap(\.self)
            return "| `\(methods) \(row.path)` | \(row.access) | \(parts.joined(separator: "; ")) |\n"
                .replacing("|  |", with: "| |")
        }
        return introduction + lines.joined()
    }

    private static func access(_ route: Route) -> String {
        switch route.access {
        case .public, .signOut: "anybody"
        case .api: "programs"
        case .secondFactor: "halfway"
        case .member: route.isWithoutConsent ? "members, consent or not" : "members"
        case .admin: "admins"
        }
    }

    /// The fields of a form and of a query; nil where there are none.
    private static func fields(_ route: Route) -> String? {
        var written: Set<String> = []
        let all = (FieldTable.fields[AccessTable.name(route)] ?? []).filter { written.insert($0.written).inserted }
        func list(_ start: String, _ fields: [FieldTable.Field]) -> String? {
            let texts = fields.map { "`\($0.written)`\($0.meaning.isEmpty ? "" : " (\($0.meaning))")" }
            return texts.isEmpty ? nil : start + texts.joined(separator: ", ")
        }
        let (queried, sent) = (all.filter(\.isOfQuery), all.filter { !$0.isOfQuery })
        switch route.body {
        case .none: return list("in the query ", all)
        case .form:
            let parts = [list("", sent), list("in the query ", queried)].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: "; ")
        case .upload, .catalogueFiles: return list("multipart: ", all)
        }
    }

    private static let introduction = """
        # Routes and form fields

        Made by `make routes` from the features' routes (`Sources/WebApp/Routing/Routes.swift`) and the table of fields
        (`Tests/WebAppTests/Extremes/FieldTable.swift`). Scripts and tests rely on them.

        Every form also carries `form-token`, taken from the page it stands on. Ids are 26 random letters and digits. Success
        answers 303, errors 422 with the form, an unknown id 404, no session 303 to `/login`. Members are signed in, some pages
        are there for them whether they have withdrawn their consent or not; those who are halfway have yet to give their
        second factor; programs have neither a session nor a language. Where the switch of the language is a button of the
        page's form, `language` beside its fields brings it back in that language (200) as it was typed, and saves nothing else.

        Of a date, `…-day` is 1 to 31, or all of it as people write it, `…-month` is 1 to 12, or a name, `…-year` has four
        digits, \(DateInput.lastEarlyYear + 1) to 9999, or the last two.

        | route | for | form fields |
        |---|---|---|

        """

    /// What is said of a path besides its fields.
    static let notes: [String: String] = {
        let certificates = """
            shows what is in them (200), and what gave nothing by the file's name; stores nothing. 503 where nothing could be \
            read because too much is being read
            """
        let json = "JSON for other clients: [other-clients.md](other-clients.md)"
        let rows = FieldTable.written(1...EntryRow.lastNumber)
        return [
            "/": "for who is signed in: all passes at a glance, or the one pass, or `/welcome`",
            "/recommend/all": json, "/recommend/{country}": json, "/update": json, "/openapi.json": json,
            "/vaccines/{species}/{language}": "names of vaccines and diseases, a module of the pages' script",
            "/passes/{pass}/vaccinations/table": "for each row N, \(rows); all are saved, or none",
            "/situation": "what goes around: public numbers at a glance", "/situation.json": json,
            "/situation/{indicator}.json": json, "/situation/tbe": "districts with a risk of TBE",
            "/situation/{indicator}/{area}/{graph}.svg": "`season`, `changes`, `comparison`",
            "/situation/favourites": "leads to `/situation`",
            "/admin/situation": "which tables are here, and the last 50 files that weren't taken",
            "/login": "leads to `/login/code` where two-factor sign-in is on",
            "/login/passkey": "all but `zone` base64url, filled in by `passkeys.js`",
            "/login/code/passkey": "the same without `secret`",
            "/logout": """
            none; the cookie goes whatever happens, with 503 and a page that says so where the server couldn't end the \
            session
            """,
            "/passes/{pass}/print/appointment":
                "what is due, what to ask, what to bring, where to get an appointment; noted in the access log",
            "/bin": "what was deleted in the last 30 days",
            "/bin/{entry}/restore": "leads to the pass; where its pass isn't there, back to `/bin`",
            "/bin/{entry}/delete": "for good",
            "/settings/reminders/mail": "404 where the server sends none",
            "/mail/{token}":
                """
            for whoever has a message: confirms the address, ends messages to it for good, or allows them again; also \
            one request of a mail program
            """,
            "/help": "questions and answers",
            "/help/{question}": "one of them, such as `who-can-read`; each is asked from where it arises",
            "/licences": "every part that is linked, bundled or started, with its licence",
            "/licences/{text}": "a licence in full, such as `apache-2-0`",
            "/introduction/{n}": "short pages for who begins: \(FieldTable.written(IntroductionPage.numbers))",
            "/welcome": "onboarding; its form goes to `/passes/new`",
            "/passes/{pass}": "its vaccinations",
            "/certificates/new": certificates, "/passes/{pass}/certificates/new": certificates,
            "/certificates": "for each row N, \(FieldTable.written(1...CertificateText.maximum))",
            "/passes/{pass}/certificates/{certificate}/accepted":
                "without any of them the question alone; with them what the country's rules said on that day",
            "/passes/{pass}/journeys/{journey}": "the certificates of all who travel, judged for the day of departure",
            "/admin/trust": "each list by which certificates are judged: age, source, contents, what isn't used",
            "/passes/{pass}/certificates/{certificate}/qr.png": "a download, noted in the access log",
            "/passes/{pass}/certificates/{certificate}/offline":
                "whether browsers keep the certificate's page to show it without a network, and until when",
            "/passes/{pass}/certificates/{certificate}/offline/page":
                "the page that a browser keeps; 404 once it ended",
            "/passes/{pass}/links":
                "leads to the link that was made: its text, `shlink:/…` behind the viewer's address, and its code; a passkey's answer, as for `/login/passkey`, may come in the password's place",
            "/passes/{pass}/links/{link}": "the link, who opened it, what pauses and ends it",
            "/v": "opens a link of this server by its fragment, in the browser alone",
            "/link/{address}":
                "what a SMART Health Link leads to, for pages of any site: with POST the manifest, JSON "
                + "`recipient`, `passcode`, `embeddedLengthMax`; with GET the file of a link without a passcode",
            "/link/{address}/{ticket}": "the file, for ten minutes after a manifest that named it",
            "/offline": "what this browser keeps; the same for everybody",
            "/passes/{pass}/scan":
                "leads to what was read, which waits for a day at most; 503 where nothing can be read now",
            "/passes/{pass}/scan/{scan}":
                "for each row N, \(rows); all are saved, or none; a link that doesn't hold and wasn't shown is shown first (422)",
            "/passes/{pass}/scan/{scan}.csv": "what was read, of any form; noted in the access log",
            "/passes/{pass}/scan/{scan}/pages/{n}":
                "n from 1 to the last page; after the fourth corner the page is read again",
            "/passes/{pass}/scan/{scan}/fields/{f}.png": "a field's picture, such as `date-3`",
            "/scan-templates": "the catalogue's templates of forms and one's own",
            "/scan-templates/{template}":
                "one's own, or an id of `Catalogue/scan-templates`; a picture is read by it and waits for a day at most",
            "/scan-templates/new": """
            for each page N, \(FieldTable.written(1...ScanTemplate.mostPages)), and each region and link N, \
            \(FieldTable.written(1...TemplateForm.mostRegions)); percent of the page
            """,
            "/scan-templates/{template}/edit": "the same",
            "/scan-templates/{template}/picture.png": "the flat page of the picture that it was tried on",
            "/scan-templates/{template}.json": "the template as a file",
            "/scan-templates/{template}/copy": "the copy is one's own",
            "/scan-templates/{template}/delete": "one's own alone",
            "/passes/{pass}/attachments": "all of them are kept, or none",
            "/passes/{pass}/attachments/{attachment}":
                "the file as it was added, always a download, noted in the access log",
            "/passes/{pass}/recommendations.json":
                "the same answer for programs, noted in the access log: [recommendations-json.md](recommendations-json.md)",
            "/passes/{pass}/recommendations.ics":
                "visits to come as a calendar, with what is to be asked there; without a visit that and what is to be looked up are tasks without a day",
            "/passes/{pass}/calendar":
                "the address of a calendar that is subscribed to: `make` gives a new one, and the old one ends; a passkey's answer, as for `/login/passkey`, may come in the password's place",
            "/calendar/{feed}.ics": "the calendar, for whoever knows its address; nothing but the address opens it",
            "/export": "the answer is the file (200)", "/passes/{pass}/export": "the answer is the file (200)",
            "/import": "goes to what is in it",
            "/import/link": "a link that was given to somebody here; its server is asked only with `--fetch-links`",
            "/import/{import}": "for each pass N from 1",
            "/import/{import}/columns": "of a table",
            "/import/{import}/undo":
                "takes back what the account's last import added and nobody changed since, for an hour; the id is on the page after it",
            "/admin/catalogue": "kept, shown, not yet live",
            "/schedules": "which edition each schedule follows, what changed with it, what isn't covered",
            "/settings/lost":
                "all of it or nothing, then says what ended; a passkey's answer, as for `/login/passkey`, may come in the place of `current`",
            "/settings/second-factor": "whether it is on, one-time codes left",
            "/settings/second-factor/start": "leads to the setup",
            "/settings/second-factor/setup": "answers 200 with ten one-time codes, this once",
            "/settings/second-factor/qr.svg": "while the setup is open",
            "/settings/second-factor/codes": "answers 200 with ten new codes, this once",
            "/settings/passkeys/new": "shows the page on which the browser makes the passkey (200), stores nothing",
            "/settings/passkeys": "filled in by `passkeys.js`",
            "/settings/recovery-code": "leads to `/recovery-code`",
        ]
    }()
}

@Suite("docs/routes.md is made from the tables", .timeLimit(.minutes(3)))
struct RoutesDocumentTests {
    /// `make routes` writes it.
    @Test func theDocumentIsWhatTheTablesSay() throws {
        let all = Route.table
        #expect(Set(RoutesDocument.notes.keys).subtracting(all.map(\.path)).sorted() == [], "no such path")
        let made = RoutesDocument.text(of: all)
        if ProcessInfo.processInfo.environment["VACCINAPP_WRITE_ROUTES"] != nil {
            try made.write(to: RoutesDocument.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: RoutesDocument.file, encoding: .utf8) == made, "run 'make routes'")
    }
}
