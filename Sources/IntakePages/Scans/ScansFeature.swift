import CivilDates
import Codes
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Intake
import Lists
import Model
package import Scanning
package import Vault
import struct VaultStorage.VaultError
package import Web

/// Pages of a booklet, or of any form, read from pictures: upload, check, confirmation.
package enum ScansFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.newScan, showScan).long, .post(Links.newScan, body: .upload(.pages), readPages).long,
        .get(Links.draft, showScannedRows).long, .post(Links.draft, body: .rows, changeRows).long,
        .get(Links.draftRows, showScanTable).long,
        .post(Links.discardDraft, discardScan),
        .get(Links.scannedPage, showScannedPage).long, .post(Links.scannedPage, changePage).long,
        .get(Links.pagePicture, showPagePicture).long,
        .get(Links.scannedField, showScannedField).long,
    ]
    package static let pages: [any Page.Type] = [NewScanPage.self, CheckScanPage.self, PlacePage.self]
    package static var codes: [any MessageCode.Type] {
        [ReaderAnswer.PictureFlaw.self, ScanFault.self, ScanField.Band.self, ScanLink.Kind.self]
    }

    static func showScan(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let isThere = await member.services.recogniser.isThere(for: member.claimant)
        let chosen = member.query("template").map { ["template": $0] } ?? [:]
        let page = try await newPage(member, pass, FormView(values: chosen), member.scanTemplates(), isThere: isThere)
        return member.page(page, about: pass)
    }

    /// Reads pictures, and keeps what is on them, sealed, until it is confirmed.
    static func readPages(_ member: SignedInRequest, _ form: MultipartForm, _ pass: PassRecord) async throws -> Response
    {
        let files = form.files.filter { $0.field == "files" }
        let chosen = form.fields["template"] ?? ""
        let templates = try await member.scanTemplates()
        let template = templates[chosen]
        var faults = ScanIntake.faults(files)
        let isUnknown = !["", TableLayout.id].contains(chosen) && template == nil
        if faults.isEmpty, try await !member.hasRoomForDraft() { faults = [(files.count, .tooManyOpen)] }
        guard faults.isEmpty, !isUnknown else {
            return try await refusal(member, pass, form, files, faults, templates, isFormUnknown: isUnknown)
        }
        try member.limit(member.services.importLimit)
        let outcome = try await intake(member, pass, among: chosen == TableLayout.id ? [] : templates.all).read(
            files, as: template)
        faults = outcome.faults
        guard faults.isEmpty else { return try await refusal(member, pass, form, files, faults, templates) }
        let now = member.now
        let id: DraftID
        do {
            id = try await member.vault.write {
                try outcome.scan.store(of: pass.id, in: $0, with: outcome.files, at: now)
            }
        } catch let error as VaultError where error.code == .tooManyDrafts {
            // Others may have come at the same time.
            await member.vault.discard(outcome.files)
            return try await refusal(member, pass, form, files, [(files.count, .tooManyOpen)], templates)
        }
        let isPlaceless = outcome.scan.sheets.allSatisfy { sheet in
            !sheet.isUnread && sheet.pages.allSatisfy { $0.flat == nil }
        }
        return member.redirect(to: isPlaceless ? Links.scannedPage(id, 1) : Links.draft(id))
    }

    static func discardScan(_ member: SignedInRequest, _ open: OpenScan) async throws -> Response {
        try await member.vault.write { records in _ = try records.deleteDraft(open.id) }
        return member.done(.`done.scan-discarded`, at: Links.pass(open.pass.id))
    }
}

extension ScansFeature {
    /// - Parameter templates: those among which a form is guessed; none for a table of rows.
    static func intake(_ member: SignedInRequest, _ pass: PassRecord, among templates: [ScanTemplate]) -> ScanIntake {
        ScanIntake(
            vault: member.vault, scanner: PageScanner(reader: member.services.reader),
            templates: templates,
            headings: HeadingWords(
                member.catalogue, member.services.scanTemplates, species: pass.kind),
            settings: settings(member, pass),
            others: settings(member, pass, VaccineLexicon(member.catalogue, besides: pass.kind)),
            kind: pass.kind, who: member.claimant,
            expires: member.picturesExpire, time: member.services.readingTime)
    }

    /// What reading needs to know of a pass.
    ///
    /// - Parameter lexicon: nil for the vaccines of the pass's species.
    package static func settings(_ member: SignedInRequest, _ pass: PassRecord, _ lexicon: VaccineLexicon? = nil)
        -> ScanSettings
    {
        let finder = member.finder
        return ScanSettings(
            today: member.services.latestDay, birthDate: pass.birthDate?.earliest,
            lexicon: lexicon ?? VaccineLexicon(member.catalogue, species: pass.kind),
            names: member.passes.map(\.name), holder: pass.name
        ) { [pass] vaccine, day in
            finder.strength(of: vaccine, for: VaccineFinder.Who(pass.kind, birth: pass.birthDate, on: day))?.id
        }
    }

    private static func newPage(
        _ member: SignedInRequest, _ pass: PassRecord, _ form: FormView, _ templates: ScanTemplates,
        isThere: Bool
    ) async throws -> NewScanPage {
        NewScanPage(
            pass: pass, templates: templates.all, form: form,
            waiting: try await member.waitingDrafts { $0.source == .photo && $0.passID == pass.id }, isThere: isThere)
    }

    /// The form again, with what is wrong at each file.
    private static func refusal(
        _ member: SignedInRequest, _ pass: PassRecord, _ form: MultipartForm, _ files: [UploadedFile],
        _ faults: [(index: Int, fault: ScanFault)], _ templates: ScanTemplates, isFormUnknown: Bool = false
    ) async throws -> Response {
        var errors = FormErrors(files, faults, member.words)
        if isFormUnknown { errors.add("template", member.words[.`error.choice`]) }
        let view = FormView(again: form.fields, errors)
        let isThere = !faults.contains { $0.fault == .noRecogniser }
        let page = try await newPage(member, pass, view, templates, isThere: isThere)
        return member.formAgain(page, about: pass, isBusy: faults.contains(where: \.fault.isPassing))
    }
}
