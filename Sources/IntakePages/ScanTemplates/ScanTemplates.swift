import BoundedJSON
import Foundation
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
}

extension SignedInRequest {
    package func scanTemplates() async throws -> ScanTemplates {
        ScanTemplates(try await vault.read { try $0.scanTemplates() }, services.scanTemplates)
    }
}
