import CivilDates
import Immunization

/// Merges what several schedules, kinds of rows and trips say of the same antigens into one line for each group.
struct LineMaker {
    let judgement: Judgement
    let catalogue: Catalogue
    /// The groups of the schedule of the country that the patient lives in, and each other antigen of the species.
    let groups: [(id: String, antigens: [String])]
    /// The country of that schedule.
    private let home: String?
    /// The courses of which some doses were given, others lack, and nothing asks to go on, by antigen, those that press most
    /// first: why, and how many doses each has.
    private let begun: [(antigen: String, why: Answer.Begun, planned: Int)]
    private var patient: Patient { judgement.patient }

    init(judgement: Judgement, catalogue: Catalogue) {
        (self.judgement, self.catalogue) = (judgement, catalogue)
        begun = Self.begun(judgement.recommendations)
        let schedule = Self.homeSchedule(judgement)
        home = schedule?.country
        let own = Set(catalogue.targets.filter { $0.species == judgement.patient.species }.map(\.id))
        let groups =
            schedule.map { schedule in
                schedule.groups.map { (id: $0.id, antigens: $0.antigens.filter(own.contains)) }
            }?.filter { !$0.antigens.isEmpty } ?? []
        let grouped = Set(groups.flatMap(\.antigens))
        self.groups = groups + own.subtracting(grouped).sorted().map { ($0, [$0]) }
    }

    /// The patient's country's own schedule; where there is none, the first that others are judged by.
    private static func homeSchedule(_ judgement: Judgement) -> Schedule? {
        let patient = judgement.patient
        let national = judgement.recommender.engine.schedules.filter {
            $0.species == patient.species && $0.country != nil
        }
        let home = national.filter { $0.country.map(patient.home.contains) ?? false }
        // Of several of one country the one that says most: a state's own has a few rows.
        return home.max { $0.series.count < $1.series.count } ?? national.first(where: \.isDefault) ?? national.first
    }

    /// A line for each group, of what claims say of its antigens.
    func lines(_ claims: [Claim]) -> [Answer.Line] {
        var places: [String: [Int]] = [:]
        for (place, claim) in claims.enumerated() {
            for antigen in claim.antigens { places[antigen, default: []].append(place) }
        }
        return groups.map { id, group in
            let own = Set(group.flatMap { places[$0] ?? [] }).sorted()
            return line(id, group, own.map { claims[$0] }.sorted(by: Self.precedes))
        }
    }

    private func line(_ id: String, _ group: [String], _ own: [Claim]) -> Answer.Line {
        var line = Answer.Line(id: id, group: group)
        line.immune = immune(group, own)
        if own.allSatisfy({ $0.state == .notRecommended }) {
            let course = begun.first { group.contains($0.antigen) }
            (line.begun, line.total) = (course?.why, course?.planned)
        }
        guard let first = own.first else { return line }
        let same = own.filter { $0.state == first.state && $0.isQuestion == first.isQuestion }
        line.state = first.state
        line.isQuestion = first.isQuestion
        describe(&line, by: same)
        line.notes = notes(same, among: own)
        line.notes += Pregnancies(judgement: judgement, catalogue: catalogue).notes(line, same)
        line.course = same.flatMap(\.rows).filter { $0.kind == .standard && !$0.selection.isDefault }.map(\.note)
            .filter { !$0.isEmpty }.unique()
        setDays(&line, by: same)
        line.also =
            [withoutAsking(same)].compactMap(\.self)
            + own.filter { $0.state != first.state && $0.state != .notRecommended }.map(also)
        line.places = places(own.filter { $0.rank == first.rank })
        return line
    }

    /// What wins first; of equal ones what needs no answer, then the earlier day.
    private static func precedes(_ left: Claim, _ right: Claim) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        if left.isQuestion != right.isQuestion { return right.isQuestion }
        let days = (left.recommended ?? .last, right.recommended ?? .last)
        return days.0 != days.1 ? days.0 < days.1 : left.recommendation.id < right.recommendation.id
    }

    private func describe(_ line: inout Answer.Line, by claims: [Claim]) {
        guard let first = claims.first else { return }
        let recommendation = first.recommendation
        let named = Set(claims.flatMap(\.antigens))
        line.antigens = line.group.filter(named.contains)
        line.dose = recommendation.doseNumber
        line.isBooster = first.isBooster && !first.isSeasonal
        (line.isSeasonal, line.isYearly) = (first.isSeasonal, first.isYearly)
        line.isImmune = recommendation.state == .immune
        line.told = claims.compactMap(\.told).first
        line.isCourseUnknown = claims.allSatisfy(\.isCourseUnknown)
        line.vaccines = recommendation.vaccines
        line.reasons = Reasons(judgement: judgement, catalogue: catalogue).reasons(of: first)
        line.why = claims.flatMap(\.recommendation.why).unique()
        line.schedules = claims.map(\.recommendation.schedule).unique()
        line.sources = claims.flatMap(\.recommendation.sources).unique()
        line.urgent = claims.compactMap(\.urgent).first
        line.isDraft = claims.contains { $0.recommendation.review == .draft }
        if line.state == .complete { line.finding = missingFinding(recommendation) }
        if line.state == .contraindicated { line.until = endOfContraindication(claims) }
    }

    /// What the rows say of the next dose: one that only refreshes says nothing of a course that isn't complete.
    private func notes(_ claims: [Claim], among own: [Claim]) -> [[String: String]] {
        guard claims.contains(where: { !$0.recommendation.notes.isEmpty }) else { return [] }
        let isBasic = own.contains { claim in
            claim.series.contains { series in
                Claim.isOpen(series) && !series.isBooster && row(series, of: claim)?.isOnlyRefreshing == false
            }
        }
        let rows = claims.flatMap { claim in claim.series.compactMap { row($0, of: claim) } }
        let telling = isBasic ? rows.filter { !$0.isOnlyRefreshing } : rows
        return telling.map(\.note).filter { !$0.isEmpty }.unique()
    }

    private func row(_ series: SeriesAssessment, of claim: Claim) -> AntigenSeries? {
        judgement.row(series, of: claim.recommendation.schedule)
    }

    private func immune(_ group: [String], _ claims: [Claim]) -> Set<String> {
        let progress = claims.flatMap(\.recommendation.progress).filter { $0.status == .immune }
        return Set(progress.map(\.key.antigen)).intersection(group)
    }

    /// The result that a finished course is measured by, where none is entered: anti-HBs after hepatitis B.
    private func missingFinding(_ recommendation: Recommendation) -> String? {
        let findings = recommendation.indications.flatMap(\.unless).filter { $0.contains("/") }
            .compactMap { $0.split(separator: "/").first.map(String.init) }
        let known = Set(patient.observations.map(\.code))
        return findings.first { !known.contains($0) }
    }

    private static func begun(
        _ recommendations: [Recommendation]
    ) -> [(antigen: String, why: Answer.Begun, planned: Int)] {
        recommendations.filter { $0.state == .notRecommended || $0.state == .agedOut }.flatMap { recommendation in
            recommendation.progress.filter { (1..<max($0.planned, 1)).contains($0.given) }.map { course in
                (course.key.antigen, recommendation.reason == .noIndication ? .withoutGround : .tooOld, course.planned)
            }
        }
    }

    private func setDays(_ line: inout Answer.Line, by claims: [Claim]) {
        guard line.state.isOpen || line.state == .tooLate else { return setDaysAsked(&line, by: claims) }
        line.firstDay = claims.compactMap(\.recommendation.earliest).min()
        let day = claims.compactMap(\.recommended).min()
        line.day = day.map { max($0, judgement.day) } ?? judgement.day
        if line.state == .now || line.state == .nowUnlessGiven, let day, day < judgement.day { line.since = day }
        // A trip may need it before its first day: that is no day to give it by.
        let lasts = claims.compactMap { $0.lastGoodDay(in: judgement) }.filter { last in
            line.state == .tooLate || line.firstDay.map { $0 <= last } ?? true
        }
        line.lastGoodDay =
            lasts.filter { $0 >= judgement.day || line.state == .tooLate }.min() ?? lasts.filter(isJustOver).max()
        line.lastDay = claims.compactMap(\.recommendation.latest).min()
    }

    /// The later day from which a dose is recommended anyway that a doctor may decide for before.
    private func withoutAsking(_ claims: [Claim]) -> Answer.Also? {
        let asked = claims.filter { $0.state == .ask && $0.recommendation.state == .askDoctor }
        return asked.compactMap { claim -> Answer.Also? in
            let later = claim.series.filter { series in
                series.forecast.status == .notComplete && series.forecast.recommended ?? .first > judgement.day
            }
            guard let next = later.min(by: { ($0.forecast.recommended ?? .last) < ($1.forecast.recommended ?? .last) })
            else { return nil }
            let day = next.forecast.recommended
            return Answer.Also(
                state: judgement.ahead(day), day: day, antigens: claim.antigens,
                reasons: Reasons(judgement: judgement, catalogue: catalogue).gap(of: next),
                schedule: claim.recommendation.schedule)
        }.min { ($0.day ?? .last) < ($1.day ?? .last) }
    }

    /// Between which days it can be given, where a trip asks about it.
    private func setDaysAsked(_ line: inout Answer.Line, by claims: [Claim]) {
        let trips = claims.filter(\.recommendation.isForTripAlone)
        guard line.state == .ask, !trips.isEmpty, trips.count == claims.count else { return }
        line.firstDay = trips.compactMap(\.recommendation.earliest).min()
        line.lastGoodDay = trips.compactMap { $0.lastGoodDay(in: judgement) }.filter { judgement.day <= $0 }.min()
    }

    /// Whether a last day was so short ago that the dose comes before all that is in time.
    private func isJustOver(_ day: CalendarDate) -> Bool { day.adding(judgement.recommender.soon) > judgement.day }

    private func also(_ claim: Claim) -> Answer.Also {
        Answer.Also(
            state: claim.state, day: claim.state.isOpen ? claim.recommended : nil, antigens: claim.antigens,
            reasons: Reasons(judgement: judgement, catalogue: catalogue).reasons(of: claim),
            schedule: claim.recommendation.schedule)
    }

    /// Until when what forbids it holds, where all of it has an end.
    private func endOfContraindication(_ claims: [Claim]) -> CalendarDate? {
        let codes = claims.flatMap(\.series).compactMap { series -> String? in
            if case .contraindication(let code) = series.forecast.reason { code } else { nil }
        }
        let ends = codes.map { code -> CalendarDate? in
            if code == PatientObservation.pregnancy {
                return patient.pregnancyStart?.adding(CalendarPeriod(weeks: 40))
            }
            let engine = judgement.recommender.engine
            let told = engine.told(code, of: patient).map(engine.lastDay)
            return told.contains(nil) ? nil : told.compactMap(\.self).max()
        }
        return ends.contains(nil) ? nil : ends.compactMap(\.self).max()
    }

    /// The patient's own country where not only trips ask for it, and the countries that are travelled to.
    private func places(_ claims: [Claim]) -> Set<String> {
        claims.reduce(into: []) { places, claim in
            places.formUnion(claim.trips(of: patient, on: judgement.day).flatMap(\.countries))
            if !claim.recommendation.isForTripAlone, let home { places.insert(home) }
        }
    }
}

extension AntigenSeries {
    /// Whether it has no course of its own, as a booster for a job.
    fileprivate var isOnlyRefreshing: Bool { doses.allSatisfy { $0.isBooster || $0.isRecurring } }
}
