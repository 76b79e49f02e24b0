import CivilDates
import Foundation
import HealthCertificate
import HTTPTypes
import Hummingbird
import Immunization
import IntakePages
import Lists
import Model
import Vault
import Web

extension HealthFeature {
    /// The certificates of all who travel, as they are on the day of departure.
    static func showJourney(
        _ member: SignedInRequest, _ pass: PassRecord, _ journey: PassFacts.Journey
    ) async throws -> Response {
        let passes = member.passes
        let (facts, certificates) = try await member.vault.read { records in
            (
                try passes.map { PassFacts(try records.facts(of: $0.id)) },
                try passes.map { try records.certificates(of: $0.id) }
            )
        }
        let noon = Date(timeIntervalSince1970: TimeInterval(journey.from.dayNumber) * 86_400 + 43_200)
        let judge = CertificateJudge(trust: member.services.trust.current, moment: noon)
        let travellers = passes.indices.filter { other in
            passes[other].id == pass.id || facts[other].journeys.contains { $0.isShared(with: journey) }
        }.map { Traveller(pass: passes[$0], certificates: certificates[$0].map(judge.judged)) }
        return member.page(
            JourneyPage(
                pass: pass, journey: journey, travellers: travellers, catalogue: member.catalogue,
                today: member.today), about: pass)
    }
}

extension PassFacts.Journey {
    /// Whether another one leads to the same country at the same time.
    fileprivate func isShared(with other: PassFacts.Journey) -> Bool {
        country == other.country && from <= other.end && other.from <= end
    }

    /// The last day; of one whose return isn't known, the first.
    private var end: CalendarDate { to ?? from }
}

/// One who travels, with the certificates as judged for the day of departure.
struct Traveller: Sendable {
    let pass: PassRecord
    let certificates: [JudgedCertificate]
}

/// A trip, with the certificates of everybody who has entered it.
struct JourneyPage: Page {
    let pass: PassRecord
    let journey: PassFacts.Journey
    let travellers: [Traveller]
    let catalogue: Catalogue
    let today: CalendarDate
    static let template = "Health/journey"
    let section = Section.recommendations

    func title(_ words: Localizer) -> String {
        words(.`journeys.certificates`, ["country": words.country(journey.country)])
    }

    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.journeys($0.pass.id) }, .text("when") { page, words in words.span(page.journey) },
        .text("day") { page, words in
            words(
                page.journey.from < page.today ? .`journeys.verdicts-then` : .`journeys.verdicts`,
                ["date": words.date(page.journey.from.description)])
        },
        .rows("travellers") { page, words in page.travellers.map { page.row($0, words) } },
    ]

    private func row(_ traveller: Traveller, _ words: Localizer) -> TravellerRow {
        TravellerRow(
            emoji: catalogue.emoji(traveller.pass.kind), name: traveller.pass.name,
            certificates: traveller.certificates.map { certificate in
                let view = CertificateView(certificate, catalogue: catalogue, words: words)
                let (pass, id) = (traveller.pass.id, certificate.record.id)
                return TravelCertificateRow(
                    view: view,
                    what: [view.result == nil ? view.what : "", view.date].filter { !$0.isEmpty }.joined(
                        separator: " · "),
                    link: Links.certificate(pass, id),
                    acceptance: certificate.content?.format == .euDCC
                        ? Links.acceptance(pass, id, in: journey.country, on: journey.from) : nil)
            })
    }
}

/// One who travels.
struct TravellerRow: TemplateModel {
    let emoji: String
    let name: String
    let certificates: [TravelCertificateRow]

    static let fields: [TemplateField<Self>] = [
        .text("emoji") { $0.emoji }, .text("name") { $0.name }, .flag("hasCertificates") { !$0.certificates.isEmpty },
        .rows("certificates") { $0.certificates },
    ]
}

/// One certificate with its verdict.
struct TravelCertificateRow: TemplateModel {
    let view: CertificateView
    let what: String
    let link: String
    /// Where it is asked whether rules accept it; nil where there are none for such certificates.
    let acceptance: String?

    static let fields: [TemplateField<Self>] =
        [
            .text("title") { $0.view.title }, .text("what") { $0.what }, .text("link") { $0.link },
            .text("acceptance") { $0.acceptance },
        ] + TemplateField.all { row, _ in VerdictLine(view: row.view) }
}
