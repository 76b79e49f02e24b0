import CivilDates
import HTTPTypes
import HealthCertificate
import Hummingbird
import HummingbirdCore
import Immunization
import Intake
import Lists
import Model
import Vault
package import Web

/// The vaccinations of a pass: list, details, form, deletion.
package enum VaccinationsFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.pass, showVaccinations).long,
        .get(Links.newVaccination, showNewVaccination),
        .post(Links.newVaccination, { try await save($0, $1, pass: $2, vaccination: nil) }).long,
        .get(Links.vaccinationTable, showTyping).long,
        .post(Links.vaccinationTable, body: .form(.table), type).long,
        .get(Links.vaccination, showVaccination).long,
        .get(Links.editVaccination, showEditVaccination),
        .post(Links.editVaccination, { try await save($0, $1, pass: $2, vaccination: $3) }).long,
        .get(Links.deleteVaccination, showDeleteVaccination),
        .post(Links.deleteVaccination, deleteVaccination).long,
    ]
    package static let pages: [any Page.Type] = [
        VaccinationFormPage.self, VaccinationListPage.self, TypingPage.self, VaccinationPage.self,
    ]
    package static var codes: [any MessageCode.Type] { [DateReadingError.self, HistoryIssue.Kind.self] }

    /// The main screen: what a pass holds, newest first, each certificate judged now.
    static func showVaccinations(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        return try await member.keptPage(about: pass) { basis in
            let (record, certificates, attachments, noted, begun) = try await member.vault.read { records in
                (
                    try HealthRecord(pass, in: records), try records.certificates(of: pass.id),
                    try records.contents(of: pass.id).attachments, try AcknowledgedExpiries(in: records),
                    try BegunEntries(of: pass, in: records, at: basis.now)
                )
            }
            let release = basis.catalogue.release
            var evidence = DoseEvidence(
                of: pass, doses: record.vaccinations.map(\.content), catalogue: release.catalogue)
            let judged = try CertificateJudge(basis).listed(certificates) { evidence.add($0) }.ranked
            member.keep(CertificateOrder(judged, at: basis.now), of: pass, basis)
            let answer = try record.answer(release, on: basis.today)
            let page = VaccinationListPage(
                record: record, certificates: judged, evidence: evidence, release: release, answer: answer,
                sheet: SchoolSheetLink(record, release), attachments: attachments,
                ending: EndingDose.all(record, answer, release.catalogue, on: basis.today),
                expiring: ExpiryNotice.all(judged, of: pass, noted: noted, release.catalogue, isOnPass: true),
                pausedUntil: member.pausedUntil(pass, on: basis.today), isStart: member.passes.count == 1,
                begun: begun, asked: member.query("page"))
            return (
                page,
                (judged.compactMap(\.changesAt) + [begun.expires].compactMap(\.self)).min()
            )
        }
    }

    static func showVaccination(
        _ member: SignedInRequest, _ pass: PassRecord, _ vaccination: VaccinationRecord
    ) async throws -> Response {
        let (record, certificates, attachments) = try await member.vault.read { records in
            (
                try HealthRecord(pass, in: records), try records.certificates(of: pass.id),
                try records.attachments(of: vaccination.id)
            )
        }
        let (judge, release) = (CertificateJudge(member.services), member.release)
        var evidence = DoseEvidence(of: pass, doses: [vaccination.content], catalogue: release.catalogue)
        let judged = try judge.listed(certificates) { evidence.add($0) }.ranked
        let page = VaccinationPage(
            pass: pass, vaccination: vaccination,
            certificates: judged.filter { $0.record.vaccinationID == vaccination.id },
            evidence: evidence, catalogue: release.catalogue,
            answer: try record.answer(release, on: member.today),
            answerOnFirstDay: try record.onFirstDay(of: vaccination)?.answer(release, on: member.today),
            attachments: attachments, meant: meant(by: vaccination, pass, member))
        return member.page(page, about: pass)
    }

    static func showNewVaccination(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let saved = try await lastSaved(member, pass)
        // The next dose of a booklet is of the same visit, or of the same practice.
        let kept = [Vaccination.date, Vaccination.administeredBy, Vaccination.country]
        var values = saved?.content.formValues(kept) ?? [:]
        values["target"] = askedTarget(member, pass)
        var page = formPage(member, FormView(values: values), pass, nil)
        page.saved = saved
        return member.page(page, about: pass)
    }

    static func showEditVaccination(
        _ member: SignedInRequest, _ pass: PassRecord, _ vaccination: VaccinationRecord
    ) async throws -> Response {
        var page = formPage(member, FormView(values: VaccinationForm.values(vaccination)), pass, vaccination)
        let meant = meant(by: vaccination, pass, member)
        page.found = meant?.isEmpty == false ? meant : nil
        return member.page(page, about: pass)
    }

    static func showDeleteVaccination(
        _ member: SignedInRequest, _ pass: PassRecord, _ vaccination: VaccinationRecord
    ) async throws -> Response {
        let words = member.words
        let (certificates, attachments) = try await member.vault.read { records in
            (try records.certificates(of: vaccination.id).count, try records.attachments(of: vaccination.id).count)
        }
        var alsoDeleted: [String] = []
        if certificates > 0 { alsoDeleted.append(words(.`passes.delete.certificates`, count: certificates)) }
        if attachments > 0 { alsoDeleted.append(words(.`passes.delete.attachments`, count: attachments)) }
        let names = member.names
        let page = EntryPage(
            deleting: words[.`vaccinations.delete.title`],
            words(
                .`vaccinations.delete.what`,
                [
                    "vaccination": names.sentence(vaccination.content), "date": words.date(vaccination.date),
                ]),
            along: alsoDeleted, submit: words[.`vaccinations.delete.submit`],
            action: Links.deleteVaccination(pass.id, vaccination.id),
            cancel: Links.vaccination(pass.id, vaccination.id), isKept: true, words)
        return member.page(page, about: pass)
    }

    /// Moves a vaccination into the bin, the certificates that stand for it, and its scans.
    static func deleteVaccination(
        _ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord, _ vaccination: VaccinationRecord
    ) async throws -> Response {
        _ = try await member.vault.write { records in try records.bin(vaccination.id, at: member.now) }
        let next = fields["next"] == "another" ? Links.newVaccination(pass.id) : Links.pass(pass.id)
        return member.done(.`done.vaccination-deleted`, at: next)
    }
}

extension VaccinationsFeature {
    /// What the words of a dose may mean whose vaccine isn't known; nil where it has none, or they are known by now.
    private static func meant(
        by vaccination: VaccinationRecord, _ pass: PassRecord, _ member: SignedInRequest
    ) -> [VaccineSearch.Suggestion]? {
        guard vaccination.vaccine == nil, let text = vaccination.content.vaccineName else { return nil }
        return switch member.finder.find(text, for: pass.who(on: vaccination.date)) {
        case .one(let found, _): [found]
        case .choice(let some, _): some
        case .diseases, .refused: nil
        case .unknown: []
        }
    }

    /// The vaccination that the address names as the one saved just before.
    private static func lastSaved(_ member: SignedInRequest, _ pass: PassRecord) async throws -> VaccinationRecord? {
        guard let id = member.query("after").flatMap({ VaccinationID($0) }) else { return nil }
        return try await member.vault.read { try $0.vaccination(id) }.flatMap { $0.passID == pass.id ? $0 : nil }
    }

    /// The disease that the address names, if this species has it: what a line of the plan is about.
    private static func askedTarget(_ member: SignedInRequest, _ pass: PassRecord) -> String? {
        let id = member.query("target")
        return id.flatMap(member.catalogue.target).flatMap { $0.species == pass.kind ? $0.id : nil }
    }

    /// The form again, without saving: in another language, with the vaccines of a disease, with what a search found, or with what was
    /// picked of it.
    private static func showStep(
        _ member: SignedInRequest, _ fields: FormFields, pass: PassRecord, vaccination old: VaccinationRecord?
    ) -> Response? {
        var values = fields.typed
        let finder = member.finder
        let catalogue = finder.catalogue
        var found: [VaccineSearch.Suggestion]?
        var errors = FormErrors()
        if let picked = fields["found"].flatMap({ finder.suggestion($0, species: pass.kind) }) {
            values.merge(VaccinationForm.values(picked: picked, catalogue.names(member.words))) { $1 }
        } else if fields["find"] != nil {
            if let text = TextInput.clean(values["search"]) {
                found = finder.suggestions(for: text, species: pass.kind)
            } else {
                errors.add("search", member.words.about(pass)[.`error.search.empty`])
            }
        } else if fields["step"] != "vaccines", !fields.isShownAgain(in: member.words) {
            return nil
        }
        var page = formPage(member, FormView(values: values, errors: errors), pass, old)
        page.found = found
        return member.page(page, about: pass, status: errors.status)
    }

    private static func save(
        _ member: SignedInRequest, _ fields: FormFields, pass: PassRecord, vaccination old: VaccinationRecord?
    ) async throws -> Response {
        if let page = showStep(member, fields, pass: pass, vaccination: old) { return page }
        let finder = member.finder
        var form = VaccinationForm(
            fields, pass: pass, replacing: old?.content, finder: finder,
            today: member.services.latestDay, words: member.words)
        var questions: RowQuestionsView?
        if form.errors.isEmpty {
            let new = try VaccinationRecord(
                id: old?.id ?? .random(), passID: pass.id,
                form.vaccination.entered(over: old?.content, on: member.today),
                createdAt: old?.createdAt ?? member.now, updatedAt: member.now)
            let (outcome, batch) = try await store(
                new, over: old, Proposal(answersOf: fields, isEdit: old != nil), of: pass, member)
            switch outcome {
            case .saved:
                if fields["step"] == "another" {
                    return member.redirect(to: Links.newVaccination(pass.id, after: new.id))
                }
                return member.done(.`done.vaccination-saved`, at: Links.pass(pass.id), batch)
            case .isThere(let same, let notice):
                let page = Links.vaccination(pass.id, same.id)
                return notice.map { member.done($0, at: page, batch) } ?? member.redirect(to: page)
            case .asks(let review):
                questions = review.rows.first.map {
                    RowQuestionsView(row: $0, setting: pass.setting(member), isForm: true)
                }
                form.errors = questions?.errors ?? form.errors
            }
        }
        var values = fields.typed
        if let instead = fields[VaccinationForm.instead].flatMap({ finder.suggestion($0, species: pass.kind) }) {
            values.merge(VaccinationForm.values(picked: instead, finder.catalogue.names(member.words))) { $1 }
        }
        var page = formPage(member, FormView(values: values, errors: form.errors), pass, old)
        page.questions = questions
        page.found = form.found.isEmpty ? nil : form.found
        return member.formAgain(page, about: pass)
    }

    private static func formPage(
        _ member: SignedInRequest, _ form: FormView, _ pass: PassRecord, _ vaccination: VaccinationRecord?
    ) -> VaccinationFormPage {
        VaccinationFormPage(form: form, pass: pass, catalogue: member.catalogue, vaccination: vaccination)
    }
}
