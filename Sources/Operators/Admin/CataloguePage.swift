import Foundation
import Immunization
import Lists
import Vault
import Web

/// The catalogue in use, what was before it, and the form that takes files for another.
struct CataloguePage: Page {
    /// How much of the history is shown.
    private static let mostEvents = 50

    let use: CatalogueSource.Use
    /// Why the version that was chosen isn't in use.
    let fault: DataFault?
    let versions: [CatalogueStore.Version]
    let history: [CatalogueEvent]
    /// The admin who reads the page.
    let reader: CatalogueAuthor
    /// Whether only signed releases are taken.
    let needsSignature: Bool
    let errors: FormErrors
    static let template = "Admin/catalogue"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`admin.catalogue.title`] }

    func faults(_ words: Localizer) -> FormErrors { errors }

    static let fields: [TemplateField<Self>] = [
        .text("version") { page, words in CatalogueVersionName.text(page.use.name, words) },
        .text("date") { page, words in words.date(page.use.release.catalogue.version) },
        .text("fault") { page, words in page.fault.map(words.fault) },
        .text("targets") { String($0.use.release.catalogue.targets.count) },
        .text("vaccines") { String($0.use.release.catalogue.vaccines.count) },
        .rows("schedules") { page in page.use.release.schedules.map { CatalogueScheduleRow(schedule: $0) } },
        .rows("files") { page in
            page.use.release.files.keys.sorted().map { path in
                NamedLink(
                    name: path, link: Links.catalogueFile(path.split(separator: "/").last.map(String.init) ?? path))
            }
        },
        .one("versions") { page, words in
            RowGroup(
                page.versions.map(\.name).filter { $0 != page.use.name }.map {
                    NamedLink(name: CatalogueVersionName.text($0, words), link: Links.catalogueVersion($0))
                })
        },
        .one("history") { page in
            RowGroup(page.history.prefix(mostEvents).map { CatalogueEventRow(event: $0, reader: page.reader) })
        },
        .text("action") { _ in Links.catalogue() },
        .flag("signed") { $0.needsSignature },
        .one("upload") { FormView(errors: $0.errors).textControl("files", hint: true) },
    ]
}
