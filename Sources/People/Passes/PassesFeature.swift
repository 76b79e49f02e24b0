import CivilDates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Model
import Papers
import Vault
package import Web

/// Passes: onboarding, list, form, switch, deletion.
package enum PassesFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.welcome, showWelcome),
        .get(Links.passes, showPasses),
        .get(Links.newPass, form: { formPage($1 ?? FormView(), pass: nil, $0) }), .post(Links.newPass, makePass),
        .post(Links.activate, activatePass),
        .get(Links.editPass, form: editPage), .post(Links.editPass, form: editPage, changePass),
        .get(Links.deletePass, showDeletePass), .post(Links.deletePass, deletePass).long,
    ]
    package static let pages: [any Page.Type] = [
        PassListPage.self, WelcomePage.self,
    ]

    static func showWelcome(_ member: SignedInRequest) async throws -> Response {
        if let active = member.active { return member.redirect(to: Links.pass(active.id)) }
        return member.page(WelcomePage(form: FormView(), catalogue: member.catalogue))
    }

    static func showPasses(_ member: SignedInRequest) async throws -> Response {
        let passes = member.passes
        let rows = try await member.vault.read { records in
            try passes.map { pass in
                PassListPage.Row(pass: pass, vaccinations: try records.contents(of: pass.id).vaccinations)
            }
        }
        return member.page(PassListPage(rows: rows, catalogue: member.catalogue, today: member.today))
    }

    static func makePass(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let form = passForm(fields, member)
        guard form.errors.isEmpty else { return wrong(fields, form.errors, member) }
        let pass = try PassRecord(form.pass, createdAt: member.now)
        try await member.vault.write { records in
            try records.insert(pass)
            try records.activate(pass.id)
        }
        let isSecond = member.passes.contains { $0.content.mayBeOneWith(form.pass) }
        return member.done(isSecond ? .`done.pass-twin` : .`done.pass-saved`, at: Links.pass(pass.id))
    }

    static func editPage(_ member: SignedInRequest, _ form: FormView?, _ pass: PassRecord) -> EntryPage {
        formPage(form ?? FormView(values: pass.content.formValues(PassForm.fields)), pass: pass, member)
    }

    static func changePass(_ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord) async throws
        -> Response
    {
        let form = passForm(fields, replacing: pass.content, member)
        var errors = form.errors
        let vaccinations = try await member.vault.read { records in try records.vaccinations(of: pass.id) }
        if let first = Self.firstDose(of: vaccinations), let birth = form.pass.birthDate,
            first.latest < birth.earliest
        {
            let date = member.words.date(first)
            errors.add(
                "birthdate", member.words(.`error.birthdate.after-dose`, ["date": date]), anchor: "birthdate-day")
        }
        if form.pass.kind != pass.kind, !vaccinations.isEmpty {
            errors.add("kind", member.words(.`error.kind.vaccinations`, count: vaccinations.count))
        }
        try errors.check()
        let changed = try PassRecord(id: pass.id, form.pass, createdAt: pass.createdAt)
        try await member.vault.write { records in try records.update(changed) }
        return member.done(.`done.pass-saved`, at: Links.pass(pass.id))
    }

    /// Makes a pass the one that the pages speak of.
    static func activatePass(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        try await member.vault.write { try $0.activate(pass.id) }
        return member.redirect(to: Links.pass(pass.id))
    }

    static func showDeletePass(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let words = member.words
        let (contents, links, hasFeed) = try await member.vault.read { records in
            let running = try records.healthLinks(to: pass.id).filter { $0.expiresAt > member.now }
            return (try records.contents(of: pass.id), running.count, try records.calendarFeed(of: pass.id) != nil)
        }
        let counts: [(Message, Int)] = [
            (.`passes.delete.vaccinations`, contents.vaccinations),
            (.`passes.delete.certificates`, contents.certificates),
            (.`passes.delete.attachments`, contents.attachments), (.`passes.delete.links`, links),
        ]
        var alsoDeleted = counts.filter { $0.1 > 0 }.map { words($0.0, count: $0.1) }
        if hasFeed { alsoDeleted.append(words[.`passes.delete.calendar`]) }
        let page = EntryPage(
            deleting: words(.`passes.delete.title`, ["name": pass.name]),
            alsoDeleted.isEmpty ? words[.`passes.delete.nothing`] : nil, along: alsoDeleted,
            submit: words[.`passes.delete.submit`], action: Links.deletePass(pass.id), cancel: Links.pass(pass.id),
            isKept: true, words)
        return member.page(page, about: pass)
    }

    static func deletePass(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        if let feed = try await member.vault.read({ try $0.calendarFeed(of: pass.id) }) {
            try await member.revoke(feed)
        }
        for link in try await member.vault.read({ try $0.healthLinks(to: pass.id) }) {
            try await member.accounts.revoke(link, of: member.session.accountID)
        }
        let late = try await member.vault.write { records in
            let links = try records.healthLinks(to: pass.id)
            for link in links { try records.deleteHealthLink(link.id) }
            _ = try records.bin(pass.id, at: member.now)
            try ReminderPause.set(nil, of: pass.id, in: records)
            return links
        }
        // Those that were made meanwhile; a later one finds no pass.
        for link in late { try await member.accounts.revoke(link, of: member.session.accountID) }
        return member.done(.`done.pass-deleted`, at: Links.passes())
    }
}

extension PassesFeature {
    private static func passForm(_ fields: FormFields, replacing old: Pass? = nil, _ member: SignedInRequest)
        -> PassForm
    {
        PassForm(fields, replacing: old, catalogue: member.catalogue, today: member.today, words: member.words)
    }

    private static func formPage(_ form: FormView, pass: PassRecord?, _ member: SignedInRequest) -> EntryPage {
        .pass(form, pass, member.catalogue, member.words)
    }

    /// A new pass comes from either of two pages.
    private static func wrong(_ fields: FormFields, _ errors: FormErrors, _ member: SignedInRequest) -> Response {
        let form = FormView(again: fields, errors)
        return member.passes.isEmpty
            ? member.formAgain(WelcomePage(form: form, catalogue: member.catalogue))
            : member.formAgain(formPage(form, pass: nil, member))
    }

    /// The date of the dose that was certainly given first.
    private static func firstDose(of vaccinations: [VaccinationRecord]) -> PartialDate? {
        vaccinations.map(\.date).min { $0.latest < $1.latest }
    }
}

extension Pass {
    /// Whether both may be of one: of one kind and name, and born on what may be one day.
    fileprivate func mayBeOneWith(_ other: Pass) -> Bool {
        guard kind == other.kind, name.lowercased() == other.name.lowercased() else { return false }
        guard let one = birthDate, let two = other.birthDate else { return true }
        return one.earliest <= two.latest && two.earliest <= one.latest
    }
}
