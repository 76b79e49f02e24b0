import CivilDates
import BoundedJSON
import HTTPTypes
import Hummingbird
import HummingbirdCore
import IntakePages
import Model
package import Scanning
import Vault
package import Web

/// The templates of forms: those of the catalogue, and an account's own.
package enum ScanTemplatesFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.scanTemplates, { $0.page(ScanTemplatesPage(templates: try await $0.scanTemplates())) }),
        .get(Links.importScanTemplate, { $0.page(EntryPage.importTemplate(FormView(), $0.words)) }),
        .post(Links.importScanTemplate, body: .upload(.template), importTemplate),
        .get(Links.newScanTemplate, showNewTemplate),
        .post(Links.newScanTemplate, body: .rows, { try await save($0, $1, over: nil) }).long,
        .post(Links.scanTemplate, body: .upload(.trial), tryTemplate).long,
        .get(Links.triedPicture, showTriedPicture),
        .get(Links.editScanTemplate, showEditTemplate).long,
        .post(Links.editScanTemplate, body: .rows, { try await save($0, $1, over: ownTemplate($2, $0)) }).long,
        .get(Links.scanTemplate, showScanTemplate).long,
        .get(Links.scanTemplateFile, showTemplateFile),
        .post(Links.copyScanTemplate, copyTemplate),
        .get(Links.deleteScanTemplate, showDeleteTemplate), .post(Links.deleteScanTemplate, deleteTemplate),
    ]
    package static let pages: [any Page.Type] = [
        ScanTemplatesPage.self, ScanTemplatePage.self, EditTemplatePage.self,
    ]
    package static var codes: [any MessageCode.Type] {
        [RegionKind.self, ScanTemplateError.Code.self, TemplateFault.self]
    }

    static func showScanTemplate(_ member: SignedInRequest, _ id: String) async throws -> Response {
        let (template, isOwn) = try await template(id, member)
        return member.page(try await page(template, isOwn: isOwn, member))
    }

    /// The template as a file that any program can read, and this one on another server.
    static func showTemplateFile(_ member: SignedInRequest, _ id: String) async throws -> Response {
        let (template, _) = try await template(id, member)
        let name = DownloadName(
            template.name(member.words.code), on: member.today.description, ending: "json", otherwise: "template")
        return Response.download(JSONWriter.text(template.json), "application/json", name)
    }

    static func copyTemplate(_ member: SignedInRequest, _ id: String) async throws -> Response {
        var (template, _) = try await template(id, member)
        let words = member.words
        let title = template.names[""]
        template.names = [
            words.code: TemplateName.shortened(words(.`scan-templates.copy.name`, ["name": template.name(words.code)]))
        ]
        template.names[""] = title
        let record = try ScanTemplateRecord(template, createdAt: member.now)
        guard try await member.vault.write({ try $0.insert(record) }) else { return try await refusedCopy(member) }
        return member.done(.`done.template-saved`, at: Links.scanTemplate(record.id.description))
    }

    static func showDeleteTemplate(_ member: SignedInRequest, _ id: String) async throws -> Response {
        let (template, _) = try await ownTemplate(id, member)
        let words = member.words
        let page = EntryPage(
            deleting: words(.`scan-templates.delete.title`, ["name": template.name(words.code)]),
            words[.`scan-templates.delete.what`], submit: words[.`scan-templates.delete.submit`],
            action: Links.deleteScanTemplate(id), cancel: Links.scanTemplate(id), section: .settings, words)
        return member.page(page)
    }

    static func deleteTemplate(_ member: SignedInRequest, _ id: String) async throws -> Response {
        let (_, id) = try await ownTemplate(id, member)
        try await member.vault.write { records in
            try records.deleteScanTemplate(id)
            try records.deleteTrial(of: id.description)
        }
        return member.done(.`done.template-deleted`, at: Links.scanTemplates())
    }
}

extension ScanTemplatesFeature {
    /// A template, and whether it is the account's own.
    package static func template(_ id: String, _ member: SignedInRequest) async throws -> (ScanTemplate, isOwn: Bool) {
        let templates = try await member.scanTemplates()
        let template = try templates[id].found()
        return (template, templates.isOwn(id))
    }

    /// A template of the account's own; those of the catalogue can't be changed.
    static func ownTemplate(_ id: String, _ member: SignedInRequest) async throws -> (ScanTemplate, ScanTemplateID) {
        let (template, isOwn) = try await template(id, member)
        return (template, try (isOwn ? template.id.flatMap { ScanTemplateID($0) } : nil).found())
    }

    /// There is no room for another one: that is said where one may be deleted.
    private static func refusedCopy(_ member: SignedInRequest) async throws -> Response {
        var page = ScanTemplatesPage(templates: try await member.scanTemplates())
        page.fault = member.words(TemplateFault.tooMany)
        return member.formAgain(page)
    }
}

/// The names that people give.
enum TemplateName {
    /// As long as a template's name may be.
    static func shortened(_ name: String) -> String {
        var name = String(name.prefix(ScanTemplate.longestName))
        while name.utf8.count > 4 * ScanTemplate.longestName { name.removeLast() }
        return name
    }
}
