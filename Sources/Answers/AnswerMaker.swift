public import CivilDates
public import Immunization

/// Makes an answer, step by step: what rows say, which courses were reported, what is planned, and the lines that follow.
struct AnswerMaker {
    let dossier: Dossier
    let catalogue: Catalogue
    let judgement: Judgement
    private let claims: [Claim]
    private let lineMaker: LineMaker
    /// By species and age only, so that those of a patient with reported courses are the same.
    private let combinations: Combinations

    init(_ dossier: Dossier, by engine: ImmunizationEngine, catalogue: Catalogue, on day: CalendarDate) {
        var dossier = dossier
        if let birth = dossier.birth, !birth.isExact {
            dossier.patient.birthDate = engine.birth(of: dossier.patient, in: birth, on: day)
        }
        (self.dossier, self.catalogue) = (dossier, catalogue)
        judgement = Judgement(dossier.patient, by: engine, on: day)
        lineMaker = LineMaker(judgement: judgement, catalogue: catalogue)
        combinations = Combinations(patient: dossier.patient, catalogue: catalogue)
        let judge = ClaimJudge(dossier, judgement)
        claims = judge.asking(judge.claims, combinations)
    }

    func answer() -> Answer {
        let first = lineMaker.lines(claims)
        let makers = QuestionMaker(
            dossier: dossier, judgement: judgement, catalogue: catalogue, combinations: combinations)
        let courses = CourseAnswers(makers, claims: claims, lines: first)
        let judge = VerdictMaker(judgement: judgement, catalogue: catalogue, birth: dossier.birth)
        let judged = judge.verdicts
        let known = KnownDates(judgement: judgement, catalogue: catalogue, doses: judged)
        let isAsked = !dossier.told.isEmpty || first.contains(where: \.isQuestion)
        let timing = Timing(judgement, catalogue)
        let told = (isAsked ? lineMaker.lines(courses.claims) : first).map {
            timing.arranged(known.keep(known.holding(courses.withQuestion($0))))
        }
        // What is arranged with a treatment anyway needs no answer.
        let courseQuestions = courses.questions.filter { question in
            question.answer != nil || told.contains { $0.isQuestion && question.lines.contains($0.id) }
        }
        let planned = courses.judgement.staying(from: refusedTrips(told, judged))
        let plan = VisitPlanner(
            judgement: planned, catalogue: catalogue, combinations: combinations, lines: told
        ).plan()
        let maker = VisitMaker(plan, planned, combinations)
        let coming = ComingLines(dossier: dossier, judgement: planned, catalogue: catalogue, plan: plan).telling(told)
        var visits = known.visits(maker.visits(of: coming), for: coming)
        let followed = SexQuestion(judgement: judgement, dossier: dossier).asking(
            coming.map { maker.follow($0, visits) }, remake: lineMaker.lines)
        let verdicts = judge.following(judged, by: followed)
        let doses = enteredDoses
        let sought = Set(courseQuestions.filter { $0.answer == .unknown }.flatMap(\.lines))
        let asked = followed.map { entered(doubted($0, verdicts), doses, verdicts) }
        let days = UnknownDays(judgement, for: asked)
        let sorted = sorted(available(asked.map { looked(days.telling($0), sought) }))
        let questions = courseQuestions + [makers.birthDate(sorted)].compactMap(\.self) + makers.situations(sorted)
        let outlook = Outlook(plan: plan, maker: maker, lines: followed, visits: visits)
        let trips = TripMaker(
            judgement: judgement, catalogue: catalogue, claims: courses.claims, lines: sorted, doses: verdicts
        ).verdicts
        let lines = sorted.map { $0.atBorders(of: trips, on: judgement.day) }
        if !visits.isEmpty { visits[0].toAsk += barred(lines, trips) }
        let tomorrow = judgement.day.adding(days: 1)
        let ends =
            trips.flatMap(\.inTime).map { $0.last.adding(days: 1) }.filter { $0 > judgement.day }
            + (trips.contains { $0.isCountedFrom(judgement.day) } ? [tomorrow] : [])
        return Answer(
            day: judgement.day, birth: judgement.patient.birthDate, lines: lines, visits: visits, outlook: outlook.days,
            doses: verdicts, trips: trips,
            issues: judgement.assessments.flatMap(\.issues).unique(), questions: questions,
            summary: summary(lines, visits, questions),
            changesOn: min(
                ChangeDay(planned, lines, plan, besides: timing.changes + known.changes(of: lines)).day,
                ends.min() ?? .last))
    }

    /// The lines of what borders ask for and something forbids, in their order: an exemption is asked for.
    private func barred(_ lines: [Answer.Line], _ trips: [Answer.JudgedTrip]) -> [String] {
        let targets = Set(trips.compactMap(\.barred))
        return lines.filter { $0.state == .contraindicated && !targets.isDisjoint(with: $0.group) }.map(\.id)
    }

    /// The trips that an animal can't make as they are entered.
    private func refusedTrips(_ lines: [Answer.Line], _ doses: [JudgedDose]) -> [Trip] {
        guard !dossier.patient.isPerson, !dossier.patient.trips.isEmpty else { return [] }
        let borders = BorderMaker(judgement: judgement, catalogue: catalogue, lines: lines, doses: doses)
        return dossier.patient.trips.filter(borders.refuses)
    }

    /// What is entered, with what it is against, in order of time.
    private var enteredDoses: [(id: String, targets: [String])] {
        dossier.patient.doses.sorted { ($0.date.latest, $0.id) < ($1.date.latest, $1.id) }.map { dose in
            (dose.id, catalogue.targets(of: dose))
        }
    }

    /// What is entered of a line's antigens, and how much of it counts.
    private func entered(
        _ line: Answer.Line, _ doses: [(id: String, targets: [String])], _ verdicts: [JudgedDose]
    ) -> Answer.Line {
        var line = line
        line.entered = doses.filter { $0.targets.contains(where: line.group.contains) }.map(\.id)
        line.counted = Set(verdicts.filter { $0.counts && line.antigens.contains($0.antigen) }.map(\.dose)).count
        return line
    }

    /// The line, to be asked about where nothing asks for it and a doctor has to say whether a child's strength is enough.
    private func doubted(_ line: Answer.Line, _ verdicts: [JudgedDose]) -> Answer.Line {
        guard line.state == .notRecommended else { return line }
        let own = verdicts.filter { line.group.contains($0.antigen) }
        guard !own.contains(where: \.counts),
            let last = own.last(where: { $0.verdict == .ask(.childStrength) }),
            let day = dossier.patient.doses.first(where: { $0.id == last.dose })?.date
        else { return line }
        var line = line
        line.state = .ask
        line.begun = nil
        line.reasons = [.childStrength(dose: last.dose, on: day)]
        return line
    }

    /// The line, to be looked up where nobody has told whether it was given, or nobody knows.
    private func looked(_ line: Answer.Line, _ sought: Set<String>) -> Answer.Line {
        var line = line
        let isUnknown = line.entered.isEmpty && line.group.contains { dossier.told[$0] == .unknown }
        line.isToLookUp = line.isQuestion || line.isForNow && (isUnknown || sought.contains(line.id))
        return line
    }

    /// With what can be had for the next dose, where one is asked for or asked about.
    private func available(_ lines: [Answer.Line]) -> [Answer.Line] {
        lines.map { line in
            guard line.state.isOpen || line.state == .ask else { return line }
            var line = line
            line.available = combinations.available(for: line, on: line.day ?? judgement.day)
            return line
        }
    }

    // MARK: Order

    /// What is arranged with a treatment; then by state; then what ends soon, what was ticked, the season, and age.
    private func sorted(_ lines: [Answer.Line]) -> [Answer.Line] {
        lines.map { (key: place($0), line: $0) }.sorted { $0.key < $1.key }.map(\.line)
    }

    private func place(_ line: Answer.Line) -> Place {
        let soon = judgement.day.adding(judgement.recommender.soon)
        let ends = line.lastGoodDay.map { $0 < soon } ?? false
        return Place(
            state: line.isArranged ? -1 : line.state.place * 2 + (line.isQuestion ? 1 : 0),
            end: ends ? line.lastGoodDay ?? .last : .last,
            ground: line.isTicked ? 0 : line.isSeasonal ? 1 : 2, day: line.since ?? line.day ?? .last, id: line.id)
    }

    private struct Place: Comparable {
        let state: Int
        let end: CalendarDate
        let ground: Int
        let day: CalendarDate
        let id: String

        static func < (left: Self, right: Self) -> Bool {
            (left.state, left.end, left.ground, left.day, left.id)
                < (right.state, right.end, right.ground, right.day, right.id)
        }
    }

    // MARK: Numbers

    private func summary(
        _ lines: [Answer.Line], _ visits: [Answer.Visit], _ questions: [Question]
    ) -> Answer.Summary {
        let due = Answer.due(lines, visits)
        let asked = questions.filter { if case .situation = $0.subject { false } else { $0.answer == nil } }
        let days = visits.map(\.day) + lines.filter { $0.state == .soon || $0.state == .later }.compactMap(\.day)
        return Answer.Summary(
            injectionsNow: due.count, linesNow: lines.count(where: \.isForNow), visitsNow: visitsNow(lines, visits),
            unlessGiven: due.count(where: \.isUnlessGiven),
            questions: asked.count, nextDay: days.filter { $0 > judgement.day }.min(), isCertain: asked.isEmpty)
    }

    /// In how many visits what is for now is given.
    private func visitsNow(_ lines: [Answer.Line], _ visits: [Answer.Visit]) -> Int {
        var open = Set(lines.filter(\.isForNow).map(\.id))
        let count = visits.count { visit in
            let served = Set(visit.injections.flatMap(\.lines)).intersection(open)
            open.subtract(served)
            return !served.isEmpty
        }
        return max(count, open.isEmpty ? 0 : 1)
    }
}

extension Answer.Line {
    /// Whether something that was ticked asks for it.
    fileprivate var isTicked: Bool {
        reasons.contains { reason in
            switch reason {
            case .ticked, .job, .pregnancyWeek: true
            default: false
            }
        }
    }
}

extension Answer {
    /// The answer for a record on a day.
    ///
    /// Pure: it reads no file and no clock, and names no disease and no country. Without a day of birth nothing can be
    /// asked for: there is one question, and the verdicts that need no age. In a task that was cancelled it ends soon, and
    /// not everything is in it: whoever cancels looks at no answer.
    public init(
        of dossier: Dossier, by engine: ImmunizationEngine, catalogue: Catalogue, on day: CalendarDate
    ) {
        self =
            dossier.birth == nil
            ? Answer(withoutBirthDate: dossier, catalogue, on: day)
            : AnswerMaker(dossier, by: engine, catalogue: catalogue, on: day).answer()
    }

    private init(withoutBirthDate dossier: Dossier, _ catalogue: Catalogue, on day: CalendarDate) {
        let doses = dossier.patient.doses.flatMap { dose in
            catalogue.targets(of: dose).map { antigen in
                JudgedDose(
                    dose: dose.id, antigen: antigen, date: dose.date.latest,
                    verdict: VerdictMaker.worthless(dose) ?? .dependsOnDay,
                    validUntil: dose.validUntil, statedUntil: dose.validUntil)
            }
        }
        self.init(
            day: day, birth: nil, lines: [], visits: [], outlook: [],
            doses: doses.sorted { ($0.date, $0.dose, $0.antigen) < ($1.date, $1.dose, $1.antigen) }, trips: [],
            issues: [],
            questions: [Question(subject: .birthDate(nil), lines: [], answer: nil)],
            summary: Summary(
                injectionsNow: 0, linesNow: 0, visitsNow: 0, unlessGiven: 0, questions: 1, nextDay: nil,
                isCertain: false),
            changesOn: .last)
    }
}
