package import Foundation
package import Scanning

/// The templates of forms that come with the catalogue: `scan-templates/ID.json` in its folder.
package struct BuiltInTemplates: Sendable {
    /// In the order of their ids; those that tell no vaccinations last.
    package let templates: [ScanTemplate]

    /// Reads every template of a catalogue's folder; one without any has none.
    ///
    /// - Throws: ``ScanTemplateError`` for one that can't be read.
    package init(catalogue: URL) throws {
        let folder = catalogue.appending(path: "scan-templates")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let all = try names.filter { $0.hasSuffix(".json") }.sorted().map { name in
            try ScanTemplate(parsing: Data(contentsOf: folder.appending(path: name)))
        }
        let tells = { (template: ScanTemplate) in template.pages.contains(where: \.hasVaccinations) }
        templates = all.filter(tells) + all.filter { !tells($0) }
    }

    package subscript(id: String) -> ScanTemplate? { templates.first { $0.id == id } }
}

extension ScanPage {
    /// Whether what its rows say becomes vaccinations, and not a table alone.
    package var hasVaccinations: Bool { rows != nil && RowRoles(self).vaccine != nil }
}
