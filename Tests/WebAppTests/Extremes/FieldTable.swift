import Foundation
import Model
import Scanning
import Vault

@testable import WebApp

/// The fields of every route, of its form or its query, each with a value that it takes; routes without any aren't here.
///
/// docs/routes.md is made from it (`RoutesDocument`).
enum FieldTable {
    struct Field: Sendable {
        let name: String
        /// Nil where it stands for all the others: then it is sent without them, or they without it.
        let good: String?
        /// The numbers that it takes, where it is one of a fixed range.
        let range: ClosedRange<Int>?
        /// Whether a form sends it in the address.
        let isOfQuery: Bool
        /// What docs/routes.md says of it besides.
        let note: String

        init(
            _ name: String, _ good: String? = "", in range: ClosedRange<Int>? = nil, isOfQuery: Bool = false,
            _ note: String = ""
        ) {
            (self.name, self.good, self.range, self.isOfQuery, self.note) = (name, good, range, isOfQuery, note)
        }

        /// What docs/routes.md says of it.
        var meaning: String {
            [range.map(FieldTable.written), note.isEmpty ? nil : note].compactMap(\.self).joined(separator: ", ")
        }

        /// The ends of its range, and what is beyond them.
        var ends: [String] {
            range.map { [$0.lowerBound - 1, $0.lowerBound, $0.upperBound, $0.upperBound + 1].map { String($0) } } ?? []
        }

        /// Whether a text is a number, and none that it takes.
        func isBeyond(_ text: String) -> Bool {
            guard let range, let number = Int(text, radix: 10) else { return false }
            return !range.contains(number)
        }

        /// As docs/routes.md writes it: numbers of rows are N and M there, an observation is its ID, its degree too.
        var written: String {
            for prefix in ["observation-", "degree-", "also-", "dose-"] where name.hasPrefix(prefix) {
                return "\(prefix)ID"
            }
            let parts = name.split(separator: "-").map(String.init)
            if ["since", "until"].contains(parts[0]), parts.count > 2 { return "\(parts[0])-ID-\(parts.last ?? "")" }
            guard parts.contains(where: { Int($0, radix: 10) != nil }) else { return name }
            if parts[0] == "column" { return "column-1" }
            var letters = ["N", "M"][...]
            return parts.map { Int($0, radix: 10) == nil ? $0 : letters.popFirst() ?? $0 }.joined(separator: "-")
        }
    }

    /// As docs/routes.md writes the numbers from one to another: `1 to 9,999`.
    static func written(_ range: ClosedRange<Int>) -> String {
        let form = IntegerFormatStyle<Int>.number.locale(Locale(identifier: "en_US"))
        return "\(range.lowerBound.formatted(form)) to \(range.upperBound.formatted(form))"
    }

    private static func whole(_ range: ClosedRange<Double>) -> ClosedRange<Int> {
        (Int(exactly: range.lowerBound) ?? 0)...(Int(exactly: range.upperBound) ?? 0)
    }

    private static let side = 1...whole(TemplateForm.numbers).upperBound
    private static let percent = 0...100
    private static let bound = -999_999_999...999_999_999
    private static let template: [Field] = [
        Field("title", "Form"), Field("page-width-1", "210", in: side, "0.2 to 5 times the height"),
        Field("page-height-1", "297", in: side), Field("rows-1", "", in: 1...ScanTemplate.mostRegions),
        Field("rows-top-1", "", in: percent), Field("rows-height-1", "", in: percent), Field("name-1", "name"),
        Field("type-1", "text", "a type of region, such as `text`, `points`, `cross`"),
        Field("page-1", "1", in: 1...ScanTemplate.mostPages), Field("left-1", "10", in: percent),
        Field("top-1", "10", in: percent), Field("width-1", "50", in: percent), Field("height-1", "5", in: percent),
        Field("repeats-1", nil, "`yes`: in each row of the page's table"), Field("heading-1", ""),
        Field("diseases-1", "", "of a cross, one a line"), Field("choices-1", "", "one a line"),
        Field("pattern-1", "", "of a code: 9, A, *"), Field("check-1", nil, "`yes`: the last digit is a check digit"),
        Field("least-1", "", in: bound, "four decimal places at most"), Field("most-1", "", in: bound),
        Field("link-1", "holder", "`equal`, `sum`, `agrees`, `order`, `within`, `holder`"),
        Field("regions-1", "name", "names, one a line"),
        Field("step", nil, "`page`, `region`, `link` add rows and save nothing"),
    ]
    private static let pressed: [Field] = [
        Field("target", "region-1", "`region-N`, or `table-N`: what the picture is pressed for"),
        Field("spot", nil, "the picture as a button, which sends the next two"),
        Field("spot.x", nil, in: whole(PicturePoint.places)), Field("spot.y", nil, in: whole(PicturePoint.places)),
        Field("pressed", "", "the first corner: page, two fractions from 0 to 1"),
        Field("page", "1", isOfQuery: true, "which picture was pressed, from 1 to the last"),
        Field("width", "500", in: PicturePoint.widths, isOfQuery: true, "how wide it was shown"),
    ]

    static let fields: [String: [Field]] = [
        "GET /register": [Field("invitation")],
        "POST /register": [
            Field("username"), Field("password", password), Field("consent", "yes", "`yes`"),
            Field("invitation", "", "where sign-up is by invitation"), browserZone,
        ],
        "POST /login": [Field("username", "ada"), Field("password", password), browserZone],
        "POST /login/passkey": passkeySignIn,
        "POST /login/code": [Field("code", "000000", "six digits of the app, or a one-time code"), browserZone],
        "POST /login/code/passkey": assertion + [browserZone],
        "POST /recover": [
            Field("username", "ada"), Field("recovery-code", "x"), Field("password", password),
            browserZone,
        ],
        "POST /recovery-code": [
            Field("recovery-code", "", "typed back"), Field("saved", "", "instead of it: `yes`"),
            Field(
                "password", nil,
                "alone: shows the code to a session that hasn't made it or given the password in the last 15 minutes"),
        ],
        "POST /language": [
            Field("language", "en", "a file's name in `Localization/`, such as `en`"), Field("return", "/", "a path"),
        ],
        "POST /passes/new": pass, "POST /passes/{pass}/edit": pass,
        "GET /passes/{pass}/vaccinations/new": [
            Field("after", "", "the id of the vaccination saved just before: its date, doctor and country are kept"),
            Field("target", "measles", "a disease's id: presets it"),
        ],
        "POST /passes/{pass}/vaccinations/new": vaccination,
        "POST /passes/{pass}/vaccinations/{vaccination}/delete": [
            Field("next", "", "`another` leads to the form of a new one")
        ],
        "GET /passes/{pass}/vaccinations/table": [
            Field("rows", "schedule", "`schedule` lays out what is recommended for a child")
        ],
        "POST /passes/{pass}/vaccinations/table": [
            Field("date-1", "20.5.1998", "as people write it: `3.5.19`, `5/2019`, `2019`; at most 50 rows"),
            Field(
                "vaccine-1", "priorix", "an id of `Catalogue/`, `target:` and a disease's id, or a text to search for"),
            Field("batch-1", "A1", "may be empty"),
            Field("duplicate-1", "keep", "`skip` leaves out a row that is there already, `keep` takes it as well"),
            Field(
                "site-1", "left-arm",
                "may be empty: `left-arm`, `right-arm`, `left-thigh`, `right-thigh`, `buttock`"),
            Field(
                "route-1", "intramuscular",
                "may be empty: `intramuscular`, `subcutaneous`, `intradermal`, `oral`, `nasal`"),
            Field("batch-expiry-1", "6/2031", "may be empty; as people write it"),
            Field("valid-until-1", "", "of an animal's dose; may be empty; as people write it"),
            Field("columns", "", "`all` asks for site, route and expiry of the batch in each row"),
            Field("planned-1", "", "what a row was laid out for: a vaccine's id, `@`, a month"),
            Field("step", "", "`more` adds empty rows, `details` the fields that `columns` names; both save nothing"),
            Field("found-1", nil, "the id of what the row's text means; saves nothing"),
        ],
        "GET /passes/{pass}/scan": [Field("template", "", "which form is chosen to begin with")],
        "POST /scan-templates/new": template, "POST /scan-templates/{template}/edit": template + pressed,
        "GET /scan-templates/{template}/picture.png": [Field("page", "1", "which page, from 1 to the last")],
        "POST /scan-templates/{template}": [
            Field("files", nil, "1 to 4 pictures or PDFs, in their order"),
            Field("whole", "yes", "the picture is the page"), Field("again", nil, "the picture before, once more"),
        ],
        "POST /scan-templates/import": [
            Field("file", nil, "JSON of the format `vaccinapp-scan-template/1`, or without a format")
        ],
        "POST /passes/{pass}/scan": [
            Field("files", nil, "1 to 4 pictures or PDFs, in their order"),
            Field(
                "template", "",
                "an id of `Catalogue/scan-templates` or of one's own template, `table` for any page with headings, or empty: found out"
            ),
        ],
        "POST /passes/{pass}/scan/{scan}": [
            Field("date-1", "20.5.1998", "of row N, as in the table for typing"), Field("vaccine-1", "priorix"),
            Field("batch-1", "A1"), Field("batch-expiry-1", ""), Field("valid-until-1", ""),
            Field("duplicate-1", "keep"),
            Field("row-1", "keep", "`keep`, or `skip` to leave the row out"),
            Field("value-1", "", "of field N of a form that isn't a booklet's"),
            Field("noted-1", "", "a link that doesn't hold and was shown"),
            Field("picture", nil, "`yes` keeps the pictures with the pass"),
            Field(
                "step", "check",
                "`check` judges again and stores nothing, `page-N` leads to a page's corners, N from 1 to the last"),
        ],
        "POST /passes/{pass}/scan/{scan}/pages/{n}": [
            Field("corner", nil, "the picture as a button, which sends the next two"),
            Field(
                "corner.x", "10", in: whole(PicturePoint.places),
                "where the picture was pressed, in the pixels that it was shown with"),
            Field("corner.y", "10", in: whole(PicturePoint.places)),
            Field("point-1", "0.1 0.1", "the corners so far, N from 1 to 4: two fractions from 0 to 1"),
            Field("template", "booklet-d", "which form it is"), Field("whole", nil, "the picture is the page"),
            Field("turn", nil, "turned by a quarter"), Field("find", nil, "looked for again"),
            Field("width", "500", in: PicturePoint.widths, isOfQuery: true, "how wide the picture was shown"),
        ],
        "GET /passes/{pass}/scan/{scan}/pages/{n}.png": [
            Field("of", "picture", "`picture` for the picture as it came; else the flat page, where it is found")
        ],
        "POST /passes/{pass}/vaccinations/{vaccination}/edit": vaccination,
        "POST /certificates/new": certificates, "POST /passes/{pass}/certificates/new": certificates,
        "POST /certificates": [
            Field("text-1"), Field("pass-1", "new", "a pass's id, `new`, `skip`"),
            Field("accept-1", "yes", "`yes`, where name or birth date differ"), Field("preferred", "", "a pass's id"),
            Field(
                "vaccine-1-1", "measles",
                "of dose M of card N, where the card doesn't say it: as `vaccine-N` of a table; may be empty"),
        ],
        "GET /passes/{pass}/certificates/{certificate}/qr.svg": [part],
        "GET /passes/{pass}/certificates/{certificate}/qr.png": [part],
        "POST /passes/{pass}/certificates/{certificate}/noted": [
            Field("page", "pass", "`pass`, to go back to the pass; else home")
        ],
        "POST /passes/{pass}/certificates/{certificate}/offline": [
            Field("step", "keep", "`keep`, `end`"), Field("days", "7", "with `keep`: `7`, `30`, `90`"),
        ],
        "GET /passes/{pass}/certificates/{certificate}/accepted": [
            Field("country", "AT"), Field("on-day", "1"), Field("on-month", "7"), Field("on-year", "2022"),
        ],
        "GET /passes/{pass}/attachments": [Field("vaccination")],
        "POST /passes/{pass}/attachments": [
            Field("files", nil, "any number of times"), Field("vaccination", "", "an id of the pass, or empty"),
        ],
        "GET /passes/{pass}/recommendations": [
            Field("for", "home", "`home` or a country that is travelled to: shows less")
        ],
        "POST /passes/{pass}/recommendations": [
            Field("country", "DE", "one with a schedule"),
            Field("record", nil, "`complete` says that every vaccination is entered, `open` that it isn't"),
            Field(
                "target", nil, "the first antigen of a question on the page, or of a line that is for now unless given"),
            Field("given", nil, "`yes`, `no` or `unknown`; empty takes the answer back"),
        ],
        "GET /passes/{pass}/recommendations.ics": [Field("with", "names", "`names` puts names in it")],
        "POST /passes/{pass}/calendar": [
            Field("step", "make", "`make` gives an address, `names` says whether names stand in it, `end` ends it"),
            Field("names", "yes", "`yes` puts names in it"), askedPassword,
        ],
        "POST /passes/{pass}/links": [
            Field("days", "7", in: 1...whole(HealthLink.lifetimes).upperBound / 86_400, "or `hour`"),
            Field("passcode", "123456", "6 to 64 characters, or empty"),
            Field("label", "Practice", "at most 80 characters, may be empty"),
            Field("content", nil, "`all`, `doses` for those that are ticked, missing for those that are, or else all"),
            Field("dose-1", nil, "`yes`; of a vaccination"),
            Field("pass-1", nil, "`yes`; of a further pass, which goes in with all its vaccinations"), askedPassword,
        ],
        "POST /passes/{pass}/links/{link}": [Field("step", "pause", "`pause`, `resume`, `end`")],
        "GET /link/{address}": [Field("recipient", "Practice", "who asks")],
        "POST /passes/{pass}/health": [
            Field("observation-hiv", "yes", "`yes` or `no`, for each observation of `Catalogue/`"),
            Field("degree-hiv", "", "one of its degrees, may be empty or missing"),
            Field("observation-organ-transplant", "yes"),
            Field("since-organ-transplant-day", "1", "of what is ticked and has days; may be empty, as the next five"),
            Field("since-organ-transplant-month", "3"), Field("since-organ-transplant-year", "2020"),
            Field("until-organ-transplant-day", "9"), Field("until-organ-transplant-month", "3"),
            Field("until-organ-transplant-year", "2026"), Field("due-day", "1"),
            Field("due-month", "3"), Field("due-year", "2027"),
            Field("gestation-weeks", "37", in: HealthForm.gestationWeeks),
            Field("forget", nil, "`yes` removes all of it"),
            Field("answers", nil, "`yes` changes only what is answered"),
        ],
        "POST /passes/{pass}/journeys": journey + [Field("remove", nil, "instead of all these: a journey's id")],
        "POST /passes/{pass}/journeys/{journey}/edit": journey,
        "POST /settings/reminders/mail": [
            Field("address", "maria@example.org"), Field("kind", "monthly", "`monthly`, `due`"),
            Field("step", "save", "`save`, `end`"),
        ],
        "POST /export": export, "POST /passes/{pass}/export": export,
        "POST /import": [Field("file", nil), Field("passphrase")],
        "POST /import/link": [
            Field("link", nil, "`shlink:/…`, alone or behind a viewer’s address"), Field("passcode"),
            Field("step", nil, "`open` asks the link’s server; without it the answer says where the link leads (200)"),
        ],
        "POST /import/{import}": [
            Field("pass-1", "new", "a pass's id, `new`, `skip`"),
            Field("shown-1", "new", "what the page compared it with"), Field("holder-1", "yes", "`yes`"),
            Field("row-1-1", "take", "for each conflict M of it: `keep`, `take`, `both`"),
            Field(
                "vaccine-1-1", "priorix",
                "of dose M whose vaccine the file doesn't say for sure: as `vaccine-N` of a table; `other` asks for it as a text, empty leaves it out"
            ),
            Field("settings", "yes", "`yes`"),
            Field("step", "compare", "`compare` compares again and stores nothing"),
        ],
        "POST /import/{import}/columns": [
            Field("pass"), Field("heading", "yes", "`yes`"),
            Field("column-1", "date", "and so on: a field's name or empty"), Field("column-2", "target"),
            Field("date-format", "dayMonthYear"), Field("separator", ";"), Field("encoding", "UTF-8"),
            Field("step", "", "`read` reads it again"),
        ],
        "GET /situation": [
            Field("area", "DE-BY", "ISO 3166"), Field("age", "00+", "as a data set writes it"),
            Field("sort", "name", "`name`, `up`, `down`"), Field("q", "RSV", "a part of a name"),
        ],
        "GET /situation/{indicator}.json": series, "GET /situation/{indicator}": series,
        "GET /situation/{indicator}/{area}": [age], "GET /situation/{indicator}/{area}/{graph}.svg": [age],
        "POST /situation/favourites": [
            Field("indicator", "influenza"), Field("area", "DE"), age, Field("keep", "no", "`yes`, `no`"),
        ],
        "GET /settings/reminders": [Field("pass", "all", "a pass's id or `all`: chosen beforehand")],
        "POST /settings/reminders": [
            Field("pass", "all", "a pass's id or `all`, may be missing"),
            Field("pause", "date", "`none` ends it, `day`, `week`, `month`, `date`"), Field("until-day", "1"),
            Field("until-month", "3"), Field("until-year", "2027", "with `date`: within a year"),
            Field("page", nil, "`home` or `pass`, to go back there; else this page again"),
        ],
        "POST /settings/countries": [
            Field("home", "DE"), Field("region", "", "may be empty"),
            Field("add", "BR", "a country to travel to, may be empty"),
            Field(
                "zone", "Europe/Berlin",
                "a name of the time zone database, empty for the home country's, may be missing"),
            Field("remove", nil, "instead of all these: a country"),
        ],
        "POST /settings/password": [
            Field("current", "wrong"), Field("new", password), Field("end-others", "", "`yes` ends the other sessions"),
            endShared,
        ],
        "POST /settings/lost": [
            Field("end-others", "", "`yes` ends the other sessions"),
            Field("passkeys", "", "`yes` removes all passkeys but the one that is used here"),
            Field("second-factor", "", "`yes` turns the authenticator app off"), endShared, Field("current", "wrong"),
            Field("new", password),
        ],
        "POST /settings/sessions/end-others": [endShared],
        "POST /settings/second-factor/start": [
            Field("name", "Phone", "at most 40 characters, no colon, may be empty"), ownPassword,
        ],
        "POST /settings/second-factor/setup": [Field("code", "000000", "of the app")],
        "POST /settings/second-factor/codes": [ownPassword],
        "POST /settings/second-factor/off": [ownPassword],
        "POST /settings/passkeys": [
            Field("name", "Key"), Field("client-data", "e30"), Field("attestation", "AQ"), Field("secret", "AQ"),
        ],
        "POST /settings/passkeys/new": [Field("name", "Key"), ownPassword],
        "POST /settings/passkeys/{passkey}/delete": [ownPassword],
        "POST /settings/recovery-code": [ownPassword],
        "GET /settings/access-log": [Field("page", "1", in: AccessLogPage.numbers)],
        "POST /settings/consent": [
            Field(
                "consent", "yes",
                "`withdrawn` leads to deletion after 30 days; `yes` gives it again, or to a newer policy")
        ],
        "POST /settings/delete": [ownPassword],
        "POST /admin/catalogue": [Field("files", nil)],
        "POST /admin/catalogue/proposals/{proposal}": change, "POST /admin/catalogue/versions/{version}": change,
        "POST /admin/stiko/{task}": [Field("done", "no", "`yes`, `no`")],
    ]

    private static let password = "seven quiet otters swim"
    private static let browserZone = Field(
        "zone", "Europe/Berlin", "of the browser, such as `Europe/Berlin`; anything else counts for nothing")
    private static let ownPassword = Field("password", "wrong")
    private static let askedPassword = Field(
        "password", "", "unless the session has shown in the last 15 minutes who has it")
    private static let endShared = Field("end-shared", "", "`yes` ends calendar addresses, links and reminders by mail")
    private static let age = Field("age", "00+", "as the data set writes it, `00+` for everybody")
    private static let series = [
        Field("area", "DE", "ISO 3166, a region's name or a district's key of five or eight digits"), age,
    ]
    private static let part = Field("part", "1", "from 1 to the last, for a card cut into several codes")
    private static let partlyKnown = "day, or day and month, may be empty"

    private static let assertion = [
        Field("credential", "AQ"), Field("client-data", "e30"), Field("authenticator-data", "AQ"),
        Field("signature", "AQ"), Field("user-handle", "AQ"),
    ]

    private static let passkeySignIn = assertion + [Field("secret", "AQ", "what the PRF extension gave"), browserZone]

    private static let pass = [
        Field("name", "Ada Test"), Field("kind", "person", "`person`, `dog`, `cat`"), Field("birthdate-day", "12"),
        Field("birthdate-month", "4"), Field("birthdate-year", "1987", partlyKnown),
        Field("sex", "female", "`female`, `male`, `diverse`, `unknown`"),
    ]

    private static let vaccination = [
        Field("target", "measles"), Field("vaccine", "priorix", "an id of `Catalogue/`, or `unknown`"),
        Field("date-day", "20"), Field("date-month", "5"), Field("date-year", "1998", partlyKnown),
        Field("batch", "A1"), Field("administered-by", "Dr. Test"), Field("country", "DE", "ISO 3166-1 alpha-2"),
        Field("site", "left-arm", Vaccination.sites.map { "`\($0)`" }.joined(separator: ", ")),
        Field("route", "oral", Vaccination.routes.map { "`\($0)`" }.joined(separator: ", ")),
        Field("batch-expiry-day", "30"), Field("batch-expiry-month", "6"),
        Field("batch-expiry-year", "2031", partlyKnown),
        Field("valid-until-day", "", "of an animal's dose, as its passport says"),
        Field("valid-until-month", ""), Field("valid-until-year", "", partlyKnown),
        Field("reduced", "yes", "`yes`: less than a full dose"), Field("note", "x"),
        Field("also-mumps", "", "`yes` for each disease besides, where `vaccine` is `unknown`"),
        Field("search", "", "instead of target and vaccine: a text that names a vaccine or a disease"),
        Field("find", nil, "`yes` shows what `search` may mean and saves nothing"),
        Field("found", "", "an id that a search found: puts it into the form and saves nothing"),
        Field(
            "step", "", "`vaccines` shows the target's vaccines and stores nothing; `another` leads to the next form"),
        Field("duplicate", "yes", "of the same target and day: `keep`, `replace`, `yes` stores both"),
    ]

    private static let certificates = [Field("text"), Field("files", nil, "any number of times")]

    private static let journey = [
        Field("country", "BR"), Field("region", "", "an id of `Catalogue/` in that country, may be empty or missing"),
        Field("from-day", "1"), Field("from-month", "3"), Field("from-year", "2027"), Field("to-day", "9"),
        Field("to-month", "3"), Field("to-year", "2027", "may be empty"),
        Field("style", "simple", "`hotel`, `simple` or `work`, may be empty or missing"),
        Field("animals", nil, "`yes`, where animals are handled"),
    ]

    private static let export = [
        Field("generated", "", "the passphrase that the page shows"),
        Field("passphrase", "gentle river stone lantern", "instead of it"),
        Field("passphrase-again", "gentle river stone lantern"),
        Field("incomplete", nil, "`yes`, where the page says what can't be exported"),
    ]

    private static let change = [
        Field("base", "", "the version that was compared with"), Field("choice", "drop", "`confirm`, `drop`"),
        Field("password", "wrong", "to confirm"),
        Field("code", "000000", "to confirm, with an authenticator app; or a one-time code"),
    ]
}
