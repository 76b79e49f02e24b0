import CivilDates
import Immunization

/// What was told of courses that aren't entered, and what of it changes what rows say.
struct CourseAnswers {
    /// The claims with what was told.
    let claims: [Claim]
    /// The patient that visits are planned for: with the courses that were told.
    let judgement: Judgement
    let questions: [Question]
    /// The day of each line whose question isn't answered, if it were answered by yes; nil: nothing would be missing.
    private let otherwise: [String: CalendarDate?]

    init(
        _ dossier: Dossier, _ judgement: Judgement, _ catalogue: Catalogue, claims: [Claim], lines: [Answer.Line]
    ) {
        let makers = QuestionMaker(dossier: dossier, judgement: judgement, catalogue: catalogue)
        let told = Set(dossier.told.keys)
        let groups = makers.courses(lines.filter { $0.isQuestion || !told.isDisjoint(with: $0.group) })
        let asked = groups.compactMap { Self.question($0, dossier) }
        let course = Course(dossier, judgement, catalogue, claims: claims, asked: asked, lines: lines)
        questions = asked.filter { question in
            !question.lines.allSatisfy { line in course.otherwise[line].map { $0.isNowAnyway } ?? false }
        }
        (self.claims, self.judgement) = (course.claims, course.planned)
        otherwise = course.otherwise.filter { !$0.value.isNowAnyway }.mapValues(\.day)
    }

    /// The line with the day that holds if its question is answered by yes.
    func withQuestion(_ line: Answer.Line) -> Answer.Line {
        var line = line
        if line.isQuestion { line.otherwise = otherwise[line.id] ?? nil }
        return line
    }

    /// The question of some lines, with its answer where there is one.
    private static func question(_ group: [Answer.Line], _ dossier: Dossier) -> Question? {
        let open = group.filter(\.isQuestion)
        guard let first = open.first, let antigen = first.group.first else { return nil }
        let answers = group.flatMap(\.group).compactMap { dossier.told[$0] }
        return Question(subject: .course(antigen), lines: open.map(\.id), answer: answers.first)
    }
}

/// What comes of answers to questions about courses.
private struct Course {
    /// What would be if a question were answered by yes.
    struct Otherwise {
        let day: CalendarDate?
        /// Whether the dose is due whatever the answer.
        let isNowAnyway: Bool
    }

    private(set) var claims: [Claim]
    private(set) var otherwise: [String: Otherwise] = [:]
    let planned: Judgement

    init(
        _ dossier: Dossier, _ judgement: Judgement, _ catalogue: Catalogue, claims: [Claim], asked: [Question],
        lines: [Answer.Line]
    ) {
        self.claims = claims.map { Self.told($0, dossier) }
        let (yes, open) = (Self.antigens(asked, lines, .yes), Self.antigens(asked, lines, nil))
        let questioned = claims.filter(\.isQuestion)
        let courses = ToldCourses(judgement: judgement, catalogue: catalogue)
        let isTold = { (claim: Claim, antigens: Set<String>) in !antigens.isDisjoint(with: claim.antigens) }
        guard !questioned.isEmpty, !yes.isEmpty || !open.isEmpty else {
            planned = judgement
            self.claims = self.claims.map { Self.unasked($0, asked, lines) }
            return
        }
        let told = Judgement(
            courses.patient(told: questioned.filter { isTold($0, yes.union(open)) }), by: judgement.recommender.engine,
            on: judgement.day)
        let toldClaims = ClaimJudge(dossier, told).claims
        // A job asks for proof: what was told is none.
        let jobs = Jobs(judgement, catalogue)
        let proofs = Set(claims.filter { jobs.askFor($0) && $0.state.isOpen }.flatMap(\.antigens))
        self.claims =
            self.claims.filter { !isTold($0, yes) || jobs.askFor($0) }
            + toldClaims.filter { isTold($0, yes) && !jobs.askFor($0) }.map(\.asTold)
        for line in lines where line.isQuestion && !open.isDisjoint(with: line.antigens) {
            otherwise[line.id] = Self.otherwise(line, toldClaims, judgement)
        }
        let counted = questioned.filter { isTold($0, yes) && proofs.isDisjoint(with: $0.antigens) }
        planned =
            counted.isEmpty
            ? judgement
            : Judgement(courses.patient(told: counted), by: judgement.recommender.engine, on: judgement.day)
        let anyway = Set(lines.filter { otherwise[$0.id]?.isNowAnyway ?? false }.flatMap(\.antigens))
        self.claims = self.claims.map { claim in
            Self.unasked(claim.isQuestion && isTold(claim, anyway) ? claim.asNow : claim, asked, lines)
        }
    }

    /// The antigens of the questions with an answer; of those without one where it is nil.
    private static func antigens(_ asked: [Question], _ lines: [Answer.Line], _ answer: Dossier.Told?) -> Set<String> {
        let ids = Set(asked.filter { $0.answer == answer }.flatMap(\.lines))
        return Set(lines.filter { ids.contains($0.id) }.flatMap(\.antigens))
    }

    /// What is only given if it hasn't been is for now once somebody says that it wasn't, or that nobody knows.
    private static func told(_ claim: Claim, _ dossier: Dossier) -> Claim {
        let answers = claim.antigens.compactMap { dossier.told[$0] }
        return claim.state == .nowUnlessGiven && answers.contains { $0 != .yes } ? claim.asNow : claim
    }

    /// The same for all lines of a question that was answered.
    private static func unasked(_ claim: Claim, _ asked: [Question], _ lines: [Answer.Line]) -> Claim {
        let denied = antigens(asked, lines, .no).union(antigens(asked, lines, .unknown))
        return claim.isQuestion && !denied.isDisjoint(with: claim.antigens) ? claim.asNow : claim
    }

    private static func otherwise(_ line: Answer.Line, _ told: [Claim], _ judgement: Judgement) -> Otherwise {
        let own = told.filter { $0.recommendation.kind == .standard && !Set($0.antigens).isDisjoint(with: line.group) }
        let open = own.filter(\.state.isOpen)
        let day = open.compactMap(\.recommended).min()
        let isEntered = !judgement.entered(against: line.antigens).isEmpty
        let isDue = day.map { $0 <= judgement.day } ?? false
        return Otherwise(day: day.map { max($0, judgement.day) }, isNowAnyway: isEntered && isDue)
    }
}

/// Which rows ask for something because of a job.
private struct Jobs {
    private let ids: Set<String>
    private let judgement: Judgement

    init(_ judgement: Judgement, _ catalogue: Catalogue) {
        self.judgement = judgement
        ids = Set(catalogue.observations.filter { $0.topic == .work }.map(\.id))
    }

    func askFor(_ claim: Claim) -> Bool {
        claim.recommendation.indications.contains { indication in
            guard case .observation(let code) = indication.ground else { return false }
            return judgement.recommender.engine.told(code, of: judgement.patient).contains { ids.contains($0.code) }
        }
    }
}

extension Claim {
    fileprivate var asNow: Claim {
        var claim = self
        (claim.state, claim.isQuestion) = (.now, false)
        return claim
    }

    fileprivate var asTold: Claim {
        var claim = self
        claim.isTold = true
        return claim
    }
}
