package import CivilDates
import Foundation
package import IntakePages
import Model
package import Vault
package import Web

/// Whether a certificate's page is kept on devices, and until when.
struct OfflinePage: FormPage {
    let form: FormView
    let pass: PassRecord
    let code: CertificateCode
    let rank: CertificateRank
    /// From when on it proves nothing any more; nil where it doesn't end.
    let ends: Date?
    let until: CalendarDate?
    /// Whether it was asked for in this browser just now, which then keeps it.
    let isNew: Bool
    static let template = "Offline/offline"

    func title(_ words: Localizer) -> String { words[.`offline.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("action") { Links.offline($0.pass.id, $0.code.certificate.id) },
        .text("back") { Links.certificate($0.pass.id, $0.code.certificate.id) },
        .text("what") { $0.code.view.title }, .text("holder") { $0.code.view.holder },
        .text("page") { Links.offlineCertificate($0.pass.id, $0.code.certificate.id) },
        .text("rank") { $0.rank.text }, .text("ends") { page in page.ends.map { Timestamp($0).text } },
        .text("lastDay") { page, _ in page.until.map { "\($0)" } },
        .text("until") { page, words in page.until.map { words(.`offline.until`, ["date": words.date("\($0)")]) } },
        .flag("isNew") { $0.isNew && $0.until != nil }, .flag("isOver") { $0.until == nil },
        .one("days") { page, words in
            let options = OfflineCopies.lengths.map { days in
                FormControl.Option(value: String(days), text: words(.`offline.days`, ["days": String(days)]))
            }
            return page.form.choiceControl("days", options, radio: true)
        },
    ]
}

/// A certificate as a browser keeps it: its code, its name, its dates, and nothing that leads on.
struct OfflineCertificatePage: Page {
    let pass: PassRecord
    let code: CertificateCode
    let until: CalendarDate
    let keptOn: CalendarDate
    static let template = "Offline/kept"
    let section = Section.none

    func title(_ words: Localizer) -> String { code.view.title }

    static let fields: [TemplateField<Self>] = [
        .text("what") { $0.code.view.title },
        .rows("images") { $0.code.pictures }, .text("holder") { $0.code.view.holder },
        .text("born") { $0.code.view.born }, .text("date") { $0.code.view.date },
        .text("issuer") { $0.code.view.issuer }, .text("expires") { $0.code.view.expiry },
        .text("kept") { page, words in
            words(.`offline.kept`, ["date": words.date("\(page.keptOn)"), "until": words.date("\(page.until)")])
        },
    ]
}

/// What this browser keeps, listed by its script.
struct OfflineListPage: Page {
    static let template = "Offline/list"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`offline.list.title`] }

    static let fields: [TemplateField<Self>] = []
}

/// A certificate that is kept on devices, in the settings.
package struct OfflineRow: TemplateModel {
    package let pass: PassRecord
    package let view: CertificateView
    package let certificate: CertificateID
    package let until: CalendarDate

    package static let fields: [TemplateField<Self>] = [
        .text("name") { $0.pass.name }, .text("what") { $0.view.title },
        .text("link") { Links.offline($0.pass.id, $0.certificate) },
        .text("until") { row, words in words(.`offline.until`, ["date": words.date("\(row.until)")]) },
    ]
}
