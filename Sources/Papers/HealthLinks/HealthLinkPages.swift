import HealthCertificate
import Immunization
import Model
import PassArchive
package import Vault
package import Web

/// Makes links for a doctor, and lists a pass's.
struct HealthLinksPage: FormPage {
    let form: FormView
    let pass: PassRecord
    /// The account's other passes.
    let others: [PassRecord]
    /// The pass's doses, the newest first.
    let doses: [VaccinationRecord]
    let links: [HealthLinkRow]
    let catalogue: Catalogue
    let isPossible: Bool
    /// Asked for where nobody has shown of late who has the session.
    let confirmation: OwnerConfirmation?
    static let template = "HealthLinks/links"
    /// As many of the newest can be chosen: more than a life has.
    private static let mostDoses = 500

    func title(_ words: Localizer) -> String { "\(pass.name), \(words[.`links.title`])" }

    static let fields: [TemplateField<Self>] = [
        .text("action") { Links.healthLinks($0.pass.id) },
        .text("back") { Links.pass($0.pass.id) }, .text("name") { $0.pass.name },
        .text("place") { _, words in words.city(of: words.zone) },
        .rows("links") { $0.links }, .flag("hasLinks") { !$0.links.isEmpty }, .flag("isPossible") { $0.isPossible },
        .one("days") { page, words in
            let options = HealthLinkForm.lengths.map { length in
                FormControl.Option(
                    value: length,
                    text: Int(typed: length, in: 1...366).map { words(.`links.days`, count: $0) }
                        ?? words[.`links.hour`])
            }
            return page.form.choiceControl("days", options, radio: true)
        },
        .one("passcode") { $0.form.textControl("passcode", hint: true) },
        .one("label") { $0.form.textControl("label", hint: true) },
        .one("confirmation") { $0.confirmation },
        .one("others") { page, words in
            page.others.isEmpty
                ? nil
                : RowGroup(
                    page.others.map { other in
                        HealthLinkChoice(
                            name: HealthLinkForm.field(other.id),
                            isTicked: page.form.values[HealthLinkForm.field(other.id)] != nil, text: other.name)
                    })
        },
        .one("doses") { page, words -> RowGroup<HealthLinkChoice>? in
            guard page.doses.count > 1 else { return nil }
            let names = page.catalogue.names(words)
            let choices = page.doses.prefix(Self.mostDoses).map { dose in
                HealthLinkChoice(
                    name: HealthLinkForm.field(dose.id),
                    isTicked: page.form.values[HealthLinkForm.field(dose.id)] != nil,
                    text: "\(words.date(dose.date)): \(names.sentence(dose.content))")
            }
            return RowGroup(choices)
        },
        .text("more") { page, words in
            let more = page.doses.count - Self.mostDoses
            return more > 0 ? words(.`vaccinations.earlier`, count: more) : nil
        },
    ]
}

/// A dose, or a further pass, that a link may lead to.
struct HealthLinkChoice: TemplateModel {
    let name: String
    let isTicked: Bool
    let text: String

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.name }, .flag("isTicked") { $0.isTicked }, .text("text") { $0.text },
    ]
}

/// A link in a list.
package struct HealthLinkRow: TemplateModel {
    package let link: HealthLink
    /// Nil where it has ended, or wasn't asked.
    package var state: HealthLinkState?

    package static let fields: [TemplateField<Self>] = [
        .text("place") { Links.healthLink($0.link.pass, $0.link.id) },
        .text("label") { row, words in words.name(ofLink: row.link.label) },
        .text("state") { row, words in words.state(of: row.link, row.state) },
    ]
}

extension Localizer {
    /// 'until 3 March 2026, 14:00', 'paused', 'ended'.
    fileprivate func state(of link: HealthLink, _ state: HealthLinkState?) -> String {
        guard let state else { return self[.`links.ended`] }
        let until = self(.`links.until`, ["time": time(link.expiresAt)])
        if state.remainingAttempts <= 0 { return self[.`links.exhausted`] }
        return state.isPaused ? "\(self[.`links.paused`]), \(until)" : until
    }
}

/// One link: its text and code, who opened it, pausing and ending it.
struct HealthLinkPage: Page {
    let pass: PassRecord
    /// Further passes that it leads to.
    let others: [PassRecord]
    let link: HealthLink
    /// Nil where it leads nowhere any more.
    let state: HealthLinkState?
    /// Nil where other programs can't reach this server.
    let text: String?
    static let template = "HealthLinks/link"

    func title(_ words: Localizer) -> String { words.name(ofLink: link.label) }

    private var isOpen: Bool { state.map { !$0.isPaused && $0.remainingAttempts > 0 } ?? false }

    static let fields: [TemplateField<Self>] = [
        .text("label") { page, words in page.title(words) }, .text("name") { $0.pass.name },
        .text("place") { _, words in words.city(of: words.zone) },
        .text("content") { page, words in
            let doses = page.link.doses.map { words(.`links.doses`, count: $0) } ?? words[.`links.content.all`]
            let others = page.others.map(\.name).joined(separator: ", ")
            return page.others.isEmpty ? doses : "\(doses). \(words(.`links.also`, ["names": others]))"
        },
        .text("passcode") { page, _ in page.isOpen ? page.link.passcode : nil },
        .text("action") { Links.healthLink($0.pass.id, $0.link.id) }, .text("back") { Links.healthLinks($0.pass.id) },
        .text("state") { page, words in words.state(of: page.link, page.state) },
        .text("made") { page, words in words(.`links.state`, ["date": words.date(page.link.createdAt)]) },
        .text("address") { page, _ in page.isOpen ? page.text : nil },
        .text("image") { page, _ in
            page.isOpen && page.text != nil ? Links.healthLinkCode(page.pass.id, page.link.id) : nil
        },
        .flag("isThere") { $0.state != nil }, .flag("isPaused") { $0.state?.isPaused ?? false },
        .flag("isUnreachable") { $0.text == nil },
        .text("attempts") { page, words in
            page.link.hasPasscode ? page.state.map { words(.`links.attempts`, count: $0.remainingAttempts) } : nil
        },
        .flag("wasOpened") { !($0.state?.openings.isEmpty ?? true) },
        .text("opened") { page, words in
            page.state.flatMap {
                $0.opened == $0.openings.count ? nil : words(.`links.opened.more`, count: $0.opened)
            }
        },
        .rows("openings") { page in (page.state?.openings ?? []).map { HealthLinkOpeningRow(opening: $0) } },
    ]
}

/// That somebody opened a link.
struct HealthLinkOpeningRow: TemplateModel {
    let opening: HealthLinkOpening

    static let fields: [TemplateField<Self>] = [
        .text("recipient") { $0.opening.recipient }, .one("time") { Moment(date: $0.opening.time) },
    ]
}

/// Opens a link of this server in the browser of whoever got it: what the link says never reaches the server.
struct HealthLinkViewerPage: Page {
    let catalogue: Catalogue
    static let template = "HealthLinks/viewer"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`links.viewer.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("moment") { _, words in words(.`date.time`, ["date": "{date}", "time": "{time}"]) },
        .rows("names") { page, words in page.names(words) },
    ]

    /// What a link says by codes, in the reader's language: products have one name in all.
    private func names(_ words: Localizer) -> [NamedValue] {
        let targets = catalogue.targets.map { (CodeSystemURI.target, $0.id, $0.names[words.code]) }
        let kinds = catalogue.kinds.map { (CodeSystemURI.vaccine, $0.id, $0.name[words.code]) }
        let unknown = (CodeSystemURI.nullFlavor, "UNK", words[.`vaccinations.vaccine.not-known`])
        return (targets + kinds + [unknown]).map { NamedValue(name: "\($0.0) \($0.1)", value: $0.2) }
    }
}

extension Localizer {
    /// What its owner calls a link.
    package func name(ofLink label: String) -> String { label.isEmpty ? self[.`links.unnamed`] : label }
}
