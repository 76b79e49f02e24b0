import Web

/// The software that Vaccinapp is built with, each part with its licence.
struct LicencesPage: Page {
    let licences: Licences
    static let template = "Settings/licences"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`licences.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("release") { $0.licences.release },
        .rows("parts") { page in page.licences.parts.map { LicensedPartRow(part: $0, titles: page.licences.titles) } },
    ]
}

/// A part of the list.
struct LicensedPartRow: TemplateModel {
    let part: Licences.Part
    let titles: [String: String]

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.part.name }, .text("version") { $0.part.version }, .text("licence") { $0.part.licence },
        .text("source") { $0.part.source }, .text("packages") { $0.part.packages?.joined(separator: ", ") },
        .rows("texts") { row in
            row.part.texts.map { NamedLink(name: row.titles[$0] ?? $0, link: Links.licence($0)) }
        },
    ]
}
