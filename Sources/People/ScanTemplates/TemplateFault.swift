import BoundedJSON
import Foundation
import IntakePages
import Model
import Scanning
import Vault
import Web

/// Why a template isn't kept, besides what is wrong with it as a template.
enum TemplateFault: String, Error, Sendable, CaseIterable {
    /// No file was chosen.
    case none
    /// More bytes than one has.
    case tooLarge
    /// An account has as many as it may.
    case tooMany
    /// More regions than a form can show.
    case tooManyNames

    /// How many regions and columns one has at most, each counted once.
    static let mostNames = 200
}

extension TemplateFault: MessageCode {
    static let family = "scan-templates.fault"
    var parameters: Set<String> {
        switch self {
        case .none: []
        case .tooLarge: ["size"]
        case .tooMany, .tooManyNames: ["limit"]
        }
    }
}

extension ScanTemplateError.Code: MessageCode {
    static let family = "scan-templates.error"
    var parameters: Set<String> {
        switch self {
        case .tooManyPages, .tooManyRegions, .tooManyLinks, .tooManyJoined, .tooManySums, .tooManyChoices, .nameLength:
            ["limit"]
        default: []
        }
    }
}

extension Localizer {
    /// Why a template is refused, with the name of the region where it is known.
    func callAsFunction(_ error: ScanTemplateError) -> String {
        let reason = self(error.code, ["limit": String(error.limit ?? 0)])
        guard let subject = error.subject else { return reason }
        let name = error.code == .linkSize ? shownKind(subject) : subject
        return self(.`certificates.fault`, ["name": name, "reason": reason])
    }

    func callAsFunction(_ fault: TemplateFault) -> String {
        let limit = fault == .tooMany ? ScanTemplateRecord.limit : TemplateFault.mostNames
        return self(fault, ["limit": String(limit), "size": fileSize(ScanTemplateRecord.textLimit)])
    }

    /// A kind of link by its name, where a fault is of one.
    private func shownKind(_ subject: String) -> String {
        ScanLink.Kind(rawValue: subject).map { self($0) } ?? subject
    }
}

extension ScanTemplateRecord {
    /// - Throws: ``TemplateFault`` for more than is kept.
    init(id: ScanTemplateID = .random(), _ template: ScanTemplate, createdAt: Date) throws {
        var template = template
        template.id = id.description
        let names = template.pages.reduce(0) { $0 + $1.columns.count + $1.regions.count }
        guard names <= TemplateFault.mostNames else { throw TemplateFault.tooManyNames }
        let text = template.json.compactText
        guard text.utf8.count <= Self.textLimit else { throw TemplateFault.tooLarge }
        try self.init(id: id, text: text, createdAt: createdAt)
    }
}
