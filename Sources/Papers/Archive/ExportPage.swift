import Immunization
import Model
import Vault
import Web

/// Asks for the passphrase of an export, and offers the other formats.
struct ExportPage: FormPage {
    /// The pass to export; nil for all.
    let pass: PassRecord?
    /// How many passes there are.
    let count: Int
    /// A new passphrase, shown on this page and nowhere else.
    let generated: String
    /// The download's name.
    let file: String
    let errors: FormErrors
    let catalogue: Catalogue
    static let template = "Archive/export"
    var section: Section { pass == nil ? .settings : .vaccinations }

    func title(_ words: Localizer) -> String {
        pass.map { words(.`archive.export.title`, ["name": $0.name]) } ?? words[.`archive.export.all.title`]
    }

    static let fields: [TemplateField<Self>] = [
        .text("action") { page in page.pass.map { Links.export($0.id) } ?? Links.exportAll() },
        .text("generated") { $0.generated }, .text("command") { "age -d -o pass.json '\($0.file)'" },
        .flag("all") { $0.pass == nil }, .count("passes") { $0.count },
        .text("incomplete") { $0.errors["incomplete"] },
        .one("passphrase") { $0.form.textControl("passphrase", hint: true, secret: true) },
        .one("passphrase-again") { $0.form.textControl("passphrase-again", secret: true) },
        .one("open") { page in page.pass.map { UnencryptedFormats(pass: $0.id) } },
        .text("cancel") { page in page.pass.map { Links.pass($0.id) } ?? Links.settings() },
    ]

    var form: FormView { FormView(errors: errors) }
}

/// A pass in the formats that nothing seals.
struct UnencryptedFormats: TemplateModel {
    let pass: PassID

    static let fields: [TemplateField<Self>] = [
        .text("print") { Links.printed($0.pass) }, .text("fhir") { Links.exportFHIR($0.pass) },
        .text("table") { Links.exportTable($0.pass) },
    ]
}
