import CivilDates
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Intake
import IntakePages
import Lists
import Model
import NIOCore
package import Scanning
import Vault
import struct VaultStorage.VaultError
package import Web

/// A template is tried on a picture: what is read is shown, and waits sealed for 30 days at most.
extension ScanTemplatesFeature {
    static func tryTemplate(_ member: SignedInRequest, _ form: MultipartForm, _ id: String) async throws -> Response {
        let (template, isOwn) = try await template(id, member)
        var files = form.files.filter { $0.field == "files" }
        if files.isEmpty, form.fields["again"] != nil { files = try await triedFiles(id, member) }
        var faults = ScanIntake.faults(files)
        guard faults.isEmpty else { return try await refused(template, isOwn: isOwn, member, files, faults) }
        try member.limit(member.services.importLimit)
        let intake = ScanIntake(
            vault: member.vault, scanner: PageScanner(reader: member.services.reader), templates: [],
            headings: HeadingWords(member.catalogue, member.services.scanTemplates),
            settings: settings(member), who: member.claimant,
            expires: member.picturesExpire, time: member.services.readingTime)
        let outcome = try await intake.read(
            files, as: template, corners: form.fields["whole"] == nil ? .find : .whole, most: Draft.pagesAtOnce)
        faults = outcome.faults
        guard faults.isEmpty else { return try await refused(template, isOwn: isOwn, member, files, faults) }
        let now = member.now
        do {
            try await member.vault.write { try outcome.scan.store(trying: id, in: $0, with: outcome.files, at: now) }
        } catch let error as VaultError where error.code == .tooManyDrafts {
            await member.vault.discard(outcome.files)
            return try await refused(template, isOwn: isOwn, member, files, [(files.count, .tooManyOpen)])
        }
        return member.redirect(to: Links.scanTemplate(id) + "#trial")
    }

    /// A flat page of the picture that was tried, drawn by us.
    static func showTriedPicture(_ member: SignedInRequest, _ id: String) async throws -> Response {
        _ = try await template(id, member)
        let (id, scan) = try await trial(id, member).found()
        let place = try scan.pages.place(numbered: member.query("page") ?? "1").found()
        let (sheet, page) = scan.pages[place]
        let flat = try scan.sheets[sheet].pages[page].flat.found()
        return .png(try await ScanFiles(member, id).content(flat).found())
    }
}

extension ScanTemplatesFeature {
    /// The picture that a template is tried on, unless its time is over.
    static func trial(_ template: String, _ member: SignedInRequest) async throws -> (DraftID, Draft)? {
        try await member.vault.read { try Draft.trial(of: template, in: $0, now: member.now) }
    }

    /// The tried pages that were found, in the order of the template's.
    package static func pictures(_ template: String, _ member: SignedInRequest) async throws -> [(
        link: String, aspect: Double
    )] {
        guard let (_, scan) = try await trial(template, member), let sheet = scan.sheets.first, let form = sheet.form
        else { return [] }
        return zip(sheet.pages, form.pages).enumerated().compactMap { number, pair in
            pair.0.flat == nil ? nil : (Links.triedPicture(template, page: number + 1), pair.1.aspect)
        }
    }

    package static func settings(_ member: SignedInRequest) -> ScanSettings {
        ScanSettings(
            today: member.today, lexicon: VaccineLexicon(member.catalogue),
            names: member.passes.map(\.name), holder: member.onlyPass?.name)
    }

    /// The page of a template, with what was read by it.
    package static func page(
        _ template: ScanTemplate, isOwn: Bool, _ member: SignedInRequest, _ form: FormView = FormView()
    ) async throws -> ScanTemplatePage {
        let names = member.names
        let id = template.id ?? ""
        let trial = try await trial(id, member).map { _, scan in
            TemplateTrial(template: template, scan: scan, names: names, settings: settings(member))
        }
        return ScanTemplatePage(
            form: template, isOwn: isOwn, names: names, passes: member.passes,
            trial: trial, tried: form)
    }

    /// The files of the picture that waits, to be read once more.
    private static func triedFiles(_ template: String, _ member: SignedInRequest) async throws -> [UploadedFile] {
        guard let (id, scan) = try await trial(template, member) else { return [] }
        var files: [UploadedFile] = []
        for source in scan.sources {
            guard let bytes = try await ScanFiles(member, id).content(source.file) else { continue }
            files.append(UploadedFile(field: "files", fileName: source.name, contentType: nil, bytes: bytes))
        }
        return files
    }

    private static func refused(
        _ template: ScanTemplate, isOwn: Bool, _ member: SignedInRequest, _ files: [UploadedFile],
        _ faults: [(index: Int, fault: ScanFault)]
    ) async throws -> Response {
        let errors = FormErrors(files, faults, member.words)
        let page = try await page(template, isOwn: isOwn, member, FormView(errors: errors))
        return member.formAgain(page, isBusy: faults.contains(where: \.fault.isPassing))
    }
}
