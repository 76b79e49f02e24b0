import Foundation
import Immunization
import Lists
import Web

/// What would change if another release came into use, record by record; the form that confirms it.
struct CatalogueReview: FormPage {
    let title: Message
    let action: String
    let base: CatalogueSource.Use
    /// The uploaded files' names, or none for a version that is kept.
    let files: [String]
    let version: String?
    /// Whether that version is older than the one in use.
    let isOlder: Bool
    /// Whether another version came into use since the admin looked.
    let isLate: Bool
    /// What was typed to confirm it, and what is wrong with it.
    let form: FormView
    /// Whether a code is asked for beside the password.
    let asksCode: Bool
    let outcome: Result<CatalogueComparison, DataFault>
    static let template = "Admin/review"
    let section = Section.settings

    init(
        title: Message, action: String, base: CatalogueSource.Use, files: [String] = [], version: String? = nil,
        isOlder: Bool = false, isLate: Bool, form: FormView, asksCode: Bool,
        release: () throws(DataFault) -> CatalogueRelease
    ) {
        (self.title, self.action, self.base, self.files) = (title, action, base, files)
        (self.version, self.isOlder, self.isLate) = (version, isOlder, isLate)
        (self.form, self.asksCode) = (form, asksCode)
        outcome = Result { () throws(DataFault) in
            CatalogueComparison(base: base.release, release: try release())
        }
    }

    func title(_ words: Localizer) -> String { words[title] }

    static let fields: [TemplateField<Self>] = [
        .text("action") { $0.action }, .text("cancel") { _ in Links.catalogue() }, .text("base") { $0.base.name },
        .flag("late") { $0.isLate },
        .text("files") { page, words in page.files.isEmpty ? nil : words.list(page.files) },
        .text("version") { page, words in page.version.map { CatalogueVersionName.text($0, words) } },
        .text("newer") { page, words in page.isOlder ? CatalogueVersionName.text(page.base.name, words) : nil },
        .one("password") { $0.form.textControl("password", secret: true) },
        .one("code") { $0.asksCode ? $0.form.textControl("code", hint: true, secret: true) : nil },
        .flag("proposal") { $0.version == nil },
        .text("fault") { page, words in
            if case .failure(let fault) = page.outcome { words.fault(fault) } else { nil }
        },
        .flag("nothing") { $0.comparison?.changes.isEmpty ?? false },
        .one("changes") { page in page.comparison.flatMap { $0.changes.isEmpty ? nil : $0 } },
    ]

    private var comparison: CatalogueComparison? { try? outcome.get() }
}

/// A version's name as people read it.
enum CatalogueVersionName {
    /// 'As shipped', or the moment it was imported and the beginning of its hash.
    static func text(_ name: String, _ words: Localizer) -> String {
        guard name != CatalogueStore.shippedName else { return words[.`admin.version.shipped`] }
        let parts = name.split(separator: "-")
        let style = Date.ISO8601FormatStyle(dateSeparator: .dash, timeSeparator: .omitted)
        guard parts.count == 4, let moment = try? style.parse(parts.dropLast().joined(separator: "-")) else {
            return name
        }
        return words(.`admin.version.name`, ["time": words.time(moment), "hash": String(parts[3])])
    }
}
