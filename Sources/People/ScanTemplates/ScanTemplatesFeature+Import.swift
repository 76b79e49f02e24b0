import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import IntakePages
import Model
import Scanning
import Vault
import Web

/// Templates from files.
extension ScanTemplatesFeature {
    /// Keeps the template of a file, whether it tells its format or not.
    static func importTemplate(_ member: SignedInRequest, _ form: MultipartForm) async throws -> Response {
        let words = member.words
        let file = form.files.first { $0.field == "file" }
        do {
            let record = try record(file, member)
            guard try await member.vault.write({ try $0.insert(record) }) else { throw TemplateFault.tooMany }
            return member.done(.`done.template-imported`, at: Links.scanTemplate(record.id.description))
        } catch let fault as TemplateFault {
            return refusedFile(member, file, words(fault))
        } catch let error as ScanTemplateError {
            return refusedFile(member, file, words(error))
        }
    }

    private static func record(_ file: UploadedFile?, _ member: SignedInRequest) throws -> ScanTemplateRecord {
        guard let file else { throw TemplateFault.none }
        guard file.excess == nil else { throw TemplateFault.tooLarge }
        var template = try ScanTemplate(parsing: file.bytes)
        if template.name(member.words.code).isEmpty || template.names.isEmpty && template.id == nil {
            let name = CertificateFiles.shown(file.fileName).replacing(/\.json$/.ignoresCase(), with: "")
            template.names[member.words.code] = TemplateName.shortened(name)
        } else if template.names.isEmpty {
            // Its id is replaced by our own.
            template.names[member.words.code] = template.id
        }
        return try ScanTemplateRecord(template, createdAt: member.now)
    }

    private static func refusedFile(_ member: SignedInRequest, _ file: UploadedFile?, _ reason: String) -> Response {
        let name = CertificateFiles.shown(file?.fileName ?? "")
        let errors = FormErrors("file", member.words.reason(reason, of: name))
        return member.formAgain(EntryPage.importTemplate(FormView(errors: errors), member.words))
    }
}
