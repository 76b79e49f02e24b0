import CivilDates
import Immunization

/// Says what each vaccination counts for: one that is right is never told not to count.
struct VerdictMaker {
    let judgement: Judgement
    let catalogue: Catalogue
    /// How many days earlier than we judge by the patient can have been born.
    private let daysOlder: Int
    /// The vaccinations, by id.
    private let vaccinations: [String: AdministeredDose]
    /// Those of which only the month or the year is known.
    private let inexact: Set<String>

    init(judgement: Judgement, catalogue: Catalogue, birth: PartialDate?) {
        (self.judgement, self.catalogue) = (judgement, catalogue)
        daysOlder = birth.map { max(0, $0.earliest.days(until: judgement.patient.birthDate)) } ?? 0
        vaccinations = Dictionary(judgement.patient.doses.map { ($0.id, $0) }) { first, _ in first }
        inexact = Set(judgement.patient.doses.filter { !$0.date.isExact }.map(\.id))
    }

    /// A dose so many days before its age was given for another reason, not by mistake.
    private static let anotherAge = 365

    /// By day, then by id and antigen; whatever lines come of them.
    var verdicts: [JudgedDose] {
        let told = Dictionary(grouping: judgement.assessments.flatMap(\.antigens), by: \.antigen)
        return CountingSeries.byAntigen(Set(told.keys), judgement).sorted { $0.key < $1.key }
            .flatMap { antigen, series in verdicts(antigen, (told[antigen] ?? []).flatMap(\.doses), series) }
            .filter { !ToldCourses.isTold($0.dose) }
            .sorted { ($0.date, $0.dose, $0.antigen) < ($1.date, $1.dose, $1.antigen) }
    }

    private func verdicts(
        _ antigen: String, _ told: [DoseEvaluation], _ series: CountingSeries
    ) -> [JudgedDose] {
        guard !Task.isCancelled else { return [] }
        let byDose = Dictionary(grouping: told + series.evaluations, by: \.dose)
        let doses = byDose.values.compactMap(\.first).sorted { ($0.date, $0.dose) < ($1.date, $1.dose) }
        let uncertain = doses.first { inexact.contains($0.dose) }?.date
        let validity = Validity(judgement: judgement)
        let pregnancies = Pregnancies(judgement: judgement, catalogue: catalogue)
        var (number, last, found) = (0, CalendarDate?.none, [JudgedDose]())
        for dose in doses {
            let given = vaccinations[dose.dose]
            var verdict = JudgedDose.Verdict.counts(number + 1)
            if !series.isCounted(dose.dose, after: number) {
                let why = series.isValid(dose.dose) ? series.tooSoon(dose.dose) : byDose[dose.dose] ?? []
                let found = invalid(why, given, antigen, uncertainFrom: uncertain)
                let isOfPregnancy =
                    found == .notNeeded
                    && given.map { pregnancies.mayBeAsked($0, against: antigen, after: last) } ?? false
                if !isOfPregnancy { verdict = found }
            }
            if case .counts = verdict { (number, last) = (number + 1, dose.date) }
            found.append(
                JudgedDose(
                    dose: dose.dose, antigen: antigen, date: dose.date, verdict: verdict,
                    validUntil: validity.end(of: dose.dose, on: dose.date, antigen) ?? given?.validUntil,
                    statedUntil: given?.validUntil)
            )
        }
        return found
    }

    /// The same, where lines go on with another kind of vaccine than was given last: that one follows.
    func following(_ verdicts: [JudgedDose], by lines: [Answer.Line]) -> [JudgedDose] {
        var told: Set<String> = []
        return verdicts.reversed().map { judged in
            guard judged.counts, told.insert(judged.antigen).inserted,
                let next = next(vaccinations[judged.dose], judged.antigen, lines)
            else { return judged }
            var judged = judged
            judged.verdict = next
            return judged
        }.reversed()
    }

    private func next(
        _ given: AdministeredDose?, _ antigen: String, _ lines: [Answer.Line]
    ) -> JudgedDose.Verdict? {
        guard let line = lines.first(where: { $0.group.contains(antigen) }), line.state.isOpen,
            line.antigens.contains(antigen), let kind = line.vaccines.first,
            let vaccine = given?.vaccine.flatMap(catalogue.vaccine),
            !line.vaccines.contains(vaccine.id), !line.vaccines.contains(vaccine.kind), !line.isSeasonal
        else { return nil }
        return .countsNext(kind: kind, on: line.since ?? line.day)
    }

    /// Why a dose doesn't count in any series; that it wasn't needed where none says so.
    ///
    /// - Parameter uncertain: the first day of a dose that is known in part only.
    private func invalid(
        _ evaluations: [DoseEvaluation], _ given: AdministeredDose?, _ antigen: String,
        uncertainFrom uncertain: CalendarDate?
    ) -> JudgedDose.Verdict {
        if let worthless = evaluations.first(where: { $0.status == .substandard }) {
            return .doesNotCount(worthless.reason == .reduced ? .reduced : .expired, since: nil)
        }
        if evaluations.contains(where: { $0.reason == .seriesComplete }) { return .notNeeded }
        let vaccine = given?.vaccine.flatMap(catalogue.vaccine)
        if vaccine?.isPassive == true, evaluations.contains(where: { $0.reason == .inadvertent }) {
            return .doesNotCount(.immunoglobulin, since: nil)
        }
        if let given, vaccine?.isPartial(against: antigen, on: given.date.latest) == true { return .ask(.partly) }
        let faults = evaluations.compactMap(fault).sorted { $0.since < $1.since }
        // Whatever a series would have counted, the product's own age comes first.
        if let product = faults.last(where: { $0.fault == .notForAge }), product.since >= faults[0].since {
            return tooYoung(given, .notForAge, since: product.since)
        }
        if evaluations.contains(where: { $0.reason == .childStrength }) { return .ask(.childStrength) }
        if evaluations.contains(where: { $0.reason == .unknownVaccine }) { return .ask(.unknownVaccine) }
        guard let (fault, since) = faults.first else {
            let from = given.flatMap { vaccine?.youngest(givenOn: $0.date, bornOn: judgement.patient.birthDate) }
            return from.map { tooYoung(given, .notForAge, since: $0) } ?? .notNeeded
        }
        if fault == .tooYoung { return tooYoung(given, fault, since: since) }
        return isUncertain(given, from: uncertain) ? .dependsOnDay : .doesNotCount(fault, since: since)
    }

    /// That a patient was too young, which is certain only if that holds for each day on which the patient can be born.
    private func tooYoung(
        _ given: AdministeredDose?, _ fault: JudgedDose.Shortcoming, since: CalendarDate
    ) -> JudgedDose.Verdict {
        let isCertain = given.map { $0.date.latest < since.adding(days: -daysOlder) } ?? true
        return isCertain ? .doesNotCount(fault, since: since) : .dependsOnDay
    }

    /// That a dose doesn't count whatever the patient's age is.
    static func worthless(_ dose: AdministeredDose) -> JudgedDose.Verdict? {
        if dose.isSubstandard { return .doesNotCount(.expired, since: nil) }
        return dose.isReduced ? .doesNotCount(.reduced, since: nil) : nil
    }

    private func fault(_ evaluation: DoseEvaluation) -> (fault: JudgedDose.Shortcoming, since: CalendarDate)? {
        switch evaluation.reason {
        case .tooYoung(let from, let days): days < Self.anotherAge ? (.tooYoung, from) : nil
        case .tooYoungForProduct(let from): (.notForAge, from)
        case .tooSoon(let from, _): (.tooSoon, from)
        case .conflict(_, let from, _): (.conflict, from)
        default: nil
        }
    }

    /// Whether its own day, or that of one before it, is known in part only.
    private func isUncertain(_ given: AdministeredDose?, from uncertain: CalendarDate?) -> Bool {
        guard let given, !inexact.isEmpty else { return false }
        return inexact.contains(given.id) || uncertain.map { $0 <= given.date.latest } ?? false
    }
}

extension Vaccine {
    /// From when on a dose would have been for the patient's age, if it was given before the age for which its product is
    /// licensed; the strength for adults counts in a child, too.
    fileprivate func youngest(givenOn day: PartialDate, bornOn birth: CalendarDate) -> CalendarDate? {
        guard strength != .adult, let first = licensedAges?.from.map(birth.adding), day.latest < first else {
            return nil
        }
        return first
    }

    /// Whether it doesn't hold all that protects against a target on a day.
    fileprivate func isPartial(against target: String, on day: CalendarDate) -> Bool {
        guard let dates = contentDates[target] else { return false }
        return (dates.from.map { day < $0 } ?? false) || (dates.until.map { $0 <= day } ?? false)
    }
}
