import AgeEncryption
import CivilDates
import Fairness
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
package import IntakePages
import Model
import PassArchive
package import Vault
import VaultStorage
package import Web

/// Exports of passes: sealed, as FHIR, as a table.
package enum ExportFeature: Feature {
    package static let routes: [Route] =
        Route.withoutConsent([
            .get(Links.exportAll, { exportPage($0, of: nil) }),
            .post(Links.exportAll, { try await export($0, $1, of: nil) }).long,
            .get(Links.export, { exportPage($0, of: $1) }),
            .post(Links.export, { try await export($0, $1, of: $2) }).long,
            .get(Links.exportFHIR, showFHIR).long,
            .get(Links.exportTable, showTable).long,
            .get(Links.printed, showPrint).long,
            .get(Links.schoolSheet, showSchoolSheet).long,
        ]) + [
            .get(Links.appointmentSheet, showAppointmentSheet).long
        ]
    package static let pages: [any Page.Type] = [
        ExportPage.self, PrintPage.self, SchoolSheetPage.self, AppointmentSheetPage.self,
    ]
    package static var codes: [any MessageCode.Type] { [ExportForm.Fault.self] }

    /// An International Patient Summary; a plain bundle for animals.
    static func showFHIR(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let codes = ClinicalCodes(member.catalogue, language: member.words.code)
        let body = try await download(pass, member, as: "fhir") { pass in
            var generator = SystemRandomNumberGenerator()
            return PatientSummary(pass, codes: codes, at: member.now, using: &generator)
        }
        return Response.download(body, "application/fhir+json", name(member, ending: "fhir.json"))
    }

    /// The vaccinations as a table that spreadsheets open.
    static func showTable(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let separator = member.words.tableSeparator
        let body = try await download(pass, member, as: "csv") { _ in TableExport(separator: separator) }
        return Response.download(body, "text/csv; charset=utf-8", name(member, ending: "csv"))
    }

    /// A pass in a format of others.
    private static func download(
        _ pass: PassRecord, _ member: SignedInRequest, as format: String,
        _ writer: @escaping @Sendable (ArchivedPass) -> any PassWriter
    ) async throws -> ResponseBody {
        let body = try PassDownload(pass: pass, writer: writer).body(for: member)
        await member.log(.exported, format)
        return body
    }

    /// The pass as it looks on paper; the browser prints it.
    static func showPrint(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let (record, certificates) = try await member.vault.read { records in
            (try HealthRecord(pass, in: records), try records.certificates(of: pass.id))
        }
        await member.log(.printed)
        let (judge, release, today) = (CertificateJudge(member.services), member.release, member.today)
        var signed: Vaccination?
        let judged = try judge.listed(certificates) { certificate in
            let told = certificate.content.map { VaccinationDraft.all($0, catalogue: release.catalogue) } ?? []
            signed = BorderLine.first(of: told.map(\.vaccination) + [signed].compactMap(\.self), release.catalogue)
        }
        let page = PrintPage(
            record: record, certificates: judged, signed: signed, release: release,
            answer: try record.answer(release, on: today), today: today, asked: member.query("page"))
        return member.page(page, about: pass)
    }

    /// A sheet to take along to an appointment.
    static func showAppointmentSheet(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let record = try await member.record(of: pass)
        await member.log(.printed)
        let (release, today) = (member.release, member.today)
        let page = AppointmentSheetPage(record: record, release: release, answer: try record.answer(release, on: today))
        return member.page(page, about: pass)
    }

    /// A sheet for what the law asks for of whoever goes to school; not found where none does.
    static func showSchoolSheet(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let record = try await member.record(of: pass)
        let (release, today) = (member.release, member.today)
        let requirement = try record.requirement(release).found()
        await member.log(.printed)
        let page = SchoolSheetPage(
            record: record, requirement: requirement, catalogue: release.catalogue,
            answer: try record.answer(release, on: today), today: today)
        return member.page(page, about: pass)
    }
}

extension ExportFeature {
    private static func export(_ member: SignedInRequest, _ fields: FormFields, of pass: PassRecord?) async throws
        -> Response
    {
        let form = ExportForm(fields, accounts: member.accounts, words: member.words)
        guard let passphrase = form.passphrase else { return exportPage(member, of: pass, form.errors) }
        let hold = try member.services.opened.enterNow(member.claimant, units: 0)
        let (damaged, names, sizes) = try await damaged(member, pass.map { [$0] } ?? member.passes, hold)
        guard damaged.isEmpty || fields["incomplete"] != nil else {
            let errors = FormErrors(
                "incomplete", member.words(.`archive.incomplete`, ["names": member.words.list(names)]))
            return exportPage(member, of: pass, errors)
        }
        var generator = SystemRandomNumberGenerator()
        let key: PassphraseKey
        do {
            let parameters = try ScryptParameters(workFactor: member.services.exportWorkFactor, using: &generator)
            key = try await member.services.scrypt.derive(
                from: passphrase, parameters, for: member.claimant)
        } catch {
            throw HTTPProblem.timeout
        }
        let archive = try await archive(member, pass.map { [$0] } ?? member.passes, as: "age")
        let name = name(member, ending: "age")
        return SealedDownload(
            archive: archive, vault: member.vault, without: damaged, sizes: sizes, hold: hold, key: key, name: name,
            now: member.now
        ).response(on: member.services.longThreads, for: member.claimant)
    }

    /// Attachments that can't be opened any more, and their names: known before the first byte is sent.
    private static func damaged(
        _ member: SignedInRequest, _ passes: [PassRecord], _ hold: FairSemaphore.Permit
    ) async throws -> (Set<AttachmentID>, [String], [AttachmentID: Int]) {
        var (damaged, names): (Set<AttachmentID>, [String]) = ([], [])
        let kept = try await member.vault.read { records in try passes.flatMap { try records.attachments(of: $0.id) } }
        for item in kept {
            do {
                let room = try await hold.wait(for: item.size)
                defer { withExtendedLifetime(room) {} }
                _ = try await member.vault.content(of: item.id)
            } catch let error as VaultError where error.isOfAttachment {
                damaged.insert(item.id)
                names.append(item.attachment.name)
            }
        }
        return (damaged, names, Dictionary(kept.map { ($0.id, $0.size) }) { $1 })
    }

    private static func exportPage(
        _ member: SignedInRequest, of pass: PassRecord?, _ errors: FormErrors = FormErrors()
    ) -> Response {
        var generator = SystemRandomNumberGenerator()
        let page = ExportPage(
            pass: pass, count: member.passes.count,
            generated: PassphraseGenerator.passphrase(language: member.words.code, using: &generator),
            file: name(member, ending: "age").text,
            errors: errors, catalogue: member.catalogue)
        return member.page(page, about: pass, status: errors.status)
    }

    /// Reads what is handed out, and notes it in the access log.
    package static func archive(
        _ member: SignedInRequest, _ passes: [PassRecord], logging code: AccessEvent.Code = .exported,
        as format: String? = nil
    ) async throws -> AccountArchive {
        let (judge, catalogue) = (CertificateJudge(member.services), member.catalogue)
        let archive = try await member.vault.read { records in try AccountArchive(passes, in: records) }
            .proven(by: judge, catalogue)
        await member.log(code, format)
        return archive
    }

    /// Without anybody's name: it stays in lists of downloads and in mails.
    private static func name(_ member: SignedInRequest, ending: String) -> DownloadName {
        DownloadName("vaccinapp", on: member.today.description, ending: ending)
    }
}
