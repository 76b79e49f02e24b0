import CivilDates
import Foundation
import HealthCertificate
import HTTPTypes
import Hummingbird
import Lists
import Model
import Vault
import Web

extension CertificatesFeature {
    /// 'Was it accepted in … on …?': the question, and its answer where both are given in the query.
    static func showAcceptance(_ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate) async throws
        -> Response
    {
        let certificate = CertificateJudge(member.services).judged(record)
        let fields = try member.visit.request.queryFields()
        let form = AcceptanceForm(fields, words: member.words)
        let content = member.services.trust.content
        var answer: AcceptanceAnswer?
        if let question = form.question, let asked = certificate.content {
            let certificates = try await member.vault.read { records in try records.certificates(of: pass.id) }
            answer = AcceptanceAnswer(
                asked, of: try read(certificates, of: asked.holder, until: question.day), question, by: content)
        }
        let page = AcceptancePage(
            form: FormView(again: fields, form.errors), pass: pass,
            certificate: certificate, hasRules: content.rules.contains { $0.date != nil }, answer: answer)
        return member.page(page, about: pass, status: form.errors.status)
    }
}

extension CertificatesFeature {
    /// The most that rules look at: of each kind of statement they ask for the newest.
    private static let mostForRules = 40

    /// Somebody's certificates that rules are written for, the newest first, as far as they speak of no later day.
    private static func read(
        _ certificates: [Certificate], of holder: Holder, until day: CalendarDate
    ) throws -> [SignedCertificate] {
        var found: [SignedCertificate] = []
        for record in certificates where found.count < mostForRules {
            try Task.checkCancellation()
            guard let content = try? SignedCertificate(text: record.text), content.format == .euDCC,
                content.holder.isSame(as: holder), content.claims.immunityDay.map({ $0 <= day }) ?? false
            else { continue }
            found.append(content)
        }
        return found
    }
}

/// The country and the day that are asked about.
struct AcceptanceForm: Sendable {
    let question: (country: String, day: CalendarDate)?
    let errors: FormErrors

    /// - Parameter fields: Without any of the form's nothing is asked yet, and nothing is wrong.
    init(_ fields: FormFields, words: Localizer) {
        guard ["country", "on-day", "on-month", "on-year"].contains(where: { fields[$0] != nil }) else {
            (question, errors) = (nil, FormErrors())
            return
        }
        var reader = FormReader(fields, words)
        let country = reader.text("country")
        if country.map(words.isCountry) != true {
            reader.fail("country", .`error.country.unknown`)
        }
        let day = reader.date("on", partial: false, today: .last)?.latest
        errors = reader.errors
        question = country.flatMap { country in day.map { (country, $0) } }.flatMap { reader.errors.isEmpty ? $0 : nil }
    }
}

/// The page of the question.
struct AcceptancePage: FormPage {
    let form: FormView
    let pass: PassRecord
    let certificate: JudgedCertificate
    /// Whether rules were imported at all.
    let hasRules: Bool
    let answer: AcceptanceAnswer?
    static let template = "Certificates/acceptance"

    func title(_ words: Localizer) -> String { words[.`acceptance.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.certificate($0.pass.id, $0.certificate.record.id) },
        .text("holder") { $0.certificate.content?.holder.name.display ?? $0.pass.name },
        .text("action") { Links.acceptance($0.pass.id, $0.certificate.record.id) },
        .flag("hasRules") { $0.hasRules },
        .one("country") { page, words in
            page.form.choiceControl("country", words.countries.map { .init(value: $0.code, text: $0.name) })
        },
        .one("on") { $0.form.dateControl("on") }, .one("answer") { $0.answer },
    ]
}

/// What the rules of a country say of a certificate on a day.
struct AcceptanceAnswer: TemplateModel {
    let country: String
    let day: CalendarDate
    let acceptance: Acceptance
    /// The rules by which a booster was due then.
    let boosters: [BusinessRule]
    /// What is wrong with the certificate itself, whatever the rules say; nil where nothing is.
    let evidence: Evidence?

    /// Whether the rules were met by a certificate that counts.
    private var isAccepted: Bool { acceptance.answer == .accepted && evidence == nil }

    /// - Parameter all: the certificates of the same holder, which tell whether a booster was due.
    init(
        _ certificate: SignedCertificate, of all: [SignedCertificate], _ question: (country: String, day: CalendarDate),
        by content: TrustContent
    ) {
        (country, day) = question
        // The middle of the day, by the clock that certificates are written in.
        let noon = Date(timeIntervalSince1970: TimeInterval(day.dayNumber) * 86_400 + 43_200)
        acceptance = content.acceptance(of: certificate, in: country, at: noon)
        boosters = content.boostersDue(for: all, in: country, at: noon)
        // Certificates are reissued: that one came later doesn't mean that there was none then.
        let faults = content.store.judge(certificate, at: noon).faults.filter {
            ![.notYetValid, .signerNotYetValid].contains($0)
        }
        evidence = faults.first.map { Evidence($0, hasWarnings: false) }
    }

    static let fields: [TemplateField<Self>] = [
        .text("sign") { $0.isAccepted ? "done" : "soon" },
        .text("text") { answer, words in answer.text(words) },
        .text("age") { answer, words in answer.age(words) },
        .text("booster") { answer, words in
            answer.boosters.isEmpty
                ? nil
                : words(
                    .`acceptance.booster`,
                    ["country": words.country(answer.country), "date": words.date(answer.day.description)])
        },
        .rows("boosters") { answer in answer.boosters.map { AcceptanceRuleRow(rule: $0) } },
        .flag("hasRows") { !$0.acceptance.results.isEmpty },
        .rows("rows") { answer in
            answer.acceptance.results.map { AcceptanceRuleRow(rule: $0.rule, outcome: $0.outcome) }
        },
    ]

    /// The answer in a sentence.
    func text(_ words: Localizer) -> String {
        if let evidence, acceptance.answer == .accepted {
            return words(
                .`acceptance.rules-alone`,
                [
                    "country": words.country(country), "date": words.date(day.description),
                    "evidence": words(evidence),
                ])
        }
        let year = acceptance.rulesDate.map { String(CalendarDate($0, in: .gmt).year) } ?? ""
        return words(
            acceptance.answer,
            ["country": words.country(country), "date": words.date(day.description), "year": year])
    }

    /// Of when the rules are, and for how long they answer; nil where none of them is the country's.
    private func age(_ words: Localizer) -> String? {
        guard acceptance.answer != .noRules, acceptance.answer != .otherKind else { return nil }
        guard let date = acceptance.rulesDate, let end = acceptance.lastDay else { return nil }
        return words(.`acceptance.age`, ["date": words.date(date), "end": words.date(end.description)])
    }
}

/// A rule, and what it says where it was asked.
struct AcceptanceRuleRow: TemplateModel {
    let rule: BusinessRule
    var outcome: RuleResult.Decision?

    static let fields: [TemplateField<Self>] = [
        .text("rule") { $0.rule.identifier },
        .text("description") { row, words in row.rule.description(in: [words.code]) },
        .text("outcome") { row, words in
            switch row.outcome {
            case .passed: words[.`acceptance.rule.passed`]
            case .failed: words[.`acceptance.rule.failed`]
            case .open: words[.`acceptance.rule.open`]
            case nil: nil
            }
        },
    ]
}

extension Acceptance.Answer: MessageCode {
    package static let family = "acceptance.answer"
    package var parameters: Set<String> {
        switch self {
        case .rulesTooOld: ["country", "date", "year"]
        case .otherKind: []
        case .accepted, .notAccepted, .open, .noRules: ["country", "date"]
        }
    }
}
