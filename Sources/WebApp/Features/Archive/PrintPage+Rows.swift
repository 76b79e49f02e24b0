import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Model
import Vault

extension PrintPage {
    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.export($0.pass.id) }, .text("name") { $0.pass.name },
        .text("kind") { page, words in
            page.catalogue.species(page.pass.kind)?.names[words.code] ?? page.pass.kind
        },
        .rows("details") { page, words in Pass.details.compactMap { words.factLine($0, of: page.pass.content) } },
        .text("printed") { page, words in words.date(page.today.description) },
        .one("sheet") { SchoolSheetLink($0.record, $0.release) },
        .rows("tables") { page, words in page.matrix(words).tables },
        .one("border") { $0.border?.printed($1) },
        .rows("due") { $0.due($1) }, .text("unrecorded") { $0.unrecorded($1) },
        .flag("draft") { $0.advice?.isDraft ?? false },
        .flag("hasCertificates") { !$0.certificates.isEmpty },
        .rows("certificates") { page, words in
            page.certificates.map { certificate in
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

    private func names(_ words: Localizer) -> VaccinationNames {
        VaccinationNames(catalogue: catalogue, words: words)
    }

    private func matrix(_ words: Localizer) -> BookletMatrix {
        BookletMatrix(record.vaccinations, advice: advice, names: names(words))
    }

    /// What can be done now, and what comes within a year.
    private func due(_ words: Localizer) -> [PrintedDue] {
        guard let advice else { return [] }
        let end = today.adding(CalendarPeriod(years: 1))
        let due = advice.recommendations.filter { recommendation in
            recommendation.isToAsk
                || recommendation.state <= .planned && (recommendation.recommended ?? .last) <= end
                    && !advice.isUnrecorded(recommendation)
        }
        return RecommendationCard.cards(due).map {
            PrintedDue(recommendation: $0.recommendation, advice: advice, names: names(words))
        }
    }

    /// The diseases of which nothing is recorded, so that nobody can say what lacks.
    private func unrecorded(_ words: Localizer) -> String? {
        let found = advice.map { advice in advice.recommendations.filter(advice.isUnrecorded) } ?? []
        let targets = found.flatMap(\.antigens).map(names(words).target)
        return targets.isEmpty ? nil : words.list(words.sorted(Set(targets)))
    }
}

/// A recommendation on paper.
struct PrintedDue: TemplateModel {
    let recommendation: Recommendation
    let advice: Advice
    let names: VaccinationNames

    private func when(_ words: Localizer) -> String? {
        switch recommendation.state {
        case .overdue where advice.isMissed(recommendation): words[.recommendationsSince]
        case .overdue, .due: words[.recommendationsNow]
        case .askDoctor, .contraindicated: words.state(recommendation.state)
        default: words.day(of: recommendation)
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $1.list($0.recommendation.antigens.map($0.names.target)) },
        .text("step") { $0.advice.step($0.recommendation, $1) }, .text("when") { $0.when($1) },
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
