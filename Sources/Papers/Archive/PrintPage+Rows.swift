import Answers
import CivilDates
import Foundation
import HealthCertificate
import Immunization
import IntakePages
import Model
import Vault
import Web

extension PrintPage {
    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.export($0.pass.id) }, .text("name") { $0.pass.name },
        .text("kind") { page, words in
            page.catalogue.species(page.pass.kind)?.names[words.code] ?? page.pass.kind
        },
        .rows("details") { page, words in Pass.known.compactMap { words.factLine($0, of: page.pass.content) } },
        .text("printed") { page, words in words.date(page.today.description) },
        .one("sheet") { SchoolSheetLink($0.record, $0.release) },
        .rows("tables") { page, words in
            BookletMatrix(
                Array(page.paging.shown(of: page.record.vaccinations)), answer: page.answer,
                names: page.catalogue.names(words)
            ).tables
        },
        .one("paging") { $0.paging.links },
        .one("border") { $0.border?.printed($1) },
        .rows("due") { $0.due($1) },
        .flag("draft") { $0.answer.isDraft },
        .flag("hasCertificates") { $0.paging.number == 1 && !$0.certificates.isEmpty },
        .rows("certificates") { page, words in
            page.certificates.filter { _ in page.paging.number == 1 }.map { certificate in
                PrintedCertificate(
                    code: CertificateCode(certificate, of: page.pass.id, catalogue: page.catalogue, words: words))
            }
        },
    ]

    /// Of typed doses and of those that only a certificate tells.
    private var border: BorderLine? {
        let signed = certificates.compactMap(\.content).flatMap { VaccinationDraft.all($0, catalogue: catalogue) }
        return BorderLine(
            record.vaccinations.map(\.content) + signed.map(\.vaccination), catalogue: catalogue)
    }

    /// What is for now or to be asked, and what comes within a year.
    private func due(_ words: Localizer) -> [PrintedDue] {
        let end = today.adding(CalendarPeriod(years: 1))
        let told = AnswerWords(answer, of: record, release, words)
        return answer.lines.filter { line in
            switch line.state {
            case .now, .nowUnlessGiven, .ask, .tooLate, .contraindicated: true
            case .soon, .later: line.day ?? .last <= end
            case .complete, .notRecommended: false
            }
        }.map { PrintedDue(line: $0, words: told) }
    }
}

/// A line of the answer on paper.
struct PrintedDue: TemplateModel {
    let line: Answer.Line
    let words: AnswerWords

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, _ in row.words.name(row.line) }, .text("step") { row, _ in row.words.step(row.line) },
        .text("when") { row, _ in row.words.heading(row.line) },
    ]
}

/// A certificate on paper: its codes, and what they say.
struct PrintedCertificate: TemplateModel {
    let code: CertificateCode

    static let fields: [TemplateField<Self>] = [
        .rows("images") { $0.code.pictures }, .text("kind") { $0.code.view.kind },
        .text("target") { $0.code.view.target }, .text("what") { $0.code.view.what },
        .text("dose") { $0.code.view.dose }, .text("date") { $0.code.view.date },
        .text("holder") { $0.code.view.holder }, .text("expires") { $0.code.view.expiry },
    ]
}
