import BoundedJSON
package import Foundation
import Lists
import Model
package import Scanning
package import Vault
import Web

/// The templates that somebody can have pages read by: their own, and those of the catalogue.
package struct ScanTemplates: Sendable {
    /// In the order in which they were made; each has its record's id.
    package let own: [ScanTemplate]
    package let builtIn: [ScanTemplate]

    init(_ records: [ScanTemplateRecord], _ builtIn: BuiltInTemplates) {
        own = records.compactMap(\.template)
        self.builtIn = builtIn.templates
    }

    var all: [ScanTemplate] { own + builtIn }

    package subscript(id: String) -> ScanTemplate? { all.first { $0.id == id } }

    package func isOwn(_ id: String) -> Bool { own.contains { $0.id == id } }
}

extension ScanTemplateRecord {
    /// What its text says, with its own id.
    package var template: ScanTemplate? {
        guard var template = try? ScanTemplate(parsing: text.utf8) else { return nil }
        template.id = id.description
        return template
    }

    /// - Throws: ``TemplateFault`` for more than is kept.
    package init(id: ScanTemplateID = .random(), _ template: ScanTemplate, createdAt: Date) throws {
        var template = template
        template.id = id.description
        let names = template.pages.reduce(0) { $0 + $1.columns.count + $1.regions.count }
        guard names <= TemplateFault.mostNames else { throw TemplateFault.tooManyNames }
        let text = template.json.compactText
        guard text.utf8.count <= Self.textLimit else { throw TemplateFault.tooLarge }
        try self.init(id: id, text: text, createdAt: createdAt)
    }
}

extension SignedInRequest {
    package func scanTemplates() async throws -> ScanTemplates {
        ScanTemplates(try await vault.read { try $0.scanTemplates() }, services.scanTemplates)
    }
}
