import CivilDates
import Foundation
import Immunization
import Model
import Vault

/// The vaccinations of a pass under each disease that they protect against, and how far each series is.
struct DiseaseView {
    /// The newest of each disease that are shown, more than a life has of any; the page's first list has them all.
    static let mostDoses = 100

    let pass: PassRecord
    let vaccinations: [VaccinationRecord]
    let advice: Advice?
    let names: VaccinationNames

    /// One row for each disease, by name.
    var rows: [DiseaseRow] {
        var byTarget: [String: [VaccinationRecord]] = [:]
        for vaccination in vaccinations {
            for target in names.targets(vaccination) { byTarget[target, default: []].append(vaccination) }
        }
        let locale = names.words.locale
        return byTarget.map { (name: names.target($0.key), target: $0.key, doses: $0.value) }
            .sorted { left, right in
                let order = left.name.compare(right.name, locale: locale)
                return order == .orderedSame ? left.target < right.target : order == .orderedAscending
            }
            .map { disease in
                DiseaseRow(
                    name: disease.name, progress: advice?.standing(disease.target).map(progress),
                    doses: disease.doses.prefix(Self.mostDoses).map { row($0, disease.target) },
                    more: max(0, disease.doses.count - Self.mostDoses))
            }
    }

    private func row(_ vaccination: VaccinationRecord, _ target: String) -> DiseaseDoseRow {
        let words = advice.map { VerdictWords(advice: $0, names: names) }
        return DiseaseDoseRow(
            link: Links.vaccination(pass.id, vaccination.id), date: names.words.about(vaccination.date),
            vaccine: names.vaccine(vaccination), warning: words?.warning(vaccination.id, against: target))
    }

    /// '2 of 3, next from 12 March 2026'.
    private func progress(_ standing: Advice.Standing) -> String {
        StandingWords(names: names, advice: advice).sentence(standing)
    }
}

/// How far a series is, in words.
struct StandingWords {
    let names: VaccinationNames
    let advice: Advice?

    private var words: Localizer { names.words }

    func sentence(_ standing: Advice.Standing) -> String {
        let (progress, recommendation) = (standing.progress, standing.recommendation)
        let total = advice?.total(progress, of: recommendation) ?? progress.planned
        let given = words(.progressGiven, count: total, ["given": String(progress.given)])
        switch progress.status {
        case .complete: return complete(recommendation)
        case .immune: return words[.progressImmune]
        case .contraindicated: return words[.progressContraindicated]
        case .askDoctor: return words[.progressAskDoctor]
        case .agedOut, .notRecommended: return notNeeded(progress, recommendation)
        case .notComplete: break
        }
        guard !recommendation.isIdle, advice?.isFar(recommendation) != true else {
            return notNeeded(progress, recommendation)
        }
        if advice?.isUnrecorded(recommendation) == true { return words[.progressUnrecorded] }
        if advice?.isOnlyContinued(recommendation) == true {
            return words(.progressNext, ["progress": words[.progressUnrecorded], "next": next(standing)])
        }
        let begun = progress.isBooster || total == 0 || progress.given >= total
        return words(
            .progressNext, ["progress": begun ? words[standingAfter(progress)] : given, "next": next(standing)])
    }

    /// That it is complete, and which result is asked for then.
    private func complete(_ recommendation: Recommendation) -> String {
        let unmeasured = advice.flatMap { advice in
            ReasonWords(advice: advice, names: names).unmeasured(recommendation)
        }
        return unmeasured.map { "\(words[.progressComplete]). \($0)" } ?? words[.progressComplete]
    }

    /// What is said where no dose is to come: that the course isn't finished, if it isn't.
    private func notNeeded(_ progress: SeriesProgress, _ recommendation: Recommendation) -> String {
        guard let begun = advice?.begun(progress.key.antigen) else {
            return words[recommendation.reason == .noIndication ? .progressOnOccasion : .progressNotNeeded]
        }
        return words(.progressBegun, count: begun.planned, ["given": String(begun.given)])
    }

    /// What is said once the primary course is over, or where there is none.
    private func standingAfter(_ progress: SeriesProgress) -> Message {
        if advice?.isRegular(progress) == true { return .progressRepeat }
        return progress.given > 0 ? .progressBasicComplete : .progressBooster
    }

    private func next(_ standing: Advice.Standing) -> String {
        let progress = standing.progress
        guard let day = progress.nextRecommended ?? progress.nextFrom, let today = advice?.today, day > today else {
            return words[.progressNow]
        }
        return words(.progressFrom, ["when": words.day(day, of: [standing.recommendation])])
    }
}

extension Recommendation {
    /// Whether nothing is to be done about it.
    var isIdle: Bool { state > .planned }
}
